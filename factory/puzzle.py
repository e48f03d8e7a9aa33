"""The product: a finished puzzle as frozen plain values, and its explicit JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, int]
"""(row, column), counted from 0."""

Grid = tuple[tuple[str | None, ...], ...]
"""Rows of cell strings; None is a clue cell."""

KIND = "swedish"
"""The main line: clue cells in the grid."""
FREEFORM, BLOCKED = "freeform", "blocked"
"""The other two: None in their grids is void or blocked, and clues are numbered, in lists beside the grid."""

SECRET_SOURCE = "secret"
"""The source of an entry that holds a part of a placed secret."""


@dataclass(frozen=True)
class Entry:
    """A slot with its answer and clue."""

    direction: str
    """"across" or "down"."""
    answer: str
    """The cells joined, upper case."""
    spelling: str
    """The true spelling, as shown after solving."""
    clue: str
    clue_cell: Cell
    """Where the clue stands; of the kinds without clue cells the first cell, which carries its number."""
    arrow: str
    """"right" or "down"."""
    cells: tuple[Cell, ...]
    zipf: float
    """Frequency on the Zipf scale; 0 where unknown."""
    tags: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Secret:
    """The hidden punchline and the letter cells that spell it."""

    joke: str
    setup: str
    punchline: str
    cells: tuple[Cell, ...]
    mode: str
    """"found", "planned" or "placed"."""


NO_SECRET = Secret(joke="", setup="", punchline="", cells=(), mode="")
"""The secret of a puzzle without one; `null` in the explicit form."""


@dataclass(frozen=True)
class Puzzle:
    """A finished crossword; of the kind swedish where nothing else is said."""

    id: str
    lang: str
    grid: Grid
    entries: tuple[Entry, ...]
    secret: Secret
    quality: Mapping[str, float | int]
    """The counted figures of this puzzle by name: no times, no reuse."""
    provenance: Mapping[str, Any]
    """generator, seed, job, attempt, lexicon, jokes, settings: all that rebuilds it."""
    kind: str = KIND

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.grid)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.grid[0])

    @property
    def size(self) -> str:
        """Rows x columns, as in ids and file names: "12x12"."""
        return f"{self.rows}x{self.cols}"


def to_json(puzzle: Puzzle) -> dict[str, Any]:
    """The explicit form of a puzzle, keys in the documented order; `from_json` reads it back."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "lang": puzzle.lang,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "grid": [list(row) for row in puzzle.grid],
        "entries": [
            {
                "direction": entry.direction,
                "answer": entry.answer,
                "spelling": entry.spelling,
                "clue": entry.clue,
                "clue_cell": list(entry.clue_cell),
                "arrow": entry.arrow,
                "cells": [list(cell) for cell in entry.cells],
                "zipf": entry.zipf,
                "tags": list(entry.tags),
                "source": entry.source,
            }
            for entry in puzzle.entries
        ],
        "secret": None
        if puzzle.secret == NO_SECRET
        else {
            "joke": puzzle.secret.joke,
            "setup": puzzle.secret.setup,
            "punchline": puzzle.secret.punchline,
            "cells": [list(cell) for cell in puzzle.secret.cells],
            "mode": puzzle.secret.mode,
        },
        "quality": dict(puzzle.quality),
        "provenance": dict(puzzle.provenance),
    }


def from_json(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an explicit form made by `to_json`.

    Raises:
        KeyError, TypeError, ValueError: a key is missing or holds another type.
    """
    return Puzzle(
        id=data["id"],
        lang=data["lang"],
        grid=tuple(tuple(row) for row in data["grid"]),
        entries=tuple(
            Entry(
                direction=entry["direction"],
                answer=entry["answer"],
                spelling=entry["spelling"],
                clue=entry["clue"],
                clue_cell=_cell(entry["clue_cell"]),
                arrow=entry["arrow"],
                cells=tuple(_cell(cell) for cell in entry["cells"]),
                zipf=entry["zipf"],
                tags=tuple(entry["tags"]),
                source=entry["source"],
            )
            for entry in data["entries"]
        ),
        secret=NO_SECRET
        if data["secret"] is None
        else Secret(
            joke=data["secret"]["joke"],
            setup=data["secret"]["setup"],
            punchline=data["secret"]["punchline"],
            cells=tuple(_cell(cell) for cell in data["secret"]["cells"]),
            mode=data["secret"]["mode"],
        ),
        quality=dict(data["quality"]),
        provenance=dict(data["provenance"]),
        kind=data["kind"],
    )


def _cell(pair: Any) -> Cell:
    row, column = pair
    return int(row), int(column)
