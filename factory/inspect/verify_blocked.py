"""An independent judge of blocked grids: every rule checked on the finished puzzle, slowly and plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from factory.puzzle import BLOCKED, Cell, Puzzle


def verify_blocked(puzzle: Puzzle, words: Collection[str], drawn: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The broken rules of a puzzle made of `words` (cells joined), each with its place; none if it is right.

    `drawn` are the rows of the grid as it was: "#" blocked, "." empty, else the letter given.
    """
    if puzzle.kind != BLOCKED:
        return (f"kind {puzzle.kind!r}, expected {BLOCKED!r}",)
    if [len(row) for row in puzzle.grid] != [len(row) for row in drawn]:
        return ("grid: expected the rows of the drawing",)
    return (*_cells(puzzle, drawn), *_entries(puzzle, words))


def _cells(puzzle: Puzzle, drawn: Sequence[Sequence[str]]) -> Iterator[str]:
    used = {cell for entry in puzzle.entries for cell in entry.cells}
    for r, row in enumerate(drawn):
        for c, wanted in enumerate(row):
            letter = puzzle.grid[r][c]
            if (letter is None) != (wanted == "#"):
                yield f"({r}, {c}): {letter!r}, expected a {'block' if wanted == '#' else 'letter'}"
            elif wanted not in "#." and letter != wanted:
                yield f"({r}, {c}): {letter!r}, expected {wanted!r} as given"
            elif (r, c) in used and not letter:
                yield f"({r}, {c}): no letter"


def _entries(puzzle: Puzzle, words: Collection[str]) -> Iterator[str]:
    runs = sorted((direction, cells) for direction, cells in _runs(puzzle))
    if runs != sorted((entry.direction, entry.cells) for entry in puzzle.entries):
        yield "entries: expected one for every run of two cells or more"
    for entry in puzzle.entries:
        spelled = "".join(puzzle.grid[r][c] or "" for r, c in entry.cells)
        if spelled != entry.answer:
            yield f"{entry.direction} {entry.cells[0]}: {entry.answer} stands as {spelled}"
        if entry.answer not in words:
            yield f"{entry.direction} {entry.cells[0]}: {entry.answer} is not among the words"
    for answer, n in Counter(entry.answer for entry in puzzle.entries).items():
        if n > 1:
            yield f"{answer}: {n} times, expected once"


def _runs(puzzle: Puzzle) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    letters = {(r, c) for r, row in enumerate(puzzle.grid) for c, cell in enumerate(row) if cell is not None}
    for direction, down, right in (("across", 0, 1), ("down", 1, 0)):
        for r, c in letters:
            if (r - down, c - right) in letters:
                continue
            cells = [(r, c)]
            while (cells[-1][0] + down, cells[-1][1] + right) in letters:
                cells.append((cells[-1][0] + down, cells[-1][1] + right))
            if len(cells) > 1:
                yield direction, tuple(cells)
