"""A bundle of puzzles that come from no corpus: word crossings, filled grids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from factory.puzzle import Puzzle, to_json
from factory.ship.bundle import Source, write_bundle


def write_own_bundle(folder: Path, puzzles: Sequence[Puzzle], *, generator: str) -> None:
    """Makes `folder` the bundle of puzzles of one language, in the letters that they use.

    Raises:
        BundleError: it can't be written, or the folder holds another program's manifest.
    """
    letters = sorted({cell for puzzle in puzzles for row in puzzle.grid for cell in row if cell})
    source = Source(lang=puzzles[0].lang, letters=tuple(letters), generator=generator)
    write_bundle(folder, [to_json(puzzle) for puzzle in puzzles], source)
