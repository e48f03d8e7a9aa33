"""`factory export` in formats for other programs."""

import json

import pytest

from factory.cli.export import _file_name
from factory.cli.main import main
from factory.errors import FactoryError
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from factory.ship.pdf import render_pdf
from factory.ship.svg import render_svg, render_svg_solution
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


def test_export__drawings_and_their_solutions(corpus, tmp_path):
    puzzles = [p for p in published(corpus) if p.rows == 8]
    for flag in ("--no-solution", "--solution"):
        assert export(corpus, "--format", "svg", "--sizes", 8, flag, "--to", tmp_path / "svg") == 0
    assert names(tmp_path / "svg") == sorted(f"{p.id}{end}.svg" for p in puzzles for end in ("", "-solution"))
    one = puzzles[0]
    assert (tmp_path / f"svg/{one.id}.svg").read_bytes() == render_svg(one).encode()
    assert (tmp_path / f"svg/{one.id}-solution.svg").read_bytes() == render_svg_solution(one).encode()
    assert export(corpus, "--format", "svg", "--id", one.id, "--solution", "--to", tmp_path / "s.svg") == 0
    assert (tmp_path / "s.svg").read_bytes() == render_svg_solution(one).encode()


def test_export__a_booklet_and_single_sheets(corpus, tmp_path):
    puzzles = [p for p in published(corpus) if p.rows == 8]
    assert export(corpus, "--format", "pdf", "--sizes", 8, "--to", tmp_path / "book.pdf") == 0
    assert (tmp_path / "book.pdf").read_bytes() == render_pdf(puzzles)
    arguments = ("--format", "pdf", "--id", puzzles[1].id, "--no-solution", "--to", tmp_path / "sheets")
    assert export(corpus, *arguments) == 0
    assert names(tmp_path / "sheets") == [f"{puzzles[1].id}.pdf"]
    assert (tmp_path / f"sheets/{puzzles[1].id}.pdf").read_bytes() == render_pdf(
        puzzles[1:2], solutions=False
    )


def test_export__some_puzzles(corpus, tmp_path, capsys):
    puzzle = published(corpus)[-1]
    assert export(corpus, "--format", "jpz", "--sizes", puzzle.rows, "--to", tmp_path / "a") == 0
    assert names(tmp_path / "a") == sorted(f"{p.id}.jpz" for p in published(corpus) if p.rows == puzzle.rows)
    assert export(corpus, "--format", "ipuz", "--id", puzzle.id, "--to", tmp_path / "one.ipuz") == 0
    assert json.loads((tmp_path / "one.ipuz").read_bytes())["uniqueid"] == puzzle.id
    said = capsys.readouterr().out
    assert (
        said == f"{tmp_path / 'a'}: {len(names(tmp_path / 'a'))} puzzles\n{tmp_path / 'one.ipuz'}: 1 puzzle\n"
    )
    for form in ("jsonl", "pdf"):
        assert export(corpus, "--format", form, "--sizes", 8, "--to", tmp_path / f"a.{form}") == 0
        assert capsys.readouterr().out == f"{tmp_path / f'a.{form}'}: 10 puzzles\n"
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
        (["--solution", "--format", "jpz", "--to", "{}/a"], 2, "goes with svg and pdf, not with jpz"),
        (["--format", "pdf", "--id", "x", "--to", "{}/a.pdf"], 1, "holds no puzzle 'x'"),
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
