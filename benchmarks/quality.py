"""Measures what the improvement pass buys: quality of the answers against effort, per size, as table, JSON and chart.

Free fills (no joke) of masks with fixed seeds are improved step by step; after each step the means over the grids are
taken. Beside the ladder of the settings a single rung is measured: all words at once, and then improved.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from factory.bench.text import print_table
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.grid import SlotTable, derive_slots, slot_table
from factory.inspect.metrics import RARE_BELOW
from factory.settings import Settings
from factory.ship.charts import Axis, Series, line_chart
from factory.stages.fill import Fill, FillStatus, fill_mask
from factory.stages.improve import improve_fill
from factory.stages.mask import find_mask

SIZES = (8, 10, 12, 15, 18)
STEPS = (0, 1, 2, 3, 4, 6, 9, 12)
"""Rounds for each slot, in all, at which the quality is taken."""


@dataclass
class Grid:
    """A filled mask under improvement, with its random state and the CPU seconds so far."""

    table: SlotTable
    fill: Fill
    state: NDArray[np.uint64]
    seconds: float


def make_grids(equipment: Equipment, settings: Settings, size: int, n: int) -> list[Grid]:
    """The grids that came of `n` masks."""
    grids = []
    for seed in range(n):
        state = np.random.SeedSequence(seed, spawn_key=(size,)).generate_state(2, np.uint64).astype(np.uint64)
        mask = find_mask(size, size, equipment.words, settings.mask, random=state).mask
        table = slot_table(mask, derive_slots(mask))
        begin = time.process_time()
        fill = fill_mask(table, equipment.words, settings.fill, random=state)
        if fill.status is FillStatus.FILLED:
            grids.append(Grid(table, fill, state, time.process_time() - begin))
    return grids


def improve_grids(
    equipment: Equipment, settings: Settings, size: int, grids: Sequence[Grid], rounds: int
) -> None:
    """Improves every grid by more rounds."""
    more = replace(settings.improve, rounds=rounds)
    for grid in grids:
        begin = time.process_time()
        grid.fill = improve_fill(
            grid.table, equipment.words, grid.fill, more, settings.fill, columns=size, random=grid.state
        )
        grid.seconds += time.process_time() - begin


def figures(equipment: Equipment, grids: Sequence[Grid]) -> dict[str, float]:
    """Means over the grids."""
    zipf, score, rare = [], [], []
    for grid in grids:
        words = list(zip(grid.table.length.tolist(), grid.fill.word_ids, strict=True))
        frequencies = np.array([equipment.index.tables[length].zipf[word] for length, word in words])
        zipf.append(frequencies[frequencies > 0].mean())
        score.append(np.mean([equipment.index.tables[length].scores[word] for length, word in words]))
        rare.append((frequencies < RARE_BELOW).mean())
    return {
        "cpu_ms": round(1000 * float(np.mean([grid.seconds for grid in grids])), 1),
        "nodes": round(float(np.mean([grid.fill.statistics.nodes for grid in grids]))),
        "mean_zipf": round(float(np.mean(zipf)), 3),
        "mean_score": round(float(np.mean(score)), 3),
        "rare_share": round(float(np.mean(rare)), 4),
    }


def bench_size(equipment: Equipment, size: int, n: int, *, ladder: bool) -> list[dict[str, Any]]:
    """The curve of one size: a row for each of STEPS."""
    settings = equipment.settings(size, size)
    if not ladder:
        settings = replace(settings, fill=replace(settings.fill, floors=(1.0,)))
    grids = make_grids(equipment, settings, size, n)
    rows = []
    for before, rounds in zip((0, *STEPS), STEPS, strict=False):
        if rounds:
            improve_grids(equipment, settings, size, grids, rounds - before)
        start = {"size": size, "ladder": "yes" if ladder else "no", "filled": len(grids), "rounds": rounds}
        rows.append({**start, **figures(equipment, grids)})
    return rows


def draw(rows: Sequence[dict[str, Any]], lang: str) -> str:
    """The chart: mean Zipf over the CPU time of fill and improvement, a line a size."""
    series = [
        Series(
            f"{size}x{size}",
            [row["cpu_ms"] for row in rows if row["size"] == size and row["ladder"] == "yes"],
            [row["mean_zipf"] for row in rows if row["size"] == size and row["ladder"] == "yes"],
        )
        for size in dict.fromkeys(row["size"] for row in rows)
    ]
    return line_chart(
        series,
        title=f"What improvement buys ({lang}): {STEPS[0]} to {STEPS[-1]} rounds a slot",
        x=Axis("CPU milliseconds of fill and improvement", log=True),
        y=Axis("mean Zipf of the answers"),
    )


def main() -> None:
    """Prints the table; writes JSON, and the chart when asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="sk")
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--json", type=Path, default=Path("output/quality-curve.json"))
    parser.add_argument("--chart", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), options.lang)
    warm_up(equipment)
    rows = [
        row
        for size in SIZES
        for ladder in (True, False)
        for row in bench_size(equipment, size, options.seeds, ladder=ladder)
    ]
    print_table(f"{options.lang}: quality against effort", rows)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    if options.chart:
        options.chart.parent.mkdir(parents=True, exist_ok=True)
        options.chart.write_text(draw(rows, options.lang), encoding="utf-8")


if __name__ == "__main__":
    main()
