from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factory.grid import LETTER, derive_slots, letter_cells, slot_table
from factory.kernels.secret import (
    embed,
    embed_all,
    is_subsequence,
    most_in_one_slot,
    next_occurrence,
    touching_pairs,
)
from tests.naive import secret as naive
from tests.strategies import masks

texts = st.lists(st.integers(0, 2), min_size=1, max_size=12)
punchlines = st.lists(st.integers(0, 2), min_size=1, max_size=5)
beside_flags = st.lists(st.integers(0, 1), min_size=12, max_size=12)


def codes(letters):
    return np.array(letters, np.uint8)


def numbers(values):
    return np.array(values, np.int64)


@given(texts)
def test_next_occurrence__first_place_at_or_after(text):
    table = next_occurrence(codes(text), 3)
    assert table.shape == (len(text) + 1, 3)
    for place in range(len(text) + 1):
        for letter in range(3):
            later = [i for i in range(place, len(text)) if text[i] == letter]
            assert table[place, letter] == min(later, default=len(text))


@given(texts, punchlines)
def test_is_subsequence__same_as_trying_all_places(text, punchline):
    table = next_occurrence(codes(text), 3)
    assert is_subsequence(table, codes(punchline)) == naive.is_subsequence(text, punchline)


@given(texts, punchlines, beside_flags, st.sampled_from([0.0, 0.25, 4.0]))
def test_embed__as_even_as_the_best_of_all_ways(text, punchline, beside, adjacent):
    cells = np.full(len(punchline), -7, np.int64)
    beside = beside[: len(text)]
    found = embed(codes(text), codes(beside), codes(punchline), adjacent, cells)
    assert found == pytest.approx(naive.least_unevenness(text, beside, punchline, adjacent))
    if found < inf:
        assert tuple(cells.tolist()) in naive.embeddings(text, punchline)
        assert naive.unevenness(cells.tolist(), len(text), beside, adjacent) == pytest.approx(found)
    else:
        assert not naive.is_subsequence(text, punchline)


def test_embed__even_gaps_cost_nothing():
    cells = np.zeros(2, np.int64)
    # nine cells, two letters: the ideal gap is 10 / 3, so one gap is of four cells and two are of three
    value = embed(codes([0] * 9), codes([0] * 9), codes([0, 0]), 4.0, cells)
    assert value == pytest.approx((2 * 0.1**2 + 0.2**2) / 3)
    assert embed(codes([0] * 8), codes([0] * 8), codes([0, 0]), 4.0, cells) == 0.0
    assert cells.tolist() == [2, 5]


def test_embed__pair_side_by_side_is_charged_only_within_a_row():
    cells = np.zeros(2, np.int64)
    text, punchline = codes([2, 0, 1, 2, 2, 1]), codes([0, 1])
    assert embed(text, codes([0, 0, 0, 0, 0, 0]), punchline, 4.0, cells) < 4.0 / 3
    assert cells.tolist() == [1, 2]
    embed(text, codes([0, 0, 1, 0, 0, 0]), punchline, 4.0, cells)
    assert cells.tolist() == [1, 5]


@given(masks(max_side=5), st.data())
def test_figures__same_as_counted_by_slots_and_sides(mask, data):
    table = slot_table(mask, derive_slots(mask))
    assume(len(table.place))
    count = len(table.place)
    cells = sorted(data.draw(st.sets(st.integers(0, count - 1), min_size=1, max_size=7)))
    slot_at, place = table.slot_at.tolist(), table.place.tolist()
    assert most_in_one_slot(numbers(cells), table.slot_at) == naive.most_in_one_slot(cells, slot_at)
    columns = mask.shape[1]
    assert touching_pairs(numbers(cells), table.place, columns) == naive.touching_pairs(cells, place, columns)


def test_touching_pairs__end_of_a_row_does_not_touch_the_next_one():
    place = numbers([0, 1, 2, 3, 4, 5])
    assert touching_pairs(numbers([2, 3]), place, 3) == 0
    assert touching_pairs(numbers([1, 2]), place, 3) == 1
    assert touching_pairs(numbers([1, 4]), place, 3) == 1
    assert touching_pairs(numbers([0, 1, 3, 4]), place, 3) == 4


@given(masks(min_side=2, max_side=4), st.lists(punchlines, max_size=4), st.data())
def test_embed_all__same_as_each_punchline_by_itself(mask, lines, data):
    places = letter_cells(mask)
    assume(places)
    text = data.draw(st.lists(st.integers(0, 2), min_size=len(places), max_size=len(places)))
    beside = [int(c > 0 and mask[r, c - 1] == LETTER) for r, c in places]
    table = slot_table(mask, derive_slots(mask))
    columns = mask.shape[1]
    at = np.cumsum([0, *(len(line) for line in lines)])
    out = np.full((len(lines), 3), -1.0)
    flat = codes([letter for line in lines for letter in line])
    embed_all(codes(text), codes(beside), table.slot_at, table.place, columns, flat, numbers(at), 3, 4.0, out)
    for line, (unevenness, most, touching) in zip(lines, out.tolist(), strict=True):
        cells = np.zeros(len(line), np.int64)
        assert unevenness == embed(codes(text), codes(beside), codes(line), 4.0, cells)
        assert unevenness == pytest.approx(naive.least_unevenness(text, beside, line, 4.0))
        if unevenness < inf:
            hidden = cells.tolist()
            assert most == naive.most_in_one_slot(hidden, table.slot_at.tolist())
            assert touching == naive.touching_pairs(hidden, table.place.tolist(), columns)
