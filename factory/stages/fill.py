"""Filling a mask: from slots and words to a word for each slot, or the reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as kernel
from factory.kernels.fill import Board, Live, Words
from factory.section import section
from factory.stages.board import measure_kappa, open_board, slot_without_words


@section
class FillSettings:
    """How the fill search spends its effort; every number counts work, none counts time."""

    floors: tuple[Annotated[float, Gt(0), Le(1)], ...] = (0.5, 0.75, 1.0)
    """Rungs of the quality ladder: the share of the words of each length that a rung may use, best first."""
    spare_words: Annotated[int, Ge(0)] = 400
    """A rung never cuts a length below this many words: short words are too precious."""
    nodes: Annotated[int, Ge(1)] = 3000
    """Decisions that one rung may take; the last rung may take `last_nodes`."""
    last_nodes: Annotated[int, Ge(1)] = 20000
    first_restart: Annotated[int, Ge(1)] = 30
    """Failures before the first restart."""
    restart_growth: Annotated[float, Ge(1.0)] = 1.3
    """Factor of the allowance from one restart to the next."""
    word_runs: Annotated[int, Ge(0)] = 8
    """Runs that decide words, good ones first; later ones decide letters, which gets further in tight masks."""
    score_weight: Annotated[float, Ge(0)] = 1.0
    """Weight of a word's score against the logarithms of its crossing supports."""
    jitter: Annotated[float, Ge(0)] = 0.7
    """Size of the random part in the choice of a word."""
    max_kappa: Annotated[float, Gt(0), Le(2)] = 0.98
    """Above this constrainedness the search is not begun; nothing was ever seen to fill there."""
    limited_share: Annotated[float, Ge(0), Le(1)] = 0.14
    """Share of the slots that may take limited words (codes, abbreviations, foreign, archaic, dialect)."""
    codes_per_15_slots: Annotated[int, Ge(0)] = 1
    """Codes for each 15 slots begun."""
    rare_share: Annotated[float, Ge(0), Le(1)] = 0.15
    """Share of the slots that may take rare words."""
    rare_below: Annotated[float, Ge(0)] = 2.5
    """A word of lower or unknown Zipf frequency is rare."""
    rare_apart: bool = True
    """Two rare words never cross."""


class FillStatus(Enum):
    """The three outcomes of a search."""

    FILLED = kernel.FILLED
    IMPOSSIBLE = kernel.IMPOSSIBLE
    SPENT = kernel.SPENT


@dataclass(frozen=True)
class FillStatistics:
    """The counted effort of a fill."""

    nodes: int = 0
    fails: int = 0
    restarts: int = 0
    revisions: int = 0

    def __add__(self, other: FillStatistics) -> FillStatistics:
        return FillStatistics(
            self.nodes + other.nodes,
            self.fails + other.fails,
            self.restarts + other.restarts,
            self.revisions + other.revisions,
        )


@dataclass(frozen=True)
class Fill:
    """What a fill came to.

    word_ids holds, for a filled mask, the word of each slot in its length table; else it is empty.
    fault is a slot whose domain became empty last, -1 if none: where to look when nothing fits.
    """

    status: FillStatus
    word_ids: tuple[int, ...]
    statistics: FillStatistics
    kappa: float
    floor: float
    fault: int


def fill_mask(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    *,
    random: NDArray[np.uint64],
    allowed: NDArray[np.uint64] | None = None,
) -> Fill:
    """A word for each slot, from the highest rung of the ladder that yields a fill.

    Args:
        table: the slots.
        words: the lexicon.
        settings: budgets and weights.
        random: generator state, changed in place.
        allowed: uint64 [letter cell], the letters a cell may take; all when missing.

    The fill is IMPOSSIBLE only when the last rung (which should be the whole lexicon) is proved so.
    """
    fault = slot_without_words(table, words)
    if fault >= 0:
        return Fill(FillStatus.IMPOSSIBLE, (), FillStatistics(), float("inf"), 1.0, fault)
    board, live, fits = open_fill(table, words, settings, floor=settings.floors[0], allowed=allowed)
    result, kappa = kernel.IMPOSSIBLE, float("inf")
    for rung, floor in enumerate(settings.floors):
        if rung > 0:
            fits = reopen(table, words, settings, board, live, floor=floor, allowed=allowed)
        if not fits:
            result = kernel.IMPOSSIBLE
            continue
        kappa = measure_kappa(words, board, live)
        if kappa > settings.max_kappa:
            result = kernel.SPENT
            continue
        nodes = settings.last_nodes if rung == len(settings.floors) - 1 else settings.nodes
        result = run_search(words, settings, board, live, random=random, nodes=nodes)
        if result == kernel.FILLED:
            return close_fill(words, board, live, result, kappa=kappa, floor=floor)
    return close_fill(words, board, live, result, kappa=kappa, floor=settings.floors[-1])


def open_fill(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    *,
    floor: float,
    allowed: NDArray[np.uint64] | None = None,
) -> tuple[Board, Live, bool]:
    """The arrays of one fill, opened with the best share `floor` of the words and propagated once.

    The last value is False when that alone empties a domain; then nothing fits.
    """
    board, live = open_limited_board(table, words, settings)
    return board, live, reopen(table, words, settings, board, live, floor=floor, allowed=allowed)


def open_limited_board(table: SlotTable, words: Words, settings: FillSettings) -> tuple[Board, Live]:
    """The arrays of one fill, with what the grid may hold of each class of words."""
    board, live = open_board(table, words)
    limit_classes(live, settings, n_slots=len(table.length))
    return board, live


def limit_classes(live: Live, settings: FillSettings, *, n_slots: int) -> None:
    """Sets the budgets for classes of words of a grid with so many slots."""
    live.budget[kernel.LIMITED] = int(settings.limited_share * n_slots)
    live.budget[kernel.CODE] = settings.codes_per_15_slots * -(-n_slots // 15)
    live.budget[kernel.RARE] = int(settings.rare_share * n_slots)
    live.budget[kernel.RARE_APART] = int(settings.rare_apart)


def reopen(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    board: Board,
    live: Live,
    *,
    floor: float,
    allowed: NDArray[np.uint64] | None = None,
) -> bool:
    """Puts the arrays of a fill back to its beginning; weights and statistics stay. False as in open_fill."""
    if allowed is None:
        allowed = np.full(len(table.slot_at), ~np.uint64(0), np.uint64)
    limit = np.maximum(np.ceil(words.size * floor), np.minimum(words.size, settings.spare_words))
    opened = kernel.start(words, board, live, limit.astype(np.int64), allowed)
    return bool(opened and kernel.propagate(words, board, live))


def run_search(
    words: Words,
    settings: FillSettings,
    board: Board,
    live: Live,
    *,
    random: NDArray[np.uint64],
    nodes: int,
) -> int:
    """The kernel's search with the numbers of `settings` and a budget of `nodes`; its outcome."""
    return int(
        kernel.search(
            words,
            board,
            live,
            random,
            settings.score_weight,
            settings.jitter,
            nodes,
            settings.first_restart,
            settings.restart_growth,
            settings.word_runs,
        )
    )


def close_fill(words: Words, board: Board, live: Live, result: int, *, kappa: float, floor: float) -> Fill:
    """What a finished search came to."""
    filled = result == kernel.FILLED
    word_ids = (
        tuple(kernel.first_word(board, live, slot) for slot in range(len(board.length))) if filled else ()
    )
    fault = int(live.statistics[kernel.FAULT]) if result == kernel.IMPOSSIBLE else -1
    return Fill(FillStatus(result), word_ids, _statistics(live), kappa, floor, fault)


def _statistics(live: Live) -> FillStatistics:
    return FillStatistics(
        nodes=int(live.statistics[kernel.NODES]),
        fails=int(live.statistics[kernel.FAILS]),
        restarts=int(live.statistics[kernel.RESTARTS]),
        revisions=int(live.statistics[kernel.REVISIONS]),
    )
