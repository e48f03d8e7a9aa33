"""Words become an arrangement: many orders tried, the best kept by an aim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

import numpy as np

from factory.freeform.staircase import staircase
from factory.kernels import freeform as kernel
from factory.kernels import relay
from factory.kernels.plane import DOWN
from factory.words.wordlist import Word

Rule = Literal["crossings", "compact", "inner", "outer", "random"]
Aim = Literal["placed", "balanced", "smallest", "squarest", "crossings"]
Directions = Literal["alternate", "free"]

RULES: Final[dict[Rule, int]] = {
    "crossings": kernel.CROSSINGS, "compact": kernel.COMPACT, "inner": kernel.INNER, "outer": kernel.OUTER,
    "random": kernel.RANDOM,
}  # fmt: skip
AIMS: Final[dict[Aim, int]] = {
    "placed": kernel.PLACED, "balanced": kernel.BALANCED, "smallest": kernel.SMALLEST, "squarest": kernel.SQUAREST,
    "crossings": kernel.MOST_CROSSINGS,
}  # fmt: skip

WORTHS: Final[dict[Aim, int]] = {"balanced": kernel.WORTH, "smallest": 0, "crossings": 10_000}
"""Aims that an arrangement is improved for, and how many cells of area a crossing is then worth."""

CHAIN: Final = 64
"""Orders of a chain, in which each is a small change of the best so far; chains know nothing of each other."""

TOO_SHORT, REPEATED, NO_PLACE = "one letter only", "a repeated word", "no place found"
"""Why a word is left over."""


@dataclass(frozen=True)
class FreeformSettings:
    """How words are laid, and how many orders are tried."""

    rule: Rule = "compact"
    """crossings: most crossings, then least growth of the core rectangle, then nearest to its centre; compact:
    most crossings within a square that gives way only when nothing fits; inner, outer, random: attached to the
    earliest laid free letter that takes it, the latest, or a random one."""
    directions: Directions = "free"
    """alternate: each word crosswise to the last one; free: either way."""
    aim: Aim = "balanced"
    """After the number of words laid: nothing (the first order that places all is taken), area and crossings
    together, the area, the shape, or the crossings."""
    orders: int = 64
    """So many orders of the words are tried at most."""
    steps: int = 0
    """So many times in all a few words of the chains' best arrangements are taken up and laid anew; not by the aims
    placed and squarest, nor with alternating directions."""
    repeats: bool = False
    """Whether a word that stands in the list twice is laid twice."""


@dataclass(frozen=True)
class Placement:
    """A word on the plane; rows and columns count from the top-left corner of the arrangement."""

    word: Word
    row: int
    column: int
    direction: str
    """"across" or "down"."""

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Where its cells lie."""
        down = self.direction == "down"
        return tuple((self.row + i * down, self.column + i * (not down)) for i in range(len(self.word.cells)))


@dataclass(frozen=True)
class Arrangement:
    """Words laid, in the order they were laid, and words left over."""

    placements: tuple[Placement, ...]
    left_over: tuple[tuple[Word, str], ...]
    """Each with the reason."""
    rows: int
    columns: int
    crossings: int
    orders: int
    """Orders that were tried."""


@dataclass(frozen=True)
class Chain:
    """A task: orders tried one after the other; its result depends on nothing else."""

    letters: tuple[int, ...]
    """The letter numbers of all words, word after word."""
    begins: tuple[int, ...]
    start: tuple[int, ...]
    n_fixed: int
    n_orders: int
    n_steps: int
    settings: FreeformSettings
    state: tuple[int, int]


ChainResult = tuple[int, tuple[tuple[int, int, int, int], ...]]
"""Orders tried, and row, column, direction and step of each word (-1: not placed)."""


def arrange(
    words: Sequence[Word],
    settings: FreeformSettings,
    *,
    seed: int = 1,
    seed_word: Word | None = None,
    run_all: Callable[[Callable[[Chain], ChainResult], Sequence[Chain]], Iterable[ChainResult]] = map,
) -> Arrangement:
    """The best arrangement of all orders tried; the same for any way to `run_all` chains.

    The seed word is laid first, in the centre, whether it is in the list or not.
    """
    laid, left_over = _sort_out(words if seed_word is None else (seed_word, *words), settings, seed_word)
    if not laid:
        return Arrangement((), tuple(left_over), 0, 0, 0, 0)
    has_seed = seed_word is not None and laid[0] is seed_word
    chains = make_chains([word.cells for word in laid], settings, seed=seed, n_fixed=int(has_seed))
    best: Arrangement | None = None
    n_tried = 0
    results = run_all(run_chain, chains)
    if not has_seed and all(len(word.cells) == 3 for word in laid):
        results = chain(results, ((0, staircase([word.cells for word in laid], seed=seed)),))
    for n_orders, places in results:
        n_tried += n_orders
        found = _arrangement(laid, places, left_over, n_tried)
        if best is None or _score(found, settings.aim) < _score(best, settings.aim):
            best = found
        if settings.aim == "placed" and len(best.placements) == len(laid):
            break
    assert best is not None, "there is at least one chain"
    return Arrangement(best.placements, best.left_over, best.rows, best.columns, best.crossings, n_tried)


def _sort_out(
    words: Sequence[Word], settings: FreeformSettings, seed_word: Word | None
) -> tuple[list[Word], list[tuple[Word, str]]]:
    """The words to lay, and those that can't be: of one letter, or repeated without being asked for."""
    laid: list[Word] = []
    left_over: list[tuple[Word, str]] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for word in words:
        if len(word.cells) < 2:
            left_over.append((word, TOO_SHORT))
        elif seen[word.cells] and not settings.repeats:
            left_over.append((word, REPEATED))
        else:
            laid.append(word)
        seen[word.cells] += 1
    return laid, left_over


def make_chains(
    words: Sequence[tuple[str, ...]], settings: FreeformSettings, *, seed: int, n_fixed: int
) -> list[Chain]:
    """The chains of a counted budget of orders: the first begins with the longest words, the others shuffled."""
    number = {cell: i for i, cell in enumerate(sorted({cell for word in words for cell in word}))}
    letters = tuple(number[cell] for word in words for cell in word)
    begins = (0, *np.cumsum([len(word) for word in words]).tolist())
    rest = list(range(n_fixed, len(words)))
    chains = []
    n_chains = max(1, -(-settings.orders // CHAIN))
    for i in range(n_chains):
        sequence = np.random.SeedSequence(seed, spawn_key=(i,))
        if i == 0:
            rest.sort(key=lambda word: -len(words[word]))
        elif i > 0:
            rest = np.random.default_rng(sequence.spawn(1)[0]).permutation(sorted(rest)).tolist()
        n_orders = min(CHAIN, max(1, settings.orders) - i * CHAIN)
        low, high = (int(half) for half in sequence.generate_state(2, np.uint64))
        start = (*range(n_fixed), *rest)
        n_steps = settings.steps * (i + 1) // n_chains - settings.steps * i // n_chains
        chains.append(Chain(letters, begins, start, n_fixed, n_orders, n_steps, settings, (low, high)))
    return chains


def run_chain(task: Chain) -> ChainResult:
    """Tries the orders of a chain, and improves the best."""
    places = np.full((len(task.begins) - 1, 4), -1, np.int64)
    letters, begins = np.array(task.letters, np.int32), np.array(task.begins, np.int64)
    random, n_letters = np.array(task.state, np.uint64), max(task.letters) + 1
    alternate, aim = task.settings.directions == "alternate", task.settings.aim
    n_orders = kernel.climb(
        letters, begins, n_letters, np.array(task.start, np.int64), task.n_fixed, task.n_orders,
        RULES[task.settings.rule], alternate, AIMS[aim], random, places,
    )  # fmt: skip
    if task.n_steps and aim in WORTHS and not alternate and len(places) > task.n_fixed:
        relay.improve(letters, begins, n_letters, task.n_fixed, task.n_steps, WORTHS[aim], random, places)
    return int(n_orders), tuple((int(r), int(c), int(d), int(step)) for r, c, d, step in places)


def _arrangement(
    words: Sequence[Word],
    places: Sequence[tuple[int, int, int, int]],
    left_over: Sequence[tuple[Word, str]],
    orders: int,
) -> Arrangement:
    """The arrangement of places from anywhere on the plane, moved to the corner (0, 0)."""
    laid = [(place, word) for word, place in zip(words, places, strict=True) if place[3] >= 0]
    laid.sort(key=lambda one: one[0][3])
    top, left = min(place[0] for place, _ in laid), min(place[1] for place, _ in laid)
    placements = in_order(
        Placement(word, row - top, column - left, "down" if direction == DOWN else "across")
        for (row, column, direction, _), word in laid
    )
    cells = {cell for placement in placements for cell in placement.cells}
    no_place = [(word, NO_PLACE) for word, place in zip(words, places, strict=True) if place[3] < 0]
    return Arrangement(
        placements,
        (*left_over, *no_place),
        1 + max(row for row, _ in cells),
        1 + max(column for _, column in cells),
        sum(len(placement.word.cells) for placement in placements) - len(cells),
        orders,
    )


def in_order(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """The placements, each behind one that it crosses; where that holds already, as they are."""
    waiting = list(placements)
    laid: list[Placement] = []
    cells: set[tuple[int, int]] = set()
    while waiting:
        left = []
        for placement in waiting:
            if laid and cells.isdisjoint(placement.cells):
                left.append(placement)
            else:
                laid.append(placement)
                cells.update(placement.cells)
        assert len(left) < len(waiting), "all words hang together"
        waiting = left
    return tuple(laid)


def _score(found: Arrangement, aim: Aim) -> tuple[int, int, int]:
    """What an aim compares, as within a chain: the less, the better."""
    placed, area = -len(found.placements), found.rows * found.columns
    if aim == "squarest":
        low, high = sorted((found.rows, found.columns))
        return placed, 1000 * high // low, area
    if aim == "crossings":
        return placed, -found.crossings, area
    if aim == "balanced":
        return placed, area - kernel.WORTH * found.crossings, area
    return placed, area, -found.crossings
