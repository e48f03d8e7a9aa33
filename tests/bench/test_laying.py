"""Punchlines in parts and by chance, against plain twins."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from factory.bench.laying import fewest_parts, find_words, join_runs
from factory.grid import derive_slots, letter_cells, parse_mask
from factory.stages.place import Part
from tests.naive import bench as naive


def part(length):
    return Part("a" * length, bytes(length))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=7), st.integers(2, 12))
def test_fewest_parts__is_that_of_all_ways_to_cut(lengths, longest):
    assert fewest_parts([part(n) for n in lengths], longest) == naive.fewest_parts(lengths, longest)


def test_fewest_parts__a_word_of_one_letter_joins_its_neighbour():
    assert fewest_parts([part(1), part(4)], 5) == 1
    assert fewest_parts([part(1), part(4)], 4) is None
    assert fewest_parts([part(4), part(1), part(4)], 5) == 2


MASKS = [parse_mask(text) for text in ("####\n#...\n#..#\n#...", "#####\n#....\n#....\n#..#.\n#....")]


@given(st.data())
def test_find_words__as_read_cell_by_cell(data):
    mask = data.draw(st.sampled_from(MASKS))
    cells = letter_cells(mask)
    codes = data.draw(st.lists(st.integers(0, 2), min_size=len(cells), max_size=len(cells)))
    words = data.draw(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=3))
    letters = dict(zip(cells, codes, strict=True))
    runs = join_runs([bytes(letters[cell] for cell in slot.cells) for slot in derive_slots(mask)])
    found = find_words(runs, [bytes(word) for word in words])
    assert found.whole == naive.stands_in_a_line(letters, list(chain.from_iterable(words)))
    assert found.words == all(naive.stands_in_a_line(letters, word) for word in words)


def test_find_words__nothing_is_read_from_one_run_into_the_next():
    assert find_words(join_runs([b"\0\1", b"\2\3"]), [b"\1\2"]) == (False, False)
    assert find_words(join_runs([b"\0\1", b"\2\3"]), [b"\0\1", b"\2\3"]) == (False, True)
