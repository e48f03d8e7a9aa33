"""Hill climbing on masks: the penalty of a mask, kept up to date move by move.

A move flips one cell or shifts a clue cell diagonally. Only the row, the column and the few neighbours
that a flip touches are counted anew; whether the letter cells hang together is asked only when a move
would otherwise be accepted and can have cut them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, kernel, uniform

LETTER, CLUE = 0, 1
FREE, MUST_LETTER, MUST_CLUE = 0, 1, 2
"""Values of the `fixed` array."""

RUNS, HARD_RUNS, TWOS, SLOTS, BITS, DEAD, EDGE_DEAD, CLUSTERS, CLUES, LETTERS = range(10)
"""Places in the totals: sum of run costs, faults among runs (runs of one cell, lengths without words), two-cell
slots, slots, sum of slot bits, dead interior clue cells, dead border clue cells, 2x2 blocks plus lines of
three interior clue cells, interior clue cells, letter cells."""
N_TOTALS = 10

STEPS, ACCEPTED, KICKS, CHECKS = 0, 1, 2, 3
"""Places in the statistics: moves tried, moves kept, kicks, connectivity checks."""


class Costs(NamedTuple):
    """What a mask is charged for.

    run: float64 [2, length], cost of a run inside [0] and in the first row or column of letters [1].
    missing: uint8 [2, length], 1 where a run of this length is a hard fault (one cell, no words).
    bits: float64 [length], log2 of the number of words of this length.
    cell_bits: bits lost, on average, where two words must agree in a letter.
    two_share, two: share of slots that may have two cells, cost of each one above.
    dead, edge_dead, cluster: cost of a dead interior clue cell, of a dead border clue cell, of a cluster.
    clue_share, clue: interior clue share aimed at, cost of each clue cell above.
    kappa, tight: constrainedness aimed at, cost of each 0.01 above.
    hard: cost of a hard fault.
    """

    run: NDArray[np.float64]
    missing: NDArray[np.uint8]
    bits: NDArray[np.float64]
    cell_bits: float
    two_share: float
    two: float
    dead: float
    edge_dead: float
    cluster: float
    clue_share: float
    clue: float
    kappa: float
    tight: float
    hard: float


@kernel
def is_clue(mask: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a cell is a clue cell; outside the grid counts as one."""
    if row < 0 or column < 0 or row >= mask.shape[0] or column >= mask.shape[1]:
        return True
    return mask[row, column] == CLUE


@kernel
def is_dead(mask: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a clue cell begins no slot: no run of two or more starts right of it or below it."""
    right = not is_clue(mask, row, column + 1) and not is_clue(mask, row, column + 2)
    down = not is_clue(mask, row + 1, column) and not is_clue(mask, row + 2, column)
    return not right and not down


@kernel
def add_run(costs: Costs, totals: NDArray[np.float64], length: int, edge: int, sign: float) -> None:
    """Adds (or, with sign -1, takes away) one run of letter cells."""
    totals[RUNS] += sign * costs.run[edge, length]
    if costs.missing[edge, length]:
        totals[HARD_RUNS] += sign
    if length >= 2:
        totals[SLOTS] += sign
        totals[BITS] += sign * costs.bits[length]
        if length == 2:
            totals[TWOS] += sign


@kernel
def add_line(
    costs: Costs, mask: NDArray[np.uint8], totals: NDArray[np.float64], line: int, down: bool, sign: float
) -> None:
    """Adds or takes away the runs of one row (or column, with `down`)."""
    size = mask.shape[0] if down else mask.shape[1]
    edge = 1 if line == 1 else 0
    run = 0
    for i in range(size):
        cell = mask[i, line] if down else mask[line, i]
        if cell == LETTER:
            run += 1
        elif run > 0:
            add_run(costs, totals, run, edge, sign)
            run = 0
    if run > 0:
        add_run(costs, totals, run, edge, sign)


@kernel
def add_dead(
    mask: NDArray[np.uint8], totals: NDArray[np.float64], row: int, column: int, sign: float
) -> None:
    """Adds or takes away a clue cell that begins no slot; the corner is never charged."""
    if row < 0 or column < 0 or row + column == 0 or mask[row, column] != CLUE:
        return
    if is_dead(mask, row, column):
        if row == 0 or column == 0:
            totals[EDGE_DEAD] += sign
        else:
            totals[DEAD] += sign


@kernel
def inner_clue(mask: NDArray[np.uint8], row: int, column: int) -> int:
    """1 for an interior clue cell, 0 for any other cell and outside."""
    if row < 1 or column < 1 or row >= mask.shape[0] or column >= mask.shape[1]:
        return 0
    return np.int64(mask[row, column])


@kernel
def clusters_at(mask: NDArray[np.uint8], row: int, column: int) -> int:
    """2x2 blocks and lines of three interior clue cells that contain a cell, which counts as a clue cell."""
    total = 0
    for top in range(row - 1, row + 1):
        for left in range(column - 1, column + 1):
            filled = 0
            for r in range(top, top + 2):
                for c in range(left, left + 2):
                    if (r != row or c != column) and inner_clue(mask, r, c):
                        filled += 1
            if filled == 3:
                total += 1
    for offset in range(-2, 1):
        across = 0
        down = 0
        for k in range(offset, offset + 3):
            if k != 0:
                across += inner_clue(mask, row, column + k)
                down += inner_clue(mask, row + k, column)
        if across == 2:
            total += 1
        if down == 2:
            total += 1
    return total


@kernel
def add_around(
    costs: Costs, mask: NDArray[np.uint8], totals: NDArray[np.float64], row: int, column: int, sign: float
) -> None:
    """Adds or takes away all that depends on one interior cell."""
    add_line(costs, mask, totals, row, False, sign)
    add_line(costs, mask, totals, column, True, sign)
    add_dead(mask, totals, row, column, sign)
    for k in range(1, 3):
        add_dead(mask, totals, row, column - k, sign)
        add_dead(mask, totals, row - k, column, sign)
    if mask[row, column] == CLUE:
        totals[CLUSTERS] += sign * clusters_at(mask, row, column)
        totals[CLUES] += sign
    else:
        totals[LETTERS] += sign


@kernel
def flip(costs: Costs, mask: NDArray[np.uint8], totals: NDArray[np.float64], row: int, column: int) -> None:
    """Turns a letter cell into a clue cell or back and brings the totals up to date; its own inverse."""
    add_around(costs, mask, totals, row, column, -1.0)
    mask[row, column] = CLUE - mask[row, column]
    add_around(costs, mask, totals, row, column, 1.0)


@kernel
def count_all(costs: Costs, mask: NDArray[np.uint8], totals: NDArray[np.float64]) -> None:
    """Counts the totals of a mask from scratch."""
    rows, columns = mask.shape
    totals[:] = 0.0
    for row in range(1, rows):
        add_line(costs, mask, totals, row, False, 1.0)
    for column in range(1, columns):
        add_line(costs, mask, totals, column, True, 1.0)
    thrice = 0
    for row in range(rows):
        for column in range(columns):
            add_dead(mask, totals, row, column, 1.0)
            if mask[row, column] == LETTER:
                totals[LETTERS] += 1
            elif row > 0 and column > 0:
                totals[CLUES] += 1
                if inner_clue(mask, row, column + 1) and inner_clue(mask, row, column + 2):
                    thrice += 1
                if inner_clue(mask, row + 1, column) and inner_clue(mask, row + 2, column):
                    thrice += 1
                if (
                    inner_clue(mask, row, column + 1)
                    and inner_clue(mask, row + 1, column)
                    and inner_clue(mask, row + 1, column + 1)
                ):
                    thrice += 1
    totals[CLUSTERS] = thrice


@kernel
def soft_penalty(costs: Costs, mask: NDArray[np.uint8], totals: NDArray[np.float64]) -> float:
    """The penalty of the totals, islands left out."""
    inner = (mask.shape[0] - 1) * (mask.shape[1] - 1)
    penalty = totals[RUNS] + costs.hard * totals[HARD_RUNS]
    penalty += costs.two * max(0.0, totals[TWOS] - np.floor(costs.two_share * totals[SLOTS]))
    penalty += (
        costs.dead * totals[DEAD] + costs.edge_dead * totals[EDGE_DEAD] + costs.cluster * totals[CLUSTERS]
    )
    penalty += costs.clue * max(0.0, totals[CLUES] - np.floor(costs.clue_share * inner))
    penalty += costs.tight * 100.0 * max(0.0, estimate_kappa(costs, totals) - costs.kappa)
    return penalty


@kernel
def estimate_kappa(costs: Costs, totals: NDArray[np.float64]) -> float:
    """Constrainedness if every letter cell costs the same bits: 1 - S / (sum of the slot bits)."""
    if totals[BITS] <= 0.0:
        return 1.0
    return costs.cell_bits * totals[LETTERS] / totals[BITS]


@kernel
def count_islands(mask: NDArray[np.uint8], seen: NDArray[np.uint8], stack: NDArray[np.int64]) -> int:
    """Connected regions of letter cells beyond the first. `seen` [rows, columns] and `stack` are scratch."""
    rows, columns = mask.shape
    seen[:, :] = 0
    regions = 0
    for start_row in range(rows):
        for start_column in range(columns):
            if mask[start_row, start_column] != LETTER or seen[start_row, start_column]:
                continue
            regions += 1
            seen[start_row, start_column] = 1
            stack[0] = start_row * columns + start_column
            depth = 1
            while depth > 0:
                depth -= 1
                row, column = divmod(stack[depth], columns)
                for turn in range(4):
                    r = row + (1 if turn == 0 else -1 if turn == 1 else 0)
                    c = column + (1 if turn == 2 else -1 if turn == 3 else 0)
                    if not is_clue(mask, r, c) and not seen[r, c]:
                        seen[r, c] = 1
                        stack[depth] = r * columns + c
                        depth += 1
    return max(0, regions - 1)


@kernel
def may_cut(mask: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a clue cell could part the letter cells around it; never False when it does.

    Going round its eight neighbours, the letter cells beside it do not hang together there.
    """
    changes = 0
    beside = 0
    previous = is_clue(mask, row - 1, column - 1)
    for turn in range(1, 9):
        side = turn % 8
        r = row - 1 if side < 3 else (row + 1 if 4 <= side <= 6 else row)
        c = column + 1 if 2 <= side <= 4 else (column - 1 if side == 0 or side >= 6 else column)
        now = is_clue(mask, r, c)
        if now != previous:
            changes += 1
        if side % 2 == 1 and not now:
            beside += 1
        previous = now
    return changes > 2 and beside > 1


@kernel
def cell_heat(costs: Costs, mask: NDArray[np.uint8], row: int, column: int, twos_over: bool) -> float:
    """How much of the penalty a cell has a part in: its runs if a letter cell, its faults if a clue cell."""
    if mask[row, column] == CLUE:
        heat = costs.cluster * clusters_at(mask, row, column)
        if is_dead(mask, row, column):
            heat += costs.dead
        return heat
    heat = 0.0
    for down in range(2):
        r = 1 if down else 0
        c = 1 - r
        before = 0
        while not is_clue(mask, row - (before + 1) * r, column - (before + 1) * c):
            before += 1
        after = 0
        while not is_clue(mask, row + (after + 1) * r, column + (after + 1) * c):
            after += 1
        length = before + after + 1
        edge = 1 if (column if down else row) == 1 else 0
        heat += costs.run[edge, length] + costs.hard * costs.missing[edge, length]
        if length == 2 and twos_over:
            heat += costs.two
    return heat


@kernel
def climb(
    costs: Costs,
    mask: NDArray[np.uint8],
    fixed: NDArray[np.uint8],
    random: NDArray[np.uint64],
    start_share: float,
    aimed: float,
    kick_cells: int,
    idle_steps: int,
    idle_kicks: int,
    max_kicks: int,
    trace: NDArray[np.float64],
    statistics: NDArray[np.int64],
) -> tuple[float, int]:
    """Writes the best mask found into `mask`; returns its penalty and its number of hard faults.

    Starts with row 0 and column 0 as clue cells and a random share of the rest, honouring `fixed`. A share
    `aimed` of the moves goes to the hottest of six random cells. A move is kept when it is not worse.
    After `idle_steps` moves without a better mask, `kick_cells` random cells of the best one are flipped;
    the end comes after `idle_kicks` kicks without a gain once no hard fault is left, or `max_kicks` in all.
    `trace` receives the current penalty at every 2**k-th step, k = its index. `statistics` is added to.
    """
    rows, columns = mask.shape
    seen = np.zeros((rows, columns), np.uint8)
    stack = np.zeros(rows * columns, np.int64)
    for row in range(rows):
        for column in range(columns):
            if fixed[row, column] != FREE:
                mask[row, column] = CLUE if fixed[row, column] == MUST_CLUE else LETTER
            elif row == 0 or column == 0 or uniform(random) < start_share:
                mask[row, column] = CLUE
            else:
                mask[row, column] = LETTER
    totals = np.zeros(N_TOTALS, np.float64)
    count_all(costs, mask, totals)
    islands = count_islands(mask, seen, stack)
    penalty = soft_penalty(costs, mask, totals) + costs.hard * islands
    best = mask.copy()
    best_penalty = penalty
    best_faults = np.int64(totals[HARD_RUNS]) + islands
    idle = 0
    fruitless = 0
    kicks = 0
    steps = 0
    while True:
        if steps & (steps - 1) == 0:
            for k in range(trace.shape[0]):
                if steps == 1 << k:
                    trace[k] = penalty
        steps += 1
        row = 1 + below(random, rows - 1)
        column = 1 + below(random, columns - 1)
        if uniform(random) < aimed:
            twos_over = totals[TWOS] > costs.two_share * totals[SLOTS]
            heat = cell_heat(costs, mask, row, column, twos_over)
            for _ in range(5):
                r = 1 + below(random, rows - 1)
                c = 1 + below(random, columns - 1)
                other = cell_heat(costs, mask, r, c, twos_over)
                if other > heat:
                    heat = other
                    row = r
                    column = c
        to_row = row
        to_column = column
        if mask[row, column] == CLUE and uniform(random) < 0.5:
            to_row = row + (1 if below(random, 2) else -1)
            to_column = column + (1 if below(random, 2) else -1)
            if (
                to_row < 1
                or to_column < 1
                or to_row >= rows
                or to_column >= columns
                or is_clue(mask, to_row, to_column)
            ):
                to_row = row
                to_column = column
        shifted = to_row != row
        if fixed[row, column] == FREE and fixed[to_row, to_column] == FREE:
            flip(costs, mask, totals, row, column)
            if shifted:
                flip(costs, mask, totals, to_row, to_column)
            candidate = soft_penalty(costs, mask, totals)
            now = islands
            if candidate <= penalty:
                cut = islands > 0 or (mask[row, column] == CLUE and may_cut(mask, row, column))
                cut = cut or (shifted and may_cut(mask, to_row, to_column))
                cut = cut or (mask[row, column] == LETTER and alone(mask, row, column))
                if cut:
                    statistics[CHECKS] += 1
                    now = count_islands(mask, seen, stack)
                candidate += costs.hard * now
            if candidate <= penalty:
                penalty = candidate
                islands = now
                statistics[ACCEPTED] += 1
            else:
                if shifted:
                    flip(costs, mask, totals, to_row, to_column)
                flip(costs, mask, totals, row, column)
        if penalty < best_penalty:
            best_penalty = penalty
            best_faults = np.int64(np.rint(totals[HARD_RUNS])) + islands
            best[:, :] = mask
            idle = 0
            fruitless = 0
        else:
            idle += 1
        if idle >= idle_steps:
            if (fruitless >= idle_kicks and best_faults == 0) or kicks >= max_kicks or best_penalty <= 0.0:
                break
            kicks += 1
            fruitless += 1
            idle = 0
            mask[:, :] = best
            for _ in range(kick_cells):
                r = 1 + below(random, rows - 1)
                c = 1 + below(random, columns - 1)
                if fixed[r, c] == FREE:
                    mask[r, c] = CLUE - mask[r, c]
            count_all(costs, mask, totals)
            islands = count_islands(mask, seen, stack)
            penalty = soft_penalty(costs, mask, totals) + costs.hard * islands
    mask[:, :] = best
    statistics[STEPS] += steps
    statistics[KICKS] += kicks
    return best_penalty, best_faults


@kernel
def alone(mask: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a letter cell has no letter cell beside it."""
    return (
        is_clue(mask, row - 1, column)
        and is_clue(mask, row + 1, column)
        and is_clue(mask, row, column - 1)
        and is_clue(mask, row, column + 1)
    )
