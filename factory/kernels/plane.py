"""Words crossed on an unbounded plane: the cells in a hash table, the free crossing cells by letter.

A cell's value holds its letter and whether it is closed for across and for down words. Laying a word closes
its own cells and the ones beside them for its direction, and the ones before and after it for both; then a
word may lie wherever no cell is closed for it, letters agree, and no letter stands before or after it.
That test costs the word's length, however many words lie there. Cells only ever close, so what is known of
a crossing cell's room stays an upper bound.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import inlined, kernel

ACROSS, DOWN = 0, 1
CLOSED_ACROSS, CLOSED_DOWN, LETTER = 1, 2, 4
"""Bits of a cell's value; its letter number plus one is counted in units of LETTER."""

LIVE, TIRED, DEAD = 0, 1, 2
_ROOM: Final = 1 << 14
UNBOUNDED: Final = 1 << 24
"""More than any row or column."""


class Plane(NamedTuple):
    """The arrangement while it grows; arrays that `lay` and the rules change in place.

    keys, values: int64, int32 [capacity, a power of two], the hash table of cells; key -1 = free.
    at: int32 [node, 2], row and column of each crossing cell.
    room: int16 [node, 2], cells that a word may have at most before and behind the crossing cell.
    fails, state: uint8 [node], words that did not fit; LIVE, TIRED or DEAD.
    ends: int32 [list, 2], earliest and latest live crossing cell of a list; -1 = none. The list of a direction
        and a letter is direction * letters + letter: cells with this letter for words of this direction.
    links: int32 [node, 2], the live cells of the list before and behind.
    drawn: int32, the cells of all lists, dead ones too, to draw from; those of a list begin at first[list].
    first, made: int32 [list], where the list begins in `drawn`, and how many cells it has had.
    count: int64 [COUNTS], see the names below.
    """

    keys: NDArray[np.int64]
    values: NDArray[np.int32]
    at: NDArray[np.int32]
    room: NDArray[np.int16]
    fails: NDArray[np.uint8]
    state: NDArray[np.uint8]
    ends: NDArray[np.int32]
    links: NDArray[np.int32]
    drawn: NDArray[np.int32]
    first: NDArray[np.int32]
    made: NDArray[np.int32]
    count: NDArray[np.int64]


NODES, TIRED_NODES, CROSSED, TESTS, SIDE, COUNTS = 0, 1, 2, 3, 12, 13
TOP, BOTTOM, LEFT, RIGHT = 4, 5, 6, 7
CORE_TOP, CORE_BOTTOM, CORE_LEFT, CORE_RIGHT = 8, 9, 10, 11
"""Places in `count`: crossing cells made, tired ones, crossings, places tested, side of the frame; the bounding
rectangle; the core rectangle, bounded by the outermost across rows and down columns. Bounds are half open."""


@inlined
def slot_of(keys: NDArray[np.int64], row: int, column: int) -> int:
    """The slot of a cell in the hash table: where it is, or where it would be put (Fibonacci hashing)."""
    key = (np.int64(row) + UNBOUNDED) << 32 | (np.int64(column) + UNBOUNDED)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64((mixed ^ (mixed >> np.uint64(29))) >> np.uint64(16)) & (keys.size - 1)
    while keys[slot] != key and keys[slot] != -1:
        slot = (slot + 1) & (keys.size - 1)
    return slot


@inlined
def value_at(keys: NDArray[np.int64], values: NDArray[np.int32], row: int, column: int) -> int:
    """The value of a cell; 0 is an empty cell open for all."""
    slot = slot_of(keys, row, column)
    return values[slot] if keys[slot] != -1 else 0


@inlined
def add_bits(keys: NDArray[np.int64], values: NDArray[np.int32], row: int, column: int, bits: int) -> None:
    """Sets bits of a cell's value."""
    slot = slot_of(keys, row, column)
    if keys[slot] == -1:
        keys[slot] = (np.int64(row) + UNBOUNDED) << 32 | (np.int64(column) + UNBOUNDED)
        values[slot] = bits
    else:
        values[slot] |= bits


@kernel
def make_plane(letters: NDArray[np.int32], n_letters: int, n_words: int) -> Plane:
    """An empty plane with room for all words of `letters` (int32 [position], word after word)."""
    capacity = 16
    while capacity < 2 * (3 * letters.size + 2 * n_words):
        capacity *= 2
    n_of = np.zeros(n_letters, np.int32)
    for letter in letters:
        n_of[letter] += 1
    first = np.zeros(2 * n_letters, np.int32)
    for i in range(1, 2 * n_letters):
        first[i] = first[i - 1] + n_of[(i - 1) % n_letters]
    plane = Plane(
        np.empty(capacity, np.int64), np.empty(capacity, np.int32), np.empty((letters.size, 2), np.int32),
        np.empty((letters.size, 2), np.int16), np.empty(letters.size, np.uint8),
        np.empty(letters.size, np.uint8), np.empty((2 * n_letters, 2), np.int32),
        np.empty((letters.size, 2), np.int32), np.empty(2 * letters.size, np.int32), first,
        np.zeros(2 * n_letters, np.int32), np.zeros(COUNTS, np.int64),
    )  # fmt: skip
    clear(plane)
    return plane


@kernel
def clear(plane: Plane) -> None:
    """Takes all words off."""
    plane.keys[:] = -1
    plane.ends[:] = -1
    plane.made[:] = 0
    plane.count[:] = 0


@inlined
def _join(plane: Plane, node: int, which: int) -> None:
    """Puts a crossing cell at the end of a list."""
    last = plane.ends[which, 1]
    plane.links[node, 0], plane.links[node, 1] = last, -1
    if last == -1:
        plane.ends[which, 0] = node
    else:
        plane.links[last, 1] = node
    plane.ends[which, 1] = node


@inlined
def leave(plane: Plane, node: int, which: int) -> None:
    """Takes a crossing cell out of its list; its own links stay, for who is looking at it."""
    before, behind = plane.links[node, 0], plane.links[node, 1]
    if before == -1:
        plane.ends[which, 0] = behind
    else:
        plane.links[before, 1] = behind
    if behind == -1:
        plane.ends[which, 1] = before
    else:
        plane.links[behind, 0] = before


@kernel
def lay(plane: Plane, word: NDArray[np.int32], row: int, column: int, direction: int) -> None:
    """Puts a word on the plane where it may lie; its first cell is (row, column)."""
    keys, values, count = plane.keys, plane.values, plane.count
    n_letters = plane.made.size // 2
    across, down = direction == ACROSS, direction == DOWN
    own, both = 1 << direction, CLOSED_ACROSS | CLOSED_DOWN
    add_bits(keys, values, row - down, column - across, both)
    for i in range(word.size):
        r, c = row + down * i, column + across * i
        add_bits(keys, values, r - across, c - down, own)
        add_bits(keys, values, r + across, c + down, own)
        value = value_at(keys, values, r, c)
        if value >= LETTER:
            add_bits(keys, values, r, c, own)
            count[CROSSED] += 1
            continue
        add_bits(keys, values, r, c, own | (word[i] + 1) * LETTER)
        if not value & (both ^ own):
            node = count[NODES]
            count[NODES] += 1
            plane.at[node, 0], plane.at[node, 1] = r, c
            plane.room[node, 0], plane.room[node, 1] = _ROOM, _ROOM
            plane.fails[node], plane.state[node] = 0, LIVE
            which = (1 - direction) * n_letters + word[i]
            plane.drawn[plane.first[which] + plane.made[which]] = node
            plane.made[which] += 1
            _join(plane, node, which)
    add_bits(keys, values, row + down * word.size, column + across * word.size, both)
    _grow(count, row, column, row + down * (word.size - 1), column + across * (word.size - 1), direction)


@inlined
def _grow(count: NDArray[np.int64], top: int, left: int, bottom: int, right: int, direction: int) -> None:
    """Grows the bounding rectangle by a word and the core rectangle by its row or column."""
    if count[BOTTOM] == count[TOP]:  # bounds are half open, so this is the first word
        count[TOP], count[BOTTOM], count[LEFT], count[RIGHT] = top, bottom + 1, left, right + 1
    count[TOP], count[BOTTOM] = min(count[TOP], top), max(count[BOTTOM], bottom + 1)
    count[LEFT], count[RIGHT] = min(count[LEFT], left), max(count[RIGHT], right + 1)
    low, high, place = (CORE_TOP, CORE_BOTTOM, top) if direction == ACROSS else (CORE_LEFT, CORE_RIGHT, left)
    if count[low] == count[high]:
        count[low], count[high] = place, place + 1
    count[low], count[high] = min(count[low], place), max(count[high], place + 1)


@kernel
def test_place(plane: Plane, word: NDArray[np.int32], position: int, node: int, direction: int) -> int:
    """The crossings of a word laid with its `position` on a crossing cell; 0 where it may not lie.

    What closed cell was met bounds the room of the crossing cell for later words; without any it is dead.
    """
    keys, values = plane.keys, plane.values
    across, down, closed = direction == ACROSS, direction == DOWN, 1 << direction
    row, column = plane.at[node, 0], plane.at[node, 1]
    plane.count[TESTS] += 1
    if value_at(keys, values, row, column) & closed:
        plane.state[node] = DEAD
        return 0
    crossings = 1
    for side in range(2):
        sign = 2 * side - 1
        length = position if side == 0 else word.size - 1 - position
        for i in range(1, length + 1):
            value = value_at(keys, values, row + sign * down * i, column + sign * across * i)
            if value & closed:
                plane.room[node, side] = i - 1 if value < LETTER else i - 2
                if plane.room[node, side] < 0 or plane.room[node, 0] + plane.room[node, 1] == 0:
                    plane.state[node] = DEAD
                return 0
            if value >= LETTER:
                if value // LETTER - 1 != word[position + sign * i]:
                    return 0
                crossings += 1
        beyond = value_at(
            keys, values, row + sign * down * (length + 1), column + sign * across * (length + 1)
        )
        if beyond >= LETTER:
            return 0
    return crossings


@kernel
def wake(plane: Plane) -> None:
    """Puts tired cells back into the lists, in the order all cells were laid."""
    n_letters = plane.made.size // 2
    plane.ends[:] = -1
    plane.count[TIRED_NODES] = 0
    for node in range(plane.count[NODES]):
        if plane.state[node] == DEAD:
            continue
        value = value_at(plane.keys, plane.values, plane.at[node, 0], plane.at[node, 1])
        if value & CLOSED_ACROSS and value & CLOSED_DOWN:
            plane.state[node] = DEAD
            continue
        plane.state[node], plane.fails[node] = LIVE, 0
        direction = DOWN if value & CLOSED_ACROSS else ACROSS
        _join(plane, node, direction * n_letters + value // LETTER - 1)
