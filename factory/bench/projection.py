"""What a large corpus costs, projected from a smaller one that the real command made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from factory.bench.processes import CorpusRun
from factory.bench.text import Row
from factory.errors import FactoryError

PUZZLES: Final = 14_000
"""In all, spread evenly over languages and sizes."""
PUBLISHED_CPU_HOURS: Final = 39
"""Of as many puzzles by the published method."""


@dataclass(frozen=True)
class Projection:
    """CPU seconds of the whole, and minutes when all cores are kept busy."""

    measured: int
    puzzles: int
    job_seconds: float
    closing_seconds: float
    """Closing epochs, verifying, bundle and report, all taken to grow with the puzzles."""
    start_seconds: float
    """Starting and ending, once a language."""

    @property
    def cpu_seconds(self) -> float:
        """Of everything."""
        return self.job_seconds + self.closing_seconds + self.start_seconds

    def minutes(self, cores: int) -> float:
        """Wall minutes on cores that nobody else uses."""
        return self.cpu_seconds / 60 / cores


@dataclass(frozen=True)
class Measured:
    """A language's runs: a large one, and the smallest possible, whose cost beside its jobs counts as the start."""

    run: CorpusRun
    smallest: CorpusRun

    @property
    def start_seconds(self) -> float:
        """CPU seconds of starting and ending."""
        return self.smallest.cpu_seconds - self.smallest.job_seconds

    @property
    def closing_seconds(self) -> float:
        """CPU seconds for each puzzle beside its job."""
        more = self.run.cpu_seconds - self.run.job_seconds - self.start_seconds
        return max(0.0, more) / self.run.puzzles


def project(measured: Sequence[Measured], *, puzzles: int = PUZZLES) -> Projection:
    """The cost of `puzzles` spread evenly over the languages and sizes of the runs.

    Raises:
        FactoryError: a size of a language has no puzzle.
    """
    for one in measured:
        for total in one.run.totals:
            if not total.accepted:
                raise FactoryError(
                    f"{one.run.lang} {total.rows}x{total.cols}: no puzzle, nothing to project from"
                )
    each = puzzles / sum(len(one.run.totals) for one in measured)
    return Projection(
        measured=sum(one.run.puzzles for one in measured),
        puzzles=puzzles,
        job_seconds=sum(
            each * total.cpu_seconds / total.accepted for one in measured for total in one.run.totals
        ),
        closing_seconds=sum(each * len(one.run.totals) * one.closing_seconds for one in measured),
        start_seconds=sum(one.start_seconds for one in measured),
    )


def size_rows(runs: Sequence[CorpusRun]) -> list[Row]:
    """CPU seconds of the jobs for each puzzle, by size and language."""
    sizes = [total.rows for total in runs[0].totals]
    rows: list[Row] = []
    for at, size in enumerate(sizes):
        costs = {run.lang: run.totals[at].cpu_seconds / run.totals[at].accepted for run in runs}
        mean = sum(costs.values()) / len(costs)
        rows.append(
            {"size": size, **{lang: round(cost, 4) for lang, cost in costs.items()}, "mean": round(mean, 4)}
        )
    return rows


def run_rows(measured: Sequence[Measured]) -> list[Row]:
    """What each run took as a whole."""
    return [
        {
            "lang": run.lang,
            "puzzles": run.puzzles,
            "wall_s": round(run.wall_seconds, 1),
            "cpu_s": round(run.cpu_seconds, 1),
            "in_jobs_s": round(run.job_seconds, 1),
            "start_s": round(one.start_seconds, 1),
            "closing_s_per_puzzle": round(one.closing_seconds, 4),
            "busy_cores": round(run.cpu_seconds / run.wall_seconds, 2),
        }
        for one in measured
        for run in (one.run,)
    ]


def projection_rows(projection: Projection) -> list[Row]:
    """The projection as a table of one row."""
    return [
        {
            "measured": projection.measured,
            "projected": projection.puzzles,
            "jobs_cpu_min": round(projection.job_seconds / 60, 1),
            "closing_cpu_min": round(projection.closing_seconds / 60, 1),
            "start_cpu_min": round(projection.start_seconds / 60, 1),
            "cpu_min": round(projection.cpu_seconds / 60, 1),
            "min_on_2_cores": round(projection.minutes(2), 1),
            "published_cpu_min": PUBLISHED_CPU_HOURS * 60,
            "times_less": round(PUBLISHED_CPU_HOURS * 3600 / projection.cpu_seconds),
        }
    ]
