"""The charts of a corpus's quality: metrics per size, what comes again, the secret, success and effort."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from factory.inspect.gate import by_size
from factory.inspect.summary import summarise
from factory.puzzle import Puzzle
from factory.ship.charts import Axis, Bars, Series, bar_chart, line_chart
from factory.ship.preview_data import METRICS, Corpus, Metric
from factory.ship.report_page import (
    ROOM,
    effort_chart,
    rejections_chart,
    reuse_chart,
    size_labels,
    spread_chart,
    success_chart,
)

CHARTED: Final = (
    "mean_zipf", "rare_share", "limited_share", "codes_per_15_slots", "two_cell_share", "mean_length",
    "inner_clue_share", "dead_clue_cells", "secret_spread",
)  # fmt: skip
"""Metrics whose distribution is drawn; the others hardly vary, and the table has them all."""
CURVES: Final = 5
"""Sizes that have a curve of their own."""
POINTS: Final = 60
"""Points of a curve."""


def quality_charts(corpus: Corpus) -> dict[str, list[str]]:
    """The charts by heading; a corpus without a puzzle has those of effort alone."""
    groups = by_size(corpus.puzzles)
    tried = [size for size in corpus.report["sizes"] if size["attempts"]]
    charts: dict[str, list[str]] = {}
    if groups:
        named = {metric.name: metric for metric in METRICS}
        charts["Distribution of the metrics by size"] = [
            metric_chart(named[name], groups, [getattr(corpus.limits[size], name, None) for size in groups])
            for name in CHARTED
        ]
        rows = {size: row for size, row in summarise(corpus.puzzles).items() if size != "all"}
        charts["What comes again"] = [
            new_chart("answers", groups),
            new_chart("clues", groups),
            reuse_chart(rows),
            distance_chart(rows),
            uses_chart(corpus.puzzles),
        ]
        spreads = [float(puzzle.quality["secret_spread"]) for puzzle in corpus.puzzles
                   if "secret_spread" in puzzle.quality]  # fmt: skip
        charts["The secret"] = [spread_chart(spreads), secret_chart(corpus.puzzles)]
    if tried:
        charts["Success and effort"] = [success_chart(tried), effort_chart(tried), rejections_chart(tried)]
    return charts


def metric_chart(metric: Metric, groups: dict[str, list[Puzzle]], limits: Sequence[float | None]) -> str:
    """An SVG: median and middle nine tenths of a metric over the sizes, and its limit."""
    sides = [math.sqrt(group[0].rows * group[0].cols) for group in groups.values()]
    values = [
        [float(puzzle.quality.get(metric.name, math.nan)) for puzzle in group] for group in groups.values()
    ]
    low, middle, high = ([float(np.quantile(group, q)) for group in values] for q in (0.05, 0.5, 0.95))
    lines = [
        Series("median", sides, middle, colour=0),
        Series("nine tenths lie between", sides, low, "dashes", colour=0),
        Series("_", sides, high, "dashes", colour=0),  # one name for both
    ]
    known = [(side, float(limit)) for side, limit in zip(sides, limits, strict=True) if limit is not None]
    if known:
        lines.append(
            Series("limit", [side for side, _ in known], [limit for _, limit in known], "dashes", colour=1)
        )
    top = ROOM * max(*high, *(limit for _, limit in known), 1e-3)
    y = Axis(
        "",
        percent=metric.kind == "share",
        low=None if metric.high_is_good else 0,
        high=None if metric.high_is_good else top,
    )
    return line_chart(lines, title=metric.label.capitalize(), x=Axis("side of the grid"), y=y)


def new_chart(what: str, groups: dict[str, list[Puzzle]]) -> str:
    """An SVG: how much of what each puzzle uses was new, as a size grows; `what` is "answers" or "clues"."""
    sizes = list(groups)
    chosen = sorted({round(i * (len(sizes) - 1) / (CURVES - 1)) for i in range(CURVES)})
    curves = []
    for size in (sizes[i] for i in chosen):
        seen: set[str] = set()
        uses = new = 0
        shares = []
        for puzzle in groups[size]:
            things = [e.answer if what == "answers" else f"{e.answer}\t{e.clue}" for e in puzzle.entries]
            uses += len(things)
            new += len(set(things) - seen)
            seen.update(things)
            shares.append(new / uses)
        shown = sorted({round(i) for i in np.linspace(0, len(shares) - 1, POINTS)})
        curves.append(Series(size, [i + 1 for i in shown], [shares[i] for i in shown]))
    y = Axis("different ones of all uses", percent=True, low=0, high=1.02)
    return line_chart(curves, title=f"Different {what} as a size grows", x=Axis("puzzles of the size"), y=y)


def distance_chart(rows: dict[str, dict[str, float | int | None]]) -> str:
    """An SVG: the median number of puzzles from one use to the next."""
    groups = {
        what: [float(row[f"{kind}_median_distance"] or 0) for row in rows.values()]
        for what, kind in (("answers", "answer"), ("clues", "clue"))
    }
    return bar_chart(
        Bars("Puzzles until a word or clue comes again", size_labels(rows), groups, Axis("median"))
    )


def uses_chart(puzzles: Sequence[Puzzle]) -> str:
    """An SVG: uses of the most used, the second most used answer, and so on."""
    curves = []
    for label, uses in (
        ("answers", Counter(entry.answer for puzzle in puzzles for entry in puzzle.entries)),
        ("clues", Counter((entry.answer, entry.clue) for puzzle in puzzles for entry in puzzle.entries)),
    ):
        counts = sorted(uses.values(), reverse=True)
        ranks = sorted({round(rank) for rank in np.geomspace(1, len(counts), POINTS)})
        curves.append(Series(label, ranks, [counts[rank - 1] for rank in ranks], "dashes"))
    x, y = Axis("rank, the most used first", log=True), Axis("uses in the corpus", log=True)
    return line_chart(curves, title="How often the most used ones are used", x=x, y=y)


def secret_chart(puzzles: Sequence[Puzzle]) -> str:
    """An SVG: in how many hundredths of the letter cells a secret cell lies, in reading order."""
    tenths = [0] * 10
    for puzzle in puzzles:
        order = [
            (r, c) for r, row in enumerate(puzzle.grid) for c, cell in enumerate(row) if cell is not None
        ]
        place = {cell: i for i, cell in enumerate(order)}
        for cell in puzzle.secret.cells:
            tenths[10 * place[cell] // len(order)] += 1
    total = sum(tenths) or 1
    labels = [f"{i + 1}." for i in range(10)]
    panel = Bars("Where secret cells lie", labels, {"share": [n / total for n in tenths]},
                 Axis("of all secret cells", percent=True), x_label="tenth of the grid, in reading order")  # fmt: skip
    return bar_chart(panel)
