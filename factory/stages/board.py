"""The arrays of one fill: made for slots and words, and what they say before any search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as kernel
from factory.kernels.fill import Board, Live, Words


def open_board(table: SlotTable, words: Words) -> tuple[Board, Live]:
    """The arrays of one fill: what stays fixed, and what the search changes.

    Every slot must have a length that `words` knows, if only with no words.
    """
    n_slots, n_cells = len(table.length), len(table.slot_at)
    blocks = words.blocks[table.length]
    counted = n_slots + n_cells + kernel.N_CLASSES
    domain_at = np.full(n_slots, counted + n_slots, np.uint64)
    domain_at[1:] += np.cumsum(blocks).astype(np.uint64)[:-1]
    residues = table.length * words.n_letters
    residue_at = np.zeros(n_slots, np.int64)
    residue_at[1:] = np.cumsum(residues)[:-1]
    n_blocks = int(blocks.sum())
    # A level saves each slot, cell and class once; it decides a slot or a cell, or is the lowest.
    trail = (n_slots + n_cells + 2) * (n_blocks + kernel.ENTRY * (counted + 1))
    board = Board(
        partner=table.partner,
        length=table.length,
        first=table.first,
        cells=table.cells,
        slot_at=table.slot_at,
        position_at=table.position_at,
        blocks=blocks,
        domain_at=domain_at,
        residue_at=residue_at,
        mask_at=n_slots,
        class_at=n_slots + n_cells,
        decided_at=counted,
    )
    live = Live(
        state=np.zeros(counted + n_slots + n_blocks, np.uint64),
        stamp=np.zeros(counted, np.int64),
        trail=np.empty(trail, np.uint64),
        residue=np.zeros(int(residues.sum()), np.uint32),
        queue=np.zeros((2, n_slots + 1), np.int64),
        cell_weight=np.ones(n_cells, np.float64),
        slot_weight=np.zeros(n_slots, np.float64),
        now=np.zeros(5, np.int64),
        increment=np.ones(1, np.float64),
        budget=np.full(kernel.N_CLASSES + 1, n_slots + 1, np.int64),
        statistics=np.zeros(5, np.int64),
        row=np.zeros(int(blocks.max(initial=0)), np.uint64),
        sets=np.zeros(int(table.length.max(initial=2)), np.uint64),
    )
    return board, live


def slot_without_words(table: SlotTable, words: Words) -> int:
    """The first slot of a length that has no words at all; -1 when there is none."""
    for slot, length in enumerate(table.length):
        if length >= len(words.size) or words.size[length] == 0:
            return slot
    return -1


def measure_kappa(words: Words, board: Board, live: Live) -> float:
    """The constrainedness of the present domains: 1 - S / (sum of the slots' log2 domains).

    S is the expected log2 of the number of fills: the slot logs plus, for each checked cell, log2 of the
    probability that its two letters agree. A mask without a choice left has kappa 0.
    """
    total, slots = kernel.expected_log_fills(words, board, live)
    return 1.0 - total / slots if slots > 0 else 0.0


def filled_letters(board: Board, live: Live) -> NDArray[np.uint8]:
    """uint8 [letter cell], the letter of each cell of a filled grid."""
    cells = len(board.slot_at)
    sets = live.state[board.mask_at : board.mask_at + cells]
    return np.log2(sets.astype(np.float64)).astype(np.uint8)
