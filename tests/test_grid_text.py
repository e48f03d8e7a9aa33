"""Grids drawn as text, with letters in them."""

import pytest

from factory.errors import GridError
from factory.grid import format_mask, parse_grid


def test_parse_grid__blocks_empty_cells_and_letters():
    mask, given = parse_grid("\n##.\n#A.\n\n")
    assert format_mask(mask) == "##.\n#.."
    assert given == {(1, 1): "A"}


def test_parse_grid__cells_parted_by_blanks_may_have_several_letters():
    mask, given = parse_grid("# . .\n# CH a")
    assert format_mask(mask) == "#..\n#.."
    assert given == {(1, 1): "CH", (1, 2): "a"}


def test_parse_grid__short_rows_are_blocked_to_the_right():
    assert format_mask(parse_grid("...\n.")[0]) == "...\n.##"


@pytest.mark.parametrize("text", ["", "\n\n", "###\n###"])
def test_parse_grid__nothing_to_fill(text):
    with pytest.raises(GridError, match=r"^a\.txt: no cells found, expected lines of '#'"):
        parse_grid(text, "a.txt")
