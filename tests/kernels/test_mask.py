from itertools import groupby, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.grid import CLUE, LETTER, format_mask, parse_mask
from factory.kernels import mask as kernel
from factory.kernels.mask import Costs
from tests.kernels.problems import random_state
from tests.naive import mask as naive
from tests.strategies import framed_masks, masks


def plain_costs(longest=20, **changes):
    """All lengths have words; round numbers, all different, so that no charge stands for another."""
    lengths = np.arange(longest + 2)
    missing = np.zeros((2, len(lengths)), np.uint8)
    missing[:, 1] = 1
    costs = Costs(
        run=np.stack([60.0 * np.maximum(lengths - 5, 0), 61.0 * np.maximum(lengths - 7, 0)]),
        missing=missing,
        bits=np.round(np.log2(100.0 * np.maximum(lengths, 1)) * 1024) / 1024,
        cell_bits=3.75,
        two_share=0.14,
        two=100.0,
        dead=300.0,
        edge_dead=101.0,
        cluster=150.0,
        clue_share=0.18,
        clue=50.0,
        kappa=0.5,
        tight=50.0,
        hard=1000.0,
    )
    return costs._replace(**changes)


@st.composite
def all_costs(draw):
    """Any costs in steps of 1 / 16, so that sums are exact in any order."""
    cost = st.integers(0, 4000).map(lambda n: n / 16)
    share = st.integers(0, 16).map(lambda n: n / 16)
    row = st.lists(cost, min_size=10, max_size=10)
    flags = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=10, max_size=10)
    return Costs(
        run=np.array([draw(row), draw(row)]),
        missing=np.array([draw(flags), draw(flags)], np.uint8),
        bits=np.array(draw(row)),
        cell_bits=draw(cost),
        two_share=draw(share),
        two=draw(cost),
        dead=draw(cost),
        edge_dead=draw(cost),
        cluster=draw(cost),
        clue_share=draw(share),
        clue=draw(cost),
        kappa=draw(share),
        tight=draw(cost),
        hard=draw(cost),
    )


def count_all(costs, mask):
    totals = np.full(kernel.N_TOTALS, -1.0)
    kernel.count_all(costs, mask, totals)
    return totals


def count_islands(mask):
    return kernel.count_islands(mask, np.ones_like(mask), np.zeros(mask.size, np.int64))


@given(all_costs(), masks(min_side=2))
def test_count_all__same_as_by_definition(costs, mask):
    assert count_all(costs, mask).tolist() == naive.totals(costs, mask)


@given(all_costs(), masks(min_side=2))
def test_penalty__same_as_by_definition(costs, mask):
    totals = count_all(costs, mask)
    assert kernel.estimate_kappa(costs, totals) == pytest.approx(naive.kappa(costs, mask))
    penalty = kernel.soft_penalty(costs, mask, totals) + costs.hard * count_islands(mask)
    assert penalty == pytest.approx(naive.penalty(costs, mask))


@given(all_costs(), masks(min_side=2), st.data())
def test_flip__totals_stay_what_a_fresh_count_says(costs, mask, data):
    rows, columns = mask.shape
    cells = st.tuples(st.integers(1, rows - 1), st.integers(1, columns - 1))
    totals = count_all(costs, mask)
    for row, column in data.draw(st.lists(cells, min_size=1, max_size=12)):
        before, cell = mask.copy(), mask[row, column]
        kernel.flip(costs, mask, totals, row, column)
        assert mask[row, column] != cell
        assert np.count_nonzero(mask != before) == 1
        assert totals.tolist() == count_all(costs, mask).tolist()
    assert totals.tolist() == naive.totals(costs, mask)


@given(all_costs(), masks(min_side=2))
def test_flip__twice_restores_mask_and_totals(costs, mask):
    totals = count_all(costs, mask)
    before, counted = mask.copy(), totals.copy()
    for row, column in product(range(1, mask.shape[0]), range(1, mask.shape[1])):
        kernel.flip(costs, mask, totals, row, column)
        kernel.flip(costs, mask, totals, row, column)
        assert np.array_equal(mask, before)
        assert totals.tolist() == counted.tolist()


@given(masks())
def test_count_islands__same_as_by_growing_regions(mask):
    assert count_islands(mask) == naive.islands(mask)


@pytest.mark.parametrize(
    ("text", "islands"), [("###\n#.#", 0), ("##\n##", 0), ("#.#\n.#.", 2), (".#.\n...", 0)]
)
def test_count_islands__small_masks(text, islands):
    assert count_islands(parse_mask(text)) == islands


RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def neighbourhoods():
    """Each of the 256 neighbourhoods of (2, 2), in a 5x5 mask with other clue cells around it each time."""
    random = np.random.default_rng(7)
    for pattern in product([LETTER, CLUE], repeat=8):
        for share in (0.0, 0.3, 0.6, 1.0):
            mask = (random.random((5, 5)) < share).astype(np.uint8)
            for (down, right), cell in zip(RING, pattern, strict=True):
                mask[2 + down, 2 + right] = cell
            yield pattern, mask


def cuts(mask, row, column):
    """Whether a clue cell there leaves more regions of letter cells than a letter cell does."""
    mask[row, column] = LETTER
    before = len(naive.regions(mask))
    mask[row, column] = CLUE
    return len(naive.regions(mask)) > before


def test_may_cut__never_false_for_a_cut():
    n_cuts = 0
    for _, mask in neighbourhoods():
        if cuts(mask, 2, 2):
            n_cuts += 1
            assert kernel.may_cut(mask, 2, 2), format_mask(mask)
    assert n_cuts > 100


@given(masks())
def test_may_cut__never_false_for_a_cut_at_the_edges_either(mask):
    for row, column in np.ndindex(mask.shape):
        around = mask.copy()
        if cuts(around, row, column):
            assert kernel.may_cut(around, row, column), format_mask(around)


def test_may_cut__false_when_the_letters_around_hang_together():
    for pattern, mask in neighbourhoods():
        arcs = [cell for cell, _ in groupby(pattern) if cell == LETTER]
        n_arcs = len(arcs) - (len(arcs) > 1 and pattern[0] == pattern[-1] == LETTER)
        beside = [pattern[i] for i in (1, 3, 5, 7)].count(LETTER)
        assert kernel.may_cut(mask, 2, 2) == (n_arcs > 1 and beside > 1), format_mask(mask)


def climb(rows, columns, *, seed, costs=None, fixed=None, kicks=200, idle=300):
    """The mask of one climb, its penalty and hard faults, its statistics and its trace."""
    mask = np.full((rows, columns), 7, np.uint8)
    fixed = np.zeros((rows, columns), np.uint8) if fixed is None else fixed
    statistics, trace = np.zeros(4, np.int64), np.full(20, np.nan)
    penalty, faults = kernel.climb(
        costs or plain_costs(),
        mask,
        fixed,
        random_state(seed),
        0.22,
        0.5,
        5,
        idle,
        3,
        kicks,
        trace,
        statistics,
    )
    return mask, penalty, faults, statistics.tolist(), trace


SIZES = [(3, 3), (4, 4), (6, 6), (8, 8), (5, 9), (9, 5), (12, 7), (3, 8)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_climb__mask_is_lawful_and_costs_what_it_says(rows, columns):
    for seed in range(8):
        mask, penalty, faults, _, _ = climb(rows, columns, seed=seed)
        assert penalty == pytest.approx(naive.penalty(plain_costs(), mask), abs=1e-6)
        assert faults == naive.hard_faults(plain_costs(), mask) == 0
        assert set(np.unique(mask)) <= {LETTER, CLUE}
        assert (mask[0] == CLUE).all()
        assert (mask[:, 0] == CLUE).all()
        assert (mask == LETTER).any()


@given(all_costs(), st.integers(3, 8), st.integers(3, 8), st.integers(0, 2**32))
def test_climb__result_costs_what_it_says_whatever_the_charges(costs, rows, columns, seed):
    mask, penalty, faults, _, _ = climb(rows, columns, seed=seed, costs=costs, kicks=4, idle=60)
    assert penalty == pytest.approx(naive.penalty(costs, mask), abs=1e-6)
    assert faults == naive.hard_faults(costs, mask)


@pytest.mark.parametrize("kicks", [0, 1, 4])
def test_climb__counts_the_faults_it_leaves(kicks):
    costs = plain_costs()
    costs.missing[:, 2:8] = 1  # every run is a fault
    counted = set()
    for seed in range(10):
        mask, penalty, faults, statistics, _ = climb(7, 7, seed=seed, costs=costs, kicks=kicks, idle=40)
        assert penalty == pytest.approx(naive.penalty(costs, mask), abs=1e-6)
        assert faults == naive.hard_faults(costs, mask)
        assert statistics[kernel.KICKS] <= kicks
        counted.add(faults)
    assert max(counted) > 0


def test_climb__length_without_words_is_avoided():
    costs = plain_costs()
    costs.missing[:, 4] = 1
    for seed in range(8):
        mask, _, faults, _, _ = climb(8, 8, seed=seed, costs=costs)
        assert faults == 0
        assert 4 not in {length for length, _ in naive.runs(mask)}


@given(framed_masks(min_side=5, max_side=8), st.integers(0, 2**32), st.data())
def test_climb__fixed_cells_are_honoured(mask, seed, data):
    flags = st.lists(st.booleans(), min_size=mask.size, max_size=mask.size)
    fixed = np.where(np.array(data.draw(flags)).reshape(mask.shape), mask + 1, 0).astype(np.uint8)
    fixed[0, 2] = data.draw(st.sampled_from([kernel.FREE, kernel.MUST_LETTER]))
    found, penalty, faults, _, _ = climb(*mask.shape, seed=seed, fixed=fixed, kicks=3, idle=100)
    assert (found[fixed == kernel.MUST_LETTER] == LETTER).all()
    assert (found[fixed == kernel.MUST_CLUE] == CLUE).all()
    frame = np.zeros(mask.shape, bool)
    frame[0, :] = frame[:, 0] = True
    assert (found[frame & (fixed == kernel.FREE)] == CLUE).all()
    assert penalty == pytest.approx(naive.penalty(plain_costs(), found), abs=1e-6)
    assert faults == naive.hard_faults(plain_costs(), found)


def test_climb__same_state_same_mask():
    found = [climb(9, 9, seed=seed) for seed in (5, 5, 6)]
    assert format_mask(found[0][0]) == format_mask(found[1][0]) != format_mask(found[2][0])
    assert found[0][1:4] == found[1][1:4]
    assert np.array_equal(found[0][4], found[1][4], equal_nan=True)


def test_climb__never_ends_above_its_trace():
    _, penalty, _, (steps, accepted, kicks, checks), trace = climb(9, 9, seed=3)
    seen = trace[~np.isnan(trace)]
    assert len(seen) == int(steps - 1).bit_length()  # after 1, 2, 4 ... steps, the last one before the end
    assert (seen >= penalty).all()
    assert seen[0] > penalty
    assert 0 < checks < accepted < steps
    assert steps > 300 * kicks


def test_climb__statistics_are_added_to():
    statistics, mask = np.array([1000, 2000, 3000, 4000]), np.zeros((6, 6), np.uint8)
    random, trace = random_state(4), np.full(20, np.nan)
    kernel.climb(
        plain_costs(), mask, np.zeros_like(mask), random, 0.22, 0.5, 5, 300, 3, 200, trace, statistics
    )
    alone = climb(6, 6, seed=4)[3]
    assert (statistics - [1000, 2000, 3000, 4000]).tolist() == alone


@pytest.mark.parametrize(
    ("rows", "columns", "seed", "expected"),
    [
        (6, 6, 1, [1311, 34, 3, 1]),
        (8, 8, 1, [2905, 85, 5, 204]),
        (5, 9, 2, [3352, 98, 8, 588]),
        (12, 7, 3, [2195, 69, 4, 43]),
    ],
)
def test_climb__effort_of_fixed_seeds(rows, columns, seed, expected):
    """Steps, moves kept, kicks, checks. Other numbers here mean another corpus: write them anew if that is meant."""
    assert climb(rows, columns, seed=seed)[3] == expected
