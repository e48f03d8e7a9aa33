"""The report of a run as one self-contained page with charts: no network, no script."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from factory.inspect.summary import Row
from factory.ship.charts import Axis, Bars, bar_chart, histogram, inline
from factory.ship.page_template import load_template

SPREADS = [step / 20 for step in range(17)]
"""Bins of the secret's spread."""
ROOM = 1.3
"""Height of an axis over its highest bar, where a legend stands above."""


def render_report(
    report: Mapping[str, Any],
    quality: Mapping[str, Row],
    spreads: Sequence[float],
    withdrawn: Sequence[tuple[str, str]],
) -> str:
    """The page of a report.

    Args:
        report: as in report.json.
        quality: as of factory.inspect.summary.summarise, per size and for "all".
        spreads: the secret's spread of each published puzzle.
        withdrawn: id and reason of each withdrawn puzzle.
    """
    sizes = report["sizes"]
    tried = [size for size in sizes if size["attempts"]]
    published = {size: row for size, row in quality.items() if size != "all"}
    charts = [_puzzles(sizes)]
    if tried:
        charts += [success_chart(tried), effort_chart(tried), rejections_chart(tried)]
    if published:
        charts += [reuse_chart(published), spread_chart(spreads)]
    if any("jokes" in size for size in sizes):
        charts.append(_jokes(sizes))
    return load_template("report.html.j2").render(
        lang=report["lang"],
        seed=report["seed"],
        sizes=sizes,
        published=sum(min(size["wanted"], size["accepted"]) for size in sizes),
        attempts=sum(size["attempts"] for size in sizes),
        cpu_seconds=sum(size["cpu_seconds"] for size in sizes),
        quality=published,
        lacking={size["size"]: n for size in sizes if (n := size.get("more_with_more_jokes", 0))},
        withdrawn=withdrawn,
        charts=[Markup(inline(chart)) for chart in charts],
    )


def _puzzles(sizes: Sequence[Mapping[str, Any]]) -> str:
    made = [min(size["wanted"], size["accepted"]) for size in sizes]
    groups = {
        "published": made,
        "in reserve": [size["accepted"] - n for size, n in zip(sizes, made, strict=True)],
        "missing": [size["wanted"] - n for size, n in zip(sizes, made, strict=True)],
    }
    return _stacked("Puzzles", sizes, groups, "puzzles")


def success_chart(sizes: Sequence[Mapping[str, Any]]) -> str:
    """An SVG: The accepted attempts of all, per size."""
    values = [size["success_per_attempt"] or 0.0 for size in sizes]
    axis = Axis("accepted of all attempts", percent=True, low=0, high=1)
    return bar_chart(Bars("Success", _labels(sizes), {"success": values}, axis))


def effort_chart(sizes: Sequence[Mapping[str, Any]]) -> str:
    """An SVG: CPU seconds per puzzle, per size."""
    values = [size["cpu_seconds_per_accepted"] or 0.0 for size in sizes]
    return bar_chart(Bars("Effort", _labels(sizes), {"CPU": values}, Axis("CPU seconds per puzzle")))


def rejections_chart(sizes: Sequence[Mapping[str, Any]]) -> str:
    """An SVG: the share of the attempts that each reason took; rare reasons together."""
    shares: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(sizes))
    for number, size in enumerate(sizes):
        for reason, n in size["rejections"].items():
            shares[reason][number] = n / size["attempts"]
    ranked = sorted(shares.items(), key=lambda item: (-sum(item[1]), item[0]))
    groups = dict(ranked[:6])
    if ranked[6:]:
        groups["other reasons"] = [
            sum(values) for values in zip(*(share for _, share in ranked[6:]), strict=True)
        ]
    return _stacked("Rejected attempts by stage and reason", sizes, groups, "of all attempts", percent=True)


def reuse_chart(rows: Mapping[str, Row]) -> str:
    """An SVG: Per size how much of what the puzzles use was there before."""
    groups = {
        "answers": [1 - float(row["answer_distinct"] or 1) for row in rows.values()],
        "clues": [1 - float(row["clue_distinct"] or 1) for row in rows.values()],
    }
    high = ROOM * max(*groups["answers"], *groups["clues"], 0.01)
    axis = Axis("uses of what was there before", percent=True, low=0, high=high)
    return bar_chart(Bars("Reuse of answers and clues", size_labels(rows), groups, axis))


def spread_chart(spreads: Sequence[float]) -> str:
    """An SVG: How evenly the secrets lie."""
    return histogram(
        spreads,
        bins=SPREADS,
        title="Spread of the secret",
        x=Axis("unevenness of the gaps, 0 = even"),
        height=4.0,
    )


def _jokes(sizes: Sequence[Mapping[str, Any]]) -> str:
    known = [size for size in sizes if "jokes" in size]
    groups = {part: [size["jokes"][part] for size in known] for part in ("told", "left")}
    return _stacked("Jokes", known, groups, "jokes")


def _stacked(
    title: str,
    sizes: Sequence[Mapping[str, Any]],
    groups: Mapping[str, Sequence[float]],
    label: str,
    *,
    percent: bool = False,
) -> str:
    """Bars of the groups that are not empty, with room for the legend above them."""
    shown = {name: values for name, values in groups.items() if any(values)}
    top = max((sum(values) for values in zip(*shown.values(), strict=True)), default=0) or 1
    axis = Axis(label, percent=percent, low=0, high=ROOM * top)
    return bar_chart(Bars(title, _labels(sizes), shown, axis, stacked=True))


def _labels(sizes: Sequence[Mapping[str, Any]]) -> list[str]:
    return size_labels([size["size"] for size in sizes])


def size_labels(sizes: Sequence[str] | Mapping[str, Row]) -> list[str]:
    """Square sizes by one number, so that they have room below the bars."""
    return [size.partition("x")[0] if len(set(size.split("x"))) == 1 else size for size in sizes]
