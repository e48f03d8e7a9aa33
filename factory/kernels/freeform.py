"""Words laid on the plane by a placement rule, in an order; and many orders tried, the best kept by an aim."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import State, below, inlined, kernel
from factory.kernels.plane import (
    ACROSS,
    BOTTOM,
    CORE_BOTTOM,
    CORE_LEFT,
    CORE_RIGHT,
    CORE_TOP,
    CROSSED,
    DEAD,
    DOWN,
    LEFT,
    LIVE,
    RIGHT,
    SIDE,
    TIRED,
    TIRED_NODES,
    TOP,
    UNBOUNDED,
    Plane,
    clear,
    lay,
    leave,
    make_plane,
    test_place,
    wake,
)  # fmt: skip

CROSSINGS, COMPACT, INNER, OUTER, RANDOM = range(5)
"""Placement rules: the first two look at every place, the others take the first that fits."""

PLACED, SMALLEST, SQUAREST, MOST_CROSSINGS, BALANCED = range(5)
"""Aims: what a better arrangement is, after the number of words laid."""

WORTH: Final = 4
"""By the aim BALANCED a crossing is worth so many cells of area."""

FRAME, SHRINK = 1.5, 0.94
"""By the rule COMPACT words first share a square of FRAME cells per letter, later one of SHRINK of the least
area found."""
ROUNDS, WIDENED = 2, 16
"""A frame gives way when ROUNDS rounds change nothing: by a cell, and after WIDENED of them it falls."""

PATIENCE: Final = 8
"""So many words may fail at a crossing cell before the attaching rules leave it alone until the last rounds."""

DRAWS: Final = 8
"""So many crossing cells are drawn per letter of a word by the rule RANDOM."""


@kernel
def find_place(
    plane: Plane, word: NDArray[np.int32], rule: int, only: int, random: State, place: NDArray[np.int64]
) -> bool:
    """Whether the word finds a place by the rule; `place` becomes its row, column and direction.

    `only` is a direction, or -1 for any.
    """
    if rule in (CROSSINGS, COMPACT):
        return bool(_best_place(plane, word, rule, only, place)[0] < NOWHERE[0])
    return _first_place(plane, word, rule, only, random, place)


@kernel
def _best_place(
    plane: Plane, word: NDArray[np.int32], rule: int, only: int, place: NDArray[np.int64]
) -> tuple[int, int, int]:
    """The least key of the rule, with its place; the first of equals. NOWHERE if there is none."""
    n_letters = plane.made.size // 2
    best = NOWHERE
    for direction in range(2):
        if only not in (-1, direction):
            continue
        for position in range(word.size):
            which = direction * n_letters + word[position]
            behind = plane.ends[which, 0]
            while behind != -1:
                node, behind = behind, plane.links[behind, 1]
                if position > plane.room[node, 0] or word.size - 1 - position > plane.room[node, 1]:
                    continue
                crossings = test_place(plane, word, position, node, direction)
                if crossings == 0:
                    if plane.state[node] == DEAD:
                        leave(plane, node, which)
                    continue
                row = np.int64(plane.at[node, 0]) - (position if direction == DOWN else 0)
                column = np.int64(plane.at[node, 1]) - (position if direction == ACROSS else 0)
                key = _key(plane.count, rule, crossings, position, row, column, direction, word.size)
                if key < best:
                    best = key
                    place[0], place[1], place[2] = row, column, direction
    return best


NOWHERE: Final = (1 << 60, 0, 0)
"""The key of no place."""


@inlined
def _key(
    count: NDArray[np.int64],
    rule: int,
    crossings: int,
    position: int,
    row: int,
    column: int,
    direction: int,
    length: int,
) -> tuple[int, int, int]:
    """What a sorted rule compares: the less, the better."""
    bottom = row + (length if direction == DOWN else 1)
    right = column + (length if direction == ACROSS else 1)
    top, low, left, end = count[CORE_TOP], count[CORE_BOTTOM], count[CORE_LEFT], count[CORE_RIGHT]
    # Twice the city-block distance from the middle of the word to the middle of the core rectangle.
    distance = abs(row + bottom - top - low) + abs(column + right - left - end)
    if rule == CROSSINGS:
        height, width = low - top, end - left
        if direction == ACROSS:
            grown = (max(low, row + 1) - min(top, row) - height if height else 1) * max(width, 1)
        else:
            grown = (max(end, column + 1) - min(left, column) - width if width else 1) * max(height, 1)
        return np.int64(-crossings), np.int64(grown), np.int64(distance)
    height = max(count[BOTTOM], bottom) - min(count[TOP], row)
    width = max(count[RIGHT], right) - min(count[LEFT], column)
    if max(height, width) > count[SIDE]:
        return NOWHERE
    # A word of two or three cells that only hangs by its middle, or has no more cells, takes no word in its turn.
    dead_end = crossings == 1 and length - 1 - (position > 0) - (position < length - 1) == 0
    return np.int64(dead_end), np.int64(-crossings), np.int64(-distance)


@kernel
def _first_place(
    plane: Plane, word: NDArray[np.int32], rule: int, only: int, random: State, place: NDArray[np.int64]
) -> bool:
    """The first place that fits, from the earliest laid crossing cell on, or from the latest.

    By the rule RANDOM a counted number of crossing cells are drawn before the latest are taken.
    """
    if rule == RANDOM and _random_place(plane, word, only, random, place):
        return True
    n_letters = plane.made.size // 2
    end = 0 if rule == INNER else 1
    next_node = np.empty(2 * word.size, np.int64)
    for head in range(2 * word.size):
        direction, position = head // word.size, head % word.size
        next_node[head] = plane.ends[direction * n_letters + word[position], end]
        if only not in (-1, direction):
            next_node[head] = -1
    while True:
        chosen, node = -1, np.int64(-1)
        for head in range(2 * word.size):
            if next_node[head] == -1:
                continue
            if chosen == -1 or (next_node[head] < node if rule == INNER else next_node[head] > node):
                chosen, node = head, next_node[head]
        if chosen == -1:
            return False
        next_node[chosen] = plane.links[node, 1 - end]
        direction, position = chosen // word.size, chosen % word.size
        # A letter that stands twice in the word is looked for twice: its cell may have left the list meanwhile.
        if plane.state[node] == LIVE and _fits(plane, word, position, node, direction, place):
            return True


@kernel
def _random_place(
    plane: Plane, word: NDArray[np.int32], only: int, random: State, place: NDArray[np.int64]
) -> bool:
    """Whether one of DRAWS crossing cells per letter of the word gives it a place."""
    n_letters = plane.made.size // 2
    for _ in range(DRAWS * word.size):
        position = below(random, word.size)
        direction = below(random, 2) if only == -1 else only
        which = direction * n_letters + word[position]
        if plane.made[which] == 0:
            continue
        node = plane.drawn[plane.first[which] + below(random, plane.made[which])]
        if plane.state[node] == LIVE and _fits(plane, word, position, node, direction, place):
            return True
    return False


@inlined
def _fits(
    plane: Plane, word: NDArray[np.int32], position: int, node: int, direction: int, place: NDArray[np.int64]
) -> bool:
    """Whether a word may lie with its position on a crossing cell, which tires of the words that may not."""
    short = position > plane.room[node, 0] or word.size - 1 - position > plane.room[node, 1]
    if not short and test_place(plane, word, position, node, direction) > 0:
        place[0] = plane.at[node, 0] - (position if direction == DOWN else 0)
        place[1] = plane.at[node, 1] - (position if direction == ACROSS else 0)
        place[2] = direction
        return True
    if plane.state[node] == LIVE:
        plane.fails[node] += 1
        if plane.fails[node] >= PATIENCE:
            plane.state[node] = TIRED
            plane.count[TIRED_NODES] += 1
    if plane.state[node] != LIVE:
        leave(plane, node, direction * (plane.made.size // 2) + word[position])
    return False


@kernel
def _has_place(
    plane: Plane, letters: NDArray[np.int32], begins: NDArray[np.int64], words: NDArray[np.int64]
) -> bool:
    """Whether any of the words would fit by the rule COMPACT if there were no frame."""
    frame = plane.count[SIDE]
    plane.count[SIDE] = UNBOUNDED
    place, found = np.zeros(3, np.int64), False
    for number in words:
        word = letters[begins[number] : begins[number + 1]]
        if _best_place(plane, word, COMPACT, -1, place)[0] < NOWHERE[0]:
            found = True
            break
    plane.count[SIDE] = frame
    return found and frame < UNBOUNDED


@kernel
def arrange(
    plane: Plane,
    letters: NDArray[np.int32],
    begins: NDArray[np.int64],
    order: NDArray[np.int64],
    rule: int,
    alternate: bool,
    frame: int,
    random: State,
    places: NDArray[np.int64],
) -> int:
    """Lays the words of `order` on an empty plane and returns how many found a place.

    begins: int64 [word + 1], where each word begins in `letters`. places: int64 [word, 4] becomes row,
    column, direction and step of each word, the step from 0; -1 where it found no place. `frame` is the
    side of the square that COMPACT begins with. What fails is tried again behind the last word, until
    rounds change nothing: one more for the other direction with the tired crossing cells too, and by the
    rule COMPACT those in wider frames.
    """
    clear(plane)
    places[:] = -1
    waiting = order.copy()
    n_waiting, n_laid, wanted, stuck = order.size, 0, ACROSS, 0
    plane.count[SIDE] = frame
    place = np.zeros(3, np.int64)
    while n_waiting > 0:
        n_left = 0
        for i in range(n_waiting):
            number = waiting[i]
            word = letters[begins[number] : begins[number + 1]]
            if n_laid == 0:
                place[:] = 0
                plane.count[SIDE] = max(frame, word.size)
            elif not find_place(plane, word, rule, wanted if alternate else -1, random, place):
                waiting[n_left] = number
                n_left += 1
                continue
            lay(plane, word, place[0], place[1], place[2])
            for j in range(3):
                places[number, j] = place[j]
            places[number, 3] = n_laid
            n_laid += 1
            wanted = 1 - place[2]
        if n_left < n_waiting:
            stuck, n_waiting = 0, n_left
            continue
        stuck += 1
        wanted = 1 - wanted
        wake(plane)
        if stuck >= ROUNDS:
            if rule != COMPACT or not _has_place(plane, letters, begins, waiting[:n_waiting]):
                break
            plane.count[SIDE] += 1 if stuck < ROUNDS + WIDENED else UNBOUNDED
    return n_laid


@kernel
def climb(
    letters: NDArray[np.int32],
    begins: NDArray[np.int64],
    n_letters: int,
    start: NDArray[np.int64],
    n_fixed: int,
    n_orders: int,
    rule: int,
    alternate: bool,
    aim: int,
    random: State,
    best_places: NDArray[np.int64],
) -> int:
    """Tries up to `n_orders` orders, from `start` on, and returns how many; `best_places` is as of `arrange`.

    The next order is the best one with a word moved; what is not worse by the aim is kept. The first
    `n_fixed` words of the order keep their place.
    """
    plane = make_plane(letters, n_letters, start.size)
    places = np.empty((begins.size - 1, 4), np.int64)
    best: tuple[int, int, int] = (np.int64(1), np.int64(0), np.int64(0))
    order = start.copy()
    n_free = start.size - n_fixed
    frame = np.int64(np.sqrt(letters.size * FRAME))
    for i in range(n_orders):
        old = order.copy()
        if i > 0:
            for _ in range(1 + below(random, 2)):
                _move(order, n_fixed + below(random, n_free), n_fixed + below(random, n_free))
        n_laid = arrange(plane, letters, begins, order, rule, alternate, frame, random, places)
        score = _score(plane.count, n_laid, aim)
        if not best < score:
            best = score
            best_places[:] = places
            area = (plane.count[BOTTOM] - plane.count[TOP]) * (plane.count[RIGHT] - plane.count[LEFT])
            frame = np.int64(np.sqrt(area * SHRINK))
        else:
            order = old
        if n_free < 2 or (aim == PLACED and n_laid == start.size):
            return i + 1
    return n_orders


@inlined
def _move(order: NDArray[np.int64], place: int, to: int) -> None:
    """Takes the word at `place` out of the order and puts it in at `to`."""
    word, step = order[place], 1 if to > place else -1
    while place != to:
        order[place] = order[place + step]
        place += step
    order[to] = word


@inlined
def _score(count: NDArray[np.int64], n_laid: int, aim: int) -> tuple[int, int, int]:
    """What an aim compares: the less, the better; words laid come first."""
    height, width = count[BOTTOM] - count[TOP], count[RIGHT] - count[LEFT]
    area, laid = np.int64(height * width), np.int64(-n_laid)
    if aim == SQUAREST:
        return laid, np.int64(1000 * max(height, width) // max(min(height, width), 1)), area
    if aim == MOST_CROSSINGS:
        return laid, np.int64(-count[CROSSED]), area
    if aim == BALANCED:
        return laid, np.int64(area - WORTH * count[CROSSED]), area
    return laid, area, np.int64(-count[CROSSED])
