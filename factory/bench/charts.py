"""Charts of how the cost of a puzzle grows: with its size, with the lexicon, with the workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from factory.bench.text import Row
from factory.ship.charts import Axis, Bars, Series, bar_chart, line_chart

SIZE: Final = Axis("rows and columns")


def size_chart(rows: Sequence[Row], series: Sequence[str]) -> str:
    """CPU seconds over the size, a line for each column named."""
    lines = [Series(name, _column(rows, "size"), _column(rows, name)) for name in series]
    return line_chart(lines, title="CPU seconds per puzzle", x=SIZE, y=Axis("CPU s", low=0), height=3.4)


def lexicon_chart(rows: Sequence[Row]) -> str:
    """CPU seconds over the words of the lexicon, a line for each size."""
    lines = []
    for size in dict.fromkeys(row["size"] for row in rows):
        own = [row for row in rows if row["size"] == size and row["cpu_s_per_puzzle"] is not None]
        lines.append(Series(f"{size}x{size}", _column(own, "answers"), _column(own, "cpu_s_per_puzzle")))
    x = Axis("answers of the lexicon", low=0)
    y = Axis("CPU s, logarithmic", log=True)
    return line_chart(lines, title="CPU seconds per puzzle over the lexicon", x=x, y=y, height=3.4)


def workers_chart(rows: Sequence[Row]) -> str:
    """CPU seconds of whole runs for each number of workers, those in jobs and the rest."""
    jobs, whole = _column(rows, "in_jobs_s"), _column(rows, "cpu_s")
    rest = [all_ - own for all_, own in zip(whole, jobs, strict=True)]
    labels = [f"{row['workers']} worker{'s' if row['workers'] != 1 else ''}" for row in rows]
    groups = {"jobs": jobs, "start, closing, bundle, report": rest}
    puzzles = round(_column(rows, "puzzles")[0])
    bars = Bars(f"CPU seconds of a run of {puzzles} puzzles", labels, groups, Axis("CPU s"), stacked=True)
    return bar_chart(bars, height=3.0)


def _column(rows: Sequence[Row], name: str) -> list[float]:
    values: list[Any] = [row[name] for row in rows]
    return [float(value) for value in values]
