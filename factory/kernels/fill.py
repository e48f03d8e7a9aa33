"""Filling a mask with words: letter-level arc consistency on bit rows, and a restarting search above it.

The words of one length are bits of a domain; `bits[position, letter]` says which of them carry a letter
somewhere. Cells keep the set of letters still possible, slots the set of words still possible, and the two
filter each other to a fixpoint. All that changes lies in one array, `state`, so that undoing is one loop.

Ideas: compact-table propagation with residues and sparse sets of live blocks (Demeulenaere et al. 2016),
dom/wdeg (Boussemart et al. 2004) with ageing weights as in MiniSat's activities, last-conflict branching
(Lecoutre et al. 2009), geometric restarts that keep the weights (Walsh 1999).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, count_bits, inlined, kernel, lowest_bit, uniform

FILLED, IMPOSSIBLE, SPENT = 0, 1, 2
"""Outcomes: every slot has its word; proved that no fill exists; a counted budget ran out."""

NODES, FAILS, RESTARTS, REVISIONS, FAULT = 0, 1, 2, 3, 4
"""Places in the statistics array; FAULT is the slot whose domain became empty last (-1 = none)."""

ONE = np.uint64(1)
ZERO = np.uint64(0)

SMALL = 16
"""Below this many words a slot is revised word by word, above letter by letter (picked by eye)."""
AGEING = 1.0 / 0.99
"""Growth of the weight increment at each failure: recent conflicts count more."""
CANDIDATES = 16
"""Words looked at when a slot is decided: the best ones by score, and as many random ones."""


LIMITED, CODE, RARE, LONG_CLUE, ALONE = range(5)
"""Classes of words. Of the first three a grid bears only a few (see Live.budget); two words with long clues
don't share a clue cell; one of class ALONE has a clue that leaves no room for another."""
N_CLASSES = 5
RARE_APART = 5
"""Place in the budget: 1 = two rare words never cross."""


class Words(NamedTuple):
    """The words of all lengths, flat. Length n has `size[n]` words from `first[n]` on, best score first.

    bits: uint64, from `bits_at[n]`: [position, letter, block] of that length.
    letters: uint8, from `letters_at[n]`: [word, position].
    score: float32 [word]. family: int32 [word]: words of one family never share a grid.
    member_at: int64 [family + 1], offsets into `member`, int64: the global word ids of the family.
    length: int64 [word], length of a global word id.
    classes: uint8 [word], bit k set for a word of class k. class_bits: uint64, from `class_at[n]`: [class,
    block] of length n.
    """

    n_letters: int
    size: NDArray[np.int64]
    first: NDArray[np.int64]
    bits_at: NDArray[np.int64]
    letters_at: NDArray[np.int64]
    bits: NDArray[np.uint64]
    letters: NDArray[np.uint8]
    score: NDArray[np.float32]
    family: NDArray[np.int32]
    member_at: NDArray[np.int64]
    member: NDArray[np.int64]
    length: NDArray[np.int64]
    classes: NDArray[np.uint8]
    class_bits: NDArray[np.uint64]
    class_at: NDArray[np.int64]


class Board(NamedTuple):
    """What stays fixed during a fill: slots and the layout of `state`.

    length, first, cells, slot_at, position_at: as in factory.grid.SlotTable.
    partner: int64 [slot], the slot that shares its clue cell; -1 = none.
    blocks: int64 [slot], 64-bit words in the slot's domain. domain_at: int64 [slot], its offset in `state`.
    residue_at: int64 [slot], offset in `Live.residue` of its [position, letter] table.
    live_at, count_at, mask_at: offsets in `state` of the live block numbers, word counts, cell letter sets.
    decided_at, class_at: the same of the slots' decided flags and of the words decided in each class.
    """

    length: NDArray[np.int64]
    first: NDArray[np.int64]
    cells: NDArray[np.int64]
    slot_at: NDArray[np.int64]
    position_at: NDArray[np.int64]
    partner: NDArray[np.int64]
    blocks: NDArray[np.int64]
    domain_at: NDArray[np.int64]
    residue_at: NDArray[np.int64]
    live_at: int
    count_at: int
    mask_at: int
    decided_at: int
    class_at: int


class Live(NamedTuple):
    """What changes during a fill; every kernel here works in place on it.

    state: uint64: domains, live block numbers, counts, cell letter sets, decided flags, class counts.
    stamp: int64 [state], the level stamp of the last save. trail: uint64 [entry, 2], place and saved value.
    block: int64 [all blocks], per slot a permutation of its block numbers, live ones in front.
    residue: int32, block that last supported a letter. queue: int64 [2, slot + 1], a ring of slots to revise
    and their flags. cell_weight: float64 [cell], slot_weight: float64 [slot].
    now: int64 [4]: stamp, trail length, queue head, queue length.
    increment: float64 [1]: what a failure adds to a weight.
    budget: int64 [N_CLASSES + 1], words of each class that a grid may hold, and RARE_APART.
    statistics: int64 [5].
    """

    state: NDArray[np.uint64]
    stamp: NDArray[np.int64]
    trail: NDArray[np.uint64]
    block: NDArray[np.int64]
    residue: NDArray[np.int32]
    queue: NDArray[np.int64]
    cell_weight: NDArray[np.float64]
    slot_weight: NDArray[np.float64]
    now: NDArray[np.int64]
    increment: NDArray[np.float64]
    budget: NDArray[np.int64]
    statistics: NDArray[np.int64]


STAMP, TRAIL, HEAD, LENGTH = 0, 1, 2, 3
"""Places in Live.now."""

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
            ok = remove_word(board, live, decided[depth], word_of[depth])
            if not ok:
                blame(live, -1, decided[depth])
            ok = ok and propagate(words, board, live, scratch)


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
