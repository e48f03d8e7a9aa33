"""Synonyms inflected into the same form: the clue stays right where both words change alike (Slovak tags)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from factory.words.extended.hunspell import Forms, Inflector, Tags
from factory.words.importers.pairs import Pair
from factory.words.orthography import fold

_NOUN, _ADJECTIVE = "po:noun", "po:adjective"


def _tags(text: str) -> Tags:
    return frozenset(f"is:{tag}" for tag in text.split())


NOUN_FORMS: Final = frozenset({_tags("nominative plural") | {_NOUN}})
ADJECTIVE_FORMS: Final = frozenset(
    _tags(form) | {_ADJECTIVE}
    for form in ("feminine nominative", "neuter nominative", "feminine nominative plural")
)
VERB_FORMS: Final = frozenset(
    _tags(form)
    for form in (
        "3rd_person", "3rd_person plural", "2nd_person imperative", "3rd_person masculine past",
        "3rd_person feminine past", "3rd_person neuter past", "3rd_person plural past",
    )
)  # fmt: skip
"""Forms that a solver accepts as answers; the dictionary names no part of speech for verbs."""

WANTED: Final = NOUN_FORMS | ADJECTIVE_FORMS | VERB_FORMS


_CLEAR_PLURALS: Final = frozenset(
    _tags(f"{case} plural") | {_NOUN} for case in ("dative", "locative", "instrumental")
)
"""The nominative plural often looks like the genitive singular ("špiny"); these look like nothing else."""


def inflect_pairs(
    pairs: Iterable[Pair], inflector: Inflector, is_attested: Callable[[str], bool]
) -> Iterator[Pair]:
    """For each pair of single words the pairs of their forms with equal tags, where both are attested.

    A form that is also a base form is left out: it has its own clues, and another meaning.
    """

    @cache
    def forms(word: str) -> Forms:
        made = inflector.forms(word)
        plurals = {form for tags in _CLEAR_PLURALS for form in made.get(tags, ())}
        has_plural = any(map(is_attested, plurals))
        return {
            tags: made[tags] for tags in made if tags in WANTED and (has_plural or tags not in NOUN_FORMS)
        }

    for pair in pairs:
        if " " in pair.clue or pair.answer not in inflector or pair.clue not in inflector:
            continue
        if inflector.parts(pair.answer).isdisjoint(inflector.parts(pair.clue)):
            continue
        clues = forms(pair.clue)
        for tags, answers in forms(pair.answer).items():
            for answer, clue in _joined(tags, answers, clues.get(tags, set())):
                if answer not in inflector and is_attested(answer) and is_attested(clue):
                    yield Pair(pair.line, answer, clue, pair.tags)


def _joined(tags: Tags, answers: set[str], clues: set[str]) -> Iterator[tuple[str, str]]:
    """One clue for each answer. Rules for adjectives are not all tagged right: their ends must be alike."""
    for answer in sorted(answers):
        fit = [
            clue
            for clue in sorted(clues)
            if tags not in ADJECTIVE_FORMS or fold(clue)[-1] == fold(answer)[-1]
        ]
        # Two forms for the same tags are variants or a fault of the rules; neither is sure.
        if len(fit) == 1 and len(answers) == 1:
            yield answer, fit[0]
