"""The figures of a lexicon as one SVG image: answers per length against targets, frequencies, capacity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from factory.ship.charts import Axis, Bars, bar_charts
from factory.words.stats import STEP, LexiconStats

LONGEST: Final = 16
"""Longer answers share the last bar."""


def plot_lexicon(
    stats: LexiconStats, targets: Mapping[int, int], capacity: Sequence[tuple[int, int, int]]
) -> str:
    """The image; `capacity` holds (size, masks tried, masks filled)."""
    title = f"Lexicon {stats.lang}: {stats.answers:,} answers, {stats.families:,} families of more than one"
    fills = Bars(
        "Masks filled, by size",
        [str(size) for size, _, _ in capacity],
        {"filled": [filled / tried if tried else 0 for _, tried, filled in capacity]},
        Axis("", percent=True, low=0, high=1.12),
        notes=[f"{filled}/{tried}" for _, tried, filled in capacity],
    )
    return bar_charts(
        [[length_bars(stats, targets)], [zipf_bars(stats), *([fills] if capacity else [])]], title=title
    )


def length_bars(stats: LexiconStats, targets: Mapping[int, int]) -> Bars:
    """Hand-written answers per length, those with two clues apart, with the targets as marks.

    The target of the greatest length counts all from it on, so it is compared in a bar of its own.
    """
    last = max(targets, default=LONGEST)
    counts = {length: (found.hand_written, found.two_clues) for length, found in stats.lengths.items()}
    longer = [counts[length] for length in counts if length >= last]
    rows = [counts.get(length, (0, 0)) for length in range(2, last)]
    rows.append((sum(written for written, _ in longer), sum(two for _, two in longer)))
    return Bars(
        "Hand-written answers by number of cells",
        [*(str(length) for length in range(2, last)), f"{last} and more"],
        {
            "two clues or more": [min(two, written) for written, two in rows],
            "one clue": [written - min(two, written) for written, two in rows],
        },
        Axis("answers"),
        stacked=True,
        goals=[targets.get(length) for length in range(2, last + 1)],
        notes=[f"{written:,}" for written, _ in rows],
    )


def zipf_bars(stats: LexiconStats) -> Bars:
    """Answers per step of frequency, the unknown ones first."""
    edges = [edge for edge in stats.zipf if edge > 0]
    steps = round((max(edges) - min(edges)) / STEP) + 1 if edges else 0
    shown = [0.0, *(min(edges) + step * STEP for step in range(steps))]
    values = [stats.zipf.get(edge, 0) for edge in shown]
    return Bars(
        "Hand-written answers by frequency (Zipf scale)",
        ["?", *(f"{edge:g}" for edge in shown[1:])],
        {"answers": values},
        Axis("answers"),
        notes=[f"{value:,}" for value in values],
    )
