"""Free fills: a mask and a fill without a joke, the smallest whole piece of work, with what it took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from statistics import fmean, median

import numpy as np

from factory.bench.text import Row
from factory.corpus.capacity import random_state
from factory.corpus.equipment import Equipment
from factory.corpus.finish import read_filled
from factory.grid import Mask, Slot, SlotTable, derive_slots, slot_table
from factory.stages.fill import Fill, FillStatus, fill_mask
from factory.stages.mask import MaskResult, find_mask
from factory.stages.secret import hide_all, read_grid


@dataclass(frozen=True)
class FreeFill:
    """One attempt: a mask, its fill, and the CPU seconds of both."""

    found: MaskResult
    slots: tuple[Slot, ...]
    table: SlotTable
    fill: Fill
    mask_seconds: float
    fill_seconds: float

    @property
    def mask(self) -> Mask:
        """The mask."""
        return self.found.mask

    @property
    def filled(self) -> bool:
        """Whether it came to a finished grid."""
        return self.fill.status is FillStatus.FILLED


def free_fills(equipment: Equipment, size: int, *, attempts: int | None = None) -> Iterator[FreeFill]:
    """The attempts of a size, each a function of its number; without end when `attempts` is None."""
    settings = equipment.settings(size, size)
    for number in count() if attempts is None else range(attempts):
        state = random_state(size, number)
        begin = time.process_time()
        found = find_mask(size, size, equipment.words, settings.mask, random=state)
        between = time.process_time()
        slots = derive_slots(found.mask)
        table = slot_table(found.mask, slots)
        fill = fill_mask(table, equipment.words, settings.fill, random=state)
        yield FreeFill(found, slots, table, fill, between - begin, time.process_time() - between)


def load_stages(equipment: Equipment) -> None:
    """Compiles or loads the kernels that free fills and the reading of jokes need."""
    done = next(free_fills(equipment, 8, attempts=1))
    reading = read_grid(done.mask, np.zeros(done.mask.shape, np.uint8))
    settings = equipment.settings(8, 8).secret
    hide_all(reading, done.table, equipment.punchlines, settings, n_letters=equipment.words.n_letters)


def grid_letters(equipment: Equipment, done: FreeFill) -> dict[tuple[int, int], int]:
    """The letter code in each letter cell of a finished grid, in reading order."""
    reading = read_filled(equipment, done.mask, done.slots, done.fill.word_ids)
    return dict(zip(reading.cells, reading.text.tolist(), strict=True))


def bench_stages(equipment: Equipment, size: int, *, attempts: int) -> Row:
    """Mask and free fill of one size: times, counts and success."""
    begin = time.process_time()
    tried = list(free_fills(equipment, size, attempts=attempts))
    cpu = time.process_time() - begin
    filled = sum(one.filled for one in tried)
    return {
        "size": size,
        "attempts": attempts,
        "filled": filled,
        "mask_ms_median": round(1000 * median(one.mask_seconds for one in tried), 1),
        "mask_steps": round(fmean(one.found.steps for one in tried)),
        "fill_ms_median": round(1000 * median(one.fill_seconds for one in tried), 1),
        "fill_ms_mean": round(1000 * fmean(one.fill_seconds for one in tried), 1),
        "nodes": round(fmean(one.fill.statistics.nodes for one in tried)),
        "slots": round(fmean(len(one.slots) for one in tried), 1),
        "cpu_s_per_filled": round(cpu / filled, 4) if filled else None,
    }
