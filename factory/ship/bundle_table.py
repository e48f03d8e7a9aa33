"""The shared table of a bundle: alphabet, answers with their clues, jokes.

Puzzles name a clue by its variant number in the list of their answer and a joke by its number. Those numbers never
change (see factory.ship.bundle_numbers), so sealed volumes keep their bytes while a corpus grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from factory.ship.bundle_spelling import UNUSED, apply_edit, edit_of
from factory.ship.packing import is_array, is_number, pack, pack_numbers, unpack, unpack_numbers

TABLE_NAME: Final = "table.msgpack"
MAX_LETTERS: Final = 255
"""A cell is one byte and 0 is no letter."""
MAX_CELL: Final = 16
"""Characters of a cell string."""
MAX_LENGTH: Final = 4096
"""Cells of an answer."""
MAX_VARIANTS: Final = 256
MAX_JOKE: Final = (1 << 32) - 1
PARTS: Final = ("lang", "alphabet", "lower", "answers", "counts", "spellings", "clues", "jokes")
"""The keys of the map."""

Pair = tuple[str, str]
"""(spelling, clue)."""


class TableJoke(NamedTuple):
    """A joke with the letter codes of its punchline."""

    id: str
    setup: str
    punchline: str
    codes: bytes


@dataclass(frozen=True)
class Table:
    """What all puzzles of a bundle share."""

    lang: str
    alphabet: tuple[str, ...]
    """Cell strings; the letter with code n is alphabet[n - 1]."""
    lower: tuple[str, ...]
    """The same in lower case."""
    answers: Mapping[bytes, tuple[Pair | None, ...]]
    """For the codes of an answer its pairs by variant number; None where no puzzle uses the number."""
    jokes: Mapping[int, TableJoke]
    """By number."""

    def text(self, codes: bytes) -> str:
        """The cells of codes, joined."""
        return "".join(self.alphabet[code - 1] for code in codes)


def pack_table(table: Table) -> bytes:
    """The bytes of the table file: answers by length and codes, jokes by number.

    Raises:
        ValueError: a text can't be packed.
    """
    by_length: dict[int, list[bytes]] = {}
    for codes in sorted(table.answers):
        by_length.setdefault(len(codes), []).append(codes)
    counts: list[int] = []
    spellings: list[str] = []
    clues: list[str] = []
    for _, answers in sorted(by_length.items()):
        for codes in answers:
            pairs = table.answers[codes]
            base = "".join(table.lower[code - 1] for code in codes)
            counts.append(len(pairs))
            spellings += (UNUSED if pair is None else edit_of(pair[0], base) for pair in pairs)
            clues += ("" if pair is None else _line(pair[1]) for pair in pairs)
    return pack(
        {
            "lang": table.lang,
            "alphabet": list(table.alphabet),
            "lower": list(table.lower),
            "answers": [
                [length, b"".join(map(bytes, zip(*answers, strict=True)))]
                for length, answers in sorted(by_length.items())
            ],
            "counts": pack_numbers(counts),
            "spellings": "\n".join(spellings),
            "clues": "\n".join(clues),
            "jokes": [[number, *joke] for number, joke in sorted(table.jokes.items())],
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
    if missing := [part for part in PARTS if part not in top]:
        raise ValueError(f"no {missing[0]!r}, expected {', '.join(PARTS)}")
    if not isinstance(top["lang"], str):
        raise ValueError(f"lang is {top['lang']!r}, expected a text")
    alphabet, lower = _cells(top["alphabet"], "alphabet"), _cells(top["lower"], "lower")
    if len(set(alphabet)) < len(alphabet) or len(lower) != len(alphabet):
        raise ValueError("alphabet, lower: expected as many texts in both, and different ones in the first")
    answers = list(_answers(top["answers"], len(alphabet)))
    counts = unpack_numbers(top["counts"], len(answers), "counts")
    if not all(1 <= count <= MAX_VARIANTS for count in counts):
        raise ValueError(f"counts: expected numbers from 1 to {MAX_VARIANTS}")
    edits, clues = (_lines(top[part], sum(counts), part) for part in ("spellings", "clues"))
    pairs: dict[bytes, tuple[Pair | None, ...]] = {}
    at = 0
    for codes, count in zip(answers, counts, strict=True):
        base = "".join(lower[code - 1] for code in codes)
        pairs[codes] = tuple(
            None if edits[i] == UNUSED else (apply_edit(edits[i], base), clues[i])
            for i in range(at, at + count)
        )
        at += count
    return Table(top["lang"], alphabet, lower, pairs, _jokes(top["jokes"], len(alphabet)))


def _line(clue: str) -> str:
    if "\n" in clue:
        raise ValueError(f"the clue {clue!r} has a line break, expected none")
    return clue


def _lines(text: Any, count: int, part: str) -> list[str]:
    lines = text.split("\n") if isinstance(text, str) and (text or count) else []
    if not isinstance(text, str) or len(lines) != count:
        raise ValueError(f"{part}: {len(lines)} lines, expected a text of {count}")
    return lines


def _cells(cells: Any, part: str) -> tuple[str, ...]:
    if not isinstance(cells, list) or not 1 <= len(cells) <= MAX_LETTERS:
        raise ValueError(f"{part}: expected an array of 1 to {MAX_LETTERS} cells")
    if not all(isinstance(cell, str) and 1 <= len(cell) <= MAX_CELL for cell in cells):
        raise ValueError(f"{part}: expected texts of 1 to {MAX_CELL} characters")
    return tuple(cells)


def _answers(groups: Any, n_letters: int) -> Iterator[bytes]:
    if not isinstance(groups, list):
        raise ValueError("answers: expected an array")
    shorter = 0
    for group in groups:
        if not is_array(group, 2) or not isinstance(group[1], bytes):
            raise ValueError("answers: expected each element as [length, codes]")
        length, columns = group
        if not is_number(length, shorter + 1, MAX_LENGTH):
            raise ValueError(f"answers: length {length!r}, expected rising numbers up to {MAX_LENGTH}")
        n_answers, rest = divmod(len(columns), length)
        if rest or not n_answers:
            raise ValueError(
                f"answers of {length} cells: {len(columns)} codes, expected a multiple of {length}"
            )
        if min(columns) < 1 or max(columns) > n_letters:
            raise ValueError(f"answers of {length} cells: expected codes from 1 to {n_letters}")
        last = b""
        for i in range(n_answers):
            codes = columns[i::n_answers]
            if codes <= last:
                raise ValueError(f"answers of {length} cells: expected them to rise")
            last = codes
            yield codes
        shorter = length


def _jokes(rows: Any, n_letters: int) -> dict[int, TableJoke]:
    if not isinstance(rows, list):
        raise ValueError("jokes: expected an array")
    jokes: dict[int, TableJoke] = {}
    last = -1
    for row in rows:
        if not is_array(row, 5) or not all(isinstance(text, str) for text in row[1:4]):
            raise ValueError("jokes: expected each as [number, id, setup, punchline, codes]")
        number, codes = row[0], row[4]
        if not is_number(number, last + 1, MAX_JOKE):
            raise ValueError(f"joke {number!r}, expected rising numbers up to {MAX_JOKE}")
        if not isinstance(codes, bytes) or not codes or min(codes) < 1 or max(codes) > n_letters:
            raise ValueError(f"joke {number}: expected codes from 1 to {n_letters}")
        jokes[number] = TableJoke(row[1], row[2], row[3], codes)
        last = number
    return jokes
