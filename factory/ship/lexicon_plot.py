"""The figures of a lexicon as one SVG image: answers per length against targets, frequencies, capacity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from factory.words.stats import STEP, LexiconStats

WIDTH, HEIGHT = 960, 640
LONGEST: Final = 16
"""Longer answers share the last bar."""

_STYLE: Final = """\
text { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #33404d }
.title { font-size: 22px; font-weight: 600; fill: #17212b }
.head { font-size: 15px; font-weight: 600; fill: #17212b }
.small { font-size: 11px; fill: #5b6875 }
.grid { stroke: #e3e8ed; stroke-width: 1 }
.axis { stroke: #93a0ad; stroke-width: 1 }
.bar { fill: #9fc2e8 }
.dark { fill: #2f6db3 }
.none { fill: #cfd6dd }
.goal { stroke: #c2410c; stroke-width: 2.5 }
.end { text-anchor: end }
.middle { text-anchor: middle }"""


@dataclass(frozen=True)
class Bar:
    """A bar with its label below."""

    label: str
    value: float
    shown: str
    """Written above it."""
    part: float = 0
    """So much of it is dark, from below."""
    goal: float | None = None
    grey: bool = False


@dataclass(frozen=True)
class Panel:
    """Bars in a frame."""

    title: str
    x: int
    y: int
    width: int
    height: int


def plot_lexicon(
    stats: LexiconStats, targets: Mapping[int, int], capacity: Sequence[tuple[int, int, int]]
) -> str:
    """The image; `capacity` holds (size, masks tried, masks filled)."""
    lengths = draw_bars(
        Panel("Answers by number of cells", 60, 118, 860, 190),
        length_bars(stats, targets),
    )
    zipf = draw_bars(
        Panel("Hand-written answers by frequency (Zipf scale)", 60, 398, 520, 170), zipf_bars(stats)
    )
    fills = draw_bars(
        Panel("Masks filled, by size", 650, 398, 270, 170),
        [
            Bar(
                f"{size}", filled / tried if tried else 0, f"{filled}/{tried}", filled / tried if tried else 0
            )
            for size, tried, filled in capacity
        ],
        top=1,
        scale="percent",
    )
    n_families = f"{stats.families:,} families of more than one answer"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" role="img" aria-label="Lexicon {escape(stats.lang)}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text class="title" x="28" y="42">Lexicon {escape(stats.lang)}: {stats.answers:,} answers</text>',
            f'<text class="small" x="28" y="64">{n_families}</text>',
            *_legend(),
            *lengths,
            *zipf,
            *fills,
            "</svg>\n",
        ]
    )


def length_bars(stats: LexiconStats, targets: Mapping[int, int]) -> list[Bar]:
    """Hand-written answers per length, dark where they have two clues, with the targets as marks.

    The target of the greatest length counts all from it on, so it is compared in a bar of its own.
    """
    last = max(targets, default=LONGEST)
    counts = {length: (found.hand_written, found.two_clues) for length, found in stats.lengths.items()}
    bars = []
    for length in range(2, last):
        written, two = counts.get(length, (0, 0))
        bars.append(Bar(f"{length}", written, f"{written:,}", min(two, written), targets.get(length)))
    longer = [counts[length] for length in counts if length >= last]
    written, two = sum(w for w, _ in longer), sum(t for _, t in longer)
    return [*bars, Bar(f"{last} and more", written, f"{written:,}", min(two, written), targets.get(last))]


def zipf_bars(stats: LexiconStats) -> list[Bar]:
    """Answers per step of frequency, the unknown ones first and grey."""
    edges = [edge for edge in stats.zipf if edge > 0]
    bars = [Bar("?", stats.zipf.get(0.0, 0), f"{stats.zipf.get(0.0, 0):,}", grey=True)]
    if edges:
        steps = round((max(edges) - min(edges)) / STEP) + 1
        for step in range(steps):
            edge = min(edges) + step * STEP
            count = stats.zipf.get(edge, 0)
            bars.append(Bar(f"{edge:g}", count, f"{count:,}", count))
    return bars


def draw_bars(panel: Panel, bars: Sequence[Bar], *, top: float | None = None, scale: str = "") -> list[str]:
    """The frame, its scale and its bars."""
    most = top or nice_top(max([max(bar.value, bar.goal or 0) for bar in bars], default=1))
    base = panel.y + panel.height
    lines = [f'<text class="head" x="{panel.x - 32}" y="{panel.y - 22}">{escape(panel.title)}</text>']
    for quarter in range(5):
        y = base - panel.height * quarter / 4
        value = most * quarter / 4
        text = f"{value:.0%}" if scale == "percent" else f"{value:,.0f}"
        line = "axis" if quarter == 0 else "grid"
        lines.append(
            f'<line class="{line}" x1="{panel.x}" x2="{panel.x + panel.width}" y1="{y:g}" y2="{y:g}"/>'
        )
        lines.append(f'<text class="small end" x="{panel.x - 6}" y="{y + 4:g}">{text}</text>')
    step = panel.width / max(len(bars), 1)
    for place, bar in enumerate(bars):
        lines += _draw_bar(panel, bar, panel.x + step * place, step, panel.height / most)
    return lines


def _draw_bar(panel: Panel, bar: Bar, left: float, step: float, unit: float) -> list[str]:
    base = panel.y + panel.height
    x, width, middle = left + step * 0.16, step * 0.68, left + step / 2
    height, part = bar.value * unit, bar.part * unit
    kind = "none" if bar.grey else "bar"
    lines = [
        f'<rect class="{kind}" x="{x:.1f}" y="{base - height:.1f}" width="{width:.1f}" height="{height:.1f}"/>',
        f'<rect class="dark" x="{x:.1f}" y="{base - part:.1f}" width="{width:.1f}" height="{part:.1f}"/>',
        f'<text class="middle" x="{middle:.1f}" y="{base + 18}">{escape(bar.label)}</text>',
    ]
    above = height
    if bar.goal:
        goal = base - bar.goal * unit
        lines.append(
            f'<line class="goal" x1="{left + step * 0.06:.1f}" x2="{left + step * 0.94:.1f}" '
            f'y1="{goal:.1f}" y2="{goal:.1f}"/>'
        )
        if abs(bar.goal * unit - height - 8) < 12:  # the number would stand on the mark
            above = max(height, bar.goal * unit)
    lines.append(f'<text class="small middle" x="{middle:.1f}" y="{base - above - 5:.1f}">{bar.shown}</text>')
    return lines


def nice_top(value: float) -> float:
    """The first of 4, 8, 12, 20, 40, 80 ... from `value` on, with room above: quarters of it are round."""
    wanted = max(value, 1) * 1.08
    unit = 1.0
    while True:
        for factor in (4, 6, 8, 12, 16, 20, 24, 32):
            if unit * factor >= wanted:
                return unit * factor
        unit *= 10


def _legend() -> list[str]:
    return [
        '<rect class="dark" x="520" y="52" width="14" height="14"/>',
        '<text x="540" y="64">two clues or more</text>',
        '<rect class="bar" x="674" y="52" width="14" height="14"/>',
        '<text x="694" y="64">one clue</text>',
        '<line class="goal" x1="776" x2="800" y1="59" y2="59"/>',
        '<text x="808" y="64">wanted at least</text>',
    ]
