"""Domains that shrink and come back: letter-level arc consistency on bit rows, with a trail to undo it.

Cells keep the set of letters still possible, slots the set of words still possible, and the two filter each
other to a fixpoint (compact-table propagation with residues, Demeulenaere et al. 2016). A domain is always
worked on as a whole: a loop over 200 blocks in vector registers takes less time than the list of its live
blocks that the paper keeps. All that changes lies in one array, `state`, so that undoing is one loop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import count_bits, inlined, kernel, lowest_bit
from factory.kernels.board import (
    FAULT,
    HEAD,
    LANES,
    LAST_STAMP,
    LENGTH,
    LONG_CLUE,
    N_CLASSES,
    ONE,
    RARE,
    RARE_APART,
    REVISIONS,
    STAMP,
    TRAIL,
    ZERO,
    Board,
    Live,
    Words,
)

SMALL = 64
"""Up to this many words a slot is revised word by word, above letter by letter (measured)."""
AGEING = 1.0 / 0.99
"""Growth of the weight increment at each failure: recent conflicts count more."""
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


@kernel
def strike_class(words: Words, board: Board, live: Live, slot: int, class_: int) -> bool:
    """Removes the words of a class from a slot; False when the domain became empty."""
    n_blocks = board.blocks[slot]
    row = np.uint64(words.class_at[board.length[slot]] + class_ * n_blocks)
    for i in range(n_blocks):
        live.row[i] = words.class_bits[row + np.uint64(i)]
    return narrow_slot(board, live, slot, ~ZERO)


@kernel
def count_classes(words: Words, board: Board, live: Live, slot: int, word: int) -> int:
    """Charges a decided slot's word to its classes and strikes what the grid can't bear any more.

    Returns the slot that became empty, or -1.
    """
    classes = words.classes[word]
    for class_ in range(N_CLASSES):
        if classes >> class_ & 1 == 0:
            continue
        place = board.class_at + class_
        save(live.state, live.stamp, live.trail, live.now, place)
        live.state[place] += ONE
        spent = np.int64(live.state[place])
        if spent > live.budget[class_]:
            return slot
        if spent == live.budget[class_]:
            for other in range(board.length.shape[0]):
                if live.state[board.decided_at + other] == ZERO and not strike_class(
                    words, board, live, other, class_
                ):
                    return other
    other = board.partner[slot]
    if other >= 0 and classes >> LONG_CLUE & 1 and not strike_class(words, board, live, other, LONG_CLUE):
        return other
    if live.budget[RARE_APART] and classes >> RARE & 1:
        axis = 1 if board.slot_at[board.cells[board.first[slot]], 0] == slot else 0
        for position in range(board.length[slot]):
            other = board.slot_at[board.cells[board.first[slot] + position], axis]
            if other >= 0 and not strike_class(words, board, live, other, RARE):
                return other
    return -1


@kernel
def exclude_family(words: Words, board: Board, live: Live, slot: int, word: int) -> int:
    """Removes the family of a slot's word (a global id) from all other slots; the emptied slot, or -1."""
    state, lengths, domain_at = live.state, board.length, board.domain_at
    family = words.family[word]
    for m in range(words.member_at[family], words.member_at[family + 1]):
        other_length = words.length[words.member[m]]
        other_word = words.member[m] - words.first[other_length]
        bit = ONE << np.uint64(other_word % 64)
        for other in range(lengths.shape[0]):
            if other == slot or lengths[other] != other_length:
                continue
            if state[domain_at[other] + np.uint64(other_word // 64)] & bit != ZERO:
                if not remove_word(board, live, other, other_word):
                    return other
    return -1


@kernel
def decide(words: Words, board: Board, live: Live, slot: int) -> int:
    """What follows when a slot has one word left: its family goes elsewhere, its classes are charged.

    Returns the slot that became empty, or -1.
    """
    keep_slot(board, live, slot)
    live.state[board.decided_at + slot] = ONE
    word = words.first[board.length[slot]] + first_word(board, live, slot)
    emptied = count_classes(words, board, live, slot, word)
    return emptied if emptied >= 0 else exclude_family(words, board, live, slot, word)


@kernel
def blame(live: Live, cell: int, slot: int) -> None:
    """Raises the weight of the cell and the slot that failed; recent failures weigh more."""
    if cell >= 0:
        live.cell_weight[cell] += live.increment[0]
    live.slot_weight[slot] += live.increment[0]
    live.increment[0] *= AGEING
    if live.increment[0] > 1e80:
        for i in range(live.cell_weight.shape[0]):
            live.cell_weight[i] = live.cell_weight[i] * 1e-80 + 1e-10
        for i in range(live.slot_weight.shape[0]):
            live.slot_weight[i] *= 1e-80
        live.increment[0] *= 1e-80


@kernel
def propagate(words: Words, board: Board, live: Live) -> bool:
    """Filters slots and cells against each other to the fixpoint.

    Precondition: every slot whose domain changed is queued. Postcondition when True: each letter of each
    cell has a word in both its slots, each word fits the letters of its cells, and the family of each
    decided slot is gone elsewhere. When False the failing cell and slot have been blamed, and the caller
    must undo.
    """
    n_letters, bits, letters = words.n_letters, words.bits, words.letters
    bits_at, letters_at = words.bits_at, words.letters_at
    lengths, first, cells = board.length, board.first, board.cells
    slot_at, position_at, blocks = board.slot_at, board.position_at, board.blocks
    domain_at, residue_at = board.domain_at, board.residue_at
    mask_at, decided_at = board.mask_at, board.decided_at
    state, stamp, trail, now = live.state, live.stamp, live.trail, live.now
    residue, queue, statistics = live.residue, live.queue, live.statistics
    row, sets = live.row, live.sets
    while now[LENGTH] > 0:
        slot = pop(queue, now)
        statistics[REVISIONS] += 1
        n_words = np.int64(state[slot])
        if n_words == 1 and state[decided_at + slot] == ZERO:
            emptied = decide(words, board, live, slot)
            if emptied >= 0:
                blame(live, -1, emptied)
                statistics[FAULT] = emptied
                return False
        length = lengths[slot]
        at = domain_at[slot]
        n_blocks = blocks[slot]
        few = n_words <= SMALL
        if few:
            letters_by_position(letters, state, at, n_blocks, letters_at[length], length, sets)
        for position in range(length):
            cell = cells[first[slot] + position]
            old = state[mask_at + cell]
            if old & (old - ONE) == ZERO:
                continue
            new = ZERO
            if few:
                new = old & sets[position]
            else:
                rows = np.uint64(bits_at[length] + position * n_letters * n_blocks)
                memo = np.uint64(residue_at[slot] + position * n_letters)
                left = old
                while left != ZERO:
                    letter = np.uint64(lowest_bit(left))
                    bit = left & (~left + ONE)
                    left ^= bit
                    start = rows + letter * np.uint64(n_blocks)
                    last = np.uint64(residue[memo + letter])
                    if state[at + last] & bits[start + last] != ZERO:
                        new |= bit
                    else:
                        found = find_common(state, at, bits, start, n_blocks)
                        if found >= 0:
                            residue[memo + letter] = np.uint32(found)
                            new |= bit
            if new == old:
                continue
            save(state, stamp, trail, now, mask_at + cell)
            state[mask_at + cell] = new
            axis = 1 if slot_at[cell, 0] == slot else 0
            other = slot_at[cell, axis]
            ok = new != ZERO
            if ok and other >= 0:
                there = blocks[other]
                rows = np.uint64(bits_at[lengths[other]] + position_at[cell, axis] * n_letters * there)
                gone = old & ~new
                by_gone = count_bits(gone) <= count_bits(new)
                join_rows(bits, rows, there, gone if by_gone else new, row)
                flip = ~ZERO if by_gone else ZERO
                ok = narrow(
                    state,
                    stamp,
                    trail,
                    now,
                    queue,
                    other,
                    domain_at[other],
                    there,
                    decided_at + other,
                    row,
                    flip,
                )
            if not ok:
                blame(live, cell, other if other >= 0 else slot)
                statistics[FAULT] = other if other >= 0 else slot
                return False
    return True


@kernel
def pin_letter(words: Words, board: Board, live: Live, cell: int, letter: int) -> bool:
    """Leaves a cell one letter and propagates; False when that empties something."""
    return limit_letters(words, board, live, cell, ONE << np.uint64(letter)) and propagate(words, board, live)
