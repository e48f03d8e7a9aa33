"""What a lexicon can bear: how many masks of a size it fills, and how many jokes go into its grids.

Samples are drawn with fixed seeds, so a figure changes only with words, jokes or settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factory.grid import Mask, SlotTable, derive_slots, slot_table
from factory.jokes import JokeList
from factory.kernels.fill import Words
from factory.settings import LanguageSettings, Settings
from factory.stages.fill import FillStatus, fill_mask
from factory.stages.mask import find_mask
from factory.stages.plan import fill_around
from factory.stages.secret import hide_all, pack_punchlines, read_grid, reading_geometry
from factory.words.index import LexiconIndex

SIZES: Final = (8, 10, 12, 15, 18)


@dataclass(frozen=True)
class Capacity:
    """Fills of the masks of one size; a mask that needs lengths without words counts as not filled."""

    size: int
    masks: int
    filled: int
    nodes: int
    """Decisions of all fills."""


@dataclass(frozen=True)
class JokeCapacity:
    """How many jokes of a list go into grids of one size; shares are of 1."""

    size: int
    found: float
    """Readable in a freely filled grid, on average."""
    found_anywhere: float
    """Readable in one of the sampled grids."""
    planned_once: float
    """Of the sampled jokes, pinned and filled in the first attempt; longer ones than are dealt count as not."""
    planned: float
    """In one of the attempts."""


def random_state(*key: int) -> NDArray[np.uint64]:
    """The generator state of a sample."""
    return np.random.SeedSequence(0, spawn_key=key).generate_state(2, np.uint64).astype(np.uint64)


def fill_capacity(
    language: LanguageSettings, words: Words, sizes: Sequence[int] = SIZES, *, masks: int = 10
) -> Iterator[Capacity]:
    """The capacity of each size; `masks` masks are tried."""
    for size in sizes:
        settings = language.by_size[size]
        filled = nodes = 0
        for number in range(masks):
            state = random_state(size, number)
            mask = _mask(size, words, settings, state)
            if mask is not None:
                fill = fill_mask(slot_table(mask, derive_slots(mask)), words, settings.fill, random=state)
                filled += fill.status is FillStatus.FILLED
                nodes += fill.statistics.nodes
        yield Capacity(size, masks, filled, nodes)


def joke_capacity(
    language: LanguageSettings,
    index: LexiconIndex,
    words: Words,
    jokes: JokeList,
    sizes: Sequence[int] = SIZES,
    *,
    grids: int = 20,
    sample: int = 20,
    attempts: int = 10,
) -> Iterator[JokeCapacity]:
    """The capacity of each size: `grids` free fills are read, `sample` jokes are planned into `attempts` masks."""
    n_jokes = len(jokes.jokes)
    order = np.random.Generator(np.random.PCG64(0)).permutation(n_jokes)
    chosen = [int(joke) for joke in order[:sample]]
    for size in sizes:
        settings = language.by_size[size]
        readable = [_readable(size, number, index, words, jokes, settings) for number in range(grids)]
        held = np.array([found for found in readable if found is not None])
        needed = [_attempts_needed(size, joke, words, index, jokes, settings, attempts) for joke in chosen]
        yield JokeCapacity(
            size,
            found=float(held.mean()) if held.size else 0.0,
            found_anywhere=float(held.any(axis=0).mean()) if held.size else 0.0,
            planned_once=sum(n == 1 for n in needed) / len(chosen),
            planned=sum(n > 0 for n in needed) / len(chosen),
        )


def _readable(
    size: int, number: int, index: LexiconIndex, words: Words, jokes: JokeList, settings: Settings
) -> NDArray[np.bool_] | None:
    """For each joke whether it can be read in a free fill; None when the mask is not filled."""
    state = random_state(size, number)
    mask = _mask(size, words, settings, state)
    if mask is None:
        return None
    slots = derive_slots(mask)
    table = slot_table(mask, slots)
    fill = fill_mask(table, words, settings.fill, random=state)
    if fill.status is not FillStatus.FILLED:
        return None
    codes = np.zeros(mask.shape, np.uint8)
    for slot, word_id in zip(slots, fill.word_ids, strict=True):
        for (row, column), code in zip(slot.cells, index.tables[len(slot)].letters[word_id], strict=True):
            codes[row, column] = code
    punchlines = pack_punchlines(jokes, index.orthography)
    figures = hide_all(read_grid(mask, codes), table, punchlines, settings.secret, n_letters=words.n_letters)
    return np.isfinite(figures[:, 0])


def _attempts_needed(
    size: int,
    joke: int,
    words: Words,
    index: LexiconIndex,
    jokes: JokeList,
    settings: Settings,
    attempts: int,
) -> int:
    """The attempt (from 1) in which the joke's punchline goes into a mask; 0 when it never does."""
    punchline = index.orthography.codes(jokes.jokes[joke].cells)
    if len(punchline) > settings.secret.longest:
        return 0
    for attempt in range(attempts):
        state = random_state(size, joke, attempt)
        mask = _mask(size, words, settings, state)
        if mask is not None and _fits(mask, words, punchline, settings, state):
            return attempt + 1
    return 0


def _fits(mask: Mask, words: Words, punchline: bytes, settings: Settings, state: NDArray[np.uint64]) -> bool:
    table: SlotTable = slot_table(mask, derive_slots(mask))
    planned = fill_around(
        table, reading_geometry(mask), words, punchline, settings.fill, settings.secret, random=state
    )
    return planned.fill.status is FillStatus.FILLED


def _mask(size: int, words: Words, settings: Settings, state: NDArray[np.uint64]) -> Mask | None:
    """A lawful mask; None when the climb ends with a hard fault."""
    found = find_mask(size, size, words, settings.mask, random=state)
    return None if found.faults else found.mask
