"""What a mask is charged for, counted from scratch and by the words of the definitions."""

from itertools import groupby
from math import floor

from factory.grid import CLUE, LETTER, Cell, Mask
from factory.kernels.mask import Costs


def is_letter(mask: Mask, cell: Cell) -> bool:
    """Outside the grid there is no letter cell."""
    row, column = cell
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and mask[row, column] == LETTER


def runs(mask: Mask) -> list[tuple[int, int]]:
    """(length, 1 if in the first row or column of letters) of each run; row 0 and column 0 have none."""
    rows, columns = mask.shape
    lines = [(r, [mask[r, c] for c in range(columns)]) for r in range(1, rows)]
    lines += [(c, [mask[r, c] for r in range(rows)]) for c in range(1, columns)]
    return [
        (len(list(run)), int(number == 1))
        for number, line in lines
        for cell, run in groupby(line)
        if cell == LETTER
    ]


def dead_clue_cells(mask: Mask) -> list[Cell]:
    """The clue cells without two letter cells in a line right of them or below them, the corner left out."""
    dead = []
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            right = is_letter(mask, (row, column + 1)) and is_letter(mask, (row, column + 2))
            below = is_letter(mask, (row + 1, column)) and is_letter(mask, (row + 2, column))
            if mask[row, column] == CLUE and (row, column) != (0, 0) and not right and not below:
                dead.append((row, column))
    return dead


def inner_clue_cells(mask: Mask) -> set[Cell]:
    rows, columns = mask.shape
    return {(r, c) for r in range(1, rows) for c in range(1, columns) if mask[r, c] == CLUE}


def clusters(mask: Mask) -> int:
    """2x2 blocks and lines of three that consist of interior clue cells."""
    inner = inner_clue_cells(mask)
    shapes = [{(0, 0), (0, 1), (1, 0), (1, 1)}, {(0, 0), (0, 1), (0, 2)}, {(0, 0), (1, 0), (2, 0)}]
    return sum(
        {(row + r, column + c) for r, c in shape} <= inner for row, column in inner for shape in shapes
    )


def regions(mask: Mask) -> list[set[Cell]]:
    """The connected regions of letter cells."""
    left = {(r, c) for r in range(mask.shape[0]) for c in range(mask.shape[1]) if mask[r, c] == LETTER}
    found = []
    while left:
        region, edge = set(), {min(left)}
        while edge:
            region |= edge
            beside = {(r + d, c + e) for r, c in edge for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            edge = (beside & left) - region
        left -= region
        found.append(region)
    return found


def islands(mask: Mask) -> int:
    return max(0, len(regions(mask)) - 1)


def totals(costs: Costs, mask: Mask) -> list[float]:
    """The ten totals in the order of the kernel's constants."""
    all_runs = runs(mask)
    dead = dead_clue_cells(mask)
    return [
        *(sum(float(costs.run[edge, length, total]) for length, edge in all_runs) for total in range(6)),
        sum(row > 0 and column > 0 for row, column in dead),
        sum(row == 0 or column == 0 for row, column in dead),
        clusters(mask),
        len(inner_clue_cells(mask)),
    ]


def kappa(costs: Costs, mask: Mask) -> float:
    """The bits that crossings take against the bits of all slots, at most 2; 2 without any slot bits."""
    bits, need = totals(costs, mask)[4:6]
    return min(need / bits, 2.0) if bits > 0 else 2.0


def hard_faults(costs: Costs, mask: Mask) -> int:
    return int(totals(costs, mask)[1]) + islands(mask)


def penalty(costs: Costs, mask: Mask) -> float:
    """All charges together."""
    run_costs, _, slots, twos, _, _, dead, edge_dead, n_clusters, clues = totals(costs, mask)
    hard, two, dead_cost, edge_cost, cluster, clue = (costs.charge[i] for i in (1, 3, 6, 7, 8, 9))
    inner = (mask.shape[0] - 1) * (mask.shape[1] - 1)
    return (
        run_costs
        + hard * hard_faults(costs, mask)
        + two * max(0.0, twos - costs.two_share * slots)
        + dead_cost * dead
        + edge_cost * edge_dead
        + cluster * n_clusters
        + clue * max(0, clues - floor(costs.clue_share * inner + 1e-9))
        + costs.tight * 100 * max(0.0, kappa(costs, mask) - costs.kappa)
    )
