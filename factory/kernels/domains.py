"""Letters and words still possible, and a trail to bring them back.

A cell keeps the set of its letters, a slot the set of its words as bits. A domain is always worked on as a whole:
a loop over 200 blocks in vector registers takes less time than a list of its live blocks. All that changes lies in
one array, `state`, so that undoing is one loop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import count_bits, inlined, kernel, lowest_bit
from factory.kernels.board import HEAD, LANES, LAST_STAMP, LENGTH, ONE, STAMP, TRAIL, ZERO, Board, Live, Words

ENTRY = 4
"""Words of a trail entry: value, decided flag, stamp, place. The domain of a slot lies before its entry."""
LEVEL = ~ZERO
"""The place in an entry that opens a level; its stamp is that of the level below."""

# The small steps below take plain arrays: to pass a named tuple costs a reference count for each of its
# arrays, ten times the work of such a step (measured: 370 ns against 33 ns for `supported`). Offsets are
# unsigned, since a signed index is compared with zero first, which keeps a loop from being vectorised.


@inlined
def save(
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    place: int,
) -> None:
    """Puts `state[place]` on the trail, once per level; for letter sets and class counts."""
    if stamp[place] != now[STAMP]:
        end = now[TRAIL]
        trail[end] = state[place]
        trail[end + 1] = ZERO
        trail[end + 2] = np.uint64(stamp[place])
        trail[end + 3] = np.uint64(place)
        now[TRAIL] = end + ENTRY
        stamp[place] = now[STAMP]


@inlined
def save_slot(
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    slot: int,
    at: np.uint64,
    n_blocks: int,
    decided: int,
) -> None:
    """Puts a slot's domain (at `at`), count and decided flag (at `decided`) on the trail, once per level."""
    if stamp[slot] != now[STAMP]:
        end = np.uint64(now[TRAIL])
        for i in range(n_blocks):
            trail[end + np.uint64(i)] = state[at + np.uint64(i)]
        top = now[TRAIL] + n_blocks
        trail[top] = state[slot]
        trail[top + 1] = state[decided]
        trail[top + 2] = np.uint64(stamp[slot])
        trail[top + 3] = np.uint64(slot)
        now[TRAIL] = top + ENTRY
        stamp[slot] = now[STAMP]


@inlined
def push(queue: NDArray[np.int64], now: NDArray[np.int64], slot: int) -> None:
    """Queues a slot for revision, once."""
    if queue[1, slot] == 0:
        queue[1, slot] = 1
        tail = now[HEAD] + now[LENGTH]
        if tail >= queue.shape[1]:
            tail -= queue.shape[1]
        queue[0, tail] = slot
        now[LENGTH] += 1


@inlined
def pop(queue: NDArray[np.int64], now: NDArray[np.int64]) -> int:
    """The next slot to revise; the queue must not be empty."""
    head = now[HEAD]
    slot = queue[0, head]
    queue[1, slot] = 0
    now[HEAD] = head + 1 if head + 1 < queue.shape[1] else 0
    now[LENGTH] -= 1
    return slot


@inlined
def count_common(
    state: NDArray[np.uint64], at: np.uint64, bits: NDArray[np.uint64], row: np.uint64, n_blocks: int
) -> int:
    """How many words a domain and a bit row have in common."""
    total = 0
    for i in range(n_blocks):
        total += count_bits(state[at + np.uint64(i)] & bits[row + np.uint64(i)])
    return total


@inlined
def find_common(
    state: NDArray[np.uint64], at: np.uint64, bits: NDArray[np.uint64], row: np.uint64, n_blocks: int
) -> int:
    """The first block where a domain and a bit row have a word in common; -1 when there is none."""
    for chunk in range(0, n_blocks, LANES):
        both = ZERO
        for i in range(LANES):
            step = np.uint64(chunk + i)
            both |= state[at + step] & bits[row + step]
        if both != ZERO:
            for i in range(LANES):
                step = np.uint64(chunk + i)
                if state[at + step] & bits[row + step] != ZERO:
                    return chunk + i
    return -1


@inlined
def join_rows(
    bits: NDArray[np.uint64],
    rows: np.uint64,
    n_blocks: int,
    letters: np.uint64,
    out: NDArray[np.uint64],
) -> None:
    """Writes the words that have, at one position, a letter of a set into `out`; `rows` is the position's offset."""
    left = letters
    row = rows + np.uint64(lowest_bit(left) * n_blocks)
    left &= left - ONE
    for i in range(n_blocks):
        out[i] = bits[row + np.uint64(i)]
    while left != ZERO:
        row = rows + np.uint64(lowest_bit(left) * n_blocks)
        left &= left - ONE
        for i in range(n_blocks):
            out[i] |= bits[row + np.uint64(i)]


@inlined
def narrow(
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    queue: NDArray[np.int64],
    slot: int,
    at: np.uint64,
    n_blocks: int,
    decided: int,
    row: NDArray[np.uint64],
    flip: np.uint64,
) -> bool:
    """Leaves a domain the words of `row`, or with `flip` of all ones those not in it; False when none is left.

    `row` is overwritten. A domain that changed is saved before and queued.
    """
    total = 0
    for i in range(n_blocks):
        new = state[at + np.uint64(i)] & (row[i] ^ flip)
        row[i] = new
        total += count_bits(new)
    if np.uint64(total) == state[slot]:
        return True
    save_slot(state, stamp, trail, now, slot, at, n_blocks, decided)
    for i in range(n_blocks):
        state[at + np.uint64(i)] = row[i]
    state[slot] = np.uint64(total)
    push(queue, now, slot)
    return total > 0


@inlined
def letters_by_position(
    letters: NDArray[np.uint8],
    state: NDArray[np.uint64],
    at: np.uint64,
    n_blocks: int,
    letters_at: int,
    length: int,
    out: NDArray[np.uint64],
) -> None:
    """Writes the letter set of each position of a domain with few words into `out`."""
    for position in range(length):
        out[position] = ZERO
    for number in range(n_blocks):
        left = state[at + np.uint64(number)]
        while left != ZERO:
            word = np.uint64(letters_at + (number * 64 + lowest_bit(left)) * length)
            left &= left - ONE
            for position in range(length):
                out[position] |= ONE << np.uint64(letters[word + np.uint64(position)])


@kernel
def open_level(live: Live) -> int:
    """Opens a level, to be closed by `undo` with the mark that is returned."""
    trail, now = live.trail, live.now
    mark = now[TRAIL]
    trail[mark] = ZERO
    trail[mark + 1] = ZERO
    trail[mark + 2] = np.uint64(now[STAMP])
    trail[mark + 3] = LEVEL
    now[TRAIL] = mark + ENTRY
    now[LAST_STAMP] += 1
    now[STAMP] = now[LAST_STAMP]
    return mark


@kernel
def undo(board: Board, live: Live, mark: int) -> None:
    """Closes the level that was opened at `mark` and all above: restores `state` and empties the queue."""
    state, stamp, trail, queue, now = live.state, live.stamp, live.trail, live.queue, live.now
    n_slots = board.length.shape[0]
    end = now[TRAIL]
    while end > mark:
        end -= ENTRY
        if trail[end + 3] == LEVEL:
            now[STAMP] = np.int64(trail[end + 2])
            continue
        place = np.int64(trail[end + 3])
        state[place] = trail[end]
        stamp[place] = np.int64(trail[end + 2])
        if place < n_slots:
            state[board.decided_at + place] = trail[end + 1]
            at = board.domain_at[place]
            end -= board.blocks[place]
            start = np.uint64(end)
            for i in range(board.blocks[place]):
                state[at + np.uint64(i)] = trail[start + np.uint64(i)]
    now[TRAIL] = mark
    while now[LENGTH] > 0:
        pop(queue, now)


@kernel
def count_words(live: Live, slot: int) -> int:
    """How many words the slot can still take."""
    return np.int64(live.state[slot])


@kernel
def first_word(board: Board, live: Live, slot: int) -> int:
    """The lowest (best) word id of a slot with a nonempty domain; -1 if it is empty."""
    at = board.domain_at[slot]
    for number in range(board.blocks[slot]):
        word = live.state[at + np.uint64(number)]
        if word != ZERO:
            return number * 64 + lowest_bit(word)
    return -1


@kernel
def keep_slot(board: Board, live: Live, slot: int) -> None:
    """`save_slot` for callers outside the innermost loop."""
    decided, at, n_blocks = board.decided_at + slot, board.domain_at[slot], board.blocks[slot]
    save_slot(live.state, live.stamp, live.trail, live.now, slot, at, n_blocks, decided)


@kernel
def remove_word(board: Board, live: Live, slot: int, word: int) -> bool:
    """Removes one word from a slot; False when the domain became empty."""
    place = board.domain_at[slot] + np.uint64(word // 64)
    bit = ONE << np.uint64(word % 64)
    if live.state[place] & bit == ZERO:
        return True
    keep_slot(board, live, slot)
    live.state[place] &= ~bit
    live.state[slot] -= ONE
    push(live.queue, live.now, slot)
    return live.state[slot] != ZERO


@kernel
def assign_word(board: Board, live: Live, slot: int, word: int) -> None:
    """Leaves a slot one word, which must be in its domain."""
    keep_slot(board, live, slot)
    at = board.domain_at[slot]
    for i in range(board.blocks[slot]):
        live.state[at + np.uint64(i)] = ZERO
    live.state[at + np.uint64(word // 64)] = ONE << np.uint64(word % 64)
    live.state[slot] = ONE
    push(live.queue, live.now, slot)


@kernel
def narrow_slot(board: Board, live: Live, slot: int, flip: np.uint64) -> bool:
    """`narrow` to `live.row` for callers outside the innermost loop."""
    decided, at, n_blocks = board.decided_at + slot, board.domain_at[slot], board.blocks[slot]
    return narrow(
        live.state, live.stamp, live.trail, live.now, live.queue, slot, at, n_blocks, decided, live.row, flip
    )


@kernel
def keep_letters(words: Words, board: Board, live: Live, slot: int, position: int, kept: np.uint64) -> bool:
    """Leaves a slot the words with a letter of `kept` at a position; False when the domain became empty."""
    n_blocks = board.blocks[slot]
    rows = np.uint64(words.bits_at[board.length[slot]] + position * words.n_letters * n_blocks)
    if kept == ZERO:
        live.row[:] = ZERO
    else:
        join_rows(words.bits, rows, n_blocks, kept, live.row)
    return narrow_slot(board, live, slot, ZERO)


@kernel
def limit_letters(words: Words, board: Board, live: Live, cell: int, kept: np.uint64) -> bool:
    """Leaves a cell and the words of its slots the letters of `kept`; False when that empties something."""
    place = board.mask_at + cell
    new = live.state[place] & kept
    if new == live.state[place]:
        return True
    save(live.state, live.stamp, live.trail, live.now, place)
    live.state[place] = new
    for axis in range(2):
        slot = board.slot_at[cell, axis]
        if slot >= 0 and not keep_letters(words, board, live, slot, board.position_at[cell, axis], new):
            return False
    return new != ZERO
