"""Cooling: used answers fall behind in the order of the words, and come back."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from factory.stages.cooling import CoolingSettings, cool, losses
from factory.stages.pack import pack_words
from factory.words.index import bit_rows
from tests.strategies import tiny_lexicons

SETTINGS = CoolingSettings(weight=2.0, half_life=10)


def test_losses__fade_by_half_in_each_half_life():
    ages = np.array([0, 1, 11, 21, 65535], np.uint16)
    assert losses(ages, SETTINGS).tolist() == [0.0, 2.0, 1.0, 0.5, 0.0]


def reordered(table, loss):
    """The table sorted anew, array by array."""
    order = sorted(range(len(table)), key=lambda word: (-(table.scores[word] - loss[word]), word))
    arrays = {name: getattr(table, name)[order] for name in ("letters", "zipf", "family", "limited", "code")}
    return order, replace(
        table, **arrays, scores=(table.scores - loss)[order], bits=bit_rows(arrays["letters"], 3)
    )


@given(tiny_lexicons(letters="ABC", max_size=150), st.data())
def test_cool__is_the_lexicon_sorted_and_packed_anew(index, data):
    n_words = len(index)
    ages = np.array(
        data.draw(st.lists(st.sampled_from([0, 0, 1, 5, 30]), min_size=n_words, max_size=n_words)), np.uint16
    )
    longest = data.draw(st.integers(1, 6))
    words = pack_words(index.tables, n_letters=3, rare_below=2.5)
    before = [np.copy(array) for array in words]
    cooled = cool(words, ages, SETTINGS, longest=longest)
    loss, first, tables, orders = losses(ages, SETTINGS), 0, {}, {}
    for length, table in sorted(index.tables.items()):
        here = loss[first : first + len(table)]
        first += len(table)
        tables[length], orders[length] = table, list(range(len(table)))
        if length <= longest and here.any():
            orders[length], tables[length] = reordered(table, here)
    expected = pack_words(tables, n_letters=3, rare_below=2.5)
    for name, array, wanted in zip(words._fields, cooled.words, expected, strict=True):
        if name != "score":  # of lengths that kept their order the scores don't matter
            assert np.array_equal(array, wanted), name
    for length, order in orders.items():
        fill = range(len(order))
        assert cooled.old_ids([length] * len(order), fill) == tuple(order)
    assert all(np.array_equal(array, old) for array, old in zip(words, before, strict=True))


def test_old_ids__of_a_slot_without_a_word():
    words = pack_words({}, n_letters=3, rare_below=2.5)
    assert cool(words, np.zeros(0, np.uint16), SETTINGS, longest=5).old_ids([3, 4], [-1, 7]) == (-1, 7)
