"""A caller's choice among the words: answers and clues left out, words added, the least frequency by length."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final

from annotated_types import Ge

from factory.errors import UsageError
from factory.section import section
from factory.words.answer import Answer, Clue
from factory.words.index import LexiconIndex, index_answers
from factory.words.orthography import Orthography

SOURCE: Final = "caller"
"""The source of a clue that was given with its word."""


@section
class SelectionSettings:
    """Which words of the compiled lexicon puzzles may use."""

    without: tuple[str, ...] = ()
    """Answers, in any spelling, and clues, word by word, that must not appear."""
    min_zipf: dict[Annotated[int, Ge(2)], Annotated[float, Ge(0)]] = field(default_factory=dict)
    """By length of the answer the least Zipf frequency; one of unknown frequency has 0."""


NO_SELECTION = SelectionSettings()


@dataclass(frozen=True)
class Wanted:
    """A word that must appear, with a clue of its own or those of the lexicon."""

    spelling: str
    clue: str | None = None


def select_words(
    index: LexiconIndex,
    settings: SelectionSettings,
    wanted: Sequence[Wanted] = (),
    *,
    known_zipf: float,
    max_clue_length: int,
) -> LexiconIndex:
    """The lexicon as chosen; the index itself when nothing is.

    Words that are wanted count as known to the caller's solvers: their frequency is at least `known_zipf`, so no
    limit on rare words stands against them.

    Raises:
        UsageError: a wanted word can't be had; the message says why.
    """
    if settings == NO_SELECTION and not wanted:
        return index
    made = {
        answer.cells: answer
        for answer in _wanted_answers(index, wanted, known_zipf=known_zipf, max_clue_length=max_clue_length)
    }
    banned = {cells for text in settings.without if (cells := _cells(text, index.orthography))}
    if both := sorted(banned & set(made)):
        raise UsageError(f"{''.join(both[0])}: this word must and must not appear")
    texts = {text.casefold() for text in settings.without}
    kept = [
        kept
        for answer in _answers(index)
        if answer.cells not in banned
        and answer.cells not in made
        and answer.zipf >= settings.min_zipf.get(len(answer.cells), 0.0)
        and (kept := _without_clues(answer, texts)) is not None
    ]
    return index_answers(
        [*kept, *made.values()],
        index.orthography,
        lang=index.lang,
        digest=hashlib.sha256(f"{index.digest} {settings} {wanted}".encode()).hexdigest(),
        attribution=index.attribution,
        problems=index.problems,
        offensive=index.offensive,
    )


def _answers(index: LexiconIndex) -> Iterator[Answer]:
    for length, table in index.tables.items():
        for word_id in range(len(table)):
            yield index.answer(length, word_id)


def _wanted_answers(
    index: LexiconIndex, wanted: Sequence[Wanted], *, known_zipf: float, max_clue_length: int
) -> Iterator[Answer]:
    families: dict[int, str] = {}
    for number, word in enumerate(wanted):
        try:
            cells = index.orthography.cells(word.spelling)
        except ValueError as problem:
            raise UsageError(f"{word.spelling!r}: {problem}") from None
        if len(cells) < 2:
            raise UsageError(f"{word.spelling!r}: an answer has at least two cells")
        place = index.find(cells)
        if place is None and word.clue is None:
            raise UsageError(f"{word.spelling!r} is not in the lexicon; give it a clue: {word.spelling}=CLUE")
        if word.clue is not None and not 0 < len(word.clue) <= max_clue_length:
            raise UsageError(
                f"{word.spelling!r}: a clue of {len(word.clue)} characters, expected 1 to {max_clue_length}"
            )
        answer = (
            index.answer(*place)
            if place is not None
            else Answer(cells, (), known_zipf, known_zipf, index.families + number)
        )
        if (other := families.setdefault(answer.family, word.spelling)) != word.spelling:
            raise UsageError(
                f"{word.spelling!r} and {other!r} are words of one family and never share a grid"
            )
        if word.clue is not None:
            spelling = index.orthography.display(word.spelling)
            answer = replace(answer, clues=(Clue(word.clue, spelling, spelling, (), SOURCE),))
        yield replace(answer, zipf=max(answer.zipf, known_zipf))


def _without_clues(answer: Answer, texts: set[str]) -> Answer | None:
    """The answer with the clues that may appear; None when none is left."""
    clues = tuple(clue for clue in answer.clues if clue.text.casefold() not in texts)
    return replace(answer, clues=clues) if clues else None


def _cells(text: str, orthography: Orthography) -> tuple[str, ...] | None:
    """The cells of a text that may be an answer; None when it has a character that no answer has."""
    try:
        return orthography.cells(text)
    except ValueError:
        return None
