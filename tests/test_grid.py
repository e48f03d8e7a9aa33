from itertools import groupby

import numpy as np
import pytest
from hypothesis import given

from factory.errors import GridError
from factory.grid import (
    CLUE,
    LETTER,
    Direction,
    dead_clue_cells,
    derive_slots,
    format_mask,
    letter_cells,
    parse_mask,
    slot_table,
)
from tests.strategies import framed_masks, masks

STAIRS = """
    #####
    #...#
    #..#.
    ##...
"""


def runs(mask, direction):
    """Every maximal run of letter cells, by cutting each row or column at its clue cells."""
    rows, columns = mask.shape
    lines = [[(r, c) for c in range(columns)] for r in range(rows)]
    if direction is Direction.DOWN:
        lines = [[(r, c) for r in range(rows)] for c in range(columns)]
    pieces = [groupby(line, key=lambda cell: mask[cell] == LETTER) for line in lines]
    return [tuple(cells) for piece in pieces for is_letter, cells in piece if is_letter]


def test_derive_slots__across_then_down_in_reading_order():
    slots = derive_slots(parse_mask(STAIRS))
    assert [(slot.direction.value, slot.clue_cell, slot.cells[0], len(slot)) for slot in slots] == [
        ("across", (1, 0), (1, 1), 3),
        ("across", (2, 0), (2, 1), 2),
        ("across", (3, 1), (3, 2), 3),
        ("down", (0, 1), (1, 1), 2),
        ("down", (0, 2), (1, 2), 3),
        ("down", (1, 4), (2, 4), 2),
    ]


@given(masks())
def test_derive_slots__each_run_of_two_or_more_exactly_once(mask):
    slots = derive_slots(mask)
    for direction in Direction:
        found = [slot.cells for slot in slots if slot.direction is direction]
        expected = [cells for cells in runs(mask, direction) if len(cells) >= 2]
        assert sorted(found) == sorted(expected)
        assert found == sorted(found)
    assert [slot.direction for slot in slots] == sorted(
        (slot.direction for slot in slots), key=list(Direction).index
    )


@given(framed_masks())
def test_slot__clue_cell_stands_just_before_it(mask):
    for slot in derive_slots(mask):
        assert mask[slot.clue_cell] == CLUE
        down, right = slot.direction.step
        row, column = slot.clue_cell
        assert slot.cells[0] == (row + down, column + right)
        assert slot.direction.arrow == {"across": "right", "down": "down"}[slot.direction.value]


@given(masks())
def test_letter_cells__reading_order(mask):
    cells = letter_cells(mask)
    assert list(cells) == sorted(cells)
    assert {cell for cell in np.ndindex(mask.shape) if mask[cell] == LETTER} == set(cells)


def test_slot_table__small_mask():
    mask = parse_mask(STAIRS)
    table = slot_table(mask, derive_slots(mask))
    # letter cells 0 1 2 in row 1, 3 4 and 5 in row 2, 6 7 8 in row 3
    assert table.place.tolist() == [6, 7, 8, 11, 12, 14, 17, 18, 19]
    assert table.length.tolist() == [3, 2, 3, 2, 3, 2]
    assert table.first.tolist() == [0, 3, 5, 8, 10, 13]
    assert table.cells.tolist() == [0, 1, 2, 3, 4, 6, 7, 8, 0, 3, 1, 4, 6, 5, 8]
    assert table.slot_at.tolist() == [
        [0, 3], [0, 4], [0, -1], [1, 3], [1, 4], [-1, 5], [2, 4], [2, -1], [2, 5]
    ]  # fmt: skip
    assert table.position_at.tolist() == [
        [0, 0], [1, 0], [2, -1], [0, 1], [1, 1], [-1, 0], [0, 2], [1, -1], [2, 1]
    ]  # fmt: skip


@given(masks())
def test_slot_table__says_what_the_slots_say(mask):
    slots = derive_slots(mask)
    table = slot_table(mask, slots)
    places = letter_cells(mask)
    columns = mask.shape[1]
    assert [divmod(int(place), columns) for place in table.place] == list(places)
    assert table.length.tolist() == [len(slot) for slot in slots]
    for slot_id, slot in enumerate(slots):
        axis = list(Direction).index(slot.direction)
        ids = table.cells[table.first[slot_id] : table.first[slot_id] + table.length[slot_id]]
        assert [places[i] for i in ids] == list(slot.cells)
        assert table.slot_at[ids, axis].tolist() == [slot_id] * len(slot)
        assert table.position_at[ids, axis].tolist() == list(range(len(slot)))
    # and nothing else: each entry that is not -1 was one of these
    assert np.count_nonzero(table.slot_at >= 0) == len(table.cells) == sum(len(slot) for slot in slots)
    assert ((table.slot_at < 0) == (table.position_at < 0)).all()
    assert table.slot_at.min(initial=0) >= -1


@given(masks())
def test_slot_table__arrays_are_as_the_kernels_want_them(mask):
    table = slot_table(mask, derive_slots(mask))
    for array in table:
        assert array.dtype == np.int64
        assert array.flags.c_contiguous
    assert table.slot_at.shape == table.position_at.shape == (len(table.place), 2)


def test_dead_clue_cells__small_mask():
    # (1, 4) begins the down slot of column 4; (2, 3) and (3, 0) have no run of two behind them
    assert dead_clue_cells(parse_mask(STAIRS)) == ((0, 0), (0, 3), (0, 4), (2, 3), (3, 0))


@given(masks())
def test_dead_clue_cells__begin_no_slot(mask):
    rows, columns = mask.shape

    def letters(*cells):
        return all(r < rows and c < columns and mask[r, c] == LETTER for r, c in cells)

    dead = {
        (r, c)
        for r, c in np.ndindex(rows, columns)
        if mask[r, c] == CLUE and not letters((r, c + 1), (r, c + 2)) and not letters((r + 1, c), (r + 2, c))
    }
    found = dead_clue_cells(mask)
    assert set(found) == dead
    assert list(found) == sorted(found)


@given(masks())
def test_mask_text__round_trip(mask):
    again = parse_mask(format_mask(mask))
    assert again.dtype == np.uint8
    assert np.array_equal(again, mask)


def test_parse_mask__blanks_and_empty_lines_around_do_not_count():
    assert format_mask(parse_mask("\n\n   ##\n\n   #.   \r\n\n")) == "##\n#."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "mask: no rows found, expected lines of '#' and '.'"),
        (" \n\t\n", "mask: no rows found, expected lines of '#' and '.'"),
        ("##\n#.\n#", "mask line 3: 1 cells, expected 2"),
        ("##\n#..", "mask line 2: 3 cells, expected 2"),
        ("##\n#x", "mask line 2: 'x', expected '#' or '.'"),
        ("#A\n#.", "mask line 1: 'A', expected '#' or '.'"),
        ("# .\n#..", "mask line 1: ' ', expected '#' or '.'"),
        ("\n\n##\n#x", "mask line 4: 'x', expected '#' or '.'"),
    ],
)
def test_parse_mask__bad_text_is_named_with_its_line(text, message):
    with pytest.raises(GridError) as caught:
        parse_mask(text)
    assert str(caught.value) == message
