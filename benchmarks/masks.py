"""Measures the default masks per size and language: quality, constrainedness, time and moves.

Means over the seeds, time as the median of CPU milliseconds of one process. Beside the dead border cells stands the
least that the longest answer allows: row 1 and column 1 must be cut into slots, and each cut kills a border cell.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

from factory.bench.text import print_table
from factory.corpus.capacity import random_state
from factory.corpus.equipment import House, equip
from factory.grid import derive_slots
from factory.kernels.fill import Words
from factory.kernels.mask import CLUES, CLUSTERS, DEAD, EDGE_DEAD, SLOTS, TWOS
from factory.stages.mask import MaskSettings, count_mask, find_mask, mask_costs

SIZES = tuple(range(8, 19))


def least_dead(rows: int, columns: int, longest: int) -> int:
    """The fewest dead border cells when no slot is longer than `longest`: a cut in row 1 or column 1 kills one.

    A clue cell in the corner of both shortens both, and kills two.
    """

    def cuts(cells: int) -> int:
        return max(0, -((longest - cells) // (longest + 1)))

    apart = cuts(rows - 1) + cuts(columns - 1)
    corner = 2 + cuts(rows - 2) + cuts(columns - 2)
    return min(apart, corner)


def bench_masks(words: Words, settings: MaskSettings, rows: int, columns: int, seeds: int) -> dict[str, Any]:
    """The means over `seeds` masks of one size."""
    costs = mask_costs(words, settings, longest=max(rows, columns))
    find_mask(rows, columns, words, settings, random=random_state(0))  # loads the kernels
    totals, ms, steps, kappa, faults, inner_long = [], [], [], [], 0, 0
    for seed in range(seeds):
        begin = time.process_time()
        found = find_mask(rows, columns, words, settings, random=random_state(rows, columns, seed))
        ms.append(1000 * (time.process_time() - begin))
        totals.append(count_mask(found.mask, costs))
        steps.append(found.steps)
        kappa.append(found.kappa)
        faults += found.faults
        inner_long += sum(
            len(slot) > 9 and all(min(cell) > 1 for cell in slot.cells[1:-1])
            for slot in derive_slots(found.mask)
        )
    mean = np.mean(totals, axis=0)
    answers = max(n for n, size in enumerate(words.size) if size >= settings.min_words)
    return {
        "size": f"{rows}x{columns}",
        "faults": faults,
        "dead_inside": round(float(mean[DEAD]), 3),
        "dead_border": round(float(mean[EDGE_DEAD]), 2),
        "least": least_dead(rows, columns, answers),
        "least_free": least_dead(rows, columns, min(answers, settings.max_edge_run)),
        "clue_share": round(float(mean[CLUES]) / ((rows - 1) * (columns - 1)), 4),
        "two_share": round(fmean(t[TWOS] / t[SLOTS] for t in totals), 4),
        "clusters": round(float(mean[CLUSTERS]), 3),
        "long_inside": inner_long,
        "kappa": round(fmean(kappa), 4),
        "ms": round(median(ms), 2),
        "moves": round(fmean(steps)),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a table for each language and writes them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", nargs="+", default=["sk", "cs", "en", "de"])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--json", type=Path, default=Path("output/bench-masks.json"))
    options = parser.parse_args(arguments)
    report: dict[str, Any] = {}
    for lang in options.lang:
        equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), lang)
        report[lang] = [
            bench_masks(equipment.words, equipment.settings(size, size).mask, size, size, options.seeds)
            for size in options.sizes
        ]
        print_table(f"{lang}: {options.seeds} masks a size", report[lang])
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
