"""`factory fill`: grids filled, proved impossible, counted and compared."""

import json
import re

import pytest

from factory.cli.main import main
from factory.inspect.verify_blocked import verify_blocked
from factory.puzzle import from_json
from factory.ship.bundle_reader import expand, read_bundle
from tests.house import CHECKOUT

GRIDS = CHECKOUT / "examples/grids"


@pytest.fixture
def grid(tmp_path):
    def write(text: str):
        path = tmp_path / "grid.txt"
        path.write_text(text, "utf-8")
        return str(path)

    return write


@pytest.fixture
def words(tmp_path):
    def write(*rows: str):
        path = tmp_path / "words.txt"
        path.write_text("\n".join(rows) + "\n", "utf-8")
        return str(path)

    return write


def drawn(name: str) -> list[list[str]]:
    return [list(line) for line in (GRIDS / f"{name}.txt").read_text().split()]


def puzzles(path) -> list:
    return [from_json(json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def test_fill__a_small_grid_and_its_clues(grid, words, capsys):
    listed = words("ab\tfirst letters", "cd\tthen", "ac\tcurrent", "bd\tbachelor")
    assert main(["fill", grid("..\n.."), "--words", listed, "--clues"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"^4 slots; \d+ decisions, ", text)
    assert "\nA B\nC D\n" in text or "\nA C\nB D\n" in text
    assert "  1  first letters (2)  ab" in text


def test_fill__given_letters_stay_and_case_does_not_matter(grid, words, capsys):
    assert main(["fill", grid("..\n.d"), "--words", words("ab", "cd", "ac", "bd", "aa")]) == 0
    assert capsys.readouterr().out.rstrip().endswith("D")


@pytest.mark.parametrize("name", ["plus", "open", "dense", "daily"])
def test_fill__the_example_grids_with_a_lexicon(name, home, tmp_path, capsys):
    target = tmp_path / "a.jsonl"
    arguments = ["fill", str(GRIDS / f"{name}.txt"), "--lang", "sk", "--to", str(target), *home.options]
    assert main([*arguments, "--solutions", "2", "--order", "random"]) == 0
    index = home.equipment.index
    letters = index.orthography.letters
    answers = {"".join(letters[n] for n in word) for table in index.tables.values() for word in table.letters}
    found = puzzles(target)
    assert len({puzzle.grid for puzzle in found}) == 2
    for puzzle in found:
        assert verify_blocked(puzzle, answers, drawn(name)) == ()
    assert main([*arguments, "--solutions", "2", "--order", "random"]) == 0
    assert puzzles(target) == found


def test_fill__a_word_that_must_appear(home, tmp_path, capsys):
    target = tmp_path / "a.jsonl"
    arguments = ["fill", str(GRIDS / "daily.txt"), "--lang", "sk", *home.options, "--to", str(target)]
    assert main([*arguments, "--must", "ostrov", "--must", "more"]) == 0
    assert {"OSTROV", "MORE"} <= {entry.answer for entry in puzzles(target)[0].entries}


@pytest.mark.parametrize(
    ("must", "message"),
    [
        ("xyzzy", "--must 'xyzzy': is not among the words, expected one that is"),
        ("abc", "--must 'abc': the grid has no slot of 3 cells"),
    ],
)
def test_fill__a_word_that_can_t_appear(must, message, grid, words, capsys):
    listed = words("ab", "cd", "ac", "bd", "abc", "zyxzy")
    assert main(["fill", grid("..\n.."), "--words", listed, "--must", must]) == 1
    assert capsys.readouterr().err == f"factory: {message}\n"


def test_fill__a_word_asked_for_twice_is_asked_for_once(grid, words):
    listed = words("ab", "cd", "ac", "bd")
    assert main(["fill", grid("..\n.."), "--words", listed, "--must", "ab", "--must", "ab"]) == 0


def test_fill__counts_up_to_any_number(grid, words, capsys):
    listed = words("ab", "cd", "ac", "bd")
    assert main(["fill", grid("..\n.."), "--words", listed, "--count", str(10**12)]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["maintained", "2"]


def test_fill__impossible_names_the_slots(grid, words, capsys):
    text = "...#....\n.#######\n...#....\n"
    listed = words("abc", "cde", "xbc", "able", "bale")
    assert main(["fill", grid(text), "--words", listed]) == 1
    error = capsys.readouterr().err
    assert "impossible; no words fit together into 1 across (3 cells), " in error
    assert "(4 cells)" not in error


def test_fill__undecided(home, capsys):
    arguments = ["fill", str(GRIDS / "sunday.txt"), "--lang", "sk", "--nodes", "20", *home.options]
    assert main(arguments) == 1
    assert capsys.readouterr().err.endswith(": undecided after 20 words placed; ask for more with --nodes\n")


def test_fill__count_and_levels_of_consistency(grid, words, capsys):
    listed = words("ab", "cd", "ac", "bd")
    assert main(["fill", grid("..\n.."), "--words", listed, "--count"]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header.split() == ["consistency", "fills", "nodes", "backtracks", "revisions", "seconds"]
    assert row.split()[:2] == ["maintained", "2"]
    assert main(["fill", grid("..\n.."), "--words", listed, "--consistency", "all"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[0] for row in rows] == ["none", "forward", "root", "maintained"]
    assert all(row[1] == "1+" for row in rows)


def test_fill__count_of_nothing(grid, words, capsys):
    assert main(["fill", grid("..\n.."), "--words", words("ab", "cd"), "--count"]) == 1
    assert capsys.readouterr().err.endswith(": impossible: every way was tried\n")


@pytest.mark.parametrize("form", ["ipuz", "jpz", "svg", "pdf"])
def test_fill__other_formats(form, grid, words, tmp_path, capsys):
    target = tmp_path / f"a.{form}"
    assert main(["fill", grid("..\n.."), "--words", words("ab", "cd", "ac", "bd"), "--to", str(target)]) == 0
    assert target.stat().st_size > 300


def test_fill__a_format_that_is_none(grid, words, tmp_path, capsys):
    target = tmp_path / "a.doc"
    assert main(["fill", grid(".."), "--words", words("ab"), "--to", str(target)]) == 2
    assert "expected a name that ends in .jsonl, .ipuz, .jpz, .svg or .pdf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no cells found, expected lines of '#'"),
        ("..\n.?", "row 2, column 2: '?', expected '#', '.' or one letter"),
    ],
)
def test_fill__a_grid_that_is_none(text, message, grid, words, capsys):
    assert main(["fill", grid(text), "--words", words("ab", "cd")]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_fill__a_missing_grid(tmp_path, words, capsys):
    assert main(["fill", str(tmp_path / "no.txt"), "--words", words("ab")]) == 1
    assert (
        capsys.readouterr().err == f"factory: {tmp_path}/no.txt: can't be read (no such file or directory)\n"
    )


def test_fill__a_bundle_gives_the_puzzles_back(grid, words, tmp_path, capsys):
    target, folder = tmp_path / "a.jsonl", tmp_path / "bundle"
    listed = words("ab\tfirst", "cd", "ac", "bd")
    arguments = ["fill", grid("..\n.."), "--words", listed, "--solutions", "2", "--order", "random"]
    assert main([*arguments, "--to", str(target), "--bundle", str(folder)]) == 0
    assert main(["bundle", "verify", str(folder)]) == 0
    expanded = list(expand(read_bundle(folder)))
    assert [form["grid"] for form in expanded] == [[list(row) for row in p.grid] for p in puzzles(target)]
    assert {form["kind"] for form in expanded} == {"blocked"}
