"""What the judge asks of a lexicon and of a joke list, so that it need not know how they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Speller(Protocol):
    """The orthography, as far as the judge needs it."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The cell strings there are."""

    def cells(self, spelling: str) -> tuple[str, ...]:
        """The cells of a spelling; ValueError for a letter outside the alphabet."""


class KnownClue(Protocol):
    """A clue of the lexicon."""

    @property
    def text(self) -> str:
        """What is shown."""

    @property
    def spelling(self) -> str:
        """The spelling that it asks for."""


class KnownAnswer(Protocol):
    """An answer of the lexicon."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The answer itself."""

    @property
    def clues(self) -> Sequence[KnownClue]:
        """All its clues."""

    @property
    def family(self) -> int:
        """Equal for answers of one lemma."""


class Lookup(Protocol):
    """The lexicon, as far as the judge needs it; LexiconIndex is one."""

    @property
    def lang(self) -> str:
        """Language code."""

    @property
    def orthography(self) -> Speller:
        """How the language is spelled in cells."""

    def find(self, cells: tuple[str, ...]) -> tuple[int, int] | None:
        """The length and number of an answer; None when there is none."""

    def answer(self, length: int, word_id: int) -> KnownAnswer:
        """The answer of a length and number."""


class KnownJoke(Protocol):
    """A joke of the list."""

    @property
    def id(self) -> str:
        """What puzzles call it."""

    @property
    def setup(self) -> str:
        """What is shown."""

    @property
    def punchline(self) -> str:
        """What is hidden, as it is shown afterwards."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The punchline in cells."""


class JokeBook(Protocol):
    """The jokes, as far as the judge needs them; JokeList is one."""

    @property
    def lang(self) -> str:
        """Language code."""

    @property
    def jokes(self) -> Sequence[KnownJoke]:
        """All jokes."""
