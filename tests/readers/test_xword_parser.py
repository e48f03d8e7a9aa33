"""ipuz and JPZ read by xword-parser, a reader from npm: every number, clue and answer of every size and language."""

import dataclasses

import pytest

from factory.puzzle import BLOCKED, FREEFORM
from tests.readers.node import read_with_xword_parser
from tests.ship.random_puzzles import LANGUAGES, draw_puzzle
from tests.ship.third_party import lists_of, write_both

pytestmark = pytest.mark.node


def test_xword_parser__sees_every_number_clue_and_answer(tmp_path):
    puzzles = [draw_puzzle(lang, size) for lang in LANGUAGES for size in range(8, 19)]
    for kind in (BLOCKED, FREEFORM):
        puzzle = dataclasses.replace(draw_puzzle("sk", 12, number=2), kind=kind)
        puzzles.append(dataclasses.replace(puzzle, id=f"{puzzle.id}-{kind}"))
    write_both(puzzles, tmp_path)
    found = read_with_xword_parser(tmp_path)
    assert len(found) == 2 * len(puzzles)
    for puzzle in puzzles:
        assert found[f"{puzzle.id}.ipuz"] == lists_of(puzzle)
        assert found[f"{puzzle.id}.jpz"] == lists_of(puzzle)
