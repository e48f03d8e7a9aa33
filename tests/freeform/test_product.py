from factory.freeform.arrange import FreeformSettings, arrange
from factory.freeform.product import to_puzzle
from factory.puzzle import FREEFORM, from_json, to_json
from factory.ship.ipuz import render_ipuz
from factory.ship.numbering import DIRECTIONS, numbered_entries
from tests.freeform.lists import example
from tests.ship.third_party import lists_of, read_with_ipuz, read_with_pypuz


def puzzle_of(name):
    how = FreeformSettings(orders=4)
    return to_puzzle(arrange(example(name), how), how, seed=1, puzzle_id="freeform-a", lang="und")


def test_to_puzzle__comes_back_from_its_explicit_form():
    puzzle = puzzle_of("planets.tsv")
    assert puzzle.kind == FREEFORM
    assert from_json(to_json(puzzle)) == puzzle
    assert puzzle.provenance["rule"] == "compact"


def test_to_puzzle__entries_are_numbered_in_reading_order():
    puzzle = puzzle_of("capitals.tsv")
    for direction in DIRECTIONS:
        entries = [entry for entry in puzzle.entries if entry.direction == direction]
        assert [entry for _, entry in numbered_entries(puzzle, direction)] == entries
        for entry in entries:
            assert "".join(puzzle.grid[row][column] or "." for row, column in entry.cells) == entry.answer
    assert sum(len(numbered_entries(puzzle, direction)) for direction in DIRECTIONS) == 27


def test_to_puzzle__readers_of_others_see_its_ipuz(tmp_path):
    for name in ("planets.tsv", "surnames-ru.txt"):
        puzzle = puzzle_of(name)
        path = tmp_path / "a.ipuz"
        path.write_text(render_ipuz(puzzle), "utf-8")
        assert read_with_ipuz(render_ipuz(puzzle)) == lists_of(puzzle)
        assert read_with_pypuz(path) == lists_of(puzzle)
