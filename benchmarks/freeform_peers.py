"""Compares `factory freeform` with two other generators on five lists, in one run.

Needs Node and a network: crossword-layout-generator (npm) and genxword (PyPI) are installed below
--tools, pinned. Each generator gets the same cells and runs as its own program would run it; genxword's
drawing libraries are left out, since nothing is drawn. Times are CPU milliseconds of the generating
calls alone, after a first call that warms each of them up: no start of an interpreter, no output.
Medians of --runs runs; where a generator draws lots, each run has another seed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from factory.bench.text import print_table
from factory.freeform.arrange import FreeformSettings, arrange
from factory.words.wordlist import Word, read_words

EXAMPLES: Final = Path(__file__).parents[1] / "examples/freeform"
LISTS: Final = (
    ("planets.tsv", 10, 1, 8),
    ("capitals.tsv", 27, 1, 50),
    ("surnames-ru.txt", 60, 8, 3_000),
    ("elements.txt", 118, 8, 3_000),
    ("python-names.txt", 200, 8, 7_000),
)
"""File, how many of its words are taken, our budget of orders and of words taken up and laid anew: about the
time of the faster of the others."""

LONG: Final = 20_000
"""Words taken up and laid anew by the command itself, where nothing is said."""

NPM, PYPI = "crossword-layout-generator@0.1.1", "genxword==2.2.0"

NODE_DRIVER: Final = """
const { generateLayout } = require(process.argv[1]);
const { words, runs, warm } = JSON.parse(require("fs").readFileSync(0, "utf-8"));
console.log = () => {};
const results = [];
for (let run = -warm; run < runs; run++) {
  const input = words.map((answer) => ({ clue: answer, answer }));
  const begin = process.cpuUsage();
  const layout = generateLayout(input);
  const used = process.cpuUsage(begin);
  const laid = layout.result.filter((word) => word.orientation !== "none");
  if (run >= 0) results.push({
    ms: (used.user + used.system) / 1000,
    laid: laid.map((word) => [word.answer, word.starty, word.startx, word.orientation]),
  });
}
process.stdout.write(JSON.stringify(results));
"""

PYTHON_DRIVER: Final = """
import contextlib, io, json, random, sys, time, types
for name in ("gi", "gi.repository", "cairo"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["gi"].require_version = lambda *_: None
sys.modules["gi.repository"].Pango = sys.modules["gi.repository"].PangoCairo = None
from genxword.calculate import Crossword
task = json.load(sys.stdin)
results = []
for run in range(task["runs"] + 1):
    random.seed(run)
    words = sorted(([word, ""] for word in task["words"]), key=lambda word: len(word[0]), reverse=True)
    begin = time.process_time()
    # Grid sizes and growth as in its command line with --auto.
    n = len(words)
    side = 17 if n <= 20 else round((n - 20) / 8) * 2 + 19 if n <= 100 else 41
    if side <= len(words[0][0]):
        side = len(words[0][0]) + 2
    for _ in range(6):
        made = Crossword(side, side, "-", words)
        made.compute_crossword()
        if len(made.best_wordlist) / n >= 0.9:
            break
        side += 2
    ms = 1000 * (time.process_time() - begin)
    laid = [[w[0], w[2], w[3], "down" if w[4] else "across"] for w in made.best_wordlist]
    results.append({"ms": ms, "laid": laid})
print(json.dumps(results[1:]))
"""


@dataclass(frozen=True)
class Row:
    """What one generator made of one list: medians."""

    words: str
    generator: str
    placed: float
    rows: float
    columns: float
    area: float
    crossings: float
    ms: float


def measure(laid: Sequence[Sequence[Any]]) -> tuple[int, int, int, int]:
    """Words placed, rows, columns and crossings of [word, row, column, direction]."""
    cells: dict[tuple[int, int], int] = {}
    for word, row, column, direction in laid:
        for i in range(len(word)):
            cell = (row, column + i) if direction == "across" else (row + i, column)
            cells[cell] = cells.get(cell, 0) + 1
    rows, columns = [cell[0] for cell in cells], [cell[1] for cell in cells]
    crossings = sum(count - 1 for count in cells.values())
    return len(laid), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1, crossings


def row_of(name: str, generator: str, results: Sequence[dict[str, Any]]) -> Row:
    """The medians of several runs."""
    figures = [(*measure(result["laid"]), result["ms"]) for result in results]
    placed, rows, columns, crossings, ms = (median(column) for column in zip(*figures, strict=True))
    area = median(figure[1] * figure[2] for figure in figures)
    return Row(name, generator, placed, rows, columns, area, crossings, round(ms, 2))


def install(tools: Path) -> tuple[Path, Path]:
    """The folder of the npm package and the Python that has the other; installed where they are missing."""
    package = tools / "node_modules" / NPM.partition("@")[0]
    python = tools / "venv/bin/python"
    tools.mkdir(parents=True, exist_ok=True)
    if not package.exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", str(tools), NPM], check=True)
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", PYPI], check=True)
    return package.resolve(), python.absolute()


def run_peer(
    command: Sequence[str], words: Sequence[Word], runs: int, *, warm: int = 1
) -> list[dict[str, Any]]:
    """The runs of a driver; a cell of several code points goes as one."""
    one = {cell: chr(0x4E00 + i) for i, cell in enumerate(sorted({c for word in words for c in word.cells}))}
    task = {
        "words": ["".join(one[cell] for cell in word.cells) for word in words],
        "runs": runs,
        "warm": warm,
    }
    done = subprocess.run(command, input=json.dumps(task), capture_output=True, text=True, check=True)
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return results


def run_own(words: Sequence[Word], runs: int, settings: FreeformSettings) -> list[dict[str, Any]]:
    """The same of our own."""
    results = []
    for run in range(runs + 1):
        begin = time.process_time()
        made = arrange(words, settings, seed=run)
        ms = 1000 * (time.process_time() - begin)
        laid = [[p.word.cells, p.row, p.column, p.direction] for p in made.placements]
        results.append({"ms": ms, "laid": laid})
    return results[1:]


def main() -> None:
    """Prints the table and writes it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=Path, default=Path("output/peers"), help="where peers are installed")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path, default=Path("output/freeform-peers.json"))
    options = parser.parse_args()
    package, python = install(options.tools)
    rows = []
    for name, n, orders, steps in LISTS:
        words = read_words(EXAMPLES / name)[:n]
        assert len(words) == n, f"{name}: {len(words)} words"
        title = f"{name.partition('.')[0]} ({n})"
        # It draws no lots, and takes half a minute for the longest list.
        runs, warm = (options.runs, 1) if n <= 60 else (1, 0)
        node = run_peer(["node", "-e", NODE_DRIVER, str(package)], words, runs, warm=warm)
        rows.append(row_of(title, "crossword-layout-generator", node))
        other = run_peer([str(python), "-c", PYTHON_DRIVER], words, options.runs)
        rows.append(row_of(title, "genxword", other))
        for budget, settings in (
            ("same time", FreeformSettings(orders=orders, steps=steps)),
            ("default", FreeformSettings(orders=min(64, 5000 // n), steps=LONG)),
        ):
            rows.append(row_of(title, f"factory freeform, {budget}", run_own(words, options.runs, settings)))
    print_table("word crossings: medians", [asdict(row) for row in rows])
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
