"""Planning where a punchline may stand, by trying all places."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import inf, log2

from tests.naive.fill import Domains, Problem


def letter_bits(problem: Problem, domains: Domains, cell: int, letter: int) -> float:
    """Bits that the slots through a cell lose when it takes a letter; inf when a slot has no word left."""
    cost = 0.0
    for slot, cells in enumerate(problem.slots):
        if cell in cells:
            position = cells.index(cell)
            fitting = [w for w in domains[slot] if problem.word(slot, w).letters[position] == letter]
            if not fitting:
                return inf
            cost -= log2(len(fitting) / len(domains[slot]))
    return cost


def plan_cost(
    cost: Sequence[Sequence[float]], unevenness: float, beside: Sequence[int], cells: Sequence[int]
) -> float:
    """What one choice of increasing places costs; inf when two of them stand side by side in a row."""
    n, m = len(cost), len(cost[0])
    if any(b - a == 1 and beside[b] for a, b in pairwise(cells)):
        return inf
    ideal = (m + 1) / (n + 1)
    gaps = [b - a for a, b in pairwise([-1, *cells, m])]
    uneven = sum((gap / ideal - 1) ** 2 for gap in gaps)
    return sum(row[cell] for row, cell in zip(cost, cells, strict=True)) + unevenness * uneven


def least_plan_cost(cost: Sequence[Sequence[float]], unevenness: float, beside: Sequence[int]) -> float:
    """Over all choices; inf when there is none."""
    choices = combinations(range(len(cost[0])), len(cost))
    return min((plan_cost(cost, unevenness, beside, cells) for cells in choices), default=inf)
