"""Finding a mask: which cells hold clues and which hold letters, by simulated annealing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

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

    A hard fault (a run of one cell, an island, a length without words, a long slot inside) costs `hard`; the
    soft costs say which of two lawful masks is the better one.
    """

    sweeps: Annotated[int, Ge(1)] = 200
    """Moves for each interior cell, from the first to the last temperature."""
    hot: Annotated[float, Gt(0)] = 150
    """The first temperature: how much worse a move may make the mask, on average."""
    cold: Annotated[float, Gt(0)] = 10
    """The last temperature."""
    anneals: Annotated[int, Ge(1)] = 5
    """Times that annealing is begun, twice as hot each time, while the mask is bad (see find_mask)."""
    hard: Cost = 2000
    max_run: Annotated[int, Ge(2)] = 7
    """Longest slot that costs nothing, in the interior."""
    max_edge_run: Annotated[int, Ge(2)] = 9
    """The same in the first row and column of letters, where a break kills a border clue cell."""
    long: Cost = 60
    """Each cell of a slot above those limits."""
    longest_inside: Annotated[int, Ge(2)] = 9
    """A longer slot outside the first row and column of letters is a hard fault."""
    min_words: Annotated[int, Ge(1)] = 40
    """A length with fewer words counts as a hard fault."""
    two_share: Share = 0.105
    """Share of slots that may have two cells."""
    two: Cost = 200
    """Each two-cell slot above."""
    dead: Cost = 1000
    """Each dead interior clue cell."""
    edge_dead: Cost = 800
    """Each dead border clue cell besides the corner."""
    cluster: Cost = 600
    """Each 2x2 block and each line of three interior clue cells."""
    clue_share: Share = 0.18
    """Share of interior cells that may be clue cells."""
    clue: Cost = 200
    """Each interior clue cell above."""
    kappa: Annotated[float, Gt(0), Le(2)] = 0.7
    """Constrainedness aimed at."""
    tight: Cost = 60
    """Each 0.01 of constrainedness above."""
    variety: Cost = 0
    """The most that a clue cell costs more or less at a place, drawn anew for each mask, so that masks differ."""


@dataclass(frozen=True)
class MaskResult:
    """A mask with what it cost; faults is the number of hard faults left (0 = lawful)."""

    mask: Mask
    penalty: float
    faults: int
    kappa: float
    steps: int


@dataclass(frozen=True)
class Snapshot:
    """A mask on the way: after so many steps, at a temperature, with its totals (see factory.kernels.mask)."""

    step: int
    temperature: float
    mask: Mask
    totals: NDArray[np.float64]


_UPHILL: Final = np.round(-np.log((np.arange(1024) + 0.5) / 1024) * 1024) / 1024
"""Quantiles of the exponential distribution, rounded so that they are the same on every machine."""
_STILL: Final = 4
"""Sweeps at temperature 0 at the end."""


def mask_costs(words: Words, settings: MaskSettings, *, longest: int) -> Costs:
    """The charges of `settings` with what the lexicon knows: words per length and how often letters agree.

    Args:
        words: the lexicon.
        settings: the charges.
        longest: the longest run a grid can hold.
    """
    lengths = np.arange(longest + 2)
    sizes = np.zeros(len(lengths), np.int64)
    known = min(len(words.size), len(sizes))
    sizes[:known] = words.size[:known]
    slot = lengths >= 2
    need = crossing_bits(words, longest=longest + 1)
    run = np.zeros((2, len(lengths), kernel.RUN_TOTALS))
    for edge, free in enumerate((settings.max_run, settings.max_edge_run)):
        missing = (sizes < settings.min_words) | (lengths == 1)
        if not edge:
            missing |= lengths > settings.longest_inside
        run[edge, :, kernel.RUNS] = settings.long * np.maximum(lengths - free, 0)
        run[edge, :, kernel.FAULTS] = missing
        run[edge, :, kernel.SLOTS] = slot
        run[edge, :, kernel.TWOS] = lengths == 2
        run[edge, :, kernel.BITS] = np.where(slot, _exact(np.log2(np.maximum(sizes, 1))), 0)
        run[edge, :, kernel.NEED] = _exact(need)
    run[:, 0] = 0
    charge = np.zeros(kernel.N_TOTALS)
    charge[kernel.FAULTS] = settings.hard
    charge[kernel.TWOS] = settings.two
    charge[kernel.DEAD] = settings.dead
    charge[kernel.EDGE_DEAD] = settings.edge_dead
    charge[kernel.CLUSTERS] = settings.cluster
    charge[kernel.CLUES] = settings.clue
    # As an int a number would compile all mask kernels once more.
    shares = float(settings.two_share), float(settings.clue_share)
    return Costs(run, charge, *shares, float(settings.kappa), float(settings.tight))


def _exact(bits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounded so that sums are exact in any order."""
    return np.round(bits * 1024) / 1024


def crossing_bits(words: Words, *, longest: int) -> NDArray[np.float64]:
    """float64 [length]: the bits that the crossings of a slot of each length take, the slot's half of them.

    A crossing takes -log2 of the probability that two words agree there, which hangs on both lengths and both
    positions. The sum of a part for each of the two slots comes close to it (the additive fit by least squares,
    with all positions of slots of three to seven cells on the other side), so kappa is a sum over the slots.
    """
    shares: dict[int, NDArray[np.float64]] = {}
    for length in range(2, min(longest + 1, len(words.size))):
        n = int(words.size[length])
        if n:
            at = int(words.letters_at[length])
            letters = words.letters[at : at + n * length].reshape(n, length)
            counts = [np.bincount(column, minlength=words.n_letters) for column in letters.T]
            shares[length] = np.array(counts)[:, : words.n_letters] / n
    common = [share for length, share in shares.items() if 3 <= length <= 7] or list(shares.values())
    if not common:
        return np.zeros(longest + 1)
    others = np.concatenate(common)
    mean = _agreement(others, others).mean() / 2
    bits: NDArray[np.float64] = mean * np.arange(longest + 1, dtype=np.float64)
    for length, share in shares.items():
        bits[length] = (_agreement(share, others).mean(axis=1) - mean).sum()
    return bits


def _agreement(some: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Minus log2 of the probability that two letters agree, for each pair of rows of letter shares."""
    bits: NDArray[np.float64] = -np.log2(np.maximum(some @ others.T, 1e-6))
    return bits


def find_mask(
    rows: int,
    columns: int,
    words: Words,
    settings: MaskSettings,
    *,
    random: NDArray[np.uint64],
    fixed: NDArray[np.uint8] | None = None,
    own_faults: int = 0,
    watch: Callable[[Snapshot], None] | None = None,
) -> MaskResult:
    """The best mask that annealing ends with.

    It is begun anew while a hard fault is left, and also, where no cell is fixed, a dead interior clue cell or a
    cluster.

    Args:
        rows: number of rows, at least 3.
        columns: number of columns, at least 3.
        words: the lexicon, for the lengths it can serve.
        settings: charges and effort.
        random: generator state, changed in place.
        fixed: uint8 [row, column], 1 = must be a letter cell, 2 = must be a clue cell, 0 = free.
        own_faults: hard faults that lie in `fixed` itself, so that it is no use to begin anew for them.
        watch: called with the mask at the start and after each sweep; it changes nothing.
    """
    if fixed is None:
        fixed = np.zeros((rows, columns), np.uint8)
    costs = mask_costs(words, settings, longest=max(rows, columns))
    frozen = np.pad(fixed, kernel.PAD)
    taste = np.zeros(frozen.shape)
    kernel.draw_taste(taste, random, float(settings.variety))
    totals = np.zeros(kernel.N_TOTALS)
    statistics = np.zeros(3, np.int64)
    best: tuple[tuple[int, float], NDArray[np.uint8], int, NDArray[np.float64]] | None = None
    for again in range(settings.anneals):
        hot = settings.hot * 2.0**again
        cooling = round((settings.cold / hot) ** (1 / settings.sweeps), 9)
        board = mask_board(_first_mask(fixed))
        kernel.scatter(board, frozen, random, float(settings.clue_share), _longest_free(costs))
        for sweeps, temperature in ((settings.sweeps, hot), (_STILL, 0.0)):
            # One sweep at a time comes to the same as all at once.
            for sweeps_at_once in [1] * sweeps if watch else [sweeps]:
                if watch:
                    before = int(statistics[kernel.STEPS])
                    kernel.count_all(board, costs.run, totals)
                    watch(Snapshot(before, temperature, board_mask(board), totals.copy()))
                temperature, penalty, faults = kernel.anneal(
                    costs,
                    board,
                    frozen,
                    taste,
                    random,
                    _UPHILL,
                    sweeps_at_once,
                    temperature,
                    cooling,
                    totals,
                    statistics,
                )
        rank = (max(int(faults), own_faults), float(penalty))
        if best is None or rank < best[0]:
            best = rank, board, int(faults), totals.copy()
        spoiled = not fixed.any() and totals[kernel.DEAD] + totals[kernel.CLUSTERS] > 0
        if faults <= own_faults and not spoiled:
            break
    assert best is not None, "annealing is begun at least once"
    (_, penalty), board, faults, totals = best
    result = MaskResult(
        mask=board_mask(board),
        penalty=penalty,
        faults=faults,
        kappa=float(kernel.constrainedness(totals)),
        steps=int(statistics[kernel.STEPS]),
    )
    if watch:
        watch(Snapshot(result.steps, 0.0, result.mask, totals))
    return result


def _first_mask(fixed: NDArray[np.uint8]) -> Mask:
    """Letters in all interior cells that need not be clue cells; the border as `fixed` wants."""
    mask = np.zeros(fixed.shape, np.uint8)
    mask[0, :] = mask[:, 0] = kernel.CLUE
    mask[fixed == kernel.MUST_LETTER] = kernel.LETTER
    mask[fixed == kernel.MUST_CLUE] = kernel.CLUE
    return mask


def _longest_free(costs: Costs) -> int:
    """The longest run in the first row or column of letters that costs nothing."""
    cost = costs.run[1, :, kernel.RUNS] + costs.run[1, :, kernel.FAULTS]
    return max(2, int(np.flatnonzero(cost == 0).max()))


def mask_board(mask: Mask) -> NDArray[np.uint8]:
    """The mask as the kernels' board."""
    board = mask.astype(np.uint8)
    board[0, :] *= kernel.BORDER
    board[1:, 0] *= kernel.BORDER
    return np.pad(board, kernel.PAD, constant_values=kernel.OUTSIDE)


def board_mask(board: NDArray[np.uint8]) -> Mask:
    """The mask of a board."""
    inner = board[kernel.PAD : -kernel.PAD, kernel.PAD : -kernel.PAD]
    mask: Mask = (inner != kernel.LETTER).astype(np.uint8)
    return mask


def count_mask(mask: Mask, costs: Costs) -> NDArray[np.float64]:
    """float64 [N_TOTALS]: the totals of a mask; see factory.kernels.mask."""
    totals = np.zeros(kernel.N_TOTALS)
    kernel.count_all(mask_board(mask), costs.run, totals)
    return totals


def penalty_parts(mask: Mask, costs: Costs) -> dict[str, float]:
    """What a mask is charged for each kind of fault; the sum is its penalty."""
    totals = count_mask(mask, costs)
    board = mask_board(mask)
    islands = kernel.count_islands(board, np.zeros_like(board), np.zeros(board.size, np.int64))
    free_clues = np.floor(costs.clue_share * (mask.shape[0] - 1) * (mask.shape[1] - 1) + 1e-9)
    over = {
        "hard faults": (kernel.FAULTS, totals[kernel.FAULTS] + islands),
        "two-cell slots": (kernel.TWOS, totals[kernel.TWOS] - costs.two_share * totals[kernel.SLOTS]),
        "dead clue cells": (kernel.DEAD, totals[kernel.DEAD]),
        "dead border cells": (kernel.EDGE_DEAD, totals[kernel.EDGE_DEAD]),
        "clusters": (kernel.CLUSTERS, totals[kernel.CLUSTERS]),
        "clue cells": (kernel.CLUES, totals[kernel.CLUES] - free_clues),
    }
    kappa = float(kernel.constrainedness(totals))
    return {
        "long slots": float(totals[kernel.RUNS]),
        **{name: float(costs.charge[total] * max(0.0, n)) for name, (total, n) in over.items()},
        "kappa": costs.tight * 100.0 * max(0.0, kappa - costs.kappa),
    }
