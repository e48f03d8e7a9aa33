from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.kernels.base import below, count_bits, draw, lowest_bit, uniform
from tests.naive.base import draws

words = st.integers(0, 2**64 - 1)


def state(s0, s1):
    return np.array([s0, s1], np.uint64)


def test_draw__published_sequence():
    random = state(1, 2)
    assert [int(draw(random)) for _ in range(5)] == [
        3,
        412333834243,
        2360170716294286339,
        9295852285959843169,
        2797080929874688578,
    ]


@given(words, words)
def test_draw__same_as_on_python_integers(s0, s1):
    random = state(s0, s1)
    for result, next0, next1 in islice(draws(s0, s1), 20):
        assert int(draw(random)) == result
        assert random.tolist() == [next0, next1]


@given(words, words, st.integers(1, 2**31))
def test_below__upper_bits_scaled_to_the_range(s0, s1, n):
    random = state(s0, s1)
    for result, *_ in islice(draws(s0, s1), 10):
        value = below(random, n)
        assert 0 <= value < n
        assert value == (result >> 32) * n >> 32


@pytest.mark.parametrize("n", [1, 2, 6, 17])
def test_below__each_value_about_as_often(n):
    random = state(2026, 11)
    counts = np.bincount([below(random, n) for _ in range(1000 * n)], minlength=n)
    assert len(counts) == n
    assert (abs(counts - 1000) < 150).all()  # more than four standard deviations


@given(words, words)
def test_uniform__upper_53_bits(s0, s1):
    random = state(s0, s1)
    for result, *_ in islice(draws(s0, s1), 10):
        value = uniform(random)
        assert 0.0 <= value < 1.0
        assert value == (result >> 11) / 2**53


@given(words)
def test_count_bits__as_pythons(word):
    assert count_bits(np.uint64(word)) == word.bit_count()


@given(words.filter(bool))
def test_lowest_bit__index_of_the_last_one(word):
    assert lowest_bit(np.uint64(word)) == len(bin(word)) - 1 - bin(word).rindex("1")


@pytest.mark.parametrize("place", range(64))
def test_bits__each_place(place):
    assert count_bits(np.uint64(1 << place)) == 1
    assert count_bits(np.uint64((1 << place + 1) - 1)) == place + 1
    assert lowest_bit(np.uint64(1 << place)) == place
    assert lowest_bit(np.uint64(2**64 - (1 << place))) == place
