"""A puzzle as one self-contained page: the grid as inline SVG with the clues in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from factory.puzzle import Cell, Entry, Puzzle
from factory.ship.blanks import punchline_blanks
from factory.ship.clue_text import ASCENT, BODY, CELL, GAP, LEADING, PADDING, em_width, font_size, set_clues
from factory.ship.labels import labels_of

ARROW: Final = 9.0
"""How far an arrow reaches into the letter cell that it points at, in units of the drawing."""


@dataclass(frozen=True)
class Line:
    """A line of clue text."""

    text: str
    y: float
    squeeze: float | None
    """The width that the line is set to where it might come out wider than its cell."""


@dataclass(frozen=True)
class ClueCell:
    """A clue cell, drawn."""

    x: float
    y: float
    tooltip: str
    font_size: float
    lines: tuple[Line, ...]
    rule: float | None
    """Height of the hairline between two clues."""
    arrows: tuple[str, ...]
    """Triangles as polygon points."""


@dataclass(frozen=True)
class LetterCell:
    """A letter cell, drawn."""

    x: float
    y: float
    letter: str
    secret: int | None
    """Its place in the punchline, from 1."""


@dataclass(frozen=True)
class Blank:
    """A cell of the punchline, or (number is None) a mark that stands between them."""

    text: str
    number: int | None


def render_html(puzzle: Puzzle) -> str:
    """The page of a puzzle: no network, no script; the solution shows at a tick; it prints as it stands."""
    labels = labels_of(puzzle.lang)
    clue_cells, letter_cells = draw_grid(puzzle)
    return _template().render(
        puzzle=puzzle,
        labels=labels,
        cell=CELL,
        width=puzzle.cols * CELL,
        height=puzzle.rows * CELL,
        clue_cells=clue_cells,
        letter_cells=letter_cells,
        words=_blank_words(puzzle),
        clue_lists=[
            (heading, sign, [entry for entry in puzzle.entries if entry.direction == direction])
            for direction, heading, sign in (("across", labels.across, "→"), ("down", labels.down, "↓"))
        ],
    )


def draw_grid(puzzle: Puzzle) -> tuple[tuple[ClueCell, ...], tuple[LetterCell, ...]]:
    """The cells of the grid as the page draws them, in reading order."""
    entries_at: dict[Cell, list[Entry]] = {}
    for entry in puzzle.entries:
        entries_at.setdefault(entry.clue_cell, []).append(entry)
    number_of = {cell: number for number, cell in enumerate(puzzle.secret.cells, 1)}
    clue_cells: list[ClueCell] = []
    letter_cells: list[LetterCell] = []
    for r, row in enumerate(puzzle.grid):
        for c, letter in enumerate(row):
            x, y = c * CELL, r * CELL
            if letter is None:
                clue_cells.append(_clue_cell(entries_at.get((r, c), []), x, y, puzzle.lang))
            else:
                letter_cells.append(LetterCell(x, y, letter, number_of.get((r, c))))
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
    arrows: list[str] = []
    rule: float | None = None
    for entry, texts, height in zip(entries, broken, heights, strict=True):
        for i, text in enumerate(texts):
            baseline = top + size * (ASCENT + i * LEADING)
            lines.append(Line(text, round(y + baseline, 1), _squeeze(text, size)))
        arrows.append(_arrow(entry.arrow, x, y, top + height / 2 if gap else CELL / 2))
        top += height
        if gap and rule is None:
            rule = round(y + top + gap / 2, 1)
            top += gap
    tooltip = "\n".join(f"{'→' if entry.arrow == 'right' else '↓'} {entry.clue}" for entry in entries)
    return ClueCell(x, y, tooltip, size, tuple(lines), rule, tuple(arrows))


def _squeeze(text: str, size: float) -> float | None:
    """The width to set a line to, where the reader's font may be wider than it was taken for."""
    width = em_width(text) * size
    return round(min(width, CELL - 2 * PADDING), 1) if width > 0.9 * (CELL - 2 * PADDING) else None


def _arrow(arrow: str, x: float, y: float, middle: float) -> str:
    """A triangle on the edge of a clue cell that points out of it; `middle` is the height of its clue."""
    half = ARROW * 0.8
    if arrow == "right":
        points = [(CELL, middle - half), (CELL + ARROW, middle), (CELL, middle + half)]
    else:
        points = [(CELL / 2 - half, CELL), (CELL / 2, CELL + ARROW), (CELL / 2 + half, CELL)]
    return " ".join(f"{round(x + px, 1)},{round(y + py, 1)}" for px, py in points)


def _blank_words(puzzle: Puzzle) -> list[list[Blank]]:
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


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("puzzle.html.j2")
