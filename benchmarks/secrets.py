"""Measures the three ways to hide a punchline, per size: how many jokes end in a puzzle, and how well they lie.

A sample of jokes, drawn with a fixed seed, is tried in each mode; a joke counts as reached when an attempt with it
yields a puzzle before the CPU seconds of the mode are spent. Found mode has no joke beforehand: its figures
are those of the grids, each with the joke that lies evenest, and the number of all jokes that fit one.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

from factory.bench.text import print_table
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.corpus.job import Draft, Job, Stream, finish, run_attempt
from factory.inspect.metrics import other_readings
from factory.puzzle import Puzzle

SECONDS = {"found": 5.0, "planned": 5.0, "placed": 10.0}
"""CPU seconds that a joke (in found mode a grid) may take."""


def in_mode(equipment: Equipment, mode: Any) -> Equipment:
    """The equipment with every size in one mode."""
    by_size = {
        size: replace(of_size, secret=replace(of_size.secret, mode=mode))
        for size, of_size in equipment.language.by_size.items()
    }
    return replace(equipment, language=replace(equipment.language, by_size=by_size))


def candidates(equipment: Equipment, mode: str, size: int) -> list[int]:
    """The jokes that the target of a mode speaks of: short ones when planned, those that can be cut when placed."""
    jokes = range(len(equipment.jokes.jokes))
    if mode == "placed":
        return [joke for joke in jokes if equipment.cuts(joke, size)]
    longest = 7 if size < 10 else 12
    return [joke for joke in jokes if len(equipment.jokes.jokes[joke].cells) <= longest]


def try_joke(equipment: Equipment, size: int, index: int, joke: int | None, seconds: float) -> dict[str, Any]:
    """What came of one joke: the puzzle or None, the attempts, the CPU seconds, the jokes that fit the grid."""
    job = Job(Stream(equipment.language.base.language, size, size), index, 1, joke=joke)
    begin = time.process_time()
    puzzle, fits, attempts = None, 0, 0
    while puzzle is None and time.process_time() - begin < seconds:
        made = run_attempt(equipment, job, attempts).outcome
        attempts += 1
        if isinstance(made, Draft):
            best = min(made.fits, key=lambda fit: (fit[1], fit[0]))[0]
            puzzle = finish(equipment, job, made, joke=best, usage={}, puzzle_id="")
            fits = len(made.fits)
    return {
        "puzzle": puzzle,
        "fits": fits,
        "attempts": attempts,
        "cpu_s": time.process_time() - begin,
    }


def bench_mode(equipment: Equipment, mode: str, size: int, n: int) -> dict[str, Any]:
    """The figures of one mode at one size over `n` jokes."""
    equipment = in_mode(equipment, mode)
    known = candidates(equipment, mode, size)
    chosen: list[int | None] = [None] * n
    if mode != "found":
        order = np.random.default_rng([size, len(known)]).permutation(known)
        chosen = [int(joke) for joke in order[:n]]
    tries = [try_joke(equipment, size, i, joke, SECONDS[mode]) for i, joke in enumerate(chosen)]
    puzzles = [one["puzzle"] for one in tries if one["puzzle"] is not None]

    def mean(value: Callable[[Puzzle], float]) -> float:
        return round(fmean(map(value, puzzles)), 3) if puzzles else math.nan

    cpu = [one["cpu_s"] for one in tries]
    fits = [one["fits"] for one in tries if one["puzzle"] is not None]
    return {
        "mode": mode,
        "size": size,
        "jokes": len(known),
        "tried": len(tries),
        "reached": len(puzzles),
        "share": round(len(puzzles) / max(1, len(tries)), 3),
        "attempts": round(fmean(one["attempts"] for one in tries), 2) if tries else 0,
        "cpu_s_mean": round(fmean(cpu), 3) if cpu else 0,
        "cpu_s_max": round(max(cpu, default=0), 2),
        "spread": mean(lambda puzzle: float(puzzle.quality["secret_spread"])),
        "in_one_answer": mean(lambda puzzle: float(puzzle.quality["secret_letters_in_one_answer"])),
        "in_one_answer_max": max(
            (int(p.quality["secret_letters_in_one_answer"]) for p in puzzles), default=0
        ),
        "touching": mean(lambda puzzle: float(puzzle.quality["secret_adjacent"])),
        "log10_other_readings": round(median(math.log10(1 + other_readings(p)) for p in puzzles), 2)
        if puzzles
        else math.nan,
        "jokes_that_fit": round(fmean(fits), 1) if mode == "found" and fits else 0,
        "mean_zipf": mean(lambda puzzle: float(puzzle.quality["mean_zipf"])),
    }


def main() -> None:
    """Measures languages, modes and sizes as asked; prints a table a language and writes JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", nargs="+", default=["sk", "cs", "de", "en"])
    parser.add_argument("--mode", nargs="+", default=list(SECONDS), choices=list(SECONDS))
    parser.add_argument("--size", nargs="+", type=int, default=list(range(8, 19)))
    parser.add_argument("--jokes", type=int, default=10, metavar="N", help="a mode and size (default: 10)")
    parser.add_argument("--json", type=Path, default=Path("output/secrets.json"))
    options = parser.parse_args()
    report: dict[str, list[dict[str, Any]]] = {}
    begin = time.process_time()
    for lang in options.lang:
        equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), lang)
        for mode in options.mode:
            warm_up(in_mode(equipment, mode))
        report[lang] = [
            bench_mode(equipment, mode, size, options.jokes) for mode in options.mode for size in options.size
        ]
        print_table(f"{lang}: {len(equipment.jokes.jokes)} jokes", report[lang])
    print(f"\n{time.process_time() - begin:.0f} CPU seconds in all")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
