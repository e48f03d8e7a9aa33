"""Hiding a punchline by trying all ways to read it."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import inf


def embeddings(text: Sequence[int], punchline: Sequence[int]) -> list[tuple[int, ...]]:
    """All increasing places whose letters spell the punchline."""
    return [
        places
        for places in combinations(range(len(text)), len(punchline))
        if [text[i] for i in places] == list(punchline)
    ]


def is_subsequence(text: Sequence[int], punchline: Sequence[int]) -> bool:
    return bool(embeddings(text, punchline))


def unevenness(places: Sequence[int], n_cells: int, beside: Sequence[int], adjacent: float) -> float:
    """The mean of (gap / ideal - 1)^2 with the pairs side by side charged, cells numbered from 1."""
    numbers = [0, *(i + 1 for i in places), n_cells + 1]
    ideal = (n_cells + 1) / (len(places) + 1)
    gaps = [b - a for a, b in pairwise(numbers)]
    pairs = sum(b - a == 1 and bool(beside[b]) for a, b in pairwise(places))
    return (sum((gap / ideal - 1) ** 2 for gap in gaps) + adjacent * pairs) / len(gaps)


def least_unevenness(
    text: Sequence[int], beside: Sequence[int], punchline: Sequence[int], adjacent: float
) -> float:
    """Over all embeddings; inf when there is none."""
    return min((unevenness(p, len(text), beside, adjacent) for p in embeddings(text, punchline)), default=inf)


def most_in_one_slot(cells: Sequence[int], slot_at: Sequence[Sequence[int]]) -> int:
    """slot_at: the across and the down slot of each letter cell, -1 = none."""
    slots = {slot for pair in slot_at for slot in pair} - {-1}
    return max((sum(slot in slot_at[cell] for cell in cells) for slot in slots), default=0)


def touching_pairs(cells: Sequence[int], place: Sequence[int], columns: int) -> int:
    """Pairs of cells that share a side."""
    spots = [divmod(place[cell], columns) for cell in cells]
    return sum(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in combinations(spots, 2))
