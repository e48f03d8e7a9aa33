"""`factory jokes import`."""

import json
import shutil
from pathlib import Path

import pytest

from factory.cli.main import main

CONFIG = Path(__file__).parents[2] / "config"
HEADER = "id\tsetup\tpunchline\ttags\n"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """run(text, options): imports a CSV of jokes; the exit code, the output and the file written."""
    shutil.copytree(CONFIG, tmp_path / "config")

    def call(text: str, *options: str, name: str = "vtipy.csv"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        house = [part for folder in ("config", "dictionaries", "jokes")
                 for part in (f"--{folder}", str(tmp_path / folder))]  # fmt: skip
        code = main(["jokes", "import", str(tmp_path / name), "--lang", "sk", *house, *options])
        target = tmp_path / "jokes" / "sk.tsv"
        return code, capsys.readouterr(), target.read_text(encoding="utf-8") if target.exists() else None

    return call


def test_jokes_import__ids_are_given_where_they_are_missing(run):
    code, said, written = run("otázka;pointa;id\nČo je žlté?;Citrón!;sk-0007\nČo štekeje?;pes  Rexo;\n")
    assert code == 0
    assert written == HEADER + "sk-0007\tČo je žlté?\tCitrón!\nsk-0008\tČo štekeje?\tpes Rexo\n"
    assert "line 3: id '' -> 'sk-0008' (id given)" in said.out


def test_jokes_import__columns_are_guessed_by_length(run):
    code, _, written = run("citrón;Čo je žlté a kyslé?\nmedveď;Čo je hnedé a veľké?\n")
    assert code == 0
    assert written == HEADER + "sk-0001\tČo je žlté a kyslé?\tcitrón\nsk-0002\tČo je hnedé a veľké?\tmedveď\n"


def test_jokes_import__refused_rows_are_named(run):
    text = "setup;punchline\nA?;citrón\nB?;krátk\nC?;pes\nD?;CITRÓN!\nE?;\n"
    code, said, written = run(text, "--json")
    report = json.loads(said.out)
    assert [refusal["line"] for refusal in report["refused"]] == [4, 5, 6]
    assert report["refused"][1]["why"] == "punchline 'CITRÓN!' has the cells of line 2"
    assert code == 0
    assert written is not None
    assert run(text, "--strict", "--replace")[0] == 1


def test_jokes_import__append_keeps_what_is_there(run):
    run("setup;punchline\nA?;citrón\n")
    assert run("setup;punchline\nB?;medveď\n")[0] == 1
    code, said, written = run("setup;punchline\nB?;medveď\nC?;citrón\n", "--append")
    assert code == 0
    assert written == HEADER + "sk-0001\tA?\tcitrón\nsk-0002\tB?\tmedveď\n"
    assert "line 3: punchline 'citrón' has the cells of a joke before" in said.out
