from random import Random

import numpy as np
import pytest

from factory.grid import CLUE, LETTER, format_mask
from factory.kernels.mask import MUST_CLUE, MUST_LETTER
from factory.stages.mask import MaskSettings, find_mask, mask_costs
from tests.kernels.problems import pack, random_state
from tests.naive import mask as naive
from tests.naive.fill import Word

QUICK = MaskSettings(idle_steps=300, min_words=5)


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
    costs = mask_costs(words, MaskSettings(min_words=5, max_run=4, max_edge_run=6, long=10), longest=12)
    assert costs.run.tolist() == [
        [0, 0, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90],
        [0, 0, 0, 0, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70],
    ]
    assert costs.missing.tolist() == [[0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1]] * 2
    known = {2: 6, 3: 30, 4: 50, 5: 4, 7: 60, 8: 40, 9: 5}
    assert costs.bits == pytest.approx([np.log2(known.get(n, 1)) for n in range(14)], abs=1 / 1024)


def test_mask_costs__knows_how_often_letters_agree():
    # A word of three cells has one A and two B on average, one of seven cells seven B; nine cells don't count
    three, seven, nine = [(0, 0, 1), (1, 1, 1)], [(1,) * 7], [(2,) * 9]
    by_length = {len(some[0]): [Word(letters, 0) for letters in some] for some in (three, seven, nine)}
    words = pack(by_length, n_letters=3)
    share = np.array([1 / 10, 9 / 10])
    expected = -np.log2((share**2).sum())
    assert mask_costs(words, QUICK, longest=9).cell_bits == pytest.approx(expected, abs=1 / 1024)


def test_mask_costs__whole_numbers_are_floats_for_the_compiler(words):
    costs = mask_costs(words, MaskSettings(hard=1000, two=100, kappa=1), longest=9)
    assert {type(number) for number in costs[3:]} == {float}


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
        ended = [not np.isnan(penalty) for penalty in result.trace]
        assert ended == [2**k < result.steps for k in range(24)]
        assert result.steps > QUICK.idle_steps * result.kicks


def test_find_mask__settings_steer_the_mask(words):
    def clue_cells(**changes):
        settings = MaskSettings(idle_steps=500, min_words=5, **changes)
        masks = [find_mask(9, 9, words, settings, random=random_state(seed)).mask for seed in range(5)]
        return sum(int((mask[1:, 1:] == CLUE).sum()) for mask in masks)

    assert clue_cells(clue_share=0.0, clue=500) < clue_cells(clue_share=1.0, kappa=0.1, tight=500)


def test_find_mask__fixed_cells_stay(words):
    fixed = np.zeros((7, 7), np.uint8)
    fixed[3, 3], fixed[3, 4], fixed[0, 4] = MUST_CLUE, MUST_LETTER, MUST_LETTER
    for seed in range(4):
        mask = find_mask(7, 7, words, QUICK, random=random_state(seed), fixed=fixed).mask
        assert (mask[3, 3], mask[3, 4], mask[0, 4]) == (CLUE, LETTER, LETTER)
        assert (np.delete(mask[0], 4) == CLUE).all()


def test_find_mask__kicks_have_an_end(words):
    hopeless = MaskSettings(idle_steps=50, max_kicks=7, min_words=10_000)
    result = find_mask(6, 6, words, hopeless, random=random_state(1))
    assert (result.kicks, result.faults > 0) == (7, True)


def test_find_mask__same_state_same_mask(words):
    texts = [format_mask(find_mask(8, 8, words, QUICK, random=random_state(seed)).mask) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_find_mask__moves_the_state_on(words):
    state = random_state(1)
    first = find_mask(8, 8, words, QUICK, random=state)
    second = find_mask(8, 8, words, QUICK, random=state)
    assert format_mask(first.mask) != format_mask(second.mask)
