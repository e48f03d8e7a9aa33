"""`factory lexicon check|stats` and `factory jokes check|stats` in a made-up house."""

import json

from factory.cli.main import main
from tests.house import TINY, build_home


def test_lexicon_check__prints_findings_and_exits_with_1_on_errors(capsys, tmp_path):
    home = build_home(tmp_path / "home", TINY)
    report = tmp_path / "findings.json"
    arguments = ["lexicon", "check", "--lang", "sk", "--no-spelling", *home.options]
    assert main([*arguments, "--json", str(report)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "sk: warning target: 9"
    source = home.folder / "dictionaries/sk/a.tsv"
    source.write_text(source.read_text("utf-8") + "osol\tosol či somár\n", "utf-8")
    assert main([*arguments, "--errors", "--json", str(report)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"{source}:4: error: 'osol': the answer stands in its clue 'osol či somár'",
        "sk: error answer: 1, warning target: 9",
    ]
    written = json.loads(report.read_text("utf-8"))
    assert written["counts"] == {"error answer": 1, "warning target": 9}
    assert {"file": str(source), "line": 4, "level": "error", "kind": "answer"}.items() <= (
        next(f for f in written["findings"] if f["level"] == "error").items()
    )


def test_lexicon_check__all_languages_with_rows(tiny_home, capsys):
    assert main(["lexicon", "check", "--no-spelling", "--errors", *tiny_home.options]) == 0
    assert capsys.readouterr().out == "no errors\nsk: warning target: 9\n"


def test_lexicon_stats__counts_and_an_image(tiny_home, capsys, tmp_path):
    image = tmp_path / "sk.svg"
    arguments = ["lexicon", "stats", "--lang", "sk", "--no-fill", "--plot", str(image), *tiny_home.options]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "families of more than one" in said
    assert "zipf" in said
    assert image.read_text("utf-8").startswith("<svg")


def test_jokes_check_and_stats__print_findings_and_counts(tiny_home, capsys):
    assert main(["jokes", "check", "--no-spelling", *tiny_home.options]) == 0
    assert "wanted 500" in capsys.readouterr().out
    assert main(["jokes", "stats", "--lang", "sk", "--no-fill", *tiny_home.options]) == 0
    said = capsys.readouterr().out
    assert said.startswith("sk: 43 jokes\n")
    assert "by words: 1: 43" in said
