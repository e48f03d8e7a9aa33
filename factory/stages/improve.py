"""Improving a fill: better words region by region, while all that was asked of the grid stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import improve as kernel
from factory.kernels.fill import Words
from factory.section import section
from factory.stages.fill import Fill, FillSettings, FillStatistics, FillStatus, open_limited_board


@section
class ImproveSettings:
    """How much work goes into better words once a mask is filled; all of it is counted."""

    rounds: Annotated[int, Ge(0)] = 1
    """Windows cleared and refilled, for each slot of the mask; 0 leaves the fill as it is."""
    window: Annotated[int, Ge(2)] = 7
    """Most rows and columns of a window."""
    nodes: Annotated[int, Ge(1)] = 30
    """Decisions in one window."""


def improve_fill(
    table: SlotTable,
    words: Words,
    fill: Fill,
    settings: ImproveSettings,
    limits: FillSettings,
    *,
    columns: int,
    random: NDArray[np.uint64],
    allowed: NDArray[np.uint64] | None = None,
) -> Fill:
    """The fill with answers of a total score at least as high, within the same limits.

    Args:
        table: the slots.
        words: the lexicon, all of which may be used.
        fill: what fill_mask and its like made; one that is not filled comes back as it is.
        settings: the effort.
        limits: what the grid may hold of each class of words, and how words are chosen.
        columns: columns of the grid.
        random: generator state, changed in place.
        allowed: uint64 [letter cell], the letters a cell may take. A cell with a single one is never cleared:
            so stay the letters of a secret and all others that were set.
    """
    if fill.status is not FillStatus.FILLED:
        return fill
    board, live = open_limited_board(table, words, limits)
    if allowed is None:
        allowed = np.full(len(table.place), ~np.uint64(0), np.uint64)
    word_ids = np.array(fill.word_ids, np.int64)
    statistics = np.zeros(3, np.int64)
    kernel.improve(
        words,
        board,
        live,
        random,
        table.place,
        columns,
        allowed,
        word_ids,
        limits.score_weight,
        limits.jitter,
        settings.window,
        settings.rounds * len(table.length),
        settings.nodes,
        statistics,
    )
    effort = FillStatistics(nodes=int(statistics[kernel.SEARCHED]))
    return replace(fill, word_ids=tuple(int(word) for word in word_ids), statistics=fill.statistics + effort)


def pinned_letters(
    table: SlotTable,
    words: Words,
    fill: Fill,
    cells: tuple[int, ...],
    allowed: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]:
    """uint64 [letter cell]: only the present letter at `cells`, elsewhere as `allowed` says, or every letter."""
    allowed = np.full(len(table.place), ~np.uint64(0), np.uint64) if allowed is None else allowed.copy()
    for cell in cells:
        axis = 0 if table.slot_at[cell, 0] >= 0 else 1
        slot = table.slot_at[cell, axis]
        length = int(table.length[slot])
        at = words.letters_at[length] + fill.word_ids[slot] * length + table.position_at[cell, axis]
        allowed[cell] = np.uint64(1) << np.uint64(words.letters[at])
    return allowed
