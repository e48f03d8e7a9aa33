from dataclasses import replace

import pytest

from factory.inspect.verify_freeform import verify_freeform
from factory.puzzle import FREEFORM, NO_SECRET, Entry, Puzzle


def puzzle_of(drawing, *words):
    """A puzzle drawn in text, "." for void, with entries (row, column, direction, answer)."""
    grid = tuple(tuple(None if char == "." else char for char in line) for line in drawing.split())
    entries = tuple(
        Entry(
            direction=direction, answer=answer, spelling=answer.lower(), clue="", clue_cell=(row, column),
            arrow="right" if direction == "across" else "down",
            cells=tuple((row + i * (direction == "down"), column + i * (direction == "across"))
                        for i in range(len(answer))),
            zipf=0.0, tags=(), source="list",
        )
        for row, column, direction, answer in words
    )  # fmt: skip
    return Puzzle("freeform-a", "und", grid, entries, NO_SECRET, {}, {}, kind=FREEFORM)


RIGHT = puzzle_of("CAT .R. .T.", (0, 0, "across", "CAT"), (0, 1, "down", "ART"))


def faults(puzzle, *, repeats=False):
    return verify_freeform(puzzle, [tuple(entry.answer) for entry in puzzle.entries], repeats=repeats)


def test_verify__a_right_one():
    assert faults(RIGHT) == ()


@pytest.mark.parametrize(("puzzle", "fault"), [
    (puzzle_of("CAT AND", (0, 0, "across", "CAT"), (1, 0, "across", "AND")), "side by side"),
    (puzzle_of("CATS", (0, 0, "across", "CAT")), "across (0, 0): its cells are no run of the grid"),
    (puzzle_of("CATS", (0, 0, "across", "CAT")), "across (0, 0): entries for this run: 0, expected 1"),
    (puzzle_of("CAT O.. .", (0, 0, "across", "CAT")), "expected rows of equal length"),
    (puzzle_of("CAT O..", (0, 0, "across", "CAT")), "down (0, 0): entries for this run: 0, expected 1"),
    (puzzle_of("AT.. ...A ...T", (0, 0, "across", "AT"), (1, 3, "down", "AT")), "not connected"),
    (puzzle_of("AT.", (0, 0, "across", "AT")), "column 2 at the edge holds no letter"),
    (puzzle_of("... AT. ...", (1, 0, "across", "AT")), "row 0 at the edge holds no letter"),
    (puzzle_of("CAT", (0, 0, "across", "CAR")), "answer 'CAR', its cells hold 'CAT'"),
    (puzzle_of("TOT O.. T..", (0, 0, "across", "TOT"), (0, 0, "down", "TOT")), "laid 2 times, expected at most 1"),
    (puzzle_of("CATS", (0, 0, "across", "CATS"), (0, 1, "across", "ATS")), "one lies on the other"),
    (replace(RIGHT, kind="swedish"), "kind 'swedish', expected 'freeform'"),
])  # fmt: skip
def test_verify__finds(puzzle, fault):
    assert any(fault in found for found in faults(puzzle)), faults(puzzle)


def test_verify__repeats_when_asked_for():
    twice = puzzle_of("TOT O.. T..", (0, 0, "across", "TOT"), (0, 0, "down", "TOT"))
    assert faults(twice, repeats=True) == ()
    assert verify_freeform(twice, [tuple("TOT")], repeats=True) == ("TOT: laid 2 times, expected at most 1",)


def test_verify__a_word_that_is_not_in_the_list():
    assert verify_freeform(RIGHT, [tuple("CAT")]) == ("ART: laid 1 times, expected at most 0",)
