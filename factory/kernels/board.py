"""The arrays of a fill: words as bits, the board that stays fixed, and all that changes during the search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NODES, FAILS, RESTARTS, REVISIONS, FAULT = 0, 1, 2, 3, 4
"""Places in the statistics array; FAULT is the slot whose domain became empty last (-1 = none)."""

ONE = np.uint64(1)
ZERO = np.uint64(0)

LANES = 8
"""Domains and bit rows are padded to a multiple of so many blocks, the width of a 512-bit register, so that
the loops over them run in whole steps."""

LIMITED, CODE, RARE, LONG_CLUE, ALONE = range(5)
"""Classes of words. Of the first three a grid bears only a few (see Live.budget); two words with long clues
don't share a clue cell; one of class ALONE has a clue that leaves no room for another."""
N_CLASSES = 5
RARE_APART = 5
"""Place in the budget: 1 = two rare words never cross."""


class Words(NamedTuple):
    """The words of all lengths, flat. Length n has `size[n]` words from `first[n]` on, best score first.

    bits: uint64, from `bits_at[n]`: [position, letter, block] of that length, `blocks[n]` blocks a row.
    letters: uint8, from `letters_at[n]`: [word, position].
    score: float32 [word]. family: int32 [word]: words of one family never share a grid.
    member_at: int64 [family + 1], offsets into `member`, int64: the global word ids of the family.
    length: int64 [word], length of a global word id.
    classes: uint8 [word], bit k set for a word of class k. class_bits: uint64, from `class_at[n]`: [class,
    block] of length n.
    """

    n_letters: int
    size: NDArray[np.int64]
    blocks: NDArray[np.int64]
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
    blocks: int64 [slot], 64-bit words in the slot's domain, a multiple of LANES.
    domain_at: uint64 [slot], the domain's offset in `state`.
    residue_at: int64 [slot], offset in `Live.residue` of its [position, letter] table.
    mask_at, class_at, decided_at: offsets in `state` of the cells' letter sets, of the words decided in each
    class, of the slots' decided flags; the slots' word counts come first, at 0.
    """

    length: NDArray[np.int64]
    first: NDArray[np.int64]
    cells: NDArray[np.int64]
    slot_at: NDArray[np.int64]
    position_at: NDArray[np.int64]
    partner: NDArray[np.int64]
    blocks: NDArray[np.int64]
    domain_at: NDArray[np.uint64]
    residue_at: NDArray[np.int64]
    mask_at: int
    class_at: int
    decided_at: int


class Live(NamedTuple):
    """What changes during a fill; every kernel here works in place on it.

    state: uint64: word counts, cell letter sets, class counts, decided flags, domains.
    stamp: int64 [count, letter set or class count], the level of the last save.
    trail: uint64, entries of saved values, see factory.kernels.domains.save.
    residue: uint32, block that last supported a letter. queue: int64 [2, slot + 1], a ring of slots to revise
    and their flags. cell_weight: float64 [cell], slot_weight: float64 [slot].
    now: int64 [5]: stamp of the open level, trail length, queue head, queue length, last stamp given.
    increment: float64 [1]: what a failure adds to a weight.
    budget: int64 [N_CLASSES + 1], words of each class that a grid may hold, and RARE_APART.
    statistics: int64 [5]. row: uint64 [most blocks] and sets: uint64 [longest slot] are scratch.
    """

    state: NDArray[np.uint64]
    stamp: NDArray[np.int64]
    trail: NDArray[np.uint64]
    residue: NDArray[np.uint32]
    queue: NDArray[np.int64]
    cell_weight: NDArray[np.float64]
    slot_weight: NDArray[np.float64]
    now: NDArray[np.int64]
    increment: NDArray[np.float64]
    budget: NDArray[np.int64]
    statistics: NDArray[np.int64]
    row: NDArray[np.uint64]
    sets: NDArray[np.uint64]


STAMP, TRAIL, HEAD, LENGTH, LAST_STAMP = 0, 1, 2, 3, 4
"""Places in Live.now."""
