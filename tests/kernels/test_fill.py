from random import Random

import numpy as np
import pytest

from factory.kernels import fill as kernel
from tests.kernels.problems import SQUARE, random_setup, random_state, written_setup
from tests.naive import fill as naive

# --- start and propagate


def test_start__opens_the_best_words_only():
    setup = written_setup(SQUARE, "AB CD AC BD EF")
    assert kernel.start(setup.words, setup.board, setup.live, np.array([0, 0, 3]), setup.allowed)
    assert setup.domains() == [{0, 1, 2}] * 4
    assert kernel.start(setup.words, setup.board, setup.live, np.array([0, 0, 99]), setup.allowed)
    assert setup.domains() == [{0, 1, 2, 3, 4}] * 4
    assert not kernel.start(setup.words, setup.board, setup.live, np.array([0, 0, 0]), setup.allowed)
    assert setup.statistic(kernel.FAULT) == 0


def test_start__allowed_letters_and_empty_budgets_filter_at_once():
    setup = written_setup(SQUARE, "AB CD AC BD EF")
    setup.allowed[0] = 0b1  # only A in the top left cell: AB or AC there
    assert setup.start()
    assert setup.domains() == [{0, 2}, {0, 1, 2, 3, 4}, {0, 2}, {0, 1, 2, 3, 4}]
    setup.allowed[0] = 1 << 25
    assert not setup.start()
    assert setup.statistic(kernel.FAULT) == 0


def test_propagate__same_as_filtering_until_nothing_changes():
    outcomes = {True: 0, False: 0}
    for seed in range(400):
        at_most, n_letters = ((8, 0), (40, 0), (150, 4), (150, 9))[seed % 4]
        setup = random_setup(seed, at_most=at_most, n_letters=n_letters)
        expected = naive.filter_domains(setup.problem)
        ok = setup.start() and setup.propagate()
        assert ok == (expected is not None), seed
        outcomes[ok] += 1
        if ok:
            assert setup.domains() == expected, seed
            assert setup.letters() == naive.cell_letters(setup.problem, expected), seed
            assert setup.fault() == "", seed
            assert setup.live.now[kernel.LENGTH] == 0, seed
        elif setup.n_slots:
            assert 0 <= setup.statistic(kernel.FAULT) < setup.n_slots, seed
    assert min(outcomes.values()) > 50


def test_propagate__same_as_filtering_after_words_were_chosen():
    n_levels = n_blocks = 0
    for seed in range(100):
        setup = random_setup(seed, at_most=300, side=5, n_letters=(0, 9)[seed % 2])
        random = Random(seed)
        ok = setup.start() and setup.propagate()
        domains = setup.domains()
        while ok and max(map(len, domains), default=1) > 1:
            slot = random.choice([slot for slot, domain in enumerate(domains) if len(domain) > 1])
            word = random.choice(sorted(domains[slot]))
            if random.random() < 0.5:
                kernel.assign_word(setup.board, setup.live, slot, word)
                domains[slot] = {word}
            else:
                assert kernel.remove_word(setup.board, setup.live, slot, word)
                domains[slot] -= {word}
            ok = setup.propagate()
            expected = naive.filter_domains(setup.problem, domains)
            assert ok == (expected is not None), seed
            if ok:
                domains = setup.domains()
                assert domains == expected, seed
                assert setup.fault() == "", seed
                n_levels += 1
                n_blocks = max(n_blocks, *setup.board.blocks)
    assert n_levels > 300
    assert n_blocks >= 2


def test_undo__restores_the_state_after_anything():
    n_failed = n_refuted = 0
    for seed in range(120):
        setup = random_setup(seed, at_most=300, side=5, n_letters=(0, 9)[seed % 2])
        if not (setup.start() and setup.propagate()):
            continue
        random, live = Random(seed), setup.live
        marks = []
        ok = True
        for _ in range(30):
            open_slots = [slot for slot, domain in enumerate(setup.domains()) if len(domain) > 1]
            if ok and open_slots and random.random() < 0.7:
                before = live.state.copy()
                marks.append((kernel.open_level(live), before))
                slot = random.choice(open_slots)
                kernel.assign_word(setup.board, live, slot, random.choice(sorted(setup.domains()[slot])))
                ok = setup.propagate()
                n_failed += not ok
            elif marks:
                for _ in range(random.randint(1, len(marks)) - 1):
                    marks.pop()
                mark, state = marks.pop()
                kernel.undo(setup.board, live, mark)
                assert live.state.tolist() == state.tolist(), seed
                assert live.now[kernel.TRAIL] == mark
                assert live.now[kernel.LENGTH] == 0
                assert not live.queue[1].any()
                assert setup.fault() == "", seed
                ok = True
                open_slots = [slot for slot, domain in enumerate(setup.domains()) if len(domain) > 1]
                if open_slots and random.random() < 0.5:
                    # As the search does: a refuted word goes for good, as a change of the level before
                    slot = random.choice(open_slots)
                    kernel.remove_word(setup.board, live, slot, min(setup.domains()[slot]))
                    ok = setup.propagate()
                    n_refuted += ok
            elif not ok:
                break
    assert n_failed > 60
    assert n_refuted > 100


# --- choices


def test_blame__weights_keep_their_proportions_when_they_grow_too_large():
    setup = written_setup(SQUARE, "AB CD AC BD")
    live = setup.live
    live.cell_weight[:] = [1e79, 2e79, 0, 0]
    live.slot_weight[:] = [4e79, 0, 0, 0]
    live.increment[0] = 1e80
    kernel.blame(live, 1, 3)
    assert live.increment[0] == pytest.approx(1 / 0.99)
    assert live.cell_weight == pytest.approx([0.1, 1.2, 0, 0], abs=1e-9)
    assert (live.cell_weight > 0).all()
    assert live.slot_weight == pytest.approx([0.4, 0, 0, 1.0])


def test_choose_slot__smallest_domain_over_weight():
    setup = written_setup(SQUARE, "AB CD AC BD EF")
    assert setup.start()
    kernel.remove_word(setup.board, setup.live, 2, 4)
    assert kernel.choose_slot(setup.board, setup.live) == 2
    setup.live.slot_weight[1] = 9.0
    assert kernel.choose_slot(setup.board, setup.live) == 1
    setup.live.cell_weight[0] = 90.0  # lies in slots 0 and 2
    assert kernel.choose_slot(setup.board, setup.live) == 2
    for slot in range(4):
        kernel.assign_word(setup.board, setup.live, slot, slot)
    assert kernel.choose_slot(setup.board, setup.live) == -1


def test_choose_word__high_score_or_many_crossing_words():
    # A... crosses four words, E... one
    setup = written_setup(SQUARE, "EB AB AC AD AF")
    assert setup.start()
    support = np.zeros((2, 26))

    def choose(score_weight):
        words, board, live = setup.words, setup.board, setup.live
        return kernel.choose_word(words, board, live, 0, score_weight, 0.0, random_state(1), support)

    assert choose(100.0) == 0
    assert choose(0.0) == 1


def test_choose_cell__fewest_letters_for_the_weight_of_its_slots():
    setup = written_setup(SQUARE, "AB CD AC BD EF")
    setup.live.slot_weight[:] = 1.0
    assert setup.start()
    kernel.limit_letters(setup.words, setup.board, setup.live, 3, np.uint64(0b1010))
    assert kernel.choose_cell(setup.board, setup.live) == 3
    setup.live.slot_weight[0] = 99.0  # cells 0 and 1 lie in it
    assert kernel.choose_cell(setup.board, setup.live) == 0
    for slot in range(4):
        kernel.assign_word(setup.board, setup.live, slot, slot)
    assert setup.propagate()
    assert kernel.choose_cell(setup.board, setup.live) == -1


def test_choose_letter__many_words_left_or_the_best_of_them():
    # In the first cell A begins four words, E the best one
    setup = written_setup(SQUARE, "EB AB AC AD AF")
    assert setup.start()

    def choose(score_weight):
        words, board, live = setup.words, setup.board, setup.live
        return kernel.choose_letter(words, board, live, 0, score_weight, 0.0, random_state(1))

    assert choose(100.0) == ord("E") - ord("A")
    assert choose(0.0) == 0


# --- kappa


def test_expected_log_fills__same_as_drawing_words_at_random():
    compared = 0
    for seed in range(200):
        setup = random_setup(seed, at_most=150, n_letters=(0, 9)[seed % 2])
        if setup.start() and setup.propagate():
            expected = naive.expected_log_fills(setup.problem, setup.domains())
            found = kernel.expected_log_fills(setup.words, setup.board, setup.live)
            assert found == pytest.approx(expected), seed
            compared += 1
    assert compared > 80


def test_expected_log_fills__by_hand():
    setup = written_setup("###\n#..\n#.#", "AB AC AD EF")
    assert setup.start()
    found = kernel.expected_log_fills(setup.words, setup.board, setup.live)
    same = (3 / 4) ** 2 + (1 / 4) ** 2
    assert found == pytest.approx((4 + np.log2(same), 4))


def test_expected_log_fills__letters_that_never_agree_count_as_nearly_never():
    setup = written_setup("###\n#..\n#.#\n#.#", "AB AC BCD BCE")
    assert setup.start()
    found = kernel.expected_log_fills(setup.words, setup.board, setup.live)
    assert found == pytest.approx((2 + np.log2(1e-12), 2))
