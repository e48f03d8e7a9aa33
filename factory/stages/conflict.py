"""Why nothing fits: a small set of slots that cannot be filled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as kernel
from factory.kernels.fill import Words
from factory.stages.board import open_board, slot_without_words
from factory.stages.fill import FillSettings, limit_classes, reopen, run_search

STATE = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9)
"""The generator starts every trial anew from here, so that a trial's outcome hangs on its slots alone."""


@dataclass(frozen=True)
class Conflict:
    """Slots that cannot be filled together; without any one of them that is no longer proved.

    slots: slot ids, ascending; of a filled or undecided grid none.
    is_minimal: False when the budget ran out before each of them had been tried without.
    trials, nodes: subsets searched, and decisions taken in them.
    """

    slots: tuple[int, ...]
    is_minimal: bool
    trials: int
    nodes: int


def find_conflict(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    *,
    allowed: NDArray[np.uint64] | None = None,
    trial_nodes: int = 2000,
    max_nodes: int = 200_000,
) -> Conflict:
    """A minimal set of slots that cannot be filled together; no slots when none was proved.

    QuickXplain (Junker, AAAI 2004) over the slots, the ones near the spot of the failure first. The words of
    the last rung of `settings.floors`, the rules and the budgets for classes of words are those of the whole grid.

    Args:
        table: the slots; letters may be unchecked.
        words: the lexicon.
        settings: rules, rungs and weights of the search.
        allowed: uint64 [letter cell], the letters a cell may take; all when missing.
        trial_nodes: decisions that one proof may take, the first one of the whole grid `max_nodes`.
        max_nodes: decisions of all trials together.
    """
    missing = slot_without_words(table, words)
    if missing >= 0:
        return Conflict((missing,), True, 0, 0)
    trials = _Trials(table, words, settings, allowed, trial_nodes, max_nodes)
    start = trials.find_start()
    if start < 0:
        return Conflict((), True, trials.count, trials.nodes)
    order = _from_slot(table, start)
    near = 1
    while near < len(order) and not trials.is_proved(order[:near]):
        near = min(2 * near, len(order))
    if near == len(order) and not trials.is_proved(order):
        # Proved at first, but not within the nodes of a trial.
        return Conflict(tuple(sorted(order)), False, trials.count, trials.nodes)
    slots = _explain(trials, [], [], order[:near])
    slots, is_minimal = _drop_spare(trials, slots)
    return Conflict(tuple(sorted(slots)), is_minimal, trials.count, trials.nodes)


def sub_table(table: SlotTable, slots: Sequence[int]) -> SlotTable:
    """The table with some of its slots only; their new ids are their places in `slots`, the cells keep theirs."""
    new_id = np.full(len(table.length) + 1, -1, np.int64)
    new_id[list(slots)] = np.arange(len(slots))
    length = table.length[list(slots)]
    parts = [table.cells[table.first[slot] :][: table.length[slot]] for slot in slots]
    first = np.zeros(len(slots), np.int64)
    first[1:] = np.cumsum(length)[:-1]
    slot_at = new_id[table.slot_at]
    return SlotTable(
        length=length,
        first=first,
        cells=np.concatenate(parts) if parts else np.zeros(0, np.int64),
        slot_at=slot_at,
        position_at=np.where(slot_at >= 0, table.position_at, -1),
        partner=new_id[table.partner[list(slots)]],
        place=table.place,
    )


class _Trials:
    """Searches of subsets of the slots, and what they cost."""

    def __init__(
        self,
        table: SlotTable,
        words: Words,
        settings: FillSettings,
        allowed: NDArray[np.uint64] | None,
        trial_nodes: int,
        max_nodes: int,
    ) -> None:
        self.table = table
        self.words = words
        self.settings = settings
        self.allowed = allowed
        self.trial_nodes = trial_nodes
        self.max_nodes = max_nodes
        self.count = 0
        self.nodes = 0

    @property
    def is_spent(self) -> bool:
        return self.nodes >= self.max_nodes

    def find_start(self) -> int:
        """The slot that failed most while the whole grid was proved to have no fill; -1 when it was not."""
        proved, fault, weights = self._search(range(len(self.table.length)), self.max_nodes)
        if not proved:
            return -1
        return int(np.argmax(weights)) if weights.any() else fault

    def is_proved(self, slots: Sequence[int]) -> bool:
        """Whether the slots are proved to have no fill within the nodes of a trial."""
        return not self.is_spent and self._search(slots, self.trial_nodes)[0]

    def _search(self, slots: Sequence[int], nodes: int) -> tuple[bool, int, NDArray[np.float64]]:
        """Whether nothing fits, the slot that became empty last, and the slots' weights."""
        self.count += 1
        part = sub_table(self.table, slots)
        board, live = open_board(part, self.words)
        limit_classes(live, self.settings, n_slots=len(self.table.length))
        floor = self.settings.floors[-1]
        fits = reopen(part, self.words, self.settings, board, live, floor=floor, allowed=self.allowed)
        result = kernel.IMPOSSIBLE
        if fits:
            random = np.array(STATE, np.uint64)
            result = run_search(self.words, self.settings, board, live, random=random, nodes=nodes)
        self.nodes += int(live.statistics[kernel.NODES])
        return result == kernel.IMPOSSIBLE, int(live.statistics[kernel.FAULT]), live.slot_weight


def _from_slot(table: SlotTable, start: int) -> list[int]:
    """The slots by their distance from `start` over crossings, then by id; unreachable ones last."""
    order = [start]
    seen = {start}
    for slot in order:
        cells = table.cells[table.first[slot] :][: table.length[slot]]
        crossing = {int(other) for other in table.slot_at[cells].ravel() if other >= 0} - seen
        order += sorted(crossing)
        seen |= crossing
    return order + [slot for slot in range(len(table.length)) if slot not in seen]


def _explain(trials: _Trials, ground: list[int], added: list[int], slots: list[int]) -> list[int]:
    """The slots out of `slots` that are needed with `ground` for a proof; `added` came last to the ground."""
    if added and trials.is_proved(ground):
        return []
    if len(slots) == 1:
        return slots
    half = len(slots) // 2
    near, far = slots[:half], slots[half:]
    of_far = _explain(trials, ground + near, near, far)
    of_near = _explain(trials, ground + of_far, of_far, near)
    return of_near + of_far


def _drop_spare(trials: _Trials, slots: list[int]) -> tuple[list[int], bool]:
    """The slots without those that a proof does without, and whether each one left was tried.

    A bounded search may prove a set and miss a larger one, so what QuickXplain leaves is tried slot by slot.
    """
    if not trials.is_proved(slots):
        return slots, False
    tried = 0
    while tried < len(slots) and len(slots) > 1:
        if trials.is_spent:
            return slots, False
        rest = slots[:tried] + slots[tried + 1 :]
        if trials.is_proved(rest):
            slots, tried = rest, 0
        else:
            tried += 1
    return slots, not trials.is_spent
