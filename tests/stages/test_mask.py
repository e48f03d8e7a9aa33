from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.grid import CLUE, LETTER, derive_slots, format_mask, slot_table
from factory.kernels import mask as kernel
from factory.kernels.mask import FREE, MUST_CLUE, MUST_LETTER
from factory.stages.board import measure_kappa
from factory.stages.fill import FillSettings, open_fill
from factory.stages.mask import MaskSettings, count_mask, crossing_bits, find_mask, mask_costs
from tests.kernels.problems import pack, random_state
from tests.naive import mask as naive
from tests.naive.fill import Word
from tests.strategies import framed_masks

QUICK = MaskSettings(sweeps=100, min_words=5, edge_dead=300, anneals=10)


@pytest.fixture(scope="module")
def words():
    """Words of two to nine cells, four of five cells, none of six."""
    random = Random(1)
    count = {2: 6, 3: 30, 4: 50, 5: 4, 7: 60, 8: 40, 9: 5}
    return pack(
        {
            length: [Word(tuple(random.randrange(5) for _ in range(length)), i) for i in range(n)]
            for length, n in count.items()
        },
        n_letters=5,
    )


def test_mask_costs__charges_by_length(words):
    settings = MaskSettings(min_words=5, max_run=4, max_edge_run=6, long=10, longest_inside=8)
    run = mask_costs(words, settings, longest=12).run
    assert run[:, :, kernel.RUNS].tolist() == [
        [0, 0, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90],
        [0, 0, 0, 0, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70],
    ]
    assert run[:, :, kernel.FAULTS].tolist() == [
        [0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1],
        [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1],
    ]
    assert run[:, :, kernel.SLOTS].tolist() == [[0, 0] + [1] * 12] * 2
    assert run[:, :, kernel.TWOS].tolist() == [[0, 0, 1] + [0] * 11] * 2
    known = {2: 6, 3: 30, 4: 50, 5: 4, 7: 60, 8: 40, 9: 5}
    bits = [np.log2(known.get(n, 1)) for n in range(14)]
    assert run[0, :, kernel.BITS] == pytest.approx(bits, abs=1 / 1024)


def test_crossing_bits__letters_that_always_agree_cost_nothing():
    alike = {n: [Word((1,) * n, 0)] for n in range(2, 6)}
    assert crossing_bits(pack(alike, n_letters=3), longest=7).tolist() == [0] * 8


def test_crossing_bits__equal_letters_everywhere():
    # Two letters, each in half of the words at each position: a crossing takes one bit, half of it a slot's
    even = {n: [Word((k % 2,) * n, k) for k in range(2)] for n in range(2, 6)}
    bits = crossing_bits(pack(even, n_letters=2), longest=7)
    assert bits == pytest.approx([n / 2 for n in range(8)])


def test_crossing_bits__hang_on_the_position():
    # Words of three cells end in one letter of four, begin with any; all others have any letter anywhere
    random = Random(2)
    any_letter = {
        n: [Word(tuple(random.randrange(4) for _ in range(n)), 0) for _ in range(400)] for n in (4, 5)
    }
    ends = [Word((random.randrange(4), random.randrange(4), 0), 0) for _ in range(400)]
    bits = crossing_bits(pack({3: ends, **any_letter}, n_letters=4), longest=5)
    # A crossing takes two bits, whatever one side does, as long as the other has all four letters alike
    assert bits == pytest.approx([0, 1, 2, 3, 4, 5], abs=0.2)


def test_mask_costs__kappa_is_what_the_fill_measures(words):
    result = find_mask(9, 9, words, QUICK, random=random_state(1))
    table = slot_table(result.mask, derive_slots(result.mask))
    board, live, fits = open_fill(table, words, FillSettings(), floor=1.0)
    assert fits
    assert result.kappa == pytest.approx(measure_kappa(words, board, live), abs=0.1)


def test_mask_costs__whole_numbers_are_floats_for_the_compiler(words):
    costs = mask_costs(words, MaskSettings(hard=1000, two=100, kappa=1, two_share=0), longest=9)
    assert {type(number) for number in costs[2:]} == {float}


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (6, 6), (9, 9), (5, 9), (12, 7)])
def test_find_mask__result_says_what_the_mask_is(words, rows, columns):
    for seed in range(4):
        result = find_mask(rows, columns, words, QUICK, random=random_state(seed))
        costs = mask_costs(words, QUICK, longest=max(rows, columns))
        assert result.mask.shape == (rows, columns)
        assert result.faults == naive.hard_faults(costs, result.mask) == 0
        assert result.penalty == pytest.approx(naive.penalty(costs, result.mask), abs=1e-6)
        assert result.kappa == pytest.approx(naive.kappa(costs, result.mask))
        assert not {5, 6} & {length for length, _ in naive.runs(result.mask)}
        assert result.steps % ((QUICK.sweeps + 4) * (rows - 1) * (columns - 1)) == 0


@given(st.integers(5, 30), st.integers(5, 30), st.integers(0, 2**32))
@settings(max_examples=25)
def test_find_mask__oblongs_are_lawful(words, rows, columns, seed):
    quick = MaskSettings(sweeps=40, min_words=1)
    result = find_mask(rows, columns, words, quick, random=random_state(seed))
    costs = mask_costs(words, quick, longest=max(rows, columns))
    assert result.mask.shape == (rows, columns)
    assert result.faults == naive.hard_faults(costs, result.mask)
    assert result.faults == 0


def test_find_mask__settings_steer_the_mask(words):
    def clue_cells(**changes):
        settings = MaskSettings(sweeps=50, min_words=5, **changes)
        masks = [find_mask(9, 9, words, settings, random=random_state(seed)).mask for seed in range(5)]
        return sum(int((mask[1:, 1:] == CLUE).sum()) for mask in masks)

    assert clue_cells(clue_share=0.0, clue=500) < clue_cells(clue_share=1.0, kappa=0.1, tight=500)


@given(framed_masks(min_side=5, max_side=8), st.integers(0, 2**32), st.data())
@settings(max_examples=30)
def test_find_mask__fixed_cells_stay(words, mask, seed, data):
    flags = st.lists(st.booleans(), min_size=mask.size, max_size=mask.size)
    fixed = np.where(np.array(data.draw(flags)).reshape(mask.shape), mask + 1, 0).astype(np.uint8)
    fixed[0, 2] = data.draw(st.sampled_from([FREE, MUST_LETTER]))
    few = MaskSettings(sweeps=5, anneals=2, min_words=5)
    found = find_mask(*mask.shape, words, few, random=random_state(seed), fixed=fixed).mask
    assert (found[fixed == MUST_LETTER] == LETTER).all()
    assert (found[fixed == MUST_CLUE] == CLUE).all()
    assert (np.delete(found[0], 2)[np.delete(fixed[0], 2) == FREE] == CLUE).all()


def test_find_mask__beginning_anew_has_an_end(words):
    hopeless = MaskSettings(sweeps=5, anneals=3, min_words=10_000)
    result = find_mask(6, 6, words, hopeless, random=random_state(1))
    assert (result.steps, result.faults > 0) == (3 * 9 * 25, True)
    fixed = np.zeros((6, 6), np.uint8)
    fixed[3, 3] = MUST_LETTER
    content = find_mask(6, 6, words, hopeless, random=random_state(1), fixed=fixed, own_faults=1000)
    assert content.steps == 9 * 25


def test_find_mask__begun_anew_for_a_dead_cell_or_a_cluster(words):
    def spoiled(**changes):
        settings = replace(QUICK, sweeps=10, **changes)
        costs = mask_costs(words, settings, longest=9)
        masks = [find_mask(9, 9, words, settings, random=random_state(seed)).mask for seed in range(30)]
        totals = np.array([count_mask(mask, costs) for mask in masks])
        return int((totals[:, kernel.DEAD] + totals[:, kernel.CLUSTERS] > 0).sum())

    assert spoiled(anneals=10) < spoiled(anneals=1) / 2


def test_find_mask__watching_changes_nothing(words):
    seen = []
    plain = find_mask(8, 8, words, QUICK, random=random_state(3))
    watched = find_mask(8, 8, words, QUICK, random=random_state(3), watch=seen.append)
    assert format_mask(watched.mask) == format_mask(plain.mask)
    assert replace(watched, mask=plain.mask) == plain
    assert [snapshot.step for snapshot in seen] == list(range(0, plain.steps + 1, 49))
    assert np.array_equal(seen[-1].mask, plain.mask)
    costs = mask_costs(words, QUICK, longest=8)
    for snapshot in seen[::10]:
        assert snapshot.totals.tolist() == pytest.approx(naive.totals(costs, snapshot.mask))
    assert seen[0].temperature == QUICK.hot > seen[50].temperature > seen[-1].temperature == 0


def test_find_mask__same_state_same_mask(words):
    texts = [format_mask(find_mask(8, 8, words, QUICK, random=random_state(seed)).mask) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_find_mask__moves_the_state_on(words):
    state = random_state(1)
    first = find_mask(8, 8, words, QUICK, random=state)
    second = find_mask(8, 8, words, QUICK, random=state)
    assert format_mask(first.mask) != format_mask(second.mask)
