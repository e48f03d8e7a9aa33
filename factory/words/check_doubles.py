"""Checks of rows against each other: the same clue twice in other words, one clue for two answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from factory.findings import Finding
from factory.words.source import Row

WORD: Final = re.compile(r"\w+")

LEAST_LETTERS: Final = 8
"""In shorter clues a letter makes another word ("lov", "lom")."""


def check_doubles(rows: Sequence[Row]) -> Iterator[Finding]:
    """Clues of one answer that are the same but for case, marks and order (errors) or one letter (warnings)."""
    by_answer: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        by_answer[row.cells].append(row)
    for group in by_answer.values():
        for first, row in combinations(group, 2):
            place = f"{first.file}:{first.line}"
            if words_of(first.clue) == words_of(row.clue) and first.spelling == row.spelling:
                text = f"{row.spelling!r}: {row.clue!r} has the words of {first.clue!r} in {place}"
                yield Finding(row.file, row.line, "error", "double", text)
            elif is_near(first.clue, row.clue):
                text = f"{row.spelling!r}: {row.clue!r} is nearly {first.clue!r} in {place}"
                yield Finding(row.file, row.line, "warning", "double", text)


def check_shared_clues(rows: Iterable[Row]) -> Iterator[Finding]:
    """The clues of two answers of one length, which only the crossing words can tell apart."""
    by_clue: defaultdict[tuple[int, tuple[str, ...]], list[Row]] = defaultdict(list)
    for row in rows:
        by_clue[len(row.cells), words_of(row.clue)].append(row)
    for (_, words), group in by_clue.items():
        by_cells: dict[tuple[str, ...], Row] = {}
        for row in group:
            by_cells.setdefault(row.cells, row)
        first, *others = by_cells.values()
        for row in others if words else ():
            text = f"{row.clue!r} is the clue of {row.spelling!r} and {first.spelling!r}"
            yield Finding(row.file, row.line, "warning", "shared", f"{text} ({first.file}:{first.line})")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text without regard to case, marks and order."""
    return tuple(sorted(word.casefold() for word in WORD.findall(text)))


def is_near(one: str, two: str) -> bool:
    """Whether two texts of some length differ in one letter at most, case and marks aside."""
    first, second = ("".join(WORD.findall(text)).casefold() for text in (one, two))
    if min(len(first), len(second)) < LEAST_LETTERS or abs(len(first) - len(second)) > 1:
        return False
    shorter, longer = sorted((first, second), key=len)
    start = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return shorter[start + (len(shorter) == len(longer)) :] == longer[start + 1 :]
