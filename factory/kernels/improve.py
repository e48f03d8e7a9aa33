"""Improving a fill: a region is cleared and refilled with a better total score, again and again.

Large neighbourhood search (Shaw 1998): the grid stays a lawful fill at every moment, a round frees the letter
cells of a small window, and a branch-and-bound search above the propagation of factory.kernels.propagation
fills them so that the answers touched score more together than before. Words outside the window take
part as far as their families, classes and crossings forbid something inside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, kernel
from factory.kernels.board import (
    ALONE,
    LAST_STAMP,
    LENGTH,
    LONG_CLUE,
    N_CLASSES,
    ONE,
    RARE,
    RARE_APART,
    STAMP,
    TRAIL,
    ZERO,
    Board,
    Live,
    Words,
)
from factory.kernels.choice import choose_slot, choose_word
from factory.kernels.domains import (
    assign_word,
    first_word,
    keep_letters,
    open_level,
    pop,
    push,
    remove_word,
    undo,
)
from factory.kernels.propagation import propagate, strike_class

ROUNDS, GAINS, SEARCHED = 0, 1, 2
"""Places in the statistics: rounds begun, rounds that found better words, decisions."""

EPSILON = 1e-6
"""A total must be better by more than this, so that sums in another order are no gain."""


@kernel
def hold_word(words: Words, board: Board, live: Live, slot: int, word: int) -> None:
    """Sets a slot's domain to one word, decided, outside the trail; its cells take the word's letters."""
    at = board.domain_at[slot]
    for number in range(board.blocks[slot]):
        live.state[at + np.uint64(number)] = ZERO
    live.state[at + np.uint64(word // 64)] = ONE << np.uint64(word % 64)
    live.state[slot] = ONE
    live.state[board.decided_at + slot] = ONE
    length = board.length[slot]
    letters = words.letters_at[length] + word * length
    for position in range(length):
        cell = board.cells[board.first[slot] + position]
        live.state[board.mask_at + cell] = ONE << np.uint64(words.letters[letters + position])


@kernel
def total_score(words: Words, board: Board, live: Live, slots: NDArray[np.int64], n: int) -> float:
    """The sum of the best scores that the first `n` of `slots` can still have: a bound, exact when all are decided."""
    total = 0.0
    for i in range(n):
        slot = slots[i]
        total += words.score[words.first[board.length[slot]] + first_word(board, live, slot)]
    return total


@kernel
def free_window(
    board: Board,
    place: NDArray[np.int64],
    columns: int,
    movable: NDArray[np.uint8],
    centre: int,
    height: int,
    width: int,
    free: NDArray[np.uint8],
    touched: NDArray[np.int64],
    is_touched: NDArray[np.uint8],
) -> int:
    """Marks the movable letter cells of a window in `free` and lists the slots through them; their number.

    The window has `height` rows and `width` columns round the cell `centre`. is_touched: uint8 [slot], marks
    the listed slots.
    """
    free[:] = 0
    is_touched[:] = 0
    n = 0
    top = place[centre] // columns - height // 2
    left = place[centre] % columns - width // 2
    for cell in range(place.shape[0]):
        row = place[cell] // columns - top
        column = place[cell] % columns - left
        if 0 <= row < height and 0 <= column < width and movable[cell]:
            free[cell] = 1
            for axis in range(2):
                slot = board.slot_at[cell, axis]
                if slot >= 0 and not is_touched[slot]:
                    is_touched[slot] = 1
                    touched[n] = slot
                    n += 1
    return n


@kernel
def open_region(
    words: Words,
    board: Board,
    live: Live,
    allowed: NDArray[np.uint64],
    free: NDArray[np.uint8],
    touched: NDArray[np.int64],
    n_touched: int,
    is_touched: NDArray[np.uint8],
    word_of: NDArray[np.int64],
) -> bool:
    """Opens the touched slots to all words that fit the letters that stay and what the rest of the grid bears.

    Precondition: every slot holds its word of `word_of` (see hold_word). The trail begins anew. False when a
    domain is empty. Propagation is left to the caller.
    """
    live.now[TRAIL] = 0
    live.now[LAST_STAMP] += 1
    live.now[STAMP] = live.now[LAST_STAMP]
    while live.now[LENGTH] > 0:
        pop(live.queue, live.now)
    every = (ONE << np.uint64(words.n_letters)) - ONE if words.n_letters < 64 else ~ZERO
    for cell in range(free.shape[0]):
        if free[cell]:
            live.state[board.mask_at + cell] = allowed[cell] & every
    for i in range(n_touched):
        slot = touched[i]
        at = board.domain_at[slot]
        n_words = words.size[board.length[slot]]
        for number in range(board.blocks[slot]):
            here = n_words - number * 64
            full = ~ZERO if here >= 64 else (ONE << np.uint64(max(here, 0))) - ONE
            live.state[at + np.uint64(number)] = full
        live.state[slot] = np.uint64(n_words)
        live.state[board.decided_at + slot] = ZERO
        push(live.queue, live.now, slot)
        for position in range(board.length[slot]):
            left = live.state[board.mask_at + board.cells[board.first[slot] + position]]
            if left != every and not keep_letters(words, board, live, slot, position, left):
                return False
    return bar_by_rest(words, board, live, touched, n_touched, is_touched, word_of)


@kernel
def bar_by_rest(
    words: Words,
    board: Board,
    live: Live,
    touched: NDArray[np.int64],
    n_touched: int,
    is_touched: NDArray[np.uint8],
    word_of: NDArray[np.int64],
) -> bool:
    """Removes from the touched slots what the words of the others forbid; False when a domain became empty.

    These are the words of their families, classes whose budget they have used up, rare words that would
    cross a rare one, and long clues beside a long one. Counts the classes of the others in `live`.
    """
    lengths, first = board.length, words.first
    for class_ in range(N_CLASSES):
        live.state[board.class_at + class_] = ZERO
    for other in range(lengths.shape[0]):
        if is_touched[other]:
            continue
        word = first[lengths[other]] + word_of[other]
        for class_ in range(N_CLASSES):
            if words.classes[word] >> class_ & 1:
                live.state[board.class_at + class_] += ONE
        family = words.family[word]
        for m in range(words.member_at[family], words.member_at[family + 1]):
            length = words.length[words.member[m]]
            member = words.member[m] - first[length]
            for i in range(n_touched):
                slot = touched[i]
                if lengths[slot] == length and not remove_word(board, live, slot, member):
                    return False
    for i in range(n_touched):
        slot = touched[i]
        for class_ in range(N_CLASSES):
            full = np.int64(live.state[board.class_at + class_]) >= live.budget[class_]
            if full and not strike_class(words, board, live, slot, class_):
                return False
        partner = board.partner[slot]
        if partner >= 0:
            if not strike_class(words, board, live, slot, ALONE):
                return False
            if not is_touched[partner]:
                word = first[lengths[partner]] + word_of[partner]
                if words.classes[word] >> LONG_CLUE & 1 and not strike_class(
                    words, board, live, slot, LONG_CLUE
                ):
                    return False
        if live.budget[RARE_APART]:
            axis = 1 if board.slot_at[board.cells[board.first[slot]], 0] == slot else 0
            for position in range(lengths[slot]):
                other = board.slot_at[board.cells[board.first[slot] + position], axis]
                if other >= 0 and not is_touched[other]:
                    word = first[lengths[other]] + word_of[other]
                    if words.classes[word] >> RARE & 1:
                        if not strike_class(words, board, live, slot, RARE):
                            return False
                        break
    return True


@kernel
def refill(
    words: Words,
    board: Board,
    live: Live,
    random: NDArray[np.uint64],
    touched: NDArray[np.int64],
    n_touched: int,
    incumbent: float,
    score_weight: float,
    jitter: float,
    max_nodes: int,
    support: NDArray[np.float64],
    stack: NDArray[np.int64],
) -> tuple[bool, int]:
    """Fills the open slots with a total score above `incumbent`; whether it could, and the decisions it took.

    Depth first, a failed word is removed; a branch ends as well when the best words left can't beat the
    incumbent (branch and bound). stack: int64 [3, slot + 2], overwritten: mark, slot and word of each decision.
    """
    depth = 0
    nodes = 0
    ok = propagate(words, board, live)
    while True:
        ok = ok and total_score(words, board, live, touched, n_touched) > incumbent + EPSILON
        if not ok:
            if depth == 0:
                return False, nodes
            depth -= 1
            undo(board, live, stack[0, depth])
            remove_word(board, live, stack[1, depth], stack[2, depth])
            ok = propagate(words, board, live)
            continue
        slot = choose_slot(board, live)
        if slot < 0:
            return True, nodes
        if nodes >= max_nodes:
            return False, nodes
        nodes += 1
        word = choose_word(words, board, live, slot, score_weight, jitter, random, support)
        stack[0, depth] = open_level(live)
        stack[1, depth] = slot
        stack[2, depth] = word
        depth += 1
        assign_word(board, live, slot, word)
        ok = propagate(words, board, live)


@kernel
def lack(words: Words, board: Board, word_of: NDArray[np.int64], slot: int) -> float:
    """How far a slot's word scores below the best of its length."""
    first = words.first[board.length[slot]]
    return words.score[first] - words.score[first + word_of[slot]]


@kernel
def improve(
    words: Words,
    board: Board,
    live: Live,
    random: NDArray[np.uint64],
    place: NDArray[np.int64],
    columns: int,
    allowed: NDArray[np.uint64],
    word_of: NDArray[np.int64],
    score_weight: float,
    jitter: float,
    window: int,
    rounds: int,
    nodes: int,
    statistics: NDArray[np.int64],
) -> None:
    """Raises the total score of a fill in `rounds` rounds of at most `nodes` decisions; changes `word_of`.

    place, columns: where the letter cells lie, as in SlotTable. allowed: uint64 [letter cell], the letters a
    cell may take; a cell with one letter stays as it is. A round looks at a window of 2 to `window` rows and
    columns, round a cell of the slot that scores further below the best of its length than another one drawn.
    """
    n_slots = board.length.shape[0]
    n_cells = place.shape[0]
    support = np.zeros((live.sets.shape[0], words.n_letters), np.float64)
    stack = np.zeros((3, n_slots + 2), np.int64)
    movable = np.zeros(n_cells, np.uint8)
    free = np.zeros(n_cells, np.uint8)
    touched = np.zeros(n_slots, np.int64)
    is_touched = np.zeros(n_slots, np.uint8)
    for cell in range(n_cells):
        movable[cell] = allowed[cell] & (allowed[cell] - ONE) != ZERO
    for slot in range(n_slots):
        hold_word(words, board, live, slot, word_of[slot])
    for _ in range(rounds):
        statistics[ROUNDS] += 1
        seed = below(random, n_slots)
        other = below(random, n_slots)
        if lack(words, board, word_of, other) > lack(words, board, word_of, seed):
            seed = other
        centre = board.cells[board.first[seed] + below(random, board.length[seed])]
        height = 2 + below(random, window - 1)
        width = 2 + below(random, window - 1)
        n = free_window(board, place, columns, movable, centre, height, width, free, touched, is_touched)
        if n == 0:
            continue
        incumbent = total_score(words, board, live, touched, n)
        found = False
        if open_region(words, board, live, allowed, free, touched, n, is_touched, word_of):
            found, searched = refill(
                words,
                board,
                live,
                random,
                touched,
                n,
                incumbent,
                score_weight,
                jitter,
                nodes,
                support,
                stack,
            )
            statistics[SEARCHED] += searched
        if found:
            statistics[GAINS] += 1
            for i in range(n):
                word_of[touched[i]] = first_word(board, live, touched[i])
        for i in range(n):
            hold_word(words, board, live, touched[i], word_of[touched[i]])
