"""Small problems for the fill: random ones, written ones, and their form as the kernels' arrays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from factory.grid import CLUE, LETTER, Mask, derive_slots, letter_cells, parse_mask, slot_table
from factory.kernels import fill as kernel
from factory.kernels.fill import Board, Live, Words
from factory.stages.board import open_board
from factory.stages.pack import pack_words
from factory.words.index import LengthTable, bit_rows
from tests.naive.fill import CLASSES, CODE, LIMITED, MAX_LINES, RARE, Domains, Problem, Word

PLENTY = 10**9

SQUARE = """
    ###
    #..
    #..
"""
"""Two slots across (0, 1) and two down (2, 3); AB CD AC BD fill it in two ways."""


def random_state(seed: int) -> NDArray[np.uint64]:
    """A state of the kernels' generator."""
    return np.random.SeedSequence(seed).generate_state(2, np.uint64)


def length_table(words: Iterable[Word], length: int, n_letters: int) -> LengthTable:
    """Words of one length, best first, as the compiled lexicon stores them; a rare word has no frequency."""
    words = list(words)
    letters = np.array([word.letters for word in words], np.uint8).reshape(len(words), length)
    return LengthTable(
        letters=letters,
        scores=np.linspace(5, 1, len(words), dtype=np.float32),
        zipf=np.array([0.0 if RARE in word.classes else 5.0 for word in words], np.float32),
        family=np.array([word.family for word in words], np.int32),
        limited=np.array([LIMITED in word.classes for word in words], np.uint8),
        code=np.array([CODE in word.classes for word in words], np.uint8),
        bits=bit_rows(letters, n_letters),
    )


def pack(words: Mapping[int, Iterable[Word]], n_letters: int) -> Words:
    tables = {length: length_table(some, length, n_letters) for length, some in words.items()}
    lines = {length: [word.lines for word in some] for length, some in words.items()}
    return pack_words(tables, n_letters=n_letters, rare_below=2.5, clue_lines=lines, max_lines=MAX_LINES)


def plain_problem(mask: Mask, words: Mapping[int, tuple[Word, ...]], n_letters: int) -> Problem:
    """The problem without any limit but the words."""
    cells = letter_cells(mask)
    slots = derive_slots(mask)
    clue_cells = [slot.clue_cell for slot in slots]
    partner = [
        next((i for i, other in enumerate(clue_cells) if other == cell and i != slot), -1)
        for slot, cell in enumerate(clue_cells)
    ]
    return Problem(
        slots=tuple(tuple(cells.index(cell) for cell in slot.cells) for slot in slots),
        words=words,
        budget=dict.fromkeys(CLASSES, PLENTY),
        rare_apart=False,
        allowed=(frozenset(range(n_letters)),) * len(cells),
        partner=tuple(partner),
    )


def written_problem(mask: str, words: str) -> Problem:
    """A problem typed into a test: letters from A on, the families all different, best words first."""
    spelled = words.split()
    by_length = {
        length: tuple(
            Word(tuple(ord(char) - ord("A") for char in word), number)
            for number, word in enumerate(spelled)
            if len(word) == length
        )
        for length in {len(word) for word in spelled}
    }
    return plain_problem(parse_mask(mask), by_length, 26)


@dataclass(frozen=True)
class Setup:
    """A problem beside the kernels' arrays of it."""

    mask: Mask
    problem: Problem
    words: Words
    board: Board
    live: Live
    allowed: NDArray[np.uint64]

    def with_rules(self, **changes: object) -> "Setup":
        """A new setup of the problem changed as asked."""
        return set_up(self.mask, replace(self.problem, **changes), self.words.n_letters)

    @property
    def n_slots(self) -> int:
        return len(self.problem.slots)

    def start(self) -> bool:
        return kernel.start(self.words, self.board, self.live, self.words.size, self.allowed)

    def propagate(self) -> bool:
        return kernel.propagate(self.words, self.board, self.live)

    def search(
        self,
        *,
        seed: int = 1,
        nodes: int = PLENTY,
        first_restart: int = 3,
        jitter: float = 0.7,
        word_runs: int = 3,
    ) -> int:
        random = random_state(seed)
        return kernel.search(
            self.words, self.board, self.live, random, 1.0, jitter, nodes, first_restart, 1.3, word_runs
        )

    def fill(self, **options: int) -> int:
        """Start and search; the outcome."""
        return self.search(**options) if self.start() else kernel.IMPOSSIBLE

    def statistic(self, place: int) -> int:
        return int(self.live.statistics[place])

    def domains(self) -> Domains:
        """The words left to each slot, read bit by bit."""
        found = []
        for slot in range(self.n_slots):
            at, n = int(self.board.domain_at[slot]), self.board.blocks[slot]
            blocks = [int(block) for block in self.live.state[at : at + n]]
            found.append({64 * b + i for b, block in enumerate(blocks) for i in range(64) if block >> i & 1})
        return found

    def letters(self) -> list[set[int]]:
        """The letters left to each cell."""
        sets = self.live.state[self.board.mask_at :][: len(self.allowed)]
        return [{letter for letter in range(64) if int(word) >> letter & 1} for word in sets]

    def chosen(self) -> dict[int, int]:
        """The word of each slot of a filled grid."""
        return {slot: kernel.first_word(self.board, self.live, slot) for slot in range(self.n_slots)}

    def fault(self) -> str:
        """What is wrong between the parts of the state; empty when all is well."""
        state, board = self.live.state, self.board
        for slot, domain in enumerate(self.domains()):
            if int(state[slot]) != len(domain):
                return f"slot {slot}: count {state[slot]}"
            if int(state[board.decided_at + slot]) != (len(domain) == 1):
                return f"slot {slot}: decided {state[board.decided_at + slot]}"
        return ""


def set_up(mask: Mask, problem: Problem, n_letters: int = 26) -> Setup:
    words = pack(problem.words, n_letters)
    board, live = open_board(slot_table(mask, derive_slots(mask)), words)
    live.budget[[kernel.LIMITED, kernel.CODE, kernel.RARE]] = [problem.budget[class_] for class_ in CLASSES]
    live.budget[kernel.RARE_APART] = problem.rare_apart
    allowed = [sum(1 << letter for letter in letters) for letters in problem.allowed]
    return Setup(mask, problem, words, board, live, np.array(allowed, np.uint64))


def written_setup(mask: str, spelled: str, /, **changes: object) -> Setup:
    """The setup of a mask and words typed into a test, the problem changed as asked."""
    return set_up(parse_mask(mask), replace(written_problem(mask, spelled), **changes))


def random_words(random: Random, length: int, n_letters: int, at_most: int) -> tuple[Word, ...]:
    """Up to `at_most` words of one length, some in one family, some of a class."""
    every = list(product(range(n_letters), repeat=length))
    random.shuffle(every)
    lines = random.choice([[1], [1], [1, 1, 2, 3], [1, 1, 3, 3, 4]])
    return tuple(
        Word(
            letters,
            random.randrange(1000) if random.random() < 0.8 else random.randrange(6),
            frozenset(class_ for class_ in CLASSES if random.random() < 0.15),
            random.choice(lines),
        )
        for letters in every[: random.randint(1, at_most)]
    )


def random_mask(random: Random, side: int) -> Mask:
    """Rows and columns up to `side`, mostly letter cells, mostly framed."""
    rows, columns = random.randint(3, side), random.randint(3, side)
    share = random.choice([0.1, 0.2, 0.3])
    mask = np.array(
        [[CLUE if random.random() < share else LETTER for _ in range(columns)] for _ in range(rows)], np.uint8
    )
    if random.random() < 0.7:
        mask[0, :] = mask[:, 0] = CLUE
    return mask


def random_setup(seed: int, *, at_most: int = 20, side: int = 4, n_letters: int = 0) -> Setup:
    """A small problem, with two to four letters unless said; the more words the more often it has a fill."""
    random = Random(seed)
    mask = random_mask(random, side)
    n_letters = n_letters or random.randint(2, 4)
    words = {length: random_words(random, length, n_letters, at_most) for length in range(2, side + 1)}
    problem = plain_problem(mask, words, n_letters)
    n_slots = len(problem.slots)
    if random.random() < 0.5:
        budget = {class_: random.randint(0, n_slots) for class_ in CLASSES}
        problem = replace(problem, budget=budget, rare_apart=random.random() < 0.5)
    if random.random() < 0.4:
        allowed = tuple(
            frozenset(random.sample(range(n_letters), random.randint(1, n_letters)))
            if random.random() < 0.4
            else letters
            for letters in problem.allowed
        )
        problem = replace(problem, allowed=allowed)
    return set_up(mask, problem, n_letters)


WIDE = """
    #########
    #.....#..
    #...#....
    #........
    #..#.....
    #.....#..
    #....#...
    #........
    #...#....
"""


def wide_setup(n_letters: int, at_most: int, share: float, *, class_share: float = 0.0) -> Setup:
    """A 9x9 grid with up to `at_most` words a length, and no more than `share` of all strings of letters.

    Drawn by Random.random alone, which gives the same numbers in every Python. Some letters are common.
    """
    random = Random(5)
    words = {}
    for length in range(2, 9):
        spelled: dict[tuple[int, ...], None] = {}
        while len(spelled) < min(at_most, int(n_letters**length * share) + 1):
            spelled[tuple(int(random.random() ** 1.5 * n_letters) for _ in range(length))] = None
        words[length] = tuple(
            Word(
                letters,
                10 * (i // 2) + length if class_share else 10 * i + length,
                frozenset(class_ for class_ in CLASSES if class_share and random.random() < class_share),
                1 + int(3 * random.random()) if class_share else 1,
            )
            for i, letters in enumerate(spelled)
        )
    mask = parse_mask(WIDE)
    return set_up(mask, plain_problem(mask, words, n_letters), n_letters)
