from dataclasses import replace

import numpy as np
import pytest

from factory.grid import derive_slots, parse_mask, slot_table
from factory.stages.fill import FillSettings, FillStatistics, FillStatus, fill_mask
from tests.kernels.problems import SQUARE, pack, random_state, wide_setup, written_problem
from tests.naive import fill as naive

EASY = FillSettings(
    spare_words=0, max_kappa=2.0, limited_share=1.0, codes_per_15_slots=99, rare_share=1.0, rare_apart=False
)


def table_of(mask):
    return slot_table(parse_mask(mask), derive_slots(parse_mask(mask)))


def fill(mask, words, settings=EASY, *, seed=1, changes=None, **options):
    """A fill of words typed into a test, best ones first, some of them changed."""
    problem = written_problem(mask, words)
    by_length = {length: list(some) for length, some in problem.words.items()}
    for spelling, change in (changes or {}).items():
        at = [word for word in words.split() if len(word) == len(spelling)].index(spelling)
        by_length[len(spelling)][at] = replace(by_length[len(spelling)][at], **change)
    packed = pack(by_length, n_letters=26)
    return fill_mask(table_of(mask), packed, settings, random=random_state(seed), **options)


# --- the ladder


@pytest.mark.parametrize(
    ("words", "floor"),
    [
        ("AB CD AC BD XX YY ZZ WW", 0.5),
        ("AB CD AC XX BD YY ZZ WW", 0.75),
        ("AB CD AC XX YY ZZ WW BD", 1.0),
    ],
)
def test_fill_mask__highest_rung_that_works(words, floor):
    found = fill(SQUARE, words)
    assert found.status is FillStatus.FILLED
    assert found.floor == floor
    assert sorted(found.word_ids) == sorted(words.split().index(word) for word in ("AB", "CD", "AC", "BD"))
    assert found.fault == -1


def test_fill_mask__rungs_keep_spare_words():
    words = "AB CD AC XX YY ZZ WW BD"
    assert fill(SQUARE, words, replace(EASY, spare_words=8)).floor == 0.5
    assert fill(SQUARE, words, replace(EASY, spare_words=7)).floor == 1.0


def test_fill_mask__impossible_when_the_last_rung_is():
    found = fill(SQUARE, "AB CD AC BE XX YY ZZ")
    assert found.status is FillStatus.IMPOSSIBLE
    assert found.word_ids == ()
    assert found.floor == 1.0
    assert 0 <= found.fault < 4


def test_fill_mask__fault_is_a_slot_that_became_empty():
    allowed = np.full(4, ~np.uint64(0), np.uint64)
    allowed[3] = 1 << 25  # no word has a Z where slots 1 and 3 cross
    found = fill(SQUARE, "AB CD AC BD", allowed=allowed)
    assert (found.status, found.fault) == (FillStatus.IMPOSSIBLE, 1)


@pytest.mark.parametrize(
    ("mask", "fault"),
    [
        ("###\n#..\n#..\n#..", 3),  # the first down slot: no words of three
        ("####\n##..\n#...", 1),  # the second across slot
        ("#####\n#....", 0),  # four: longer than any word
    ],
)
def test_fill_mask__length_without_words_is_impossible_at_once(mask, fault):
    found = fill(mask, "AB CD")
    assert (found.status, found.fault) == (FillStatus.IMPOSSIBLE, fault)
    assert found.statistics == FillStatistics()


def test_fill_mask__length_missing_between_others_is_impossible_at_once():
    found = fill("####\n##..\n#...", "AB CD ABCD")
    assert (found.status, found.fault) == (FillStatus.IMPOSSIBLE, 1)


def test_fill_mask__too_constrained_is_not_begun():
    kappa = fill(SQUARE, "AB CD AC BD").kappa
    assert 0 < kappa < 2
    below = fill(SQUARE, "AB CD AC BD", replace(EASY, max_kappa=kappa - 0.01))
    assert (below.status, below.statistics.nodes, below.word_ids) == (FillStatus.SPENT, 0, ())
    assert below.kappa == kappa
    assert fill(SQUARE, "AB CD AC BD", replace(EASY, max_kappa=kappa + 0.01)).status is FillStatus.FILLED


def test_fill_mask__kappa_is_that_of_the_definition():
    problem = written_problem(SQUARE, "AB CD AC BD")
    total, slots = naive.expected_log_fills(problem, naive.filter_domains(problem))
    assert fill(SQUARE, "AB CD AC BD").kappa == pytest.approx(1 - total / slots)


def test_fill_mask__no_choice_left_has_kappa_0():
    assert fill("###\n#..", "AB").kappa == 0.0


def test_fill_mask__no_slots():
    found = fill("##\n##", "AB")
    assert (found.status, found.word_ids) == (FillStatus.FILLED, ())


def test_fill_mask__budgets_follow_the_number_of_slots():
    rare = {"classes": frozenset({naive.RARE})}
    limited = {"classes": frozenset({naive.LIMITED})}
    code = {"classes": frozenset({naive.CODE})}

    def status(change, **settings):
        changes = {"AB": change, "CD": change}
        return fill(SQUARE, "AB CD AC BD", replace(EASY, **settings), changes=changes).status

    for share, expected in [(0.49, FillStatus.IMPOSSIBLE), (0.5, FillStatus.FILLED)]:
        assert status(rare, rare_share=share) is expected  # two of four slots
        assert status(limited, limited_share=share) is expected
    assert status(code, codes_per_15_slots=1) is FillStatus.IMPOSSIBLE
    assert status(code, codes_per_15_slots=2) is FillStatus.FILLED


def test_fill_mask__rare_words_stay_apart():
    rare = {"classes": frozenset({naive.RARE})}
    for apart, expected in [(True, FillStatus.IMPOSSIBLE), (False, FillStatus.FILLED)]:
        settings = replace(EASY, rare_apart=apart)
        assert fill(SQUARE, "AB CD AC BD", settings, changes={"AB": rare, "AC": rare}).status is expected


def test_fill_mask__allowed_letters():
    allowed = np.full(4, ~np.uint64(0), np.uint64)
    allowed[1] = np.uint64(1 << 2)  # the upper right cell must be C
    found = [fill(SQUARE, "AB CD AC BD", seed=seed, allowed=allowed).word_ids for seed in range(10)]
    assert set(found) == {(2, 3, 0, 1)}


def test_fill_mask__spent_counts_all_rungs():
    setup = wide_setup(10, 300, 0.1)
    settings = replace(EASY, nodes=5, last_nodes=9, floors=(0.9, 0.95, 1.0))
    table = slot_table(setup.mask, derive_slots(setup.mask))
    found = fill_mask(table, setup.words, settings, random=random_state(1))
    assert found.status is FillStatus.SPENT
    assert found.statistics.nodes == 5 + 5 + 9
    assert found.fault == -1
    again = fill_mask(table, setup.words, settings, random=random_state(1))
    assert again == found


def test_statistics__add_up():
    total = FillStatistics(1, 2, 3, 4) + FillStatistics(10, 20, 30, 40)
    assert total == FillStatistics(nodes=11, fails=22, restarts=33, revisions=44)
