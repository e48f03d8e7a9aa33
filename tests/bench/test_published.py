"""The published tables on the test house, counted again plainly."""

import pytest

from factory.bench import published
from factory.bench.stages import free_fills, grid_letters
from factory.grid import parse_mask
from tests.house import dictionaries, home
from tests.naive import bench as naive

__all__ = ["dictionaries", "home"]


@pytest.fixture
def equipment(home):
    return home.equipment


def test_held_jokes__counted_letter_by_letter(equipment):
    done = next(one for one in free_fills(equipment, 10) if one.filled)
    letters = grid_letters(equipment, done)
    codes = [equipment.index.orthography.codes(joke.cells) for joke in equipment.jokes.jokes]
    held = published.held_jokes(equipment, done)
    assert held.whole == sum(naive.stands_in_a_line(letters, code) for code in codes)
    assert held.in_order == sum(naive.is_read(list(letters.values()), code) for code in codes) > 0
    assert held.words == held.whole  # the jokes of the test house are single words
    assert held.phrases == 0
    assert held.evenly <= held.in_order


def test_free_fills__are_functions_of_their_numbers(equipment):
    one, other = (list(free_fills(equipment, 8, attempts=3)) for _ in range(2))
    assert [fill.fill.word_ids for fill in one] == [fill.fill.word_ids for fill in other]
    assert [fill.mask.tolist() for fill in one] == [fill.mask.tolist() for fill in other]
    assert len({fill.fill.word_ids for fill in one}) == 3


def test_laid_row__shares_of_the_list(equipment):
    cells = [len(joke.cells) for joke in equipment.jokes.jokes]
    row = published.laid_row(equipment, 8)
    assert row["one_row_%"] == round(100 * sum(n <= 7 for n in cells) / len(cells), 1)
    assert row["three_parts_%"] == row["one_row_%"] < 100
    assert (row["published_one_row_%"], row["published_three_parts_%"]) == (0, 22)


def test_faults_row__penalties_keep_masks_whole(equipment):
    free, kept = (
        published.faults_row(equipment, [8, 10], masks=15, penalties=penalties) for penalties in (False, True)
    )
    assert free["masks"] == kept["masks"] == 30
    assert kept["islands_%"] == 0 < free["islands_%"]
    assert kept["dead_%"] < free["dead_%"] < free["dead_with_corner_%"]


@pytest.mark.parametrize(
    ("drawn", "parted"), [("####\n#...\n#.#.\n#...", False), ("#####\n#.#..\n#.#..\n#.#..\n#.#..", True)]
)
def test_has_islands(drawn, parted):
    assert published.has_islands(parse_mask(drawn)) == parted
