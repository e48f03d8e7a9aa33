"""A puzzle as one self-contained page: the grid as inline SVG with the clues in their cells."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from factory.puzzle import Puzzle
from factory.ship.clue_text import CELL
from factory.ship.drawing import blank_words, draw_grid
from factory.ship.font import CSS_WEIGHT, FAMILY, embedded
from factory.ship.labels import labels_of


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
