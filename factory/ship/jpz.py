"""A puzzle as JPZ, the XML of Crossword Compiler: the one widespread format with clue cells and arrows.

Coordinates are from 1, x being the column. Clue texts stand in their clue cells, and once more in the two lists,
since most players show only those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from factory.puzzle import BLOCKED, FREEFORM, KIND, Cell, Entry, Puzzle
from factory.ship.labels import title_of
from factory.ship.numbering import DIRECTIONS, number_cells, numbered_entries

NO_LETTER: Final = {KIND: "block", BLOCKED: "block", FREEFORM: "void"}
"""What a cell without a letter and without a clue is called."""
ENTERS: Final = {"right": ("left", "right"), "down": ("top", "bottom")}
"""Which side of a word's first cell its arrow comes in by, and which side it points to."""

_ROOT: Final = "http://crossword.info/xml/crossword-compiler"
_PUZZLE: Final = "http://crossword.info/xml/rectangular-puzzle"


def render_jpz(puzzle: Puzzle) -> str:
    """The puzzle with its solution; the same puzzle gives the same text."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<crossword-compiler xmlns="{_ROOT}">',
            f'<rectangular-puzzle xmlns="{_PUZZLE}">',
            "<metadata>",
            f"<title>{_text(title_of(puzzle))}</title>",
            f"<creator>{_text(str(puzzle.provenance.get('generator', '')))}</creator>",
            "<copyright></copyright>",
            f"<description>{_text(puzzle.secret.setup)}</description>",
            "</metadata>",
            "<crossword>",
            *_grid(puzzle),
            *_words(puzzle),
            *_clue_lists(puzzle),
            "</crossword>",
            "</rectangular-puzzle>",
            "</crossword-compiler>",
            "",
        ]
    )


def _grid(puzzle: Puzzle) -> list[str]:
    words = _word_ids(puzzle)
    begun: dict[Cell, list[Entry]] = {}
    clued: dict[Cell, list[Entry]] = {}
    if puzzle.kind == KIND:
        for entry in puzzle.entries:
            begun.setdefault(entry.cells[0], []).append(entry)
            clued.setdefault(entry.clue_cell, []).append(entry)
    numbers = number_cells(puzzle.grid)
    places = {cell: place for place, cell in enumerate(puzzle.secret.cells, 1)}
    lines = [f'<grid width="{puzzle.cols}" height="{puzzle.rows}">', '<grid-look numbering-scheme="normal"/>']
    for r, row in enumerate(puzzle.grid):
        for c, letter in enumerate(row):
            cell = (r, c)
            head = f'<cell x="{c + 1}" y="{r + 1}"'
            if letter is not None:
                attributes = _letter_attributes(letter, numbers.get(cell), places.get(cell))
                arrows = (ENTERS[entry.arrow] for entry in begun.get(cell, ()))
                inner = "".join(f'<arrow from="{side}" to="{to}"/>' for side, to in arrows)
                lines.append(f"{head}{attributes}>{inner}</cell>" if inner else f"{head}{attributes}/>")
            elif cell in clued:
                inner = "".join(
                    f'<clue word="{words[entry]}">{_text(entry.clue)}</clue>' for entry in clued[cell]
                )
                lines.append(f'{head} type="clue">{inner}</cell>')
            else:
                lines.append(f'{head} type="{NO_LETTER[puzzle.kind]}"/>')
    return [*lines, "</grid>"]


def _letter_attributes(letter: str, number: int | None, place: int | None) -> str:
    attributes: Mapping[str, object] = {
        "solution": letter,
        "number": number,
        "background-shape": None if place is None else "circle",
        "top-right-number": place,
    }
    return "".join(
        f" {name}={quoteattr(str(value))}" for name, value in attributes.items() if value is not None
    )


def _words(puzzle: Puzzle) -> list[str]:
    lines = []
    for entry, word in _word_ids(puzzle).items():
        (top, left), (bottom, right) = entry.cells[0], entry.cells[-1]
        lines.append(f'<word id="{word}" x="{_span(left, right)}" y="{_span(top, bottom)}"/>')
    return lines


def _clue_lists(puzzle: Puzzle) -> list[str]:
    words = _word_ids(puzzle)
    lines = []
    for direction in DIRECTIONS:  # in English: readers tell the lists apart by their titles
        lines.append(f'<clues ordering="normal"><title><b>{direction.title()}</b></title>')
        for number, entry in numbered_entries(puzzle, direction):
            lines.append(f'<clue word="{words[entry]}" number="{number}">{_text(entry.clue)}</clue>')
        lines.append("</clues>")
    return lines


def _word_ids(puzzle: Puzzle) -> dict[Entry, int]:
    return {entry: word for word, entry in enumerate(puzzle.entries, 1)}


def _span(first: int, last: int) -> str:
    return str(first + 1) if first == last else f"{first + 1}-{last + 1}"


def _text(text: str) -> str:
    """The text escaped, without the control characters that XML has no place for."""
    return escape("".join(char for char in text if char >= " " or char in "\t\n"))
