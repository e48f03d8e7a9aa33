"""Backtracking at each level finds what the textbook model finds; more consistency tries fewer words."""

from collections.abc import Sequence
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from factory.grid import CLUE, derive_slots, letter_cells, slot_table
from factory.stages.backtrack import Consistency, Solutions, backtrack
from tests.kernels.problems import pack
from tests.naive.crossword import fills_of, segments_of
from tests.naive.fill import Word

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def solve(
    grid: Sequence[str], spelled: Sequence[str], consistency: Consistency, **options: int
) -> tuple[Solutions, list[dict[tuple[int, int], str]]]:
    """The solutions of a grid typed in, and the letters of those that were kept."""
    by_length = {
        length: [
            Word(tuple(map(LETTERS.index, word)), n) for n, word in enumerate(spelled) if len(word) == length
        ]
        for length in {len(word) for word in spelled}
    }
    mask = np.array([[CLUE if cell == "#" else 0 for cell in row] for row in grid], np.uint8)
    slots = derive_slots(mask)
    allowed = np.array(
        [
            ~np.uint64(0) if grid[r][c] == "." else np.uint64(1 << LETTERS.index(grid[r][c]))
            for r, c in letter_cells(mask)
        ],
        np.uint64,
    )
    found = backtrack(slot_table(mask, slots), pack(by_length, 26), consistency, allowed=allowed, **options)
    kept = [
        {
            cell: LETTERS[letter]
            for slot, word in zip(slots, fill, strict=True)
            for cell, letter in zip(slot.cells, by_length[len(slot)][word].letters, strict=True)
        }
        for fill in found.fills
    ]
    return found, kept


def random_grid(random: Random) -> list[str]:
    rows, cols = random.randint(2, 4), random.randint(2, 4)
    return ["".join(random.choices("#.AB", (25, 65, 5, 5))[0] for _ in range(cols)) for _ in range(rows)]


def random_words(random: Random) -> list[str]:
    n_letters = random.randint(2, 3)
    share = random.choice([0.4, 0.7, 0.95])
    every = ["".join(word) for n in (2, 3, 4) for word in product(LETTERS[:n_letters], repeat=n)]
    return [word for word in every if random.random() < share] or ["AA"]


def test_backtrack__finds_every_fill_of_hundreds_of_random_grids():
    counts = []
    for seed in range(300):
        random = Random(seed)
        grid, words = random_grid(random), random_words(random)
        wanted = [sorted(fill.items()) for fill in islice(fills_of(grid, words), 300)]
        if len(wanted) == 300:
            continue
        for consistency in Consistency:
            found, kept = solve(grid, words, consistency, wanted=10**6, keep=1000)
            assert (found.complete, found.count) == (True, len(wanted)), (seed, consistency, grid, words)
            assert sorted(sorted(fill.items()) for fill in kept) == sorted(wanted), seed
        counts.append(len(wanted))
    assert sum(count == 0 for count in counts) > 60
    assert sum(count == 1 for count in counts) > 10
    assert sum(count > 1 for count in counts) > 50


def test_backtrack__more_consistency_tries_no_more_words():
    tried = dict.fromkeys(Consistency, 0)
    for seed in range(100):
        random = Random(seed)
        grid, words = random_grid(random), random_words(random)
        for consistency in Consistency:
            tried[consistency] += solve(grid, words, consistency, wanted=10**6)[0].nodes
    assert tried[Consistency.NONE] > tried[Consistency.FORWARD] > tried[Consistency.ROOT]
    assert tried[Consistency.ROOT] >= tried[Consistency.MAINTAINED]


PLUS = ["##.##", "#...#", "##.##"]


@pytest.mark.parametrize("consistency", Consistency)
def test_backtrack__best_words_first_and_none_twice(consistency):
    found, kept = solve(["###", "#..", "#.."], ["AB", "CD", "AC", "BD"], consistency, wanted=9, keep=9)
    assert found.count == 2
    assert kept[0] == {(1, 1): "A", (1, 2): "B", (2, 1): "C", (2, 2): "D"}
    assert not solve(["..", ".."], ["AA", "AB", "BA"], consistency)[1]


@pytest.mark.parametrize("consistency", Consistency)
def test_backtrack__stops_when_enough_are_found_or_the_budget_is_spent(consistency):
    words = ["".join(word) for word in product("ABCD", repeat=3)]
    found, kept = solve(PLUS, words, consistency, wanted=5, keep=2)
    assert (found.count, found.complete, len(kept)) == (5, True, 2)
    spent, _ = solve(PLUS, words, consistency, wanted=10**6, max_nodes=7)
    assert (spent.complete, spent.nodes) == (False, 7)


@pytest.mark.parametrize("consistency", Consistency)
def test_backtrack__proves_that_nothing_fits(consistency):
    found, _ = solve(["..", ".."], ["AB", "CD", "EF"], consistency)
    assert (found.count, found.complete) == (0, True)
    assert solve(["....."], ["AB"], consistency)[0].complete


def test_backtrack__a_grid_without_slots_is_filled_once():
    assert solve(["#.#"], ["AB"], Consistency.NONE)[0].count == 1


def test_segments_of__runs_of_two_or_more():
    assert segments_of(["#..", "..#"]) == [
        [(0, 1), (0, 2)], [(1, 0), (1, 1)], [(0, 1), (1, 1)],
    ]  # fmt: skip
