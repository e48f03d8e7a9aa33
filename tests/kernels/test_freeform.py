import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.kernels.freeform import (
    COMPACT,
    CROSSINGS,
    INNER,
    MOST_CROSSINGS,
    OUTER,
    PLACED,
    RANDOM,
    SMALLEST,
    SQUAREST,
    arrange,
    climb,
)  # fmt: skip
from factory.kernels.plane import CROSSED, TESTS, make_plane
from tests.naive import freeform as naive

RULES = [CROSSINGS, COMPACT, INNER, OUTER, RANDOM]
WORDS = st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=6).map(tuple), min_size=1, max_size=9)


def packed(words):
    letters = np.array([letter for word in words for letter in word], np.int32)
    begins = np.cumsum([0, *map(len, words)])
    return letters, begins.astype(np.int64), int(letters.max()) + 1


def run(words, rule, alternate, frame, state, order=None):
    letters, begins, n_letters = packed(words)
    plane = make_plane(letters, n_letters, len(words))
    places = np.empty((len(words), 4), np.int64)
    order = np.arange(len(words)) if order is None else np.array(order)
    n_laid = arrange(
        plane, letters, begins, order, rule, alternate, frame, np.array(state, np.uint64), places
    )
    assert n_laid == (places[:, 3] >= 0).sum()
    return [None if place[3] < 0 else tuple(place) for place in places.tolist()], plane


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=25, deadline=None)
@given(
    data=st.data(), words=WORDS, alternate=st.booleans(), frame=st.integers(2, 12), seed=st.integers(1, 99)
)
def test_arrange__is_its_plain_twin(rule, data, words, alternate, frame, seed):
    order = data.draw(st.permutations(range(len(words))))
    places, _ = run(words, rule, alternate, frame, (seed, 7), order)
    assert places == naive.arrange(words, order, rule, alternate, frame, (seed, 7))


def random_words(n):
    random = np.random.default_rng(5)
    return [tuple(random.integers(0, 12, random.integers(4, 11)).tolist()) for _ in range(n)]


@pytest.mark.parametrize(("rule", "most"), [(INNER, 1.35), (OUTER, 1.25), (RANDOM, 1.35)])
def test_arrange__attaching_a_word_does_not_cost_more_the_more_lie_there(rule, most):
    """Counted in places tested, not in seconds."""
    words = random_words(8000)
    tests = []
    for n in (2000, 8000):
        _, plane = run(words[:n], rule, False, 0, (1, 2))
        tests.append(plane.count[TESTS] / n)
    assert tests[1] < most * tests[0]


@pytest.mark.parametrize("rule", RULES)
def test_arrange__thousands_of_words_all_find_a_place(rule):
    places, plane = run(random_words(3000), rule, False, 200, (1, 2))
    assert None not in places
    assert plane.count[CROSSED] >= 2999


@pytest.mark.parametrize(("aim", "score"), [
    (SMALLEST, lambda rows, columns, crossings: rows * columns),
    (SQUAREST, lambda rows, columns, crossings: max(rows, columns) / min(rows, columns)),
    (MOST_CROSSINGS, lambda rows, columns, crossings: -crossings),
])  # fmt: skip
def test_climb__more_orders_are_never_worse(aim, score):
    words = random_words(25)
    letters, begins, n_letters = packed(words)
    best = []
    for n_orders in (1, 5, 40, 150):
        places = np.empty((len(words), 4), np.int64)
        order, state = np.arange(len(words)), np.array([3, 4], np.uint64)
        n_tried = climb(letters, begins, n_letters, order, 1, n_orders, CROSSINGS, False, aim, state, places)
        assert n_tried == n_orders
        assert places[0, 3] == 0  # the fixed word comes first
        assert (places[:, 3] >= 0).all()
        cells = {
            (r + i * d, c + i * (1 - d))
            for word, (r, c, d, _) in zip(words, places.tolist(), strict=True)
            for i in range(len(word))
        }
        rows, columns = ({cell[i] for cell in cells} for i in (0, 1))
        crossings = sum(map(len, words)) - len(cells)
        best.append(score(max(rows) - min(rows) + 1, max(columns) - min(columns) + 1, crossings))
    assert best == sorted(best, reverse=True)
    assert best[-1] < best[0]


def test_climb__stops_when_all_are_placed_and_nothing_else_is_asked_for():
    letters, begins, n_letters = packed([(0, 1, 2), (0, 3, 4), (2, 5, 6)])
    places = np.empty((3, 4), np.int64)
    state = np.array([3, 4], np.uint64)
    assert climb(letters, begins, n_letters, np.arange(3), 0, 99, COMPACT, False, PLACED, state, places) == 1
