"""A stored puzzle is rebuilt from its provenance, or the input that has changed is named."""

import sqlite3

import pytest

from factory.cli.main import main
from tests.house import build_home, published, write_jokes, write_settings


@pytest.fixture(scope="module", params=["found", "planned", "placed"])
def made(request, tmp_path_factory, dictionaries):
    """A corpus of three epochs with strong cooling, made in two runs; a puzzle was withdrawn in between."""
    settings = {"secret": {"mode": request.param}, "cooling": {"weight": 6.0, "half_life": 3}}
    home = build_home(tmp_path_factory.mktemp("home"), dictionaries, settings=settings)
    assert main(home.corpus(9, 4, "--quiet")) == 0
    withdraw = ["corpus", "withdraw", "sk-9x9-000002", "--why", "a wrong clue", "--out", str(home.output)]
    assert main(withdraw) == 0
    assert main(home.corpus(9, 7, "--quiet")) == 0
    return home


def rebuild(home, puzzle_id):
    return main(["puzzle", "--from", str(home.output / "sk"), "--id", puzzle_id, "--rebuild", *home.options])


def test_rebuild__gives_every_puzzle_again(made, capsys):
    puzzles = published(made.output / "sk")
    assert len(puzzles) == 7
    for puzzle_id in ("sk-9x9-000002", *(puzzle.id for puzzle in puzzles)):
        assert rebuild(made, puzzle_id) == 0
        shown = capsys.readouterr()
        assert f"{puzzle_id}: rebuilt from seed 1, job " in shown.err
        assert ("was withdrawn: a wrong clue" in shown.err) == (puzzle_id == "sk-9x9-000002")
        assert puzzle_id in shown.out.splitlines()[0]


def test_rebuild__cooling_made_a_difference(made, tmp_path, dictionaries):
    mode = made.equipment.language.base.secret.mode
    settings = {"secret": {"mode": mode}, "cooling": {"weight": 0}}
    warm = build_home(tmp_path / "home", dictionaries, settings=settings)
    assert main(warm.corpus(9, 4, "--quiet")) == 0
    cooled = [puzzle.grid for puzzle in published(made.output / "sk")[:3]]
    plain = [puzzle.grid for puzzle in published(warm.output / "sk")]
    assert cooled[0] == plain[0], "nothing was used before the first epoch"
    assert cooled[2] not in plain


def test_rebuild__names_the_input_that_has_changed(own_home, capsys):
    assert main(own_home.corpus(9, 1, "--quiet")) == 0
    write_jokes(own_home.folder, ("opica", "krajina"))
    assert rebuild(own_home, "sk-9x9-000001") == 1
    message = capsys.readouterr().err
    assert message.startswith("factory: sk-9x9-000001: can't be rebuilt, since changed: jokes (made from ")
    assert message.count("\n") == 1
    write_settings(own_home.folder, {"cooling": {"weight": 1.5}})
    assert rebuild(own_home, "sk-9x9-000001") == 1
    assert "settings (made from" in capsys.readouterr().err


def test_rebuild__says_that_the_program_has_changed(own_home, capsys):
    assert main(own_home.corpus(9, 1, "--quiet")) == 0
    ledger = own_home.output / "sk/ledger.sqlite"
    with sqlite3.connect(ledger) as connection:
        connection.execute("UPDATE puzzle SET explicit = replace(explicit, ?, ?)", ('"clue":"', '"clue":"x'))
    connection.close()
    assert rebuild(own_home, "sk-9x9-000001") == 1
    message = capsys.readouterr().err
    assert "entries would be different now, though lexicon, jokes and settings are the same" in message


def test_rebuild__by_the_id_alone(own_home, capsys, monkeypatch):
    assert main(own_home.corpus(9, 1, "--quiet")) == 0
    monkeypatch.chdir(own_home.folder)
    assert main(["puzzle", "--from", "sk-9x9-000001", *own_home.options]) == 0
    assert "equal to the stored one" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--id", "sk-9x9-000001"], ["--rebuild"]])
def test_rebuild__wants_a_corpus(home, arguments, capsys):
    assert main(["puzzle", "--lang", "sk", *arguments, *home.options]) == 2
    assert "go with --from DIR" in capsys.readouterr().err
