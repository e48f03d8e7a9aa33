"""Measures how fill success and effort hang on kappa: many masks under varying pressure, each searched once.

Writes a plot and prints a table of bins. Kappa is measured as the fill does it, after propagation with all words.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from factory.bench.text import print_table
from factory.corpus.capacity import random_state
from factory.corpus.equipment import Equipment, House, equip
from factory.grid import derive_slots, slot_table
from factory.kernels.fill import FILLED, NODES
from factory.ship.atomic import write_file
from factory.ship.charts import Axis, Series, line_chart
from factory.stages.board import measure_kappa
from factory.stages.fill import open_fill, run_search
from factory.stages.mask import find_mask

SIZES = (8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18)
PRESSURES = (0.7, 0.8, 0.84, 0.88, 0.92, 0.96, 1.0)
"""Kappas aimed at; with the clue cells rationed as in CLUE_SHARES the masks spread over the whole range."""
CLUE_SHARES = (0.2, 0.17, 0.14, 0.11, 0.08)


def search_masks(equipment: Equipment, masks: int, nodes: int) -> list[tuple[float, bool, int]]:
    """(kappa, whether it was filled, decisions) of `masks` masks of all sizes, each with a budget of `nodes`."""
    words, found = equipment.words, []
    for number in range(masks):
        size = SIZES[number % len(SIZES)]
        usual = equipment.settings(size, size)
        pressure = PRESSURES[number // len(SIZES) % len(PRESSURES)]
        share = CLUE_SHARES[number % len(CLUE_SHARES)]
        settings = replace(usual.mask, kappa=pressure, clue_share=share, sweeps=50)
        state = random_state(size, number, 1)
        mask = find_mask(size, size, words, settings, random=state)
        if mask.faults:
            continue
        table = slot_table(mask.mask, derive_slots(mask.mask))
        board, live, fits = open_fill(table, words, usual.fill, floor=1.0)
        if not fits:
            found.append((mask.kappa, False, 0))
            continue
        kappa = measure_kappa(words, board, live)
        result = run_search(words, usual.fill, board, live, random=state, nodes=nodes)
        found.append((kappa, result == FILLED, int(live.statistics[NODES])))
    return found


def binned(found: Sequence[tuple[float, bool, int]], width: float = 0.02) -> list[dict[str, Any]]:
    """Masks by kappa: how many, how many filled, median decisions."""
    rows = []
    for low in np.arange(0.7, 1.1, width):
        inside = [point for point in found if low <= point[0] < low + width]
        if inside:
            rows.append(
                {
                    "kappa": f"{low:.2f} to {low + width:.2f}",
                    "masks": len(inside),
                    "filled": sum(point[1] for point in inside),
                    "share": round(sum(point[1] for point in inside) / len(inside), 3),
                    "decisions_median": int(np.median([point[2] for point in inside])),
                }
            )
    return rows


def plot(found: Sequence[tuple[float, bool, int]], rows: Sequence[dict[str, Any]], title: str) -> str:
    """An SVG: the decisions of each mask over kappa."""
    series = []
    for label, filled in (("filled", True), ("not within the budget", False)):
        # Points that would lie on one another are drawn once, so the image stays small.
        near = {
            (round(kappa, 3), float(f"{max(nodes, 1):.2g}")) for kappa, done, nodes in found if done == filled
        }
        points = sorted(near)
        if points:
            series.append(Series(label, [p[0] for p in points], [p[1] for p in points], "points"))
    middle = [float(row["kappa"].split()[0]) + 0.01 for row in rows]
    series.append(Series("median", middle, [max(row["decisions_median"], 1) for row in rows]))
    return line_chart(series, title=title, x=Axis("kappa, measured"), y=Axis("decisions", log=True))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table, writes the plot and JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="sk")
    parser.add_argument("--masks", type=int, default=550)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--plot", type=Path, default=Path("output/kappa.svg"))
    parser.add_argument("--json", type=Path, default=Path("output/bench-kappa.json"))
    options = parser.parse_args(arguments)
    equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), options.lang)
    found = search_masks(equipment, options.masks, options.nodes)
    rows = binned(found)
    title = f"{len(found)} masks of 8x8 to 18x18, {options.lang}, at most {options.nodes:,} decisions"
    print_table(title, rows)
    write_file(options.plot, plot(found, rows, title).encode())
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({"bins": rows, "points": found}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
