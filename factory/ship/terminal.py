"""A puzzle as text for a terminal: the grid in box drawing, the clues underneath, the secret at the end."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from factory.puzzle import Cell, Entry, Puzzle
from factory.ship.blanks import punchline_blanks
from factory.ship.labels import Labels, labels_of

CELL_WIDTHS: Final = (5, 4, 3)
"""Inner widths of a cell, which is two lines high: the first one that fits is taken, 5 is nearly square."""
MAX_TEXT_WIDTH: Final = 120
"""Where no width is given, and beyond it, lines of clues would be hard to read."""
MIN_COLUMN: Final = 30
"""The least width of a column of clues; where two don't fit they stand one below the other."""


_DASH: Final = " — "


@dataclass(frozen=True)
class _Style:
    """The control sequences of a colour scheme that reads on dark and on light terminals.

    dead and mark are what stands for colour where there is none: in clue cells without a clue, and before
    the number of a secret cell.
    """

    clue: str = "\x1b[48;5;238;38;5;253m"
    secret: str = "\x1b[48;5;222;38;5;16m"
    letter: str = "\x1b[1m"
    heading: str = "\x1b[1m"
    answer: str = "\x1b[1;36m"
    faint: str = "\x1b[2m"
    reset: str = "\x1b[0m"
    dead: str = " "
    mark: str = ""


_PLAIN: Final = _Style("", "", "", "", "", "", "", dead="░", mark="*")


def render_text(puzzle: Puzzle, *, colour: bool, solution: bool, width: int | None) -> str:
    """The puzzle for a terminal of `width` columns (None: as wide as it likes); ends with a line feed.

    Clue cells carry a number, which leads to the clues underneath, and their arrows. Secret cells carry
    their place in the punchline. The grid is never cut: where even narrow cells don't fit, it is wider.
    """
    style = _Style() if colour else _PLAIN
    labels = labels_of(puzzle.lang)
    text_width = min(width or MAX_TEXT_WIDTH, MAX_TEXT_WIDTH)
    numbers = number_clue_cells(puzzle)
    head = f"{style.heading}{labels.title} {puzzle.rows} × {puzzle.cols}{style.reset}"
    if puzzle.id:
        head += f"  {style.faint}{puzzle.id}{style.reset}"
    blocks = [
        [head],
        _grid_lines(puzzle, numbers, style, solution=solution, width=width),
        _secret_lines(puzzle, labels, style, solution=solution, width=text_width),
        _clue_lines(puzzle, numbers, labels, style, solution=solution, width=text_width),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def number_clue_cells(puzzle: Puzzle) -> dict[Cell, int]:
    """The numbers, from 1 in reading order, of the clue cells that hold a clue."""
    return {cell: i for i, cell in enumerate(sorted({entry.clue_cell for entry in puzzle.entries}), 1)}


def _grid_lines(
    puzzle: Puzzle, numbers: dict[Cell, int], style: _Style, *, solution: bool, width: int | None
) -> list[str]:
    fitting = [w for w in CELL_WIDTHS if width is None or puzzle.cols * (w + 1) + 1 <= width]
    inner = fitting[0] if fitting else CELL_WIDTHS[-1]
    arrows: dict[Cell, set[str]] = {}
    for entry in puzzle.entries:
        arrows.setdefault(entry.clue_cell, set()).add(entry.arrow)
    secret = {cell: i for i, cell in enumerate(puzzle.secret.cells, 1)}
    lines = [_rule(("┌", "┬", "┐"), inner, puzzle.cols)]
    for r, row in enumerate(puzzle.grid):
        upper, lower = "│", "│"
        for c, letter in enumerate(row):
            cell = (r, c)
            if letter is None:
                parts = _clue_cell(numbers.get(cell), arrows.get(cell, set()), inner, dead=style.dead)
                paint = style.clue
            else:
                mark = f"{style.mark}{secret[cell]}" if cell in secret else ""
                parts = _pad(mark, inner), _centre(letter if solution else "", inner)
                paint = style.secret if cell in secret else ""
                if solution:
                    paint += style.letter
            upper += _painted(parts[0], paint, style) + "│"
            lower += _painted(parts[1], paint, style) + "│"
        lines += [upper, lower]
        lines.append(_rule(("├", "┼", "┤") if r + 1 < puzzle.rows else ("└", "┴", "┘"), inner, puzzle.cols))
    return lines


def _clue_cell(number: int | None, arrows: set[str], inner: int, *, dead: str) -> tuple[str, str]:
    """The two lines of a clue cell: its number, the arrow right at the right edge, the arrow down below."""
    if number is None:
        return dead * inner, dead * inner
    right = "→" if "right" in arrows else " "
    below = "↓" if "down" in arrows else " "
    upper = f"{number:<{inner - 1}}{right}"
    if len(upper) > inner:  # three digits in a narrow cell
        return str(number), f"{below:^{inner - 1}}{right}"
    return upper, f"{below:^{inner}}"


def _rule(ends: tuple[str, str, str], inner: int, cols: int) -> str:
    left, middle, right = ends
    return left + middle.join(["─" * inner] * cols) + right


def _painted(text: str, paint: str, style: _Style) -> str:
    return f"{paint}{text}{style.reset}" if paint else text


def _secret_lines(puzzle: Puzzle, labels: Labels, style: _Style, *, solution: bool, width: int) -> list[str]:
    setup = textwrap.wrap(f"{labels.secret}: {puzzle.secret.setup}", width)
    head = [f"{style.heading}{line}{style.reset}" for line in setup]
    if solution:
        return [*head, f"  {style.answer}{puzzle.secret.punchline}{style.reset}"]
    words: list[list[str]] = [[]]
    opening = ""
    for part in punchline_blanks(puzzle):
        if isinstance(part, int):
            blank = f" {part + 1} " if style.secret else f"{part + 1}_"
            words[-1].append(opening + _painted(blank, style.secret, style))
            opening = ""
        elif part.isspace():
            words.append([opening] if opening else [])
            opening = ""
        elif words[-1]:
            words[-1][-1] += part
        else:
            opening += part
    words[-1] += [opening] if opening else []
    return head + [f"  {line}" for line in _wrapped([" ".join(word) for word in words if word], width - 2)]


def _wrapped(words: Iterable[str], width: int) -> list[str]:
    """Words set three blanks apart in lines of at most `width`, none of them cut."""
    lines: list[str] = []
    for word in words:
        if lines and _columns(lines[-1]) + 3 + _columns(word) <= width:
            lines[-1] += f"   {word}"
        else:
            lines.append(word)
    return lines


def _clue_lines(
    puzzle: Puzzle,
    numbers: dict[Cell, int],
    labels: Labels,
    style: _Style,
    *,
    solution: bool,
    width: int,
) -> list[str]:
    two = (width - 3) // 2 >= MIN_COLUMN
    column = (width - 3) // 2 if two else width
    sides = [
        _column(
            f"{arrow} {heading}",
            [(numbers[entry.clue_cell], entry) for entry in puzzle.entries if entry.direction == direction],
            style,
            solution=solution,
            width=column,
        )
        for direction, arrow, heading in (("across", "→", labels.across), ("down", "↓", labels.down))
    ]
    if not two:
        return [*sides[0], "", *sides[1]]
    return [f"{_pad(left, column)}   {right}" for left, right in zip_longest(*sides, fillvalue="")]


def _column(
    heading: str, clues: Sequence[tuple[int, Entry]], style: _Style, *, solution: bool, width: int
) -> list[str]:
    """A column of clues by number, long ones going on under their text."""
    digits = max((len(str(number)) for number, _ in clues), default=1)
    lines = [f"{style.heading}{heading}{style.reset}"]
    for number, entry in sorted(clues, key=lambda clue: clue[0]):
        answer = entry.spelling if solution else ""
        wrapped = textwrap.wrap(entry.clue, width - digits - 2) or [""]
        if answer and len(wrapped[-1]) + len(_DASH) + len(answer) > width - digits - 2:
            wrapped.append("")
        for i, line in enumerate(wrapped):
            lead = f"{number:>{digits}}" if i == 0 else " " * digits
            text = f"{style.faint}{lead}{style.reset}  {line}"
            if answer and i == len(wrapped) - 1:
                text += f"{_DASH if line else ''}{style.answer}{answer}{style.reset}"
            lines.append(text)
    return lines


def _pad(text: str, width: int) -> str:
    return text + " " * max(0, width - _columns(text))


def _centre(text: str, width: int) -> str:
    left = (width - _columns(text)) // 2
    return _pad(" " * max(0, left) + text, width)


def _columns(text: str) -> int:
    """The terminal columns of a text, control sequences not counted."""
    columns, in_sequence = 0, False
    for char in text:
        if char == "\x1b":
            in_sequence = True
        elif in_sequence:
            in_sequence = char != "m"
        elif not unicodedata.combining(char):
            columns += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return columns
