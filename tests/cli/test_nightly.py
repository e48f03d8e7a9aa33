"""`factory nightly`: its steps, its log, its exit code, and what is published after each outcome."""

import time

import pytest

from factory.cli.main import main
from factory.corpus.run import locked
from tests.house import bundle, write_jokes


@pytest.fixture
def night(home, tmp_path, capsys):
    """night(*options): exit code and stderr of a night with two puzzles of one size."""

    def run(*more, out=home.output):
        capsys.readouterr()
        code = main([
            "nightly", "--lang", "sk", "--sizes", "9", "--per-size", "2", "--workers", "1", "--time-budget", "1m",
            "--out", str(out), "--publish", str(tmp_path / "shelf"), *home.options, *map(str, more),
        ])  # fmt: skip
        return code, capsys.readouterr().err

    return run


def log_of(home):
    (path,) = (home.output / "sk/nights").glob("*.log")
    return path.read_text("utf-8")


def shown(tmp_path):
    current = tmp_path / "shelf/sk/current"
    return {path.name: path.read_bytes() for path in current.iterdir()}


def test_night__publishes_and_logs_and_tells_it_in_a_line(night, home, tmp_path):
    code, message = night()
    assert code == 0, message
    assert message.startswith("night of sk: published 000001-")
    assert message.count("\n") == 1
    assert shown(tmp_path) == bundle(home.output / "sk")
    log = log_of(home)
    steps = (
        "begin: krizovkaren",
        "factory corpus --lang sk",
        "9x9 is complete",
        "factory bundle verify",
        ": whole",
    )
    for part in (*steps, "end: published 000001-"):
        assert part in log


def test_night__with_nothing_new_leaves_what_is_there(night, tmp_path):
    night()
    code, message = night("--quiet")
    assert (code, message) == (0, "")
    code, message = night()
    assert "nothing new, still published: 000001-" in message
    assert len(list((tmp_path / "shelf/sk").glob("0*"))) == 1


def test_night__a_second_night_publishes_more(night, tmp_path):
    night()
    first = shown(tmp_path)
    assert night("--per-size", 5)[0] == 0
    assert shown(tmp_path) != first
    assert (tmp_path / "shelf/sk/current").readlink().name.startswith("000002-")


def test_night__that_does_not_pass_the_gate_publishes_nothing(night, home, own_home, tmp_path):
    night()
    first = shown(tmp_path)
    baseline = own_home.house.config / "quality/sk.yaml"
    baseline.parent.mkdir()
    baseline.write_text("lang: sk\nlimits: {}\n", "utf-8")
    code, message = night("--per-size", 5, *own_home.options)
    assert code != 0
    assert "the quality gate is not passed, nothing was published" in message
    assert message.count("\n") == 1
    assert shown(tmp_path) == first


def test_night__wrong_options_are_those_of_the_run(night, tmp_path, home):
    code, message = night("--time-budget", "soon")
    assert code == 2
    assert "the run failed with exit code 2, nothing was published" in message
    assert "soon: expected a time" in log_of(home)
    assert not (tmp_path / "shelf/sk/current").exists()


def test_night__of_an_unknown_language(night, home):
    code, message = night("--lang", "xx")
    assert code == 2
    assert "nothing was published" in message


def test_night__beside_another_night_or_run(night, home, tmp_path):
    with locked(tmp_path / "shelf/sk"):
        assert night()[0] == 75
    with locked(home.output / "sk"):
        code, message = night()
    assert code == 75
    assert "the run failed with exit code 75" in message


def test_night__a_damaged_bundle_is_made_anew_by_the_run(night, home, tmp_path):
    night()
    (home.output / "sk/bundle/table.msgpack").write_bytes(b"")
    assert night()[0] == 0
    assert shown(tmp_path) == bundle(home.output / "sk")


def test_night__short_of_jokes_is_published_but_told(night, own_home, tmp_path):
    write_jokes(own_home.folder, ["opica", "kosatka"])
    code, message = night("--per-size", 5, *own_home.options)
    assert code == 1
    assert "published 000001-" in message
    assert "but the run was short of something" in message
    assert (tmp_path / "shelf/sk/current/manifest.json").exists()


def test_night__old_logs_go(night, home):
    folder = home.output / "sk/nights"
    folder.mkdir(parents=True)
    for day in range(1, 6):
        (folder / f"2020-01-0{day}.log").touch()
    (folder / "notes.txt").touch()
    night("--keep-logs", 3)
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == ["2020-01-04.log", "2020-01-05.log", time.strftime("%Y-%m-%d.log"), "notes.txt"]


def test_night__the_log_can_t_be_written(night, home, tmp_path):
    (home.output / "sk").mkdir(parents=True)
    (home.output / "sk/nights").touch()
    code, message = night()
    assert code == 1
    assert "nights: can't be made" in message
