"""Charts as SVG, in the house's colours: lines, points, bars and histograms, drawn by matplotlib.

The same figures give the same bytes. Text stays text, so that it can be selected, searched and read aloud.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:  # imported where a chart is drawn: it takes half a second
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS: Final = (
    "#2f6db3",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#7a5195",
    "#8c6d1f",
    "#56b4e9",
    "#6b7785",
    "#a11d33",
    "#3b3f8c",
)
"""Of series, told apart by the colour-blind too (after Okabe and Ito)."""
CROWDED: Final = 4
"""More lines than these have their legend beside the chart instead of in it."""
INK, SOFT, HAIR, PAPER = "#1d2a38", "#5b6875", "#dfe5eb", "#fefefe"

_SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none", "svg.hashsalt": "krizovkaren", "font.family": "sans-serif", "font.size": 10.5,
    "font.sans-serif": ["DejaVu Sans"], "text.color": INK, "text.parse_math": False, "axes.labelcolor": SOFT,
    "axes.edgecolor": SOFT, "axes.titlecolor": INK, "axes.titlesize": 12.5, "axes.titleweight": "bold",
    "axes.titlelocation": "left", "axes.titlepad": 12, "axes.spines.top": False, "axes.spines.right": False,
    "axes.facecolor": PAPER, "axes.grid": True, "axes.axisbelow": True, "grid.color": HAIR, "grid.linewidth": 0.8,
    "xtick.color": SOFT, "ytick.color": SOFT, "lines.linewidth": 2.0, "lines.markersize": 5,
    "legend.frameon": False, "legend.fontsize": 10, "figure.facecolor": PAPER, "path.simplify": True,
}  # fmt: skip


@dataclass(frozen=True)
class Series:
    """Points of one kind; y may hold nan where nothing was measured."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    style: Literal["line", "points", "dashes"] = "line"
    colour: int | None = None
    """Its number in COLOURS; without one that of its place."""


@dataclass(frozen=True)
class Axis:
    """What an axis shows."""

    label: str
    log: bool = False
    percent: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Bars:
    """A panel: for each label one bar of each group, side by side or stacked."""

    title: str
    labels: Sequence[str]
    groups: Mapping[str, Sequence[float]]
    y: Axis
    x_label: str = ""
    stacked: bool = False
    goals: Sequence[float | None] = ()
    """Marks to reach, one a label."""
    notes: Sequence[str] = ()
    """Written above the bars, one a label."""


def line_chart(
    series: Sequence[Series], *, title: str, x: Axis, y: Axis, width: float = 7.2, height: float = 4.0
) -> str:
    """An SVG of lines and points over common axes; sizes in inches of 96 pixels."""
    import matplotlib as mpl

    with mpl.rc_context(_SETTINGS):
        figure, axes = _canvas(title, width, height)
        for number, one in enumerate(series):
            colour = COLOURS[(number if one.colour is None else one.colour) % len(COLOURS)]
            if one.style == "points":
                axes.scatter(one.x, one.y, s=14, alpha=0.55, color=colour, linewidths=0, label=one.label)
            else:
                dashes = "--" if one.style == "dashes" else "-"
                marker = "o" if len(one.x) <= 30 and one.style == "line" else None
                axes.plot(one.x, one.y, dashes, marker=marker, color=colour, label=one.label)
        _label(axes, x, y)
        if len(series) > CROWDED:
            figure.legend(loc="outside right upper")
        elif len(series) > 1:
            axes.legend()
        return _svg(figure, title)


def bar_chart(panel: Bars, *, width: float = 7.2, height: float = 4.0) -> str:
    """An SVG of one panel of bars."""
    return bar_charts([[panel]], title=panel.title, width=width, height=height)


def bar_charts(rows: Sequence[Sequence[Bars]], *, title: str, width: float = 9.6, height: float = 6.4) -> str:
    """An SVG of panels of bars, in rows."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        if len(rows) > 1:
            figure.suptitle(title, x=0.01, ha="left", weight="bold", size=15)
        for row, band in zip(rows, figure.subfigures(len(rows), 1, squeeze=False)[:, 0], strict=True):
            widths = [len(one.labels) + 2 for one in row]
            places = band.subplots(1, len(row), width_ratios=widths, squeeze=False)[0]
            for one, axes in zip(row, places, strict=True):
                _draw_bars(axes, one)
        return _svg(figure, title)


def histogram(
    values: Sequence[float],
    *,
    bins: Sequence[float],
    title: str,
    x: Axis,
    width: float = 7.2,
    height: float = 3.2,
) -> str:
    """An SVG of how often values fall between the edges `bins`, as a share of all; the outer bins are open."""
    import matplotlib as mpl

    with mpl.rc_context(_SETTINGS):
        figure, axes = _canvas(title, width, height)
        inside = [min(max(value, bins[0]), bins[-1]) for value in values]
        weights = [1 / len(inside)] * len(inside)
        axes.hist(inside, bins=list(bins), weights=weights, color=COLOURS[0], rwidth=0.92)
        axes.grid(False, axis="x")
        _label(axes, x, Axis("share", percent=True))
        return _svg(figure, title)


def inline(svg: str) -> str:
    """The chart for the inside of a page: it follows the page's width and its light or dark theme.

    The page may set --ink, --soft, --edge and --card; without them the chart keeps its own colours.
    """
    body = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    body = re.sub(r'<g id="[^"]*"', "<g", body)
    body = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r'\1 width="100%"', body, count=1)
    for colour, name in ((INK, "--ink"), (SOFT, "--soft"), (HAIR, "--edge"), (PAPER, "--card")):
        body = body.replace(colour, f"var({name}, {colour})")
    return body


def _draw_bars(axes: Axes, bars: Bars) -> None:
    axes.set_title(bars.title)
    count = len(bars.labels)
    room = 0.8 if bars.stacked else 0.8 / max(len(bars.groups), 1)
    base = [0.0] * count
    for number, (name, values) in enumerate(bars.groups.items()):
        shift = 0.0 if bars.stacked else (number - (len(bars.groups) - 1) / 2) * room
        places = [place + shift for place in range(count)]
        colour = COLOURS[number % len(COLOURS)]
        drawn = axes.bar(
            places, values, room * 0.94, bottom=base if bars.stacked else 0, color=colour, label=name
        )
        if bars.stacked:
            base = [low + value for low, value in zip(base, values, strict=True)]
    if bars.notes:
        axes.bar_label(drawn, bars.notes, padding=2, fontsize=8.5, color=SOFT)
        axes.margins(y=0.12)
    marks = [(place, goal) for place, goal in enumerate(bars.goals) if goal is not None]
    if marks:
        at, wanted = zip(*marks, strict=True)
        left, right = [place - 0.45 for place in at], [place + 0.45 for place in at]
        axes.hlines(wanted, left, right, colors=INK, lw=2, label="wanted")
    axes.set_xticks(range(count), bars.labels)
    axes.grid(False, axis="x")
    _label(axes, Axis(bars.x_label), bars.y)
    if all(isinstance(value, int) for values in bars.groups.values() for value in values):
        axes.locator_params(axis="y", integer=True)
    if len(bars.groups) > 1 or marks or (bars.stacked and bars.groups):
        axes.legend()


def _canvas(title: str, width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title)
    return figure, axes


def _label(axes: Axes, x: Axis, y: Axis) -> None:
    for axis, ticks, name in ((x, axes.xaxis, "x"), (y, axes.yaxis, "y")):
        getattr(axes, f"set_{name}label")(axis.label)
        if axis.log:
            getattr(axes, f"set_{name}scale")("log")
            ticks.set_minor_formatter(lambda *_: "")
        if axis.percent:
            ticks.set_major_formatter(lambda value, _: f"{value * 100:.3g} %")
        elif axis.log or name == "y":
            ticks.set_major_formatter(lambda value, _: f"{value:,.10g}")
        if axis.low is not None or axis.high is not None:
            getattr(axes, f"set_{name}lim")(axis.low, axis.high)


def _svg(figure: Figure, title: str) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
    text = out.getvalue()
    return text[text.index("<svg") :]
