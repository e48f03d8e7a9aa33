"""Word crossings without a table of cells: every question is answered from the words laid, by plain geometry."""

from dataclasses import dataclass, field

from factory.kernels.freeform import (
    COMPACT,
    CROSSINGS,
    DRAWS,
    INNER,
    PATIENCE,
    RANDOM,
    ROUNDS,
    WIDENED,
)
from tests.naive.base import draws

ACROSS, DOWN = 0, 1


class Generator:
    def __init__(self, s0, s1):
        self._draws = draws(s0, s1)

    def below(self, n):
        return (next(self._draws)[0] >> 32) * n >> 32


@dataclass
class Laid:
    word: tuple
    row: int
    column: int
    direction: int

    def cells(self):
        return [
            (self.row + i * (self.direction == DOWN), self.column + i * (self.direction == ACROSS))
            for i in range(len(self.word))
        ]

    def ends(self):
        down, across = self.direction == DOWN, self.direction == ACROSS
        row, column = self.cells()[-1]
        return [(self.row - down, self.column - across), (row + down, column + across)]


@dataclass
class Table:
    """What was laid, and the crossing cells in the order they were laid: (cell, direction they are for)."""

    words: list = field(default_factory=list)
    crossing_cells: list = field(default_factory=list)
    fails: list = field(default_factory=list)
    tired: set = field(default_factory=set)

    def letters(self):
        return {
            cell: letter for laid in self.words for cell, letter in zip(laid.cells(), laid.word, strict=True)
        }

    def is_closed(self, cell, direction):
        """For words of a direction: in such a word, beside one, or before or after any word."""
        row, column = cell
        beside = [(row - 1, column), (row + 1, column)] if direction == ACROSS else [
            (row, column - 1), (row, column + 1)]  # fmt: skip
        for laid in self.words:
            if cell in laid.ends():
                return True
            if laid.direction == direction and {cell, *beside} & set(laid.cells()):
                return True
        return False

    def crossings(self, laid):
        """The crossings of a word that may lie there, 0 if it may not."""
        letters = self.letters()
        if any(end in letters for end in laid.ends()):
            return 0
        for cell, letter in zip(laid.cells(), laid.word, strict=True):
            if self.is_closed(cell, laid.direction) or letters.get(cell, letter) != letter:
                return 0
        return sum(cell in letters for cell in laid.cells())

    def lay(self, laid):
        letters = self.letters()
        other = 1 - laid.direction
        new = [cell for cell in laid.cells() if cell not in letters and not self.is_closed(cell, other)]
        self.words.append(laid)
        self.crossing_cells += [(cell, other) for cell in new]
        self.fails += [0] * len(new)

    def bounds(self, *more):
        cells = [cell for laid in (*self.words, *more) for cell in laid.cells()]
        rows, columns = [r for r, _ in cells], [c for _, c in cells]
        return min(rows), max(rows) + 1, min(columns), max(columns) + 1

    def core(self, *more):
        """First and last across row, first and last down column, half open; 0 and 0 where there is none."""
        bounds = []
        for direction in (ACROSS, DOWN):
            lines = [
                laid.row if direction == ACROSS else laid.column
                for laid in (*self.words, *more)
                if laid.direction == direction
            ]
            bounds += [min(lines), max(lines) + 1] if lines else [0, 0]
        return bounds


def place_at(word, position, cell, direction):
    row, column = cell
    return Laid(
        word, row - position * (direction == DOWN), column - position * (direction == ACROSS), direction
    )


def key(table, laid, rule, side):
    crossings = table.crossings(laid)
    top, low, left, end = table.core()
    (first_row, first_column), (last_row, last_column) = laid.cells()[0], laid.cells()[-1]
    distance = abs(first_row + last_row + 1 - top - low) + abs(first_column + last_column + 1 - left - end)
    if rule == CROSSINGS:
        new_top, new_low, new_left, new_end = table.core(laid)
        if laid.direction == ACROSS:
            grown = (new_low - new_top - (low - top)) * max(end - left, 1)
        else:
            grown = (new_end - new_left - (end - left)) * max(low - top, 1)
        return -crossings, grown, distance
    new_top, new_low, new_left, new_end = table.bounds(laid)
    if max(new_low - new_top, new_end - new_left) > side:
        return None
    letters = table.letters()
    crossed = [i for i, cell in enumerate(laid.cells()) if cell in letters]
    free = [i for i in range(len(laid.word)) if all(abs(i - j) > 1 for j in crossed)]
    return crossings == 1 and not free, -crossings, -distance


def best_place(table, word, rule, directions, side):
    best = None
    for direction in directions:
        for position, letter in enumerate(word):
            letters = table.letters()
            for cell, wanted in table.crossing_cells:
                if wanted != direction or letters[cell] != letter:
                    continue
                laid = place_at(word, position, cell, direction)
                if table.crossings(laid):
                    found = key(table, laid, rule, side)
                    if found is not None and (best is None or found < best[0]):
                        best = found, laid
    return best and best[1]


def attempt(table, word, position, number):
    """The word at a crossing cell, which tires of the words that don't fit."""
    cell, direction = table.crossing_cells[number]
    laid = place_at(word, position, cell, direction)
    if table.crossings(laid):
        return laid
    table.fails[number] += 1
    if table.fails[number] >= PATIENCE:
        table.tired.add(number)
    return None


def first_place(table, word, rule, directions, random):
    letters = table.letters()
    if rule == RANDOM:
        for _ in range(DRAWS * len(word)):
            position = random.below(len(word))
            direction = random.below(2) if len(directions) == 2 else directions[0]
            drawn = [
                number
                for number, (cell, wanted) in enumerate(table.crossing_cells)
                if wanted == direction and letters[cell] == word[position]
            ]
            if not drawn:
                continue
            number = drawn[random.below(len(drawn))]
            if number not in table.tired and (laid := attempt(table, word, position, number)):
                return laid
    numbers = range(len(table.crossing_cells))
    for number in numbers if rule == INNER else reversed(numbers):
        cell, direction = table.crossing_cells[number]
        for position, letter in enumerate(word):
            if number in table.tired or direction not in directions or letters[cell] != letter:
                continue
            if laid := attempt(table, word, position, number):
                return laid
    return None


def arrange(words, order, rule, alternate, frame, state):
    """Row, column, direction and step of each word of `order`; None where it found no place."""
    table, random = Table(), Generator(*state)
    places = [None] * len(words)
    waiting, wanted, stuck, side = list(order), ACROSS, 0, frame
    while waiting:
        left = []
        for number in waiting:
            word = words[number]
            directions = (wanted,) if alternate else (ACROSS, DOWN)
            if not table.words:
                laid, side = Laid(word, 0, 0, ACROSS), max(frame, len(word))
            elif rule in (CROSSINGS, COMPACT):
                laid = best_place(table, word, rule, directions, side)
            else:
                laid = first_place(table, word, rule, directions, random)
            if laid is None:
                left.append(number)
                continue
            table.lay(laid)
            places[number] = (laid.row, laid.column, laid.direction, len(table.words) - 1)
            wanted = 1 - laid.direction
        if len(left) < len(waiting):
            stuck, waiting = 0, left
            continue
        stuck, wanted = stuck + 1, 1 - wanted
        table.tired.clear()
        table.fails = [0] * len(table.fails)
        if stuck >= ROUNDS:
            if rule != COMPACT or side >= 10**6:
                break
            side += 1 if stuck < ROUNDS + WIDENED else 10**6
    return places
