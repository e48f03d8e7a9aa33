"""From a draft to the finished puzzle: letters, clues, the secret in its cells, the figures of its quality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from factory.corpus.draft import Draft, Job
from factory.corpus.equipment import Equipment
from factory.grid import CLUE, Mask, Slot, derive_slots
from factory.inspect.metrics import measure
from factory.puzzle import SECRET_SOURCE, Cell, Entry, Grid, Puzzle, Secret
from factory.settings import Settings
from factory.stages.clues import Usage, choose_clues
from factory.stages.secret import Reading, hide_joke, read_grid
from factory.words.answer import Answer, Clue


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
            "kappa": None if draft.kappa is None else round(draft.kappa, 3),
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
