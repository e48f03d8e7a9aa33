"""Hiding a joke: which punchlines a finished grid holds, and in which cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, MinLen
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

    mode: Literal["found", "planned", "placed"] = "found"
    """found: any joke that the finished grid holds; planned: a joke dealt beforehand, its letters pinned
    before the fill; placed: dealt beforehand, its parts whole across answers."""
    adjacent: Annotated[float, Ge(0)] = 4.0
    """Cost of two secret letters in neighbouring cells of a row, in units of one gap's unevenness."""
    longest: Annotated[int, Ge(1)] = 16
    """Cells of the longest punchline that is dealt."""
    plans: Annotated[int, Ge(1)] = 20
    """Plans that are searched before another mask is tried."""
    plan_floors: Annotated[tuple[Annotated[float, Gt(0), Le(1)], ...], MinLen(1)] = (0.6, 1.0)
    """The best share of the words that each plan may use; the last one goes for all that follow."""
    plan_nodes: Annotated[int, Ge(1)] = 1500
    """Decisions that the search around one plan may take."""
    evenness_bits: Annotated[float, Ge(0)] = 10.0
    """What one gap's unevenness costs in the first plan, against the bits that the words lose."""
    evenness_fall: Annotated[float, Gt(0), Le(1)] = 0.9
    """Factor of that from one plan to the next."""
    free_bits: Annotated[float, Ge(0)] = 6.0
    """Bits that a letter costs less where a free fill of the grid has it anyway; from the last of `plan_floors` on."""
    free_plans: Annotated[int, Ge(1)] = 3
    """Plans that lean on one free fill before another is made."""
    free_nodes: Annotated[int, Ge(1)] = 3000
    """Decisions that a free fill may take."""
    plan_jitter: Annotated[float, Ge(0)] = 2.0
    """Random bits that make the plans of one punchline differ."""
    placements: Annotated[int, Ge(1)] = 8
    """Masks climbed round drawn placements before the best of them are searched."""
    searches: Annotated[int, Ge(1)] = 3
    """Placements that are searched, the least constrained first."""
    mark: str = "tajnička"
    """The clue of a placed part, with its number behind it."""
    plan_failures: Annotated[int, Ge(0)] = 12
    """Pins that may turn out impossible before a plan is given up."""


@dataclass(frozen=True)
class Punchlines:
    """The punchlines of a joke list as flat letter codes: joke j has codes[at[j]:at[j + 1]]."""

    codes: NDArray[np.uint8]
    at: NDArray[np.int64]


@dataclass(frozen=True)
class Geometry:
    """The letter cells of a mask in reading order.

    beside: uint8 [letter cell], 1 where the cell follows the one before in its row.
    """

    cells: tuple[Cell, ...]
    beside: NDArray[np.uint8]
    columns: int


@dataclass(frozen=True)
class Reading(Geometry):
    """The letter cells of a filled grid with their letters; text: uint8 [letter cell]."""

    text: NDArray[np.uint8]


def pack_punchlines(jokes: JokeList, orthography: Orthography) -> Punchlines:
    """The punchlines as the kernel's flat array, in the order of the list."""
    parts = [orthography.codes(joke.cells) for joke in jokes.jokes]
    at = np.zeros(len(parts) + 1, np.int64)
    at[1:] = np.cumsum([len(part) for part in parts])
    return Punchlines(np.frombuffer(b"".join(parts), np.uint8), at)


def reading_geometry(mask: Mask) -> Geometry:
    """The letter cells of a mask."""
    cells = letter_cells(mask)
    beside = [c > 0 and mask[r, c - 1] == LETTER for r, c in cells]
    return Geometry(cells, np.array(beside, np.uint8), mask.shape[1])


def read_grid(mask: Mask, codes: NDArray[np.uint8]) -> Reading:
    """The reading of a filled grid; `codes` [row, column] holds letter numbers, anything at clue cells."""
    geometry = reading_geometry(mask)
    text = np.ascontiguousarray(codes[mask == LETTER])
    return Reading(geometry.cells, geometry.beside, geometry.columns, text)


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
