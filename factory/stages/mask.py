"""Finding a mask: which cells hold clues and which hold letters, by hill climbing with kicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le
from numpy.typing import NDArray

from factory.grid import Mask
from factory.kernels import mask as kernel
from factory.kernels.fill import Words
from factory.kernels.mask import Costs
from factory.section import section

Share = Annotated[float, Ge(0), Le(1)]
Cost = Annotated[float, Ge(0)]


@section
class MaskSettings:
    """How a mask is sought and what it is charged for.

    A hard fault (a run of one cell, an island, a length without words) costs `hard`; the soft costs say
    which of two lawful masks is the better one.
    """

    start_share: Share = 0.22
    """Share of interior cells that are clue cells at the start."""
    aimed: Share = 0.5
    """Share of the moves aimed at cells with a high penalty."""
    kick_cells: Annotated[int, Ge(1)] = 5
    """Random cells of the best mask flipped in a kick."""
    idle_steps: Annotated[int, Ge(1)] = 2000
    """Moves without a better mask before a kick."""
    idle_kicks: Annotated[int, Ge(0)] = 3
    """Kicks without a better mask before the end, once no hard fault is left."""
    max_kicks: Annotated[int, Ge(0)] = 200
    """Kicks before the end in any case."""
    hard: Cost = 1000
    max_run: Annotated[int, Ge(2)] = 7
    """Longest slot that costs nothing, in the interior."""
    max_edge_run: Annotated[int, Ge(2)] = 9
    """The same in the first row and column of letters, where a break kills a border clue cell."""
    long: Cost = 60
    """Each cell of a slot above those limits."""
    min_words: Annotated[int, Ge(1)] = 40
    """A length with fewer words counts as a hard fault."""
    two_share: Share = 0.14
    """Share of slots that may have two cells."""
    two: Cost = 100
    """Each two-cell slot above."""
    dead: Cost = 300
    """Each dead interior clue cell."""
    edge_dead: Cost = 100
    """Each dead border clue cell besides the corner."""
    cluster: Cost = 150
    """Each 2x2 block and each line of three interior clue cells."""
    clue_share: Share = 0.18
    """Share of interior cells that may be clue cells."""
    clue: Cost = 50
    """Each interior clue cell above."""
    kappa: Annotated[float, Gt(0), Le(2)] = 0.8
    """Constrainedness aimed at (estimated from the numbers of words per length)."""
    tight: Cost = 50
    """Each 0.01 of constrainedness above."""


@dataclass(frozen=True)
class MaskResult:
    """A mask with what it cost.

    faults is the number of hard faults left (0 = lawful). trace holds the penalty after 1, 2, 4, ... steps,
    NaN where the search ended before.
    """

    mask: Mask
    penalty: float
    faults: int
    kappa: float
    steps: int
    kicks: int
    trace: tuple[float, ...]


def mask_costs(words: Words, settings: MaskSettings, *, longest: int) -> Costs:
    """The charges of `settings` with what the lexicon knows: words per length and how often letters agree.

    Args:
        words: the lexicon.
        settings: the charges.
        longest: the longest run a grid can hold.
    """
    sizes = np.zeros(longest + 2, np.int64)
    known = min(len(words.size), len(sizes))
    sizes[:known] = words.size[:known]
    lengths = np.arange(len(sizes))
    over = np.stack([lengths - settings.max_run, lengths - settings.max_edge_run])
    missing = np.tile((sizes < settings.min_words) | (lengths == 1), (2, 1))
    missing[:, 0] = False
    return Costs(
        run=settings.long * np.maximum(over, 0).astype(np.float64),
        missing=missing.astype(np.uint8),
        # Rounded so that sums are exact and "not worse" does not hang on a rounding error.
        bits=np.round(np.log2(np.maximum(sizes, 1)) * 1024) / 1024,
        cell_bits=_agreement_bits(words),
        # As an int a number would compile all mask kernels once more.
        two_share=float(settings.two_share),
        two=float(settings.two),
        dead=float(settings.dead),
        edge_dead=float(settings.edge_dead),
        cluster=float(settings.cluster),
        clue_share=float(settings.clue_share),
        clue=float(settings.clue),
        kappa=float(settings.kappa),
        tight=float(settings.tight),
        hard=float(settings.hard),
    )


def _agreement_bits(words: Words) -> float:
    """Minus log2 of the probability that two letters agree, drawn from words of three to seven cells."""
    count = np.zeros(words.n_letters)
    for length in range(3, min(8, len(words.size))):
        n = int(words.size[length])
        at = int(words.letters_at[length])
        if n:
            letters = words.letters[at : at + n * length]
            count += np.bincount(letters, minlength=words.n_letters)[: words.n_letters] / n
    share = count / max(count.sum(), 1e-9)
    return float(round(-np.log2(max(float((share**2).sum()), 1e-9)) * 1024) / 1024)


def find_mask(
    rows: int,
    columns: int,
    words: Words,
    settings: MaskSettings,
    *,
    random: NDArray[np.uint64],
    fixed: NDArray[np.uint8] | None = None,
) -> MaskResult:
    """The best mask that one climb finds.

    Args:
        rows: number of rows, at least 3.
        columns: number of columns, at least 3.
        words: the lexicon, for the lengths it can serve.
        settings: charges and effort.
        random: generator state, changed in place.
        fixed: uint8 [row, column], 1 = must be a letter cell, 2 = must be a clue cell, 0 = free.
    """
    if fixed is None:
        fixed = np.zeros((rows, columns), np.uint8)
    costs = mask_costs(words, settings, longest=max(rows, columns))
    mask = np.zeros((rows, columns), np.uint8)
    trace = np.full(24, np.nan)
    statistics = np.zeros(4, np.int64)
    penalty, faults = kernel.climb(
        costs,
        mask,
        fixed,
        random,
        settings.start_share,
        settings.aimed,
        settings.kick_cells,
        settings.idle_steps,
        settings.idle_kicks,
        settings.max_kicks,
        trace,
        statistics,
    )
    totals = np.zeros(kernel.N_TOTALS)
    kernel.count_all(costs, mask, totals)
    return MaskResult(
        mask=mask,
        penalty=float(penalty),
        faults=int(faults),
        kappa=float(kernel.estimate_kappa(costs, totals)),
        steps=int(statistics[kernel.STEPS]),
        kicks=int(statistics[kernel.KICKS]),
        trace=tuple(float(x) for x in trace),
    )
