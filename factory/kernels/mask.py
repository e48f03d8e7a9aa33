"""Simulated annealing of masks: the penalty of a mask, kept up to date move by move.

A move turns over one cell or shifts a clue cell to a neighbour (Kirkpatrick, Gelatt and Vecchi 1983 for the
acceptance). What it changes is counted from the few cells around it before it is made; whether the letter cells
hang together is asked only when a move would otherwise be taken and can have cut them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import below, draw, inlined, kernel, uniform

LETTER, CLUE, BORDER, OUTSIDE = 0, 1, 2, 3
"""Cells of a board: a letter cell, an interior clue cell, a clue cell of row 0 or column 0, not in the grid."""
PAD = 2
"""Rows and columns of OUTSIDE on each side of a board: as far as a look round a cell reaches."""

FREE, MUST_LETTER, MUST_CLUE = 0, 1, 2
"""Values of the `fixed` array."""

RUNS, FAULTS, SLOTS, TWOS, BITS, NEED, DEAD, EDGE_DEAD, CLUSTERS, CLUES = range(10)
"""Places in the totals: sum of run costs, faults among runs (of one cell, of a length without words), slots,
two-cell slots, bits of choice in the slots, bits that their crossings take, dead interior clue cells, dead border
clue cells, 2x2 blocks plus lines of three interior clue cells, interior clue cells. A run adds to the first six."""
RUN_TOTALS, N_TOTALS = 6, 10

CAP = 2.0
"""Highest constrainedness that is told apart: so the first slots of a mask never seem to make it worse."""

STEPS, ACCEPTED, CHECKS = 0, 1, 2
"""Places in the statistics: moves tried, moves made, connectivity checks."""


class Costs(NamedTuple):
    """What a mask is charged for.

    run: float64 [2, length, RUN_TOTALS], what a run adds to the totals, inside [0] and in the first row or
    column of letters [1].
    charge: float64 [N_TOTALS], cost of one unit of a total; of TWOS and CLUES only above their share.
    two_share, clue_share: share of slots that may have two cells, of interior cells that may be clue cells
    (rounded down to whole cells).
    kappa, tight: constrainedness aimed at, cost of each 0.01 above.
    """

    run: NDArray[np.float64]
    charge: NDArray[np.float64]
    two_share: float
    clue_share: float
    kappa: float
    tight: float


@kernel
def constrainedness(totals: NDArray[np.float64]) -> float:
    """Estimated kappa, at most CAP: what the crossings take of the bits of choice; CAP without any bits."""
    return min(totals[NEED] / totals[BITS], CAP) if totals[BITS] > 0.0 else CAP


@kernel
def soft_penalty(
    totals: NDArray[np.float64],
    charge: NDArray[np.float64],
    two_share: float,
    free_clues: float,
    kappa: float,
    tight: float,
) -> float:
    """The penalty of the totals, islands left out; `free_clues` clue cells cost nothing."""
    penalty = totals[RUNS]
    for total in (FAULTS, DEAD, EDGE_DEAD, CLUSTERS):
        penalty += charge[total] * totals[total]
    penalty += charge[TWOS] * max(0.0, totals[TWOS] - two_share * totals[SLOTS])
    penalty += charge[CLUES] * max(0.0, totals[CLUES] - free_clues)
    return penalty + tight * 100.0 * max(0.0, constrainedness(totals) - kappa)


@inlined
def add_run(
    totals: NDArray[np.float64], run: NDArray[np.float64], edge: int, length: int, sign: float
) -> None:
    """Adds (or, with sign -1, takes away) one run of letter cells; one of length 0 is none."""
    for total in range(RUN_TOTALS):
        totals[total] += sign * run[edge, length, total]


@inlined
def starts_across(board: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether two letter cells follow at the right."""
    return board[row, column + 1] == LETTER and board[row, column + 2] == LETTER


@inlined
def starts_down(board: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether two letter cells follow below."""
    return board[row + 1, column] == LETTER and board[row + 2, column] == LETTER


@inlined
def add_dead(totals: NDArray[np.float64], cell: int, sign: float) -> None:
    """Adds a clue cell that begins no slot; a letter cell or the outside is none."""
    if cell == CLUE:
        totals[DEAD] += sign
    elif cell == BORDER:
        totals[EDGE_DEAD] += sign


@inlined
def clusters_at(board: NDArray[np.uint8], row: int, column: int) -> int:
    """2x2 blocks and lines of three interior clue cells that contain a cell, which counts as a clue cell."""
    up = board[row - 1, column] == CLUE
    down = board[row + 1, column] == CLUE
    left = board[row, column - 1] == CLUE
    right = board[row, column + 1] == CLUE
    total = 0
    if up:
        total += (left and board[row - 1, column - 1] == CLUE) + (
            right and board[row - 1, column + 1] == CLUE
        )
        total += down + (board[row - 2, column] == CLUE)
    if down:
        total += (left and board[row + 1, column - 1] == CLUE) + (
            right and board[row + 1, column + 1] == CLUE
        )
        total += board[row + 2, column] == CLUE
    if left:
        total += right + (board[row, column - 2] == CLUE)
    if right:
        total += board[row, column + 2] == CLUE
    return np.int64(total)


@inlined
def add_turn(
    board: NDArray[np.uint8], run: NDArray[np.float64], row: int, column: int, totals: NDArray[np.float64]
) -> None:
    """Adds to the totals what turning over an interior cell would change; the board stays."""
    left = 0
    while board[row, column - left - 1] == LETTER:
        left += 1
    right = 0
    while board[row, column + right + 1] == LETTER:
        right += 1
    up = 0
    while board[row - up - 1, column] == LETTER:
        up += 1
    down = 0
    while board[row + down + 1, column] == LETTER:
        down += 1
    sign = 1.0 if board[row, column] == LETTER else -1.0
    edge = 1 if row == PAD + 1 else 0
    add_run(totals, run, edge, left + right + 1, -sign)
    add_run(totals, run, edge, left, sign)
    add_run(totals, run, edge, right, sign)
    edge = 1 if column == PAD + 1 else 0
    add_run(totals, run, edge, up + down + 1, -sign)
    add_run(totals, run, edge, up, sign)
    add_run(totals, run, edge, down, sign)
    totals[CLUES] += sign
    totals[CLUSTERS] += sign * clusters_at(board, row, column)
    if right < 2 and down < 2:
        totals[DEAD] += sign
    # The clue cell before the cell, across and down, may lose its slot there or get one.
    if left == 0 and right > 0 and not starts_down(board, row, column - 1):
        add_dead(totals, board[row, column - 1], sign)
    if left == 1 and not starts_down(board, row, column - 2):
        add_dead(totals, board[row, column - 2], sign)
    if up == 0 and down > 0 and not starts_across(board, row - 1, column):
        add_dead(totals, board[row - 1, column], sign)
    if up == 1 and not starts_across(board, row - 2, column):
        add_dead(totals, board[row - 2, column], sign)


@kernel
def count_all(board: NDArray[np.uint8], run: NDArray[np.float64], totals: NDArray[np.float64]) -> None:
    """Counts the totals of a board from scratch; the corner is never charged."""
    rows, columns = board.shape
    totals[:] = 0.0
    for down in range(2):
        for line in range(PAD + 1, (columns if down else rows) - PAD):
            edge = 1 if line == PAD + 1 else 0
            length = 0
            for i in range(PAD, (rows if down else columns) - PAD + 1):
                if (board[i, line] if down else board[line, i]) == LETTER:
                    length += 1
                else:
                    add_run(totals, run, edge, length, 1.0)
                    length = 0
    for row in range(PAD, rows - PAD):
        for column in range(PAD, columns - PAD):
            cell = board[row, column]
            dead = not starts_across(board, row, column) and not starts_down(board, row, column)
            if dead and row + column > 2 * PAD:
                add_dead(totals, cell, 1.0)
            if cell == CLUE:
                right = board[row, column + 1] == CLUE
                down = board[row + 1, column] == CLUE
                totals[CLUES] += 1.0
                totals[CLUSTERS] += right and board[row, column + 2] == CLUE
                totals[CLUSTERS] += down and board[row + 2, column] == CLUE
                totals[CLUSTERS] += right and down and board[row + 1, column + 1] == CLUE


@kernel
def count_islands(board: NDArray[np.uint8], seen: NDArray[np.uint8], stack: NDArray[np.int64]) -> int:
    """Connected regions of letter cells beyond the first. `seen` [as the board] and `stack` are scratch."""
    rows, columns = board.shape
    seen[:, :] = 0
    regions = 0
    for start_row in range(PAD, rows - PAD):
        for start_column in range(PAD, columns - PAD):
            if board[start_row, start_column] != LETTER or seen[start_row, start_column]:
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
                    if board[r, c] == LETTER and not seen[r, c]:
                        seen[r, c] = 1
                        stack[depth] = r * columns + c
                        depth += 1
    return max(0, regions - 1)


@kernel
def may_cut(board: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a clue cell could part the letter cells around it; never False when it does.

    The letter cells beside it do not all hang together by those at its corners.
    """
    up = board[row - 1, column] == LETTER
    right = board[row, column + 1] == LETTER
    down = board[row + 1, column] == LETTER
    left = board[row, column - 1] == LETTER
    joints = np.int64(0)
    joints += up and right and board[row - 1, column + 1] == LETTER
    joints += right and down and board[row + 1, column + 1] == LETTER
    joints += down and left and board[row + 1, column - 1] == LETTER
    joints += left and up and board[row - 1, column - 1] == LETTER
    return np.int64(up) + right + down + left - joints > 1


@kernel
def is_alone(board: NDArray[np.uint8], row: int, column: int) -> bool:
    """Whether a cell has no letter cell beside it."""
    return (
        board[row - 1, column] != LETTER
        and board[row + 1, column] != LETTER
        and board[row, column - 1] != LETTER
        and board[row, column + 1] != LETTER
    )


@kernel
def scatter(
    board: NDArray[np.uint8],
    fixed: NDArray[np.uint8],
    random: NDArray[np.uint64],
    share: float,
    longest: int,
) -> None:
    """Makes some free letter cells clue cells, for a start.

    In the first row and column of letters as few as leave runs of at most `longest` cells, from the third on a
    random `share`; the second stays, since a clue cell there would leave a run of one cell before it.
    """
    rows, columns = board.shape
    for down in range(2):
        left = (rows if down else columns) - 2 * PAD - 1
        at = PAD
        while left > longest:
            # The rest may need as many cuts as there are left, less this one.
            cuts = -((longest - left) // (longest + 1))
            least = max(2, left - cuts * (longest + 1))
            most = max(least, min(longest, left - 3))
            step = least + 1 + below(random, most - least + 1)
            at += step
            left -= step
            row, column = (at, PAD + 1) if down else (PAD + 1, at)
            if fixed[row, column] == FREE:
                board[row, column] = CLUE
    for row in range(PAD + 3, rows - PAD):
        for column in range(PAD + 3, columns - PAD):
            if fixed[row, column] == FREE and uniform(random) < share:
                board[row, column] = CLUE


@kernel
def draw_taste(taste: NDArray[np.float64], random: NDArray[np.uint64], variety: float) -> None:
    """Draws for each interior cell what a clue cell costs there more, up to `variety` either way, in 1/1024."""
    rows, columns = taste.shape
    for row in range(PAD + 1, rows - PAD):
        for column in range(PAD + 1, columns - PAD):
            taste[row, column] = np.floor(variety * (2.0 * uniform(random) - 1.0) * 1024.0) / 1024.0


@kernel
def anneal(
    costs: Costs,
    board: NDArray[np.uint8],
    fixed: NDArray[np.uint8],
    taste: NDArray[np.float64],
    random: NDArray[np.uint64],
    uphill: NDArray[np.float64],
    sweeps: int,
    temperature: float,
    cooling: float,
    totals: NDArray[np.float64],
    statistics: NDArray[np.int64],
) -> tuple[float, float, int]:
    """Anneals `board` in place; returns the temperature reached, the penalty and the number of hard faults.

    A sweep has as many moves as there are interior cells; after each one the temperature is multiplied by
    `cooling`. A move is made when it costs no more than the temperature times a number drawn from `uphill`.
    Two runs of half the sweeps, the second from the temperature of the first, do what one does. The clue cells
    cost `taste` on the way, so that masks differ from one another, but not in the penalty returned.

    Args:
        costs: the charges.
        board: uint8, padded by PAD with OUTSIDE.
        fixed: uint8 [as the board], cells that must be letter or clue cells and are so already.
        taste: float64 [as the board], what a clue cell costs more, in steps of 1/1024.
        random: generator state, changed in place.
        uphill: float64 [a power of two up to 4096], quantiles of the standard exponential distribution.
        sweeps: how many.
        temperature: at the start; 0 for a plain descent.
        cooling: factor.
        totals: float64 [N_TOTALS], receives the totals.
        statistics: is added to.
    """
    run, charge = costs.run, costs.charge
    height = board.shape[0] - 2 * PAD - 1
    width = board.shape[1] - 2 * PAD - 1
    cells = height * width
    two_share, kappa, tight = costs.two_share, costs.kappa, costs.tight
    free_clues = np.floor(costs.clue_share * cells + 1e-9)
    seen = np.zeros(board.shape, np.uint8)
    stack = np.zeros(board.size, np.int64)
    candidate = np.zeros(N_TOTALS, np.float64)
    count_all(board, run, totals)
    islands = count_islands(board, seen, stack)
    penalty = soft_penalty(totals, charge, two_share, free_clues, kappa, tight) + charge[FAULTS] * islands
    liking = 0.0
    for row in range(PAD + 1, PAD + 1 + height):
        for column in range(PAD + 1, PAD + 1 + width):
            liking += taste[row, column] if board[row, column] == CLUE else 0.0
    for _ in range(sweeps):
        for _ in range(cells):
            statistics[STEPS] += 1
            # One draw: the cell from the upper half, then 12 bits for `uphill`, 3 for a neighbour, 1 for a shift.
            bits = draw(random)
            place = np.int64(((bits >> np.uint64(32)) * np.uint64(cells)) >> np.uint64(32))
            row = PAD + 1 + place // width
            column = PAD + 1 + place % width
            if fixed[row, column] != FREE:
                continue
            cell = np.int64(board[row, column])
            to_row = row
            to_column = column
            if (bits >> np.uint64(16)) & np.uint64(1):
                turn = np.int64((bits >> np.uint64(17)) & np.uint64(7))
                turn += turn >= 4  # of the nine cells around, not the one in the middle
                r = row + turn // 3 - 1
                c = column + turn % 3 - 1
                if board[r, c] + cell == 1 and fixed[r, c] == FREE:
                    to_row = r
                    to_column = c
            shifted = to_row != row or to_column != column
            wanted = liking + (taste[row, column] if cell == LETTER else -taste[row, column])
            if shifted:
                wanted += taste[to_row, to_column] if cell == CLUE else -taste[to_row, to_column]
            candidate[:] = totals
            add_turn(board, run, row, column, candidate)
            if shifted:
                board[row, column] = 1 - cell
                add_turn(board, run, to_row, to_column, candidate)
                board[row, column] = cell
            quantile = np.int64((bits >> np.uint64(20)) & np.uint64(uphill.shape[0] - 1))
            limit = penalty + liking - wanted + temperature * uphill[quantile]
            change = soft_penalty(candidate, charge, two_share, free_clues, kappa, tight)
            if change > limit:
                continue
            board[row, column] = 1 - cell
            if shifted:
                board[to_row, to_column] = cell
            now = islands
            if cell == LETTER:
                check = may_cut(board, row, column) or (shifted and is_alone(board, to_row, to_column))
            else:
                check = is_alone(board, row, column) or (shifted and may_cut(board, to_row, to_column))
            if check or islands > 0:
                statistics[CHECKS] += 1
                now = count_islands(board, seen, stack)
                change += charge[FAULTS] * now
            if change <= limit:
                penalty = change
                liking = wanted
                islands = now
                totals[:] = candidate
                statistics[ACCEPTED] += 1
            else:
                board[row, column] = cell
                if shifted:
                    board[to_row, to_column] = 1 - cell
        temperature *= cooling
    return temperature, penalty, np.int64(totals[FAULTS]) + islands
