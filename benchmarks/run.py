"""Measures the stages and whole puzzles per size; `make bench` prints the tables and writes output/bench.json.

Times are CPU seconds of one process; node and step counts stand beside them, since they do not depend on the
machine. benchmarks.plain compares with a plain generator.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

from factory.corpus.epoch import epoch_jobs
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH
from factory.grid import derive_slots, slot_table
from factory.stages.fill import FillStatus, fill_mask
from factory.stages.mask import find_mask

SIZES = (8, 10, 12, 15, 18)


def bench_stages(equipment: Equipment, size: int, n: int) -> dict[str, Any]:
    """Mask and free fill over `n` seeds: times, counts and success per attempt."""
    settings = equipment.settings(size, size)
    mask_ms, fill_ms, steps, nodes, slots, filled, start = [], [], [], [], [], 0, time.process_time()
    for seed in range(n):
        state = np.random.SeedSequence(seed, spawn_key=(size,)).generate_state(2, np.uint64).astype(np.uint64)
        begin = time.process_time()
        found = find_mask(size, size, equipment.words, settings.mask, random=state)
        mask_ms.append(1000 * (time.process_time() - begin))
        derived = derive_slots(found.mask)
        begin = time.process_time()
        fill = fill_mask(slot_table(found.mask, derived), equipment.words, settings.fill, random=state)
        fill_ms.append(1000 * (time.process_time() - begin))
        steps.append(found.steps)
        nodes.append(fill.statistics.nodes)
        slots.append(len(derived))
        filled += fill.status is FillStatus.FILLED
    return {
        "size": size,
        "attempts": n,
        "mask_ms_median": round(median(mask_ms), 1),
        "mask_steps_mean": round(fmean(steps)),
        "fill_ms_median": round(median(fill_ms), 1),
        "fill_ms_mean": round(fmean(fill_ms), 1),
        "nodes_mean": round(fmean(nodes)),
        "slots_mean": round(fmean(slots), 1),
        "filled": filled,
        "cpu_s_per_filled": round((time.process_time() - start) / max(filled, 1), 4),
    }


def bench_puzzles(equipment: Equipment, lang: str, size: int, n: int) -> dict[str, Any]:
    """Whole jobs as the corpus runs them: success per attempt and CPU seconds per puzzle."""
    stream = Stream(lang, size, size)
    made = attempts = 0
    begin = time.process_time()
    for epoch in range(-(-n // equipment.language.base.corpus.epoch)):
        state = replace(FRESH, next_epoch=epoch, next_job=epoch * equipment.language.base.corpus.epoch)
        for job in epoch_jobs(equipment, stream, state, seed=1):
            result = run_job(equipment, job)
            made += result.draft is not None
            attempts += len(result.rejections) + (result.draft is not None)
    return {
        "size": size,
        "puzzles": made,
        "attempts": attempts,
        "success_per_attempt": round(made / attempts, 3),
        "cpu_s_per_puzzle": round((time.process_time() - begin) / max(made, 1), 4),
    }


def print_table(title: str, rows: list[dict[str, Any]]) -> None:
    """Prints rows of equal keys as a table."""
    print(f"\n{title}")
    names = list(rows[0])
    widths = [max(len(name), *(len(str(row[name])) for row in rows)) for name in names]
    print("  ".join(name.rjust(width) for name, width in zip(names, widths, strict=True)))
    for row in rows:
        print("  ".join(str(row[name]).rjust(width) for name, width in zip(names, widths, strict=True)))


def main() -> None:
    """Runs all benchmarks of a language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="sk")
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--json", type=Path, default=Path("output/bench.json"))
    options = parser.parse_args()
    equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), options.lang)
    warm_up(equipment)
    for size in SIZES:
        bench_stages(equipment, size, 1)
    print(
        f"{options.lang}: {len(equipment.index)} answers, {platform.machine()}, Python {platform.python_version()}"
    )
    report: dict[str, Any] = {"lang": options.lang, "answers": len(equipment.index)}
    report["stages"] = [bench_stages(equipment, size, options.seeds) for size in SIZES]
    print_table("mask and free fill", report["stages"])
    report["puzzles"] = [bench_puzzles(equipment, options.lang, size, options.seeds) for size in SIZES]
    print_table("whole puzzles", report["puzzles"])
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
