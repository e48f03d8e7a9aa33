"""A blocked grid as text: its letters, as a grid file can be read again, and its clues."""

from __future__ import annotations

from typing import Final

from factory.puzzle import Puzzle
from factory.ship.numbering import DIRECTIONS, numbered_entries

BLOCK: Final = "#"
EMPTY: Final = "."


def render_blocked(puzzle: Puzzle, *, clues: bool = False) -> str:
    """The letters, a line a row, cells parted by blanks; below it the numbered clues if asked for."""
    width = max(len(letter or "") for row in puzzle.grid for letter in row)
    lines = [" ".join(_cell(letter).ljust(width) for letter in row).rstrip() for row in puzzle.grid]
    if clues:
        for direction in DIRECTIONS:
            lines += ["", direction]
            for number, entry in numbered_entries(puzzle, direction):
                shown = entry.clue or "-"
                lines.append(f"{number:>3}  {shown} ({len(entry.cells)})  {entry.spelling}")
    return "\n".join(lines)


def _cell(letter: str | None) -> str:
    return BLOCK if letter is None else letter or EMPTY
