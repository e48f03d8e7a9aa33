"""Secret cells as numbers that are mostly 0: how often each letter of the punchline is passed over in the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def skips_of(grid: bytes, codes: bytes, cells: Sequence[int]) -> Iterator[int]:
    """For each letter of a punchline how many cells with that letter lie between its cell and the one before.

    Raises:
        ValueError: the cells do not spell it.
    """
    text = bytes(code for code in grid if code)
    at = 0
    if len(cells) != len(codes):
        raise ValueError(f"{len(cells)} secret cells, expected one for each of {len(codes)} letters")
    for code, cell in zip(codes, cells, strict=True):
        if not at <= cell < len(text) or text[cell] != code:
            raise ValueError("secret cells: expected letter cells in reading order that spell the punchline")
        yield text.count(code, at, cell)
        at = cell + 1


def secret_cells(grid: bytes, codes: bytes, skips: Sequence[int]) -> tuple[int, ...]:
    """The secret cells that `skips_of` was told.

    Raises:
        ValueError: the grid has too few of a letter.
    """
    text = bytes(code for code in grid if code)
    cells: list[int] = []
    at = -1
    for code, skip in zip(codes, skips, strict=True):
        for _ in range(min(skip, len(text)) + 1):
            at = text.find(code, at + 1)
            if at < 0:
                raise ValueError("secret: the grid has fewer of its letters than it skips")
        cells.append(at)
    return tuple(cells)
