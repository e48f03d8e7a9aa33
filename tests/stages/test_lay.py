import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.grid import Direction, derive_slots, parse_mask, slot_table
from factory.kernels.mask import FREE, MUST_CLUE, MUST_LETTER
from factory.stages.lay import (
    Wishes,
    allowed_letters,
    fits,
    lay_word,
    lay_words,
    new_layout,
    starts,
    word_cells,
)
from tests.kernels.problems import random_state

MARKS = {FREE: ".", MUST_LETTER: "o", MUST_CLUE: "#"}


def drawn(layout):
    return ["".join(MARKS[int(cell)] for cell in row) for row in layout.fixed]


def test_lay_word__letters_between_clue_cells():
    layout = new_layout(5, 7)
    lay_word(layout, word_cells((2, 2), Direction.ACROSS, 3), b"\1\2\3")
    assert drawn(layout) == [".......", ".......", ".#ooo#.", ".......", "......."]
    assert layout.letters == {(2, 2): 1, (2, 3): 2, (2, 4): 3}


def test_lay_word__the_border_needs_no_clue_cell():
    layout = new_layout(4, 4)
    lay_word(layout, word_cells((1, 3), Direction.DOWN, 3), b"\0\0\0")
    assert drawn(layout) == ["....", "...o", "...o", "...o"]


@pytest.mark.parametrize(
    ("first", "codes", "expected"),
    [
        ((1, 2), b"\1\2\3", True),  # crosses in 2
        ((1, 2), b"\1\1\3", False),  # another letter
        ((2, 2), b"\3\3", True),  # crosses in 3
        ((3, 2), b"\0\0", False),  # over the clue cell behind the word laid
        ((1, 4), b"\0\0", False),  # its clue cell would lie on a letter
    ],
)
def test_fits__agrees_with_what_is_laid(first, codes, expected):
    layout = new_layout(6, 7)
    lay_word(layout, word_cells((1, 3), Direction.DOWN, 2), b"\2\3")
    assert fits(layout, word_cells(first, Direction.ACROSS, len(codes)), codes) is expected


def test_new_layout__set_cells():
    wishes = Wishes(letters=(((1, 1), 4),), clue_cells=((2, 2),))
    layout = new_layout(3, 3, wishes)
    assert drawn(layout) == ["...", ".o.", "..#"]
    assert layout.letters == {(1, 1): 4}


@pytest.mark.parametrize(
    ("size", "length", "expected"),
    [(8, 7, [1]), (8, 6, [1, 2]), (8, 5, [2]), (8, 3, [1, 2, 4, 5]), (5, 6, [])],
)
def test_starts__no_run_of_one_cell_beside_a_word(size, length, expected):
    assert starts(size, length) == expected


@given(
    st.integers(6, 12), st.integers(6, 12), st.lists(st.binary(min_size=2, max_size=5), max_size=4), st.data()
)
def test_lay_words__each_word_stands_somewhere_by_itself(rows, columns, words, data):
    layout = new_layout(rows, columns)
    left_over = lay_words(layout, tuple(words), random_state(data.draw(st.integers(0, 99))))
    if left_over is not None:
        assert left_over in words
        return
    laid = [bytes(layout.letters[cell] for cell in cells) for cells in layout.words]
    assert sorted(laid) == sorted(words)
    assert len(set(layout.words)) == len(words)
    for cells in layout.words:
        down, right = cells[1][0] - cells[0][0], cells[1][1] - cells[0][1]
        for row, column in (
            (cells[0][0] - down, cells[0][1] - right),
            (cells[-1][0] + down, cells[-1][1] + right),
        ):
            if 0 < row < rows and 0 < column < columns:
                assert layout.fixed[row, column] == MUST_CLUE


def test_lay_words__says_which_word_has_no_place():
    assert lay_words(new_layout(5, 5), (b"\1\1", b"\2" * 5), random_state(1)) == b"\2" * 5
    full = new_layout(3, 3, Wishes(letters=tuple(((r, c), 0) for r in (1, 2) for c in (1, 2))))
    assert lay_words(full, (b"\1\1",), random_state(1)) == b"\1\1"


def test_allowed_letters__one_where_a_letter_is_laid():
    mask = parse_mask("###\n#..\n#..")
    table = slot_table(mask, derive_slots(mask))
    allowed = allowed_letters(table, 3, {(1, 2): 3})
    assert [int(letters) for letters in allowed] == [2**64 - 1, 8, 2**64 - 1, 2**64 - 1]
    assert allowed_letters(table, 3, {}) is None
    assert allowed.dtype == np.uint64
