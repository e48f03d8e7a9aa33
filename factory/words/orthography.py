"""Orthography: how a language's spelling falls into cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from factory.section import section

COMPOUND_MARK: Final = "|"
"""Parts a compound in the lexicon where C and H meet and stay two cells ("viac|hlas")."""

MAX_LETTERS: Final = 64
"""The fill keeps the letters of a cell in one 64-bit word."""

_LAID_WITHOUT: Final = frozenset(
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212'\u2019\u2018\u201b\u02bc\u02bb`\u00b4"
)
"""Hyphens, dashes and apostrophes as typed and as typeset: no cell of their own, and they part C from H."""

_SHORT: Final = dict(zip("ÁÉÍÓÚŮÝĹŔ", "AEIOUUYLR", strict=True))
"""`accents: short`: vowel length (and that of L and R) is ignored, every other mark is kept."""


@section
class OrthographySettings:
    """The cells of a language."""

    alphabet: tuple[str, ...]
    """Cell strings, upper case, in code order, as they are after `expansions` and `accents`."""
    digraphs: tuple[str, ...] = ()
    """Pairs of letters that share a cell; each is in the alphabet."""
    accents: Literal["keep", "short", "fold"] = "keep"
    """keep: every accent counts; short: vowel length is ignored; fold: no accents."""
    expansions: dict[str, str] = field(default_factory=dict)
    """Letters written as others, applied first: {"Ä": "AE", "ß": "SS"}."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.alphabet) <= MAX_LETTERS:
            raise ValueError(f"alphabet: {len(self.alphabet)} cells, expected 1 to {MAX_LETTERS}")
        if len(set(self.alphabet)) < len(self.alphabet):
            raise ValueError("alphabet: a cell stands there twice")
        for digraph in self.digraphs:
            if len(digraph) != 2 or digraph not in self.alphabet:
                raise ValueError(
                    f"digraphs: {digraph!r}, expected two letters that are a cell of the alphabet"
                )
        for cell in self.alphabet:
            if cell not in self.digraphs and laid_letters(cell, self) != cell:
                raise ValueError(
                    f"alphabet: {cell!r} never occurs, expected single upper-case letters after "
                    f"expansions and accents ({self.accents}), or digraphs"
                )


@dataclass(frozen=True)
class Orthography:
    """Spelling to cells and cells to letter numbers, by the settings of one language."""

    settings: OrthographySettings
    _number: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_number", {cell: i for i, cell in enumerate(self.settings.alphabet)})

    @property
    def letters(self) -> tuple[str, ...]:
        """The cell strings by letter number."""
        return self.settings.alphabet

    def cells(self, spelling: str) -> tuple[str, ...]:
        """The cells of a spelling: "mačka" is ("M", "A", "Č", "K", "A").

        Blanks, hyphens, dashes, apostrophes and the compound mark have no cell; two letters of a digraph
        that meet across one of them are two cells.

        Raises:
            ValueError: a letter is outside the alphabet; the message names it.
        """
        laid: list[tuple[str, str]] = []  # letter and the character it comes from; ("", "") parts a pair
        for char in unicodedata.normalize("NFC", spelling):
            if char == COMPOUND_MARK or char in _LAID_WITHOUT or char.isspace():
                laid.append(("", ""))
            else:
                laid.extend((letter, char) for letter in laid_letters(char, self.settings))
        cells: list[str] = []
        i = 0
        while i < len(laid):
            letter, char = laid[i]
            pair = letter + laid[i + 1][0] if letter and i + 1 < len(laid) else ""
            if pair in self.settings.digraphs:
                cells.append(pair)
                i += 1
            elif letter in self._number:
                cells.append(letter)
            elif letter:
                raise ValueError(f"{char!r} is not in the alphabet")
            i += 1
        return tuple(cells)

    def display(self, spelling: str) -> str:
        """The spelling as it is shown: without compound marks."""
        return unicodedata.normalize("NFC", spelling).replace(COMPOUND_MARK, "")

    def codes(self, cells: Sequence[str]) -> bytes:
        """The letter numbers of cells, each the index in `letters`.

        Raises:
            ValueError: a cell is outside the alphabet.
        """
        try:
            return bytes(self._number[cell] for cell in cells)
        except KeyError as problem:
            raise ValueError(f"{problem.args[0]!r} is not in the alphabet") from None


def laid_letters(char: str, settings: OrthographySettings) -> str:
    """What is laid for one character: expanded, in upper case, its accents treated; one letter or more."""
    for form in (char, char.upper(), char.lower()):
        if form in settings.expansions:
            char = settings.expansions[form]
            break
    upper = char.upper()
    if settings.accents == "short":
        return "".join(_SHORT.get(letter, letter) for letter in upper)
    if settings.accents == "fold":
        return fold(upper)
    return upper


def fold(text: str) -> str:
    """The text without accents, case kept: "Čučoriedka" is "Cucoriedka"."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
