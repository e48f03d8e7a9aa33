from dataclasses import replace

import pytest

from factory.grid import derive_slots, slot_table
from factory.stages.fill import FillSettings, FillStatistics, FillStatus, fill_mask
from factory.stages.improve import ImproveSettings, improve_fill, pinned_letters
from tests.kernels.problems import random_state, wide_setup
from tests.naive import fill as naive
from tests.naive.improve import letters

LIMITS = FillSettings(
    max_kappa=2.0, limited_share=0.14, codes_per_15_slots=1, rare_share=0.08, rare_apart=True
)


@pytest.fixture(scope="module")
def wide():
    return wide_setup(8, 1500, 0.5, class_share=0.1)


@pytest.fixture(scope="module")
def table(wide):
    return slot_table(wide.mask, derive_slots(wide.mask))


def made(wide, table, seed=1):
    fill = fill_mask(table, wide.words, LIMITS, random=random_state(seed))
    assert fill.status is FillStatus.FILLED
    return fill


def improve(wide, table, fill, *, seed=1, allowed=None, **effort):
    settings = ImproveSettings(**{"rounds": 3, **effort})
    return improve_fill(
        table, wide.words, fill, settings, LIMITS, columns=9, random=random_state(seed), allowed=allowed
    )


def total(wide, table, fill):
    words = wide.words
    return sum(
        float(words.score[words.first[length] + word])
        for length, word in zip(table.length, fill.word_ids, strict=True)
    )


def test_improve_fill__more_score_within_the_limits(wide, table):
    n = wide.n_slots
    budget = {"limited": int(0.14 * n), "code": -(-n // 15), "rare": int(0.08 * n)}
    problem = replace(wide.problem, budget=budget, rare_apart=True)
    gained = 0
    for seed in range(6):
        fill = made(wide, table, seed)
        better = improve(wide, table, fill, seed=seed)
        assert naive.broken_rules(problem, dict(enumerate(better.word_ids))) == []
        assert total(wide, table, better) >= total(wide, table, fill)
        gained += total(wide, table, better) > total(wide, table, fill)
        assert better.statistics.nodes > fill.statistics.nodes
        assert better.statistics.fails == fill.statistics.fails
    assert gained >= 4  # a fill may be the best already


def test_improve_fill__more_rounds_never_end_lower(wide, table):
    fill = made(wide, table)
    totals = [total(wide, table, improve(wide, table, fill, rounds=rounds)) for rounds in (0, 1, 2, 4, 8)]
    assert totals == sorted(totals)
    assert totals[0] == total(wide, table, fill)


def test_improve_fill__pinned_letters_stay(wide, table):
    changed = 0
    for seed in range(6):
        fill = made(wide, table, seed)
        cells = tuple(range(seed, len(table.place), 12))
        before = dict(letters(wide.problem, dict(enumerate(fill.word_ids))))
        allowed = pinned_letters(table, wide.words, fill, cells)
        assert [int(allowed[cell]).bit_length() - 1 for cell in cells] == [before[cell] for cell in cells]
        better = improve(wide, table, fill, allowed=allowed)
        after = dict(letters(wide.problem, dict(enumerate(better.word_ids))))
        assert [after[cell] for cell in cells] == [before[cell] for cell in cells]
        changed += better.word_ids != fill.word_ids
    assert changed > 1


def test_improve_fill__same_state_same_words(wide, table):
    fill = made(wide, table)
    assert improve(wide, table, fill, seed=3) == improve(wide, table, fill, seed=3)
    assert improve(wide, table, fill, seed=3) != improve(wide, table, fill, seed=4)


def test_improve_fill__what_is_not_filled_stays_so(wide, table):
    fill = replace(
        made(wide, table), status=FillStatus.SPENT, word_ids=(), statistics=FillStatistics(nodes=7)
    )
    assert improve(wide, table, fill) == fill
