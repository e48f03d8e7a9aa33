from random import Random

import numpy as np

from factory.grid import derive_slots, letter_cells, slot_table
from factory.kernels import improve as kernel
from factory.kernels.fill import FILLED
from tests.kernels.problems import PLENTY, random_setup, random_state, wide_setup
from tests.naive import fill as naive
from tests.naive import improve as twin


def score(setup, chosen):
    words = setup.words
    return sum(
        float(words.score[words.first[len(setup.problem.slots[slot])] + word])
        for slot, word in chosen.items()
    )


class Region:
    """A filled random grid with a window of it cleared."""

    def __init__(self, setup, seed):
        random = Random(seed)
        self.setup, self.chosen = setup, setup.chosen()
        self.word_of = np.array([self.chosen[slot] for slot in range(setup.n_slots)], np.int64)
        table = slot_table(setup.mask, derive_slots(setup.mask))
        self.places = letter_cells(setup.mask)
        n_cells = len(self.places)
        self.movable = np.array([random.random() < 0.85 for _ in range(n_cells)], np.uint8)
        self.window = (random.randrange(n_cells), random.randint(2, 4), random.randint(2, 4))
        self.free = np.ones(n_cells, np.uint8)
        self.touched = np.zeros(setup.n_slots, np.int64)
        self.is_touched = np.ones(setup.n_slots, np.uint8)
        for slot in range(setup.n_slots):
            kernel.hold_word(setup.words, setup.board, setup.live, slot, self.word_of[slot])
        columns = setup.mask.shape[1]
        self.n = kernel.free_window(
            setup.board,
            table.place,
            columns,
            self.movable,
            *self.window,
            self.free,
            self.touched,
            self.is_touched,
        )
        self.slots = self.touched[: self.n].tolist()
        self.cells = set(np.flatnonzero(self.free).tolist())
        self.before = kernel.total_score(setup.words, setup.board, setup.live, self.touched, self.n)

    def open(self):
        setup = self.setup
        return kernel.open_region(
            setup.words, setup.board, setup.live, setup.allowed,
            self.free, self.touched, self.n, self.is_touched, self.word_of,
        )  # fmt: skip

    def refill(self, incumbent):
        setup = self.setup
        longest = max(2, *map(len, setup.problem.slots))
        found, _ = kernel.refill(
            setup.words, setup.board, setup.live, random_state(1), self.touched, self.n, incumbent, 1.0, 0.5, PLENTY,
            np.zeros((longest, setup.words.n_letters)),
            np.zeros((3, setup.n_slots + 2), np.int64),
        )  # fmt: skip
        return found


def regions(seeds, **options):
    for seed in seeds:
        setup = random_setup(seed, **options)
        if setup.n_slots and setup.fill(seed=seed) == FILLED:
            region = Region(setup, seed)
            if region.n:
                yield region


def test_free_window__movable_cells_and_the_slots_through_them():
    for region in regions(range(150)):
        movable = np.flatnonzero(region.movable).tolist()
        assert region.cells == twin.window(region.places, movable, *region.window)
        slots = region.setup.problem.slots
        assert sorted(region.slots) == [i for i, slot in enumerate(slots) if set(slot) & region.cells]
        assert np.flatnonzero(region.is_touched).tolist() == sorted(region.slots)


def test_open_region__words_that_fit_all_that_stays():
    checked = emptied = 0
    for region in regions(range(400), at_most=30):
        setup = region.setup
        assert region.open()
        domains = setup.domains()
        for slot in range(setup.n_slots):
            n = len(setup.problem.words[len(setup.problem.slots[slot])])
            expected = {
                word for word in range(n) if twin.fits(setup.problem, region.chosen, region.cells, slot, word)
            }
            assert domains[slot] == (expected if slot in region.slots else {region.chosen[slot]}), slot
            checked += slot in region.slots and len(expected) > 1
            emptied += slot in region.slots and len(expected) < n / 2
    assert checked > 300
    assert emptied > 300


def test_refill__finds_a_better_fill_when_there_is_one():
    better = none = 0
    for region in regions(range(2000, 2500), at_most=30):
        setup = region.setup
        totals = [score(setup, found) for found in twin.refills(setup.problem, region.chosen, region.cells)]
        now = score(setup, region.chosen)
        exists = max(totals) > now + 1e-4
        found = region.open() and region.refill(region.before)
        assert found == exists
        if found:
            assert naive.broken_rules(setup.problem, setup.chosen()) == []
            assert score(setup, setup.chosen()) > now
        better, none = better + exists, none + (not exists)
    assert min(better, none) > 50


def test_refill__proves_the_best_fill():
    proved = 0
    for region in regions(range(3000, 3150), at_most=30):
        setup = region.setup
        best = max(score(setup, found) for found in twin.refills(setup.problem, region.chosen, region.cells))
        outside = score(setup, region.chosen) - region.before
        assert region.open()
        assert not region.refill(best - outside)
        assert region.open()
        assert region.refill(best - outside - 1e-3)
        proved += 1
    assert proved > 30


def improved(setup, *, seed=1, rounds=60, window=5, nodes=20, allowed=None):
    table = slot_table(setup.mask, derive_slots(setup.mask))
    chosen = setup.chosen()
    word_of = np.array([chosen[slot] for slot in range(setup.n_slots)], np.int64)
    statistics = np.zeros(3, np.int64)
    kernel.improve(
        setup.words, setup.board, setup.live, random_state(seed), table.place, setup.mask.shape[1],
        setup.allowed if allowed is None else allowed, word_of, 1.0, 0.7, window, rounds, nodes, statistics,
    )  # fmt: skip
    return dict(enumerate(word_of.tolist())), statistics.tolist()


def test_improve__better_words_within_every_rule():
    gains = 0
    for class_share in (0.0, 0.1):
        setup = wide_setup(8, 1500, 0.5, class_share=class_share)
        if class_share:
            setup = setup.with_rules(budget=dict.fromkeys(naive.CLASSES, 5), rare_apart=True)
        for seed in range(5):
            assert setup.fill(seed=seed, nodes=5000) == FILLED
            before = setup.chosen()
            after, (rounds, gained, searched) = improved(setup, seed=seed)
            assert naive.broken_rules(setup.problem, after) == []
            assert (score(setup, after) > score(setup, before)) == (gained > 0)
            assert after == setup.chosen()  # the state holds the fill, too
            assert setup.fault() == ""
            assert rounds == 60
            assert searched > 0
            gains += gained
    assert gains > 30


def test_improve__cells_with_one_letter_stay():
    setup = wide_setup(8, 1500, 0.5)
    assert setup.fill() == FILLED
    letters = dict(twin.letters(setup.problem, setup.chosen()))
    pinned = list(letters)[::4]
    allowed = setup.allowed.copy()
    allowed[pinned] = [1 << letters[cell] for cell in pinned]
    after, (_, gained, _) = improved(setup, allowed=allowed)
    assert gained > 0
    assert {cell: dict(twin.letters(setup.problem, after))[cell] for cell in pinned} == {
        cell: letters[cell] for cell in pinned
    }


def test_improve__counted_effort_of_fixed_seeds():
    setup = wide_setup(8, 1500, 0.5)
    assert setup.fill() == FILLED
    assert improved(setup)[1] == [60, 15, 239]


def test_improve__no_rounds_change_nothing():
    setup = wide_setup(8, 1500, 0.5)
    assert setup.fill() == FILLED
    before = setup.chosen()
    assert improved(setup, rounds=0) == (before, [0, 0, 0])
