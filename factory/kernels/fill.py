"""Filling a mask with words: a restarting search above the propagation of factory.kernels.propagation.

The words of one length are bits of a domain; `bits[position, letter]` says which of them carry a letter
somewhere. Ideas: dom/wdeg (Boussemart et al. 2004) with ageing weights as in MiniSat's activities,
last-conflict branching (Lecoutre et al. 2009), geometric restarts that keep the weights (Walsh 1999).
The names of the parts below can be had from here too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, count_bits, kernel, lowest_bit, uniform
from factory.kernels.board import (
    ALONE,
    CODE,
    FAILS,
    FAULT,
    HEAD,
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
from factory.kernels.propagation import (
    AGEING,
    SMALL,
    assign_word,
    blame,
    count_classes,
    count_words,
    decide,
    exclude_family,
    first_word,
    keep_letters,
    keep_letters_of_slot,
    letters_by_position,
    pop,
    propagate,
    push,
    remove_word,
    settle,
    settle_slot,
    strike_class,
    supported,
    undo,
    write,
)

FILLED, IMPOSSIBLE, SPENT = 0, 1, 2
"""Outcomes: every slot has its word; proved that no fill exists; a counted budget ran out."""

CANDIDATES = 16
"""Words looked at when a slot is decided: the best ones by score, and as many random ones."""


@kernel
def choose_slot(board: Board, live: Live) -> int:
    """The undecided slot of smallest domain over weight (dom/wdeg); -1 when all are decided."""
    state, cell_weight, slot_weight = live.state, live.cell_weight, live.slot_weight
    lengths, first, cells = board.length, board.first, board.cells
    count_at, mask_at = board.count_at, board.mask_at
    best = -1
    best_key = np.inf
    for slot in range(lengths.shape[0]):
        n_words = np.int64(state[count_at + slot])
        if n_words <= 1:
            continue
        weight = 1e-9 + slot_weight[slot]
        for position in range(lengths[slot]):
            cell = cells[first[slot] + position]
            mask = state[mask_at + cell]
            if mask & (mask - ONE) != ZERO:
                weight += cell_weight[cell]
        key = n_words / weight
        if key < best_key:
            best_key = key
            best = slot
    return best


@kernel
def crossing_support(words: Words, board: Board, live: Live, slot: int, support: NDArray[np.float64]) -> None:
    """Writes log(1 + words) of the crossing slot for each [position, letter] of `slot` into `support`."""
    state, block, bits = live.state, live.block, words.bits
    for position in range(board.length[slot]):
        cell = board.cells[board.first[slot] + position]
        axis = 1 if board.slot_at[cell, 0] == slot else 0
        other = board.slot_at[cell, axis]
        left = state[board.mask_at + cell]
        if other < 0 or left & (left - ONE) == ZERO:
            for letter in range(words.n_letters):
                support[position, letter] = 0.0
            continue
        at = board.domain_at[other]
        n_blocks = board.blocks[other]
        rows = words.bits_at[board.length[other]] + board.position_at[cell, axis] * words.n_letters * n_blocks
        n_live = np.int64(state[board.live_at + other])
        while left != ZERO:
            letter = lowest_bit(left)
            left &= left - ONE
            total = 0
            for i in range(n_live):
                number = block[at + i]
                total += count_bits(state[at + number] & bits[rows + letter * n_blocks + number])
            support[position, letter] = np.log(1.0 + total)


@kernel
def choose_word(
    words: Words,
    board: Board,
    live: Live,
    slot: int,
    score_weight: float,
    jitter: float,
    random: NDArray[np.uint64],
    support: NDArray[np.float64],
) -> int:
    """A word of the slot's domain with a high score that leaves its crossings many words.

    Looks at the CANDIDATES best words and as many random ones; the value of a word is score_weight * score
    plus the logarithms of the crossing supports plus `jitter` times a random number.
    """
    crossing_support(words, board, live, slot, support)
    state, block, word_letters, score = live.state, live.block, words.letters, words.score
    length = board.length[slot]
    at = board.domain_at[slot]
    letters = words.letters_at[length]
    first = words.first[length]
    n_live = np.int64(state[board.live_at + slot])
    n_words = count_words(board, live, slot)
    best = -1
    best_value = -np.inf
    number = 0
    left = state[at]
    taken = 0
    for turn in range(2 * CANDIDATES):
        if turn < CANDIDATES:
            while left == ZERO and number < board.blocks[slot] - 1:
                number += 1
                left = state[at + number]
            if left == ZERO:
                break
            word = number * 64 + lowest_bit(left)
            left &= left - ONE
            taken += 1
            if taken > n_words:
                break
        else:
            if n_words <= CANDIDATES:
                break
            chosen = block[at + below(random, n_live)]
            bits = state[at + chosen]
            for _ in range(below(random, count_bits(bits))):
                bits &= bits - ONE
            word = chosen * 64 + lowest_bit(bits)
        value = score_weight * score[first + word] + jitter * uniform(random)
        for position in range(length):
            value += support[position, word_letters[letters + word * length + position]]
        if value > best_value:
            best_value = value
            best = word
    return best


@kernel
def start(
    words: Words, board: Board, live: Live, limit: NDArray[np.int64], allowed: NDArray[np.uint64]
) -> bool:
    """Resets `live` and opens the search: the best `limit[length]` words a slot, letters in `allowed[cell]`.

    Weights, increment and the random state are left as they are. False when a domain is empty at once.
    """
    live.now[:] = 0
    live.now[STAMP] = 1
    live.stamp[:] = 0
    live.queue[1, :] = 0
    live.residue[:] = 0
    live.statistics[FAULT] = -1
    n_slots = board.length.shape[0]
    for class_ in range(N_CLASSES):
        live.state[board.class_at + class_] = ZERO
    every = (ONE << np.uint64(words.n_letters)) - ONE if words.n_letters < 64 else ~ZERO
    for cell in range(allowed.shape[0]):
        live.state[board.mask_at + cell] = allowed[cell] & every
    for slot in range(n_slots):
        at = board.domain_at[slot]
        n_words = min(limit[board.length[slot]], words.size[board.length[slot]])
        n_live = 0
        for number in range(board.blocks[slot]):
            here = n_words - number * 64
            if here >= 64:
                live.state[at + number] = ~ZERO
            elif here > 0:
                live.state[at + number] = (ONE << np.uint64(here)) - ONE
            else:
                live.state[at + number] = ZERO
            live.block[at + number] = number
            if here > 0:
                n_live += 1
        live.state[board.live_at + slot] = np.uint64(n_live)
        live.state[board.count_at + slot] = np.uint64(max(n_words, 0))
        live.state[board.decided_at + slot] = ZERO
        if n_words <= 0:
            live.statistics[FAULT] = slot
            return False
        push(live.queue, live.now, slot)
    for slot in range(n_slots):
        for position in range(board.length[slot]):
            cell = board.cells[board.first[slot] + position]
            if allowed[cell] & every != every:
                gone = every & ~allowed[cell]
                if not keep_letters_of_slot(words, board, live, slot, position, gone, allowed[cell] & every):
                    live.statistics[FAULT] = slot
                    return False
        for class_ in range(N_CLASSES):
            if live.budget[class_] <= 0 and not strike_class(words, board, live, slot, class_):
                live.statistics[FAULT] = slot
                return False
        if board.partner[slot] >= 0 and not strike_class(words, board, live, slot, ALONE):
            live.statistics[FAULT] = slot
            return False
    return True


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
) -> int:
    """Searches for a fill from the state that `start` opened; returns FILLED, IMPOSSIBLE or SPENT.

    A node is one decision (a word for a slot). A failed word is removed and the removal propagated, so
    the tree is binary. After `first_restart` failures the search starts again with what it has learned in
    the weights; the allowance grows by `restart_growth` each time. FILLED leaves each slot one word.
    """
    n_slots = board.length.shape[0]
    longest = 2
    for slot in range(n_slots):
        longest = max(longest, board.length[slot])
    scratch = np.zeros(longest, np.uint64)
    support = np.zeros((longest, words.n_letters), np.float64)
    mark = np.zeros(n_slots + 2, np.int64)
    decided = np.zeros(n_slots + 2, np.int64)
    word_of = np.zeros(n_slots + 2, np.int64)
    if not propagate(words, board, live, scratch):
        return IMPOSSIBLE
    depth = 0
    last_conflict = -1
    allowance = np.float64(first_restart)
    fails_here = 0
    nodes = 0
    while True:
        slot = -1
        if last_conflict >= 0 and count_words(board, live, last_conflict) > 1:
            slot = last_conflict
        else:
            slot = choose_slot(board, live)
        if slot < 0:
            return FILLED
        if nodes >= max_nodes:
            return SPENT
        nodes += 1
        live.statistics[NODES] += 1
        word = choose_word(words, board, live, slot, score_weight, jitter, random, support)
        live.now[STAMP] += 1
        mark[depth] = live.now[TRAIL]
        decided[depth] = slot
        word_of[depth] = word
        depth += 1
        assign_word(board, live, slot, word)
        ok = propagate(words, board, live, scratch)
        if ok:
            if slot == last_conflict:
                last_conflict = -1
            continue
        while not ok:
            live.statistics[FAILS] += 1
            fails_here += 1
            if depth == 0:
                return IMPOSSIBLE
            depth -= 1
            last_conflict = decided[depth]
            undo(live, mark[depth])
            if depth > 0 and fails_here >= allowance:
                undo(live, mark[0])
                depth = 0
                fails_here = 0
                allowance *= restart_growth
                live.statistics[RESTARTS] += 1
                last_conflict = -1
                break
            # A decided slot had two words or more, so one is left.
            remove_word(board, live, decided[depth], word_of[depth])
            ok = propagate(words, board, live, scratch)


@kernel
def expected_log_fills(words: Words, board: Board, live: Live) -> tuple[float, float]:
    """S and the sum of the slot logarithms, both in bits, of the present domains.

    S = sum over slots of log2 of the domain + sum over checked cells of log2 of the probability that the
    two letters agree when both slots draw a word at random; kappa = 1 - S / (sum of the slot logs).
    """
    slots = 0.0
    agree = 0.0
    for slot in range(board.length.shape[0]):
        slots += np.log2(np.float64(max(count_words(board, live, slot), 1)))
    for cell in range(board.slot_at.shape[0]):
        if board.slot_at[cell, 0] < 0 or board.slot_at[cell, 1] < 0:
            continue
        probability = 0.0
        left = live.state[board.mask_at + cell]
        while left != ZERO:
            letter = lowest_bit(left)
            left &= left - ONE
            both = 1.0
            for axis in range(2):
                slot = board.slot_at[cell, axis]
                at = board.domain_at[slot]
                n_blocks = board.blocks[slot]
                row = (
                    words.bits_at[board.length[slot]]
                    + (board.position_at[cell, axis] * words.n_letters + letter) * n_blocks
                )
                total = 0
                for i in range(np.int64(live.state[board.live_at + slot])):
                    number = live.block[at + i]
                    total += count_bits(live.state[at + number] & words.bits[row + number])
                both *= total / np.float64(count_words(board, live, slot))
            probability += both
        agree += np.log2(max(probability, 1e-12))
    return slots + agree, slots


__all__ = [
    "AGEING",
    "ALONE",
    "CANDIDATES",
    "CODE",
    "FAILS",
    "FAULT",
    "FILLED",
    "HEAD",
    "IMPOSSIBLE",
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
    "choose_slot",
    "choose_word",
    "count_classes",
    "count_words",
    "crossing_support",
    "decide",
    "exclude_family",
    "expected_log_fills",
    "first_word",
    "keep_letters",
    "keep_letters_of_slot",
    "letters_by_position",
    "pop",
    "propagate",
    "push",
    "remove_word",
    "search",
    "settle",
    "settle_slot",
    "start",
    "strike_class",
    "supported",
    "undo",
    "write",
]
