"""Word crossings as text for a terminal or a file: the arrangement, its clues, and how it grew."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from factory.freeform.arrange import Arrangement
from factory.freeform.trace import CellState, Step
from factory.puzzle import Puzzle
from factory.ship.labels import labels_of
from factory.ship.numbering import DIRECTIONS, numbered_entries

_BOLD, _FAINT, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_NEW, _OPEN = "\x1b[1;30;48;5;222m", "\x1b[38;5;75m"
"""The word just laid, and what shows where words may come."""

LEGEND: Final = """\
A  a letter used by both directions, or closed     A→ a letter open for across words     A↓ for down words
×  an empty cell closed for both directions        →  open for across words only         ↓  for down words only"""


def render_freeform_text(puzzle: Puzzle, arrangement: Arrangement, *, colour: bool) -> str:
    """The arrangement with its letters, the clues if there are any, and the words left over."""
    bold, faint, reset = (_BOLD, _FAINT, _RESET) if colour else ("", "", "")
    width = max(_columns(letter) for row in puzzle.grid for letter in row if letter)
    void = faint + "·" + reset
    blocks = [
        "\n".join(
            " ".join(
                _padded(void, 1, width)
                if letter is None
                else bold + _padded(letter, _columns(letter), width) + reset
                for letter in row
            ).rstrip()
            for row in puzzle.grid
        )
    ]
    if any(entry.clue for entry in puzzle.entries):
        labels = labels_of(puzzle.lang)
        for direction, heading in zip(DIRECTIONS, (labels.across, labels.down), strict=True):
            lines = [
                f"{number:>4}  {entry.clue or '-'}  {faint}{entry.spelling}{reset}"
                for number, entry in numbered_entries(puzzle, direction)
            ]
            if lines:
                blocks.append("\n".join([f"{bold}{heading}{reset}", *lines]))
    blocks.append(_summary(arrangement))
    return "\n\n".join(blocks) + "\n"


def _summary(arrangement: Arrangement) -> str:
    n_laid, n_all = len(arrangement.placements), len(arrangement.placements) + len(arrangement.left_over)
    lines = [
        f"{n_laid} of {n_all} words, {arrangement.rows} x {arrangement.columns} cells, "
        f"{arrangement.crossings} crossings; best of {arrangement.orders} "
        f"order{'s' if arrangement.orders != 1 else ''} tried"
    ]
    lines += [f"left over: {word.spelling} ({why})" for word, why in arrangement.left_over]
    return "\n".join(lines)


def render_trace(steps: Iterable[Step], *, colour: bool) -> Iterator[str]:
    """A block of text for the legend and for each word laid: where it went, and the plane after it."""
    yield LEGEND + "\n"
    for step in steps:
        placement = step.placement
        crossing = {0: "first word", 1: "1 crossing"}.get(step.crossings, f"{step.crossings} crossings")
        head = (
            f"{step.number}. {placement.word.spelling}, {placement.direction} from row {placement.row + 1}, "
            f"column {placement.column + 1}: {crossing}"
        )
        yield "\n".join([head, *_plane(step, colour=colour)]) + "\n"


def _plane(step: Step, *, colour: bool) -> Iterator[str]:
    rows, columns = [r for r, _ in step.cells], [c for _, c in step.cells]
    new = set(step.placement.cells)
    width = 1 + max(_columns(state.letter) for state in step.cells.values() if state.letter)
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for column in range(min(columns), max(columns) + 1):
            state = step.cells.get((row, column))
            text = _shown(state)
            paint = ""
            if colour and state is not None:
                paint = _NEW if (row, column) in new else _FAINT if state.letter is None else ""
                paint = _OPEN if not paint and (state.across or state.down) else paint
            line += paint + _padded(text, _columns(text), width) + (_RESET if paint else "")
        yield "  " + line.rstrip()


def _shown(state: CellState | None) -> str:
    if state is None:
        return " "
    if state.letter is None:
        return "→" if state.across else "↓" if state.down else "×"
    return state.letter + ("→" if state.across else "↓" if state.down else "")


def _padded(text: str, columns: int, width: int) -> str:
    return text + " " * (width - columns)


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
