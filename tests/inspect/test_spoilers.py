"""A puzzle does not give its joke away, nor one clue for two answers."""

from dataclasses import replace

import pytest

from factory.inspect.spoilers import find_spoiler, telling_words
from factory.puzzle import SECRET_SOURCE
from tests.inspect.sample import ORTHOGRAPHY, PUZZLE, with_entry


@pytest.mark.parametrize(
    ("punchline", "words"),
    [
        ("O chorobe!", {"CHOROBE"}),
        ("Keď musel.", {"MUSEL"}),
        ("pes", {"PES"}),
        ("ja a ty", set()),
        ("čierna-biela, krava", {"ČIERNABIELA", "KRAVA"}),
        ("na - to", set()),
    ],
)
def test_telling_words__long_ones_or_the_only_one(punchline, words):
    assert telling_words(punchline, ORTHOGRAPHY) == words


def test_find_spoiler__a_word_of_the_punchline_is_an_answer():
    assert find_spoiler(PUZZLE.entries, {"CHOROBE"}) is None
    assert find_spoiler(PUZZLE.entries, {"OSADY"}) == "punchline_among_answers"


def test_find_spoiler__parts_of_a_placed_secret_are_meant():
    entries = list(PUZZLE.entries)
    entries[1] = replace(entries[1], source=SECRET_SOURCE)
    assert find_spoiler(entries, {"OSADY"}) is None


def test_find_spoiler__one_clue_for_two_answers():
    twice = with_entry(PUZZLE, 2, clue=PUZZLE.entries[0].clue)
    assert find_spoiler(twice.entries, set()) == "one_clue_twice"
