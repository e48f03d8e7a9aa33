"""The shared table of a bundle: alphabet, answers with their clues, jokes; it only ever grows.

Puzzles name a clue by its place in the list of their answer and a joke by its place among the jokes, so
nothing in the table changes place: sealed volumes keep their bytes while a corpus grows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from factory.errors import BundleError
from factory.puzzle import Secret
from factory.ship.packing import is_array, pack, unpack

TABLE_NAME: Final = "table.msgpack"
MAX_LETTERS: Final = 255
"""A cell is one byte and 0 is a clue cell."""
MAX_VARIANTS: Final = 256
"""A clue variant is one byte."""

Pair = tuple[str, str]
"""(spelling, clue)."""


@dataclass(frozen=True)
class Table:
    """What all puzzles of a bundle share."""

    lang: str
    alphabet: tuple[str, ...]
    """Cell strings; the letter with code n is alphabet[n - 1]."""
    answers: Mapping[bytes, tuple[Pair, ...]]
    """For the codes of an answer its (spelling, clue) pairs by variant number."""
    jokes: tuple[tuple[str, str, str], ...]
    """(id, setup, punchline)."""

    def text(self, codes: bytes) -> str:
        """The cells of codes, joined."""
        return "".join(self.alphabet[code - 1] for code in codes)


class TableBuilder:
    """A table that takes in puzzles: what it holds keeps its place, what is new goes to the end."""

    def __init__(self, lang: str, alphabet: Sequence[str], older: Table | None = None) -> None:
        """Continues `older` where it has the same language, and an alphabet that `alphabet` begins with."""
        letters = tuple(alphabet)
        if not 1 <= len(letters) <= MAX_LETTERS or len(set(letters)) < len(letters) or "" in letters:
            raise BundleError(f"alphabet of {len(letters)} cells, expected 1 to {MAX_LETTERS} different ones")
        if older is not None and (older.lang != lang or letters[: len(older.alphabet)] != older.alphabet):
            older = None
        self._lang = lang
        self._alphabet = letters
        self.code_of = {cell: code for code, cell in enumerate(letters, 1)}
        """Letter code by cell string; 0 is a clue cell and not among them."""
        self._variants: dict[bytes, dict[Pair, int]] = {}
        self._jokes: dict[tuple[str, str, str], int] = {}
        if older is not None:
            for codes, pairs in older.answers.items():
                self._variants[codes] = {pair: variant for variant, pair in enumerate(pairs)}
            self._jokes = {joke: number for number, joke in enumerate(older.jokes)}

    def variant(self, codes: bytes, spelling: str, clue: str) -> int:
        """The number of a pair in the list of its answer.

        Raises:
            ValueError: the answer has more pairs than a byte can number.
        """
        variants = self._variants.setdefault(codes, {})
        number = variants.setdefault((spelling, clue), len(variants))
        if number >= MAX_VARIANTS:
            raise ValueError(f"the answer {spelling!r} has more than {MAX_VARIANTS} clues")
        return number

    def joke(self, secret: Secret) -> int:
        """The number of a joke."""
        return self._jokes.setdefault((secret.joke, secret.setup, secret.punchline), len(self._jokes))

    def finish(self) -> Table:
        """The table, answers by length and code."""
        answers = {
            codes: tuple(self._variants[codes])
            for codes in sorted(self._variants, key=lambda codes: (len(codes), codes))
        }
        return Table(self._lang, self._alphabet, answers, tuple(self._jokes))


def pack_table(table: Table) -> bytes:
    """The bytes of the table file."""
    return pack(
        {
            "lang": table.lang,
            "alphabet": list(table.alphabet),
            "answers": [[codes, [list(pair) for pair in pairs]] for codes, pairs in table.answers.items()],
            "jokes": [list(joke) for joke in table.jokes],
        }
    )


def unpack_table(data: bytes) -> Table:
    """The table in the bytes of a table file; keys it doesn't know are passed over.

    Raises:
        ValueError: a part is missing or has another form; the message says which.
    """
    top = unpack(data)
    if not isinstance(top, dict):
        raise ValueError(f"{type(top).__name__} on top, expected a map")
    if missing := {"lang", "alphabet", "answers", "jokes"} - top.keys():
        raise ValueError(f"no {sorted(missing)[0]!r}, expected lang, alphabet, answers, jokes")
    if not isinstance(top["lang"], str):
        raise ValueError(f"lang is {top['lang']!r}, expected a text")
    alphabet = top["alphabet"]
    if not isinstance(alphabet, list) or not 1 <= len(alphabet) <= MAX_LETTERS:
        raise ValueError(f"alphabet: expected an array of 1 to {MAX_LETTERS} cells")
    if not all(isinstance(cell, str) and cell for cell in alphabet) or len(set(alphabet)) < len(alphabet):
        raise ValueError("alphabet: expected different texts that are not empty")
    answers = _answers(top["answers"], len(alphabet))
    return Table(top["lang"], tuple(alphabet), answers, _jokes(top["jokes"]))


def _answers(rows: Any, n_letters: int) -> dict[bytes, tuple[Pair, ...]]:
    if not isinstance(rows, list):
        raise ValueError("answers: expected an array")
    answers: dict[bytes, tuple[Pair, ...]] = {}
    for number, row in enumerate(rows):
        if not is_array(row, 2) or not isinstance(row[0], bytes) or not isinstance(row[1], list):
            raise ValueError(f"answer {number}: expected [codes, [[spelling, clue], ...]]")
        codes, clues = row
        if not codes or not 1 <= min(codes) <= max(codes) <= n_letters:
            raise ValueError(f"answer {number}: codes {codes.hex()!r}, expected bytes from 1 to {n_letters}")
        if not 1 <= len(clues) <= MAX_VARIANTS:
            raise ValueError(f"answer {number}: {len(clues)} clues, expected 1 to {MAX_VARIANTS}")
        if not all(_is_text_array(clue, 2) for clue in clues):
            raise ValueError(f"answer {number}: expected each clue as [spelling, clue]")
        pairs = tuple((spelling, clue) for spelling, clue in clues)
        if codes in answers or len(set(pairs)) < len(pairs):
            raise ValueError(f"answer {number}: the same codes or the same pair twice, expected each once")
        answers[codes] = pairs
    return answers


def _jokes(rows: Any) -> tuple[tuple[str, str, str], ...]:
    if not isinstance(rows, list):
        raise ValueError("jokes: expected an array")
    for number, row in enumerate(rows):
        if not _is_text_array(row, 3):
            raise ValueError(f"joke {number}: expected [id, setup, punchline]")
    jokes = tuple((row[0], row[1], row[2]) for row in rows)
    if len(set(jokes)) < len(jokes):
        raise ValueError("jokes: the same joke twice, expected each once")
    return jokes


def _is_text_array(value: Any, length: int) -> bool:
    return is_array(value, length) and all(isinstance(text, str) for text in value)
