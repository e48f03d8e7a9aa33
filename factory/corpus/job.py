"""One job: (language, size, index) in, a candidate puzzle or the reasons against it out; no I/O, no clock.

A job makes masks and fills until a grid keeps every limit and holds a joke. In planned and placed mode the joke
is dealt to the job beforehand and stands before the fill; in found mode the grid comes first, and which of its
fitting jokes it gets is decided for the whole epoch at once (factory.corpus.epoch).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from factory.corpus.equipment import Equipment
from factory.grid import CLUE, Mask, Slot, SlotTable, derive_slots, slot_table
from factory.inspect.limits import broken_limit
from factory.inspect.metrics import measure
from factory.puzzle import SECRET_SOURCE, Cell, Entry, Grid, Puzzle, Secret
from factory.settings import Settings
from factory.stages.clues import Usage, choose_clues
from factory.stages.cooling import CooledWords, cool
from factory.stages.fill import Fill, FillStatistics, FillStatus, fill_mask
from factory.stages.mask import MaskResult, find_mask
from factory.stages.place import PlacedFill, fill_placed
from factory.stages.plan import fill_around
from factory.stages.secret import Reading, hide_all, hide_joke, read_grid, reading_geometry
from factory.words.answer import Answer, Clue

MASK, FILL, PLACE = 1, 2, 3
"""Numbers of the stages that draw random numbers; part of the seed, never to be changed."""


@dataclass(frozen=True, order=True)
class Stream:
    """All jobs of one language and size."""

    lang: str
    rows: int
    cols: int

    @property
    def size(self) -> str:
        """As in ids and file names: "12x12"."""
        return f"{self.rows}x{self.cols}"


@dataclass(frozen=True)
class Job:
    """What a worker is asked for: the index-th job of a stream, with what earlier epochs used up."""

    stream: Stream
    index: int
    seed: int
    used_jokes: frozenset[str] = frozenset()
    joke: int | None = None
    """Planned and placed mode: the number in the joke list of the joke that was dealt to this job."""
    ages: bytes = b""
    """uint16 [global word id], puzzles since each last use before the epoch, 0 = never; empty: no use counts."""


@dataclass(frozen=True)
class Rejection:
    """Why an attempt made no puzzle: a normal result, counted in the report."""

    attempt: int
    stage: str
    reason: str


@dataclass(frozen=True)
class Draft:
    """A filled grid that keeps the limits, before its joke and its id are settled.

    fits holds, for each free joke that can be hidden within the limits, its number in the joke list and
    its unevenness. A joke dealt beforehand is the only fit; secret holds its cells. In placed mode parts
    holds the cells and the spelling of each part, and word_ids is -1 at their slots.
    """

    attempt: int
    mask: Mask
    word_ids: tuple[int, ...]
    fits: tuple[tuple[int, float], ...]
    secret: tuple[Cell, ...] | None = None
    parts: tuple[tuple[tuple[Cell, ...], str], ...] = ()


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


def random_state(job: Job, stage: int, attempt: int) -> NDArray[np.uint64]:
    """The kernels' generator state of one stage of one attempt: a function of seed, stream, index alone."""
    lang = int.from_bytes(job.stream.lang.encode(), "big")
    key = (lang, job.stream.rows, job.stream.cols, job.index, stage, attempt)
    return np.random.SeedSequence(job.seed, spawn_key=key).generate_state(2, np.uint64).astype(np.uint64)


@lru_cache(maxsize=2)
def cooled_words(equipment: Equipment, stream: Stream, ages: bytes) -> CooledWords:
    """The words of a stream's epoch; kept, since the jobs of an epoch come one after another."""
    settings = equipment.settings(stream.rows, stream.cols).cooling
    if not ages:
        return CooledWords(equipment.words, {})
    longest = max(stream.rows, stream.cols) - 1
    return cool(equipment.words, np.frombuffer(ages, np.uint16), settings, longest=longest)


def run_job(equipment: Equipment, job: Job) -> JobResult:
    """The first attempt of a job that yields a draft, or none after all attempts."""
    settings = equipment.settings(job.stream.rows, job.stream.cols)
    rejections: list[Rejection] = []
    statistics = FillStatistics()
    n_masks = steps = 0
    outcome: Draft | Rejection
    for attempt in range(settings.corpus.attempts):
        if job.joke is not None and settings.secret.mode == "placed":
            placed = _place(equipment, settings, job, attempt)
            n_masks, steps = n_masks + placed.masks, steps + placed.mask_steps
            statistics += placed.fill.statistics
            outcome = _placed_draft(equipment, settings, job, attempt, placed)
            if isinstance(outcome, Draft):
                return JobResult(job, outcome, tuple(rejections), n_masks, steps, statistics)
            rejections.append(outcome)
            continue
        mask, tried, taken = _best_mask(equipment, settings, job, attempt)
        n_masks, steps = n_masks + tried, steps + taken
        if mask.faults:
            rejections.append(Rejection(attempt, "mask", "hard_fault"))
            continue
        slots = derive_slots(mask.mask)
        table = slot_table(mask.mask, slots)
        fill, secret = _fill(equipment, settings, job, attempt, mask.mask, table)
        statistics += fill.statistics
        if fill.status is not FillStatus.FILLED:
            rejections.append(Rejection(attempt, "fill", fill.status.name.lower()))
            continue
        if secret is not None and job.joke is not None:
            outcome = Draft(attempt, mask.mask, fill.word_ids, ((job.joke, 0.0),), secret)
        else:
            outcome = _find_jokes(equipment, settings, job, attempt, mask.mask, slots, table, fill)
        if isinstance(outcome, Draft):
            outcome = _judge(equipment, settings, job, outcome)
        if isinstance(outcome, Draft):
            return JobResult(job, outcome, tuple(rejections), n_masks, steps, statistics)
        rejections.append(outcome)
    return JobResult(job, None, tuple(rejections), n_masks, steps, statistics)


def _best_mask(
    equipment: Equipment, settings: Settings, job: Job, attempt: int
) -> tuple[MaskResult, int, int]:
    """The least constrained of `settings.corpus.masks` lawful masks; how many were climbed, in how many steps."""
    state = random_state(job, MASK, attempt)
    climbed = [
        find_mask(job.stream.rows, job.stream.cols, equipment.words, settings.mask, random=state)
        for _ in range(settings.corpus.masks)
    ]
    best = min(climbed, key=lambda result: (result.faults, result.kappa))
    return best, len(climbed), sum(result.steps for result in climbed)


def _fill(
    equipment: Equipment, settings: Settings, job: Job, attempt: int, mask: Mask, table: SlotTable
) -> tuple[Fill, tuple[Cell, ...] | None]:
    """A fill of the mask, and in planned mode the cells of the dealt joke."""
    state = random_state(job, FILL, attempt)
    cooled = cooled_words(equipment, job.stream, job.ages)
    if job.joke is None:
        fill = fill_mask(table, cooled.words, settings.fill, random=state)
        return _uncooled(fill, table, cooled), None
    punchlines = equipment.punchlines
    codes = punchlines.codes[punchlines.at[job.joke] : punchlines.at[job.joke + 1]].tobytes()
    geometry = reading_geometry(mask)
    planned = fill_around(table, geometry, cooled.words, codes, settings.fill, settings.secret, random=state)
    return _uncooled(planned.fill, table, cooled), tuple(geometry.cells[i] for i in planned.cells)


def _uncooled(fill: Fill, table: SlotTable, cooled: CooledWords) -> Fill:
    """The fill with the word ids of the lexicon."""
    if fill.status is not FillStatus.FILLED:
        return fill
    return replace(fill, word_ids=cooled.old_ids(table.length.tolist(), fill.word_ids))


def _place(equipment: Equipment, settings: Settings, job: Job, attempt: int) -> PlacedFill:
    """A grid with the dealt joke placed in it."""
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
    )
    if placed.placement is None:
        return placed
    slots = derive_slots(placed.placement.mask)
    word_ids = cooled.old_ids([len(slot) for slot in slots], placed.fill.word_ids)
    return replace(placed, fill=replace(placed.fill, word_ids=word_ids))


def _placed_draft(
    equipment: Equipment, settings: Settings, job: Job, attempt: int, placed: PlacedFill
) -> Draft | Rejection:
    if placed.placement is None or job.joke is None:
        return Rejection(attempt, "fill", placed.fill.status.name.lower())
    parts = tuple((cells, part.spelling) for part, cells in placed.placement.parts)
    secret = tuple(cell for cells, _ in parts for cell in cells)
    fits = ((job.joke, 0.0),)
    draft = Draft(attempt, placed.placement.mask, placed.fill.word_ids, fits, secret, parts)
    return _judge(equipment, settings, job, draft)


def _judge(equipment: Equipment, settings: Settings, job: Job, draft: Draft) -> Draft | Rejection:
    """The draft, if the puzzle with its best joke keeps every limit."""
    joke = min(draft.fits, key=lambda fit: (fit[1], fit[0]))[0]
    puzzle = finish(equipment, job, draft, joke=joke, usage={}, puzzle_id="")
    if equipment.index.offensive.find_in_grid(puzzle.grid):
        return Rejection(draft.attempt, "quality", "offensive")
    broken = broken_limit(puzzle.quality, settings.limits, mode=puzzle.secret.mode)
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
    fits = tuple(
        (int(j), float(figures[j, 0])) for j in np.nonzero(good)[0] if jokes[j].id not in job.used_jokes
    )
    if not fits:
        reason = "no_free_joke" if good.any() else "no_even_joke" if readable.any() else "no_joke_fits"
        return Rejection(attempt, "secret", reason)
    return Draft(attempt, mask, fill.word_ids, fits)


def read_filled(equipment: Equipment, mask: Mask, slots: Sequence[Slot], word_ids: Sequence[int]) -> Reading:
    """The letters of a filled mask in reading order; slots with word id -1 have theirs from the crossings."""
    codes = np.zeros(mask.shape, np.uint8)
    for slot, word_id in zip(slots, word_ids, strict=True):
        if word_id >= 0:
            letters = equipment.index.tables[len(slot)].letters[word_id]
            for (row, column), code in zip(slot.cells, letters, strict=True):
                codes[row, column] = code
    return read_grid(mask, codes)


def finish(
    equipment: Equipment, job: Job, draft: Draft, *, joke: int, usage: Usage, puzzle_id: str
) -> Puzzle:
    """The finished puzzle of a draft with a given joke; clues that were used little come first."""
    settings = equipment.settings(job.stream.rows, job.stream.cols)
    orthography = equipment.index.orthography
    chosen = equipment.jokes.jokes[joke]
    slots = derive_slots(draft.mask)
    reading = read_filled(equipment, draft.mask, slots, draft.word_ids)
    cells = draft.secret or hide_joke(reading, orthography.codes(chosen.cells), settings.secret)
    assert cells is not None, "a joke is only given to a draft that it fits"
    letters: dict[Cell, str] = {
        cell: orthography.letters[code] for cell, code in zip(reading.cells, reading.text, strict=True)
    }
    grid: Grid = tuple(
        tuple(None if draft.mask[r, c] == CLUE else letters[r, c] for c in range(job.stream.cols))
        for r in range(job.stream.rows)
    )
    mode = "placed" if draft.parts else "planned" if draft.secret else "found"
    puzzle = Puzzle(
        id=puzzle_id,
        lang=job.stream.lang,
        grid=grid,
        entries=_entries(equipment, settings, job, draft, slots, letters, usage),
        secret=Secret(chosen.id, chosen.setup, chosen.punchline, cells, mode),
        quality={},
        provenance={
            "generator": equipment.generator,
            "seed": job.seed,
            "job": job.index,
            "attempt": draft.attempt,
            "lexicon": equipment.index.digest,
            "jokes": equipment.jokes.digest,
            "settings": equipment.language.digest,
        },
    )
    return replace(puzzle, quality=measure(puzzle, settings.clues))


def _entries(
    equipment: Equipment,
    settings: Settings,
    job: Job,
    draft: Draft,
    slots: Sequence[Slot],
    letters: Mapping[Cell, str],
    usage: Usage,
) -> tuple[Entry, ...]:
    """The entries in the order of the slots; a part of a placed secret has its numbered mark for a clue."""
    marks = {
        cells: Clue(f"{settings.secret.mark} {number}", spelling, spelling, (), SECRET_SOURCE)
        for number, (cells, spelling) in enumerate(draft.parts, 1)
    }
    answers = [
        equipment.index.answer(len(slot), word_id)
        if word_id >= 0
        else Answer(tuple(letters[cell] for cell in slot.cells), (marks[slot.cells],), 0.0, 0.0, -1)
        for slot, word_id in zip(slots, draft.word_ids, strict=True)
    ]
    variants = choose_clues(slots, answers, usage, settings.clues, language=job.stream.lang)
    entries = []
    for slot, answer, variant in zip(slots, answers, variants, strict=True):
        clue = answer.clues[variant]
        entries.append(
            Entry(
                direction=slot.direction.value,
                answer="".join(answer.cells),
                spelling=clue.spelling,
                clue=clue.text,
                clue_cell=slot.clue_cell,
                arrow=slot.direction.arrow,
                cells=slot.cells,
                zipf=answer.zipf,
                tags=clue.tags,
                source=clue.source,
            )
        )
    return tuple(entries)
