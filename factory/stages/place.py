"""Placing a secret as newspapers do: the parts of the punchline are whole across answers, from top to bottom.

The punchline is cut between words into up to four parts; rows and columns are drawn for them, the mask is climbed
round them, and the letters stand before the fill. Many placements are tried cheaply, one propagation each;
the least constrained are searched.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from factory.grid import Cell, Direction, Mask, Slot, SlotTable, derive_slots, slot_table
from factory.kernels import mask as mask_kernel
from factory.kernels.base import below
from factory.kernels.fill import Words
from factory.kernels.mask import Costs
from factory.stages.fill import (
    Fill,
    FillSettings,
    FillStatistics,
    FillStatus,
    close_fill,
    measure_kappa,
    open_fill,
    run_search,
    slot_without_words,
)
from factory.stages.mask import MaskSettings, find_mask, mask_costs
from factory.stages.secret import SecretSettings
from factory.words.orthography import Orthography

MAX_PARTS = 4


@dataclass(frozen=True)
class Part:
    """A part of a punchline: its spelling and its letter codes."""

    spelling: str
    codes: bytes


@dataclass(frozen=True)
class Placement:
    """A mask with the parts in it; cells of each part from left to right, parts from top to bottom."""

    mask: Mask
    parts: tuple[tuple[Part, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class PlacedFill:
    """A fill round a placed punchline; word ids are -1 at the slots of its parts."""

    fill: Fill
    placement: Placement | None
    masks: int
    mask_steps: int


def punchline_words(punchline: str, orthography: Orthography) -> tuple[Part, ...]:
    """The words of a punchline with their letters; punctuation is laid without."""
    words = []
    for word in punchline.split():
        bare = "".join(char for char in word if not unicodedata.category(char).startswith("P"))
        if bare:
            words.append(Part(orthography.display(bare), orthography.codes(orthography.cells(bare))))
    return tuple(words)


def cuts(words: Sequence[Part], longest: int) -> tuple[tuple[Part, ...], ...]:
    """All ways to cut a punchline between words into at most four parts of 2..longest cells, fewest parts first.

    A word of one letter joins a neighbour by itself: alone it is too short for a part.
    """
    found: list[tuple[Part, ...]] = []
    for n_parts in range(1, min(MAX_PARTS, len(words)) + 1):
        for ends in combinations(range(1, len(words)), n_parts - 1):
            bounds = (0, *ends, len(words))
            parts = tuple(
                Part(
                    " ".join(word.spelling for word in words[a:b]),
                    b"".join(word.codes for word in words[a:b]),
                )
                for a, b in pairwise(bounds)
            )
            if all(2 <= len(part.codes) <= longest for part in parts):
                found.append(parts)
    return tuple(found)


def fill_placed(
    rows: int,
    columns: int,
    ways: Sequence[tuple[Part, ...]],
    words: Words,
    masks: MaskSettings,
    settings: FillSettings,
    secret: SecretSettings,
    *,
    random: NDArray[np.uint64],
) -> PlacedFill:
    """A filled grid with one of the `ways` to cut the punchline placed in it.

    `secret.placements` masks are climbed round drawn placements and propagated with the letters set; then they
    are searched from the least constrained on, `secret.searches` of them, with `secret.plan_nodes` each.
    """
    candidates: list[tuple[float, int, Placement, SlotTable, NDArray[np.uint64]]] = []
    steps = 0
    costs = mask_costs(words, masks, longest=max(rows, columns))
    for number in range(secret.placements):
        parts = ways[below(random, len(ways))]
        spots = _draw_spots(rows, columns, parts, random)
        if spots is None:
            continue
        own = _own_faults(costs, spots)
        fixed = _fixed(rows, columns, spots)
        found = find_mask(rows, columns, words, masks, random=random, fixed=fixed, own_faults=own)
        steps += found.steps
        if found.faults > own:
            continue
        placement = Placement(found.mask, tuple(zip(parts, spots, strict=True)))
        table, allowed = placed_table(placement)
        if slot_without_words(table, words) >= 0:
            continue
        board, live, fits = open_fill(table, words, settings, floor=1.0, allowed=allowed)
        if fits:
            kappa = measure_kappa(words, board, live)
            if kappa <= settings.max_kappa:
                candidates.append((kappa, number, placement, table, allowed))
    candidates.sort(key=lambda candidate: candidate[:2])
    statistics = FillStatistics()
    for kappa, _, placement, table, allowed in candidates[: secret.searches]:
        board, live, _ = open_fill(table, words, settings, floor=1.0, allowed=allowed)
        result = run_search(words, settings, board, live, random=random, nodes=secret.plan_nodes)
        fill = close_fill(words, board, live, result, kappa=kappa, floor=1.0)
        statistics += fill.statistics
        if fill.status is FillStatus.FILLED:
            whole = _with_parts(placement, fill.word_ids)
            done = Fill(fill.status, whole, statistics, kappa, 1.0, -1)
            return PlacedFill(done, placement, secret.placements, steps)
    status = FillStatus.SPENT if candidates else FillStatus.IMPOSSIBLE
    return PlacedFill(Fill(status, (), statistics, float("inf"), 1.0, -1), None, secret.placements, steps)


def placed_table(placement: Placement) -> tuple[SlotTable, NDArray[np.uint64]]:
    """The slots that take words (those of the parts are left out), and the letters each cell may take."""
    slots = derive_slots(placement.mask)
    own = {cells for _, cells in placement.parts}
    taken = tuple(slot for slot in slots if not _is_part(slot, own))
    table = slot_table(placement.mask, taken)
    columns = placement.mask.shape[1]
    letter_of = {
        row * columns + column: code
        for part, cells in placement.parts
        for (row, column), code in zip(cells, part.codes, strict=True)
    }
    allowed = np.full(len(table.place), ~np.uint64(0), np.uint64)
    for cell, place in enumerate(table.place):
        if int(place) in letter_of:
            allowed[cell] = np.uint64(1) << np.uint64(letter_of[int(place)])
    return table, allowed


def _is_part(slot: Slot, own: set[tuple[Cell, ...]]) -> bool:
    return slot.direction is Direction.ACROSS and slot.cells in own


def _with_parts(placement: Placement, word_ids: tuple[int, ...]) -> tuple[int, ...]:
    """The word ids of all slots in derived order, -1 at the parts."""
    own = {cells for _, cells in placement.parts}
    words = iter(word_ids)
    return tuple(-1 if _is_part(slot, own) else next(words) for slot in derive_slots(placement.mask))


def _draw_spots(
    rows: int, columns: int, parts: Sequence[Part], random: NDArray[np.uint64]
) -> tuple[tuple[Cell, ...], ...] | None:
    """Cells for each part: rows from top to bottom, at least one row apart where there is room."""
    free = rows - 1
    gap = 2 if 2 * len(parts) - 1 <= free else 1
    slack = free - (gap * (len(parts) - 1) + 1)
    if slack < 0:
        return None
    offsets = sorted(below(random, slack + 1) for _ in parts)
    spots: list[tuple[Cell, ...]] = []
    for i, part in enumerate(parts):
        row = 1 + offsets[i] + gap * i
        room = columns - 1 - len(part.codes)
        # Left of the part stand the border, or a clue cell with a run of none, two or more before it; so at
        # the right. That rules out a part that begins in column 3 or ends two cells before the last.
        starts = [c for c in range(1, room + 2) if c != 3 and room + 1 - c != 2] or [1]
        first = starts[below(random, len(starts))]
        spots.append(tuple((row, first + k) for k in range(len(part.codes))))
    return tuple(spots)


def _fixed(rows: int, columns: int, spots: Sequence[tuple[Cell, ...]]) -> NDArray[np.uint8]:
    """What the mask search must honour: letters of the parts, clue cells at their ends."""
    fixed = np.zeros((rows, columns), np.uint8)
    for cells in spots:
        row, first = cells[0]
        for r, c in cells:
            fixed[r, c] = mask_kernel.MUST_LETTER
        if first > 1:
            fixed[row, first - 1] = mask_kernel.MUST_CLUE
        if cells[-1][1] + 1 < columns:
            fixed[row, cells[-1][1] + 1] = mask_kernel.MUST_CLUE
    return fixed


def _own_faults(costs: Costs, spots: Sequence[tuple[Cell, ...]]) -> int:
    """Parts of a length that the mask counts as a fault: here they are none, since they take no word."""
    return sum(int(costs.run[int(cells[0][0] == 1), len(cells), mask_kernel.FAULTS]) for cells in spots)
