"""A puzzle as one self-contained page: the grid as inline SVG with the clues in their cells."""

from __future__ import annotations

from factory.puzzle import Puzzle
from factory.ship.clue_text import CELL
from factory.ship.drawing import blank_words, draw_grid
from factory.ship.font import CSS_WEIGHT, FAMILY, embedded
from factory.ship.labels import labels_of
from factory.ship.page_template import load_template


def render_html(puzzle: Puzzle) -> str:
    """The page of a puzzle: no network, no script; the solution shows at a tick; it prints as it stands."""
    labels = labels_of(puzzle.lang)
    clue_cells, letter_cells = draw_grid(puzzle)
    return load_template("puzzle.html.j2").render(
        puzzle=puzzle,
        labels=labels,
        cell=CELL,
        width=puzzle.cols * CELL,
        height=puzzle.rows * CELL,
        clue_cells=clue_cells,
        letter_cells=letter_cells,
        family=FAMILY,
        faces=[
            (CSS_WEIGHT["Regular"], embedded((entry.clue for entry in puzzle.entries), "Regular")),
            (CSS_WEIGHT["SemiBold"], embedded(_letters(puzzle), "SemiBold")),
        ],
        words=blank_words(puzzle),
        clue_lists=[
            (heading, sign, [entry for entry in puzzle.entries if entry.direction == direction])
            for direction, heading, sign in (("across", labels.across, "→"), ("down", labels.down, "↓"))
        ],
    )


def _letters(puzzle: Puzzle) -> list[str]:
    """What stands in letter cells."""
    return ["0123456789", *(letter for row in puzzle.grid for letter in row if letter)]
