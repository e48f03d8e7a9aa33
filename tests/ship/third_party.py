"""Readers of puzzle files written by others: what each sees in a file of ours, in one form to compare."""

import warnings
from collections.abc import Iterable
from pathlib import Path

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # theirs, while they are compiled
    import ipuz
    import pypuz.pypuz
    from xdformat.encoding import decode
    from xdformat.ipuz2xd import parse_ipuz

from factory.puzzle import Puzzle
from factory.ship.numbering import DIRECTIONS, numbered_entries

Lists = dict[str, list[tuple[int, str, str]]]
"""By direction: number, clue and answer of each word."""


def lists_of(puzzle: Puzzle) -> Lists:
    """What a reader has to see."""
    return {
        direction: [(number, e.clue, e.answer) for number, e in numbered_entries(puzzle, direction)]
        for direction in DIRECTIONS
    }


def read_with_ipuz(text: str) -> Lists:
    """PyPI ipuz: a strict check of every field; it doesn't walk the grid, so the answers are those we named."""
    form = ipuz.read(text)
    return {
        direction: [(c["number"], c["clue"], c["answer"]) for c in form["clues"][direction.title()]]
        for direction in DIRECTIONS
    }


def read_with_pypuz(path: Path) -> Lists:
    """PyPI pypuz: answers walked in the grid."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = pypuz.pypuz.Puzzle()
        puzzle = reader.fromJPZ(str(path)) if path.suffix == ".jpz" else reader.fromIPuz(str(path))
    assert [clues["title"] for clues in puzzle.clues] == ["Across", "Down"]
    return {
        direction: [
            (int(clue.number), clue.clue, "".join(puzzle.grid.cellAt(x, y).solution for x, y in clue.cells))
            for clue in clues["clues"]
        ]
        for direction, clues in zip(DIRECTIONS, puzzle.clues, strict=True)
    }


def read_with_xdformat(text: str) -> Lists:
    """PyPI xdformat, as its ipuz2xd reads: numbers and answers walked in the grid."""
    puzzle = parse_ipuz(text.encode(), "puzzle.ipuz")
    lists: Lists = {direction: [] for direction in DIRECTIONS}
    for (letter, number), clue, answer in puzzle.clues:
        lists["across" if letter == "A" else "down"].append((number, clue, answer))
    return lists


def as_xdformat_writes(lists: Lists) -> Lists:
    """The lists with clues in the spelling that xdformat turns all text into."""
    return {
        direction: [(number, decode(clue), answer) for number, clue, answer in words]
        for direction, words in lists.items()
    }


def write_both(puzzles: Iterable[Puzzle], folder: Path) -> None:
    """Writes each puzzle as ipuz and as JPZ, named by its id."""
    from factory.ship.ipuz import render_ipuz
    from factory.ship.jpz import render_jpz

    for puzzle in puzzles:
        (folder / f"{puzzle.id}.ipuz").write_text(render_ipuz(puzzle), encoding="utf-8")
        (folder / f"{puzzle.id}.jpz").write_text(render_jpz(puzzle), encoding="utf-8")
