"""Filling a mask with words: a restarting search above the propagation of factory.kernels.propagation.

Ideas: last-conflict branching (Lecoutre et al. 2009), geometric restarts that keep the weights
(Walsh 1999). Deciding letters of cells rather than words of slots is what general constraint solvers do with
crosswords; in tight masks it gets much further. The names of the parts below can be had from here too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import kernel, lowest_bit
from factory.kernels.board import (
    ALONE,
    CODE,
    FAILS,
    FAULT,
    HEAD,
    LANES,
    LAST_STAMP,
    LENGTH,
    LIMITED,
    LONG_CLUE,
    N_CLASSES,
    NODES,
    ONE,
    RARE,
    RARE_APART,
    RESTARTS,
    REVISIONS,
    STAMP,
    TRAIL,
    ZERO,
    Board,
    Live,
    Words,
)
from factory.kernels.choice import (
    CANDIDATES,
    choose_cell,
    choose_letter,
    choose_slot,
    choose_word,
    letter_support,
)
from factory.kernels.domains import (
    ENTRY,
    assign_word,
    count_words,
    first_word,
    keep_letters,
    limit_letters,
    open_level,
    push,
    remove_word,
    undo,
)
from factory.kernels.propagation import AGEING, SMALL, blame, pin_letter, propagate, strike_class

FILLED, IMPOSSIBLE, SPENT = 0, 1, 2
"""Outcomes: every slot has its word; proved that no fill exists; a counted budget ran out."""


@kernel
def start(
    words: Words, board: Board, live: Live, limit: NDArray[np.int64], allowed: NDArray[np.uint64]
) -> bool:
    """Resets `live` and opens the search: the best `limit[length]` words a slot, letters in `allowed[cell]`.

    Weights, increment and the random state are left as they are. False when a domain is empty at once.
    """
    live.now[:] = 0
    live.now[STAMP] = 1
    live.now[LAST_STAMP] = 1
    live.stamp[:] = 0
    live.queue[1, :] = 0
    live.residue[:] = 0
    live.statistics[FAULT] = -1
    n_slots = board.length.shape[0]
    for class_ in range(N_CLASSES):
        live.state[board.class_at + class_] = ZERO
    every = (ONE << np.uint64(words.n_letters)) - ONE if words.n_letters < 64 else ~ZERO
    for cell in range(allowed.shape[0]):
        live.state[board.mask_at + cell] = every
    for slot in range(n_slots):
        at = board.domain_at[slot]
        n_words = max(min(limit[board.length[slot]], words.size[board.length[slot]]), 0)
        for number in range(board.blocks[slot]):
            here = n_words - number * 64
            full = ~ZERO if here >= 64 else (ONE << np.uint64(max(here, 0))) - ONE
            live.state[at + np.uint64(number)] = full
        live.state[slot] = np.uint64(n_words)
        live.state[board.decided_at + slot] = ZERO
        if n_words == 0:
            live.statistics[FAULT] = slot
            return False
        push(live.queue, live.now, slot)
    for slot in range(n_slots):
        for position in range(board.length[slot]):
            cell = board.cells[board.first[slot] + position]
            if allowed[cell] & every != every:
                if not keep_letters(words, board, live, slot, position, allowed[cell] & every):
                    live.statistics[FAULT] = slot
                    return False
        for class_ in range(N_CLASSES):
            if live.budget[class_] <= 0 and not strike_class(words, board, live, slot, class_):
                live.statistics[FAULT] = slot
                return False
        if board.partner[slot] >= 0 and not strike_class(words, board, live, slot, ALONE):
            live.statistics[FAULT] = slot
            return False
    for cell in range(allowed.shape[0]):
        live.state[board.mask_at + cell] = allowed[cell] & every
    return True


@kernel
def is_open(board: Board, live: Live, choice: int) -> bool:
    """Whether a choice (a slot, or the number of slots plus a cell) has two values or more left."""
    n_slots = board.length.shape[0]
    if choice < n_slots:
        return count_words(live, choice) > 1
    mask = live.state[board.mask_at + choice - n_slots]
    return mask & (mask - ONE) != ZERO


@kernel
def take(words: Words, board: Board, live: Live, choice: int, value: int) -> bool:
    """Gives a slot its word or a cell its letter and propagates; False when that empties something."""
    n_slots = board.length.shape[0]
    if choice < n_slots:
        assign_word(board, live, choice, value)
        return propagate(words, board, live)
    return pin_letter(words, board, live, choice - n_slots, value)


@kernel
def refute(words: Words, board: Board, live: Live, choice: int, value: int) -> bool:
    """Takes a word from a slot or a letter from a cell and propagates; False when that empties something."""
    n_slots = board.length.shape[0]
    if choice < n_slots:
        return remove_word(board, live, choice, value) and propagate(words, board, live)
    kept = ~(ONE << np.uint64(value))
    return limit_letters(words, board, live, choice - n_slots, kept) and propagate(words, board, live)


@kernel
def search(
    words: Words,
    board: Board,
    live: Live,
    random: NDArray[np.uint64],
    score_weight: float,
    jitter: float,
    max_nodes: int,
    first_restart: int,
    restart_growth: float,
    word_runs: int,
) -> int:
    """Searches for a fill from the state that `start` opened; returns FILLED, IMPOSSIBLE or SPENT.

    A node is one decision: a word for a slot, or after `word_runs` runs a letter for a cell. A failed value is
    removed and the removal propagated, so the tree is binary. After `first_restart` failures the next run
    begins, with what was learned in the weights; the allowance grows by `restart_growth` each time. FILLED
    leaves each slot one word.
    """
    n_slots = board.length.shape[0]
    deepest = n_slots + board.slot_at.shape[0] + 1
    support = np.zeros((live.sets.shape[0], words.n_letters), np.float64)
    mark = np.zeros(deepest, np.int64)
    chosen = np.zeros(deepest, np.int64)
    value = np.zeros(deepest, np.int64)
    if not propagate(words, board, live):
        return IMPOSSIBLE
    depth = 0
    last_conflict = -1
    allowance = np.float64(first_restart)
    fails_here = 0
    nodes = 0
    run = 0
    while True:
        choice = last_conflict if last_conflict >= 0 and is_open(board, live, last_conflict) else -1
        if choice < 0 and run >= word_runs:
            cell = choose_cell(board, live)
            choice = n_slots + cell if cell >= 0 else -1
        if choice < 0:
            choice = choose_slot(board, live)
        if choice < 0:
            return FILLED
        if nodes >= max_nodes:
            return SPENT
        nodes += 1
        live.statistics[NODES] += 1
        chosen[depth] = choice
        if choice < n_slots:
            value[depth] = choose_word(words, board, live, choice, score_weight, jitter, random, support)
        else:
            value[depth] = choose_letter(words, board, live, choice - n_slots, score_weight, jitter, random)
        mark[depth] = open_level(live)
        depth += 1
        ok = take(words, board, live, choice, value[depth - 1])
        if ok and choice == last_conflict:
            last_conflict = -1
        while not ok:
            live.statistics[FAILS] += 1
            fails_here += 1
            if depth == 0:
                return IMPOSSIBLE
            depth -= 1
            last_conflict = chosen[depth]
            undo(board, live, mark[depth])
            if depth > 0 and fails_here >= allowance:
                undo(board, live, mark[0])
                depth = 0
                fails_here = 0
                allowance *= restart_growth
                run += 1
                live.statistics[RESTARTS] += 1
                last_conflict = -1
                break
            # What was decided had two values or more, so one is left.
            ok = refute(words, board, live, chosen[depth], value[depth])


@kernel
def expected_log_fills(words: Words, board: Board, live: Live) -> tuple[float, float]:
    """S and the sum of the slot logarithms, both in bits, of the present domains.

    S = sum over slots of log2 of the domain + sum over checked cells of log2 of the probability that the
    two letters agree when both slots draw a word at random; kappa = 1 - S / (sum of the slot logs).
    """
    slots = 0.0
    agree = 0.0
    for slot in range(board.length.shape[0]):
        slots += np.log2(np.float64(max(count_words(live, slot), 1)))
    for cell in range(board.slot_at.shape[0]):
        if board.slot_at[cell, 0] < 0 or board.slot_at[cell, 1] < 0:
            continue
        probability = 0.0
        left = live.state[board.mask_at + cell]
        while left != ZERO:
            bit = left & (~left + ONE)
            left ^= bit
            both = 1.0
            for axis in range(2):
                total = letter_support(words, board, live, cell, axis, lowest_bit(bit))
                both *= total / np.float64(count_words(live, board.slot_at[cell, axis]))
            probability += both
        agree += np.log2(max(probability, 1e-12))
    return slots + agree, slots


__all__ = [
    "AGEING",
    "ALONE",
    "CANDIDATES",
    "CODE",
    "ENTRY",
    "FAILS",
    "FAULT",
    "FILLED",
    "HEAD",
    "IMPOSSIBLE",
    "LANES",
    "LENGTH",
    "LIMITED",
    "LONG_CLUE",
    "NODES",
    "N_CLASSES",
    "ONE",
    "RARE",
    "RARE_APART",
    "RESTARTS",
    "REVISIONS",
    "SMALL",
    "SPENT",
    "STAMP",
    "TRAIL",
    "ZERO",
    "Board",
    "Live",
    "Words",
    "assign_word",
    "blame",
    "choose_cell",
    "choose_letter",
    "choose_slot",
    "choose_word",
    "count_words",
    "expected_log_fills",
    "first_word",
    "keep_letters",
    "letter_support",
    "limit_letters",
    "open_level",
    "pin_letter",
    "propagate",
    "remove_word",
    "search",
    "start",
    "undo",
]
