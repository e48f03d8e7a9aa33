"""An arrangement made better: a few words are taken up and laid anew, and what is not worse is kept.

Large neighbourhood search (Shaw 1998) by attempts: each begins with the best arrangement so far, mostly in a rectangle
with a line less, whose words then wait for a place. Words lie in an array with room around them, so that testing a
place is a few look-ups a letter, and taking a word up is as cheap as laying it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from factory.kernels.base import State, below, inlined, kernel
from factory.kernels.plane import ACROSS, DOWN

CHOSEN: Final = 6
"""So many words are taken up in a step at most,"""
MOST: Final = 24
"""and so many with those that then hang on nothing; else the step is left out."""
PATIENCE: Final = 300
"""Steps of an attempt that finds nothing better."""
SPARE: Final = 4
"""Lines around the arrangement that it may grow into on one side when it shrinks on another."""
MISSING: Final = 4
"""So many crossings is a letter of a waiting word worth."""


class Board(NamedTuple):
    """Words on a square of cells, numbered row by row.

    size: int64 [2], the length of a side, and crossings.
    letter: int32 [cell], 0 = empty, else the letter number plus one.
    owner: int32 [direction, cell], the word of that direction that lies there, or -1.
    head: int32 [letter + 1], links: int32 [cell, 2], the lists of cells that one word holds, by letter; -1 = none.
    at: int64 [word], twice the first cell plus the direction; -1 = waiting.
    letters, begins: the words, as in `factory.kernels.freeform`.
    mark, stack: int32 [word], to find what hangs together.
    """

    size: NDArray[np.int64]
    letter: NDArray[np.int32]
    owner: NDArray[np.int32]
    head: NDArray[np.int32]
    links: NDArray[np.int32]
    at: NDArray[np.int64]
    letters: NDArray[np.int32]
    begins: NDArray[np.int64]
    mark: NDArray[np.int32]
    stack: NDArray[np.int32]


@kernel
def make_board(
    letters: NDArray[np.int32], begins: NDArray[np.int64], n_letters: int, places: NDArray[np.int64]
) -> Board:
    """The arrangement of `places` (see `factory.kernels.freeform.arrange`) in the middle of a board."""
    n_words = begins.size - 1
    top, bottom, left, right = UNSEEN, -UNSEEN, UNSEEN, -UNSEEN
    for number in range(n_words):
        if places[number, 3] >= 0:
            row, column, direction = places[number, 0], places[number, 1], places[number, 2]
            last = begins[number + 1] - begins[number] - 1
            top, left = min(top, row), min(left, column)
            bottom = max(bottom, row + (last if direction == DOWN else 0))
            right = max(right, column + (last if direction == ACROSS else 0))
    margin = 2 * SPARE + 2
    side = max(bottom - top, right - left) + 1 + 2 * margin
    board = Board(
        np.array([side, 0]), np.zeros(side * side, np.int32), np.full((2, side * side), -1, np.int32),
        np.full(n_letters + 1, -1, np.int32), np.empty((side * side, 2), np.int32), np.full(n_words, -1, np.int64),
        letters, begins, np.empty(n_words, np.int32), np.empty(n_words, np.int32),
    )  # fmt: skip
    for number in range(n_words):
        if places[number, 3] >= 0:
            cell = (places[number, 0] - top + margin) * side + places[number, 1] - left + margin
            put(board, number, 2 * cell + places[number, 2])
    return board


UNSEEN: Final = 1 << 40


@inlined
def _join(letter: NDArray[np.int32], head: NDArray[np.int32], links: NDArray[np.int32], cell: int) -> None:
    """Puts a cell in front of the list of its letter."""
    first = head[letter[cell]]
    links[cell, 0], links[cell, 1] = -1, first
    if first != -1:
        links[first, 0] = cell
    head[letter[cell]] = cell


@inlined
def _leave(letter: NDArray[np.int32], head: NDArray[np.int32], links: NDArray[np.int32], cell: int) -> None:
    """Takes a cell out of the list of its letter."""
    before, behind = links[cell, 0], links[cell, 1]
    if before == -1:
        head[letter[cell]] = behind
    else:
        links[before, 1] = behind
    if behind != -1:
        links[behind, 0] = before


@kernel
def put(board: Board, number: int, place: int) -> None:
    """Lays a word at twice its first cell plus its direction."""
    cell, direction = place // 2, place % 2
    board.at[number] = place
    for i in range(board.begins[number], board.begins[number + 1]):
        board.owner[direction, cell] = number
        if board.owner[1 - direction, cell] == -1:
            board.letter[cell] = board.letters[i] + 1
            _join(board.letter, board.head, board.links, cell)
        else:
            _leave(board.letter, board.head, board.links, cell)
            board.size[1] += 1
        cell += board.size[0] if direction == DOWN else 1


@kernel
def take(board: Board, number: int) -> None:
    """Takes a word up."""
    cell, direction = board.at[number] // 2, board.at[number] % 2
    board.at[number] = -1
    for _ in range(board.begins[number], board.begins[number + 1]):
        board.owner[direction, cell] = -1
        if board.owner[1 - direction, cell] == -1:
            _leave(board.letter, board.head, board.links, cell)
            board.letter[cell] = 0
        else:
            _join(board.letter, board.head, board.links, cell)
            board.size[1] -= 1
        cell += board.size[0] if direction == DOWN else 1


@kernel
def crossings_of(board: Board, number: int, place: int) -> int:
    """The crossings of a word at a place, 0 where it may not lie."""
    letter, owner = board.letter, board.owner
    side, first, direction = board.size[0], place // 2, place % 2
    step, across = (side, 1) if direction == DOWN else (1, side)
    begin, length = board.begins[number], board.begins[number + 1] - board.begins[number]
    if letter[first - step] or letter[first + length * step]:
        return 0
    crossings = 0
    for i in range(length):
        cell = first + i * step
        held = letter[cell]
        if held == 0:
            if letter[cell - across] or letter[cell + across]:
                return 0
            continue
        if held != board.letters[begin + i] + 1 or owner[direction, cell] != -1:
            return 0
        if owner[direction, cell - across] != -1 or owner[direction, cell + across] != -1:
            return 0
        crossings += 1
    return crossings


@kernel
def find_place(board: Board, number: int, frame: NDArray[np.int64], shunned: int, random: State) -> int:
    """The place of most crossings within the frame, drawn from equals, but not the shunned one; -1: none."""
    side, begin = board.size[0], board.begins[number]
    last = board.begins[number + 1] - begin - 1
    best, found, equals = 0, np.int64(-1), 0
    for position in range(last + 1):
        cell = np.int64(board.head[board.letters[begin + position] + 1])
        while cell != -1:
            direction = ACROSS if board.owner[ACROSS, cell] == -1 else DOWN
            place = 2 * (cell - position * (side if direction == DOWN else 1)) + direction
            line, edge = (cell // side, 0) if direction == DOWN else (cell % side, 2)
            cell = np.int64(board.links[cell, 1])
            if line - position < frame[edge] or line - position + last > frame[edge + 1] or place == shunned:
                continue
            crossings = crossings_of(board, number, place)
            if crossings == 0 or crossings < best:
                continue
            equals = equals + 1 if crossings == best else 1
            if crossings > best or below(random, equals) == 0:
                best, found = crossings, place
    return found


@kernel
def find_bounds(board: Board, bounds: NDArray[np.int64]) -> None:
    """First and last row, first and last column of the words laid."""
    side = board.size[0]
    bounds[0], bounds[1], bounds[2], bounds[3] = side, 0, side, 0
    for number in range(board.at.size):
        if board.at[number] >= 0:
            cell, direction = board.at[number] // 2, board.at[number] % 2
            last = board.begins[number + 1] - board.begins[number] - 1
            end = cell + last * (side if direction == DOWN else 1)
            bounds[0], bounds[1] = min(bounds[0], cell // side), max(bounds[1], end // side)
            bounds[2], bounds[3] = min(bounds[2], cell % side), max(bounds[3], end % side)


@kernel
def find_loose(board: Board, loose: NDArray[np.int64]) -> int:
    """How many words do not hang together with the largest part; they become `loose`."""
    mark, stack, side = board.mark, board.stack, board.size[0]
    mark[:] = -1
    largest, n_largest, n_laid = -1, 0, 0
    for start in range(board.at.size):
        if board.at[start] < 0 or mark[start] != -1:
            continue
        mark[start], stack[0] = start, start
        waiting, size = 1, 1
        while waiting > 0:
            waiting -= 1
            number = stack[waiting]
            cell, direction = board.at[number] // 2, board.at[number] % 2
            for _ in range(board.begins[number], board.begins[number + 1]):
                other = board.owner[1 - direction, cell]
                if other != -1 and mark[other] == -1:
                    mark[other], stack[waiting] = start, other
                    waiting += 1
                    size += 1
                cell += side if direction == DOWN else 1
        n_laid += size
        if size > n_largest:
            largest, n_largest = start, size
    n_loose = 0
    if n_largest < n_laid:
        for number in range(board.at.size):
            if board.at[number] >= 0 and mark[number] != largest:
                loose[n_loose] = number
                n_loose += 1
    return n_loose


@kernel
def _count_missing(board: Board) -> int:
    """The letters of the words that wait."""
    missing = np.int64(0)
    for number in range(board.at.size):
        if board.at[number] < 0:
            missing += board.begins[number + 1] - board.begins[number]
    return missing


@kernel
def _restore(board: Board, at: NDArray[np.int64]) -> None:
    """Lays the words as they lay."""
    for number in range(at.size):
        if board.at[number] >= 0 and board.at[number] != at[number]:
            take(board, number)
    for number in range(at.size):
        if at[number] >= 0 and board.at[number] < 0:
            put(board, number, at[number])


@kernel
def _begin(
    board: Board, n_fixed: int, area: int, frame: NDArray[np.int64], loose: NDArray[np.int64], random: State
) -> bool:
    """Begins an attempt: half the time a line of the frame goes, and its words are taken up.

    Once in four of them it goes to a neighbouring side, where that is still the smaller rectangle. As long as words
    wait the frame grows. False where a fixed word would have to move.
    """
    find_bounds(board, frame)
    if (board.at < 0).any():
        for edge in range(4):
            grown = frame[edge] + (SPARE if edge % 2 else -SPARE)
            frame[edge] = min(max(grown, 2), board.size[0] - 3)
        return True
    if below(random, 2) == 0:
        return True
    edge = below(random, 4)
    frame[edge] += 1 if edge % 2 == 0 else -1
    if below(random, 4) == 0:
        other = (edge + 2) % 4
        outward = -1 if other % 2 == 0 else 1
        frame[other] += outward
        grown = (frame[1] - frame[0] + 1) * (frame[3] - frame[2] + 1) > area
        if grown or frame[other] < 2 or frame[other] > board.size[0] - 3:
            frame[other] -= outward
    side = board.size[0]
    for number in range(board.at.size):
        if board.at[number] < 0:
            continue
        cell, direction = board.at[number] // 2, board.at[number] % 2
        last = board.begins[number + 1] - board.begins[number] - 1
        end = cell + last * (side if direction == DOWN else 1)
        if (
            cell // side < frame[0] or end // side > frame[1] or cell % side < frame[2] or end % side > frame[3]
        ):  # fmt: skip
            if number < n_fixed:
                return False
            take(board, number)
    n_loose = find_loose(board, loose)
    for i in range(n_loose):
        if loose[i] < n_fixed:
            return False
        take(board, loose[i])
    return True


@kernel
def _take_up(board: Board, n_fixed: int, loose: NDArray[np.int64], random: State) -> int:
    """Takes up a drawn word, some that cross it or one of those, and what then hangs on nothing.

    Returns the first, -1 if it waited already; -2 where too many would go, or a fixed one.
    """
    first = n_fixed + below(random, board.at.size - n_fixed)
    if board.at[first] < 0:
        return -1
    chosen = np.empty(CHOSEN, np.int64)
    chosen[0], n = first, 1
    wanted = 1 + below(random, CHOSEN)
    for _ in range(3 * wanted):
        if n == wanted:
            break
        number = chosen[below(random, n)]
        place = board.at[number] // 2, board.at[number] % 2
        along = below(random, board.begins[number + 1] - board.begins[number])
        other = board.owner[1 - place[1], place[0] + along * (board.size[0] if place[1] == DOWN else 1)]
        if other >= n_fixed and not (chosen[:n] == other).any():
            chosen[n] = other
            n += 1
    for i in range(n):
        take(board, chosen[i])
    n_loose = find_loose(board, loose)
    if n + n_loose > MOST:
        return -2
    for i in range(n_loose):
        if loose[i] < n_fixed:
            return -2
        take(board, loose[i])
    return first


@kernel
def _lay_anew(
    board: Board,
    frame: NDArray[np.int64],
    waiting: NDArray[np.int64],
    first: int,
    shunned: int,
    random: State,
) -> None:
    """Lays the words that wait, in a drawn order, until a round changes nothing."""
    n_waiting = 0
    for number in range(board.at.size):
        if board.at[number] < 0:
            waiting[n_waiting] = number
            n_waiting += 1
    for i in range(n_waiting - 1, 0, -1):
        j = below(random, i + 1)
        waiting[i], waiting[j] = waiting[j], waiting[i]
    n_before = n_waiting + 1
    while 0 < n_waiting < n_before:
        n_before, n_waiting = n_waiting, 0
        for i in range(n_before):
            number = waiting[i]
            place = find_place(board, number, frame, shunned if number == first else -1, random)
            if place < 0:
                waiting[n_waiting] = number
                n_waiting += 1
            else:
                put(board, number, place)


@kernel
def improve(
    letters: NDArray[np.int32],
    begins: NDArray[np.int64],
    n_letters: int,
    n_fixed: int,
    n_steps: int,
    worth: int,
    random: State,
    places: NDArray[np.int64],
) -> None:
    """Makes `places` better in `n_steps` steps: more letters laid, or less area, a crossing being worth so many cells.

    The first `n_fixed` words stay where they are. The last column of `places` then says no more than whether a word is
    laid.
    """
    board = make_board(letters, begins, n_letters, places)
    frame, bounds = np.zeros(4, np.int64), np.zeros(4, np.int64)
    space = np.empty(board.at.size, np.int64)
    best, before = board.at.copy(), board.at.copy()
    find_bounds(board, bounds)
    best_area = (bounds[1] - bounds[0] + 1) * (bounds[3] - bounds[2] + 1)
    best_score = best_area - worth * board.size[1]
    best_missing = _count_missing(board)
    cost = np.int64(0)
    left = 0
    for _ in range(n_steps):
        if left == 0:
            _restore(board, best)
            if not _begin(board, n_fixed, best_area, frame, space, random):
                continue
            cost = MISSING * _count_missing(board) - board.size[1]
            left = PATIENCE
        left -= 1
        before[:] = board.at
        first = _take_up(board, n_fixed, space, random)
        if first == -2:
            _restore(board, before)
            continue
        shunned = before[first] if first >= 0 and below(random, 2) == 1 else np.int64(-1)
        _lay_anew(board, frame, space, first, shunned, random)
        missing = _count_missing(board)
        new_cost = MISSING * missing - board.size[1]
        if new_cost > cost + below(random, 2):
            _restore(board, before)
            continue
        cost = new_cost
        if missing > best_missing:
            continue
        find_bounds(board, bounds)
        area = (bounds[1] - bounds[0] + 1) * (bounds[3] - bounds[2] + 1)
        score = area - worth * board.size[1]
        if missing < best_missing or score < best_score:
            best_score, best_missing, best_area = score, missing, area
            best[:] = board.at
            left = 0
    for number in range(board.at.size):
        if best[number] < 0:
            places[number] = -1
        else:
            cell = best[number] // 2
            places[number, 0], places[number, 1] = cell // board.size[0], cell % board.size[0]
            places[number, 2] = best[number] % 2
            places[number, 3] = max(places[number, 3], 0)
