"""The grid before any word: the mask, its slots, and where they cross."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.errors import GridError

LETTER, CLUE = 0, 1

Mask = NDArray[np.uint8]
"""uint8 [row, column]: LETTER (0) or CLUE (1)."""

Cell = tuple[int, int]
"""(row, column), counted from 0."""


class Direction(Enum):
    """The way a slot runs, with the arrow that points at it."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def arrow(self) -> str:
        """The arrow of the clue cell just before the slot: "right" or "down"."""
        return "right" if self is Direction.ACROSS else "down"

    @property
    def step(self) -> Cell:
        """The offset from one cell of the slot to the next."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)


@dataclass(frozen=True)
class Slot:
    """A maximal run of two or more letter cells that takes one answer."""

    direction: Direction
    cells: tuple[Cell, ...]

    @property
    def clue_cell(self) -> Cell:
        """The cell just before the first one: left of an across slot, above a down slot."""
        (row, column), (down, right) = self.cells[0], self.direction.step
        return row - down, column - right

    def __len__(self) -> int:
        return len(self.cells)


class SlotTable(NamedTuple):
    """Slots as flat arrays for the kernels. A slot id is an index into them.

    length: int64 [slot].
    first: int64 [slot], index of the slot's first position in `cells`.
    cells: int64 [position], letter-cell id of each position, slot after slot.
    slot_at: int64 [letter cell, 2], the across and the down slot through a cell; -1 = none (unchecked letter).
    position_at: int64 [letter cell, 2], the position of the cell in that slot; -1 = none.
    partner: int64 [slot], the slot whose clue stands in the same clue cell; -1 = none.
    place: int64 [letter cell], row * columns + column; letter cells are numbered in reading order.
    """

    length: NDArray[np.int64]
    first: NDArray[np.int64]
    cells: NDArray[np.int64]
    slot_at: NDArray[np.int64]
    position_at: NDArray[np.int64]
    partner: NDArray[np.int64]
    place: NDArray[np.int64]


def derive_slots(mask: Mask) -> tuple[Slot, ...]:
    """The slots of a mask: across ones in reading order of their first cell, then down ones likewise.

    This order is part of the bundle format: clue variants are stored in it.
    """
    rows, columns = mask.shape
    slots: list[Slot] = []
    for direction in Direction:
        down, right = direction.step
        for row in range(rows):
            for column in range(columns):
                before_is_letter = (
                    row >= down and column >= right and mask[row - down, column - right] == LETTER
                )
                if mask[row, column] != LETTER or before_is_letter:
                    continue
                cells: list[Cell] = []
                r, c = row, column
                while r < rows and c < columns and mask[r, c] == LETTER:
                    cells.append((r, c))
                    r, c = r + down, c + right
                if len(cells) >= 2:
                    slots.append(Slot(direction, tuple(cells)))
    return tuple(slots)


def letter_cells(mask: Mask) -> tuple[Cell, ...]:
    """The letter cells in reading order: left to right, top to bottom."""
    return tuple((int(r), int(c)) for r, c in np.argwhere(mask == LETTER))


def slot_table(mask: Mask, slots: tuple[Slot, ...]) -> SlotTable:
    """The slots of `mask` as arrays; see SlotTable."""
    places = letter_cells(mask)
    id_of = {cell: i for i, cell in enumerate(places)}
    slot_at = np.full((len(places), 2), -1, np.int64)
    position_at = np.full((len(places), 2), -1, np.int64)
    length = np.array([len(slot) for slot in slots], np.int64)
    first = np.zeros(len(slots), np.int64)
    if len(slots) > 1:
        first[1:] = np.cumsum(length)[:-1]
    cells: list[int] = []
    for slot_id, slot in enumerate(slots):
        axis = 0 if slot.direction is Direction.ACROSS else 1
        for position, cell in enumerate(slot.cells):
            cells.append(id_of[cell])
            slot_at[id_of[cell], axis] = slot_id
            position_at[id_of[cell], axis] = position
    slot_of = {(slot.clue_cell, slot.direction): i for i, slot in enumerate(slots)}
    turned = {Direction.ACROSS: Direction.DOWN, Direction.DOWN: Direction.ACROSS}
    partner = [slot_of.get((slot.clue_cell, turned[slot.direction]), -1) for slot in slots]
    columns = mask.shape[1]
    place = np.array([row * columns + column for row, column in places], np.int64)
    return SlotTable(
        length, first, np.array(cells, np.int64), slot_at, position_at, np.array(partner, np.int64), place
    )


def dead_clue_cells(mask: Mask) -> tuple[Cell, ...]:
    """The clue cells that begin no slot, the top-left corner included."""
    live = {slot.clue_cell for slot in derive_slots(mask)}
    return tuple((int(r), int(c)) for r, c in np.argwhere(mask == CLUE) if (int(r), int(c)) not in live)


def parse_mask(text: str) -> Mask:
    """The mask drawn in `text`: `#` a clue cell, `.` a letter cell, one line a row, empty lines apart.

    Raises:
        GridError: lines of unequal length, another character, or no line at all.
    """
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    if not lines:
        raise GridError("mask: no rows found, expected lines of '#' and '.'")
    width = len(next(iter(lines.values())))
    for number, line in lines.items():
        if len(line) != width:
            raise GridError(f"mask line {number}: {len(line)} cells, expected {width}")
        if wrong := set(line) - {"#", "."}:
            raise GridError(f"mask line {number}: {sorted(wrong)[0]!r}, expected '#' or '.'")
    return np.array([[CLUE if cell == "#" else LETTER for cell in line] for line in lines.values()], np.uint8)


def format_mask(mask: Mask) -> str:
    """The drawing that `parse_mask` reads."""
    return "\n".join("".join("#" if cell == CLUE else "." for cell in row) for row in mask)


def parse_grid(text: str, place: str = "grid") -> tuple[Mask, dict[Cell, str]]:
    """The mask drawn in `text` and the letters given in it, as they stand there.

    A line a row, `#` blocked, `.` empty, anything else a letter; where a line holds blanks, its cells are what
    they part, so that a cell may have several letters. Rows may be of unequal length: what is missing is blocked.
    `place` names the text in messages.

    Raises:
        GridError: no row, or no cell that is not blocked.
    """
    rows = [line.split() if " " in line.strip() else list(line.strip()) for line in text.splitlines()]
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    if not any(cell != "#" for row in rows for cell in row):
        raise GridError(f"{place}: no cells found, expected lines of '#' (blocked), '.' (empty) and letters")
    width = max(len(row) for row in rows)
    mask = np.full((len(rows), width), CLUE, np.uint8)
    given: dict[Cell, str] = {}
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell != "#":
                mask[r, c] = LETTER
                if cell != ".":
                    given[r, c] = cell
    return mask, given
