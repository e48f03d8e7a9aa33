"""Hiding a joke: which punchlines a finished grid holds, and in which cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from factory.grid import LETTER, Mask, SlotTable, letter_cells
from factory.jokes import JokeList
from factory.kernels import secret as kernel
from factory.puzzle import Cell
from factory.section import section
from factory.words.orthography import Orthography


@section
class SecretSettings:
    """What makes a good hiding place."""

    adjacent: Annotated[float, Ge(0)] = 4.0
    """Cost of two secret letters in neighbouring cells of a row, in units of one gap's unevenness."""


@dataclass(frozen=True)
class Punchlines:
    """The punchlines of a joke list as flat letter codes: joke j has codes[at[j]:at[j + 1]]."""

    codes: NDArray[np.uint8]
    at: NDArray[np.int64]


@dataclass(frozen=True)
class Reading:
    """The letter cells of a grid in reading order, with their letters.

    text: uint8 [letter cell]. beside: uint8 [letter cell], 1 where the cell follows the one before in its row.
    """

    cells: tuple[Cell, ...]
    text: NDArray[np.uint8]
    beside: NDArray[np.uint8]
    columns: int


def pack_punchlines(jokes: JokeList, orthography: Orthography) -> Punchlines:
    """The punchlines as the kernel's flat array, in the order of the list."""
    parts = [orthography.codes(joke.cells) for joke in jokes.jokes]
    at = np.zeros(len(parts) + 1, np.int64)
    at[1:] = np.cumsum([len(part) for part in parts])
    return Punchlines(np.frombuffer(b"".join(parts), np.uint8), at)


def read_grid(mask: Mask, codes: NDArray[np.uint8]) -> Reading:
    """The reading of a filled grid; `codes` [row, column] holds letter numbers, anything at clue cells."""
    cells = letter_cells(mask)
    beside = [c > 0 and mask[r, c - 1] == LETTER for r, c in cells]
    return Reading(
        cells, np.ascontiguousarray(codes[mask == LETTER]), np.array(beside, np.uint8), mask.shape[1]
    )


def hide_all(
    reading: Reading, table: SlotTable, punchlines: Punchlines, settings: SecretSettings, *, n_letters: int
) -> NDArray[np.float64]:
    """float64 [joke, 3]: each joke hidden at its best: unevenness, most letters in one slot, touching pairs.

    The unevenness is inf where the punchline can't be read in the grid at all.
    """
    figures = np.full((len(punchlines.at) - 1, 3), np.inf)
    kernel.embed_all(
        reading.text,
        reading.beside,
        table.slot_at,
        table.place,
        reading.columns,
        punchlines.codes,
        punchlines.at,
        n_letters,
        settings.adjacent,
        figures,
    )
    return figures


def hide_joke(
    reading: Reading, codes: Sequence[int] | bytes, settings: SecretSettings
) -> tuple[Cell, ...] | None:
    """The cells that spell the punchline as evenly spread as can be; None when it can't be read."""
    punchline = np.frombuffer(bytes(codes), np.uint8)
    cells = np.zeros(len(punchline), np.int64)
    if kernel.embed(reading.text, reading.beside, punchline, settings.adjacent, cells) == np.inf:
        return None
    return tuple(reading.cells[i] for i in cells)
