"""Reading a punchline in a finished grid: a subsequence of the letter cells, spread as evenly as can be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import kernel


@kernel
def next_occurrence(text: NDArray[np.uint8], n_letters: int) -> NDArray[np.int64]:
    """int64 [position, letter]: the first place at or after `position` that holds `letter`; the text's length if none.

    Has one row more than the text has letters, so that the end can be asked too.
    """
    m = text.shape[0]
    table = np.empty((m + 1, n_letters), np.int64)
    table[m, :] = m
    for i in range(m - 1, -1, -1):
        table[i, :] = table[i + 1, :]
        table[i, text[i]] = i
    return table


@kernel
def is_subsequence(table: NDArray[np.int64], punchline: NDArray[np.uint8]) -> bool:
    """Whether the text of `table` (see next_occurrence) holds the punchline in order."""
    m = table.shape[0] - 1
    place = 0
    for letter in punchline:
        place = table[place, letter]
        if place == m:
            return False
        place += 1
    return True


@kernel
def embed(
    text: NDArray[np.uint8],
    beside: NDArray[np.uint8],
    punchline: NDArray[np.uint8],
    adjacent: float,
    cells: NDArray[np.int64],
) -> float:
    """The least unevenness of the punchline in the text, its places written into `cells`; inf if it isn't there.

    With letter cells numbered 1..m, gaps between neighbours (both ends included) are compared with the
    ideal (m + 1) / (L + 1); the unevenness is the mean of (gap / ideal - 1)^2, plus `adjacent` for each
    letter that lies right beside the one before (beside[i]: cell i follows cell i - 1 in the same run).
    Exact, by dynamic programming over (letter of the punchline, place).
    """
    m = text.shape[0]
    n = punchline.shape[0]
    ideal = (m + 1.0) / (n + 1.0)
    cost = np.full((n, m), np.inf)
    came = np.full((n, m), -1, np.int64)
    for k in range(n):
        for j in range(k, m):
            if text[j] != punchline[k]:
                continue
            if k == 0:
                cost[k, j] = ((j + 1) / ideal - 1.0) ** 2
                continue
            for i in range(k - 1, j):
                if cost[k - 1, i] == np.inf:
                    continue
                value = cost[k - 1, i] + ((j - i) / ideal - 1.0) ** 2
                if i == j - 1 and beside[j]:
                    value += adjacent
                if value < cost[k, j]:
                    cost[k, j] = value
                    came[k, j] = i
    best = np.inf
    last = -1
    for j in range(m):
        value = cost[n - 1, j] + ((m - j) / ideal - 1.0) ** 2
        if value < best:
            best = value
            last = j
    if last < 0:
        return np.inf
    for k in range(n - 1, -1, -1):
        cells[k] = last
        last = came[k, last]
    return best / (n + 1.0)


@kernel
def most_in_one_slot(cells: NDArray[np.int64], slot_at: NDArray[np.int64]) -> int:
    """The most of the chosen letter cells that one slot holds; slot_at: int64 [letter cell, 2], -1 = none."""
    most = 0
    for axis in range(2):
        for i in range(cells.shape[0]):
            here = 0
            for j in range(cells.shape[0]):
                here += slot_at[cells[j], axis] == slot_at[cells[i], axis]
            if slot_at[cells[i], axis] >= 0:
                most = max(most, here)
    return most


@kernel
def touching_pairs(cells: NDArray[np.int64], place: NDArray[np.int64], columns: int) -> int:
    """Pairs of chosen letter cells side by side or one above the other; place: row * columns + column."""
    pairs = 0
    for i in range(cells.shape[0]):
        for j in range(i + 1, cells.shape[0]):
            step = place[cells[j]] - place[cells[i]]
            pairs += step == columns or (step == 1 and place[cells[j]] % columns != 0)
    return pairs


@kernel
def embed_all(
    text: NDArray[np.uint8],
    beside: NDArray[np.uint8],
    slot_at: NDArray[np.int64],
    place: NDArray[np.int64],
    columns: int,
    punchlines: NDArray[np.uint8],
    at: NDArray[np.int64],
    n_letters: int,
    adjacent: float,
    out: NDArray[np.float64],
) -> None:
    """Writes the figures of each punchline hidden at its best into `out` [punchline, 3].

    They are the unevenness as of `embed` (inf where the punchline isn't in the text), the most letters in
    one slot, and the touching pairs. Punchline j is punchlines[at[j]:at[j + 1]].
    """
    table = next_occurrence(text, n_letters)
    longest = 0
    for j in range(at.shape[0] - 1):
        longest = max(longest, at[j + 1] - at[j])
    scratch = np.zeros(longest, np.int64)
    for j in range(at.shape[0] - 1):
        punchline = punchlines[at[j] : at[j + 1]]
        out[j, 0] = np.inf
        if is_subsequence(table, punchline):
            cells = scratch[: punchline.shape[0]]
            out[j, 0] = embed(text, beside, punchline, adjacent, cells)
            out[j, 1] = most_in_one_slot(cells, slot_at)
            out[j, 2] = touching_pairs(cells, place, columns)
