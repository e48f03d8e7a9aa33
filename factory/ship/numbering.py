"""Crossword numbers, for formats and pages that list their clues beside the grid."""

from __future__ import annotations

from typing import Final

from factory.puzzle import Cell, Entry, Grid, Puzzle

DIRECTIONS: Final = ("across", "down")


def number_cells(grid: Grid) -> dict[Cell, int]:
    """The numbers of the cells that begin a run of two letters or more, from 1 in reading order."""
    numbers: dict[Cell, int] = {}
    for row in range(len(grid)):
        for column in range(len(grid[row])):
            if _begins_run(grid, row, column, 0, 1) or _begins_run(grid, row, column, 1, 0):
                numbers[row, column] = len(numbers) + 1
    return numbers


def numbered_entries(puzzle: Puzzle, direction: str) -> list[tuple[int, Entry]]:
    """The entries of a direction with the numbers of their first cells, ascending."""
    numbers = number_cells(puzzle.grid)
    chosen = [(numbers[e.cells[0]], e) for e in puzzle.entries if e.direction == direction]
    return sorted(chosen, key=lambda numbered: numbered[0])


def _begins_run(grid: Grid, row: int, column: int, down: int, right: int) -> bool:
    return (
        _has_letter(grid, row, column)
        and not _has_letter(grid, row - down, column - right)
        and _has_letter(grid, row + down, column + right)
    )


def _has_letter(grid: Grid, row: int, column: int) -> bool:
    return 0 <= row < len(grid) and 0 <= column < len(grid[row]) and grid[row][column] is not None
