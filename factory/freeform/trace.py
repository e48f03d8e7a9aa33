"""How an arrangement grew: after each word, which cells are closed and which are open for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factory.freeform.arrange import Placement

Cell = tuple[int, int]


@dataclass(frozen=True)
class CellState:
    """A cell between two words."""

    letter: str | None
    across: bool
    """Open for across words; so is every cell that is not in a step."""
    down: bool


@dataclass(frozen=True)
class Step:
    """The plane after a word was laid."""

    number: int
    """From 1."""
    placement: Placement
    crossings: int
    cells: dict[Cell, CellState]
    """Those that hold a letter or are closed for a direction; some lie outside the final arrangement."""


def trace(placements: Sequence[Placement]) -> Iterator[Step]:
    """The steps, in the order the words were laid."""
    letters: dict[Cell, str] = {}
    closed: dict[str, set[Cell]] = {"across": set(), "down": set()}
    for number, placement in enumerate(placements, 1):
        cells = placement.cells
        crossings = sum(cell in letters for cell in cells)
        letters.update(zip(cells, placement.word.cells, strict=True))
        down = placement.direction == "down"
        (top, left), (bottom, right) = cells[0], cells[-1]
        ends = {(top - down, left - (not down)), (bottom + down, right + (not down))}
        beside = {
            (row + sign * (not down), column + sign * down) for row, column in cells for sign in (-1, 1)
        }
        closed[placement.direction] |= {*cells, *beside, *ends}
        closed["down" if placement.direction == "across" else "across"] |= ends
        known = letters.keys() | closed["across"] | closed["down"]
        yield Step(
            number,
            placement,
            crossings,
            {
                cell: CellState(letters.get(cell), cell not in closed["across"], cell not in closed["down"])
                for cell in sorted(known)
            },
        )
