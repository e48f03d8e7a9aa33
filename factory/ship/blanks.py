"""The punchline as a row of blanks: which secret cell stands where, and the marks between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

from factory.puzzle import Puzzle


def punchline_blanks(puzzle: Puzzle) -> tuple[int | str, ...]:
    """The punchline's parts in order: the number of a secret cell (from 0), or a blank or mark as shown.

    "Na peci!" is (0, 1, " ", 2, 3, 4, 5, "!"). A punchline whose letters can't be matched to its cells
    comes as the numbers alone.
    """
    cells = [puzzle.grid[row][column] or "" for row, column in puzzle.secret.cells]
    text = unicodedata.normalize("NFC", puzzle.secret.punchline)
    return _match(text, cells) or tuple(range(len(cells)))


def _match(text: str, cells: Sequence[str]) -> tuple[int | str, ...] | None:
    """The parts of `text` when its letters, one by one or two in a cell or one in two, are the cells."""

    @cache
    def match(i: int, j: int) -> tuple[int | str, ...] | None:
        if i == len(text):
            return () if j == len(cells) else None
        if not text[i].isalnum():
            rest = match(i + 1, j)
            return None if rest is None else (text[i], *rest)
        for n_chars, n_cells in ((2, 1), (1, 1), (1, 2)):
            letters, laid = text[i : i + n_chars], cells[j : j + n_cells]
            if len(letters) < n_chars or len(laid) < n_cells or not _is_laid_as(letters, "".join(laid)):
                continue
            rest = match(i + n_chars, j + n_cells)
            if rest is not None:
                return (*range(j, j + n_cells), *rest)
        return None

    return match(0, 0)


def _is_laid_as(letters: str, laid: str) -> bool:
    """Whether the letters may be laid as that: equal without accents, or one letter expanded (ä AE, ß SS)."""
    if _bare(letters) == _bare(laid):
        return True
    if len(letters) > 1 or letters.isascii():
        return False
    base = _bare(letters)
    return base == letters.upper() or (len(laid) == 2 and base == laid[0])


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.upper())
    return "".join(char for char in decomposed if not unicodedata.combining(char))
