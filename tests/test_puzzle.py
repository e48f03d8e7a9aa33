import json
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.puzzle import FREEFORM, NO_SECRET, Entry, Puzzle, Secret, from_json, to_json
from tests.inspect.sample import PUZZLE
from tests.strategies import framed_masks, letterings

TEXT = st.text(max_size=5)
CELL = st.tuples(st.integers(0, 40), st.integers(0, 40))
CELLS = st.lists(CELL, max_size=4).map(tuple)
FIGURE = st.integers() | st.floats(allow_nan=False)


@st.composite
def puzzles(draw) -> Puzzle:
    """Any values of the right types, lawful or not."""
    entry = st.builds(
        Entry,
        direction=TEXT,
        answer=TEXT,
        spelling=TEXT,
        clue=TEXT,
        clue_cell=CELL,
        arrow=TEXT,
        cells=CELLS,
        zipf=st.floats(0, 8),
        tags=st.lists(TEXT, max_size=2).map(tuple),
        source=TEXT,
    )
    secret = st.builds(Secret, joke=TEXT, setup=TEXT, punchline=TEXT, cells=CELLS, mode=TEXT)
    return Puzzle(
        id=draw(TEXT),
        kind=draw(TEXT),
        lang=draw(TEXT),
        grid=draw(letterings(draw(framed_masks(max_side=4)), letters=("A", "Č", "CH"))),
        entries=tuple(draw(st.lists(entry, max_size=2))),
        secret=draw(secret),
        quality=draw(st.dictionaries(TEXT, FIGURE, max_size=2)),
        provenance=draw(st.dictionaries(TEXT, TEXT | FIGURE, max_size=2)),
    )


@given(puzzles())
def test_json__round_trip_through_text(puzzle):
    assert from_json(json.loads(json.dumps(to_json(puzzle)))) == puzzle


def test_to_json__documented_keys_in_documented_order():
    form = to_json(PUZZLE)
    assert " ".join(form) == "id kind lang rows cols grid entries secret quality provenance"
    assert " ".join(form["entries"][0]) == (
        "direction answer spelling clue clue_cell arrow cells zipf tags source"
    )
    assert " ".join(form["secret"]) == "joke setup punchline cells mode"


def test_to_json__sample_puzzle():
    form = to_json(PUZZLE)
    assert (form["id"], form["kind"], form["lang"]) == ("sk-6x6-000001", "swedish", "sk")
    assert (form["rows"], form["cols"]) == (6, 6)
    assert form["grid"][1] == [None, "M", "O", "J", "I", "CH"]
    assert form["entries"][2] == {
        "direction": "across",
        "answer": "RO",
        "spelling": "RO",
        "clue": "kód Rumunska",
        "clue_cell": [3, 0],
        "arrow": "right",
        "cells": [[3, 1], [3, 2]],
        "zipf": 2.0,
        "tags": ["code"],
        "source": "sk/test.tsv",
    }
    assert form["secret"]["cells"][:2] == [[1, 2], [1, 5]]
    assert form["provenance"] == {"generator": "by hand", "seed": 1}


def test_to_json__rows_and_columns_of_an_oblong_grid():
    puzzle = replace(PUZZLE, grid=PUZZLE.grid[:4])
    assert (puzzle.rows, puzzle.cols, puzzle.size) == (4, 6, "4x6")
    assert (to_json(puzzle)["rows"], to_json(puzzle)["cols"]) == (4, 6)


@pytest.mark.parametrize("key", ["id", "lang", "grid", "entries", "secret", "quality", "provenance"])
def test_from_json__missing_key(key):
    form = to_json(PUZZLE)
    del form[key]
    with pytest.raises(KeyError, match=key):
        from_json(form)


@pytest.mark.parametrize("cell", [[1], [1, 2, 3], [], ["a", "b"]])
def test_from_json__cell_that_is_no_pair(cell):
    form = to_json(PUZZLE)
    form["secret"]["cells"] = [cell]
    with pytest.raises(ValueError, match=r"unpack|invalid literal"):
        from_json(form)


def test_puzzle__is_frozen():
    with pytest.raises(FrozenInstanceError):
        PUZZLE.id = "sk-6x6-000002"


def test_json__puzzle_without_a_secret_comes_back():
    bare = Puzzle("a", "und", ((None,),), (), NO_SECRET, {}, {}, kind=FREEFORM)
    assert to_json(bare)["secret"] is None
    assert from_json(json.loads(json.dumps(to_json(bare)))) == bare
