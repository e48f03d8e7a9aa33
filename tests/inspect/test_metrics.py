"""Each metric on small grids, the expected figure worked out by hand beside it."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.grid import dead_clue_cells
from factory.inspect.metrics import (
    count_islands,
    count_readings,
    entry_quality,
    grid_quality,
    is_rare,
    measure,
    other_readings,
    reading_order,
    secret_quality,
)
from factory.words.lines import ClueSettings
from tests.inspect.sample import PUZZLE, grid_of, with_entry, with_secret
from tests.strategies import letterings, masks

MOJICH, OSADY, RO, ET, OBETI, MUSEL, MOROM, OSOBU, JA, IDETE, CHYTIL, ES = range(12)


def test_measure__sample_puzzle():
    assert measure(PUZZLE) == {
        # 11 clue cells of row 0 and column 0, one inside
        "clue_cells": 12,
        "letter_cells": 24,
        "clue_share": 0.333333,  # 12 / 36
        "inner_clue_share": 0.04,  # 1 / 25
        "dead_clue_cells": 0,
        "dead_with_corner": 1,
        "islands": 0,
        "clusters": 0,
        # 8 answers of five cells, 4 of two: CH counts as one
        "slots": 12,
        "two_cell_share": 0.333333,
        "three_cell_share": 0,
        "mean_length": 4,  # (8 * 5 + 4 * 2) / 12
        "mean_zipf": 4,  # 4.5+3.5+2+4+5+2.4+4.5+6.5+4.6+4+3 = 44 over the 11 answers of known frequency
        "rare_share": 0.25,  # RO 2.0, MOROM 2.4, ET unknown
        "code_share": 0.083333,  # RO
        "codes_per_15_slots": 1,  # 1 / ceil(12 / 15)
        "limited_share": 0.166667,  # RO is a code, MOROM archaic
        "rare_crossings": 1,  # RO and MOROM
        "clue_overflows": 0,
        # places 2 5 6 11 15 16 23 of 24, gaps 2 3 1 5 4 1 7 2 against 25 / 8:
        # (gap / 3.125 - 1)^2 = 0.1296 0.0016 0.4624 0.36 0.0784 0.4624 1.5376 0.1296, together 3.1616
        "secret_cells": 7,
        "secret_spread": round(math.sqrt(3.1616 / 8), 6),
        "secret_letters_in_one_answer": 3,  # MOROM: (2, 1), (3, 1), (4, 1)
        "secret_adjacent": 3,  # (2, 1)-(3, 1), (3, 1)-(4, 1), (4, 1)-(4, 2)
    }


def test_measure__figures_are_plain_numbers():
    assert {type(value) for value in measure(PUZZLE).values()} == {int, float}


def test_grid_quality__dead_clue_cells():
    grid = grid_of(
        "# # # # #",
        "# A B # C",
        "# A B # C",
        "# # A # #",
    )
    # Live: (0, 1), (0, 2), (0, 4), (1, 0), (2, 0). One letter is no slot: (1, 3), (2, 3) and (3, 1) are dead,
    # as are (0, 0), (0, 3), (3, 0), (3, 3), (3, 4), which have no letter beside or below.
    figures = grid_quality(grid)
    assert (figures["dead_clue_cells"], figures["dead_with_corner"]) == (7, 8)


def test_grid_quality__corner_that_is_a_letter_or_live_is_not_dead():
    letters = grid_quality(grid_of("A B", "C D"))
    assert (letters["dead_clue_cells"], letters["dead_with_corner"], letters["clue_cells"]) == (0, 0, 0)
    live = grid_quality(grid_of("# A B"))
    assert (live["dead_clue_cells"], live["dead_with_corner"]) == (0, 0)


@pytest.mark.parametrize(
    ("lines", "islands"),
    [
        (("# #", "# #"), 0),
        (("A B", "C D"), 0),
        (("A #", "# B"), 1),
        (("A # B", "# # #", "C # D"), 3),
        (("A B C", "# # D", "E F G"), 0),
    ],
)
def test_count_islands__regions_beyond_the_first(lines, islands):
    assert count_islands(grid_of(*lines)) == islands


@pytest.mark.parametrize(
    ("inside", "clusters"),
    [
        (("A A A A", "A A A A", "A A A A", "A A A A"), 0),
        (("# # A A", "A A A A", "A A A A", "A A A A"), 0),
        (("# # # A", "A A A A", "A A A A", "A A A A"), 1),
        (("# # # #", "A A A A", "A A A A", "A A A A"), 2),
        (("# A A A", "# A A A", "# A A A", "A A A A"), 1),
        (("# # A A", "# # A A", "A A A A", "A A A A"), 1),
        (("# A # #", "A A A A", "# A A A", "# A A A"), 0),
        (("# A A A", "A # A A", "A A # A", "A A A A"), 0),
        (("A # A A", "# # # A", "A # A A", "A A A A"), 2),
        (("# # # A", "# # # A", "A A A A", "A A A A"), 4),
    ],
)
def test_grid_quality__clusters_in_the_interior(inside, clusters):
    grid = grid_of("# # # # #", *(f"# {line}" for line in inside))
    assert grid_quality(grid)["clusters"] == clusters


def test_grid_quality__shares():
    figures = grid_quality(grid_of("# # # #", "# A # B", "# C D E"))
    assert (figures["clue_cells"], figures["letter_cells"]) == (7, 5)
    assert figures["clue_share"] == 0.583333  # 7 / 12
    assert figures["inner_clue_share"] == 0.166667  # 1 / 6


@given(st.data())
def test_grid_quality__agrees_with_the_mask(data):
    mask = data.draw(masks())
    grid = data.draw(letterings(mask))
    figures = grid_quality(grid)
    dead = dead_clue_cells(mask)
    assert figures["dead_with_corner"] == len(dead)
    assert figures["dead_clue_cells"] == len([cell for cell in dead if cell != (0, 0)])
    assert figures["clue_cells"] == np.count_nonzero(mask)
    assert figures["letter_cells"] == len(reading_order(grid))


@pytest.mark.parametrize(("zipf", "rare"), [(0, True), (2.49, True), (2.5, False), (6, False)])
def test_is_rare__below_two_and_a_half_or_unknown(zipf, rare):
    assert is_rare(replace(PUZZLE.entries[JA], zipf=zipf)) is rare


def test_entry_quality__rare_crossings_need_both_answers():
    # ET is rare; so its cells cross rare answers when IDETE (3, 4) and CHYTIL (3, 5) become rare too.
    puzzle = with_entry(with_entry(PUZZLE, IDETE, zipf=1.0), CHYTIL, zipf=2.4)
    assert entry_quality(puzzle.entries, "sk")["rare_crossings"] == 3


def test_entry_quality__lengths():
    entries = [
        replace(PUZZLE.entries[JA], cells=tuple((1, c) for c in range(1, length + 1)))
        for length in (2, 2, 3, 5, 6)
    ]
    figures = entry_quality(entries, "sk")
    assert (figures["two_cell_share"], figures["three_cell_share"]) == (0.4, 0.2)
    assert figures["mean_length"] == 3.6  # 18 / 5


@pytest.mark.parametrize(
    ("slots", "codes", "figure"),
    [(15, 1, 1.0), (16, 1, 0.5), (30, 3, 1.5), (31, 3, 1.0), (12, 0, 0.0), (5, 2, 2.0)],
)
def test_entry_quality__codes_per_fifteen_slots_begun(slots, codes, figure):
    entries = [replace(PUZZLE.entries[JA], tags=("code",) if i < codes else ()) for i in range(slots)]
    assert entry_quality(entries, "sk")["codes_per_15_slots"] == figure


@pytest.mark.parametrize(
    ("tags", "share"),
    [
        (("code",), 0.083333),
        (("abbr",), 0.083333),
        (("foreign",), 0.083333),
        (("archaic",), 0.083333),
        (("dialect", "technical"), 0.083333),
        (("name", "place", "technical", "vulgar"), 0.0),
    ],
)
def test_entry_quality__limited_tags(tags, share):
    entries = [replace(entry, tags=tags if i == JA else ()) for i, entry in enumerate(PUZZLE.entries)]
    assert entry_quality(entries, "sk")["limited_share"] == share


@pytest.mark.parametrize(
    ("across", "down", "overflows"),
    [
        ("mimozemšťan z filmu", "najvyššia karta", 0),  # mimozemšťan / z filmu, najvyššia / karta: 4 lines
        ("jeden jeden jeden jeden", "tón", 0),  # two words a line: 2 + 1
        ("jeden jeden jeden jeden", "najvyššia karta v talone", 0),  # 2 + najvyššia / karta v ta- / lone
        ("jeden jeden jeden jeden jeden", "najvyššia karta v talone", 1),  # 3 + 3
        ("jeden jeden jeden jeden jeden jeden", "dva tri", 0),  # 3 + 1
        ("7" * 55, "", 0),  # cut hard into five lines
        ("7" * 56, "", 1),
    ],
)
def test_entry_quality__clue_overflows_count_both_clues_of_a_cell(across, down, overflows):
    puzzle = with_entry(with_entry(PUZZLE, ET, clue=across), ES, clue=down)
    assert entry_quality(puzzle.entries, "sk")["clue_overflows"] == overflows


@pytest.mark.parametrize(("width", "lines", "overflows"), [(11, 4, 0), (11, 3, 1), (20, 2, 0), (20, 1, 2)])
def test_entry_quality__clue_overflows_follow_the_room_of_a_cell(width, lines, overflows):
    # ET and ES share a cell: 2 + 2 lines of 11 or 1 + 1 of 20; another needs two lines of 20
    puzzle = with_entry(PUZZLE, JA, clue="pán, čo to práve číta")
    room = ClueSettings(line_width=width, max_lines=lines)
    assert entry_quality(puzzle.entries, "sk", room)["clue_overflows"] == overflows


def test_entry_quality__nothing_to_measure():
    figures = entry_quality([], "sk")
    assert set(figures.values()) == {0}


def test_secret_quality__even_gaps_have_spread_zero():
    # 24 letter cells and 4 secret ones: gaps of 5.
    cells = tuple(reading_order(PUZZLE.grid)[i - 1] for i in (5, 10, 15, 20))
    figures = secret_quality(with_secret(PUZZLE, cells=cells))
    assert (figures["secret_spread"], figures["secret_cells"]) == (0, 4)
    # 5 (1, 5), 10 (2, 5), 15 (4, 1), 20 (5, 1): two in CHYTIL, two in MOROM, each pair touching
    assert (figures["secret_letters_in_one_answer"], figures["secret_adjacent"]) == (2, 2)


def test_secret_quality__all_at_the_beginning():
    # gaps 1 1 1 1 21 against 5: four times 0.64 and 10.24, together 12.8 / 5
    cells = reading_order(PUZZLE.grid)[:4]
    figures = secret_quality(with_secret(PUZZLE, cells=cells))
    assert figures["secret_spread"] == 1.6
    assert figures["secret_letters_in_one_answer"] == 4  # MOJICH
    assert figures["secret_adjacent"] == 3


def test_secret_quality__neighbours_across_a_clue_cell_or_a_corner_do_not_touch():
    # (2, 3) beside (3, 2) and (3, 4) by a corner, (3, 2) and (3, 4) with a clue cell between
    figures = secret_quality(with_secret(PUZZLE, cells=((2, 3), (3, 2), (3, 4))))
    assert figures["secret_adjacent"] == 0
    assert figures["secret_letters_in_one_answer"] == 1


def test_reading_order__left_to_right_top_to_bottom():
    assert reading_order(grid_of("# A", "B #", "C D")) == ((0, 1), (1, 0), (2, 0), (2, 1))


@given(st.text("AB", max_size=10), st.text("AB", min_size=1, max_size=4))
def test_count_readings__all_choices_of_places(letters, punchline):
    choices = combinations(range(len(letters)), len(punchline))
    expected = sum(
        all(letters[i] == wanted for i, wanted in zip(places, punchline, strict=True)) for places in choices
    )
    assert count_readings(letters, punchline) == expected


def test_count_readings__huge_numbers_stay_exact():
    assert count_readings("A" * 289, "A" * 16) == math.comb(289, 16)


def test_other_readings__of_the_sample_puzzle():
    assert (
        other_readings(PUZZLE)
        == count_readings(
            [PUZZLE.grid[r][c] for r, c in reading_order(PUZZLE.grid)],
            [PUZZLE.grid[r][c] for r, c in PUZZLE.secret.cells],
        )
        - 1
    )
    assert other_readings(PUZZLE) >= 0
