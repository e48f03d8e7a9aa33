"""Rounds without end, dry runs, several languages, withdrawn puzzles, and puzzles judged anew."""

import contextlib
import json
import os
import re
import signal
import time

import pytest

from factory.cli.main import main
from factory.corpus.run import locked
from tests.house import CHECKOUT, export, published, reference, running, table, write_jokes, write_settings


@pytest.fixture
def calm(home, tmp_path_factory):
    return reference(home, tmp_path_factory, "8-9", 4)


def counts(corpus):
    return [len([p for p in published(corpus) if p.rows == size]) for size in (8, 9)]


def test_forever__makes_one_of_each_size_in_each_round_until_the_jokes_are_told(own_home, capsys):
    write_jokes(own_home.folder, ("opica", "koleso", "krajina", "lopata"))
    write_settings(own_home.folder, {"secret": {"mode": "planned"}})
    assert main(own_home.corpus("8-9", 1, "--forever")) == 1
    message = capsys.readouterr().err
    assert "4 jokes; one more puzzle each of 8x8, 9x9; seed 1, 1 worker, round and round" in message
    assert re.search(r"no size can have more puzzles: 8x8 has 4 of 5 \(all jokes of up to 7 cells", message)
    assert counts(own_home.output / "sk") == [4, 4]
    assert main(["bundle", "verify", str(own_home.output / "sk/bundle")]) == 0


def test_forever__ends_well_when_interrupted_and_makes_what_a_plain_run_makes(home, calm, tmp_path):
    corpus = home.output / "sk"

    def wanted():
        with contextlib.suppress(Exception):
            return table(corpus, "SELECT min(wanted) FROM stream")[0][0]

    with running(tmp_path / "run", home.corpus("8-9", 1, "--forever")) as run:
        run.wait_for(lambda: (wanted() or 0) >= 4)
        os.kill(run.pid, signal.SIGINT)
        assert run.wait(10) == 0
    assert re.search(r"every size has \d+ or more puzzles; run it again to go on", run.err)
    assert min(counts(corpus)) >= 3
    assert len(set(counts(corpus))) <= 2
    first = [puzzle for puzzle in published(corpus) if int(puzzle.id[-6:]) <= 3]
    assert first == [puzzle for puzzle in published(calm) if int(puzzle.id[-6:]) <= 3]
    assert main(["bundle", "verify", str(corpus / "bundle")]) == 0


def test_forever__ends_with_the_time(home, capsys):
    assert main(home.corpus("8-9", 1, "--forever", "--time-budget", "0.001s")) == 0
    assert "run it again to go on" in capsys.readouterr().err


def test_dry_run__tells_what_would_be_made_and_makes_nothing(home, calm, capsys):
    assert main(home.corpus("8-9", 4, "--dry-run")) == 0
    assert not home.output.exists()
    shown = capsys.readouterr().out
    begin = f"sk: 4 of each size in {home.output}/sk/ledger.sqlite (new); a dry run makes nothing\n"
    assert shown.startswith(begin)
    assert re.search(r"^ +8x8 +4 +0 +4 +43 +[\d.]+  usual figures$", shown, re.MULTILINE)
    assert re.search(r"^8 puzzles to make: about \d+ s of CPU, \d+ s with 1 worker$", shown, re.MULTILINE)
    before = {path: path.stat().st_mtime_ns for path in calm.rglob("*")}
    assert main(home.corpus("8-10", 50, "--dry-run", out=calm.parent)) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^ +9x9 +50 +6 +44 +37 +[\d.]+  this corpus; 7 lack a joke$", shown, re.MULTILINE)
    assert re.search(r"^ 10x10 +50 +0 +50 +43 +[\d.]+  usual figures; 7 lack a joke$", shown, re.MULTILINE)
    assert main(home.corpus("8-9", 50, "--dry-run", "--forever", out=calm.parent)) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("sk: one round in ")
    assert re.search(r"^ +9x9 +5 +6 +0 ", shown, re.MULTILINE)
    assert {path: path.stat().st_mtime_ns for path in calm.rglob("*")} == before


@pytest.fixture
def two_languages(own_home):
    """The house with a second language that has two words, so that it fills nothing."""
    for folder in ("config/en.yaml", "jokes/en.tsv"):
        (own_home.folder / folder).write_bytes((CHECKOUT / folder).read_bytes())
    shared = own_home.folder / "dictionaries"
    sources = shared.resolve()
    shared.unlink()
    (shared / "en").mkdir(parents=True)
    (shared / "en/a.tsv").write_text("answer\tclue\ttags\ncat\thunts mice\ndog\tman's friend\n", "utf-8")
    for name in ("sk", "build"):
        (shared / name).symlink_to(sources / name)
    return own_home


def test_languages__each_has_its_folder_and_one_that_fails_stops_no_other(two_languages, capsys):
    home = two_languages
    write_settings(home.folder, {"corpus": {"attempts": 1}})
    for langs in ("en,sk", "all"):
        assert main(home.corpus(9, 1, "--lang", langs)) == 1
        message = capsys.readouterr().err
        assert message.splitlines()[-1].startswith(
            "factory: en 9x9 has 0 of 1 (no more grids were found for its"
        )
        assert "sk 9x9" not in message
        assert len(published(home.output / "sk")) == 1
        assert published(home.output / "en") == []


def test_languages__a_lock_on_one_refuses_all(two_languages, capsys):
    with locked(two_languages.output / "sk"):
        assert main(two_languages.corpus(9, 1, "--lang", "en,sk")) == 75
    assert not (two_languages.output / "en/bundle").exists()


def test_withdraw__leaves_the_export_and_the_next_run_makes_up_for_it(own_home, capsys):
    write_jokes(own_home.folder, ("opica", "koleso", "krajina"))
    write_settings(own_home.folder, {"secret": {"mode": "planned"}})
    assert main(own_home.corpus(9, 3, "--quiet")) == 0
    withdraw = [
        "corpus",
        "withdraw",
        "sk-9x9-000002",
        "--why",
        " a wrong\nclue ",
        "--out",
        str(own_home.output),
    ]
    assert main(withdraw) == 0
    assert re.match(r"sk-9x9-000002 is withdrawn and its joke sk-000\d free; ", capsys.readouterr().out)
    assert [p.id[-1] for p in published(own_home.output / "sk")] == ["1", "3"]
    assert main(withdraw) == 1
    assert capsys.readouterr().err.endswith("sk-9x9-000002 is withdrawn already: a wrong clue\n")
    assert main(own_home.corpus(9, 3, "--quiet")) == 0
    assert [p.id[-1] for p in published(own_home.output / "sk")] == ["1", "3", "4"]
    assert len({p.secret.joke for p in published(own_home.output / "sk")}) == 3
    manifest = json.loads((own_home.output / "sk/bundle/manifest.json").read_text("utf-8"))
    assert manifest["withdrawn"] == ["sk-9x9-000002"]


@pytest.mark.parametrize(
    ("puzzle_id", "why", "code", "said"),
    [
        ("sk-9x9-000099", "x", 1, "holds no puzzle 'sk-9x9-000099'"),
        ("nonsense", "x", 1, "there is no ledger here, so no puzzle 'nonsense'"),
        ("sk-9x9-000001", " ", 2, "--why: expected a reason"),
    ],
)
def test_withdraw__of_nothing(home, calm, capsys, puzzle_id, why, code, said):
    assert main(["corpus", "withdraw", puzzle_id, "--why", why, "--out", str(calm.parent)]) == code
    assert said in capsys.readouterr().err
    assert len(published(calm)) == 8


def test_recheck__lists_what_no_longer_holds_and_changes_nothing(own_home, capsys, tmp_path):
    assert main(own_home.corpus(9, 2, "--quiet")) == 0
    corpus = own_home.output / "sk"
    recheck = ["corpus", "recheck", str(corpus), "--json", str(tmp_path / "faults.json"), *own_home.options]
    assert main(recheck) == 0
    assert capsys.readouterr().out == "3 puzzles judged, 0 no longer hold\n"
    before = export(corpus)
    (first, *_) = published(corpus)
    write_jokes(own_home.folder, [first.secret.punchline], prefix="new")
    capsys.readouterr()
    assert main(recheck) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"sk-9x9-000001: secret: no joke '{first.secret.joke}' in the list"
    assert lines[-1] == "3 puzzles judged, 3 no longer hold"
    found = json.loads((tmp_path / "faults.json").read_text("utf-8"))
    assert [row["changed"] for row in found["failed"]] == [["jokes"]] * 3
    assert export(corpus) == before


def test_clock__set_back_changes_nothing(home, calm, monkeypatch):
    clock = iter(range(2_000_000_000, 0, -1000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    for per_size in (2, 4):
        assert main(home.corpus("8-9", per_size, "--quiet")) == 0
    monkeypatch.undo()
    assert export(home.output / "sk") == export(calm)


def test_page__of_a_run(home, capsys):
    assert main([argument for argument in home.corpus(9, 1) if argument != "--no-page"]) == 0
    page = (home.output / "sk/report.html").read_text("utf-8")
    assert page.count("<figure><svg") == 7
    assert "report.html" in capsys.readouterr().err
