import re

import pytest

from factory.ship.terminal import render_text
from tests.ship.conftest import NAOCH, OCHOTA, make_puzzle

WIDE_EMPTY = """\
Švédska krížovka 3 × 3  sk-3x3-000001

┌─────┬─────┬─────┐
│░░░░░│1    │2    │
│░░░░░│  ↓  │  ↓  │
├─────┼─────┼─────┤
│3   →│     │*1   │
│     │     │     │
├─────┼─────┼─────┤
│4   →│     │*2   │
│     │     │     │
└─────┴─────┴─────┘

Tajnička: Čo povie pacient?
  1_ 2_

→ Vodorovne                              ↓ Zvislo
3  opak predložky pod                    1  spojka odporu
4  vzdych úľavy                          2  vzdych smútku
"""

NARROW_SOLVED = """\
Švédska krížovka 3 × 3  sk-3x3-000001

┌───┬───┬───┐
│░░░│1  │2  │
│░░░│ ↓ │ ↓ │
├───┼───┼───┤
│3 →│   │*1 │
│   │ N │ A │
├───┼───┼───┤
│4 →│   │*2 │
│   │ O │CH │
└───┴───┴───┘

Tajnička: Čo
povie
pacient?
  ach

→ Vodorovne
3  opak
   predložky
   pod — na
4  vzdych
   úľavy —
   och

↓ Zvislo
1  spojka
   odporu
   no
2  vzdych
   smútku
   ach
"""


def plain(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_text__empty_at_80_columns(naoch):
    assert render_text(naoch, colour=False, solution=False, width=80) == WIDE_EMPTY


def test_text__solved_in_a_narrow_terminal(naoch):
    text = render_text(naoch, colour=False, solution=True, width=13)
    assert text.split("\n\n")[:3] == NARROW_SOLVED.split("\n\n")[:3]
    assert max(map(len, text.splitlines()[2:])) <= 13


def test_text__colour_changes_no_place(ochota):
    for solution in (False, True):
        text = render_text(ochota, colour=True, solution=solution, width=100)
        bare = render_text(ochota, colour=False, solution=solution, width=100)
        assert "\x1b[" in text
        assert "\x1b" not in bare
        grid, bare_grid = plain(text).split("\n\n")[1], bare.split("\n\n")[1]
        assert [len(line) for line in grid.splitlines()] == [len(line) for line in bare_grid.splitlines()]
        assert plain(text).split("\n\n")[3] == bare.split("\n\n")[3]


def test_text__nothing_is_told_before_the_solution():
    puzzle = make_puzzle(OCHOTA, clue=lambda _: "x", secret=(1, 2), punchline="cho")
    text = render_text(puzzle, colour=False, solution=False, width=80)
    told = render_text(puzzle, colour=False, solution=True, width=80)
    for answer in ("│ CH  │", "ochota", "  cho\n"):
        assert answer in told
        assert answer not in text


@pytest.mark.parametrize(
    ("width", "inner"), [(None, 5), (80, 5), (37, 5), (36, 4), (31, 4), (30, 3), (25, 3), (5, 3)]
)
def test_grid__takes_the_widest_cells_that_fit(ochota, width, inner):
    text = render_text(ochota, colour=False, solution=True, width=width)
    rows = [line for line in text.splitlines() if line.startswith("│")]
    assert len(rows) == 12
    assert {len(line) for line in rows} == {6 * (inner + 1) + 1}


def test_grid__three_digits_and_both_arrows_fit_into_narrow_cells():
    side = 34
    rows = [" ".join("#" if r % 3 == 0 or c % 3 == 0 else "A" for c in range(side)) for r in range(side)]
    text = render_text(make_puzzle("\n".join(rows)), colour=False, solution=False, width=80)
    assert {len(line) for line in text.splitlines() if line.startswith("│")} == {side * 4 + 1}
    assert "│100│" in text


def test_language_without_labels_gets_english_ones():
    puzzle = make_puzzle(NAOCH, lang="nl")
    assert "→ Across" in render_text(puzzle, colour=False, solution=False, width=80)


def test_blanks__words_and_marks_of_the_punchline_show():
    puzzle = make_puzzle(OCHOTA, secret=(0, 1, 2, 3), punchline="„O“ chot?")
    text = render_text(puzzle, colour=False, solution=False, width=80)
    assert "\n  „1_“   2_ 3_ 4_?\n" in text


def test_clues__go_on_under_their_text():
    puzzle = make_puzzle(OCHOTA, clue=lambda _: "slovo " * 12, secret=(1, 2), punchline="cho")
    lines = render_text(puzzle, colour=False, solution=False, width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(re.match(r"^ {4}slovo", line) for line in lines)
