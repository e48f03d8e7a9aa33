"""Ways to make a puzzle worse, each in one respect, for the tests of the gate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from factory.inspect.metrics import measure, reading_order
from factory.puzzle import Cell, Grid, Puzzle


def _blank(grid: Grid, cells: set[Cell]) -> Grid:
    return tuple(
        tuple(None if (r, c) in cells else letter for c, letter in enumerate(row))
        for r, row in enumerate(grid)
    )


def dead_clues(puzzle: Puzzle) -> Puzzle:
    """Its last column holds no letters: clue cells without an answer behind them."""
    cells = {(r, puzzle.cols - 1) for r in range(puzzle.rows)}
    return _without(puzzle, cells)


def islands(puzzle: Puzzle) -> Puzzle:
    """A row in its middle holds no letters."""
    return _without(puzzle, {(puzzle.rows // 2, c) for c in range(puzzle.cols)})


def clue_share(puzzle: Puzzle) -> Puzzle:
    """Every fourth interior cell on a diagonal is a clue cell more."""
    return _without(
        puzzle, {(r, c) for r in range(1, puzzle.rows) for c in range(1, puzzle.cols) if (r + c) % 4 == 0}
    )


def rare_words(puzzle: Puzzle) -> Puzzle:
    """A third of its words are unknown."""
    entries = [replace(entry, zipf=0.0) if n % 3 == 0 else entry for n, entry in enumerate(puzzle.entries)]
    return replace(puzzle, entries=tuple(entries))


def codes(puzzle: Puzzle) -> Puzzle:
    """A third of its answers are codes."""
    entries = [
        replace(entry, tags=("code",)) if n % 3 == 0 else entry for n, entry in enumerate(puzzle.entries)
    ]
    return replace(puzzle, entries=tuple(entries))


def long_clues(puzzle: Puzzle) -> Puzzle:
    """Its first clue fills more lines than a cell has."""
    first, *others = puzzle.entries
    long = replace(first, clue="nesmierne dlhé vysvetlenie toho čo by stačilo povedať jediným slovom")
    return replace(puzzle, entries=(long, *others))


def secret_spread(puzzle: Puzzle) -> Puzzle:
    """Its secret lies in the first letters one beside the other."""
    cells = reading_order(puzzle.grid)[: len(puzzle.secret.cells)]
    return replace(puzzle, secret=replace(puzzle.secret, cells=cells))


SPOILT: Mapping[str, Callable[[Puzzle], Puzzle]] = {
    "dead_clue_cells": dead_clues,
    "islands": islands,
    "inner_clue_share": clue_share,
    "rare_share": rare_words,
    "code_share": codes,
    "clue_overflows": long_clues,
    "secret_spread": secret_spread,
}
"""The metric that must be named for each way."""


def spoil(puzzles: Sequence[Puzzle], way: Callable[[Puzzle], Puzzle]) -> list[Puzzle]:
    """The puzzles made worse and measured again."""
    made = [way(puzzle) for puzzle in puzzles]
    return [replace(puzzle, quality=measure(puzzle)) for puzzle in made]


def _without(puzzle: Puzzle, cells: set[Cell]) -> Puzzle:
    secret = tuple(cell for cell in puzzle.secret.cells if cell not in cells)
    return replace(puzzle, grid=_blank(puzzle.grid, cells), secret=replace(puzzle.secret, cells=secret))
