"""Breaking a clue into the short lines of a clue cell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Final

import pyphen
from annotated_types import Ge

from factory.section import section

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_NUCLEI: Final = frozenset("aeiouyrl")


@section
class ClueSettings:
    """The room in a clue cell."""

    line_width: Annotated[int, Ge(4)] = 11
    """Characters in a line."""
    max_lines: Annotated[int, Ge(1)] = 5
    """Lines that the clues of one cell may need together."""


def break_lines(text: str, language: str, width: int) -> tuple[str, ...]:
    """The clue in as few lines of at most `width` characters as greedy breaking yields.

    Breaks stand at spaces, behind hyphens in the text, and at the hyphenation points of the language (Liang's
    method, patterns of pyphen), where a hyphen is added. A piece without any such point that is too long
    is cut hard.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        start = f"{line} {word}" if line else word
        if len(start) <= width:
            line = start
            continue
        rest = word
        room = width - len(line) - 1
        if line:
            head = _head(rest, language, room)
            lines.append(f"{line} {head}" if head else line)
            rest = (
                rest[len(head.removesuffix("-")) :]
                if head and not rest.startswith(head)
                else rest[len(head) :]
            )
        while len(rest) > width:
            head = _head(rest, language, width) or rest[:width]
            lines.append(head)
            rest = rest[len(head) :] if rest.startswith(head) else rest[len(head) - 1 :]
        line = rest
    return (*lines, line) if line else tuple(lines)


def count_lines(text: str, language: str, width: int) -> int:
    """The number of lines that `break_lines` needs."""
    return len(break_lines(text, language, width))


def least_lines(texts: Iterable[str], language: str, width: int) -> int:
    """The number of lines of the clue that needs the fewest."""
    least = 1 << 30
    for text in texts:
        if len(text) <= width:
            return 1
        if any(i <= width and len(text) - i - 1 <= width for i, c in enumerate(text) if c == " "):
            least = 2
        elif least > 2:
            least = min(least, count_lines(text, language, width))
    return least


def _head(word: str, language: str, room: int) -> str:
    """The longest beginning of `word` that fits into `room` with its hyphen; empty when none does."""
    for point in reversed(_points(word, language)):
        head = word[:point] if word[point - 1] == "-" else word[:point] + "-"
        if len(head) <= room:
            return head
    return ""


@cache
def _points(word: str, language: str) -> tuple[int, ...]:
    hard = {i + 1 for i, c in enumerate(word[:-1]) if c == "-"}
    patterns = _patterns(language)
    if patterns is None:
        return tuple(sorted(hard))
    # letters only: with the marks around a word the patterns would part (fil-m)
    soft = {
        run.start() + point
        for run in _LETTERS.finditer(word)
        for point in _between_syllables(run[0], patterns.positions(run[0]))
    }
    return tuple(sorted(hard | soft))


def _between_syllables(word: str, points: Sequence[int]) -> list[int]:
    """The points with a vowel on both sides; of Staats-s-treich, as German patterns have it, one is wrong."""
    pieces = [word[start:end] for start, end in pairwise((0, *points, len(word)))]
    return [
        point
        for point, (before, behind) in zip(points, pairwise(pieces), strict=True)
        if _has_nucleus(before) and _has_nucleus(behind)
    ]


def _has_nucleus(piece: str) -> bool:
    """Whether it can be a syllable: it has a vowel, or r or l, which can stand for one in Slovak and Czech."""
    return not _NUCLEI.isdisjoint(unicodedata.normalize("NFD", piece.lower()))


@cache
def _patterns(language: str) -> Any:
    name = pyphen.language_fallback(language)
    if name is None:
        name = next((known for known in sorted(pyphen.LANGUAGES) if known.split("_")[0] == language), None)
    return None if name is None else pyphen.Pyphen(lang=name)
