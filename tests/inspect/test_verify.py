"""Every rule is broken once in a lawful puzzle; the judge must say which one, where, and nothing else."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factory.inspect.lookup import JokeBook, Lookup
from factory.inspect.verify import verify, verify_corpus
from factory.jokes import Joke, JokeList
from factory.puzzle import Puzzle, from_json, to_json
from factory.words.index import index_answers
from tests.inspect.sample import (
    ANSWERS,
    JOKES,
    LEXICON,
    ORTHOGRAPHY,
    PUZZLE,
    TinyLexicon,
    grid_of,
    small_puzzle,
    with_cells,
    with_entry,
    with_secret,
    word,
)

MOJICH, OSADY, RO, ET, OBETI, MUSEL, MOROM, OSOBU, JA, IDETE, CHYTIL, ES = range(12)
"""Numbers of the sample's entries."""


def test_verify__lawful_puzzle_has_no_violations():
    assert verify(PUZZLE, LEXICON, JOKES) == ()


def test_verify__takes_the_real_lexicon_and_joke_list():
    lexicon: Lookup = index_answers(ANSWERS, ORTHOGRAPHY, lang="sk")
    jokes: JokeBook = JOKES
    assert verify(PUZZLE, lexicon, jokes) == ()
    spoilt = with_entry(PUZZLE, JA, clue="ten druhý")
    assert verify(spoilt, lexicon, jokes) == ("down (1, 3): the lexicon has no clue 'ten druhý' for 'ja'",)


def test_verify__reads_nothing_that_makes_or_measures_puzzles():
    code = "import sys, factory.inspect.verify; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    ours = {name for name in loaded.split() if name.startswith("factory.")}
    assert ours == {"factory.inspect", "factory.inspect.lookup", "factory.inspect.verify", "factory.puzzle"}
    assert not {"numpy", "numba", "yaml", "msgpack"} & set(loaded.split())


SHAPES = {
    "two rows": (grid_of("# # #", "# A B"), "grid: 2 rows, expected at least 3"),
    "no rows": ((), "grid: 0 rows, expected at least 3"),
    "two columns": (grid_of("# #", "# A", "# B"), "grid: 2 columns, expected at least 3"),
    "no columns": (((), (), ()), "grid: 0 columns, expected at least 3"),
    "ragged": (grid_of("# # #", "# A B", "# C"), "grid: row 2 has 2 cells, row 0 has 3"),
}


@pytest.mark.parametrize(("grid", "message"), SHAPES.values(), ids=SHAPES)
def test_verify__misshapen_grid_is_judged_no_further(grid, message):
    assert verify(replace(PUZZLE, grid=grid), LEXICON, JOKES) == (message,)


IDENTITIES = {
    "other size": ({"id": "sk-8x8-000001"}, "id 'sk-8x8-000001', expected sk-6x6- and a number"),
    "other language": ({"id": "cs-6x6-000001"}, "id 'cs-6x6-000001', expected sk-6x6- and a number"),
    "short number": ({"id": "sk-6x6-00001"}, "id 'sk-6x6-00001', expected sk-6x6- and a number"),
    "no number": ({"id": "sk-6x6-"}, "id 'sk-6x6-', expected sk-6x6- and a number"),
    "number too long": ({"id": "sk-6x6-0000001"}, "id 'sk-6x6-0000001', expected sk-6x6- and a number"),
    "more behind": ({"id": "sk-6x6-000001\n"}, "id 'sk-6x6-000001\\n', expected sk-6x6- and a number"),
}


@pytest.mark.parametrize(("changes", "message"), IDENTITIES.values(), ids=IDENTITIES)
def test_verify__id_says_language_and_size(changes, message):
    assert verify(replace(PUZZLE, **changes), LEXICON, JOKES) == (f"{message} of six digits",)


def test_verify__id_may_have_a_seventh_digit():
    assert verify(replace(PUZZLE, id="sk-6x6-1000000"), LEXICON, JOKES) == ()


def test_verify__language_is_that_of_lexicon_and_jokes():
    czech = replace(PUZZLE, lang="cs", id="cs-6x6-000001")
    assert verify(czech, LEXICON, JOKES) == (
        "language 'cs', the lexicon is for 'sk'",
        "language 'cs', the joke list is for 'sk'",
    )
    assert verify(czech, replace(LEXICON, lang="cs"), replace(JOKES, lang="cs")) == ()


ENTRIES = {
    "none for a run": (
        replace(PUZZLE, entries=PUZZLE.entries[:JA] + PUZZLE.entries[JA + 1 :]),
        ["down (1, 3): entries for this run: 0, expected 1"],
    ),
    "two for a run": (
        replace(PUZZLE, entries=(*PUZZLE.entries, PUZZLE.entries[JA])),
        [
            "down (1, 3): entries for this run: 2, expected 1",
            "(0, 3): clues with the arrow 'down': 2, expected 1",
        ],
    ),
    "part of a run": (
        with_entry(PUZZLE, CHYTIL, cells=((1, 5), (2, 5)), answer="CHY"),
        [
            "down (1, 5): entries for this run: 0, expected 1",
            "down (1, 5): an entry whose cells are no run of the grid",
            "down (1, 5): spelling 'chytil' is not laid as CH Y",
            "down (1, 5): CH Y is not in the lexicon",
        ],
    ),
    "cells in another order": (
        with_entry(PUZZLE, JA, cells=((2, 3), (1, 3)), answer="AJ"),
        [
            "down (1, 3): entries for this run: 0, expected 1",
            "down (2, 3): an entry whose cells are no run of the grid",
            "down (2, 3): spelling 'ja' is not laid as A J",
            "down (2, 3): A J is not in the lexicon",
        ],
    ),
    "another direction": (
        with_entry(PUZZLE, JA, direction="across"),
        [
            "down (1, 3): entries for this run: 0, expected 1",
            "across (1, 3): an entry whose cells are no run of the grid",
        ],
    ),
    "no direction at all": (
        with_entry(PUZZLE, JA, direction="up"),
        [
            "down (1, 3): entries for this run: 0, expected 1",
            "up (1, 3): an entry whose cells are no run of the grid",
        ],
    ),
    "no cells": (
        with_entry(PUZZLE, JA, cells=(), answer=""),
        [
            "down (1, 3): entries for this run: 0, expected 1",
            "down without cells: an entry whose cells are no run of the grid",
            "down without cells: spelling 'ja' is not laid as ",
            "down without cells:  is not in the lexicon",
        ],
    ),
    "cells outside": (
        with_entry(PUZZLE, JA, cells=((1, 3), (-4, 3))),
        [
            "down (1, 3): entries for this run: 0, expected 1",
            "down (1, 3): an entry whose cells are no run of the grid",
            "down (1, 3): answer 'JA', its cells hold 'J?'",
            "down (1, 3): spelling 'ja' is not laid as J ?",
            "down (1, 3): J ? is not in the lexicon",
        ],
    ),
    "clue cell elsewhere": (
        with_entry(PUZZLE, JA, clue_cell=(0, 0)),
        ["down (1, 3): clue cell (0, 0), expected (0, 3)"],
    ),
    "clue cell on the other side": (
        with_entry(PUZZLE, ES, clue_cell=(4, 2)),
        ["down (4, 3): clue cell (4, 2), expected (3, 3)"],
    ),
    "arrow of the other direction": (
        with_entry(PUZZLE, JA, arrow="right"),
        ["down (1, 3): arrow 'right', expected 'down'"],
    ),
    "two equal arrows in a cell": (
        with_entry(PUZZLE, ES, arrow="right"),
        [
            "down (4, 3): arrow 'right', expected 'down'",
            "(3, 3): clues with the arrow 'right': 2, expected 1",
        ],
    ),
    "three clues in a cell": (
        with_entry(PUZZLE, JA, clue_cell=(3, 3), arrow="up"),
        [
            "down (1, 3): clue cell (3, 3), expected (0, 3)",
            "down (1, 3): arrow 'up', expected 'down'",
            "(3, 3): clues in this cell: 3, expected at most 2",
        ],
    ),
    "answer is not what the cells hold": (
        with_entry(PUZZLE, CHYTIL, answer="CHYTAL"),
        ["down (1, 5): answer 'CHYTAL', its cells hold 'CHYTIL'"],
    ),
    "spelling is not what the cells hold": (
        with_entry(PUZZLE, JA, spelling="on"),
        [
            "down (1, 3): spelling 'on' is not laid as J A",
            "down (1, 3): the lexicon has no clue 'nie ty' for 'on'",
        ],
    ),
    "spelling outside the alphabet": (
        with_entry(PUZZLE, JA, spelling="j4"),
        [
            "down (1, 3): spelling 'j4' is not laid as J A",
            "down (1, 3): the lexicon has no clue 'nie ty' for 'j4'",
        ],
    ),
    "clue of another spelling": (
        with_entry(PUZZLE, OBETI, clue="dary bohom"),
        ["across (4, 1): the lexicon has no clue 'dary bohom' for 'obetí'"],
    ),
    "clue of another answer": (
        with_entry(PUZZLE, JA, clue="kráčate"),
        ["down (1, 3): the lexicon has no clue 'kráčate' for 'ja'"],
    ),
    "empty clue": (with_entry(PUZZLE, JA, clue=""), ["down (1, 3): the lexicon has no clue '' for 'ja'"]),
}


@pytest.mark.parametrize(("puzzle", "messages"), ENTRIES.values(), ids=ENTRIES)
def test_verify__entries(puzzle, messages):
    assert verify(puzzle, LEXICON, JOKES) == tuple(messages)


def test_verify__second_clue_with_its_own_spelling_is_lawful():
    assert verify(with_entry(PUZZLE, OBETI, spelling="obeti", clue="dary bohom"), LEXICON, JOKES) == ()


def test_verify__answer_missing_in_the_lexicon():
    lexicon = TinyLexicon([answer for answer in ANSWERS if answer.cells != ("J", "A")])
    assert verify(PUZZLE, lexicon, JOKES) == ("down (1, 3): J A is not in the lexicon",)


def test_verify__lexicon_that_answers_with_other_cells_is_not_believed():
    class Muddled(TinyLexicon):
        def answer(self, length, word_id):
            return replace(super().answer(length, word_id), cells=("X",) * length)

    assert "down (1, 3): J A is not in the lexicon" in verify(PUZZLE, Muddled(list(ANSWERS)), JOKES)


CELLS = {
    "letter outside the alphabet": (
        with_cells(PUZZLE, r1c3="7"),
        "(1, 3): '7' is not in the alphabet",
    ),
    "two letters in a cell": (with_cells(PUZZLE, r1c3="JA"), "(1, 3): 'JA' is not in the alphabet"),
    "small letter": (with_cells(PUZZLE, r1c3="j"), "(1, 3): 'j' is not in the alphabet"),
    "long vowel": (with_cells(PUZZLE, r2c3="Á"), "(2, 3): 'Á' is not in the alphabet"),
    "empty cell": (with_cells(PUZZLE, r1c3=""), "(1, 3): '' is not in the alphabet"),
    "letter in row 0": (
        with_cells(PUZZLE, r0c3="A"),
        "(0, 3): a letter cell, expected a clue cell in row 0 and column 0",
    ),
    "letter in column 0": (
        with_cells(PUZZLE, r3c0="A"),
        "(3, 0): a letter cell, expected a clue cell in row 0 and column 0",
    ),
    "letter in the corner": (
        with_cells(PUZZLE, r0c0="A"),
        "(0, 0): a letter cell, expected a clue cell in row 0 and column 0",
    ),
    "run without a clue cell above": (with_cells(PUZZLE, r0c3="A"), "down (0, 3): entries for this run: 0"),
    "across run of one cell": (
        with_cells(PUZZLE, r3c2=None),
        "across (3, 1): a run of one cell, expected at least two",
    ),
    "down run of one cell": (
        with_cells(PUZZLE, r2c3=None),
        "down (1, 3): a run of one cell, expected at least two",
    ),
    "clue cell more": (
        with_cells(PUZZLE, r3c2=None),
        "across (3, 1): an entry whose cells are no run of the grid",
    ),
    "clue cell less": (
        with_cells(PUZZLE, r3c3="E"),
        "across (3, 1): entries for this run: 0, expected 1",
    ),
    "island": (
        replace(
            PUZZLE,
            grid=grid_of(
                "# # # # # #",
                "# M O # # #",
                "# O S # # #",
                "# # # # E T",
                "# # # # T I",
                "# # # # # #",
            ),
        ),
        "(3, 4): not connected with (1, 1); letter cells apart: 4",
    ),
    "islands that touch at a corner": (
        replace(
            PUZZLE,
            grid=grid_of(
                "# # # # # #",
                "# M O # # #",
                "# O S # # #",
                "# # # E T #",
                "# # # T I #",
                "# # # # # #",
            ),
        ),
        "(3, 3): not connected with (1, 1); letter cells apart: 4",
    ),
    "no letters": (replace(PUZZLE, grid=grid_of("# # #", "# # #", "# # #")), "grid: no letter cell"),
}


@pytest.mark.parametrize(("puzzle", "message"), CELLS.values(), ids=CELLS)
def test_verify__cells_of_the_grid(puzzle, message):
    assert any(found.startswith(message) for found in verify(puzzle, LEXICON, JOKES))


@pytest.mark.parametrize(
    "lines",
    [("# A # B", "# C D E", "# # # #"), ("# # A B", "# C D #", "# E # #"), ("# A B C", "# # # D", "# E F G")],
    ids=["up again", "to the left", "around"],
)
def test_verify__letters_connected_by_a_detour(lines):
    grid = grid_of("# # # #", *lines)
    assert not any("not connected" in found for found in verify(replace(PUZZLE, grid=grid), LEXICON, JOKES))


def test_verify__run_that_begins_at_the_border_has_no_clue_cell():
    puzzle = replace(
        with_cells(PUZZLE, r0c3="A"),
        entries=(
            *PUZZLE.entries[:JA],
            replace(
                PUZZLE.entries[JA],
                cells=((0, 3), (1, 3), (2, 3)),
                clue_cell=(-1, 3),
                answer="AJA",
                spelling="aja",
            ),
            *PUZZLE.entries[JA + 1 :],
        ),
    )
    assert "down (0, 3): no clue cell at (-1, 3)" in verify(puzzle, LEXICON, JOKES)


def without_secret(violations):
    return [violation for violation in violations if not violation.startswith("secret: ")]


def test_verify__answer_twice_whatever_the_spelling():
    lexicon = TinyLexicon(
        [word("R A", ("ra", "boh slnka"), ("rá", "ráhno")), word("A R", ("ár", "sto metrov²"))]
    )
    puzzle = small_puzzle(lexicon, cells="R A A R")
    puzzle = with_entry(puzzle, 2, spelling="rá", clue="ráhno")
    assert without_secret(verify(puzzle, lexicon, JOKES)) == [
        "across (1, 1) and down (1, 1): the same answer RA",
        "across (2, 1) and down (1, 2): the same answer AR",
    ]


def test_verify__two_answers_of_one_lemma():
    short = (("J", "A"), ("E", "S"))
    answers = [replace(answer, family=500) if answer.cells in short else answer for answer in ANSWERS]
    assert verify(PUZZLE, TinyLexicon(answers), JOKES) == (
        "down (1, 3) and down (4, 3): JA and ES are of one lemma",
    )


def test_verify__marked_compound_has_c_and_h_apart():
    answers = [
        word("C H", ("ch", "cudzí hlas")),
        word("A O", ("ao", "citoslovce")),
        word("C A", ("ca", "asi")),
        word("H O", ("ho", "jeho")),
    ]
    puzzle = small_puzzle(TinyLexicon(answers), cells="C H A O")
    assert without_secret(verify(puzzle, TinyLexicon(answers), JOKES)) == []


def test_verify__spelling_that_keeps_c_and_h_apart_is_not_laid_in_one_cell():
    answers = [
        word("CH A", ("c ha", "cé a há")),
        word("O N", ("on", "nie ona")),
        word("CH O", ("cho", "skratka")),
        word("A N", ("an", "orech")),
    ]
    puzzle = small_puzzle(TinyLexicon(answers), cells="CH A O N")
    assert without_secret(verify(puzzle, TinyLexicon(answers), JOKES)) == [
        "across (1, 1): spelling 'c ha' is not laid as CH A"
    ]


SECRETS = {
    "unknown mode": (
        {"mode": "hidden"},
        ["mode 'hidden', expected one of found, planned, placed"],
    ),
    "unknown joke": ({"joke": "sk-0009"}, ["no joke 'sk-0009' in the list"]),
    "another joke": (
        {"joke": "sk-0002"},
        [
            "setup 'O čom sa hovorí v čakárni?', joke sk-0002 has 'Kedy?'",
            "punchline 'O chorobe!', joke sk-0002 has 'Keď musel.'",
            "its cells spell O CH O R O B E, expected K E Ď M U S E L",
        ],
    ),
    "another setup": (
        {"setup": "Kedy?"},
        ["setup 'Kedy?', joke sk-0001 has 'O čom sa hovorí v čakárni?'"],
    ),
    "another punchline": (
        {"punchline": "O chorobe."},
        ["punchline 'O chorobe.', joke sk-0001 has 'O chorobe!'"],
    ),
    "other letter": (
        {"cells": ((1, 2), (1, 5), (2, 1), (3, 1), (4, 1), (4, 2), (4, 4))},
        ["its cells spell O CH O R O B T, expected O CH O R O B E"],
    ),
    "letter missing": (
        {"cells": ((1, 2), (1, 5), (2, 1), (3, 1), (4, 1), (4, 2))},
        ["its cells spell O CH O R O B, expected O CH O R O B E"],
    ),
    "no cells": ({"cells": ()}, ["its cells spell , expected O CH O R O B E"]),
    "not in reading order": (
        {"cells": ((1, 2), (1, 5), (4, 1), (3, 1), (2, 1), (4, 2), (5, 4))},
        ["(3, 1) does not follow (4, 1) in reading order", "(2, 1) does not follow (3, 1) in reading order"],
    ),
    "a cell twice": (
        {"cells": ((1, 2), (1, 5), (2, 1), (3, 1), (2, 1), (4, 2), (5, 4))},
        ["(2, 1) does not follow (3, 1) in reading order"],
    ),
    "the same cell in a row": (
        {"cells": ((1, 2), (1, 2), (2, 1), (3, 1), (4, 1), (4, 2), (5, 4))},
        [
            "(1, 2) does not follow (1, 2) in reading order",
            "its cells spell O O O R O B E, expected O CH O R O B E",
        ],
    ),
    "clue cell": (
        {"cells": ((1, 2), (1, 5), (2, 1), (3, 1), (3, 3), (4, 2), (5, 4))},
        ["(3, 3) is no letter cell", "its cells spell O CH O R ? B E, expected O CH O R O B E"],
    ),
    "outside": (
        {"cells": ((1, 2), (1, 5), (2, 1), (3, 1), (4, 1), (4, 2), (5, 9))},
        ["(5, 9) is no letter cell", "its cells spell O CH O R O B ?, expected O CH O R O B E"],
    ),
    "counted from the end": (
        {"cells": ((1, 2), (1, -1), (2, 1), (3, 1), (4, 1), (4, 2), (5, 4))},
        [
            "(1, -1) is no letter cell",
            "(1, -1) does not follow (1, 2) in reading order",
            "its cells spell O ? O R O B E, expected O CH O R O B E",
        ],
    ),
}


@pytest.mark.parametrize("mode", ["found", "planned"])
@pytest.mark.parametrize(("changes", "messages"), SECRETS.values(), ids=SECRETS)
def test_verify__secret(changes, messages, mode):
    puzzle = with_secret(with_secret(PUZZLE, mode=mode), **changes)
    assert verify(puzzle, LEXICON, JOKES) == tuple(f"secret: {message}" for message in messages)


def test_verify__planned_secret_is_lawful():
    assert verify(with_secret(PUZZLE, mode="planned"), LEXICON, JOKES) == ()


@pytest.mark.parametrize(
    ("punchline", "cells"),
    [("O chorobe!", "O CH O R O V E"), ("O c-horobe!", "O CH O R O B E"), ("O ch0robe!", "O CH O R O B E")],
)
def test_verify__joke_whose_cells_are_not_its_punchline(punchline, cells):
    jokes = JokeList("sk", (replace(JOKES.jokes[0], punchline=punchline, cells=tuple(cells.split())),), "0")
    violations = verify(with_secret(PUZZLE, punchline=punchline), LEXICON, jokes)
    assert f"secret: joke sk-0001 is laid as {cells}, its punchline is {punchline!r}" in violations


# A placed secret: "Osady, musel" in the second and the fifth row, neither word in the lexicon.
PLACED_JOKES = JokeList("sk", (Joke("sk-0003", "Kam?", "Osady, musel", tuple("OSADYMUSEL"), ()),), "0")
PLACED_LEXICON = TinyLexicon(
    [answer for answer in ANSWERS if "".join(answer.cells) not in ("OSADY", "MUSEL")]
)
SECOND, FIFTH = (tuple((row, column) for column in range(1, 6)) for row in (2, 5))
PLACED = with_secret(
    PUZZLE, joke="sk-0003", setup="Kam?", punchline="Osady, musel", cells=(*SECOND, *FIFTH), mode="placed"
)
PLACED = with_entry(PLACED, OSADY, spelling="Osady,", clue="tajnička 1")
PLACED = with_entry(PLACED, MUSEL, spelling="musel", clue="tajnička 2")


def told(punchline: str) -> JokeList:
    return JokeList("sk", (replace(PLACED_JOKES.jokes[0], punchline=punchline),), "0")


def test_verify__placed_secret_needs_no_lexicon_entries_for_its_parts():
    assert verify(PLACED, PLACED_LEXICON, PLACED_JOKES) == ()


def test_verify__same_grid_with_a_found_secret_needs_them():
    assert verify(with_secret(PLACED, mode="found"), PLACED_LEXICON, PLACED_JOKES) == (
        "across (2, 1): spelling 'Osady,' is not laid as O S A D Y",
        "across (2, 1): O S A D Y is not in the lexicon",
        "across (5, 1): M U S E L is not in the lexicon",
    )


PLACINGS = {
    "one part in two answers' places": (
        with_secret(PLACED, cells=SECOND),
        PLACED_JOKES,
        [
            "across (5, 1): M U S E L is not in the lexicon",
            "secret: its cells spell O S A D Y, expected O S A D Y M U S E L",
        ],
    ),
    "part of an answer": (
        with_secret(PLACED, cells=(*SECOND, *FIFTH[:4])),
        PLACED_JOKES,
        [
            "across (5, 1): M U S E L is not in the lexicon",
            "secret: its cells spell O S A D Y M U S E, expected O S A D Y M U S E L",
            "secret: from (5, 1) on its cells are no whole across answer",
        ],
    ),
    "bottom to top": (
        with_secret(PLACED, cells=(*FIFTH, *SECOND)),
        PLACED_JOKES,
        [
            "secret: (2, 1) does not follow (5, 5) in reading order",
            "secret: its cells spell M U S E L O S A D Y, expected O S A D Y M U S E L",
            "secret: the part across (2, 1) does not stand lower than across (5, 1)",
            "secret: clue 'tajnička 1' of across (2, 1), expected a mark and the number 2",
            "secret: clue 'tajnička 2' of across (5, 1), expected a mark and the number 1",
            "secret: different marks for its parts: tajnička 1, tajnička 2",
        ],
    ),
    "clue without number": (
        with_entry(PLACED, MUSEL, clue="tajnička"),
        PLACED_JOKES,
        ["secret: clue 'tajnička' of across (5, 1), expected a mark and the number 2"],
    ),
    "clue with another number": (
        with_entry(PLACED, MUSEL, clue="tajnička 12"),
        PLACED_JOKES,
        [
            "secret: clue 'tajnička 12' of across (5, 1), expected a mark and the number 2",
            "secret: different marks for its parts: tajnička, tajnička 12",
        ],
    ),
    "number alone": (
        with_entry(PLACED, MUSEL, clue=" 2"),
        PLACED_JOKES,
        [
            "secret: clue ' 2' of across (5, 1), expected a mark and the number 2",
            "secret: different marks for its parts: , tajnička",
        ],
    ),
    "another mark": (
        with_entry(PLACED, MUSEL, clue="heslo 2"),
        PLACED_JOKES,
        ["secret: different marks for its parts: heslo, tajnička"],
    ),
    "cut inside a word": (
        with_secret(PLACED, punchline="Osadymusel"),
        told("Osadymusel"),
        ["secret: the part across (2, 1) ends inside a word of 'Osadymusel'"],
    ),
    "punchline outside the alphabet": (
        with_secret(PLACED, punchline="Osady, 3"),
        told("Osady, 3"),
        [
            "secret: joke sk-0003 is laid as O S A D Y M U S E L, its punchline is 'Osady, 3'",
            "secret: punchline 'Osady, 3': '3' is not in the alphabet",
        ],
    ),
    "spelling of a part": (
        with_entry(PLACED, MUSEL, spelling="musela"),
        PLACED_JOKES,
        ["across (5, 1): spelling 'musela' is not laid as M U S E L"],
    ),
    "other answers still need the lexicon": (
        with_entry(PLACED, JA, clue="tajnička 1"),
        PLACED_JOKES,
        ["down (1, 3): the lexicon has no clue 'tajnička 1' for 'ja'"],
    ),
}


@pytest.mark.parametrize(("puzzle", "jokes", "messages"), PLACINGS.values(), ids=PLACINGS)
def test_verify__placed_secret(puzzle, jokes, messages):
    assert verify(puzzle, PLACED_LEXICON, jokes) == tuple(messages)


def test_verify__two_parts_of_a_placed_secret_in_one_row():
    cells = ((3, 1), (3, 2), (3, 4), (3, 5))
    jokes = JokeList("sk", (Joke("sk-0004", "Kto?", "Ro et", tuple("ROET"), ()),), "0")
    puzzle = with_secret(PUZZLE, joke="sk-0004", setup="Kto?", punchline="Ro et", cells=cells, mode="placed")
    puzzle = with_entry(with_entry(puzzle, RO, clue="tajnička 1"), ET, clue="tajnička 2")
    assert verify(puzzle, LEXICON, jokes) == (
        "secret: the part across (3, 4) does not stand lower than across (3, 1)",
    )


LETTER_CELLS = [(r, c) for r, row in enumerate(PUZZLE.grid) for c, cell in enumerate(row) if cell]


@given(cell=st.sampled_from(LETTER_CELLS), letter=st.sampled_from([*ORTHOGRAPHY.letters, None, "?"]))
def test_verify__no_other_letter_passes(cell, letter):
    assume(PUZZLE.grid[cell[0]][cell[1]] != letter)
    assert verify(with_cells(PUZZLE, **{f"r{cell[0]}c{cell[1]}": letter}), LEXICON, JOKES)


JUDGED = ("direction", "answer", "spelling", "clue", "clue_cell", "arrow", "cells")
PLACES = st.tuples(st.integers(-1, 7), st.integers(-1, 7))


@given(
    number=st.integers(0, len(PUZZLE.entries) - 1),
    key=st.sampled_from(JUDGED),
    text=st.sampled_from(["", "right", "down", "across", "JA", "ja", "nie ty", "CHYTIL"])
    | st.text(max_size=3),
    place=PLACES,
    places=st.lists(PLACES, max_size=5).map(tuple),
)
def test_verify__no_change_of_one_entry_passes(number, key, text, place, places):
    value = {"clue_cell": place, "cells": places}.get(key, text)
    assume(getattr(PUZZLE.entries[number], key) != value)
    assert verify(with_entry(PUZZLE, number, **{key: value}), LEXICON, JOKES)


@given(
    st.lists(st.lists(st.sampled_from([None, "A", "CH", "?"]), max_size=4), max_size=4),
    st.sampled_from(["found", "placed"]),
)
def test_verify__any_grid_gets_a_judgment(rows, mode):
    puzzle: Puzzle = with_secret(replace(PUZZLE, grid=tuple(tuple(row) for row in rows)), mode=mode)
    assert verify(puzzle, LEXICON, JOKES)


def test_verify__is_the_same_after_json():
    assert verify(from_json(to_json(PUZZLE)), LEXICON, JOKES) == ()


OTHER = replace(with_secret(PUZZLE, joke="sk-0005"), id="sk-6x6-000002")
MORE_JOKES = JokeList("sk", (*JOKES.jokes, replace(JOKES.jokes[0], id="sk-0005")), "0")


def test_verify_corpus__lawful_puzzles():
    assert verify_corpus([PUZZLE, OTHER], LEXICON, MORE_JOKES) == ()
    assert verify_corpus([], LEXICON, MORE_JOKES) == ()


def test_verify_corpus__id_twice():
    assert verify_corpus([PUZZLE, replace(OTHER, id=PUZZLE.id)], LEXICON, MORE_JOKES) == (
        "sk-6x6-000001: another puzzle has this id",
    )


def test_verify_corpus__joke_twice_in_a_size():
    assert verify_corpus([OTHER, replace(PUZZLE, secret=OTHER.secret)], LEXICON, MORE_JOKES) == (
        "sk-6x6-000001: joke sk-0005 is told in sk-6x6-000002 of this size too",
    )


def test_verify_corpus__joke_in_two_sizes_is_lawful():
    larger = replace(PUZZLE, id="sk-7x6-000001", grid=(*PUZZLE.grid, (None,) * 6))
    assert verify_corpus([PUZZLE, larger], LEXICON, JOKES) == ()


def test_verify_corpus__violations_stand_behind_the_id():
    spoilt = with_entry(OTHER, JA, clue="ten druhý")
    assert verify_corpus([PUZZLE, spoilt], LEXICON, MORE_JOKES) == (
        "sk-6x6-000002: down (1, 3): the lexicon has no clue 'ten druhý' for 'ja'",
    )


def test_verify_corpus__misshapen_puzzle_does_not_stop_it():
    assert verify_corpus([replace(PUZZLE, grid=()), OTHER], LEXICON, MORE_JOKES) == (
        "sk-6x6-000001: grid: 0 rows, expected at least 3",
    )
