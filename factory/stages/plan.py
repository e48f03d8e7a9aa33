"""Planning a secret: the joke comes first, its letters are pinned in the empty grid, and the fill goes round them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as fill_kernel
from factory.kernels import pins as kernel
from factory.kernels.fill import Words
from factory.stages.board import measure_kappa, slot_without_words
from factory.stages.fill import (
    Fill,
    FillSettings,
    FillStatistics,
    FillStatus,
    close_fill,
    open_fill,
    reopen,
    run_search,
)
from factory.stages.secret import Geometry, SecretSettings


@dataclass(frozen=True)
class PlannedFill:
    """A fill with a punchline in it; cells are letter-cell numbers, empty when it is not filled."""

    fill: Fill
    cells: tuple[int, ...]


def fill_around(
    table: SlotTable,
    geometry: Geometry,
    words: Words,
    punchline: bytes,
    settings: FillSettings,
    secret: SecretSettings,
    *,
    random: NDArray[np.uint64],
    allowed: NDArray[np.uint64] | None = None,
) -> PlannedFill:
    """A fill of the mask that holds the punchline, evenly spread, at cells of the planner's choice.

    A plan is made and searched with a small budget for each of `secret.plan_floors`, the share of the words of
    each length that it may use: first common words only, then all. The fill is IMPOSSIBLE when all words propagated
    without any pin leave some slot none.

    Args:
        table: the slots.
        geometry: the letter cells in reading order.
        words: the lexicon.
        punchline: letter codes.
        settings: weights and budgets of the search.
        secret: how plans are made.
        random: generator state, changed in place.
        allowed: uint64 [letter cell], the letters a cell may take; all when missing.
    """
    nothing = Fill(FillStatus.IMPOSSIBLE, (), FillStatistics(), float("inf"), 1.0, -1)
    if slot_without_words(table, words) >= 0:
        return PlannedFill(nothing, ())
    board, live, fits = open_fill(table, words, settings, floor=secret.plan_floors[0], allowed=allowed)
    codes = np.frombuffer(punchline, np.uint8)
    cells = np.zeros(len(codes), np.int64)
    kappa = float("inf")
    floor = 1.0
    for plan, floor in enumerate(secret.plan_floors):
        if plan > 0:
            fits = reopen(table, words, settings, board, live, floor=floor, allowed=allowed)
        if not fits:
            if floor == 1.0:
                return PlannedFill(
                    close_fill(words, board, live, fill_kernel.IMPOSSIBLE, kappa=kappa, floor=floor), ()
                )
            continue
        pinned = kernel.pin_punchline(
            words,
            board,
            live,
            random,
            codes,
            geometry.beside,
            table.place,
            geometry.columns,
            secret.evenness_bits,
            secret.plan_jitter if plan else 0.0,
            secret.plan_failures,
            cells,
        )
        if not pinned:
            continue
        kappa = measure_kappa(words, board, live)
        if kappa > settings.max_kappa:
            continue
        result = run_search(words, settings, board, live, random=random, nodes=secret.plan_nodes)
        if result == fill_kernel.FILLED:
            found = close_fill(words, board, live, result, kappa=kappa, floor=floor)
            return PlannedFill(found, tuple(int(cell) for cell in cells))
    return PlannedFill(close_fill(words, board, live, fill_kernel.SPENT, kappa=kappa, floor=floor), ())
