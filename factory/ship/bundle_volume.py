"""Volumes of a bundle: puzzles of one size as short fixed arrays, and back to the explicit form.

A puzzle is [id, grid, variants, joke, secret cells, mode]. Slots, answers, arrows and coordinates are not
stored: they follow from the grid.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from factory.grid import CLUE, LETTER, Cell, Mask, Slot, derive_slots, letter_cells
from factory.puzzle import KIND, Puzzle
from factory.ship.bundle_table import Table, TableBuilder
from factory.ship.packing import is_number, pack, unpack

MODES: Final = ("found", "planned", "placed")
"""Secret modes by number; new ones go to the end."""
MAX_SIDE: Final = 64
"""Rows or columns of a grid; more is taken for damage."""
N_FIELDS: Final = 6

_LETTER_AT_EDGE: Final = "a letter in the first row or column, expected clue cells there"
_NUMBERED: Final = re.compile(r"[0-9]{6}|[1-9][0-9]{6,8}")


@dataclass(frozen=True)
class PackedPuzzle:
    """A puzzle as a volume holds it."""

    id: str
    grid: bytes
    """rows * columns letter codes in reading order; 0 is a clue cell."""
    variants: bytes
    """The clue's place in the list of its answer, slot by slot in the order of `derive_slots`."""
    joke: int
    secret: tuple[int, ...]
    """Numbers of the secret cells among the letter cells in reading order, rising."""
    mode: str


@dataclass(frozen=True)
class Volume:
    """The puzzles of one volume file."""

    rows: int
    cols: int
    puzzles: tuple[PackedPuzzle, ...]


def pack_puzzle(puzzle: Puzzle, builder: TableBuilder) -> PackedPuzzle:
    """The puzzle in packed form; its clues and its joke are in the builder's table afterwards.

    Raises:
        ValueError: the puzzle is not what its own grid says; the message names the place.
    """
    if not (2 <= puzzle.rows <= MAX_SIDE and 2 <= puzzle.cols <= MAX_SIDE):
        raise ValueError(f"{puzzle.size} cells, expected sides of 2 to {MAX_SIDE}")
    if any(len(row) != puzzle.cols for row in puzzle.grid):
        raise ValueError("rows of different length, expected a rectangle")
    try:
        grid = bytes(0 if cell is None else builder.code_of[cell] for row in puzzle.grid for cell in row)
    except KeyError as problem:
        raise ValueError(f"cell {problem.args[0]!r}, expected one of the alphabet") from None
    if any(grid[: puzzle.cols]) or any(grid[:: puzzle.cols]):
        raise ValueError(_LETTER_AT_EDGE)
    mask = _mask(grid, puzzle.rows, puzzle.cols)
    entries = {(entry.direction, entry.cells): entry for entry in puzzle.entries}
    slots = derive_slots(mask)
    if len(entries) != len(slots) or len(puzzle.entries) != len(slots):
        raise ValueError(f"{len(puzzle.entries)} entries, expected one for each of {len(slots)} slots")
    variants = bytearray()
    for slot in slots:
        entry = entries.get((slot.direction.value, slot.cells))
        if entry is None:
            raise ValueError(f"no entry for {_place(slot)}")
        letters = bytes(grid[row * puzzle.cols + column] for row, column in slot.cells)
        answer = "".join(puzzle.grid[row][column] or "" for row, column in slot.cells)
        if (entry.answer, entry.clue_cell, entry.arrow) != (answer, slot.clue_cell, slot.direction.arrow):
            raise ValueError(f"the entry of {_place(slot)} differs from the grid")
        variants.append(builder.variant(letters, entry.spelling, entry.clue))
    number_of = {cell: number for number, cell in enumerate(letter_cells(mask))}
    secret = tuple(number_of.get(cell, -1) for cell in puzzle.secret.cells)
    if not secret or -1 in secret or any(a >= b for a, b in pairwise(secret)):
        raise ValueError("secret cells: expected letter cells in reading order")
    if puzzle.secret.mode not in MODES:
        raise ValueError(f"secret mode {puzzle.secret.mode!r}, expected one of {', '.join(MODES)}")
    joke = builder.joke(puzzle.secret)
    return PackedPuzzle(puzzle.id, grid, bytes(variants), joke, secret, puzzle.secret.mode)


def pack_volume(volume: Volume, lang: str) -> bytes:
    """The bytes of a volume file."""
    prefix = _prefix(lang, volume.rows, volume.cols)
    return pack(
        [
            [
                _short_id(puzzle.id, prefix),
                puzzle.grid,
                puzzle.variants,
                puzzle.joke,
                bytes(puzzle.secret) if puzzle.secret[-1] < 256 else list(puzzle.secret),
                MODES.index(puzzle.mode),
            ]
            for puzzle in volume.puzzles
        ]
    )


def unpack_volume(data: bytes, rows: int, cols: int, table: Table) -> Volume:
    """The volume in the bytes of a file; every number in it has a meaning in `table`.

    Raises:
        ValueError: something has another form or points nowhere; the message says which puzzle.
    """
    top = unpack(data)
    if not isinstance(top, list):
        raise ValueError(f"{type(top).__name__} on top, expected an array of puzzles")
    puzzles = []
    for number, fields in enumerate(top):
        try:
            puzzle = _unpack_puzzle(fields, rows, cols, table)
            expand_puzzle(puzzle, rows, cols, table)
        except ValueError as problem:
            raise ValueError(f"puzzle {number}: {problem}") from None
        puzzles.append(puzzle)
    return Volume(rows, cols, tuple(puzzles))


def expand_puzzle(puzzle: PackedPuzzle, rows: int, cols: int, table: Table) -> dict[str, Any]:
    """The explicit form of a puzzle without zipf, tags, source, quality and provenance.

    Raises:
        ValueError: an answer, a variant or a secret cell points nowhere.
    """
    mask = _mask(puzzle.grid, rows, cols)
    slots = derive_slots(mask)
    if len(puzzle.variants) != len(slots):
        raise ValueError(f"{len(puzzle.variants)} clue variants, expected one for each of {len(slots)} slots")
    entries = [
        _expand_entry(slot, puzzle.grid, cols, variant, table)
        for slot, variant in zip(slots, puzzle.variants, strict=True)
    ]
    places = letter_cells(mask)
    if puzzle.secret[-1] >= len(places):
        raise ValueError(f"secret cell {puzzle.secret[-1]}, expected a number below {len(places)}")
    joke, setup, punchline = table.jokes[puzzle.joke]
    return {
        "id": puzzle.id,
        "kind": KIND,
        "lang": table.lang,
        "rows": rows,
        "cols": cols,
        "grid": [
            [table.alphabet[code - 1] if code else None for code in puzzle.grid[start : start + cols]]
            for start in range(0, rows * cols, cols)
        ],
        "entries": entries,
        "secret": {
            "joke": joke,
            "setup": setup,
            "punchline": punchline,
            "cells": [list(places[number]) for number in puzzle.secret],
            "mode": puzzle.mode,
        },
    }


def _expand_entry(slot: Slot, grid: bytes, cols: int, variant: int, table: Table) -> dict[str, Any]:
    codes = bytes(grid[row * cols + column] for row, column in slot.cells)
    pairs = table.answers.get(codes)
    if pairs is None:
        raise ValueError(f"the answer {table.text(codes)!r} of {_place(slot)} is not in the table")
    if variant >= len(pairs):
        raise ValueError(f"clue variant {variant} of {_place(slot)}, expected a number below {len(pairs)}")
    spelling, clue = pairs[variant]
    return {
        "direction": slot.direction.value,
        "answer": table.text(codes),
        "spelling": spelling,
        "clue": clue,
        "clue_cell": list(slot.clue_cell),
        "arrow": slot.direction.arrow,
        "cells": [list(cell) for cell in slot.cells],
    }


def _unpack_puzzle(fields: Any, rows: int, cols: int, table: Table) -> PackedPuzzle:
    """The puzzle in the fields of a volume; fields behind the known ones are passed over."""
    if not isinstance(fields, list) or len(fields) < N_FIELDS:
        raise ValueError(f"expected an array of at least {N_FIELDS} fields")
    name, grid, variants, joke, secret, mode = fields[:N_FIELDS]
    if isinstance(name, int):
        if not is_number(name, 0, 999_999_999):
            raise ValueError(f"id {name}, expected a number from 0 to 999999999 or a text")
        name = f"{_prefix(table.lang, rows, cols)}{name:06d}"
    if not isinstance(name, str) or not name:
        raise ValueError("id: expected a number or a text")
    if not isinstance(grid, bytes) or len(grid) != rows * cols:
        raise ValueError(f"grid: expected {rows * cols} bytes")
    if max(grid) > len(table.alphabet):
        raise ValueError(f"letter code {max(grid)}, expected at most {len(table.alphabet)}")
    if any(grid[:cols]) or any(grid[::cols]):
        raise ValueError(_LETTER_AT_EDGE)
    if not isinstance(variants, bytes):
        raise ValueError("clue variants: expected bytes")
    if not is_number(joke, 0, len(table.jokes) - 1):
        raise ValueError(f"joke {joke!r}, expected a number below {len(table.jokes)}")
    if not is_number(mode, 0, len(MODES) - 1):
        raise ValueError(f"secret mode {mode!r}, expected a number below {len(MODES)}")
    return PackedPuzzle(name, grid, variants, joke, _secret(secret, rows * cols), MODES[mode])


def _secret(numbers: Any, n_cells: int) -> tuple[int, ...]:
    if not isinstance(numbers, bytes | list) or not numbers:
        raise ValueError("secret cells: expected bytes or an array, not empty")
    if not all(is_number(number, 0, n_cells - 1) for number in numbers):
        raise ValueError(f"secret cells: expected numbers below {n_cells}")
    if any(a >= b for a, b in pairwise(numbers)):
        raise ValueError("secret cells: expected rising numbers")
    return tuple(numbers)


def _mask(grid: bytes, rows: int, cols: int) -> Mask:
    codes = np.frombuffer(grid, np.uint8).reshape(rows, cols)
    return np.where(codes == 0, CLUE, LETTER).astype(np.uint8)


def _prefix(lang: str, rows: int, cols: int) -> str:
    return f"{lang}-{rows}x{cols}-"


def _short_id(name: str, prefix: str) -> int | str:
    """The number of an id of the usual form, else the id itself."""
    number = name.removeprefix(prefix)
    return int(number) if number != name and _NUMBERED.fullmatch(number) else name


def _place(slot: Slot) -> str:
    row, column = slot.cells[0]
    cell: Cell = (row + 1, column + 1)
    return f"the {slot.direction.value} slot from row {cell[0]}, column {cell[1]}"
