"""Answers and their clues: what a slot takes and what a clue cell shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LIMITED_TAGS: Final = frozenset({"code", "abbr", "foreign", "archaic", "dialect"})
"""Tags of clues of which a puzzle bears only a few."""


@dataclass(frozen=True)
class Clue:
    """A clue of an answer, with the spelling it asks for."""

    text: str
    spelling: str
    lemma: str
    tags: tuple[str, ...]
    source: str
    """ "cldr", or the source file of a hand-written row ("sk/02.tsv")."""


@dataclass(frozen=True)
class Answer:
    """A string of cells with all its clues: hand-written ones first, then facts."""

    cells: tuple[str, ...]
    clues: tuple[Clue, ...]
    zipf: float
    """The highest frequency of its spellings; 0 = unknown."""
    score: float
    family: int
    """Answers of one lemma share it."""

    @property
    def is_limited(self) -> bool:
        """Every clue has a limited tag."""
        return all(not LIMITED_TAGS.isdisjoint(clue.tags) for clue in self.clues)

    @property
    def is_code(self) -> bool:
        """Every clue is that of a code."""
        return all("code" in clue.tags for clue in self.clues)
