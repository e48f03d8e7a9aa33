"""Domains that shrink and come back: letter-level arc consistency on bit rows, with a trail to undo it.

Cells keep the set of letters still possible, slots the set of words still possible, and the two filter each
other to a fixpoint (compact-table propagation with residues and sparse sets of live blocks, Demeulenaere et
al. 2016). All that changes lies in one array, `state`, so that undoing is one loop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import count_bits, inlined, kernel, lowest_bit
from factory.kernels.board import (
    FAULT,
    HEAD,
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

SMALL = 16
"""Below this many words a slot is revised word by word, above letter by letter (picked by eye)."""
AGEING = 1.0 / 0.99
"""Growth of the weight increment at each failure: recent conflicts count more."""

# The small steps below take plain arrays: to pass a named tuple costs a reference count for each of its
# arrays, ten times the work of such a step (measured: 370 ns against 33 ns for `supported`).


@inlined
def write(
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    place: int,
    value: np.uint64,
) -> None:
    """Sets `state[place]`, saving the old value once per level."""
    if stamp[place] != now[STAMP]:
        stamp[place] = now[STAMP]
        end = now[TRAIL]
        trail[end, 0] = np.uint64(place)
        trail[end, 1] = state[place]
        now[TRAIL] = end + 1
    state[place] = value


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
def settle(
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    block: NDArray[np.int64],
    queue: NDArray[np.int64],
    at: int,
    live_place: int,
    count_place: int,
    slot: int,
) -> bool:
    """After a domain changed: drops dead blocks, recounts, queues the slot. False when nothing is left.

    `at` is the offset of the slot's domain, the other two are the places of its live blocks and count.
    """
    n_live = np.int64(state[live_place])
    total = 0
    i = 0
    while i < n_live:
        number = block[at + i]
        word = state[at + number]
        if word == ZERO:
            n_live -= 1
            block[at + i] = block[at + n_live]
            block[at + n_live] = number
        else:
            total += count_bits(word)
            i += 1
    write(state, stamp, trail, now, live_place, np.uint64(n_live))
    write(state, stamp, trail, now, count_place, np.uint64(total))
    push(queue, now, slot)
    return total > 0


@inlined
def keep_letters(
    bits: NDArray[np.uint64],
    state: NDArray[np.uint64],
    stamp: NDArray[np.int64],
    trail: NDArray[np.uint64],
    now: NDArray[np.int64],
    block: NDArray[np.int64],
    at: int,
    n_live: int,
    rows: int,
    n_blocks: int,
    gone: np.uint64,
    kept: np.uint64,
) -> bool:
    """Removes from a domain the words that have, at one position, a letter in `gone` (`kept` holds the others).

    `rows` is the offset in `bits` of the position's letter rows. Returns whether the domain changed; then
    it must be settled.
    """
    by_gone = count_bits(gone) <= count_bits(kept)
    changed = False
    for i in range(n_live):
        number = block[at + i]
        old = state[at + number]
        seen = ZERO
        left = gone if by_gone else kept
        while left != ZERO:
            letter = lowest_bit(left)
            left &= left - ONE
            seen |= bits[rows + letter * n_blocks + number]
        new = old & ~seen if by_gone else old & seen
        if new != old:
            write(state, stamp, trail, now, at + number, new)
            changed = True
    return changed


@inlined
def supported(
    bits: NDArray[np.uint64],
    state: NDArray[np.uint64],
    block: NDArray[np.int64],
    residue: NDArray[np.int32],
    at: int,
    n_live: int,
    row: int,
    memo: int,
) -> bool:
    """Whether a word of a domain is in the bit row at `row`; `residue[memo]` remembers the block that said so."""
    last = residue[memo]
    if state[at + last] & bits[row + last] != ZERO:
        return True
    for i in range(n_live):
        number = block[at + i]
        if state[at + number] & bits[row + number] != ZERO:
            residue[memo] = number
            return True
    return False


@inlined
def letters_by_position(
    letters: NDArray[np.uint8],
    state: NDArray[np.uint64],
    block: NDArray[np.int64],
    at: int,
    n_live: int,
    letters_at: int,
    length: int,
    out: NDArray[np.uint64],
) -> None:
    """Writes the letter set of each position of a domain with few words into `out`."""
    for position in range(length):
        out[position] = ZERO
    for i in range(n_live):
        number = block[at + i]
        left = state[at + number]
        while left != ZERO:
            word = number * 64 + lowest_bit(left)
            left &= left - ONE
            for position in range(length):
                out[position] |= ONE << np.uint64(letters[letters_at + word * length + position])


@kernel
def undo(live: Live, mark: int) -> None:
    """Restores `state` to what it was when the trail had length `mark`, and empties the queue."""
    state, trail, queue, now = live.state, live.trail, live.queue, live.now
    for i in range(now[TRAIL] - 1, mark - 1, -1):
        state[np.int64(trail[i, 0])] = trail[i, 1]
    now[TRAIL] = mark
    now[STAMP] += 1
    while now[LENGTH] > 0:
        pop(queue, now)


@kernel
def count_words(board: Board, live: Live, slot: int) -> int:
    """How many words the slot can still take."""
    return np.int64(live.state[board.count_at + slot])


@kernel
def first_word(board: Board, live: Live, slot: int) -> int:
    """The lowest (best) word id of a slot with a nonempty domain; -1 if it is empty."""
    state, block = live.state, live.block
    at = board.domain_at[slot]
    best = -1
    for i in range(np.int64(state[board.live_at + slot])):
        number = block[at + i]
        word = state[at + number]
        if word != ZERO and (best < 0 or number * 64 < best):
            best = number * 64 + lowest_bit(word)
    return best


@kernel
def remove_word(board: Board, live: Live, slot: int, word: int) -> bool:
    """Removes one word from a slot; False when the domain became empty."""
    place = board.domain_at[slot] + word // 64
    bit = ONE << np.uint64(word % 64)
    if live.state[place] & bit == ZERO:
        return True
    write(live.state, live.stamp, live.trail, live.now, place, live.state[place] & ~bit)
    return settle_slot(board, live, slot)


@kernel
def settle_slot(board: Board, live: Live, slot: int) -> bool:
    """`settle` for callers outside the innermost loop."""
    return settle(
        live.state,
        live.stamp,
        live.trail,
        live.now,
        live.block,
        live.queue,
        board.domain_at[slot],
        board.live_at + slot,
        board.count_at + slot,
        slot,
    )


@kernel
def assign_word(board: Board, live: Live, slot: int, word: int) -> None:
    """Leaves a slot one word, which must be in its domain."""
    state, stamp, trail, now, block = live.state, live.stamp, live.trail, live.now, live.block
    at = board.domain_at[slot]
    chosen = word // 64
    for i in range(np.int64(state[board.live_at + slot])):
        number = block[at + i]
        kept = ONE << np.uint64(word % 64) if number == chosen else ZERO
        write(state, stamp, trail, now, at + number, kept)
    settle_slot(board, live, slot)


@kernel
def keep_letters_of_slot(
    words: Words, board: Board, live: Live, slot: int, position: int, gone: np.uint64, kept: np.uint64
) -> bool:
    """`keep_letters` and `settle` for callers outside the innermost loop; False when the domain became empty."""
    n_blocks = board.blocks[slot]
    changed = keep_letters(
        words.bits,
        live.state,
        live.stamp,
        live.trail,
        live.now,
        live.block,
        board.domain_at[slot],
        np.int64(live.state[board.live_at + slot]),
        words.bits_at[board.length[slot]] + position * words.n_letters * n_blocks,
        n_blocks,
        gone,
        kept,
    )
    return settle_slot(board, live, slot) if changed else True


@kernel
def strike_class(words: Words, board: Board, live: Live, slot: int, class_: int) -> bool:
    """Removes the words of a class from a slot; False when the domain became empty."""
    state, stamp, trail, now, block = live.state, live.stamp, live.trail, live.now, live.block
    at = board.domain_at[slot]
    row = words.class_at[board.length[slot]] + class_ * board.blocks[slot]
    changed = False
    for i in range(np.int64(state[board.live_at + slot])):
        number = block[at + i]
        old = state[at + number]
        new = old & ~words.class_bits[row + number]
        if new != old:
            write(state, stamp, trail, now, at + number, new)
            changed = True
    return settle_slot(board, live, slot) if changed else True


@kernel
def count_classes(words: Words, board: Board, live: Live, slot: int, word: int) -> int:
    """Charges a decided slot's word to its classes and strikes what the grid can't bear any more.

    Returns the slot that became empty, or -1.
    """
    classes = words.classes[word]
    for class_ in range(N_CLASSES):
        if classes >> class_ & 1 == 0:
            continue
        spent = np.int64(live.state[board.class_at + class_]) + 1
        write(live.state, live.stamp, live.trail, live.now, board.class_at + class_, np.uint64(spent))
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
            if state[domain_at[other] + other_word // 64] & bit != ZERO:
                if not remove_word(board, live, other, other_word):
                    return other
    return -1


@kernel
def decide(words: Words, board: Board, live: Live, slot: int) -> int:
    """What follows when a slot has one word left: its family goes elsewhere, its classes are charged.

    Returns the slot that became empty, or -1.
    """
    write(live.state, live.stamp, live.trail, live.now, board.decided_at + slot, ONE)
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
def propagate(words: Words, board: Board, live: Live, scratch: NDArray[np.uint64]) -> bool:
    """Filters slots and cells against each other to the fixpoint.

    Precondition: every slot whose domain changed is queued. Postcondition when True: each letter of each
    cell has a word in both its slots, each word fits the letters of its cells, and the family of each
    decided slot is gone elsewhere. When False the failing cell and slot have been blamed, and the caller
    must undo. `scratch` [longest slot] is overwritten.
    """
    n_letters, bits, letters = words.n_letters, words.bits, words.letters
    bits_at, letters_at = words.bits_at, words.letters_at
    lengths, first, cells = board.length, board.first, board.cells
    slot_at, position_at, blocks = board.slot_at, board.position_at, board.blocks
    domain_at, residue_at = board.domain_at, board.residue_at
    live_at, count_at, mask_at, decided_at = board.live_at, board.count_at, board.mask_at, board.decided_at
    state, stamp, trail, now = live.state, live.stamp, live.trail, live.now
    block, residue, queue, statistics = live.block, live.residue, live.queue, live.statistics
    while now[LENGTH] > 0:
        slot = pop(queue, now)
        statistics[REVISIONS] += 1
        n_words = np.int64(state[count_at + slot])
        if n_words == 1 and state[decided_at + slot] == ZERO:
            emptied = decide(words, board, live, slot)
            if emptied >= 0:
                blame(live, -1, emptied)
                statistics[FAULT] = emptied
                return False
        length = lengths[slot]
        at = domain_at[slot]
        n_live = np.int64(state[live_at + slot])
        few = n_words <= SMALL
        if few:
            letters_by_position(letters, state, block, at, n_live, letters_at[length], length, scratch)
        for position in range(length):
            cell = cells[first[slot] + position]
            old = state[mask_at + cell]
            if old & (old - ONE) == ZERO:
                continue
            new = ZERO
            if few:
                new = old & scratch[position]
            else:
                row = bits_at[length] + position * n_letters * blocks[slot]
                memo = residue_at[slot] + position * n_letters
                left = old
                while left != ZERO:
                    letter = lowest_bit(left)
                    left &= left - ONE
                    if supported(
                        bits, state, block, residue, at, n_live, row + letter * blocks[slot], memo + letter
                    ):
                        new |= ONE << np.uint64(letter)
            if new == old:
                continue
            write(state, stamp, trail, now, mask_at + cell, new)
            axis = 1 if slot_at[cell, 0] == slot else 0
            other = slot_at[cell, axis]
            ok = new != ZERO
            if ok and other >= 0:
                n_blocks = blocks[other]
                rows = bits_at[lengths[other]] + position_at[cell, axis] * n_letters * n_blocks
                there = domain_at[other]
                live_there = np.int64(state[live_at + other])
                gone = old & ~new
                if keep_letters(
                    bits, state, stamp, trail, now, block, there, live_there, rows, n_blocks, gone, new
                ):
                    ok = settle(
                        state,
                        stamp,
                        trail,
                        now,
                        block,
                        queue,
                        there,
                        live_at + other,
                        count_at + other,
                        other,
                    )
            if not ok:
                blame(live, cell, other if other >= 0 else slot)
                statistics[FAULT] = other if other >= 0 else slot
                return False
    return True
