"""Placing a secret as newspapers do: the parts of the punchline are whole across answers, from top to bottom.

The punchline is cut between words into up to four parts; rows and columns are drawn for them, the mask is climbed
round them, and the letters stand before the fill. Many placements are tried cheaply, one propagation each;
the least constrained are searched.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from factory.grid import Cell, Direction, Mask, Slot, SlotTable, derive_slots, slot_table
from factory.kernels.base import below
from factory.kernels.fill import Words
from factory.stages.board import measure_kappa, slot_without_words
from factory.stages.fill import (
    Fill,
    FillSettings,
    FillStatistics,
    FillStatus,
    close_fill,
    open_fill,
    run_search,
)
from factory.stages.lay import (
    NO_WISHES,
    Layout,
    Wishes,
    allowed_letters,
    fits,
    lay_word,
    lay_words,
    new_layout,
    own_faults,
    starts,
    word_cells,
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
    letters: Mapping[Cell, int]
    """The letter codes of all that is laid, wishes included."""


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
    wishes: Wishes = NO_WISHES,
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
        layout = _lay(rows, columns, parts, spots, wishes, random) if spots else None
        if spots is None or layout is None:
            continue
        own = own_faults(costs, layout)
        found = find_mask(rows, columns, words, masks, random=random, fixed=layout.fixed, own_faults=own)
        steps += found.steps
        if found.faults > own:
            continue
        placement = Placement(found.mask, tuple(zip(parts, spots, strict=True)), layout.letters)
        table, allowed = placed_table(placement)
        if slot_without_words(table, words) >= 0:
            continue
        board, live, opened = open_fill(table, words, settings, floor=1.0, allowed=allowed)
        if opened:
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
            whole = with_parts(placement, fill.word_ids)
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
    allowed = allowed_letters(table, placement.mask.shape[1], placement.letters)
    assert allowed is not None, "the parts have letters"
    return table, allowed


def without_parts(placement: Placement, word_ids: Sequence[int]) -> tuple[int, ...]:
    """The word ids of the slots of placed_table; the reverse of with_parts."""
    own = {cells for _, cells in placement.parts}
    slots = derive_slots(placement.mask)
    return tuple(word for slot, word in zip(slots, word_ids, strict=True) if not _is_part(slot, own))


def _is_part(slot: Slot, own: set[tuple[Cell, ...]]) -> bool:
    return slot.direction is Direction.ACROSS and slot.cells in own


def with_parts(placement: Placement, word_ids: Sequence[int]) -> tuple[int, ...]:
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
        possible = starts(columns, len(part.codes))
        first = possible[below(random, len(possible))]
        spots.append(word_cells((row, first), Direction.ACROSS, len(part.codes)))
    return tuple(spots)


def _lay(
    rows: int,
    columns: int,
    parts: Sequence[Part],
    spots: Sequence[tuple[Cell, ...]],
    wishes: Wishes,
    random: NDArray[np.uint64],
) -> Layout | None:
    """The parts and all that was wished for; None when they don't go together there."""
    layout = new_layout(rows, columns, wishes)
    for part, cells in zip(parts, spots, strict=True):
        if not fits(layout, cells, part.codes):
            return None
        lay_word(layout, cells, part.codes)
    return layout if lay_words(layout, wishes.words, random) is None else None
