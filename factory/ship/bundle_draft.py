"""Explicit puzzles on their way into a bundle: checked against their own grid, their texts not numbered yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from factory.grid import Slot, letter_cells
from factory.puzzle import SECRET_SOURCE
from factory.ship.bundle_puzzle import KINDS, MAX_SIDE, MODES, SWEDISH, PackedPuzzle, least_side, place_of
from factory.ship.bundle_secret import skips_of
from factory.ship.bundle_table import Pair, TableJoke


@dataclass(frozen=True)
class Draft:
    """A checked puzzle with its texts."""

    puzzle: PackedPuzzle
    """Without variants, own pairs and secret."""
    answers: tuple[bytes, ...]
    """Letter codes by slot."""
    pairs: tuple[Pair, ...]
    """(spelling, clue) by slot."""
    own: frozenset[int]
    """Slots whose pair is of this puzzle alone: the parts of a placed secret."""
    secret: tuple[TableJoke, tuple[int, ...], str] | None
    """Joke, numbers of the secret cells among the letter cells, mode."""


def draft_puzzle(explicit: Mapping[str, Any], code_of: Mapping[str, int]) -> Draft:
    """The draft of a puzzle in explicit form; `code_of` gives the letter code of a cell string.

    Raises:
        ValueError: the puzzle is not what its own grid says; the message names the place.
    """
    try:
        return _draft(explicit, code_of)
    except KeyError as problem:
        raise ValueError(f"no {problem.args[0]!r}, expected an explicit puzzle") from None


def _draft(explicit: Mapping[str, Any], code_of: Mapping[str, int]) -> Draft:
    kind, grid = explicit["kind"], explicit["grid"]
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}, expected one of {', '.join(KINDS)}")
    rows, cols, least = len(grid), len(grid[0]) if grid else 0, least_side(kind)
    if not (least <= rows <= MAX_SIDE and least <= cols <= MAX_SIDE):
        raise ValueError(f"{rows}x{cols} cells, expected sides of {least} to {MAX_SIDE}")
    if any(len(row) != cols for row in grid):
        raise ValueError("rows of different length, expected a rectangle")
    if unknown := [cell for row in grid for cell in row if cell is not None and cell not in code_of]:
        raise ValueError(f"cell {unknown[0]!r}, expected one of the alphabet")
    codes = bytes(0 if cell is None else code_of[cell] for row in grid for cell in row)
    if kind == SWEDISH and (any(codes[:cols]) or any(codes[::cols])):
        raise ValueError("a letter in the first row or column, expected clue cells there")
    puzzle = PackedPuzzle(kind, explicit["id"], rows, cols, codes, ())
    slots = puzzle.slots
    entries = {
        (entry["direction"], tuple(map(tuple, entry["cells"]))): entry for entry in explicit["entries"]
    }
    if len(explicit["entries"]) != len(slots) or len(entries) != len(slots):
        raise ValueError(f"{len(explicit['entries'])} entries, expected one for each of {len(slots)} slots")
    pairs, own = [], set()
    for number, slot in enumerate(slots):
        entry = entries.get((slot.direction.value, slot.cells))
        if entry is None:
            raise ValueError(f"no entry for {place_of(slot)}")
        answer = "".join(grid[row][column] for row, column in slot.cells)
        if entry["answer"] != answer or (kind == SWEDISH and not _is_clued(entry, slot)):
            raise ValueError(f"the entry of {place_of(slot)} differs from the grid")
        pairs.append((entry["spelling"], entry["clue"]))
        if entry.get("source") == SECRET_SOURCE:
            own.add(number)
    secret = explicit.get("secret")
    if kind == SWEDISH and not secret:
        raise ValueError("no secret, expected a hidden joke")
    found = _secret(secret, puzzle) if secret else None
    return Draft(puzzle, tuple(map(puzzle.codes, slots)), tuple(pairs), frozenset(own), found)


def _is_clued(entry: Mapping[str, Any], slot: Slot) -> bool:
    return tuple(entry["clue_cell"]) == slot.clue_cell and entry["arrow"] == slot.direction.arrow


def _secret(secret: Mapping[str, Any], puzzle: PackedPuzzle) -> tuple[TableJoke, tuple[int, ...], str]:
    number_of = {cell: number for number, cell in enumerate(letter_cells(puzzle.mask))}
    cells = tuple(number_of.get((row, column), -1) for row, column in secret["cells"])
    if not cells or min(cells) < 0:
        raise ValueError("secret cells: expected letter cells in reading order")
    text = bytes(code for code in puzzle.grid if code)
    codes = bytes(text[cell] for cell in cells)
    for _ in skips_of(puzzle.grid, codes, cells):
        pass
    if secret["mode"] not in MODES:
        raise ValueError(f"secret mode {secret['mode']!r}, expected one of {', '.join(MODES)}")
    return TableJoke(secret["joke"], secret["setup"], secret["punchline"], codes), cells, secret["mode"]
