"""A puzzle laid out, whatever it is written as: cells, clue lines, type sizes, arrows, and the punchline's blanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from factory.puzzle import FREEFORM, KIND, Cell, Entry, Puzzle
from factory.ship.blanks import punchline_blanks
from factory.ship.clue_text import ASCENT, BODY, CELL, GAP, LEADING, font_size, set_clues
from factory.ship.numbering import number_cells

ARROW: Final = 12.0
"""How far an arrow reaches into the letter cell that it points at, in units of the drawing."""


Triangle = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Line:
    """A line of clue text."""

    text: str
    y: float
    """Its baseline."""


@dataclass(frozen=True)
class ClueCell:
    """A clue cell, drawn; of a blocked grid, a block."""

    x: float
    y: float
    tooltip: str
    font_size: float
    lines: tuple[Line, ...]
    rule: float | None
    """Height of the hairline between two clues."""
    arrows: tuple[Triangle, ...]


@dataclass(frozen=True)
class LetterCell:
    """A letter cell, drawn."""

    x: float
    y: float
    letter: str
    secret: int | None
    """Its place in the punchline, from 1."""
    number: int | None
    """Its crossword number, where the clues stand beside the grid."""


@dataclass(frozen=True)
class Blank:
    """A cell of the punchline, or (number is None) a mark that stands between them."""

    text: str
    number: int | None


def draw_grid(puzzle: Puzzle) -> tuple[tuple[ClueCell, ...], tuple[LetterCell, ...]]:
    """The cells of the grid in reading order; the voids of a freeform grid are left out."""
    entries_at: dict[Cell, list[Entry]] = {}
    if puzzle.kind == KIND:
        for entry in puzzle.entries:
            entries_at.setdefault(entry.clue_cell, []).append(entry)
    numbers = {} if puzzle.kind == KIND else number_cells(puzzle.grid)
    places = {cell: place for place, cell in enumerate(puzzle.secret.cells, 1)}
    clue_cells: list[ClueCell] = []
    letter_cells: list[LetterCell] = []
    for r, row in enumerate(puzzle.grid):
        for c, letter in enumerate(row):
            x, y = c * CELL, r * CELL
            if letter is not None:
                letter_cells.append(LetterCell(x, y, letter, places.get((r, c)), numbers.get((r, c))))
            elif puzzle.kind != FREEFORM:
                clue_cells.append(_clue_cell(entries_at.get((r, c), []), x, y, puzzle.lang))
    return tuple(clue_cells), tuple(letter_cells)


def _clue_cell(entries: Sequence[Entry], x: float, y: float, lang: str) -> ClueCell:
    """The clues of a cell, the one with the arrow right above the one with the arrow down."""
    entries = sorted(entries, key=lambda entry: entry.arrow != "right")
    broken = set_clues([entry.clue for entry in entries], lang)
    size = font_size(broken)
    gap = GAP if len(broken) > 1 else 0.0
    heights = [(len(lines) - 1) * LEADING * size + BODY * size for lines in broken]
    top = (CELL - sum(heights) - gap) / 2
    lines: list[Line] = []
    arrows: list[Triangle] = []
    rule: float | None = None
    for entry, texts, height in zip(entries, broken, heights, strict=True):
        for i, text in enumerate(texts):
            baseline = top + size * (ASCENT + i * LEADING)
            lines.append(Line(text, round(y + baseline, 1)))
        arrows.append(_arrow(entry.arrow, x, y, top + height / 2 if gap else CELL / 2))
        top += height
        if gap and rule is None:
            rule = round(y + top + gap / 2, 1)
            top += gap
    tooltip = "\n".join(f"{'→' if entry.arrow == 'right' else '↓'} {entry.clue}" for entry in entries)
    return ClueCell(x, y, tooltip, size, tuple(lines), rule, tuple(arrows))


def _arrow(arrow: str, x: float, y: float, middle: float) -> Triangle:
    """A triangle on the edge of a clue cell that points out of it; `middle` is the height of its clue."""
    half = ARROW * 0.7
    if arrow == "right":
        right, top = x + CELL, round(y + middle, 1)
        return ((right, top - half), (right + ARROW, top), (right, top + half))
    centre, foot = x + CELL / 2, y + CELL
    return ((centre - half, foot), (centre, foot + ARROW), (centre + half, foot))


def blank_words(puzzle: Puzzle) -> list[list[Blank]]:
    """The punchline's cells and marks, word by word."""
    letters = [puzzle.grid[row][column] or "" for row, column in puzzle.secret.cells]
    words: list[list[Blank]] = [[]]
    for part in punchline_blanks(puzzle):
        if isinstance(part, int):
            words[-1].append(Blank(letters[part], part + 1))
        elif part.isspace():
            words.append([])
        else:
            words[-1].append(Blank(part, None))
    return [word for word in words if word]
