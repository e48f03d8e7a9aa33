"""Small valid puzzles, drawn as text."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from factory.grid import CLUE, LETTER, derive_slots, letter_cells
from factory.puzzle import Entry, Puzzle, Secret

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
        secret=Secret(f"{lang}-0007", "Čo povie pacient?", punchline, tuple(places[i] for i in secret), mode),
        quality={"slots": len(entries), "mean_zipf": 4.25},
        provenance={"generator": "krizovkaren 0.1.0", "seed": 1, "lexicon": "ab" * 32},
    )


@pytest.fixture
def naoch() -> Puzzle:
    return make_puzzle(NAOCH)


@pytest.fixture
def ochota() -> Puzzle:
    return make_puzzle(OCHOTA, secret=(1, 2), punchline="cho!")
