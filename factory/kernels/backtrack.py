"""Plain backtracking at four levels of consistency, with everything counted: does arc consistency pay?

The textbook search (Russell and Norvig, constraint satisfaction): the slot with the fewest words left, among
equals the one with the most crossings; where domains don't shrink, the one with the most words placed across it.
Its words come best first. What a placed word does to the others is the level: NONE checks it against the words
placed already, FORWARD filters the slots that it crosses (Haralick and Elliott 1980), ROOT does the same after one
pass of AC-3 (Mackworth 1977) over all slots, MAINTAINED runs AC-3 after each word (Sabin and Freuder 1994). The
search of factory.kernels.fill is the one for work; this one is for questions and for counting fills exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import count_bits, kernel, lowest_bit
from factory.kernels.board import ONE, ZERO, Board, Words

NONE, FORWARD, ROOT, MAINTAINED = 0, 1, 2, 3
"""Levels of consistency."""
TRIED, BACKTRACKS, REVISED, FOUND = 0, 1, 2, 3
"""Places in the statistics: words placed, dead ends, domains compared with a crossing, fills."""

Domains = NDArray[np.uint64]
"""uint64 [slot, block]: the words left to each slot."""


@kernel
def letters_left(words: Words, board: Board, domain: Domains, slot: int, position: int) -> np.uint64:
    """The letters that the words of a slot have at a position, as bits."""
    n_blocks = board.blocks[slot]
    row = words.bits_at[board.length[slot]] + position * words.n_letters * n_blocks
    letters = ZERO
    for letter in range(words.n_letters):
        for number in range(n_blocks):
            if domain[slot, number] & words.bits[row + letter * n_blocks + number] != ZERO:
                letters |= ONE << np.uint64(letter)
                break
    return letters


@kernel
def keep(words: Words, board: Board, domain: Domains, slot: int, position: int, letters: np.uint64) -> bool:
    """Leaves a slot the words with one of `letters` at a position; whether that struck any."""
    n_blocks = board.blocks[slot]
    row = words.bits_at[board.length[slot]] + position * words.n_letters * n_blocks
    changed = False
    for number in range(n_blocks):
        kept = ZERO
        for letter in range(words.n_letters):
            if letters >> np.uint64(letter) & ONE != ZERO:
                kept |= words.bits[row + letter * n_blocks + number]
        new = domain[slot, number] & kept
        if new != domain[slot, number]:
            domain[slot, number] = new
            changed = True
    return changed


@kernel
def size_of(board: Board, domain: Domains, slot: int) -> int:
    """How many words a slot has left."""
    total = 0
    for number in range(board.blocks[slot]):
        total += count_bits(domain[slot, number])
    return total


@kernel
def revise_crossings(
    words: Words,
    board: Board,
    domain: Domains,
    slot: int,
    placed: NDArray[np.int64],
    statistics: NDArray[np.int64],
    queued: NDArray[np.bool_],
) -> bool:
    """Filters the unplaced slots across `slot` by its letters and queues those that lost words.

    False when one has no word left.
    """
    for position in range(board.length[slot]):
        cell = board.cells[board.first[slot] + position]
        other = board.slot_at[cell, 1 if board.slot_at[cell, 0] == slot else 0]
        if other < 0 or placed[other] >= 0:
            continue
        at = board.position_at[cell, 0 if board.slot_at[cell, 0] == other else 1]
        statistics[REVISED] += 1
        if keep(words, board, domain, other, at, letters_left(words, board, domain, slot, position)):
            if size_of(board, domain, other) == 0:
                return False
            queued[other] = True
    return True


@kernel
def arc_consistent(
    words: Words,
    board: Board,
    domain: Domains,
    placed: NDArray[np.int64],
    statistics: NDArray[np.int64],
    queued: NDArray[np.bool_],
) -> bool:
    """AC-3 from the queued slots on; False when a slot has no word left."""
    again = True
    while again:
        again = False
        for slot in range(board.length.shape[0]):
            if queued[slot]:
                queued[slot] = False
                again = True
                if not revise_crossings(words, board, domain, slot, placed, statistics, queued):
                    return False
    return True


@kernel
def strike_family(words: Words, board: Board, domain: Domains, word: int, placed: NDArray[np.int64]) -> bool:
    """Removes the family of a global word id from all unplaced slots; False when one has no word left."""
    family = words.family[word]
    for i in range(words.member_at[family], words.member_at[family + 1]):
        member = words.member[i]
        length = words.length[member]
        number = member - words.first[length]
        for slot in range(board.length.shape[0]):
            if board.length[slot] == length and placed[slot] < 0:
                bit = ONE << np.uint64(number % 64)
                if domain[slot, number // 64] & bit != ZERO:
                    domain[slot, number // 64] &= ~bit
                    if size_of(board, domain, slot) == 0:
                        return False
    return True


@kernel
def keep_agreeing(words: Words, board: Board, domain: Domains, slot: int, placed: NDArray[np.int64]) -> None:
    """Leaves a slot the words that agree with those placed across it."""
    for position in range(board.length[slot]):
        cell = board.cells[board.first[slot] + position]
        axis = 1 if board.slot_at[cell, 0] == slot else 0
        other = board.slot_at[cell, axis]
        if other >= 0 and placed[other] >= 0:
            at = words.letters_at[board.length[other]] + placed[other] * board.length[other]
            letter = words.letters[at + board.position_at[cell, axis]]
            keep(words, board, domain, slot, position, ONE << np.uint64(letter))


@kernel
def has_kin(words: Words, board: Board, slot: int, word: int, placed: NDArray[np.int64]) -> bool:
    """Whether a word of the same family is placed already."""
    family = words.family[words.first[board.length[slot]] + word]
    for other in range(board.length.shape[0]):
        if placed[other] >= 0 and words.family[words.first[board.length[other]] + placed[other]] == family:
            return True
    return False


@kernel
def next_slot(board: Board, domain: Domains, placed: NDArray[np.int64], level: int) -> int:
    """The unplaced slot with the fewest words, among equals with the most crossings; -1 when all are placed.

    At the level NONE domains don't shrink, so there the slot with the most words placed across it comes first.
    """
    best = -1
    best_met, best_size, best_degree = 0, 0, 0
    for slot in range(board.length.shape[0]):
        if placed[slot] >= 0:
            continue
        size = size_of(board, domain, slot)
        degree = 0
        met = 0
        for position in range(board.length[slot]):
            cell = board.cells[board.first[slot] + position]
            other = board.slot_at[cell, 1 if board.slot_at[cell, 0] == slot else 0]
            if other >= 0:
                degree += 1
                if level == NONE and placed[other] >= 0:
                    met += 1
        if (
            best < 0
            or met > best_met
            or (met == best_met and (size < best_size or (size == best_size and degree > best_degree)))
        ):
            best, best_met, best_size, best_degree = slot, met, size, degree
    return best


@kernel
def backtrack(
    words: Words,
    board: Board,
    domain: Domains,
    level: int,
    max_tried: int,
    fills: NDArray[np.int32],
    wanted: int,
    statistics: NDArray[np.int64],
) -> bool:
    """Searches for fills from the domains at the root, which it may change.

    Writes the first of them into `fills` (int32 [fill, slot], word ids), counts up to `wanted` of them and at most
    `max_tried` placed words. Returns whether the search is complete: all fills were found, or `wanted` of them.
    """
    n_slots = board.length.shape[0]
    n_blocks = domain.shape[1]
    placed = np.full(n_slots, -1, np.int64)
    queued = np.zeros(n_slots, np.bool_)
    for slot in range(n_slots):
        if size_of(board, domain, slot) == 0:
            return True
    if level >= ROOT:
        queued[:] = True
        if not arc_consistent(words, board, domain, placed, statistics, queued):
            return True
    levels = np.zeros((n_slots + 1, n_slots, n_blocks), np.uint64)
    levels[0] = domain
    left = np.zeros((n_slots, n_blocks), np.uint64)
    scratch = np.zeros((n_slots, n_blocks), np.uint64)
    chosen = np.zeros(n_slots, np.int64)
    depth = 0
    forward = True
    while True:
        if forward:
            slot = next_slot(board, levels[depth], placed, level)
            if slot < 0:
                if statistics[FOUND] < fills.shape[0]:
                    fills[statistics[FOUND]] = placed
                statistics[FOUND] += 1
                if statistics[FOUND] >= wanted:
                    return True
                depth -= 1
                forward = False
                if depth < 0:
                    return True
                placed[chosen[depth]] = -1
                continue
            chosen[depth] = slot
            if level == NONE:
                scratch[slot] = levels[depth, slot]
                keep_agreeing(words, board, scratch, slot, placed)
                left[depth] = scratch[slot]
            else:
                left[depth] = levels[depth, slot]
        slot = chosen[depth]
        number = 0
        while number < n_blocks and left[depth, number] == ZERO:
            number += 1
        if number == n_blocks:
            statistics[BACKTRACKS] += 1
            depth -= 1
            if depth < 0:
                return True
            placed[chosen[depth]] = -1
            forward = False
            continue
        word = number * 64 + lowest_bit(left[depth, number])
        left[depth, number] &= left[depth, number] - ONE
        forward = False
        if level == NONE and has_kin(words, board, slot, word, placed):
            continue
        if statistics[TRIED] >= max_tried:
            return False
        statistics[TRIED] += 1
        placed[slot] = word
        levels[depth + 1] = levels[depth]
        ok = True
        if level != NONE:
            after = levels[depth + 1]
            after[slot] = ZERO
            after[slot, number] = ONE << np.uint64(word % 64)
            queued[:] = False
            ok = revise_crossings(words, board, after, slot, placed, statistics, queued)
            ok = ok and strike_family(words, board, after, words.first[board.length[slot]] + word, placed)
            if ok and level == MAINTAINED:
                ok = arc_consistent(words, board, after, placed, statistics, queued)
        if ok:
            depth += 1
            forward = True
        else:
            placed[slot] = -1
