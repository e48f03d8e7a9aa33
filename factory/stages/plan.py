"""Planning a secret: the joke comes first, its letters are pinned in the empty grid, and the fill goes round them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as fill_kernel
from factory.kernels import pins as kernel
from factory.kernels.fill import Words
from factory.stages.board import filled_letters, measure_kappa, slot_without_words
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

NO_LETTER: Final = 255
"""Where no free fill says which letter a cell has."""


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

    Plan after plan is made and searched with a small budget: first with common words only, then with all, where the
    letters that a free fill of the same grid has already come cheap, since they are known to go together. Evenness
    counts for less from plan to plan. The fill is IMPOSSIBLE when the grid is proved to have none, whatever the
    punchline.

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
    floors = secret.plan_floors
    board, live, fits = open_fill(table, words, settings, floor=floors[0], allowed=allowed)
    codes = np.frombuffer(punchline, np.uint8)
    cells = np.zeros(len(codes), np.int64)
    kappa = float("inf")
    floor = 1.0
    known = np.full(len(geometry.cells), NO_LETTER, np.uint8)
    for plan in range(secret.plans):
        floor = floors[min(plan, len(floors) - 1)]
        if plan > 0:
            fits = reopen(table, words, settings, board, live, floor=floor, allowed=allowed)
        if not fits:
            if floor == 1.0:
                return PlannedFill(
                    close_fill(words, board, live, fill_kernel.IMPOSSIBLE, kappa=kappa, floor=floor), ()
                )
            continue
        leaning = plan - max(1, len(floors) - 1)
        if leaning >= 0 and leaning % secret.free_plans == 0:
            kappa = measure_kappa(words, board, live)
            if kappa > settings.max_kappa:
                break
            result = run_search(words, settings, board, live, random=random, nodes=secret.free_nodes)
            if result == fill_kernel.IMPOSSIBLE and floor == 1.0:
                return PlannedFill(close_fill(words, board, live, result, kappa=kappa, floor=floor), ())
            known[:] = filled_letters(board, live) if result == fill_kernel.FILLED else NO_LETTER
            reopen(table, words, settings, board, live, floor=floor, allowed=allowed)
        pinned = kernel.pin_punchline(
            words,
            board,
            live,
            random,
            codes,
            geometry.beside,
            table.place,
            geometry.columns,
            secret.evenness_bits * secret.evenness_fall**plan,
            secret.plan_jitter if plan else 0.0,
            known,
            secret.free_bits,
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
