"""Families: answers of one lemma share a number, so that a grid doesn't take two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_LITERAL_TAGS: Final = frozenset({"code", "abbr"})
"""Their spelling is its own lemma: "SOM" the currency code is no form of "byť"."""


def lemma(spelling: str, lang: str, tags: Iterable[str] = ()) -> str:
    """The lemma of a spelling shown; of several words, a code or an abbreviation, the spelling itself."""
    if " " in spelling or not _LITERAL_TAGS.isdisjoint(tags):
        return spelling
    import simplemma  # its tables are slow to load: only a compilation needs it

    try:
        return str(simplemma.lemmatize(spelling, lang=lang))
    except ValueError:  # a language without a table
        return spelling


def number_families(lemmas_by_answer: Sequence[Iterable[str]]) -> tuple[list[int], int]:
    """The family of each answer, numbered from 0 by first appearance, and how many there are.

    Two answers are of one family when they share a lemma, or a chain of answers that do. Case is ignored.
    """
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        parent.setdefault(name, name)
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    keys = [[lemma.casefold() for lemma in lemmas] for lemmas in lemmas_by_answer]
    for first, *others in keys:
        for other in others:
            parent[root(other)] = root(first)
    numbers: dict[str, int] = {}
    families = [numbers.setdefault(root(first), len(numbers)) for first, *_ in keys]
    return families, len(numbers)
