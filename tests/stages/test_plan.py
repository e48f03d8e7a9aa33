from dataclasses import replace

import pytest

from factory.grid import derive_slots, parse_mask, slot_table
from factory.stages.fill import FillSettings, FillStatistics, FillStatus
from factory.stages.plan import fill_around
from factory.stages.secret import SecretSettings, reading_geometry
from tests.kernels.problems import pack, random_state, wide_setup, written_problem
from tests.naive import fill as naive

SETTINGS = FillSettings(
    max_kappa=2.0, limited_share=1.0, codes_per_15_slots=99, rare_share=1.0, rare_apart=False
)
SECRET = SecretSettings()


def around(mask, words, punchline, settings=SETTINGS, secret=SECRET, *, seed=1):
    table = slot_table(mask, derive_slots(mask))
    return fill_around(
        table, reading_geometry(mask), words, bytes(punchline), settings, secret, random=random_state(seed)
    )


@pytest.fixture(scope="module")
def wide():
    return wide_setup(8, 1000, 0.4)


@pytest.mark.parametrize("punchline", [[0], [0, 1, 2, 3, 0], [3, 2, 1, 0, 1, 2, 3]])
def test_fill_around__letters_at_its_cells_spell_the_punchline(wide, punchline):
    found = around(wide.mask, wide.words, punchline)
    assert found.fill.status is FillStatus.FILLED
    assert naive.broken_rules(wide.problem, dict(enumerate(found.fill.word_ids))) == []
    letters = {
        cell: letter
        for slot, word_id in enumerate(found.fill.word_ids)
        for cell, letter in zip(
            wide.problem.slots[slot], wide.problem.word(slot, word_id).letters, strict=True
        )
    }
    assert [letters[cell] for cell in found.cells] == punchline
    assert list(found.cells) == sorted(found.cells)


def test_fill_around__same_state_same_fill(wide):
    assert around(wide.mask, wide.words, [0, 1, 2]) == around(wide.mask, wide.words, [0, 1, 2])


def test_fill_around__no_words_for_a_length_is_impossible():
    mask = parse_mask("####\n#...\n#...")
    words = pack(written_problem("###\n#..", "AB CD").words, n_letters=26)
    found = around(mask, words, [0])
    assert (found.fill.status, found.cells) == (FillStatus.IMPOSSIBLE, ())
    assert found.fill.statistics == FillStatistics()


def test_fill_around__grid_without_a_fill_has_no_plan_either():
    mask = parse_mask("###\n#..\n#..")
    words = pack(written_problem("###\n#..\n#..", "AB CE").words, n_letters=26)
    found = around(mask, words, [0])
    assert (found.fill.status, found.fill.word_ids, found.cells) == (FillStatus.IMPOSSIBLE, (), ())
    assert 0 <= found.fill.fault < 4
    assert found.fill.statistics.nodes == 0


def test_fill_around__punchline_that_no_plan_bears_is_spent():
    mask = parse_mask("###\n#..\n#..")
    words = pack(written_problem("###\n#..\n#..", "AB CD AC BD").words, n_letters=26)
    assert around(mask, words, [0, 3]).fill.status is FillStatus.FILLED  # A top left, D bottom right
    for punchline in ([25], [3, 0], [0, 1], [0] * 9):  # no Z; wrong order; side by side; too long
        found = around(mask, words, punchline)
        assert (found.fill.status, found.fill.word_ids, found.cells) == (FillStatus.SPENT, (), ())


def test_fill_around__plans_too_constrained_are_not_searched(wide):
    found = around(wide.mask, wide.words, [0, 1, 2], replace(SETTINGS, max_kappa=0.01))
    assert (found.fill.status, found.fill.statistics.nodes) == (FillStatus.SPENT, 0)
    assert 0.01 < found.fill.kappa < 1


def test_fill_around__each_plan_has_its_budget():
    setup = wide_setup(10, 300, 0.1)
    for plans, nodes in ((1, 4), (2, 2 * 4), (3, 3 * 4 + 5), (5, 5 * 4 + 5), (6, 6 * 4 + 2 * 5)):
        secret = SecretSettings(plans=plans, plan_floors=(0.9, 0.95, 1.0), plan_nodes=4, free_nodes=5)
        found = around(setup.mask, setup.words, [0], secret=secret)
        assert (found.fill.status, found.cells) == (FillStatus.SPENT, ())
        assert found.fill.statistics.nodes == nodes


@pytest.mark.parametrize(
    ("floors", "floor"), [((0.5, 1.0), 1.0), ((0.5, 0.75, 1.0), 0.75), ((1.0,), 1.0), ((0.5,), None)]
)
def test_fill_around__highest_rung_that_works(floors, floor):
    # the best half of these words fills nothing, the best three quarters do
    mask = parse_mask("###\n#..\n#..")
    words = pack(written_problem("###\n#..\n#..", "AX AB CD AC BD YY ZZ WW").words, n_letters=26)
    settings = replace(SETTINGS, spare_words=0)
    found = around(mask, words, [0], settings, SecretSettings(plan_floors=floors))
    if floor is None:
        assert (found.fill.status, found.cells) == (FillStatus.SPENT, ())
    else:
        assert (found.fill.status, found.fill.floor) == (FillStatus.FILLED, floor)
