from dataclasses import replace
from math import inf
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.grid import derive_slots, slot_table
from factory.kernels import fill as fill_kernel
from factory.kernels import pins as kernel
from factory.kernels.fill import FILLED
from factory.stages.secret import reading_geometry
from tests.kernels.problems import Setup, random_setup, random_state, wide_setup, written_setup
from tests.naive import fill as naive_fill
from tests.naive import pins as naive
from tests.naive import secret as naive_secret


def test_letter_bits__share_of_the_words_that_have_the_letter():
    compared = 0
    for seed in range(60):
        setup = random_setup(seed, at_most=150)
        if not (setup.start() and setup.propagate()):
            continue
        n_letters = setup.words.n_letters
        wanted = Random(seed).randrange(1 << n_letters)
        bits = np.zeros((len(setup.allowed), n_letters))
        kernel.letter_bits(setup.words, setup.board, setup.live, np.uint64(wanted), bits)
        domains, letters = setup.domains(), setup.letters()
        for cell, letter in np.ndindex(bits.shape):
            possible = wanted >> letter & 1 and letter in letters[cell]
            expected = naive.letter_bits(setup.problem, domains, cell, letter) if possible else inf
            assert bits[cell, letter] == pytest.approx(expected), (seed, cell, letter)
            compared += expected < inf
    assert compared > 300


@given(st.integers(1, 4), st.integers(1, 9), st.sampled_from([0.0, 1.0, 6.0]), st.data())
def test_plan_cells__cheapest_of_all_places(n, m, unevenness, data):
    one_cost = st.one_of(st.integers(0, 40).map(lambda x: x / 4), st.just(inf))
    cost = data.draw(st.lists(st.lists(one_cost, min_size=m, max_size=m), min_size=n, max_size=n))
    beside = data.draw(st.lists(st.integers(0, 1), min_size=m, max_size=m))
    cells = np.full(n, -7, np.int64)
    found = kernel.plan_cells(np.array(cost), unevenness, np.array(beside, np.uint8), cells)
    least = naive.least_plan_cost(cost, unevenness, beside)
    assert found == (least < inf)
    if found:
        assert naive.plan_cost(cost, unevenness, beside, cells.tolist()) == pytest.approx(least)


def pin(
    setup: Setup, punchline: list[int], *, seed: int = 1, jitter: float = 0.0, failures: int = 12, known=None
):
    """The cells of the pinned punchline, or None."""
    geometry = reading_geometry(setup.mask)
    table = slot_table(setup.mask, derive_slots(setup.mask))
    cells = np.zeros(len(punchline), np.int64)
    pinned = kernel.pin_punchline(
        setup.words,
        setup.board,
        setup.live,
        random_state(seed),
        np.array(punchline, np.uint8),
        geometry.beside,
        table.place,
        geometry.columns,
        6.0,
        jitter,
        np.full(len(geometry.cells), 255, np.uint8) if known is None else np.array(known, np.uint8),
        100.0,
        failures,
        cells,
    )
    return cells.tolist() if pinned else None


def pinned_setups():
    """Opened setups, most of them small, with a punchline each."""
    for seed in range(240):
        random = Random(seed)
        at_most, n_letters = ((12, 0), (40, 0), (40, 6), (150, 0))[seed % 4]
        setup = random_setup(seed, at_most=at_most, side=6, n_letters=n_letters)
        if seed % 40 == 0:
            setup = wide_setup(8, 600, 0.3)
        if setup.start() and setup.propagate() and setup.n_slots:
            yield setup, [random.randrange(setup.words.n_letters) for _ in range(random.randint(1, 6))]


def test_pin_punchline__its_letters_stand_apart_and_in_order():
    n_pinned = 0
    for setup, punchline in pinned_setups():
        table = slot_table(setup.mask, derive_slots(setup.mask))
        cells = pin(setup, punchline, jitter=2.0)
        if cells is None:
            continue
        n_pinned += 1
        assert cells == sorted(set(cells))
        assert [setup.letters()[cell] for cell in cells] == [{letter} for letter in punchline]
        assert naive_secret.touching_pairs(cells, table.place.tolist(), setup.mask.shape[1]) == 0
        assert naive_secret.most_in_one_slot(cells, table.slot_at.tolist()) <= kernel.MAX_IN_SLOT
    assert n_pinned > 40


def test_pin_punchline__state_is_that_of_cells_with_one_letter_allowed():
    n_pinned = 0
    for setup, punchline in pinned_setups():
        if (cells := pin(setup, punchline)) is None or setup.n_slots > 25:
            continue
        allowed = list(setup.problem.allowed)
        for cell, letter in zip(cells, punchline, strict=True):
            allowed[cell] = frozenset({letter})
        problem = replace(setup.problem, allowed=tuple(allowed))
        assert setup.domains() == naive_fill.filter_domains(problem)
        assert setup.fault() == ""
        n_pinned += 1
    assert n_pinned > 40


def test_pin_punchline__no_slot_holds_more_than_two_letters():
    def cells(punchline):
        setup = written_setup("########\n#.......", "ABABABA")
        assert setup.start()
        assert setup.propagate()
        return pin(setup, punchline)

    assert cells([0, 1]) is not None
    assert cells([0, 1, 0]) is None


def test_pin_punchline__what_fails_leaves_no_trace():
    n_failed = 0
    for setup, punchline in pinned_setups():
        before = setup.live.state.copy()
        if pin(setup, punchline * 2, failures=1) is None:
            assert setup.live.state.tolist() == before.tolist()
            assert setup.fault() == ""
            n_failed += 1
    assert n_failed > 40


def test_pin_punchline__search_keeps_the_pins():
    n_filled = 0
    for setup, punchline in pinned_setups():
        cells = pin(setup, punchline)
        if cells is None or setup.search(first_restart=1, nodes=2000) != FILLED:
            continue
        assert [setup.letters()[cell] for cell in cells] == [{letter} for letter in punchline]
        assert naive_fill.broken_rules(setup.problem, setup.chosen()) == []
        n_filled += setup.statistic(fill_kernel.NODES) > 0
    assert n_filled > 10


def test_pin_punchline__jitter_makes_other_plans():
    def plan(seed, jitter):
        setup = wide_setup(8, 1000, 0.4)
        assert setup.start()
        assert setup.propagate()
        return tuple(pin(setup, [0, 1, 2, 3, 0], seed=seed, jitter=jitter))

    assert plan(1, 2.0) == plan(1, 2.0)
    assert len({plan(seed, 2.0) for seed in range(5)}) > 1
    assert len({plan(seed, 0.0) for seed in range(5)}) == 1


def test_pin_punchline__letters_of_a_known_fill_come_first():
    setup = wide_setup(8, 1000, 0.4)
    assert setup.start()
    assert setup.propagate()
    m = len(setup.board.slot_at)
    plain = pin(setup, [0])
    assert setup.start()
    assert setup.propagate()
    for cell in (0, m // 3, m - 1):
        if cell in plain:
            continue
        known = [255] * m
        known[cell] = 0
        assert setup.start()
        assert setup.propagate()
        assert pin(setup, [0], known=known) == [cell]
