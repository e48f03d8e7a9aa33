"""Pairs of answer and clue from thesauruses and dictionaries: the form they come in, and which are of use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from factory.words.orthography import fold

MAX_CELLS: Final = 18

_LEAST_STEM: Final = 4
_STEM_SHARE: Final = 0.5
_MIDDLE_SHARE: Final = 0.75
"""Shares of the shorter word: a common beginning, and a common part anywhere (picked by eye)."""

_VOWELS: Final = "aeiouy"
"""Endings of short words: "voda" is in "vodný"."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PLAIN_CLUE: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?:,? [^\W\d_]+(?:[-'’][^\W\d_]+)*)*")


@dataclass(frozen=True)
class Pair:
    """An answer with one clue."""

    line: int
    """Where it stands in its file."""
    answer: str
    clue: str
    tags: tuple[str, ...] = ()


def unfit(pair: Pair, *, max_clue_length: int) -> str | None:
    """Why a pair is of no use as answer and clue; None when it is."""
    if len(pair.answer) < 2 or not _WORD.fullmatch(pair.answer):
        return "the answer is not one word of letters"
    if len(pair.answer) > MAX_CELLS:
        return "the answer is too long"
    if not pair.answer[1:].islower():
        return "the answer is an abbreviation or symbol"
    if not 2 <= len(pair.clue) <= max_clue_length:
        return "the clue is too short or too long"
    if not _PLAIN_CLUE.fullmatch(pair.clue):
        return "the clue has brackets, digits or marks"
    if gives_away(pair.answer, pair.clue):
        return "the clue gives the answer away"
    return None


def gives_away(answer: str, clue: str) -> bool:
    """Whether a word of the clue is, contains or shares its stem with a word of the answer."""
    return any(_related(a, c) for a in _words(answer) for c in _words(clue))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", fold(text).casefold())


def _related(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if short == long:
        return True
    if len(short) < 3:
        return False
    if short in long if len(short) >= _LEAST_STEM else long.startswith(short):
        return True
    if len(short) == _LEAST_STEM and short[-1] in _VOWELS and long.startswith(short[:-1]):
        return True
    stem = max(_LEAST_STEM, round(_STEM_SHARE * len(short)))
    if short[:stem] == long[:stem]:
        return True
    middle = max(_LEAST_STEM + 1, round(_MIDDLE_SHARE * len(short)))
    return any(short[i : i + middle] in long for i in range(len(short) - middle + 1))


def are_variants(answer: str, clue: str) -> bool:
    """Whether the two differ in two letters at most: spelling variants, as "grey" and "gray"."""
    a, b = fold(answer).casefold(), fold(clue).casefold()
    return abs(len(a) - len(b)) <= 2 and _distance(a, b) <= 2


def _distance(a: str, b: str) -> int:
    """The edit distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def unique(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs without repetitions of answer and clue, in order."""
    seen: set[tuple[str, str]] = set()
    for pair in pairs:
        if (key := (pair.answer, pair.clue)) not in seen:
            seen.add(key)
            yield pair
