"""Letter-level arc consistency: cells and slots filter each other to the fixpoint, with the rules of a grid.

Compact-table propagation with residues (Demeulenaere et al. 2016), but on whole domains: the list of live blocks
that the paper keeps costs more than it saves here. A decided word excludes its family and is charged to its classes.
"""

from __future__ import annotations

import numpy as np

from factory.kernels.base import count_bits, kernel, lowest_bit
from factory.kernels.board import (
    FAULT,
    LENGTH,
    LONG_CLUE,
    N_CLASSES,
    ONE,
    RARE,
    RARE_APART,
    REVISIONS,
    ZERO,
    Board,
    Live,
    Words,
)
from factory.kernels.domains import (
    find_common,
    first_word,
    join_rows,
    keep_slot,
    letters_by_position,
    limit_letters,
    narrow,
    narrow_slot,
    pop,
    remove_word,
    save,
)

SMALL = 64
"""Up to this many words a slot is revised word by word, above letter by letter (measured)."""
AGEING = 1.0 / 0.99
"""Growth of the weight increment at each failure: recent conflicts count more."""


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
