"""Setting the clues of a clue cell: where lines break, and how large their type can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import floor
from typing import Final

from factory.ship.font import em_width
from factory.words.lines import break_lines

CELL: Final = 100.0
"""Side of a cell in the units of the drawing; every length below is in them."""
SIDE, HEAD = 5.5, 4.5
"""Least room between the text and the edges of its cell."""
LINE_WIDTH: Final = 16
"""Most characters in a line: longer ones would have to be set too small."""
MOST_WORDS: Final = 9
"""All partitions of a clue of so many words are looked at; longer ones are wrapped."""
NARROWEST: Final = 8
"""Lines are not broken shorter than this only to hyphenate better."""
LEADING: Final = 1.12
"""Distance of lines over font size."""
ASCENT, BODY = 0.76, 0.96
"""Top of a line to its baseline, and to the foot of its descenders, over font size."""
GAP: Final = 9.0
"""Height of the strip with the hairline between two clues."""
LARGEST: Final = 19.0
"""Font size. Picked by eye: larger type looks coarse beside two full clues."""
LINE_PRICE, HYPHEN_PRICE, STUB_PRICE, DANGLING_PRICE, CUT_PRICE = 0.6, 2.0, 2.0, 2.5, 9.0
"""How much larger type must become for one more line; for a hyphen; for one that leaves only two letters on a side; for
a word of one letter (or an ordinal) at the end of a line, which Slovak and Czech don't like; for
a word that is cut without a hyphen. Picked by eye."""

Lines = tuple[str, ...]

_CLINGING: Final = r"(?<!\w)(?:[^\W\d_]|\d+\.)"
"""What belongs to the next word: a word of one letter, an ordinal such as 2."""
_DANGLING: Final = re.compile(f"{_CLINGING}$")


def set_clues(texts: Sequence[str], lang: str) -> tuple[Lines, ...]:
    """The lines of the clues of one cell, such that its type is large and its words are whole.

    The way with the largest type less the price of lines and faults is taken, then the one with the evenest lines.
    """

    def price(chosen: tuple[tuple[Lines, float], ...]) -> tuple[float, int]:
        lines = [lines for lines, _ in chosen]
        size = font_size(lines) - sum(faults for _, faults in chosen)
        return -size, sum(map(_unevenness, lines))

    best = min(product(*(_settings(text, lang) for text in texts)), key=price)
    return tuple(lines for lines, _ in best)


def font_size(clues: Sequence[Lines]) -> float:
    """The largest font size at which all lines of a cell fit into it."""
    n_lines = sum(map(len, clues))
    if not n_lines:
        return LARGEST
    by_height = (CELL - 2 * HEAD - GAP * (len(clues) - 1)) / (
        len(clues) * BODY + (n_lines - len(clues)) * LEADING
    )
    by_width = (CELL - 2 * SIDE) / max(em_width(line) for lines in clues for line in lines)
    return floor(10 * min(LARGEST, by_height, by_width)) / 10


@lru_cache(1 << 15)
def _settings(text: str, lang: str) -> tuple[tuple[Lines, float], ...]:
    """The ways to break a clue, each with the price of its faults, without those that another is better than."""
    words = text.split()
    whole = _partitions(words) if len(words) <= MOST_WORDS else _wraps(words)
    hyphenated = [break_lines(text, lang, width) for width in range(LINE_WIDTH, NARROWEST - 1, -1)]
    best: dict[tuple[int, float], Lines] = {}
    for lines in (*whole, *hyphenated):
        key = (len(lines), _price_of_faults(lines, words))
        if key not in best or _shape(lines) < _shape(best[key]):
            best[key] = lines
    return tuple((lines, price) for (_, price), lines in best.items())


def _partitions(words: Sequence[str]) -> Iterator[Lines]:
    """All ways to lay the words in lines."""
    for n_breaks in range(len(words)):
        for breaks in combinations(range(1, len(words)), n_breaks):
            yield tuple(" ".join(words[start:end]) for start, end in pairwise((0, *breaks, len(words))))


def _wraps(words: Sequence[str]) -> Iterator[Lines]:
    """The words in lines of at most so many characters, for some numbers of them."""
    yield tuple(words)
    for width in range(LINE_WIDTH, 0, -1):
        lines = _wrap(words, width)
        if lines:
            yield lines


def _shape(lines: Lines) -> tuple[float, int]:
    """How wide the lines are, and how uneven."""
    return max(map(em_width, lines)), _unevenness(lines)


def _unevenness(lines: Lines) -> int:
    return sum(len(line) ** 2 for line in lines)


def _price_of_faults(lines: Lines, words: Sequence[str]) -> float:
    text = " ".join(words)
    price = LINE_PRICE * len(lines)
    end = 0
    for line, following in pairwise(lines):
        added = not text.startswith(line, end)  # a hyphen that the text has not
        end += len(line) - added
        if added:
            stub = min(len(line.split()[-1]) - 1, len(following.split()[0]))
            price += HYPHEN_PRICE + (STUB_PRICE if stub < 3 else 0)
        elif text[end] == " ":
            price += DANGLING_PRICE if _DANGLING.search(line) else 0
            end += 1
        elif not line.endswith("-"):
            price += CUT_PRICE
    return price


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
