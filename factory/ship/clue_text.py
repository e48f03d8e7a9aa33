"""Setting the clues of a clue cell: where lines break, and how large their type can be."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

from factory.words.lines import break_lines

CELL: Final = 100.0
"""Side of a cell in the units of the drawing; every length below is in them."""
PADDING: Final = 5.0
LINE_WIDTH, MAX_LINES = 11, 5
"""Characters in a line, and the lines that the clues of one cell may take together."""
NARROWEST: Final = 8
"""Lines are not broken shorter than this only to hyphenate better."""
LEADING: Final = 1.12
"""Distance of lines over font size."""
ASCENT, BODY = 0.76, 0.96
"""Top of a line to its baseline, and to the foot of its descenders, over font size."""
GAP: Final = 9.0
"""Height of the strip with the hairline between two clues."""
LARGEST, SMALLEST = 17.0, 8.0
"""Font sizes. Picked by eye: larger type looks coarse beside two full clues."""
HYPHEN_PRICE: Final = 2.5
"""How much larger type must become for words to be hyphenated. Picked by eye."""

Lines = tuple[str, ...]

_EM_WIDTHS: Final = (
    (0.22, "ijl'’‘‚"),
    (0.28, "f tI.,:;/!|"),
    (0.34, '()-–r„“”"'),
    (0.5, "ckvxyzsJ"),
    (0.61, "FTZ"),
    (0.67, "ABEKPSVXY"),
    (0.72, "wCDHNRU"),
    (0.78, "GOQ"),
    (0.84, "mM"),
    (0.98, "W@%…—"),
)
"""Letters by width over font size as in Helvetica and its kin; all others, digits too, are 0.556."""
_OTHERS: Final = 0.556
_CARON_AS_APOSTROPHE: Final = 0.08
"""How much wider ľ ť ď are than l t d."""


def set_clues(texts: Sequence[str], lang: str) -> tuple[Lines, ...]:
    """The lines of the clues of one cell, such that its type is large and its words are whole.

    Of all ways with at most MAX_LINES lines (where there are any) the one with the largest type is taken,
    then the one with the fewest and most even lines.
    """

    def price(chosen: tuple[tuple[Lines, int], ...]) -> tuple[int, float, int, int]:
        lines = [lines for lines, _ in chosen]
        n_lines = sum(map(len, lines))
        size = font_size(lines) - HYPHEN_PRICE * sum(n_hyphens for _, n_hyphens in chosen)
        unevenness = sum(len(line) ** 2 for part in lines for line in part)
        return max(0, n_lines - MAX_LINES), -size, n_lines, unevenness

    best = min(product(*(_settings(text, lang) for text in texts)), key=price)
    return tuple(lines for lines, _ in best)


def font_size(clues: Sequence[Lines]) -> float:
    """The largest font size at which all lines of a cell fit into it, as far as letter widths can be told."""
    n_lines = sum(map(len, clues))
    if not n_lines:
        return LARGEST
    room = CELL - 2 * PADDING
    by_height = (room - GAP * (len(clues) - 1)) / (len(clues) * BODY + (n_lines - len(clues)) * LEADING)
    by_width = room / max(em_width(line) for lines in clues for line in lines)
    return round(max(SMALLEST, min(LARGEST, by_height, by_width)), 1)


def em_width(text: str) -> float:
    """How wide a text is in Helvetica or a face of its widths, over font size."""
    return sum(_em_width(char) for char in text)


def _settings(text: str, lang: str) -> list[tuple[Lines, int]]:
    """The ways to break a clue, each with the number of words that are hyphenated in it."""
    whole = [_wrap(text.split(), width) for width in range(LINE_WIDTH, 0, -1)]
    hyphenated = [break_lines(text, lang, width) for width in range(LINE_WIDTH, NARROWEST - 1, -1)]
    ways = [lines for lines in dict.fromkeys([*whole, *hyphenated]) if lines]
    return [(lines, 0 if lines in whole else "".join(lines).count("-") - text.count("-")) for lines in ways]


def _wrap(words: Sequence[str], width: int) -> Lines:
    """The words in lines of at most `width` characters; empty when one is longer."""
    lines: list[str] = []
    for word in words:
        if len(word) > width:
            return ()
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@cache
def _em_width(char: str) -> float:
    for width, letters in _EM_WIDTHS:
        if char in letters:
            return width
    base = unicodedata.normalize("NFD", char)[0]
    if base != char:
        return _em_width(base) + (_CARON_AS_APOSTROPHE if char in "ľťďĽ" else 0.0)
    return _OTHERS
