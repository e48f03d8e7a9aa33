"""An arrangement as the product: a puzzle of the kind freeform, whose clues are numbered."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from factory import __version__
from factory.freeform.arrange import Arrangement, FreeformSettings, Placement
from factory.puzzle import FREEFORM, NO_SECRET, Entry, Puzzle

ARROWS: Final = {"across": "right", "down": "down"}


def to_puzzle(
    arrangement: Arrangement, settings: FreeformSettings, *, seed: int, puzzle_id: str, lang: str
) -> Puzzle:
    """The puzzle of an arrangement of at least one word; cells without a letter are void.

    Across entries come first, each direction in reading order. There are no clue cells: an entry names its
    first cell, which carries its number.
    """
    letters = {
        cell: letter
        for placement in arrangement.placements
        for cell, letter in zip(placement.cells, placement.word.cells, strict=True)
    }
    grid = tuple(
        tuple(letters.get((row, column)) for column in range(arrangement.columns))
        for row in range(arrangement.rows)
    )
    laid = sorted(arrangement.placements, key=lambda p: (p.direction != "across", p.cells[0]))
    return Puzzle(
        id=puzzle_id,
        lang=lang,
        grid=grid,
        entries=tuple(_entry(placement) for placement in laid),
        secret=NO_SECRET,
        quality={
            "words": len(laid),
            "left_over": len(arrangement.left_over),
            "crossings": arrangement.crossings,
            "letters": len(letters),
            "area": arrangement.rows * arrangement.columns,
        },
        provenance={"generator": f"krizovkaren {__version__}", "seed": seed, **asdict(settings)},
        kind=FREEFORM,
    )


def _entry(placement: Placement) -> Entry:
    return Entry(
        direction=placement.direction,
        answer="".join(placement.word.cells),
        spelling=placement.word.spelling,
        clue=placement.word.clue,
        clue_cell=placement.cells[0],
        arrow=ARROWS[placement.direction],
        cells=placement.cells,
        zipf=0.0,
        tags=(),
        source="list",
    )
