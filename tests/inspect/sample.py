"""A lawful puzzle made by hand, with the lexicon and the jokes it came from.

  0   1   2   3   4   5
0 #   #   #   #   #   #
1 #   M   O   J   I   CH
2 #   O   S   A   D   Y
3 #   R   O   #   E   T
4 #   O   B   E   T   I
5 #   M   U   S   E   L
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from factory.jokes import Joke, JokeList
from factory.puzzle import Cell, Entry, Grid, Puzzle, Secret
from factory.words.answer import Answer, Clue
from factory.words.orthography import Orthography, OrthographySettings

ALPHABET = "A Ä B C Č D Ď E F G H CH I J K L Ľ M N Ň O Ô P R S Š T Ť U V Y Z Ž"
ORTHOGRAPHY = Orthography(
    OrthographySettings(alphabet=tuple(ALPHABET.split()), digraphs=("CH",), accents="short")
)


@dataclass
class TinyLexicon:
    """As much of a lexicon as the judge asks for."""

    answers: list[Answer]
    lang: str = "sk"
    orthography: Orthography = ORTHOGRAPHY

    def find(self, cells: tuple[str, ...]) -> tuple[int, int] | None:
        places = [(len(cells), i) for i, answer in enumerate(self.answers) if answer.cells == cells]
        return places[0] if places else None

    def answer(self, length: int, word_id: int) -> Answer:
        assert len(self.answers[word_id].cells) == length
        return self.answers[word_id]


_families = count()


def word(
    cells: str, *clues: tuple[str, str], zipf: float = 4.0, tags: str = "", family: int | None = None
) -> Answer:
    """word("E S", ("es", "najvyššia karta")): an answer of a family of its own unless one is given."""
    made = tuple(
        Clue(text, spelling, spelling.lower(), tuple(tags.split()), "sk/test.tsv") for spelling, text in clues
    )
    return Answer(tuple(cells.split()), made, zipf, zipf, next(_families) if family is None else family)


ANSWERS = (
    word("M O J I CH", ("mojich", "nie tvojich"), zipf=4.5),
    word("O S A D Y", ("osady", "malé dediny"), zipf=3.5),
    word("R O", ("RO", "kód Rumunska"), zipf=2.0, tags="code"),
    word("E T", ("ET", "mimozemšťan z filmu"), zipf=0.0, tags="name"),
    word("O B E T I", ("obetí", "mŕtvych a ranených"), ("obeti", "dary bohom"), zipf=4.0),
    word("M U S E L", ("musel", "nemal na výber"), zipf=5.0),
    word("M O R O M", ("morom", "čiernou smrťou"), zipf=2.4, tags="archaic"),
    word("O S O B U", ("osobu", "človeka"), zipf=4.5),
    word("J A", ("ja", "nie ty"), zipf=6.5),
    word("E S", ("es", "najvyššia karta"), zipf=3.0),
    word("I D E T E", ("idete", "kráčate"), zipf=4.6),
    word("CH Y T I L", ("chytil", "lapil"), zipf=4.0),
)
PLACES: tuple[tuple[str, Cell, int], ...] = (
    ("across", (1, 1), 5),
    ("across", (2, 1), 5),
    ("across", (3, 1), 2),
    ("across", (3, 4), 2),
    ("across", (4, 1), 5),
    ("across", (5, 1), 5),
    ("down", (1, 1), 5),
    ("down", (1, 2), 5),
    ("down", (1, 3), 2),
    ("down", (1, 4), 5),
    ("down", (1, 5), 5),
    ("down", (4, 3), 2),
)
"""Direction, first cell and length of each entry."""

LEXICON = TinyLexicon(list(ANSWERS))
JOKES = JokeList(
    "sk",
    (
        Joke("sk-0001", "O čom sa hovorí v čakárni?", "O chorobe!", ("O", "CH", "O", "R", "O", "B", "E"), ()),
        Joke("sk-0002", "Kedy?", "Keď musel.", ("K", "E", "Ď", "M", "U", "S", "E", "L"), ()),
    ),
    digest="0",
)


def grid_of(*lines: str) -> Grid:
    """grid_of("# #", "# A"): rows of cell strings parted by blanks, # a clue cell."""
    return tuple(tuple(None if cell == "#" else cell for cell in line.split()) for line in lines)


def entries_of(
    grid: Grid, lexicon: TinyLexicon, places: Sequence[tuple[str, Cell, int]]
) -> tuple[Entry, ...]:
    """An entry for each (direction, first cell, length), with the first clue that the lexicon has."""
    entries = []
    for direction, (row, column), length in places:
        down, right = (0, 1) if direction == "across" else (1, 0)
        cells = tuple((row + i * down, column + i * right) for i in range(length))
        found = lexicon.find(tuple(grid[r][c] or "" for r, c in cells))
        assert found is not None, f"no such answer at {direction} {row}, {column}"
        answer = lexicon.answer(*found)
        clue = answer.clues[0]
        entries.append(
            Entry(
                direction=direction,
                answer="".join(answer.cells),
                spelling=clue.spelling,
                clue=clue.text,
                clue_cell=(row - down, column - right),
                arrow="right" if direction == "across" else "down",
                cells=cells,
                zipf=answer.zipf,
                tags=clue.tags,
                source=clue.source,
            )
        )
    return tuple(entries)


GRID = grid_of(
    "# # # # # #",
    "# M O J I CH",
    "# O S A D Y",
    "# R O # E T",
    "# O B E T I",
    "# M U S E L",
)
PUZZLE = Puzzle(
    id="sk-6x6-000001",
    lang="sk",
    grid=GRID,
    entries=entries_of(GRID, LEXICON, PLACES),
    secret=Secret(
        joke="sk-0001",
        setup="O čom sa hovorí v čakárni?",
        punchline="O chorobe!",
        cells=((1, 2), (1, 5), (2, 1), (3, 1), (4, 1), (4, 2), (5, 4)),
        mode="found",
    ),
    quality={"clusters": 0, "secret_spread": 0.628649},
    provenance={"generator": "by hand", "seed": 1},
)


def small_puzzle(lexicon: TinyLexicon, *, cells: str, secret: Secret = PUZZLE.secret) -> Puzzle:
    """A puzzle of 3x3: small_puzzle(..., cells="A B C D") has A B above C D."""
    a, b, c, d = cells.split()
    grid = grid_of("# # #", f"# {a} {b}", f"# {c} {d}")
    places = (("across", (1, 1), 2), ("across", (2, 1), 2), ("down", (1, 1), 2), ("down", (1, 2), 2))
    return replace(
        PUZZLE, id="sk-3x3-000001", grid=grid, entries=entries_of(grid, lexicon, places), secret=secret
    )


def with_cells(puzzle: Puzzle, **cells: str | None) -> Puzzle:
    """with_cells(puzzle, r3c1="K"): other cells in the grid, all else as it was."""
    rows = [list(row) for row in puzzle.grid]
    for name, letter in cells.items():
        row, column = name[1:].split("c")
        rows[int(row)][int(column)] = letter
    return replace(puzzle, grid=tuple(tuple(row) for row in rows))


def with_entry(puzzle: Puzzle, number: int, **changes: object) -> Puzzle:
    """The puzzle with one entry changed; entries are numbered as in PLACES."""
    entries = list(puzzle.entries)
    entries[number] = replace(entries[number], **changes)
    return replace(puzzle, entries=tuple(entries))


def with_secret(puzzle: Puzzle, **changes: object) -> Puzzle:
    """The puzzle with its secret changed."""
    return replace(puzzle, secret=replace(puzzle.secret, **changes))
