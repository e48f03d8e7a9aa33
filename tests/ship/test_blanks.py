import dataclasses

import pytest

from factory.ship.blanks import punchline_blanks
from tests.ship.conftest import make_puzzle


@pytest.mark.parametrize(
    ("cells", "punchline", "parts"),
    [
        ("N A P E C I", "Na peci!", (0, 1, " ", 2, 3, 4, 5, "!")),
        ("CH L I E B", "chlieb", (0, 1, 2, 3, 4)),
        ("V I A C H L A S", "viac hlas", (0, 1, 2, 3, " ", 4, 5, 6, 7)),
        ("R A D", "rád", (0, 1, 2)),
        ("B A E R", "Bär", (0, 1, 2, 3)),
        ("S S A", "ßa", (0, 1, 2)),
        ("N A A E O", "na ÄO", (0, 1, " ", 2, 3, 4)),
        ("O D O", "o'do", (0, "'", 1, 2)),
        ("A E R O", "ærø", (0, 1, 2, 3)),
        ("N A", "úplne iné", (0, 1)),
        ("N A", "nan", (0, 1)),
        ("N A N", "na", (0, 1, 2)),
    ],
)
def test_blanks__follow_the_cells(cells, punchline, parts):
    letters = cells.split()
    edge = " ".join(["#"] * (len(letters) + 1))
    puzzle = make_puzzle(f"{edge}\n# {cells}", secret=range(len(letters)), punchline=punchline)
    assert punchline_blanks(puzzle) == parts


def test_blanks__decomposed_spelling_is_read_as_composed():
    puzzle = make_puzzle("# # #\n# Č A", secret=(0, 1), punchline="C\u030ca")
    assert punchline_blanks(puzzle) == (0, 1)
    assert dataclasses.replace(puzzle).secret.cells == ((1, 1), (1, 2))
