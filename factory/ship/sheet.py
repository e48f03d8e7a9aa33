"""A puzzle on paper: what is drawn where, in millimetres; SVG and PDF only write it down.

A sheet has a title, the grid, and beneath it the joke's setup with a row of boxes for the punchline, or the
numbered clues of a kind without clue cells. The sheet of a solution is the grid with its letters and the punchline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from factory.puzzle import KIND, Puzzle
from factory.ship.clue_text import CELL
from factory.ship.drawing import Blank, ClueCell, LetterCell, blank_words, draw_grid
from factory.ship.font import Weight, em_width
from factory.ship.labels import labels_of, title_of
from factory.ship.numbering import DIRECTIONS, numbered_entries

INK, SOFT, LINE, HAIR = "#000000", "#5f6673", "#2a2f3a", "#8a919e"
PAPER, CLUE, NO_CLUE, BLOCK = "#ffffff", "#e8edf4", "#d3dae5", "#2a2f3a"
SECRET, FRAME, SECRET_INK = "#fff0c2", "#a67c00", "#5c4300"

WIDEST_CELL: Final = 18.0
"""Side of a cell: small puzzles don't fill a page."""
WIDEST_NUMBERED_CELL: Final = 9.0
"""The same where the clues stand beside the grid."""
TALLEST_GRID, TALLEST_NUMBERED_GRID = 206.0, 130.0
"""What leaves room for the rest on a page."""
NARROWEST_SHEET: Final = 118.0
TITLE, SMALL, SETUP, TOLD, LIST = 5.2, 2.9, 5.0, 3.6, 3.1
"""Type sizes."""
BOX: Final = 9.5
"""Side of a box of the punchline."""
LEADING: Final = 1.25
COLUMNS, GUTTER = 3, 6.0
"""Of clue lists."""


@dataclass(frozen=True)
class Box:
    """A rectangle; no outline where `line` is 0, no inside where `fill` is None."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None
    line: float = 0.2
    colour: str = LINE


@dataclass(frozen=True)
class Label:
    """A line of text at its baseline; `anchor` as in SVG: start, middle or end."""

    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"
    weight: Weight = "Regular"
    colour: str = INK


@dataclass(frozen=True)
class Rule:
    """A level line."""

    x: float
    y: float
    width: float
    line: float
    colour: str


@dataclass(frozen=True)
class Shape:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str


Item = Box | Label | Rule | Shape


@dataclass(frozen=True)
class Sheet:
    """What is drawn, from the back to the front."""

    width: float
    height: float
    items: tuple[Item, ...]


def puzzle_sheet(puzzle: Puzzle, width: float) -> Sheet:
    """The puzzle to be solved, at most `width` wide."""
    numbered = puzzle.kind != KIND
    widest, tallest = (
        (WIDEST_NUMBERED_CELL, TALLEST_NUMBERED_GRID) if numbered else (WIDEST_CELL, TALLEST_GRID)
    )
    cell = min(widest, width / puzzle.cols, tallest / puzzle.rows)
    if not numbered:
        width = min(width, max(NARROWEST_SHEET, cell * puzzle.cols))
    items: list[Item] = [
        Label(0, TITLE, TITLE, title_of(puzzle), "start", "SemiBold"),
        Label(width, TITLE, SMALL, puzzle.id, "end", colour=SOFT),
    ]
    y = TITLE + 3.2
    items += _grid(puzzle, (width - cell * puzzle.cols) / 2, y, cell)
    y += cell * puzzle.rows + 2
    if puzzle.secret.cells:
        y = _secret(puzzle, y + 3, width, items)
    if numbered:
        y = _clue_lists(puzzle, y + 3, width, items)
    return Sheet(width, y, tuple(items))


def solution_sheet(puzzle: Puzzle, width: float) -> Sheet:
    """The solution, `width` wide."""
    cell = min(width / puzzle.cols, width / puzzle.rows)
    items: list[Item] = [Label(0, SMALL, SMALL, puzzle.id, "start", "SemiBold")]
    y = SMALL + 1.6
    items += _grid(puzzle, (width - cell * puzzle.cols) / 2, y, cell, solved=True)
    y += cell * puzzle.rows + 1
    if puzzle.secret.cells:
        joke: tuple[tuple[str, Weight], ...] = (
            (puzzle.secret.setup, "Regular"),
            (puzzle.secret.punchline, "SemiBold"),
        )
        for text, weight in joke:
            for line in _wrap(text, width / TOLD, weight):
                y += TOLD * LEADING
                items.append(Label(0, y, TOLD, line, "start", weight))
    return Sheet(width, y + 1.2, tuple(items))


def _grid(puzzle: Puzzle, left: float, top: float, cell: float, *, solved: bool = False) -> Iterator[Item]:
    """The grid at a place; a solved one has letters and no clues."""
    scale = cell / CELL
    clue_cells, letter_cells = draw_grid(puzzle)
    for square in letter_cells:
        x, y = left + square.x * scale, top + square.y * scale
        yield Box(x, y, cell, cell, SECRET if square.secret else PAPER)
        if square.secret:  # a frame, since in print without colours the fill is that of a clue cell
            yield Box(
                x + 6 * scale, y + 6 * scale, cell - 12 * scale, cell - 12 * scale, None, 3 * scale, FRAME
            )
    for block in clue_cells:
        x, y = left + block.x * scale, top + block.y * scale
        fill = BLOCK if puzzle.kind != KIND else CLUE if block.lines or solved else NO_CLUE
        yield Box(x, y, cell, cell, fill)
        if not solved:
            yield from _clues(block, left, top, scale)
    for square in letter_cells:
        yield from _marks(square, left, top, scale, solved=solved)
    if puzzle.kind == KIND:
        yield Box(left, top, cell * puzzle.cols, cell * puzzle.rows, None, 0.7)


def _clues(block: ClueCell, left: float, top: float, scale: float) -> Iterator[Item]:
    middle = left + (block.x + CELL / 2) * scale
    for line in block.lines:
        yield Label(middle, top + line.y * scale, block.font_size * scale, line.text)
    if block.rule is not None:
        yield Rule(left + (block.x + 6) * scale, top + block.rule * scale, (CELL - 12) * scale, 0.15, HAIR)
    for triangle in block.arrows:
        yield Shape(tuple((left + x * scale, top + y * scale) for x, y in triangle), INK)


def _marks(square: LetterCell, left: float, top: float, scale: float, *, solved: bool) -> Iterator[Item]:
    """What stands in a letter cell."""
    x, y = left + square.x * scale, top + square.y * scale
    if square.number:
        yield Label(x + 6 * scale, y + 28 * scale, 26 * scale, str(square.number), "start")
    if square.secret:
        size, text = 20 * scale, str(square.secret)
        yield Label(x + 89 * scale, y + 88 * scale, size, text, "end", "SemiBold", SECRET_INK)
    if solved:
        size = min(58, 88 / em_width(square.letter, "SemiBold"))
        yield Label(
            x + 50 * scale, y + (50 + 0.345 * size) * scale, size * scale, square.letter, weight="SemiBold"
        )


def _secret(puzzle: Puzzle, y: float, width: float, items: list[Item]) -> float:
    """Adds the setup and the boxes of the punchline; returns where they end."""
    y += SMALL
    items.append(Label(0, y, SMALL, labels_of(puzzle.lang).secret.upper(), "start", "SemiBold", SOFT))
    y += 0.8
    for line in _wrap(puzzle.secret.setup, width / SETUP, "SemiBold"):
        y += SETUP * LEADING
        items.append(Label(0, y, SETUP, line, "start", "SemiBold"))
    y += 3
    x = 0.0
    for word in blank_words(puzzle):
        if x and x + sum(map(_width_of, word)) > width:
            x, y = 0.0, y + BOX + 2
        for blank in word:
            if x + _width_of(blank) > width:
                x, y = 0.0, y + BOX + 2
            if blank.number:
                items.append(Box(x, y, BOX, BOX, SECRET))
                place = str(blank.number)
                items.append(Label(x + BOX - 0.7, y + BOX - 0.8, 2.5, place, "end", "SemiBold", SECRET_INK))
            else:
                items.append(Label(x + 0.4, y + BOX - 1.6, 6.4, blank.text, "start"))
            x += _width_of(blank)
        x += 4
    return y + BOX + 0.5


def _width_of(blank: Blank) -> float:
    return BOX if blank.number else 0.8 + 6.4 * em_width(blank.text)


def _clue_lists(puzzle: Puzzle, y: float, width: float, items: list[Item]) -> float:
    """Adds the numbered clues in columns; returns where they end."""
    labels = labels_of(puzzle.lang)
    column = (width - (COLUMNS - 1) * GUTTER) / COLUMNS
    indent = 2.1 * LIST
    if not any(entry.clue for entry in puzzle.entries):
        return y
    rows: list[tuple[str, str, Weight]] = []
    for direction, heading in zip(DIRECTIONS, (labels.across, labels.down), strict=True):
        rows.append(("", heading, "SemiBold"))
        for number, entry in numbered_entries(puzzle, direction):
            lines = _wrap(entry.clue, (column - indent) / LIST, "Regular")
            rows += [("" if i else str(number), line, "Regular") for i, line in enumerate(lines)]
    per_column = -(-len(rows) // COLUMNS)
    for i, (mark, text, weight) in enumerate(rows):
        x, row = (i // per_column) * (column + GUTTER), i % per_column + 1
        baseline = y + row * LIST * LEADING
        if mark:
            items.append(Label(x + indent - 1.2, baseline, LIST, mark, "end", "SemiBold"))
        items.append(
            Label(x + (0 if weight == "SemiBold" else indent), baseline, LIST, text, "start", weight)
        )
    return y + per_column * LIST * LEADING + 1


def _wrap(text: str, width: float, weight: Weight) -> Sequence[str]:
    """The text in lines of at most `width` ems, broken at spaces; a word that is wider is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        start = f"{line} {word}" if line else word
        if em_width(start, weight) <= width:
            line = start
            continue
        if line:
            lines.append(line)
        line = word
        while em_width(line, weight) > width and len(line) > 1:
            room = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or em_width(line[:n], weight) <= width
            )
            lines.append(line[:room])
            line = line[room:]
    return [*lines, line] if line else lines
