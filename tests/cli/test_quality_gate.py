"""`factory quality --baseline`: what it prints and writes, and its exit codes."""

import contextlib
import json
import shutil
import sqlite3
import xml.etree.ElementTree as ET

import pytest

from factory.cli.main import main
from factory.puzzle import from_json, to_json
from tests.house import reference
from tests.inspect.spoil import SPOILT


@pytest.fixture
def corpus(home, tmp_path_factory, tmp_path):
    return shutil.copytree(reference(home, tmp_path_factory, "8-9", 10), tmp_path / "own/sk")


@pytest.fixture
def baseline(corpus, tmp_path, capsys):
    path = tmp_path / "quality/sk.yaml"
    assert main(["quality", str(corpus), "--baseline", str(path), "--update-baseline"]) == 0
    capsys.readouterr()
    return path


def spoil_stored(corpus, way) -> None:
    """Makes every stored puzzle worse; its maker's own figures stay as they were."""
    with contextlib.closing(sqlite3.connect(corpus / "ledger.sqlite")) as connection, connection:
        for (text,) in connection.execute("SELECT explicit FROM puzzle").fetchall():
            worse = json.dumps(to_json(way(from_json(json.loads(text)))), ensure_ascii=False)
            connection.execute("UPDATE puzzle SET explicit = ? WHERE explicit = ?", (worse, text))


def test_quality__the_corpus_of_the_baseline_passes(corpus, baseline, capsys):
    assert main(["quality", str(corpus), "--baseline", str(baseline)]) == 0
    assert capsys.readouterr().out.endswith(" comparisons, all passed\n")


@pytest.mark.parametrize("metric", SPOILT)
def test_quality__fails_on_spoilt_puzzles(metric, corpus, baseline, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    spoil_stored(corpus, SPOILT[metric])
    files = {name: tmp_path / f"gate.{name}" for name in ("json", "xml")}
    arguments = ["quality", str(corpus), "--baseline", str(baseline)]
    assert (
        main([*arguments, "--json", str(files["json"]), "--junit", str(files["xml"]), "--annotations"]) == 1
    )
    printed = capsys.readouterr()
    named = [line for line in printed.out.splitlines() if f": {metric} " in line and "worst: sk-" in line]
    assert any(line.startswith("8x8: ") for line in named)
    assert any(line.startswith("::error ") for line in named)
    assert printed.err.endswith(" comparisons failed, expected none\n")
    verdicts = json.loads(files["json"].read_text("utf-8"))["gate"]["verdicts"]
    assert {v["metric"] for v in verdicts if not v["passed"]} >= {metric}
    failed = ET.parse(files["xml"]).getroot().iter("failure")
    assert any(metric in (failure.get("message") or "") for failure in failed)


def test_quality__update_shows_what_changes_and_keeps_the_limits(corpus, baseline, capsys):
    text = baseline.read_text("utf-8").replace("limits: {}", "limits:\n  islands: {each: 0}")
    baseline.write_text(text, "utf-8")
    spoil_stored(corpus, SPOILT["rare_share"])
    assert main(["quality", str(corpus), "--baseline", str(baseline), "--update-baseline"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["8x8", "rare_share"] and line.endswith("worse") for line in shown)
    assert "islands: {each: 0" in baseline.read_text("utf-8")
    assert main(["quality", str(corpus), "--baseline", str(baseline)]) == 0
    capsys.readouterr()
    assert main(["quality", str(corpus), "--baseline", str(baseline), "--update-baseline"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "nothing changes"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("language: sk", "language: cs"), "language: 'cs', expected 'sk' as in the corpus"),
        (("limits: {}", "limits: {beauty: {mean: 1}}"), "limits: 'beauty', expected one of "),
        (("limits: {}", "limits: {answer_distinct: {each: 1}}"), "limits: 'answer_distinct', expected one of "),
        (("limits: {}", "limits: {islands: {most: 1}}"), "most: unknown key"),
        (("confidence: 0.99", "confidence: 1.5"), ":6: confidence: 1.5, should be less than 1"),
    ],
)  # fmt: skip
def test_quality__a_baseline_that_can_t_be_used(change, message, corpus, baseline, capsys):
    baseline.write_text(baseline.read_text("utf-8").replace(*change), "utf-8")
    assert main(["quality", str(corpus), "--baseline", str(baseline)]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith(f"factory: {baseline}")
    assert error.count("\n") == 1


def test_quality__options_that_need_a_baseline(corpus, tmp_path, capsys):
    for option in (["--update-baseline"], ["--junit", str(tmp_path / "a.xml")]):
        assert main(["quality", str(corpus), *option]) == 2
        assert "expected --baseline FILE as well" in capsys.readouterr().err


def test_quality__a_missing_baseline(corpus, tmp_path, capsys):
    path = tmp_path / "none.yaml"
    assert main(["quality", str(corpus), "--baseline", str(path)]) == 1
    assert capsys.readouterr().err == f"factory: {path}: can't be read (No such file or directory)\n"


def test_quality__puzzles_only_leaves_out_the_effort(corpus, baseline, capsys):
    with contextlib.closing(sqlite3.connect(corpus / "ledger.sqlite")) as connection, connection:
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
            "INSERT INTO rejection SELECT rows, cols, 0, i, 'fill', 'spent' FROM stream, n"
        )
    assert main(["quality", str(corpus), "--baseline", str(baseline)]) == 1
    assert "success_per_attempt" in capsys.readouterr().out
    assert main(["quality", str(corpus), "--baseline", str(baseline), "--puzzles-only"]) == 0
