"""Fills given masks with plain word lists and prints the figures beside those published for other engines.

Every fill is checked again from the letters in its cells: the words agree at crossings, each run of two or more
cells reads a word of the list, and none stands twice. Times are CPU seconds of one process after the list is
loaded; the published ones include start and list, unless they are of the fill alone.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from factory.bench.text import print_table
from factory.grid import LETTER, Mask, derive_slots, parse_mask, slot_table
from factory.kernels.fill import Words
from factory.stages.fill import Fill, FillSettings, FillStatus, fill_mask
from factory.stages.pack import pack_words
from factory.words.index import LengthTable, bit_rows

SEEDS = 3
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENGINES = ("xfill", "ingrid fork", "qxw", "ACE")

PUBLISHED: dict[str, dict[str, tuple[str, ...]]] = {
    "en_th": {
        "sw8a": ("3/3 0.04", "3/3 0.16", "3/3 0.24", ""),
        "sw8b": ("3/3 0.04", "3/3 0.12", "3/3 0.23", ""),
        "sw10a": ("3/3 0.06", "3/3 0.17", "3/3 0.37", ""),
        "sw10b": ("3/3 0.06", "3/3 0.14", "3/3 0.32", ""),
        "sw12a": ("3/3 0.04", "3/3 0.28", "3/3 0.44", ""),
        "sw12b": ("3/3 0.05", "3/3 0.26", "3/3 0.39", ""),
        "sw14a": ("3/3 0.05", "3/3 0.20", "3/3 0.57", ""),
        "sw14b": ("3/3 0.04", "3/3 0.30", "3/3 0.77", ""),
        "sw16a": ("3/3 0.04", "3/3 0.33", "3/3 0.90", ""),
        "sw16b": ("3/3 0.04", "3/3 0.42", "3/3 0.99", ""),
        "sw18a": ("3/3 0.04", "3/3 0.29", "3/3 0.99", ""),
        "sw18b": ("3/3 0.05", "3/3 0.46", "3/3 1.36", ""),
        "sd12_13a": ("3/3 0.04", "3/3 0.21", "2/2 0.52", "1/1 2.00"),
        "sd10_12a": ("3/3 0.05", "3/3 0.18", "2/2 0.41", "1/1 2.05"),
        "sd12_10a": ("3/3 0.11 (max 0.6)", "3/3 0.23", "2/2 0.56", "1/1 2.91"),
        "sd15_13a": ("2/3 9.35", "3/3 3.40", "2/2 3.10", "1/1 4.33"),
        "sd9_10a": ("3/3 5.03", "3/3 0.42", "2/2 1.80", "1/1 2.65"),
        "sd18_13a": ("0/2", "3/3 2.26 (max 7.4)", "0/1", "1/1 3.76"),
        "sd15_10a": ("0/2", "0/2", "0/1", "1/1 57"),
        "sd18_10a": ("0/2", "0/2", "0/1", "0/1"),
    },
    "en_20k": {
        "sh10_19": ("3/3 0.01", "3/3 0.05", "2/2 0.16", ""),
        "sh12_19": ("3/3 0.02", "3/3 0.08", "0/1", ""),
        "sh14_19": ("3/3 0.01", "3/3 0.07", "2/2 0.18", "1/1 1.73"),
        "sh16_19": ("3/3 0.02", "3/3 0.11", "2/2 0.32", "1/1 2.24"),
        "sh18_19": ("3/3 0.04", "3/3 0.21", "2/2 0.40", "1/1 2.74"),
        "sh10_16": ("3/3 0.02", "3/3 0.07", "2/2 0.14", "1/1 1.53"),
        "sh12_16": ("3/3 0.01", "3/3 0.08", "2/2 0.15", "1/1 2.48"),
        "sh14_16": ("3/3 0.76 (max 10.9)", "3/3 0.36", "1/2 0.23", "1/1 3.01"),
        "sh16_16": ("3/3 0.72 (max 2.3)", "3/3 0.23", "2/2 0.32", "1/1 2.51"),
        "sh18_16": ("3/3 1.05 (max 6.2)", "3/3 5.37 (max 21.2)", "1/2 10", "1/1 6.40"),
        "sd10_12a": ("2/2 2.13", "2/2 1.44", "", ""),
        "sd12_13a": ("2/2 1.23", "2/2 0.38", "", "1/1 3.26"),
        "sd12_10a": ("2/2 4.63", "2/2 0.52", "", "1/1 2.15"),
        "sd9_10a": ("0/1", "0/1", "", "no fill, proved"),
        "sd15_13a": ("0/1", "0/1", "", "1/1 34"),
        "sd18_13a": ("0/1", "0/1", "", ""),
        "sd15_10a": ("0/1", "0/1", "", ""),
        "sd18_10a": ("0/1", "0/1", "", ""),
    },
    "cs_fold": {
        "sw8a": ("3/3 0.02", "3/3 0.06", "3/3 0.13", ""),
        "sw8b": ("3/3 0.02", "3/3 0.06", "3/3 0.12", ""),
        "sw10a": ("3/3 0.02", "3/3 0.08", "3/3 0.19", ""),
        "sw10b": ("3/3 0.02", "3/3 0.07", "3/3 0.20", ""),
        "sw12a": ("3/3 0.02", "3/3 0.09", "3/3 0.27", ""),
        "sw12b": ("3/3 0.02", "3/3 0.08", "3/3 0.20", ""),
        "sw14a": ("3/3 0.04", "3/3 0.11", "1/3 0.59", ""),
        "sw14b": ("3/3 0.02", "3/3 0.15", "3/3 0.36", ""),
        "sw16a": ("3/3 0.03", "3/3 0.14", "3/3 0.54", ""),
        "sw16b": ("3/3 0.21", "3/3 0.19", "2/3 0.45", ""),
        "sw18a": ("3/3 0.02", "3/3 0.16", "2/3 0.48", ""),
        "sw18b": ("3/3 0.04", "3/3 0.16", "3/3 0.62", ""),
    },
}
"""Per list and mask, for each of ENGINES: filled of tried, and median CPU s of the filled, within 60 CPU s a run.

xfill (ekorbia/xword-pipeline), ingrid-core (rf-/ingrid_core in the Czech fork ondrejsojka/ingrid_core), qxw (Debian,
20200708) and ACE 2.6 (pycsp3) on a 2-core Xeon at 2.1 GHz, one core a run, August 2026. An empty cell was not run.
"""

OPEN = {("en_th", "sd18_10a")} | {("en_20k", name) for name in ("sd18_13a", "sd15_10a", "sd18_10a")}
"""List and mask that no engine filled and none proved hopeless; run with --open only."""

FILL_MS = [
    {"engine": "xfill", "list": "en_th", "masks": "sw*", "median_ms": 1, "p90_ms": 1},
    {"engine": "ingrid fork", "list": "en_th", "masks": "sw*", "median_ms": 90, "p90_ms": 435},
    {"engine": "xfill", "list": "cs_fold", "masks": "sw*", "median_ms": 2, "p90_ms": 23},
    {"engine": "ingrid fork", "list": "cs_fold", "masks": "sw*", "median_ms": 44, "p90_ms": 319},
]
"""Published times of the fill alone, the list loaded before, as wall time of the same machine (36 runs each)."""


@dataclass(frozen=True)
class Run:
    """One fill: what came of it and what it cost."""

    mask: str
    list: str
    seed: int
    status: str
    cpu_ms: float
    nodes: int
    fails: int
    restarts: int
    kappa: float


def load_words(path: Path) -> Words:
    """The kernels' arrays of a list with one word a line; all words are worth the same."""
    by_length: dict[int, list[str]] = {}
    for word in dict.fromkeys(path.read_text(encoding="utf-8").split()):
        by_length.setdefault(len(word), []).append(word)
    tables = {}
    first_family = 0
    for length, words in by_length.items():
        letters = np.array([[LETTERS.index(letter) for letter in word] for word in words], np.uint8)
        n = len(words)
        tables[length] = LengthTable(
            letters=letters,
            scores=np.zeros(n, np.float32),
            zipf=np.full(n, 5, np.float32),
            family=np.arange(first_family, first_family + n, dtype=np.int32),
            limited=np.zeros(n, np.uint8),
            code=np.zeros(n, np.uint8),
            bits=bit_rows(letters, len(LETTERS)),
        )
        first_family += n
    return pack_words(tables, n_letters=len(LETTERS), rare_below=0.0)


def write_letters(mask: Mask, words: Words, fill: Fill) -> list[list[str]]:
    """The filled grid, `#` for clue cells; two words that disagree about a cell end the run."""
    grid = [["" if cell == LETTER else "#" for cell in row] for row in mask]
    for slot, word in zip(derive_slots(mask), fill.word_ids, strict=True):
        at = words.letters_at[len(slot)] + word * len(slot)
        for (row, column), code in zip(slot.cells, words.letters[at : at + len(slot)], strict=True):
            assert grid[row][column] in ("", LETTERS[code]), f"row {row}, column {column} holds two letters"
            grid[row][column] = LETTERS[code]
    return grid


def runs_of_letters(grid: Sequence[Sequence[str]]) -> Iterator[str]:
    """Every run of two or more letter cells of a grid, across and down."""
    for line in [*grid, *zip(*grid, strict=True)]:
        yield from (run for run in "".join(cell or "?" for cell in line).split("#") if len(run) > 1)


def check_grid(grid: Sequence[Sequence[str]], known: frozenset[str]) -> None:
    """Ends the run unless each run of letters is a known word that stands once."""
    found = list(runs_of_letters(grid))
    assert set(found) <= known, f"not in the list: {sorted(set(found) - known)}"
    assert len(found) == len(set(found)), "a word stands twice"


def run_fills(
    path: Path, list_: str, words: Words, known: frozenset[str], settings: FillSettings
) -> list[Run]:
    """The fills of one mask, a run for each seed."""
    mask = parse_mask(path.read_text(encoding="utf-8"))
    table = slot_table(mask, derive_slots(mask))
    runs = []
    for seed in range(SEEDS):
        state = np.random.SeedSequence(seed).generate_state(2, np.uint64).astype(np.uint64)
        begin = time.process_time()
        fill = fill_mask(table, words, settings, random=state)
        cpu_ms = 1000 * (time.process_time() - begin)
        if fill.status is FillStatus.FILLED:
            check_grid(write_letters(mask, words, fill), known)
        counts = fill.statistics
        runs.append(
            Run(
                path.stem,
                list_,
                seed,
                fill.status.name,
                round(cpu_ms, 2),
                counts.nodes,
                counts.fails,
                counts.restarts,
                round(fill.kappa, 3),
            )
        )
    return runs


def mask_row(runs: Sequence[Run]) -> dict[str, Any]:
    """A line of the table: our runs of one mask and list, the published figures behind them."""
    first = runs[0]
    filled = sum(run.status == "FILLED" for run in runs)
    proved = sum(run.status == "IMPOSSIBLE" for run in runs)
    published = PUBLISHED.get(first.list, {}).get(first.mask, ("",) * len(ENGINES))
    return {
        "list": first.list,
        "mask": first.mask,
        "kappa": first.kappa,
        "filled": f"{filled} of {len(runs)}" if not proved else f"no fill, proved {proved} of {len(runs)}",
        "median_ms": round(median(run.cpu_ms for run in runs), 1),
        "worst_ms": round(max(run.cpu_ms for run in runs), 1),
        "decisions": round(median(run.nodes for run in runs)),
        **dict(zip(ENGINES, published, strict=True)),
    }


def summary_row(list_: str, masks: str, runs: Sequence[Run]) -> dict[str, Any]:
    """A line of the summary: the times of all fills of some masks."""
    times = [run.cpu_ms for run in runs]
    return {
        "engine": "ours",
        "list": list_,
        "masks": masks,
        "median_ms": round(float(np.median(times)), 1),
        "p90_ms": round(float(np.percentile(times, 90)), 1),
    }


def main() -> None:
    """Runs all lists and masks that have a published figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--masks", type=Path, required=True, metavar="DIR", help="drawings of masks, *.txt")
    parser.add_argument("--words", type=Path, required=True, metavar="DIR", help="word lists, *.txt")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="names of masks, such as sw*")
    parser.add_argument("--list", default="*", metavar="PATTERN", help="names of lists")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="decisions that one fill may take")
    parser.add_argument("--open", action="store_true", help="also what no engine filled or proved hopeless")
    parser.add_argument("--json", type=Path, default=Path("output/peers.json"))
    options = parser.parse_args()
    settings = FillSettings(floors=(1.0,), last_nodes=options.nodes, max_kappa=2.0, score_weight=0.0)
    rows, runs = [], []
    for list_path in sorted(options.words.glob("*.txt")):
        masks = PUBLISHED.get(list_path.stem, {})
        if not fnmatch(list_path.stem, options.list) or not masks:
            continue
        words = load_words(list_path)
        known = frozenset(list_path.read_text(encoding="utf-8").split())
        warm = True
        for name in masks:
            path = options.masks / f"{name}.txt"
            if not fnmatch(name, options.only) or not path.exists():
                continue
            if (list_path.stem, name) in OPEN and not options.open:
                continue
            if warm:
                run_fills(path, list_path.stem, words, known, settings)
                warm = False
            runs += (here := run_fills(path, list_path.stem, words, known, settings))
            rows.append(mask_row(here))
            print(" ".join(str(value) for value in rows[-1].values()), flush=True)
    summary = [
        summary_row(list_, f"{kind}*", some)
        for list_ in PUBLISHED
        for kind in ("sw", "sh", "sd")
        if (some := [run for run in runs if run.list == list_ and run.mask.startswith(kind)])
    ]
    print_table(f"fills of given masks, {platform.machine()}; published: filled/tried, median CPU s", rows)
    print_table("the fill alone, ms", summary + FILL_MS)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    report = {
        "rows": rows,
        "summary": summary,
        "published_fill_ms": FILL_MS,
        "runs": [vars(run) for run in runs],
    }
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
