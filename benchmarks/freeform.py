"""Measures how the time per word of `factory freeform` grows with the words that lie already.

Each placement rule lays 100 to 5,000 words of a lexicon, shuffled, in one order, on one core. Places tested stand
beside the CPU time, since they do not depend on the machine. Prints a table, and writes JSON and two SVG charts.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from factory.bench.text import print_table
from factory.freeform.arrange import RULES, Rule
from factory.kernels.freeform import FRAME, arrange
from factory.kernels.plane import BOTTOM, CROSSED, LEFT, RIGHT, TESTS, TOP, make_plane
from factory.ship.charts import Axis, Series, line_chart
from factory.words.wordlist import cells_of

SIZES = (100, 200, 500, 1000, 2000, 3500, 5000)


@dataclass(frozen=True)
class Row:
    """One rule and one number of words."""

    rule: str
    words: int
    placed: int
    rows: int
    columns: int
    crossings: int
    seconds: float
    us_per_word: float
    tests_per_word: float


def dictionary_words(folder: Path) -> list[tuple[str, ...]]:
    """Different words of a lexicon's sources, shuffled."""
    found = set()
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            answer = line.partition("\t")[0]
            if answer.isalpha() and len(answer) > 1:
                found.add(cells_of(answer))
    words = sorted(found)
    return [words[i] for i in np.random.default_rng(1).permutation(len(words))]


def measure(words: list[tuple[str, ...]], rule: Rule, runs: int) -> Row:
    """The fastest of some runs."""
    number = {cell: i for i, cell in enumerate(sorted({cell for word in words for cell in word}))}
    letters = np.array([number[cell] for word in words for cell in word], np.int32)
    begins = np.cumsum([0, *map(len, words)]).astype(np.int64)
    plane = make_plane(letters, len(number), len(words))
    places = np.empty((len(words), 4), np.int64)
    frame, order, seconds = int((letters.size * FRAME) ** 0.5), np.arange(len(words)), []
    for _ in range(runs):
        state = np.array([1, 2], np.uint64)
        begin = time.process_time()
        placed = arrange(plane, letters, begins, order, RULES[rule], False, frame, state, places)
        seconds.append(time.process_time() - begin)
    best, n, count = min(seconds), len(words), plane.count.tolist()
    return Row(
        rule, n, placed, count[BOTTOM] - count[TOP], count[RIGHT] - count[LEFT], count[CROSSED],
        round(best, 4), round(1e6 * best / n, 2), round(count[TESTS] / n, 1),
    )  # fmt: skip


def draw(rows: list[Row], what: str, label: str, title: str) -> str:
    """The growth of a figure with the words laid, a line a rule."""
    series = []
    for rule in RULES:
        mine = [row for row in rows if row.rule == rule]
        series.append(Series(rule, [row.words for row in mine], [getattr(row, what) for row in mine]))
    return line_chart(series, title=title, x=Axis("words laid"), y=Axis(label, log=True, low=1, high=1000))


def main() -> None:
    """Measures all rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=Path, default=Path("dictionaries/en"), help="folder of a lexicon")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path("output"))
    options = parser.parse_args()
    words = dictionary_words(options.words)
    for rule in RULES:
        measure(words[:20], rule, 1)
    rows = [measure(words[:n], rule, options.runs) for rule in RULES for n in SIZES]
    print_table(f"words of {options.words}, one order, either direction", [asdict(row) for row in rows])
    options.out.mkdir(parents=True, exist_ok=True)
    report = json.dumps([asdict(row) for row in rows], indent=2) + "\n"
    (options.out / "freeform.json").write_text(report, encoding="utf-8")
    for name, what, label, title in (
        ("time", "us_per_word", "microseconds per word", "Time per word"),
        ("tests", "tests_per_word", "places tested per word", "Places tested per word"),
    ):
        chart = draw(rows, what, label, title)
        (options.out / f"freeform-{name}.svg").write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
