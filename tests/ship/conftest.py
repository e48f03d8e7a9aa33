"""Small valid puzzles, drawn as text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from factory.grid import CLUE, LETTER, derive_slots, letter_cells
from factory.puzzle import Entry, Puzzle, Secret, to_json
from factory.ship.bundle import Source, write_bundle
from factory.ship.bundle_manifest import Manifest

ALPHABET = (
    *("A", "C", "Č", "D", "E", "H", "CH", "I", "K", "L"),
    *("M", "N", "O", "P", "R", "S", "T", "U", "V", "Z"),
)

NAOCH = """
# # #
# N A
# O CH
"""
"""Across na, och; down no, ach."""

CLUES = {
    "NA": ("na", "opak predložky pod"),
    "OCH": ("och", "vzdych úľavy"),
    "NO": ("no", "spojka odporu"),
    "ACH": ("ach", "vzdych smútku"),
}

OCHOTA = """
# # # # # #
# O CH O T A
# K O S A K
# O N # R A
# L A K O M
# O K O M A
"""
"""A clue cell with both arrows, in the middle; only the corner is dead."""


def make_puzzle(
    drawing: str,
    *,
    number: int = 1,
    secret: Sequence[int] = (1, 3),
    punchline: str = "ach",
    clue: Callable[[str], str] = lambda answer: f"nápoveda k {answer}",
    lang: str = "sk",
    mode: str = "found",
    puzzle_id: str | None = None,
    joke: str | None = None,
) -> Puzzle:
    """The puzzle of a drawing: cells parted by blanks, # a clue cell; secret counts its letter cells."""
    grid = tuple(
        tuple(None if cell == "#" else cell for cell in line.split()) for line in drawing.strip().splitlines()
    )
    mask = np.array([[CLUE if cell is None else LETTER for cell in row] for row in grid], np.uint8)
    entries = []
    for slot in derive_slots(mask):
        answer = "".join(grid[r][c] or "" for r, c in slot.cells)
        spelling, text = CLUES.get(answer, (answer.lower(), clue(answer)))
        entries.append(
            Entry(
                direction=slot.direction.value,
                answer=answer,
                spelling=spelling,
                clue=text,
                clue_cell=slot.clue_cell,
                arrow=slot.direction.arrow,
                cells=slot.cells,
                zipf=4.25,
                tags=("abbr",),
                source="a.tsv",
            )
        )
    places = letter_cells(mask)
    size = f"{len(grid)}x{len(grid[0])}"
    return Puzzle(
        id=f"{lang}-{size}-{number:06d}" if puzzle_id is None else puzzle_id,
        lang=lang,
        grid=grid,
        entries=tuple(entries),
        secret=Secret(
            joke or f"{lang}-0007", "Čo povie pacient?", punchline, tuple(places[i] for i in secret), mode
        ),
        quality={"slots": len(entries), "mean_zipf": 4.25},
        provenance={"generator": "krizovkaren 0.1.0", "seed": 1, "lexicon": "ab" * 32},
    )


def make_explicit(
    kind: str, drawing: str, *, lang: str = "sk", clue: str | None = None, spelling: str | None = None
) -> dict[str, Any]:
    """The explicit form of a drawing of another kind, as a bundle has it: . or # is no letter."""
    grid = [
        [None if cell in ".#" else cell for cell in line.split()] for line in drawing.strip().splitlines()
    ]
    slots = derive_slots(
        np.array([[CLUE if cell is None else LETTER for cell in row] for row in grid], np.uint8)
    )
    entries = []
    for slot in slots:
        answer = "".join(grid[r][c] or "" for r, c in slot.cells)
        entry = {
            "direction": slot.direction.value,
            "answer": answer,
            "spelling": answer.lower() if spelling is None else spelling,
            "clue": f"nápoveda k {answer}" if clue is None else clue,
            "clue_cell": list(slot.cells[0]),
            "arrow": slot.direction.arrow,
            "cells": [list(cell) for cell in slot.cells],
        }
        entries.append(entry)
    rows, cols = len(grid), len(grid[0])
    head = {"id": f"{lang}-{rows}x{cols}-000001", "kind": kind, "lang": lang, "rows": rows, "cols": cols}
    return {**head, "grid": grid, "entries": entries, "secret": None}


def write(folder: Path, puzzles: Iterable[Puzzle | Mapping[str, Any]], **options: Any) -> Manifest:
    """Writes the bundle of puzzles; options are those of `write_bundle` and of `Source`."""
    given = {"lang": "sk", "letters": ALPHABET, "generator": "krizovkaren 0.1.0"}
    source = given | {key: options.pop(key) for key in list(options) if key in Source.__dataclass_fields__}
    explicit = [to_json(puzzle) if isinstance(puzzle, Puzzle) else puzzle for puzzle in puzzles]
    return write_bundle(folder, explicit, Source(**source), **options)


def shipped(puzzle: Puzzle | Mapping[str, Any]) -> dict[str, Any]:
    """The explicit form less what a bundle leaves out."""
    explicit = to_json(puzzle) if isinstance(puzzle, Puzzle) else dict(puzzle)
    left_out = ("zipf", "tags", "source")
    explicit["entries"] = [
        {key: value for key, value in entry.items() if key not in left_out} for entry in explicit["entries"]
    ]
    return {key: value for key, value in explicit.items() if key not in ("quality", "provenance")}


@pytest.fixture
def naoch() -> Puzzle:
    return make_puzzle(NAOCH)


@pytest.fixture
def ochota() -> Puzzle:
    return make_puzzle(OCHOTA, secret=(1, 2), punchline="cho!")
