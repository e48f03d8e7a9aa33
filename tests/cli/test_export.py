"""`factory export` in formats for other programs."""

import json

import pytest

from factory.cli.export import _file_name
from factory.cli.main import main
from factory.errors import FactoryError
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from tests.house import published
from tests.ship.conftest import NAOCH, make_puzzle


def export(*arguments):
    return main(["export", *map(str, arguments)])


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("form", "render"), [("ipuz", render_ipuz), ("jpz", render_jpz)])
def test_export__one_file_a_puzzle(corpus, tmp_path, form, render):
    for _ in range(2):
        assert export(corpus, "--format", form, "--to", tmp_path / "out/new") == 0
        assert names(tmp_path / "out/new") == sorted(f"{p.id}.{form}" for p in published(corpus))
        for puzzle in published(corpus):
            assert (tmp_path / f"out/new/{puzzle.id}.{form}").read_bytes() == render(puzzle).encode()


def test_export__some_puzzles(corpus, tmp_path, capsys):
    puzzle = published(corpus)[-1]
    assert export(corpus, "--format", "jpz", "--sizes", puzzle.rows, "--to", tmp_path / "a") == 0
    assert names(tmp_path / "a") == sorted(f"{p.id}.jpz" for p in published(corpus) if p.rows == puzzle.rows)
    assert export(corpus, "--format", "ipuz", "--id", puzzle.id, "--to", tmp_path / "one.ipuz") == 0
    assert json.loads((tmp_path / "one.ipuz").read_bytes())["uniqueid"] == puzzle.id
    assert export(corpus, "--id", puzzle.id) == 0
    assert json.loads(capsys.readouterr().out)["id"] == puzzle.id


def test_export__a_bundle_is_a_corpus_too(corpus, tmp_path):
    for place, folder in (("a", corpus), ("b", corpus / "bundle")):
        assert export(folder, "--format", "jpz", "--to", tmp_path / place) == 0
    assert names(tmp_path / "a") == names(tmp_path / "b")
    for name in names(tmp_path / "a"):
        one, other = ((tmp_path / place / name).read_text("utf-8").splitlines() for place in "ab")
        differing = [line for line, twin in zip(one, other, strict=True) if line != twin]
        assert all(line.startswith("<creator>") for line in differing)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--id", "sk-99x99-000001"], 1, "holds no puzzle 'sk-99x99-000001'"),
        (["--sizes", "18"], 1, "holds no puzzle of these sizes"),
        (["--format", "ipuz"], 2, "say where with --to"),
        (["--format", "ipuz", "--to", "{}/all.ipuz"], 2, "expected a folder, or one puzzle with --id"),
        (["--format", "jpz", "--to", "{}/file"], 1, "can't be made"),
        (["--sizes", "x"], 2, "expected sizes such as"),
    ],
)
def test_export__what_can_t_be(corpus, tmp_path, capsys, arguments, code, message):
    (tmp_path / "file").write_text("")
    assert export(corpus, *(argument.format(tmp_path) for argument in arguments)) == code
    assert message in capsys.readouterr().err
    assert names(tmp_path) == ["file"]


def test_export__an_id_that_would_leave_the_folder():
    with pytest.raises(FactoryError, match="can't name a file"):
        _file_name(make_puzzle(NAOCH, puzzle_id="../x"), "jpz")
