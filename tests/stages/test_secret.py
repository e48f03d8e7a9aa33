from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.grid import LETTER, derive_slots, letter_cells, parse_mask, slot_table
from factory.jokes import Joke, JokeList
from factory.stages.secret import (
    SecretSettings,
    hide_all,
    hide_joke,
    pack_punchlines,
    read_grid,
    reading_geometry,
)
from factory.words.orthography import Orthography, OrthographySettings
from tests.naive import secret as naive
from tests.strategies import masks

CZECH = Orthography(OrthographySettings(alphabet=("A", "C", "CH", "H"), digraphs=("CH",)))
GRID = """
    ####
    #...
    #.#.
    #...
"""


def jokes(*punchlines):
    return JokeList(
        "xx", tuple(Joke(str(i), "?", p, CZECH.cells(p), ()) for i, p in enumerate(punchlines)), ""
    )


def grid_of(mask, letters):
    """Letter numbers of `letters` (A = 0) laid into the letter cells in reading order, 9 elsewhere."""
    codes = np.full(mask.shape, 9, np.uint8)
    codes[mask == LETTER] = [ord(letter) - ord("A") for letter in letters]
    return codes


def test_pack_punchlines__letter_numbers_one_after_the_other():
    packed = pack_punchlines(jokes("chac", "ha", "c h"), CZECH)
    assert packed.codes.tolist() == [2, 0, 1, 3, 0, 1, 3]
    assert packed.at.tolist() == [0, 3, 5, 7]


def test_read_grid__letters_in_reading_order_and_who_stands_beside_whom():
    mask = parse_mask(GRID)
    reading = read_grid(mask, grid_of(mask, "ABCDEFGH"))
    assert reading.cells == ((1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3))
    assert reading.text.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert reading.beside.tolist() == [0, 1, 1, 0, 0, 0, 1, 1]
    assert reading.columns == 4
    geometry = reading_geometry(mask)
    assert (geometry.cells, geometry.columns) == (reading.cells, reading.columns)
    assert geometry.beside.tolist() == reading.beside.tolist()


def test_hide_joke__cells_spell_it_as_evenly_as_can_be():
    mask = parse_mask(GRID)
    reading = read_grid(mask, grid_of(mask, "ABABABAB"))
    cells = hide_joke(reading, bytes([0, 1]), SecretSettings())
    assert cells == ((1, 3), (3, 1))  # the third and the sixth of eight letter cells


def test_hide_joke__none_when_it_is_not_there():
    mask = parse_mask(GRID)
    reading = read_grid(mask, grid_of(mask, "BBBBAAAA"))
    assert hide_joke(reading, bytes([0, 1]), SecretSettings()) is None
    assert hide_joke(reading, bytes([1] * 5), SecretSettings()) is None
    assert hide_joke(reading, bytes([1] * 4), SecretSettings()) is not None


def test_hide_joke__neighbours_in_a_row_are_charged_as_set():
    mask = parse_mask("#####\n#....\n#....")
    reading = read_grid(mask, grid_of(mask, "DDABDDDB"))
    assert hide_joke(reading, bytes([0, 1]), SecretSettings(adjacent=0.0)) == ((1, 3), (1, 4))
    assert hide_joke(reading, bytes([0, 1]), SecretSettings(adjacent=9.0)) == ((1, 3), (2, 4))


@given(masks(min_side=2, max_side=4), st.data())
def test_hide_all__figures_of_the_hiding_that_hide_joke_shows(mask, data):
    places = letter_cells(mask)
    codes = grid_of(mask, data.draw(st.text("ABC", min_size=len(places), max_size=len(places))))
    list_of_jokes = jokes("ac", "acch", "aaa", "cach")
    settings = SecretSettings(adjacent=data.draw(st.sampled_from([0.0, 4.0])))
    table = slot_table(mask, derive_slots(mask))
    reading = read_grid(mask, codes)
    if not places:
        return
    figures = hide_all(reading, table, pack_punchlines(list_of_jokes, CZECH), settings, n_letters=4)
    assert figures.shape == (4, 3)
    text, beside = reading.text.tolist(), reading.beside.tolist()
    for joke, (unevenness, most, touching) in zip(list_of_jokes.jokes, figures.tolist(), strict=True):
        punchline = CZECH.codes(joke.cells)
        assert unevenness == pytest.approx(
            naive.least_unevenness(text, beside, list(punchline), settings.adjacent)
        )
        cells = hide_joke(reading, punchline, settings)
        assert (cells is None) == (unevenness == inf)
        if cells is None:
            assert (most, touching) == (inf, inf)
            continue
        assert [codes[cell] for cell in cells] == list(punchline)
        assert list(cells) == sorted(set(cells))
        numbers = [places.index(cell) for cell in cells]
        assert naive.unevenness(numbers, len(text), beside, settings.adjacent) == pytest.approx(unevenness)
        assert most == naive.most_in_one_slot(numbers, table.slot_at.tolist())
        assert touching == naive.touching_pairs(numbers, table.place.tolist(), mask.shape[1])
