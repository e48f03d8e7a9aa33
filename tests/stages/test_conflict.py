from dataclasses import replace

import numpy as np

from factory.grid import derive_slots, parse_mask, slot_table
from factory.stages.conflict import Conflict, find_conflict, sub_table
from factory.stages.fill import FillSettings
from tests.kernels.problems import SQUARE, Setup, pack, random_setup, set_up, written_problem, written_setup
from tests.naive import fill as naive

SETTINGS = FillSettings(limited_share=1.0, codes_per_15_slots=99, rare_share=1.0, rare_apart=False)


def conflict_of(setup: Setup, **options: int) -> Conflict:
    table = slot_table(setup.mask, derive_slots(setup.mask))
    return find_conflict(table, setup.words, SETTINGS, allowed=setup.allowed, **options)


def without_rules(seed: int, **options: int) -> Setup:
    """A random problem of words and letters alone."""
    setup = random_setup(seed, **options)
    budget = dict.fromkeys(naive.CLASSES, 10**9)
    problem = replace(setup.problem, budget=budget, rare_apart=False)
    return set_up(setup.mask, problem, setup.words.n_letters)


def is_solvable_alone(problem: naive.Problem, slots: tuple[int, ...]) -> bool:
    """Whether some of the slots can be filled together, the others left out."""
    partner = tuple(slots.index(problem.partner[s]) if problem.partner[s] in slots else -1 for s in slots)
    part = replace(problem, slots=tuple(problem.slots[s] for s in slots), partner=partner)
    return naive.is_solvable(part)


def test_find_conflict__minimal_in_every_random_grid_without_a_fill():
    n_conflicts = n_searched = 0
    for seed in range(250):
        setup = without_rules(seed, at_most=(6, 12, 20)[seed % 3])
        found = conflict_of(setup)
        if naive.is_solvable(setup.problem):
            assert found.slots == (), seed
            continue
        assert found.slots, seed
        assert found.is_minimal, seed
        assert not is_solvable_alone(setup.problem, found.slots), seed
        for slot in found.slots:
            assert is_solvable_alone(setup.problem, tuple(s for s in found.slots if s != slot)), (seed, slot)
        n_conflicts += 1
        n_searched += found.nodes > 0
    assert n_conflicts > 80
    assert n_searched > 20


def test_find_conflict__two_slots_that_share_no_letter():
    setup = written_setup("#....\n#.#.#\n#.#.#", "ABAB ABB ABA")
    assert conflict_of(setup).slots == ()
    setup = written_setup("#....\n#.#.#\n#.#.#", "ABAB BBB CBB")  # the slot down at the first letter
    assert conflict_of(setup).slots == (0, 1)


def test_find_conflict__a_length_without_words():
    mask = parse_mask("#..\n#.#\n#.#")
    words = pack(written_problem("#..", "AB").words, 26)
    found = find_conflict(slot_table(mask, derive_slots(mask)), words, SETTINGS)
    assert found == Conflict((1,), True, 0, 0)


def test_find_conflict__given_letters():
    setup = written_setup(SQUARE, "AB CD AC BD")
    setup.allowed[3] = 1 << 25
    assert conflict_of(setup).slots == (1,)


def test_find_conflict__one_word_for_two_slots():
    setup = written_setup("#..#..", "AB")
    assert conflict_of(setup).slots == (0, 1)


def test_find_conflict__not_proved_within_the_budget():
    searched = next(
        setup
        for setup in map(without_rules, range(500))
        if (found := conflict_of(setup)).slots and found.nodes > 3
    )
    assert conflict_of(searched, max_nodes=1).slots == ()


def test_sub_table__keeps_the_crossings_of_the_chosen_slots():
    setup = written_setup(SQUARE, "AB")
    table = slot_table(setup.mask, derive_slots(setup.mask))
    part = sub_table(table, [3, 0])
    assert part.length.tolist() == [2, 2]
    assert part.cells.tolist() == [1, 3, 0, 1]
    assert part.slot_at.tolist() == [[1, -1], [1, 0], [-1, -1], [-1, 0]]
    assert part.position_at.tolist() == [[0, -1], [1, 0], [-1, -1], [-1, 1]]
    assert part.partner.tolist() == [-1, -1]
    whole = sub_table(table, range(4))
    assert all(np.array_equal(a, b) for a, b in zip(whole, table, strict=True))
