"""Measures success per attempt, per size and language: of free fills, and of whole planned jobs with what rejects them.

An attempt is one default mask and the search in it. Beside each share stands Wilson's 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from factory.bench.text import print_table
from factory.corpus.capacity import random_state
from factory.corpus.epoch import epoch_jobs
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH
from factory.grid import derive_slots, slot_table
from factory.stages.fill import FillStatus, fill_mask
from factory.stages.mask import find_mask

SIZES = tuple(range(8, 19))


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a binomial share (1927)."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    return (middle - half) / (1 + z * z / trials), (middle + half) / (1 + z * z / trials)


def share_text(successes: int, trials: int) -> str:
    """A share in percent with its interval: "97 (91-99)"."""
    low, high = wilson(successes, trials)
    return f"{100 * successes / max(trials, 1):.0f} ({100 * low:.0f}-{100 * high:.0f})"


def free_fills(equipment: Equipment, size: int, seeds: Sequence[int]) -> dict[str, Any]:
    """How many default masks are filled by the ladder of common words, without a joke."""
    settings = equipment.settings(size, size)
    filled = nodes = 0
    begin = time.process_time()
    for seed in seeds:
        state = random_state(size, seed)
        mask = find_mask(size, size, equipment.words, settings.mask, random=state).mask
        fill = fill_mask(slot_table(mask, derive_slots(mask)), equipment.words, settings.fill, random=state)
        filled += fill.status is FillStatus.FILLED
        nodes += fill.statistics.nodes
    return {
        "fills": len(seeds),
        "filled": filled,
        "filled_share": share_text(filled, len(seeds)),
        "decisions": round(nodes / len(seeds)),
        "fill_ms": round(1000 * (time.process_time() - begin) / len(seeds), 1),
    }


def planned_jobs(equipment: Equipment, size: int, jobs: int, seed: int) -> dict[str, Any]:
    """Attempts of whole jobs as the corpus runs them, and the reasons of the rejected ones."""
    stream = Stream(equipment.language.base.language, size, size)
    epoch = equipment.language.base.corpus.epoch
    reasons: Counter[str] = Counter()
    done = made = 0
    begin = time.process_time()
    for number in range(-(-jobs // epoch)):
        state = replace(FRESH, next_epoch=number, next_job=number * epoch)
        for job in epoch_jobs(equipment, stream, state, seed=seed)[: jobs - done]:
            result = run_job(equipment, job)
            done += 1
            made += result.draft is not None
            reasons.update(f"{rejection.stage} {rejection.reason}" for rejection in result.rejections)
    attempts = made + reasons.total()
    return {
        "jobs": done,
        "puzzles": made,
        "attempts": attempts,
        "success": share_text(made, attempts),
        "job_ms": round(1000 * (time.process_time() - begin) / max(made, 1), 1),
        "rejected": ", ".join(f"{reason} {n}" for reason, n in sorted(reasons.items())),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a table for each language and writes them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", nargs="+", default=["sk", "cs", "en", "de"])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--fills", type=int, default=100, help="free fills a size; 0: none")
    parser.add_argument("--jobs", type=int, default=60, help="planned jobs a size; 0: none")
    parser.add_argument(
        "--seed", type=int, default=90_000, help="the first seed of the fills, that of the jobs"
    )
    parser.add_argument("--config", type=Path, default=Path("config"))
    parser.add_argument("--json", type=Path, default=Path("output/bench-success.json"))
    options = parser.parse_args(arguments)
    report: dict[str, Any] = {}
    for lang in options.lang:
        equipment = equip(House(options.config, Path("dictionaries"), Path("jokes")), lang)
        warm_up(equipment)
        report[lang] = []
        for size in options.sizes:
            row: dict[str, Any] = {"size": f"{size}x{size}"}
            if options.fills:
                row |= free_fills(equipment, size, range(options.seed, options.seed + options.fills))
            if options.jobs:
                row |= planned_jobs(equipment, size, options.jobs, options.seed)
            report[lang].append(row)
        print_table(lang, report[lang])
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
