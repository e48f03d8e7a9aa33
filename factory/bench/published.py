"""The four published tables made with our lexicon and jokes, each figure beside the published one.

"Published" is the article on the method that this program is compared with: single-threaded, its own Slovak lexicon and
jokes. Its figures stand here as they were given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean
from typing import Final

import numpy as np

from factory.bench.laying import fewest_parts, find_words, join_runs
from factory.bench.stages import FreeFill, free_fills, grid_letters
from factory.bench.text import Row
from factory.corpus.capacity import random_state
from factory.corpus.equipment import Equipment
from factory.corpus.finish import read_filled
from factory.grid import Mask, dead_clue_cells
from factory.kernels.mask import count_islands
from factory.stages.mask import MaskSettings, find_mask, mask_board
from factory.stages.place import punchline_words
from factory.stages.secret import hide_all

ATTEMPTS: Final = 60
"""Of the first table, as published."""

STAGES: Final[Mapping[int, tuple[float, float, int, int, int]]] = {
    8: (6, 0.50, 5, 21, 0),
    10: (160, 0.86, 20, 33, 26),
    12: (250, 1.45, 43, 52, 86),
    15: (320, 1.82, 13, 80, 424),
    18: (520, 1.82, 13, 118, 725),
}
"""By size: milliseconds of a mask, seconds of a fill, percent filled, words in a grid, jokes that fit a grid."""
LAID: Final[Mapping[int, tuple[float, float]]] = {8: (0, 22), 10: (0.1, 64), 12: (45, 89), 15: (84, 98)}
"""By size: percent of the jokes that can be laid in one row, and in at most three parts."""
HELD: Final = (3.7, 20.0, 100.0)
"""Percent of grids that hold a punchline whole in a row or column, word by word, in reading order."""
FAULTS: Final[Mapping[bool, tuple[float, float]]] = {False: (13.2, 23.5), True: (5.0, 0.0)}
"""Percent of dead clue cells and of masks with islands, without penalties and with them."""


@dataclass(frozen=True)
class Held:
    """The jokes of the list that one finished grid holds."""

    whole: int
    phrases: int
    """Whole, of two words or more."""
    words: int
    in_order: int
    """As letters in reading order, whatever lies between them."""
    evenly: int
    """So, and within the limits of a puzzle."""


def held_jokes(equipment: Equipment, done: FreeFill) -> Held:
    """How many jokes a finished grid holds in each way."""
    letters = grid_letters(equipment, done)
    runs = join_runs([bytes(letters[cell] for cell in slot.cells) for slot in done.slots])
    orthography = equipment.index.orthography
    jokes = [
        [part.codes for part in punchline_words(joke.punchline, orthography)]
        for joke in equipment.jokes.jokes
    ]
    found = [find_words(runs, words) for words in jokes]
    settings = equipment.settings(*done.mask.shape)
    reading = read_filled(equipment, done.mask, done.slots, done.fill.word_ids)
    figures = hide_all(
        reading, done.table, equipment.punchlines, settings.secret, n_letters=equipment.words.n_letters
    )
    limits = settings.limits
    even = figures[:, 0] <= limits.secret_spread**2
    even &= figures[:, 1] <= limits.secret_letters_in_one_answer
    even &= figures[:, 2] <= limits.secret_adjacent
    return Held(
        whole=sum(one.whole for one in found),
        phrases=sum(one.whole for one, words in zip(found, jokes, strict=True) if len(words) > 1),
        words=sum(one.words for one in found),
        in_order=int(np.isfinite(figures[:, 0]).sum()),
        evenly=int(even.sum()),
    )


def stages_row(equipment: Equipment, size: int, *, attempts: int = ATTEMPTS) -> Row:
    """(a) Mask and free fill of a size, and the jokes that fit its grids."""
    tried = list(free_fills(equipment, size, attempts=attempts))
    filled = [one for one in tried if one.filled]
    held = [held_jokes(equipment, one) for one in filled]
    mask, fill, success, words, jokes = STAGES.get(size, (None,) * 5)
    return {
        "size": size,
        "mask_ms": round(1000 * fmean(one.mask_seconds for one in tried), 1),
        "published_mask_ms": mask,
        "fill_s": round(fmean(one.fill_seconds for one in tried), 4),
        "published_fill_s": fill,
        "success_%": round(100 * len(filled) / len(tried), 1),
        "published_success_%": success,
        "words": round(fmean(len(one.slots) for one in filled), 1) if filled else None,
        "published_words": words,
        "jokes_fit": round(fmean(one.in_order for one in held), 1) if held else None,
        "published_jokes_fit": jokes,
        "fit_evenly": round(fmean(one.evenly for one in held), 1) if held else None,
    }


def laid_row(equipment: Equipment, size: int) -> Row:
    """(b) The share of the jokes that can be laid in parts of at most size - 1 cells."""
    orthography = equipment.index.orthography
    parts = [
        fewest_parts(punchline_words(joke.punchline, orthography), size - 1) for joke in equipment.jokes.jokes
    ]
    one, three = LAID.get(size, (None, None))
    return {
        "size": size,
        "one_row_%": round(100 * fmean(n == 1 for n in parts), 1),
        "published_one_row_%": one,
        "three_parts_%": round(100 * fmean(n is not None and n <= 3 for n in parts), 1),
        "published_three_parts_%": three,
    }


def held_rows(equipment: Equipment, sizes: Sequence[int], *, grids: int) -> Iterator[Row]:
    """(c) The share of finished grids that hold a punchline by chance, `grids` of each size, then of all."""
    everything: list[Held] = []
    for size in sizes:
        # A bound on the attempts, for a lexicon that fills hardly any mask.
        finished = (one for one in free_fills(equipment, size, attempts=20 * grids) if one.filled)
        held = [held_jokes(equipment, one) for one in islice(finished, grids)]
        everything += held
        yield _held_row(str(size), held)
    yield {**_held_row("all", everything), "published": "{:g} / {:g} / {:g} %".format(*HELD)}


def _held_row(name: str, held: Sequence[Held]) -> dict[str, object]:
    n = max(1, len(held))
    return {
        "size": name,
        "grids": len(held),
        "whole_%": round(100 * sum(one.whole > 0 for one in held) / n, 1),
        "whole_of_two_words_%": round(100 * sum(one.phrases > 0 for one in held) / n, 1),
        "each_word_%": round(100 * sum(one.words > 0 for one in held) / n, 1),
        "in_order_%": round(100 * sum(one.in_order > 0 for one in held) / n, 1),
        "published": None,
    }


def without_penalties(settings: MaskSettings) -> MaskSettings:
    """The settings without a price for dead clue cells and islands, begun once.

    Islands share their price with runs of one cell and with lengths that have no words.
    """
    return replace(settings, dead=0.0, edge_dead=0.0, hard=0.0, anneals=1)


def faults_row(equipment: Equipment, sizes: Sequence[int], *, masks: int, penalties: bool) -> Row:
    """(d) Dead clue cells of all clue cells, without the corner and with it, and masks with islands."""
    found = []
    for size in sizes:
        settings = equipment.settings(size, size).mask
        settings = settings if penalties else without_penalties(settings)
        for number in range(masks):
            random = random_state(size, number)
            found.append(find_mask(size, size, equipment.words, settings, random=random).mask)
    clues = sum(int(mask.sum()) for mask in found)
    dead = sum(len(dead_clue_cells(mask)) for mask in found)
    published_dead, published_islands = FAULTS[penalties]
    return {
        "penalties": "with" if penalties else "without",
        "masks": len(found),
        "dead_%": round(100 * (dead - len(found)) / (clues - len(found)), 1),
        "dead_with_corner_%": round(100 * dead / clues, 1),
        "published_dead_%": published_dead,
        "islands_%": round(100 * fmean(map(has_islands, found)), 1),
        "published_islands_%": published_islands,
    }


def has_islands(mask: Mask) -> bool:
    """Whether the letter cells of a mask don't all hang together."""
    board = mask_board(mask)
    return bool(count_islands(board, np.zeros_like(board), np.zeros(board.size, np.int64)))
