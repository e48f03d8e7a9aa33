"""One job: (language, size, index) in, a candidate puzzle or the reasons against it out; no I/O, no clock.

A job makes masks and fills until a grid keeps every limit and holds a joke. In planned and placed mode the joke
is dealt to the job beforehand and stands before the fill; in found mode the grid comes first, and which of its
fitting jokes it gets is decided for the whole epoch at once (factory.corpus.epoch).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from factory.corpus.draft import (
    FILL,
    IMPROVE,
    LAY,
    MASK,
    PLACE,
    Draft,
    Job,
    Rejection,
    Stream,
    random_state,
)
from factory.corpus.equipment import Equipment
from factory.corpus.finish import finish, read_filled
from factory.grid import Mask, Slot, SlotTable, derive_slots, slot_table
from factory.inspect.limits import broken_limit, broken_mask_limit
from factory.inspect.metrics import grid_quality
from factory.inspect.spoilers import find_spoiler, telling_words
from factory.puzzle import Cell
from factory.settings import Settings
from factory.stages.cooling import CooledWords, cool
from factory.stages.fill import Fill, FillStatistics, FillStatus, fill_mask
from factory.stages.improve import improve_fill, pinned_letters
from factory.stages.lay import Layout, allowed_letters, lay_words, new_layout, own_faults
from factory.stages.mask import MaskResult, find_mask, mask_costs
from factory.stages.place import PlacedFill, fill_placed, placed_table, with_parts, without_parts
from factory.stages.plan import fill_around
from factory.stages.secret import hide_all, reading_geometry

__all__ = [
    "Attempt",
    "Draft",
    "Job",
    "JobResult",
    "Rejection",
    "Stream",
    "finish",
    "random_state",
    "run_attempt",
    "run_job",
]


@dataclass(frozen=True)
class JobResult:
    """What a job came to; `cpu_seconds` is the only figure that is not a function of the job."""

    job: Job
    draft: Draft | None
    rejections: tuple[Rejection, ...]
    masks: int
    mask_steps: int
    statistics: FillStatistics
    cpu_seconds: float = field(default=0.0, compare=False)


@lru_cache(maxsize=2)
def cooled_words(equipment: Equipment, stream: Stream, ages: bytes) -> CooledWords:
    """The words of a stream's epoch; kept, since the jobs of an epoch come one after another."""
    settings = equipment.settings(stream.rows, stream.cols).cooling
    if not ages:
        return CooledWords(equipment.words, {})
    longest = max(stream.rows, stream.cols) - 1
    return cool(equipment.words, np.frombuffer(ages, np.uint16), settings, longest=longest)


@dataclass(frozen=True)
class Attempt:
    """What one mask and the search in it came to."""

    outcome: Draft | Rejection
    masks: int
    mask_steps: int
    statistics: FillStatistics


def run_job(equipment: Equipment, job: Job) -> JobResult:
    """The first attempt of a job that yields a draft, or none after all attempts."""
    rejections: list[Rejection] = []
    statistics = FillStatistics()
    n_masks = steps = 0
    for number in range(equipment.settings(job.stream.rows, job.stream.cols).corpus.attempts):
        attempt = run_attempt(equipment, job, number)
        n_masks, steps = n_masks + attempt.masks, steps + attempt.mask_steps
        statistics += attempt.statistics
        if isinstance(attempt.outcome, Draft):
            return JobResult(job, attempt.outcome, tuple(rejections), n_masks, steps, statistics)
        rejections.append(attempt.outcome)
    return JobResult(job, None, tuple(rejections), n_masks, steps, statistics)


def run_attempt(equipment: Equipment, job: Job, attempt: int) -> Attempt:
    """One attempt of a job; a function of the job and the attempt's number."""
    settings = equipment.settings(job.stream.rows, job.stream.cols)
    if job.joke is not None and settings.secret.mode == "placed":
        placed = _place(equipment, settings, job, attempt)
        outcome = _placed_draft(equipment, settings, job, attempt, placed)
        return Attempt(outcome, placed.masks, placed.mask_steps, placed.fill.statistics)
    layout = new_layout(job.stream.rows, job.stream.cols, job.wishes)
    left_over = lay_words(layout, job.wishes.words, random_state(job, LAY, attempt))
    if left_over is not None:
        return Attempt(
            Rejection(attempt, "mask", f"no_place_for {_spell(equipment, left_over)}"), 0, 0, FillStatistics()
        )
    own = 0
    if layout.words:
        longest = max(job.stream.rows, job.stream.cols)
        own = own_faults(mask_costs(equipment.words, settings.mask, longest=longest), layout)
    mask, tried, steps = _best_mask(equipment, settings, job, attempt, layout, own)
    slots = derive_slots(mask.mask)
    broken = "hard_fault" if mask.faults > own else _broken_by_mask(settings, mask.mask, slots)
    if broken:
        return Attempt(Rejection(attempt, "mask", broken), tried, steps, FillStatistics())
    table = slot_table(mask.mask, slots)
    fill, secret = _fill(equipment, settings, job, attempt, mask.mask, table, layout)
    if fill.status is not FillStatus.FILLED:
        rejection = Rejection(attempt, "fill", fill.status.name.lower())
        return Attempt(rejection, tried, steps, fill.statistics)
    made: Draft | Rejection
    if secret is not None and job.joke is not None:
        made = Draft(attempt, mask.mask, fill.word_ids, ((job.joke, 0.0),), secret)
    else:
        made = _find_jokes(equipment, settings, job, attempt, mask.mask, slots, table, fill)
    if isinstance(made, Draft):
        made = _judge(equipment, settings, job, replace(made, kappa=fill.kappa))
    return Attempt(made, tried, steps, fill.statistics)


def _spell(equipment: Equipment, codes: bytes) -> str:
    return "".join(equipment.index.orthography.letters[code] for code in codes)


def _best_mask(
    equipment: Equipment, settings: Settings, job: Job, attempt: int, layout: Layout, own: int
) -> tuple[MaskResult, int, int]:
    """The best of `settings.corpus.masks` masks, how many were climbed, and in how many steps.

    Lawful ones come first, of these such as keep the limits, and of these the least constrained.
    """
    state = random_state(job, MASK, attempt)
    rows, cols = job.stream.rows, job.stream.cols
    climbed = [
        find_mask(
            rows, cols, equipment.words, settings.mask, random=state, fixed=layout.fixed, own_faults=own
        )
        for _ in range(settings.corpus.masks)
    ]

    def rank(result: MaskResult) -> tuple[int, bool, float]:
        broken = _broken_by_mask(settings, result.mask, derive_slots(result.mask))
        return result.faults, broken is not None, result.kappa

    return min(climbed, key=rank), len(climbed), sum(result.steps for result in climbed)


def _broken_by_mask(settings: Settings, mask: Mask, slots: tuple[Slot, ...]) -> str | None:
    """The limit that any puzzle in this mask would break, if there is one; known before anything is filled."""
    grid = tuple(tuple(None if cell else "" for cell in row) for row in mask.tolist())
    twos = sum(len(slot) == 2 for slot in slots)
    quality = {**grid_quality(grid), "two_cell_share": round(twos / max(1, len(slots)), 6)}
    return broken_mask_limit(quality, settings.limits)


def _fill(
    equipment: Equipment,
    settings: Settings,
    job: Job,
    attempt: int,
    mask: Mask,
    table: SlotTable,
    layout: Layout,
) -> tuple[Fill, tuple[Cell, ...] | None]:
    """A fill of the mask with its words improved, and in planned mode the cells of the dealt joke."""
    state = random_state(job, FILL, attempt)
    cooled = cooled_words(equipment, job.stream, job.ages)
    allowed = allowed_letters(table, job.stream.cols, layout.letters)
    if job.joke is None:
        fill = fill_mask(table, cooled.words, settings.fill, random=state, allowed=allowed)
        return _improved(settings, job, attempt, table, cooled, fill, allowed), None
    punchlines = equipment.punchlines
    codes = punchlines.codes[punchlines.at[job.joke] : punchlines.at[job.joke + 1]].tobytes()
    geometry = reading_geometry(mask)
    planned = fill_around(
        table, geometry, cooled.words, codes, settings.fill, settings.secret, random=state, allowed=allowed
    )
    if planned.fill.status is not FillStatus.FILLED:
        return planned.fill, None
    pinned = pinned_letters(table, cooled.words, planned.fill, planned.cells, allowed)
    fill = _improved(settings, job, attempt, table, cooled, planned.fill, pinned)
    return fill, tuple(geometry.cells[i] for i in planned.cells)


def _improved(
    settings: Settings,
    job: Job,
    attempt: int,
    table: SlotTable,
    cooled: CooledWords,
    fill: Fill,
    allowed: NDArray[np.uint64] | None = None,
) -> Fill:
    """The fill with better words, by the word ids of the lexicon; a cell with one allowed letter keeps it."""
    if fill.status is not FillStatus.FILLED:
        return fill
    better = improve_fill(
        table,
        cooled.words,
        fill,
        settings.improve,
        settings.fill,
        columns=job.stream.cols,
        random=random_state(job, IMPROVE, attempt),
        allowed=allowed,
    )
    return replace(better, word_ids=cooled.old_ids(table.length.tolist(), better.word_ids))


def _place(equipment: Equipment, settings: Settings, job: Job, attempt: int) -> PlacedFill:
    """A grid with the dealt joke placed in it and the words round it improved."""
    assert job.joke is not None, "a joke was dealt"
    cooled = cooled_words(equipment, job.stream, job.ages)
    placed = fill_placed(
        job.stream.rows,
        job.stream.cols,
        equipment.cuts(job.joke, job.stream.cols),
        cooled.words,
        settings.mask,
        settings.fill,
        settings.secret,
        random=random_state(job, PLACE, attempt),
        wishes=job.wishes,
    )
    if placed.placement is None:
        return placed
    table, allowed = placed_table(placed.placement)
    fill = replace(placed.fill, word_ids=without_parts(placed.placement, placed.fill.word_ids))
    fill = _improved(settings, job, attempt, table, cooled, fill, allowed)
    return replace(placed, fill=replace(fill, word_ids=with_parts(placed.placement, fill.word_ids)))


def _placed_draft(
    equipment: Equipment, settings: Settings, job: Job, attempt: int, placed: PlacedFill
) -> Draft | Rejection:
    if placed.placement is None or job.joke is None:
        return Rejection(attempt, "fill", placed.fill.status.name.lower())
    parts = tuple((cells, part.spelling) for part, cells in placed.placement.parts)
    secret = tuple(cell for cells, _ in parts for cell in cells)
    fits = ((job.joke, 0.0),)
    draft = Draft(
        attempt, placed.placement.mask, placed.fill.word_ids, fits, secret, parts, placed.fill.kappa
    )
    return _judge(equipment, settings, job, draft)


def _judge(equipment: Equipment, settings: Settings, job: Job, draft: Draft) -> Draft | Rejection:
    """The draft, if the puzzle with its best joke keeps every limit."""
    joke = min(draft.fits, key=lambda fit: (fit[1], fit[0]))[0]
    puzzle = finish(equipment, job, draft, joke=joke, usage={}, puzzle_id="")
    if equipment.index.offensive.find_in_grid(puzzle.grid):
        return Rejection(draft.attempt, "quality", "offensive")
    telling = telling_words(puzzle.secret.punchline, equipment.index.orthography)
    broken = broken_limit(puzzle.quality, settings.limits, mode=puzzle.secret.mode) or find_spoiler(
        puzzle.entries, telling
    )
    return Rejection(draft.attempt, "quality", broken) if broken else draft


def _find_jokes(
    equipment: Equipment,
    settings: Settings,
    job: Job,
    attempt: int,
    mask: Mask,
    slots: tuple[Slot, ...],
    table: SlotTable,
    fill: Fill,
) -> Draft | Rejection:
    reading = read_filled(equipment, mask, slots, fill.word_ids)
    figures = hide_all(
        reading,
        table,
        equipment.punchlines,
        settings.secret,
        n_letters=equipment.words.n_letters,
    )
    limits = settings.limits
    readable = np.isfinite(figures[:, 0])
    good = readable & (figures[:, 0] <= limits.secret_spread**2)
    good &= (figures[:, 1] <= limits.secret_letters_in_one_answer) & (figures[:, 2] <= limits.secret_adjacent)
    jokes = equipment.jokes.jokes
    orthography = equipment.index.orthography
    answers = {
        "".join(equipment.index.answer(len(slot), word_id).cells)
        for slot, word_id in zip(slots, fill.word_ids, strict=True)
    }
    fits = tuple(
        (int(j), float(figures[j, 0]))
        for j in np.nonzero(good)[0]
        if jokes[j].id not in job.used_jokes
        and answers.isdisjoint(telling_words(jokes[j].punchline, orthography))
    )
    if not fits:
        reason = "no_free_joke" if good.any() else "no_even_joke" if readable.any() else "no_joke_fits"
        return Rejection(attempt, "secret", reason)
    return Draft(attempt, mask, fill.word_ids, fits)
