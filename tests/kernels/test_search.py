from dataclasses import replace

import numpy as np
import pytest

from factory.kernels import fill as kernel
from factory.kernels.fill import FILLED, IMPOSSIBLE, SPENT
from tests.kernels.problems import PLENTY, SQUARE, random_setup, wide_setup, written_setup
from tests.naive import fill as naive

# --- search against enumeration


def test_search__fills_exactly_what_enumeration_fills():
    outcomes = {FILLED: 0, IMPOSSIBLE: 0}
    searched = 0
    for seed in range(700):
        setup = random_setup(1000 + seed, at_most=(6, 12, 20)[seed % 3])
        outcome = setup.fill(seed=seed, word_runs=(0, 2, PLENTY)[seed // 3 % 3])
        assert outcome == (FILLED if naive.is_solvable(setup.problem) else IMPOSSIBLE), seed
        if outcome == FILLED:
            assert naive.broken_rules(setup.problem, setup.chosen()) == [], seed
            assert [len(domain) for domain in setup.domains()] == [1] * setup.n_slots, seed
        outcomes[outcome] += 1
        searched += setup.statistic(kernel.FAILS) > 0
    assert min(outcomes.values()) > 200
    assert searched > 60  # and not by propagation alone


def test_search__larger_grids_with_restarts():
    restarts = 0
    outcomes = {FILLED: 0, IMPOSSIBLE: 0}
    for seed in range(200):
        setup = random_setup(5000 + seed, at_most=30, side=5)
        outcome = setup.fill(seed=seed, first_restart=1)
        assert outcome == (FILLED if naive.is_solvable(setup.problem) else IMPOSSIBLE), seed
        if outcome == FILLED:
            assert naive.broken_rules(setup.problem, setup.chosen()) == [], seed
        outcomes[outcome] += 1
        restarts += setup.statistic(kernel.RESTARTS)
    assert min(outcomes.values()) > 10
    assert restarts > 20


def test_search__finds_a_fill_with_each_word_that_has_one():
    checked = 0
    for seed in range(60):
        setup = random_setup(3000 + seed, at_most=12)
        if not setup.n_slots:
            continue
        with_fill = {chosen[0] for chosen in naive.fills(setup.problem)}
        cells = setup.problem.slots[0]
        allowed = setup.allowed.copy()
        for word_id in range(len(setup.problem.words[len(cells)])):
            setup.allowed[:] = allowed
            for cell, letter in zip(cells, setup.problem.word(0, word_id).letters, strict=True):
                setup.allowed[cell] &= np.uint64(1 << letter)
            found = setup.fill(seed=seed)
            assert found == (FILLED if word_id in with_fill else IMPOSSIBLE), (seed, word_id)
            checked += word_id in with_fill
    assert checked > 50


def test_search__all_fills_of_a_square_are_found():
    setup = written_setup(SQUARE, "AB CD AC BD")
    expected = [(0, 1, 2, 3), (2, 3, 0, 1)]
    assert (
        sorted(tuple(chosen[slot] for slot in range(4)) for chosen in naive.fills(setup.problem)) == expected
    )
    found = set()
    for seed in range(30):
        assert setup.fill(seed=seed, jitter=20) == FILLED
        found.add(tuple(setup.chosen().values()))
    assert sorted(found) == expected


# --- the rules one by one


def with_words(setup, **changes):
    """The problem with some of its two-letter words changed: AB=dict(...) by spelling."""
    words = list(setup.problem.words[2])
    for spelling, change in changes.items():
        at = [word.letters for word in words].index(tuple(ord(char) - ord("A") for char in spelling))
        words[at] = replace(words[at], **change)
    return {**setup.problem.words, 2: tuple(words)}


def test_search__crossing_without_a_common_letter_is_impossible():
    assert written_setup(SQUARE, "AB CD AC BE").fill() == IMPOSSIBLE
    assert written_setup(SQUARE, "AB CD AC BD").fill() == FILLED


def test_search__a_word_is_used_once():
    # A square of AB over BA reads AB and BA down: each word twice
    assert written_setup(SQUARE, "AB BA").fill() == IMPOSSIBLE


def test_search__words_of_one_family_share_no_grid():
    setup = written_setup(SQUARE, "AB CD AC BD")
    related = with_words(setup, AB={"family": 7}, CD={"family": 7})
    assert written_setup(SQUARE, "AB CD AC BD", words=related).fill() == IMPOSSIBLE


@pytest.mark.parametrize("class_", naive.CLASSES)
@pytest.mark.parametrize(("budget", "outcome"), [(0, IMPOSSIBLE), (1, IMPOSSIBLE), (2, FILLED)])
def test_search__classes_keep_their_budget(class_, budget, outcome):
    classes = {"classes": frozenset({class_})}
    words = with_words(written_setup(SQUARE, "AB CD AC BD"), AB=classes, CD=classes)
    budgets = dict.fromkeys(naive.CLASSES, PLENTY) | {class_: budget}
    assert written_setup(SQUARE, "AB CD AC BD", words=words, budget=budgets).fill() == outcome


@pytest.mark.parametrize(("pair", "outcome"), [(("AB", "CD"), FILLED), (("AB", "AC"), IMPOSSIBLE)])
def test_search__rare_words_never_cross(pair, outcome):
    rare = {"classes": frozenset({naive.RARE})}
    words = with_words(written_setup(SQUARE, "AB CD AC BD"), **dict.fromkeys(pair, rare))
    assert written_setup(SQUARE, "AB CD AC BD", words=words, rare_apart=True).fill() == outcome
    assert written_setup(SQUARE, "AB CD AC BD", words=words, rare_apart=False).fill() == FILLED


@pytest.mark.parametrize(
    ("lines", "outcome"),
    [((2, 3), FILLED), ((3, 2), FILLED), ((3, 3), IMPOSSIBLE), ((4, 1), IMPOSSIBLE), ((1, 4), IMPOSSIBLE)],
)
def test_search__clues_of_one_cell_have_room_in_it(lines, outcome):
    both = "#..\n.##\n.##"  # one slot right of the corner, one below it
    one = "###\n#.."
    words = with_words(written_setup(both, "AB CD"), AB={"lines": lines[0]}, CD={"lines": lines[1]})
    assert written_setup(both, "AB CD", words=words).fill() == outcome
    assert written_setup(one, "AB CD", words=words).fill() == FILLED


def test_search__unchecked_letters_need_no_crossing():
    setup = written_setup("###\n#..", "AB")
    assert setup.fill() == FILLED
    assert setup.chosen() == {0: 0}


def test_search__no_slots_are_filled_at_once():
    setup = written_setup("##\n#.", "AB")
    assert setup.fill() == FILLED
    assert setup.statistic(kernel.NODES) == 0


# --- effort


def test_search__spent_only_when_the_budget_is_too_small():
    n_spent = 0
    for seed in range(300):
        reference = random_setup(seed, at_most=20)
        outcome = reference.fill(seed=seed)
        nodes = reference.statistic(kernel.NODES)
        again = random_setup(seed, at_most=20)
        assert again.fill(seed=seed, nodes=nodes) == outcome, seed
        assert again.live.statistics.tolist() == reference.live.statistics.tolist()
        if nodes:
            less = random_setup(seed, at_most=20)
            assert less.fill(seed=seed, nodes=nodes - 1) == SPENT, seed
            assert less.statistic(kernel.NODES) == nodes - 1
            n_spent += 1
    assert n_spent > 80


@pytest.mark.parametrize(
    ("n_letters", "at_most", "share", "outcome", "effort"),
    [
        (8, 1000, 0.3, FILLED, [18, 0, 0, 164]),
        (8, 150, 0.2, FILLED, [161, 147, 3, 6368]),
        (10, 600, 0.1, FILLED, [197, 172, 3, 6514]),
        (10, 150, 0.2, IMPOSSIBLE, [277, 271, 4, 12378]),
        (10, 300, 0.1, IMPOSSIBLE, [1257, 1229, 9, 57183]),
    ],
)
def test_search__effort_of_fixed_seeds(n_letters, at_most, share, outcome, effort):
    """Nodes, fails, restarts, revisions. Other numbers here mean another corpus: write them anew if that is meant."""
    setup = wide_setup(n_letters, at_most, share)
    assert setup.fill(seed=1, first_restart=30) == outcome
    assert setup.live.statistics[:4].tolist() == effort
    if outcome == FILLED:
        assert naive.broken_rules(setup.problem, setup.chosen()) == []


@pytest.mark.parametrize("budget", [3, 6])
def test_search__large_grid_obeys_all_rules(budget):
    counts = dict.fromkeys(naive.CLASSES, 0)
    for seed in range(5):
        setup = wide_setup(8, 1000, 0.4, class_share=0.3)
        budgets = dict.fromkeys(naive.CLASSES, budget)
        setup = setup.with_rules(budget=budgets, rare_apart=True)
        assert setup.fill(seed=seed, first_restart=30, nodes=20000) == FILLED
        chosen = setup.chosen()
        assert naive.broken_rules(setup.problem, chosen) == []
        for class_ in naive.CLASSES:
            words = [setup.problem.word(*pair) for pair in chosen.items()]
            counts[class_] = max(counts[class_], sum(class_ in word.classes for word in words))
    assert max(counts.values()) == budget  # so the rules were in the way
