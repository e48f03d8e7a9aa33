"""`factory bench` on the test house: every table is printed and written."""

import json

import pytest

from factory.cli.main import main


def test_bench__parts_as_tables_and_json(home, tmp_path, capsys):
    arguments = ["--sizes", "8", "--attempts", "3", "--json", str(tmp_path / "b.json"), *home.options]
    assert main(["bench", "stages", "puzzles", "--charts", str(tmp_path / "charts"), *arguments]) == 0
    out = capsys.readouterr().out
    data = json.loads((tmp_path / "b.json").read_text())
    assert [row["attempts"] for row in data["stages"]] == [3]
    assert [row["jobs"] for row in data["puzzles"]] == [3]
    assert "whole puzzles as a corpus makes them" in out
    assert "lexicon" not in data
    assert (tmp_path / "charts/cost-size.svg").read_text().startswith("<svg")


def test_bench__published_tables(home, tmp_path, capsys):
    path = tmp_path / "t.json"
    arguments = ["--sizes", "8,10", "--attempts", "3", "--grids", "3", "--json", str(path), *home.options]
    assert main(["bench", "--tables", *arguments]) == 0
    data = json.loads(path.read_text())
    assert [row["published_words"] for row in data["a"]] == [21, 33]
    assert [row["size"] for row in data["c"]] == ["8", "10", "all"]
    assert data["c"][-1]["grids"] == 6
    assert [row["penalties"] for row in data["d"]] == ["without", "with"]
    assert capsys.readouterr().out.count("published") > 4


def test_bench__memory_of_two_real_workers(home, tmp_path):
    path = tmp_path / "m.json"
    assert main(["bench", "memory", "--json", str(path), *home.options]) == 0
    parent, *workers = json.loads(path.read_text())["memory"]
    assert [worker["process"] for worker in workers] == ["worker 1", "worker 2"]
    for one in (parent, *workers):
        assert 0 < one["private_mb"] <= one["pss_mb"] < one["rss_mb"] <= one["peak_rss_mb"] + 1
        assert one["shared_mb"] > one["private_mb"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tables"], "no part 'tables'; there are: stages, puzzles, lexicon, start, memory, workers"),
        (["stages", "--tables"], "stages: a part goes without --tables and --project"),
    ],
)
def test_bench__wrong_parts_are_named(tiny_home, capsys, arguments, message):
    assert main(["bench", *arguments, *tiny_home.options]) == 2
    assert capsys.readouterr().err == f"factory: {message}\n"


def test_bench__projection_from_a_real_run(home, tmp_path):
    path = tmp_path / "p.json"
    arguments = ["--project", "1", "--sizes", "8", "--workers", "1", "--lang", "sk", "--json", str(path)]
    assert main(["bench", *arguments, *home.options]) == 0
    data = json.loads(path.read_text())
    assert data["projection"][0]["projected"] == 14_000
    assert data["runs"][0]["puzzles"] == data["projection"][0]["measured"] >= 1
    assert data["sizes"][0]["sk"] > 0
    assert data["runs"][0]["cpu_s"] > data["runs"][0]["in_jobs_s"]
