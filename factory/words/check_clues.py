"""Checks of a clue against its answer: the answer, a form or the stem of it inside; offensive words in either."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from factory.findings import Finding
from factory.words.family import LITERAL_TAGS, lemma
from factory.words.offensive import WORD, Offensive, laid
from factory.words.orthography import COMPOUND_MARK, Orthography, fold
from factory.words.source import Row

SHORT: Final = 3
"""Words of so few letters are compared whole: chance finds their beginnings everywhere."""

_GAPS: Final = re.compile(r"\W+")


def check_clues(rows: Iterable[Row], orthography: Orthography, lang: str) -> Iterator[Finding]:
    """The clues that give their answer away: by itself or a form of it (errors), by its stem (warnings)."""
    lemma_of = cache(lambda word: lemma(word, lang).casefold())
    for row in rows:
        if found := _spoiler(row, orthography, lemma_of):
            level, kind, text = found
            yield Finding(row.file, row.line, "error" if level else "warning", kind, text)


def _spoiler(
    row: Row, orthography: Orthography, lemma_of: Callable[[str], str]
) -> tuple[bool, str, str] | None:
    """Whether it is certain, its kind, and what to say; None for a clean clue."""
    answer = orthography.display(row.spelling)
    clue = f" {_GAPS.sub(' ', row.clue).strip()} "
    if f" {_GAPS.sub(' ', answer).strip()} ".casefold() in clue.casefold():
        return True, "answer", f"{answer!r}: the answer stands in its clue {row.clue!r}"
    words = WORD.findall(row.clue)
    if same := next((word for word in words if laid(word, orthography) == "".join(row.cells)), None):
        return False, "answer", f"{answer!r}: {same!r} in the clue {row.clue!r} is laid like the answer"
    own = WORD.findall(answer)
    for word in words:
        for part in own:
            if len(part) <= SHORT or len(word) <= SHORT:
                continue
            forms = LITERAL_TAGS.isdisjoint(row.tags) and len(own) == 1 and lemma_of(part) == lemma_of(word)
            shared = _shared(part, word)
            if forms and shared >= SHORT:
                return True, "form", f"{answer!r}: {word!r} in the clue {row.clue!r} is a form of it"
            if (forms and shared > 1) or _alike(part, word, shared):
                return False, "stem", f"{answer!r}: {word!r} in the clue {row.clue!r} is like it"
    return None


def _shared(one: str, two: str) -> int:
    """The letters that two words begin with in common, accents ignored."""
    one, two = fold(one.casefold()), fold(two.casefold())
    return next(
        (i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )


def _alike(answer: str, word: str, shared: int) -> bool:
    """Whether the words may have one stem: a long common beginning, or one inside the other."""
    one, two = fold(answer.casefold()), fold(word.casefold())
    if shared > SHORT and shared >= max(len(one), len(two)) - 4 and shared >= min(len(one), len(two), 5):
        return True
    shorter, longer = sorted((one, two), key=len)
    return len(shorter) > SHORT + 1 and shorter in longer


def check_offensive(rows: Iterable[Row], orthography: Orthography, offensive: Offensive) -> Iterator[Finding]:
    """The rows with an offensive word in the answer or the clue."""
    for row in rows:
        answer = row.spelling.replace(COMPOUND_MARK, "")
        if word := offensive.find_in_answer(row.spelling, orthography):
            yield Finding(row.file, row.line, "error", "offensive", f"the answer {word!r} is offensive")
        elif word := offensive.find(row.clue, orthography):
            text = f"{answer!r}: {word!r} in the clue {row.clue!r} is offensive"
            yield Finding(row.file, row.line, "error", "offensive", text)
