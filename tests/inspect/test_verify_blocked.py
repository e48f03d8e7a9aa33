"""The judge of blocked grids finds each broken rule."""

from dataclasses import replace

import pytest

from factory.inspect.verify_blocked import verify_blocked
from factory.puzzle import BLOCKED, Entry, Puzzle, Secret

DRAWN = ["..#", ".D."]
WORDS = {"AB", "CDE", "AC", "BD"}


def entry(direction: str, answer: str, *cells: tuple[int, int]) -> Entry:
    return Entry(direction, answer, answer.lower(), "clue", cells[0], "right", cells, 3.0, (), "test")


PUZZLE = Puzzle(
    id="a", lang="en", grid=(("A", "B", None), ("C", "D", "E")),
    entries=(
        entry("across", "AB", (0, 0), (0, 1)), entry("across", "CDE", (1, 0), (1, 1), (1, 2)),
        entry("down", "AC", (0, 0), (1, 0)), entry("down", "BD", (0, 1), (1, 1)),
    ),
    secret=Secret("", "", "", (), ""), quality={}, provenance={}, kind=BLOCKED,
)  # fmt: skip


def with_grid(*rows: tuple[str | None, ...]) -> Puzzle:
    return replace(PUZZLE, grid=rows)


def test_verify_blocked__a_right_one():
    assert verify_blocked(PUZZLE, WORDS, DRAWN) == ()


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (replace(PUZZLE, kind="swedish"), "kind 'swedish', expected 'blocked'"),
        (with_grid(("A", "B", None)), "grid: expected the rows of the drawing"),
        (with_grid(("A", "B", "X"), ("C", "D", "E")), "(0, 2): 'X', expected a block"),
        (with_grid(("A", "B", None), ("C", "D", None)), "(1, 2): None, expected a letter"),
        (with_grid(("A", "B", None), ("C", "X", "E")), "(1, 1): 'X', expected 'D' as given"),
        (with_grid(("A", "B", None), ("", "D", "E")), "(1, 0): no letter"),
        (with_grid(("A", "B", None), ("C", "D", "F")), "across (1, 0): CDE stands as CDF"),
        (replace(PUZZLE, entries=PUZZLE.entries[1:]), "entries: expected one for every run of two cells or more"),
        (replace(PUZZLE, entries=(*PUZZLE.entries, PUZZLE.entries[0])), "AB: 2 times, expected once"),
    ],
)  # fmt: skip
def test_verify_blocked__names_what_is_wrong(puzzle, fault):
    assert any(found.startswith(fault) for found in verify_blocked(puzzle, WORDS, DRAWN))


def test_verify_blocked__an_answer_that_is_no_word():
    assert verify_blocked(PUZZLE, WORDS - {"AC"}, DRAWN) == ("down (0, 0): AC is not among the words",)
