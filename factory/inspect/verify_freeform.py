"""An independent judge of word crossings: every rule checked on the finished puzzle, plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from factory.puzzle import FREEFORM, Cell, Entry, Grid, Puzzle

Run = tuple[str, tuple[Cell, ...]]


def verify_freeform(
    puzzle: Puzzle, words: Iterable[tuple[str, ...]], *, repeats: bool = False
) -> tuple[str, ...]:
    """The broken rules of a puzzle made of `words`, each with its place; none if it is right.

    Without `repeats` no word may be laid twice, even if the list has it twice.
    """
    if puzzle.kind != FREEFORM:
        return (f"kind {puzzle.kind!r}, expected {FREEFORM!r}",)
    width = len(puzzle.grid[0]) if puzzle.grid else 0
    if not width or any(len(row) != width for row in puzzle.grid):
        return ("grid: expected rows of equal length",)
    letters = {(r, c): cell for r, row in enumerate(puzzle.grid) for c, cell in enumerate(row) if cell}
    return (
        *_bounds(puzzle.grid, letters),
        *_connection(letters),
        *_entries(puzzle, letters),
        *_touching(puzzle.entries),
        *_listed(puzzle, letters, Counter(words), repeats=repeats),
    )


def _bounds(grid: Grid, letters: dict[Cell, str]) -> Iterator[str]:
    for what, i, last in (("row", 0, len(grid) - 1), ("column", 1, len(grid[0]) - 1)):
        used = {cell[i] for cell in letters}
        for edge in (0, last):
            if edge not in used:
                yield f"{what} {edge} at the edge holds no letter"


def _connection(letters: dict[Cell, str]) -> Iterator[str]:
    reached = grown = set(list(letters)[:1])
    while grown:
        beside = {near for r, c in grown for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))}
        grown = (beside & letters.keys()) - reached
        reached = reached | grown
    if apart := letters.keys() - reached:
        yield f"{min(apart)}: not connected with the rest; letters apart: {len(apart)}"


def _runs(letters: dict[Cell, str]) -> Iterator[Run]:
    """Every longest row of two or more letters."""
    for direction, down, right in (("across", 0, 1), ("down", 1, 0)):
        for row, column in sorted(letters):
            if (row - down, column - right) in letters:
                continue
            cells = [(row, column)]
            while (following := (cells[-1][0] + down, cells[-1][1] + right)) in letters:
                cells.append(following)
            if len(cells) > 1:
                yield direction, tuple(cells)


def _entries(puzzle: Puzzle, letters: dict[Cell, str]) -> Iterator[str]:
    """Exactly one entry a run and one run an entry, so no word begins or ends against another's letter."""
    runs = set(_runs(letters))
    found = Counter((entry.direction, entry.cells) for entry in puzzle.entries)
    for direction, cells in sorted(runs):
        if found[direction, cells] != 1:
            yield f"{direction} {cells[0]}: entries for this run: {found[direction, cells]}, expected 1"
    for entry in puzzle.entries:
        if (entry.direction, entry.cells) not in runs:
            yield f"{_name(entry)}: its cells are no run of the grid"
        laid = "".join(letters.get(cell, "?") for cell in entry.cells)
        if entry.answer != laid:
            yield f"{_name(entry)}: answer {entry.answer!r}, its cells hold {laid!r}"


def _touching(entries: Iterable[Entry]) -> Iterator[str]:
    """Parallel words share no cell and do not lie side by side; others share one cell at most."""
    owners: dict[tuple[str, Cell], Entry] = {}
    for entry in entries:
        for cell in entry.cells:
            other = owners.setdefault((entry.direction, cell), entry)
            if other is not entry:
                yield f"{_name(other)} and {_name(entry)}: one lies on the other"
                break
    for (direction, (row, column)), entry in owners.items():
        beside = (row + 1, column) if direction == "across" else (row, column + 1)
        if (direction, beside) in owners:
            yield f"{_name(entry)} and {_name(owners[direction, beside])}: side by side at {(row, column)}"
    shared = Counter(
        (_name(entry), _name(owners["down", cell]))
        for (direction, cell), entry in owners.items()
        if direction == "across" and ("down", cell) in owners
    )
    for (one, two), n_cells in shared.items():
        if n_cells > 1:
            yield f"{one} and {two}: they share {n_cells} cells"


def _listed(
    puzzle: Puzzle, letters: dict[Cell, str], listed: Counter[tuple[str, ...]], *, repeats: bool
) -> Iterator[str]:
    laid = Counter(tuple(letters.get(cell, "?") for cell in entry.cells) for entry in puzzle.entries)
    for cells, n_laid in laid.items():
        allowed = listed[cells] if repeats else min(listed[cells], 1)
        if n_laid > allowed:
            yield f"{''.join(cells)}: laid {n_laid} times, expected at most {allowed}"


def _name(entry: Entry) -> str:
    return f"{entry.direction} {entry.cells[0] if entry.cells else 'without cells'}"
