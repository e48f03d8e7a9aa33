"""What the search decides next: which slot or cell, and which word or letter for it.

Ideas: dom/wdeg (Boussemart et al. 2004); words chosen by what they leave to their crossings, counted live.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, count_bits, kernel, lowest_bit, uniform
from factory.kernels.board import ONE, ZERO, Board, Live, Words
from factory.kernels.domains import count_common, count_words, find_common

CANDIDATES = 16
"""Words looked at when a slot is decided: the best ones by score, and as many random ones."""
UNKNOWN = -1.0
"""A crossing support not yet counted; log(1 + words) is never negative."""


@kernel
def choose_slot(board: Board, live: Live) -> int:
    """The undecided slot of smallest domain over weight (dom/wdeg); -1 when all are decided."""
    state, cell_weight, slot_weight = live.state, live.cell_weight, live.slot_weight
    lengths, first, cells, mask_at = board.length, board.first, board.cells, board.mask_at
    best = -1
    best_key = np.inf
    for slot in range(lengths.shape[0]):
        n_words = np.int64(state[slot])
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
def letter_support(words: Words, board: Board, live: Live, cell: int, axis: int, letter: int) -> int:
    """How many words of the slot through a cell, across (axis 0) or down, have a letter there."""
    slot = board.slot_at[cell, axis]
    n_blocks = board.blocks[slot]
    row = (
        words.bits_at[board.length[slot]]
        + (board.position_at[cell, axis] * words.n_letters + letter) * n_blocks
    )
    return count_common(live.state, board.domain_at[slot], words.bits, np.uint64(row), n_blocks)


@kernel
def open_support(words: Words, board: Board, live: Live, slot: int, support: NDArray[np.float64]) -> None:
    """Makes `support` [position, letter] ready for a slot: UNKNOWN where a crossing has a choice, else 0."""
    for position in range(board.length[slot]):
        cell = board.cells[board.first[slot] + position]
        axis = 1 if board.slot_at[cell, 0] == slot else 0
        left = live.state[board.mask_at + cell]
        open_ = board.slot_at[cell, axis] >= 0 and left & (left - ONE) != ZERO
        for letter in range(words.n_letters):
            support[position, letter] = UNKNOWN if open_ else 0.0


@kernel
def value_of(
    words: Words, board: Board, live: Live, slot: int, word: int, support: NDArray[np.float64]
) -> float:
    """The sum of log(1 + words left to the crossing slot) over the letters of a word; keeps them in `support`."""
    length = board.length[slot]
    value = 0.0
    for position in range(length):
        letter = np.int64(words.letters[words.letters_at[length] + word * length + position])
        if support[position, letter] == UNKNOWN:
            cell = board.cells[board.first[slot] + position]
            axis = 1 if board.slot_at[cell, 0] == slot else 0
            support[position, letter] = np.log(1.0 + letter_support(words, board, live, cell, axis, letter))
        value += support[position, letter]
    return value


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
    open_support(words, board, live, slot, support)
    state, score = live.state, words.score
    at = board.domain_at[slot]
    first = words.first[board.length[slot]]
    n_words = count_words(live, slot)
    n_live = 0
    best = -1
    best_value = -np.inf
    taken = 0
    for number in range(board.blocks[slot]):
        left = state[at + np.uint64(number)]
        if left == ZERO:
            continue
        live.row[n_live] = np.uint64(number)
        n_live += 1
        while left != ZERO and taken < CANDIDATES:
            word = number * 64 + lowest_bit(left)
            left &= left - ONE
            taken += 1
            value = score_weight * score[first + word] + jitter * uniform(random)
            value += value_of(words, board, live, slot, word, support)
            if value > best_value:
                best_value = value
                best = word
    if n_words > CANDIDATES:
        for _ in range(CANDIDATES):
            chosen = live.row[below(random, n_live)]
            bits = state[at + chosen]
            for _ in range(below(random, count_bits(bits))):
                bits &= bits - ONE
            word = np.int64(chosen) * 64 + lowest_bit(bits)
            value = score_weight * score[first + word] + jitter * uniform(random)
            value += value_of(words, board, live, slot, word, support)
            if value > best_value:
                best_value = value
                best = word
    return best


@kernel
def choose_cell(board: Board, live: Live) -> int:
    """The open cell with the fewest letters for the weight of its slots (dom/wdeg); -1 when there is none."""
    best = -1
    best_key = np.inf
    for cell in range(board.slot_at.shape[0]):
        mask = live.state[board.mask_at + cell]
        if mask & (mask - ONE) == ZERO:
            continue
        weight = 1e-9
        for axis in range(2):
            slot = board.slot_at[cell, axis]
            if slot >= 0 and count_words(live, slot) > 1:
                weight += live.slot_weight[slot]
        key = count_bits(mask) / weight
        if key < best_key:
            best_key = key
            best = cell
    return best


@kernel
def best_score(words: Words, board: Board, live: Live, cell: int, axis: int, letter: int) -> float:
    """The score of the best word with a letter at a cell, in the slot across (axis 0) or down; 0 if none."""
    slot = board.slot_at[cell, axis]
    n_blocks = board.blocks[slot]
    length = board.length[slot]
    at = board.domain_at[slot]
    row = np.uint64(
        words.bits_at[length] + (board.position_at[cell, axis] * words.n_letters + letter) * n_blocks
    )
    number = find_common(live.state, at, words.bits, row, n_blocks)
    if number < 0:
        return 0.0
    both = live.state[at + np.uint64(number)] & words.bits[row + np.uint64(number)]
    return np.float64(words.score[words.first[length] + number * 64 + lowest_bit(both)])


@kernel
def choose_letter(
    words: Words,
    board: Board,
    live: Live,
    cell: int,
    score_weight: float,
    jitter: float,
    random: NDArray[np.uint64],
) -> int:
    """A letter of a cell that leaves both its slots many words, the best of them with a high score.

    The value of a letter is, over its slots, the sum of score_weight * best score left and of the logarithm
    of the words left, plus `jitter` times a random number.
    """
    best = -1
    best_value = -np.inf
    left = live.state[board.mask_at + cell]
    while left != ZERO:
        letter = lowest_bit(left)
        left &= left - ONE
        value = jitter * uniform(random)
        for axis in range(2):
            if board.slot_at[cell, axis] >= 0:
                value += np.log(1.0 + letter_support(words, board, live, cell, axis, letter))
                value += score_weight * best_score(words, board, live, cell, axis, letter)
        if value > best_value:
            best_value = value
            best = letter
    return best
