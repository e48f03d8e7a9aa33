"""A little of every kernel on tiny inputs, printed as JSON: for the comparison of compiled and other runs."""

import json
from dataclasses import replace
from itertools import product

import numpy as np

from factory.grid import derive_slots, format_mask
from factory.kernels import fill, mask, secret
from factory.kernels.base import below, draw
from factory.stages.mask import board_mask, mask_board
from tests.kernels.problems import plain_problem, random_state, set_up
from tests.kernels.test_mask import plain_costs
from tests.naive.fill import RARE, Word

N_LETTERS = 4
STEP = {2: 1, 3: 2, 4: 11, 5: 11}
"""Of the strings of each length every n-th one is a word."""


def run_sample() -> dict[str, object]:
    """What the kernels make of a 6x6 grid: a mask, its fill, a hidden punchline, and the effort of each."""
    random = random_state(3)
    results: dict[str, object] = {
        "draws": [int(draw(random)) for _ in range(5)],
        "below": below(random, 1000),
    }

    drawn = np.zeros((6, 6), np.uint8)
    drawn[0, :] = drawn[:, 0] = 1
    board, totals, effort = mask_board(drawn), np.zeros(mask.N_TOTALS), np.zeros(3, np.int64)
    costs, fixed = plain_costs(), np.zeros_like(board)
    mask.scatter(board, fixed, random, 0.2, 9)
    uphill, taste = np.arange(16) / 4, np.zeros(board.shape)
    mask.draw_taste(taste, random_state(4), 10.0)
    _, penalty, faults = mask.anneal(
        costs, board, fixed, taste, random, uphill, 8, 90.0, 0.75, totals, effort
    )
    drawn = board_mask(board)
    results["mask"] = [format_mask(drawn), penalty, faults, totals.tolist(), effort.tolist()]

    every = {length: list(product(range(N_LETTERS), repeat=length)) for length in range(2, 6)}
    words = {
        length: tuple(
            Word(letters, family, frozenset({RARE} if family % 5 == 0 else ()))
            for family, letters in enumerate(some[:: STEP[length]], 1000 * length)
        )
        for length, some in every.items()
    }
    problem = plain_problem(drawn, words, N_LETTERS)
    problem = replace(problem, budget={**problem.budget, RARE: 3}, rare_apart=True)
    setup = set_up(drawn, problem, N_LETTERS)
    opened = setup.start() and setup.propagate()
    results["kappa"] = [opened, *fill.expected_log_fills(setup.words, setup.board, setup.live)]
    outcome = setup.search(seed=4, first_restart=2)
    results["fill"] = [outcome, setup.live.statistics.tolist(), sorted(setup.chosen().items())]

    text = np.array([min(letters) for letters in setup.letters()], np.uint8)
    punchlines, at = np.tile(text[:6:2], 2), np.array([0, 3, 6])
    out, place = np.zeros((2, 3)), np.flatnonzero(drawn.ravel() == 0)
    slot_at = setup.board.slot_at
    secret.embed_all(text, text % 2, slot_at, place, 6, punchlines, at, N_LETTERS, 4.0, out)
    results["secret"] = out.tolist()
    results["slots"] = len(derive_slots(drawn))
    return json.loads(json.dumps(results, default=int))


if __name__ == "__main__":
    print(json.dumps(run_sample()))
