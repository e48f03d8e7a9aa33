"""Measures word economy: how often answers and clues come again in one stream, with and without cooling.

Makes puzzles of one size in this process, epoch by epoch as a run does; jokes start anew when all are told. Prints a
table and writes JSON, and with --chart an SVG of the reuse over the length of the stream.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from factory.bench.text import print_table
from factory.corpus.epoch import close_epoch, epoch_jobs
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH
from factory.corpus.run import advance
from factory.inspect.summary import reuse
from factory.puzzle import Puzzle
from factory.ship.charts import Axis, Series, line_chart


@dataclass(frozen=True)
class Course:
    """The puzzles of a stream under one setting of the cooling, and what they cost."""

    weight: float
    half_life: float
    puzzles: tuple[Puzzle, ...]
    jobs: int
    attempts: int
    nodes: int
    cpu_seconds: float

    @property
    def label(self) -> str:
        """As in the legend."""
        return f"weight {self.weight:g}, half-life {self.half_life:g}" if self.weight else "without cooling"


def run_stream(equipment: Equipment, stream: Stream, wanted: int, *, seed: int) -> Course:
    """The first `wanted` puzzles of a stream."""
    cooling = equipment.settings(stream.rows, stream.cols).cooling
    state, puzzles = FRESH, []
    jobs = attempts = nodes = 0
    begin = time.process_time()
    while len(puzzles) < wanted:
        if len(state.used_jokes) > len(equipment.jokes.jokes) // 2:
            state = replace(state, used_jokes=frozenset())
        results = [run_job(equipment, job) for job in epoch_jobs(equipment, stream, state, seed=seed)]
        record = close_epoch(equipment, stream, state.next_epoch, state, results)
        state = advance(state, record)
        puzzles += [accepted.puzzle for accepted in record.accepted]
        jobs += record.jobs
        attempts += len(record.accepted) + len(record.rejections)
        nodes += record.nodes
    cpu = time.process_time() - begin
    return Course(cooling.weight, cooling.half_life, tuple(puzzles[:wanted]), jobs, attempts, nodes, cpu)


def row(course: Course) -> dict[str, Any]:
    """The figures of a course over all its puzzles."""
    puzzles = course.puzzles
    answers = reuse([[entry.answer for entry in puzzle.entries] for puzzle in puzzles])
    clues = reuse([[f"{entry.answer}\t{entry.clue}" for entry in puzzle.entries] for puzzle in puzzles])
    return {
        "weight": course.weight,
        "half_life": course.half_life,
        "puzzles": len(puzzles),
        "different": len({entry.answer for puzzle in puzzles for entry in puzzle.entries}),
        "distinct": answers["distinct"],
        "top_1_percent": answers["top_1_percent"],
        "median_distance": answers["median_distance"],
        "clue_distinct": clues["distinct"],
        "clue_distance": clues["median_distance"],
        "mean_zipf": round(sum(float(puzzle.quality["mean_zipf"]) for puzzle in puzzles) / len(puzzles), 3),
        "success": round(len(puzzles) / course.attempts, 3),
        "nodes_each": round(course.nodes / len(puzzles)),
        "cpu_s_each": round(course.cpu_seconds / len(puzzles), 4),
    }


def curve(course: Course, points: int = 25) -> tuple[list[float], list[float]]:
    """(puzzles, share of answers that are new to the stream's first so many puzzles)."""
    step = max(1, len(course.puzzles) // points)
    counts = list(range(step, len(course.puzzles) + 1, step))
    uses = [[entry.answer for entry in puzzle.entries] for puzzle in course.puzzles]
    return [float(n) for n in counts], [float(reuse(uses[:n])["distinct"] or 0) for n in counts]


def main() -> None:
    """Measures the settings asked for; the first one is meant to be no cooling."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", default="sk")
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--puzzles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--cooling", nargs="+", metavar="WEIGHT:HALF_LIFE", help="default: none, and that of config/default.yaml"
    )  # fmt: skip
    parser.add_argument("--json", type=Path, default=Path("output/reuse.json"))
    parser.add_argument("--chart", type=Path, metavar="FILE.svg")
    options = parser.parse_args()
    equipment = equip(House(Path("config"), Path("dictionaries"), Path("jokes")), options.lang)
    warm_up(equipment)
    settings = equipment.settings(options.size, options.size)
    default = f"{settings.cooling.weight}:{settings.cooling.half_life}"
    stream = Stream(options.lang, options.size, options.size)
    courses = []
    for text in options.cooling or ("0:1", default):
        weight, half_life = (float(part) for part in text.split(":"))
        cooling = replace(settings.cooling, weight=weight, half_life=half_life)
        by_size = {**equipment.language.by_size, options.size: replace(settings, cooling=cooling)}
        changed = replace(equipment, language=replace(equipment.language, by_size=by_size))
        courses.append(run_stream(changed, stream, options.puzzles, seed=options.seed))
        print(json.dumps(row(courses[-1])), flush=True)
    table = [row(course) for course in courses]
    print_table(f"{stream.lang} {stream.size}, one stream", table)
    curves = {course.label: curve(course) for course in courses}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps({"table": table, "curves": curves}, indent=2) + "\n", encoding="utf-8")
    if options.chart:
        svg = line_chart(
            [Series(label, x, y) for label, (x, y) in curves.items()],
            title=f"Different answers per use, {stream.lang} {stream.size}",
            x=Axis("puzzles of the stream", low=0),
            y=Axis("different answers of all used", percent=True, low=0, high=1),
        )
        options.chart.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
