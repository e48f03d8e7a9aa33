"""The lexicon: rows and facts merged into answers, each with its clues, frequency, score and family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from annotated_types import Ge

from factory.section import section
from factory.words.answer import Answer, Clue
from factory.words.breadth import PREFIX as EXTENDED
from factory.words.facts import SOURCE as GENERATED
from factory.words.facts import Fact
from factory.words.family import LITERAL_TAGS, NO_RULES, FamilySettings, number_families, related_words
from factory.words.orthography import Orthography
from factory.words.source import Row

_TAG_PENALTIES: Final = {
    "abbr": 0.7,
    "code": 1.5,
    "name": 0.4,
    "place": 0.2,
    "foreign": 1.0,
    "archaic": 1.5,
    "dialect": 1.5,
    "technical": 0.7,
    "vulgar": 10.0,
}


@section
class ScoreSettings:
    """What makes an answer good: score = zipf * frequency + more_clues - generated - tags (picked by eye).

    The fill prefers a high score; only the order and the steps of its ladder depend on the scale.
    """

    frequency: Annotated[float, Ge(0)] = 1.0
    """Per Zipf point."""
    unknown_zipf: Annotated[float, Ge(0)] = 1.0
    """Taken where the frequency is unknown."""
    clue: Annotated[float, Ge(0)] = 0.2
    """For each different clue beyond the first."""
    max_more_clues: Annotated[int, Ge(0)] = 4
    """So many of them count."""
    generated: Annotated[float, Ge(0)] = 1.0
    """Taken off an answer without a hand-written clue."""
    tags: dict[str, Annotated[float, Ge(0)]] = field(default_factory=lambda: dict(_TAG_PENALTIES))
    """Taken off by tag: the sum over the tags of the clue that costs least; tags not named cost nothing."""


def merge(
    rows: Iterable[Row],
    facts: Iterable[Fact],
    *,
    orthography: Orthography,
    score: ScoreSettings,
    zipf: Callable[[str], float],
    lemma: Callable[[str, Sequence[str]], str],
    code_zipf: float,
    families: FamilySettings = NO_RULES,
) -> tuple[Answer, ...]:
    """The answers in the order of their cells.

    `zipf` gives the frequency of a spelling, `lemma` its lemma with regard to tags. `code_zipf` caps the
    frequency of a code, whose letters are counted as other words too ("ZA" the country, "za" behind).
    """
    clues: dict[tuple[str, ...], list[Clue]] = {}
    for row in rows:
        spelling = orthography.display(row.spelling)
        clue = Clue(row.clue, spelling, lemma(spelling, row.tags), row.tags, row.source)
        clues.setdefault(row.cells, []).append(clue)
    for fact in facts:
        there = clues.setdefault(fact.cells, [])
        if fact.clue not in {clue.text for clue in there}:
            spelling = orthography.display(fact.spelling)
            there.append(Clue(fact.clue, spelling, lemma(spelling, fact.tags), fact.tags, GENERATED))
    ordered = sorted(clues, key=orthography.codes)
    related = related_words([_words(clues[cells]) for cells in ordered], families)
    lemmas = [[clue.lemma for clue in clues[cells]] for cells in ordered]
    numbers, _ = number_families(lemmas, related, largest=families.largest)
    answers = []
    for cells, family in zip(ordered, numbers, strict=True):
        frequency = max(_clue_zipf(clue, zipf, code_zipf) for clue in clues[cells])
        made = tuple(clues[cells])
        answers.append(Answer(cells, made, frequency, score_answer(made, frequency, score), family))
    return tuple(answers)


def _words(clues: Iterable[Clue]) -> list[str]:
    """The lemmas and spellings by which an answer may be related to another one."""
    native = [clue for clue in clues if LITERAL_TAGS.isdisjoint(clue.tags) and " " not in clue.spelling]
    return [word for clue in native for word in (clue.lemma, clue.spelling)]


def _clue_zipf(clue: Clue, zipf: Callable[[str], float], code_zipf: float) -> float:
    frequency = round(zipf(clue.spelling), 2)
    return min(frequency, code_zipf) if "code" in clue.tags else frequency


def score_answer(clues: Sequence[Clue], zipf: float, settings: ScoreSettings) -> float:
    """The score by the weights, four decimals."""
    return score_terms(clues, zipf, settings).score


@dataclass(frozen=True)
class ScoreTerms:
    """What a score is made of."""

    frequency: float
    more_clues: float
    generated: float
    """Taken off."""
    tags: float
    """Taken off."""

    @property
    def score(self) -> float:
        """All together, four decimals."""
        return round(self.frequency + self.more_clues - self.generated - self.tags, 4)


def score_terms(clues: Sequence[Clue], zipf: float, settings: ScoreSettings) -> ScoreTerms:
    """The score by the weights in its parts."""
    more_clues = min(len({clue.text for clue in clues}) - 1, settings.max_more_clues)
    return ScoreTerms(
        frequency=settings.frequency * (zipf or settings.unknown_zipf),
        more_clues=settings.clue * more_clues,
        generated=0.0 if any(is_handwritten(clue) for clue in clues) else settings.generated,
        tags=min(sum(settings.tags.get(tag, 0.0) for tag in clue.tags) for clue in clues),
    )


def is_handwritten(clue: Clue) -> bool:
    """Whether somebody wrote it for this lexicon: it is no generated fact and of no packaged dictionary."""
    return clue.source != GENERATED and not clue.source.startswith(EXTENDED)
