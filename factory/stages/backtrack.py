"""Plain backtracking over the slots of a grid at a chosen level of consistency, and the exact count of fills."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import backtrack as kernel
from factory.kernels.board import Words
from factory.stages.board import open_board, slot_without_words


class Consistency(Enum):
    """What a placed word does to the slots that are still empty."""

    NONE = kernel.NONE
    """Nothing: it is only checked against the words placed across it."""
    FORWARD = kernel.FORWARD
    """The slots that it crosses keep the words that agree with it (forward checking)."""
    ROOT = kernel.ROOT
    """The same, after the whole grid was made arc consistent once."""
    MAINTAINED = kernel.MAINTAINED
    """The whole grid is made arc consistent again (maintained arc consistency)."""


@dataclass(frozen=True)
class Solutions:
    """What a search came to."""

    fills: tuple[tuple[int, ...], ...]
    """The first fills, each a word id per slot."""
    count: int
    """All that were found."""
    complete: bool
    """Whether there are no more than `count`, or as many as were wanted; else the budget is spent."""
    nodes: int
    """Words placed."""
    backtracks: int
    """Slots whose words were all tried."""
    revisions: int
    """Times that a slot's words were compared with a crossing."""


def backtrack(
    table: SlotTable,
    words: Words,
    consistency: Consistency,
    *,
    allowed: NDArray[np.uint64],
    wanted: int = 1,
    keep: int = 1,
    max_nodes: int = 10**9,
) -> Solutions:
    """The fills of a grid, best words first, no two words of one family.

    Args:
        table: the slots; letters may be unchecked.
        words: the lexicon.
        consistency: the level.
        allowed: uint64 [letter cell], the letters a cell may take.
        wanted: fills to count before the search ends.
        keep: fills to return, at most.
        max_nodes: words to place before the search gives up.
    """
    if slot_without_words(table, words) >= 0:
        return Solutions((), 0, True, 0, 0, 0)
    board, _ = open_board(table, words)
    domain = root_domains(table, words, allowed)
    fills = np.zeros((min(keep, wanted), len(table.length)), np.int32)
    statistics = np.zeros(4, np.int64)
    complete = kernel.backtrack(words, board, domain, consistency.value, max_nodes, fills, wanted, statistics)
    found = int(statistics[kernel.FOUND])
    return Solutions(
        fills=tuple(tuple(int(word) for word in fill) for fill in fills[:found]),
        count=found,
        complete=bool(complete),
        nodes=int(statistics[kernel.TRIED]),
        backtracks=int(statistics[kernel.BACKTRACKS]),
        revisions=int(statistics[kernel.REVISED]),
    )


def root_domains(table: SlotTable, words: Words, allowed: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """uint64 [slot, block]: the words of each slot's length that the allowed letters leave (node consistency)."""
    blocks = words.blocks[table.length]
    domain = np.zeros((len(table.length), int(blocks.max(initial=1))), np.uint64)
    for slot, length in enumerate(table.length):
        size, at = int(words.size[length]), int(words.letters_at[length])
        letters = words.letters[at : at + size * length].reshape(size, length)
        cells = table.cells[table.first[slot] : table.first[slot] + length]
        fits = ((allowed[cells] >> letters.astype(np.uint64)) & np.uint64(1)).all(axis=1)
        padded = np.zeros(domain.shape[1] * 64, np.bool_)
        padded[:size] = fits
        domain[slot] = np.packbits(padded, bitorder="little").view(np.uint64)
    return domain
