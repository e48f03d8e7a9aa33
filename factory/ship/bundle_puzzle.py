"""A puzzle by the numbers of a bundle's table, and its expansion to the explicit form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from factory.grid import CLUE, LETTER, Mask, Slot, derive_slots, letter_cells
from factory.puzzle import BLOCKED, FREEFORM, KIND, Grid
from factory.ship.bundle_table import Pair, Table

SWEDISH: Final = KIND
KINDS: Final = (BLOCKED, FREEFORM, SWEDISH)
MODES: Final = ("found", "planned", "placed")
"""Secret modes by number; new ones go to the end."""
MAX_SIDE: Final = 4096
"""Rows or columns of a grid; more is taken for damage."""


def least_side(kind: str) -> int:
    """The fewest rows or columns of a grid: a Swedish one has clue cells above and left of its letters."""
    return 2 if kind == SWEDISH else 1


@dataclass(frozen=True)
class PackedSecret:
    """A hidden joke."""

    joke: int
    """Its number in the table."""
    cells: tuple[int, ...]
    """Numbers of the secret cells among the letter cells in reading order, rising."""
    mode: str


@dataclass(frozen=True)
class PackedPuzzle:
    """A puzzle by the numbers of its table."""

    kind: str
    id: str
    rows: int
    cols: int
    grid: bytes
    """rows * columns letter codes in reading order; 0 is no letter."""
    variants: tuple[int, ...]
    """The clue's place in the list of its answer, slot by slot in the order of `derive_slots`."""
    secret: PackedSecret | None = None
    own: Mapping[int, Pair] = field(default_factory=dict)
    """By slot the pairs that stand with the puzzle and not in the table; the variant is 0 there."""

    @property
    def mask(self) -> Mask:
        """Where the letters are; what is no letter counts as a clue cell."""
        codes = np.frombuffer(self.grid, np.uint8).reshape(self.rows, self.cols)
        return np.where(codes == 0, CLUE, LETTER).astype(np.uint8)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots in derived order; derived anew each time, since they take a hundred times the room of a grid."""
        return derive_slots(self.mask)

    def count_slots(self) -> int:
        """How many slots there are, without deriving them."""
        lines = [self.grid[at : at + self.cols] for at in range(0, len(self.grid), self.cols)]
        lines += (self.grid[column :: self.cols] for column in range(self.cols))
        return sum(len(run) >= 2 for line in lines for run in line.split(b"\0"))

    def codes(self, slot: Slot) -> bytes:
        """The letter codes of a slot's answer."""
        return bytes(self.grid[row * self.cols + column] for row, column in slot.cells)


def expand_puzzle(puzzle: PackedPuzzle, table: Table) -> dict[str, Any]:
    """The explicit form of a puzzle without zipf, tags, source, quality and provenance.

    Raises:
        ValueError: an answer or a variant points nowhere.
    """
    grid: Grid = tuple(
        tuple(table.alphabet[code - 1] if code else None for code in puzzle.grid[at : at + puzzle.cols])
        for at in range(0, len(puzzle.grid), puzzle.cols)
    )
    entries = []
    for number, slot in enumerate(puzzle.slots):
        spelling, clue = pair_of(puzzle, number, slot, table)
        clue_cell = slot.clue_cell if puzzle.kind == SWEDISH else slot.cells[0]
        entries.append(
            {
                "direction": slot.direction.value,
                "answer": table.text(puzzle.codes(slot)),
                "spelling": spelling,
                "clue": clue,
                "clue_cell": list(clue_cell),
                "arrow": slot.direction.arrow,
                "cells": [list(cell) for cell in slot.cells],
            }
        )
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "lang": table.lang,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "grid": [list(row) for row in grid],
        "entries": entries,
        "secret": None if puzzle.secret is None else _expand_secret(puzzle.secret, puzzle.mask, table),
    }


def _expand_secret(secret: PackedSecret, mask: Mask, table: Table) -> dict[str, Any]:
    joke, places = table.jokes[secret.joke], letter_cells(mask)
    return {
        "joke": joke.id,
        "setup": joke.setup,
        "punchline": joke.punchline,
        "cells": [list(places[number]) for number in secret.cells],
        "mode": secret.mode,
    }


def pair_of(puzzle: PackedPuzzle, number: int, slot: Slot, table: Table) -> Pair:
    """The spelling and clue of a slot, the one of that number in derived order.

    Raises:
        ValueError: its answer or its variant is not in the table.
    """
    if (own := puzzle.own.get(number)) is not None:
        return own
    variant = puzzle.variants[number]
    codes = puzzle.codes(slot)
    pairs = table.answers.get(codes)
    if pairs is None:
        raise ValueError(f"the answer {table.text(codes)!r} of {place_of(slot)} is not in the table")
    pair = pairs[variant] if variant < len(pairs) else None
    if pair is None:
        raise ValueError(
            f"clue variant {variant} of {place_of(slot)}, expected one of {len(pairs)} in the table"
        )
    return pair


def place_of(slot: Slot) -> str:
    """Where a slot lies, for messages."""
    row, column = slot.cells[0]
    return f"the {slot.direction.value} slot from row {row + 1}, column {column + 1}"
