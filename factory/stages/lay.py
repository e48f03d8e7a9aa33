"""Laying letters before there is a mask: words with clue cells at their ends, single letters, clue cells.

What is laid stands in `fixed`, which the mask search honours, and in `letters`, which the fill honours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from factory.grid import Cell, Direction, SlotTable
from factory.kernels.base import below
from factory.kernels.mask import FAULTS, FREE, MUST_CLUE, MUST_LETTER, Costs


@dataclass(frozen=True)
class Wishes:
    """What a caller wants to see in a grid, in letter codes."""

    words: tuple[bytes, ...] = ()
    """Answers that must appear, wherever they fit."""
    letters: tuple[tuple[Cell, int], ...] = ()
    """Letters that must stand in certain cells."""
    clue_cells: tuple[Cell, ...] = ()
    """Cells that must be clue cells."""


NO_WISHES = Wishes()


@dataclass(frozen=True, eq=False)
class Layout:
    """What is laid so far; changed in place by the functions below.

    fixed: uint8 [row, column], FREE, MUST_LETTER or MUST_CLUE. words: the cells of each word laid as a whole.
    """

    fixed: NDArray[np.uint8]
    letters: dict[Cell, int] = field(default_factory=dict)
    words: list[tuple[Cell, ...]] = field(default_factory=list)


def new_layout(rows: int, columns: int, wishes: Wishes = NO_WISHES) -> Layout:
    """A layout with the cells that the wishes set."""
    layout = Layout(np.zeros((rows, columns), np.uint8))
    for cell, code in wishes.letters:
        layout.fixed[cell] = MUST_LETTER
        layout.letters[cell] = code
    for cell in wishes.clue_cells:
        layout.fixed[cell] = MUST_CLUE
    return layout


def word_cells(first: Cell, direction: Direction, length: int) -> tuple[Cell, ...]:
    """The cells of a word from its first cell on."""
    (row, column), (down, right) = first, direction.step
    return tuple((row + i * down, column + i * right) for i in range(length))


def starts(size: int, length: int) -> list[int]:
    """Where a word may begin in a line of `size` cells, of which the first is a clue cell.

    Left of the word stand the border, or a clue cell with a run of none, two or more before it; so at its other
    end. That rules out a word that begins in cell 3 or ends two cells before the last.
    """
    room = size - 1 - length
    return [c for c in range(1, room + 2) if c != 3 and room + 1 - c != 2] or ([1] if room >= 0 else [])


def fits(layout: Layout, cells: tuple[Cell, ...], codes: bytes) -> bool:
    """Whether a word can be laid there: its letters agree with those laid, and its ends can be clue cells."""
    return all(
        layout.fixed[cell] != MUST_CLUE and layout.letters.get(cell, code) == code
        for cell, code in zip(cells, codes, strict=True)
    ) and all(layout.fixed[cell] != MUST_LETTER for cell in _ends(layout, cells))


def lay_word(layout: Layout, cells: tuple[Cell, ...], codes: bytes) -> None:
    """Lays a word that fits: its letters, and clue cells at its ends."""
    for cell in _ends(layout, cells):
        layout.fixed[cell] = MUST_CLUE
    for cell, code in zip(cells, codes, strict=True):
        layout.fixed[cell] = MUST_LETTER
        layout.letters[cell] = code
    layout.words.append(cells)


def lay_words(layout: Layout, words: tuple[bytes, ...], random: NDArray[np.uint64]) -> bytes | None:
    """Lays words at drawn places, the longest first; returns the first that fits nowhere, None when all are laid.

    Places that touch nothing laid before come first: there the mask has more freedom.
    """
    rows, columns = layout.fixed.shape
    for codes in sorted(words, key=lambda word: (-len(word), word)):
        places = [
            cells
            for direction, lines, size in ((Direction.ACROSS, rows, columns), (Direction.DOWN, columns, rows))
            for line in range(1, lines)
            for start in starts(size, len(codes))
            for cells in [
                word_cells(
                    (line, start) if direction is Direction.ACROSS else (start, line), direction, len(codes)
                )
            ]
            if cells not in layout.words and fits(layout, cells, codes)
        ]
        if not places:
            return codes
        apart = [cells for cells in places if not _touches(layout, cells)]
        chosen = apart or places
        lay_word(layout, chosen[below(random, len(chosen))], codes)
    return None


def allowed_letters(table: SlotTable, columns: int, letters: Mapping[Cell, int]) -> NDArray[np.uint64] | None:
    """uint64 [letter cell], the letters each cell may take: one where it is laid; None when none is."""
    if not letters:
        return None
    allowed = np.full(len(table.place), ~np.uint64(0), np.uint64)
    for cell, place in enumerate(table.place):
        code = letters.get((int(place) // columns, int(place) % columns))
        if code is not None:
            allowed[cell] = np.uint64(1) << np.uint64(code)
    return allowed


def own_faults(costs: Costs, layout: Layout) -> int:
    """Words laid of a length that the mask counts as a fault: here they are none."""
    faults = 0
    for cells in layout.words:
        line = cells[0][0] if cells[0][0] == cells[1][0] else cells[0][1]
        faults += int(costs.run[int(line == 1), len(cells), FAULTS])
    return faults


def _ends(layout: Layout, cells: tuple[Cell, ...]) -> list[Cell]:
    """The cells just before and behind a word, as far as they are inside the grid and no border clue cells."""
    rows, columns = layout.fixed.shape
    down, right = cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]
    ends = [(cells[0][0] - down, cells[0][1] - right), (cells[-1][0] + down, cells[-1][1] + right)]
    return [(row, column) for row, column in ends if 0 < row < rows and 0 < column < columns]


def _touches(layout: Layout, cells: tuple[Cell, ...]) -> bool:
    """Whether a cell or a neighbour of it is laid already."""
    rows, columns = layout.fixed.shape
    near = [
        (row + r, column + c) for row, column in cells for r, c in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    ]
    return any(row < rows and column < columns and layout.fixed[row, column] != FREE for row, column in near)
