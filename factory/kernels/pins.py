"""Pinning a punchline in an empty grid: letter by letter, where the words can bear it and the gaps are even.

Works on the state that factory.kernels.fill has opened and propagated. After each pin the state is propagated
again and the places of the letters still to come are planned anew, so a plan never rests on domains that
are gone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import kernel, lowest_bit, uniform
from factory.kernels.fill import (
    ONE,
    ZERO,
    Board,
    Live,
    Words,
    count_words,
    letter_support,
    open_level,
    pin_letter,
    undo,
)

MAX_IN_SLOT = 2
"""Secret letters that one slot may hold."""


@kernel
def letter_bits(words: Words, board: Board, live: Live, wanted: np.uint64, bits: NDArray[np.float64]) -> None:
    """Writes what each letter in `wanted` would cost in each cell into `bits` [letter cell, letter], inf if impossible.

    The cost is in bits: minus log2 of the share of words, in both slots together, that have the letter there.
    """
    bits[:, :] = np.inf
    for cell in range(board.slot_at.shape[0]):
        left = wanted & live.state[board.mask_at + cell]
        while left != ZERO:
            letter = lowest_bit(left)
            left &= left - ONE
            cost = 0.0
            for axis in range(2):
                slot = board.slot_at[cell, axis]
                if slot < 0:
                    continue
                total = letter_support(words, board, live, cell, axis, letter)
                if total == 0:
                    cost = np.inf
                    break
                cost += np.log2(np.float64(count_words(live, slot)) / total)
            bits[cell, letter] = cost


@kernel
def plan_cells(
    cost: NDArray[np.float64],
    unevenness: float,
    beside: NDArray[np.uint8],
    cells: NDArray[np.int64],
) -> bool:
    """Writes the cheapest increasing places of the punchline into `cells`; False when there are none.

    cost: float64 [letter of the punchline, letter cell], inf where it can't stand. The unevenness of the gaps,
    (gap / ideal - 1)^2 summed, is added with weight `unevenness`; beside[j]: cell j follows cell j - 1 in its
    row, where two letters never stand side by side.
    """
    n, m = cost.shape
    ideal = (m + 1.0) / (n + 1.0)
    best = np.full((n, m), np.inf)
    came = np.full((n, m), -1, np.int64)
    for j in range(m):
        best[0, j] = cost[0, j] + unevenness * ((j + 1) / ideal - 1.0) ** 2
    for k in range(1, n):
        for j in range(k, m):
            if cost[k, j] == np.inf:
                continue
            least = np.inf
            for i in range(k - 1, j):
                if best[k - 1, i] == np.inf or (i == j - 1 and beside[j]):
                    continue
                value = best[k - 1, i] + unevenness * ((j - i) / ideal - 1.0) ** 2
                if value < least:
                    least = value
                    came[k, j] = i
            best[k, j] = least + cost[k, j]
    last = -1
    least = np.inf
    for j in range(m):
        value = best[n - 1, j] + unevenness * ((m - j) / ideal - 1.0) ** 2
        if value < least:
            least = value
            last = j
    if last < 0:
        return False
    for k in range(n - 1, -1, -1):
        cells[k] = last
        last = came[k, last]
    return True


@kernel
def bar_neighbours(
    board: Board,
    place: NDArray[np.int64],
    columns: int,
    pinned: NDArray[np.int64],
    in_slot: NDArray[np.int64],
    cost: NDArray[np.float64],
) -> None:
    """Sets the cost of cells to inf that touch a pinned cell or lie in a slot that holds enough of them."""
    n, m = cost.shape
    for j in range(m):
        barred = False
        for axis in range(2):
            slot = board.slot_at[j, axis]
            barred = barred or (slot >= 0 and in_slot[slot] >= MAX_IN_SLOT)
        for k in range(n):
            if pinned[k] >= 0:
                step = abs(place[pinned[k]] - place[j])
                barred = barred or step == columns
                barred = barred or (step == 1 and place[pinned[k]] // columns == place[j] // columns)
        if barred:
            for k in range(n):
                if pinned[k] != j:
                    cost[k, j] = np.inf


@kernel
def pin_punchline(
    words: Words,
    board: Board,
    live: Live,
    random: NDArray[np.uint64],
    punchline: NDArray[np.uint8],
    beside: NDArray[np.uint8],
    place: NDArray[np.int64],
    columns: int,
    unevenness: float,
    jitter: float,
    known: NDArray[np.uint8],
    known_bits: float,
    max_failures: int,
    cells: NDArray[np.int64],
) -> bool:
    """Pins the whole punchline and writes its letter cells into `cells`; False when it can't be pinned.

    The dearest letter of the present plan is pinned first. A pin that empties a domain is taken back and
    barred; after `max_failures` of them the attempt ends. `jitter` bits of random cost make attempts differ.
    `known` holds a letter for each cell, as a finished grid has it: a letter costs `known_bits` less there.
    On True the state is propagated and every pin is part of it; on False it is undone.
    """
    n = punchline.shape[0]
    m = beside.shape[0]
    bits = np.zeros((m, words.n_letters), np.float64)
    cost = np.zeros((n, m), np.float64)
    noise = np.zeros((n, m), np.float64)
    barred = np.zeros((n, m), np.uint8)
    pinned = np.full(n, -1, np.int64)
    in_slot = np.zeros(board.length.shape[0], np.int64)
    for k in range(n):
        for j in range(m):
            noise[k, j] = jitter * uniform(random)
            if known[j] == punchline[k]:
                noise[k, j] -= known_bits
    start = open_level(live)
    failures = 0
    for _ in range(n + max_failures):
        wanted = ZERO
        left = 0
        for k in range(n):
            if pinned[k] < 0:
                wanted |= ONE << np.uint64(punchline[k])
                left += 1
        if left == 0:
            break
        letter_bits(words, board, live, wanted, bits)
        for k in range(n):
            for j in range(m):
                if pinned[k] >= 0:
                    cost[k, j] = 0.0 if j == pinned[k] else np.inf
                else:
                    cost[k, j] = np.inf if barred[k, j] else bits[j, punchline[k]] + noise[k, j]
        bar_neighbours(board, place, columns, pinned, in_slot, cost)
        if not plan_cells(cost, unevenness, beside, cells):
            undo(board, live, start)
            return False
        dearest = -1
        for k in range(n):
            if pinned[k] < 0 and (dearest < 0 or cost[k, cells[k]] > cost[dearest, cells[dearest]]):
                dearest = k
        cell = cells[dearest]
        mark = open_level(live)
        if pin_letter(words, board, live, cell, np.int64(punchline[dearest])):
            pinned[dearest] = cell
            for axis in range(2):
                if board.slot_at[cell, axis] >= 0:
                    in_slot[board.slot_at[cell, axis]] += 1
        else:
            undo(board, live, mark)
            barred[dearest, cell] = 1
            failures += 1
            if failures > max_failures:
                break
    for k in range(n):
        if pinned[k] < 0:
            undo(board, live, start)
            return False
        cells[k] = pinned[k]
    return True
