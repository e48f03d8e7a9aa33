"""`factory puzzle` with wishes: what was asked for stands in the puzzle, what can't be is said in one line."""

import re

import pytest

from factory.cli import puzzle as command
from factory.cli.main import main
from factory.inspect.verify import verify


@pytest.fixture
def make(home, monkeypatch):
    """Runs the command at 9x9; the puzzle it shows."""

    def run(*wishes):
        shown = []
        monkeypatch.setattr(command, "render_text", lambda puzzle, **_: shown.append(puzzle) or "")
        assert main(["puzzle", "--lang", "sk", "--size", "9", *home.options, *wishes]) == 0
        return shown[0]

    return run


@pytest.fixture
def message(home, capsys):
    """Runs the command at 9x9; its exit code and its only line of errors."""

    def run(*wishes):
        code = main(["puzzle", "--lang", "sk", "--size", "9", *home.options, *wishes])
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return code, error

    return run


def answers(puzzle):
    return {entry.answer for entry in puzzle.entries}


def test_puzzle__a_word_that_must_appear(make):
    word = min(answers(make()), key=lambda answer: (len(answer) != 4, answer))
    assert word in answers(make("--seed", "2", "--must", word.lower()))


def test_puzzle__a_word_of_the_callers_own(make, home):
    puzzle = make("--must", "Hekato=moja krstná")
    entry = next(entry for entry in puzzle.entries if entry.answer == "HEKATO")
    assert (entry.clue, entry.source) == ("moja krstná", "caller")
    assert verify(puzzle, home.equipment.index, home.equipment.jokes)  # no word of the lexicon


def test_puzzle__answers_and_clues_that_must_not_appear(make, tmp_path):
    plain = make()
    (tmp_path / "no.txt").write_text("\n".join(sorted(answers(plain))[::2]), "utf-8")
    clue = next(entry for entry in plain.entries if entry.answer == sorted(answers(plain))[1]).clue
    puzzle = make("--without-file", str(tmp_path / "no.txt"), "--without", clue)
    assert not answers(puzzle) & set(sorted(answers(plain))[::2])
    assert clue not in {entry.clue for entry in puzzle.entries}


def test_puzzle__least_frequency_by_length(make):
    puzzle = make("--min-zipf", "3=2.6,4=2.8")
    for entry in puzzle.entries:
        assert entry.zipf >= {3: 2.6, 4: 2.8}.get(len(entry.cells), 0)


def test_puzzle__set_cells(make, tmp_path):
    puzzle = make("--set", "4,5=k", "--set", "7,3=A", "--set", "5,5=#")
    assert (puzzle.grid[3][4], puzzle.grid[6][2], puzzle.grid[4][4]) == ("K", "A", None)
    rows = ["." * 9 for _ in range(9)]
    rows[4] = "....o...."
    (tmp_path / "grid.txt").write_text("\n".join(rows), "utf-8")
    assert make("--set-file", str(tmp_path / "grid.txt")).grid[4][4] == "O"


@pytest.mark.parametrize(
    ("wishes", "code", "expected"),
    [
        (["--must", "neznámeslovo=x"], 2, "--must neznámeslovo: 12 cells, a 9x9 grid has room for 8"),
        (["--must", "kvkvk"], 2, "'kvkvk' is not in the lexicon; give it a clue: kvkvk=CLUE"),
        (["--set", "1,4=A"], 2, "--set 1,4=A: the first row and the first column hold clue cells only"),
        (["--set", "4,10=A"], 2, "--set 4,10=A: outside the 9x9 grid"),
        (["--set", "4,4=A", "--set", "4,4=B"], 2, "another letter is set there, too"),
        (["--set", "4,4=A", "--set", "4,4=#"], 2, "row 4, column 4: set to a letter and to a clue cell"),
        (["--set", "4,4=AB"], 2, "'AB', expected one letter"),
        (["--set", "here"], 2, "expected a row, a column and a letter, such as 3,4=A"),
        (["--without-file", "missing.txt"], 1, "missing.txt: can't be read"),
    ],
)
def test_puzzle__wishes_that_can_t_be(message, wishes, code, expected):
    found, error = message(*wishes)
    assert (found, expected in error) == (code, True), error


def test_puzzle__wishes_that_no_attempt_fulfils_are_named(message):
    words = [f"--must={a * 8}=x" for a in "AEIOUKLMN"]
    code, error = message(*words)
    assert code == 1
    assert re.search(r"no 9x9 puzzle with --must A{8}=x .* \(mask: no_place_for [A-Z]{8}", error)


def test_puzzle__grid_file_of_the_wrong_shape(message, tmp_path):
    path = tmp_path / "grid.txt"
    path.write_text("...\n...\n", "utf-8")
    assert f"{path}: 2 rows, expected 9" in message("--set-file", str(path))[1]
    path.write_text("\n".join(["........."] * 8 + [".."]), "utf-8")
    assert f"{path}:9: 2 cells, expected 9" in message("--set-file", str(path))[1]
