"""Each command on a small corpus, and what happens when a reader goes away or something breaks."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import pytest

from factory.cli import main as main_module
from factory.cli import quality
from factory.cli.main import main
from factory.corpus.ledger import Ledger
from factory.ship import play_page
from factory.ship.bundle_reader import expand, read_bundle
from factory.ship.jsonl import read_jsonl
from tests.house import CHECKOUT, TINY, Home, build_home, bundle, export, published, running


@pytest.fixture
def own_corpus(corpus, tmp_path):
    return shutil.copytree(corpus, tmp_path / "own/sk")


def test_corpus__leaves_what_the_readme_says(corpus):
    names = {path.name for path in corpus.iterdir()}
    assert names >= {"ledger.sqlite", "bundle", "report.json", "run.log"}
    assert names <= {"ledger.sqlite", "bundle", "report.json", "run.log", ".lock"}
    assert {"manifest.json", "table.msgpack", "swedish-8x8-0001.msgpack"} <= set(bundle(corpus))


def test_export__to_a_file_and_to_stdout(corpus, tmp_path, capsys):
    assert main(["export", str(corpus), "--to", str(tmp_path / "a.jsonl")]) == 0
    capsys.readouterr()
    assert main(["export", str(corpus), "--format", "jsonl"]) == 0
    text = capsys.readouterr().out
    assert (tmp_path / "a.jsonl").read_bytes() == text.encode()
    assert [json.loads(line)["id"] for line in text.splitlines()] == [p.id for p in published(corpus)]
    with (tmp_path / "a.jsonl").open(encoding="utf-8") as stream:
        assert list(read_jsonl(stream)) == published(corpus)


def test_export__where_it_can_t_be_written(corpus, tmp_path, capsys):
    for place in (tmp_path / "missing/a.jsonl", tmp_path):
        assert main(["export", str(corpus), "--to", str(place)]) == 1
        message = capsys.readouterr().err
        assert message.startswith(f"factory: {place}: can't be written")
        assert message.count("\n") == 1


def test_quality__table_and_json(corpus, tmp_path, capsys):
    assert main(["quality", str(corpus), "--json", str(tmp_path / "q.json")]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["8x8", "9x9", "all"]
    rows = {line.split()[0]: line.split()[1:] for line in table[1:]}
    assert rows["puzzles"] == ["10", "10", "20"]
    for metric in ("clue_share", "dead_clue_cells", "rare_share", "secret_spread", "answer_distinct"):
        assert len(rows[metric]) == 3
    data = json.loads((tmp_path / "q.json").read_text("utf-8"))
    assert data["quality"]["9x9"]["puzzles"] == 10
    assert [size["size"] for size in data["effort"]["sizes"]] == ["8x8", "9x9"]


def test_preview__of_a_corpus(home, corpus, tmp_path, capsys):
    assert main(["preview", str(corpus), "--to", str(tmp_path / "p"), *home.options]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'p/index.html'}: 20 puzzles\n"
    data = (tmp_path / "p/data/puzzles.js").read_text("utf-8")
    assert all(data.count(f'"{puzzle.id}"') == 1 for puzzle in published(corpus))
    assert not re.search('"(gone|changed)"', data)
    assert '"gone"' not in (tmp_path / "p/data/words.js").read_text("utf-8"), "the lexicon has not changed"


@pytest.mark.parametrize("built", [True, False])
def test_preview__links_the_page_to_play_when_its_player_is_built(
    home, corpus, tmp_path, capsys, monkeypatch, built
):
    for name in play_page.PLAYER_FILES if built else ():
        (tmp_path / name).write_text("")
    monkeypatch.setattr(play_page, "PLAYER", tmp_path)
    monkeypatch.setattr("factory.ship.preview.quality_charts", lambda corpus: {})
    assert main(["preview", str(corpus), "--to", str(tmp_path / "p"), *home.options]) == 0
    message = capsys.readouterr().err
    assert message == ("" if built else "no play page: `make player` builds it (needs Node)\n")
    assert (tmp_path / "p/play.html").exists() == built
    assert ('href="play.html"' in (tmp_path / "p/puzzle.html").read_text("utf-8")) == built


def test_preview__of_a_corpus_without_a_puzzle(home, capsys):
    assert main(home.corpus(9, 1, "--time-budget", "0.001", "--quiet")) == 0
    capsys.readouterr()
    assert main(["preview", str(home.output / "sk"), *home.options]) == 1
    assert capsys.readouterr().err == f"factory: {home.output / 'sk'}: holds no puzzle yet\n"
    assert not (home.output / "sk/preview").exists()


def test_quality__of_a_corpus_without_a_puzzle(home, capsys):
    assert main(home.corpus(9, 1, "--time-budget", "0.001", "--quiet")) == 0
    capsys.readouterr()
    assert main(["quality", str(home.output / "sk")]) == 1
    assert capsys.readouterr().err == f"factory: {home.output / 'sk'}: holds no puzzle yet\n"


def test_bundle__build_inspect_verify(home, own_corpus, capsys):
    packed = bundle(own_corpus)
    shutil.rmtree(own_corpus / "bundle")
    assert main(["bundle", "build", str(own_corpus), *home.options]) == 0
    assert bundle(own_corpus) == packed
    assert capsys.readouterr().out == f"{own_corpus / 'bundle'}: 20 puzzles\n"
    assert main(["bundle", "inspect", str(own_corpus / "bundle")]) == 0
    text = capsys.readouterr().out
    assert ": sk, format " in text.splitlines()[0]
    for name in ("swedish-8x8-0001.msgpack", "swedish-9x9-0003.msgpack", "table.msgpack"):
        assert name in text
    assert main(["bundle", "verify", str(own_corpus / "bundle")]) == 0
    assert capsys.readouterr().out == f"{own_corpus / 'bundle'}: whole\n"
    assert len(list(expand(read_bundle(own_corpus / "bundle")))) == 20


def test_bundle__a_flipped_bit_is_found(own_corpus, capsys):
    path = own_corpus / "bundle/swedish-9x9-0002.msgpack"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert main(["bundle", "verify", str(own_corpus / "bundle")]) == 1
    message = capsys.readouterr().err
    assert message.startswith("factory: ")
    assert "swedish-9x9-0002.msgpack" in message


@pytest.mark.parametrize("action", ["inspect", "verify"])
def test_bundle__of_the_corpus_around_it(corpus, capsys, action):
    assert main(["bundle", action, str(corpus)]) == 1
    expected = f"factory: {corpus}: is a corpus, expected a bundle, such as {corpus / 'bundle'}\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize("place", ["..", "bundle"])
@pytest.mark.parametrize("command", ["quality", "preview"])
def test_corpus__one_folder_beside_the_given_one(home, corpus, capsys, command, place):
    folder = corpus.parent if place == ".." else corpus / place
    assert main([command, str(folder)]) == 1
    assert f"there is no ledger here; there is one in {corpus}" in capsys.readouterr().err


def test_bundle__a_withdrawn_puzzle_stays_in_its_volume(home, own_corpus, capsys):
    before = bundle(own_corpus)
    with Ledger.open(own_corpus / "ledger.sqlite", lang="sk", seed=None) as ledger:
        ledger.withdraw("sk-8x8-000003", "a test")
    capsys.readouterr()
    assert main(["bundle", "build", str(own_corpus), *home.options]) == 0
    assert capsys.readouterr().out.endswith(" puzzles, 1 of them withdrawn\n")
    assert main(["bundle", "inspect", str(own_corpus / "bundle")]) == 0
    volumes = [
        line for line in capsys.readouterr().out.splitlines() if " puzzles " in line and "-8x8-" in line
    ]
    assert [line.endswith(" bytes, 1 withdrawn") for line in volumes].count(True) == 1
    for folder, why in ((own_corpus, ": a test"), (own_corpus / "bundle", "")):
        assert main(["export", str(folder), "--id", "sk-8x8-000003"]) == 1
        assert capsys.readouterr() == ("", f"factory: sk-8x8-000003 was withdrawn{why}\n")
    after = bundle(own_corpus)
    assert after["swedish-8x8-0001.msgpack"] == before["swedish-8x8-0001.msgpack"]
    assert read_bundle(own_corpus / "bundle").manifest.withdrawn == ("sk-8x8-000003",)
    assert "sk-8x8-000003" not in [puzzle["id"] for puzzle in expand(read_bundle(own_corpus / "bundle"))]


def test_bundle__a_corrected_clue_is_shown(home, own_corpus, capsys):
    entry = next(expand(read_bundle(own_corpus / "bundle")))["entries"][0]
    path = home.house.dictionaries / "corrections" / "sk.tsv"
    path.parent.mkdir()
    new = f"{entry['spelling']}\t{entry['clue']}\t{entry['spelling']}\tlepšia nápoveda\n"
    path.write_text(f"spelling\tclue\tnew spelling\tnew clue\n{new}", "utf-8")
    try:
        assert main(["bundle", "build", str(own_corpus), *home.options]) == 0
    finally:
        shutil.rmtree(path.parent)
    mended = read_bundle(own_corpus / "bundle")
    assert next(expand(mended))["entries"][0]["clue"] == "lepšia nápoveda"
    assert mended.manifest.corrected[0]["was"] == [entry["spelling"], entry["clue"]]


def test_bundle__build_judges_by_the_present_lexicon(own_corpus, tmp_path, capsys):
    packed = bundle(own_corpus)
    other = build_home(tmp_path / "home", TINY)
    assert main(["bundle", "build", str(own_corpus), *other.options]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert " faults against the present lexicon and jokes, the first: sk-8x8-000001: " in last
    assert bundle(own_corpus) == packed


def test_puzzle__terminal_and_page(home, tmp_path, capsys):
    arguments = ["puzzle", "--lang", "sk", "--size", "9", "--seed", "5", *home.options]
    assert main([*arguments, "--html", str(tmp_path / "p.html")]) == 0
    text = capsys.readouterr().out
    page = (tmp_path / "p.html").read_text("utf-8")
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert main(arguments) == 0
    assert capsys.readouterr().out == text
    assert main([*arguments, "--solution"]) == 0
    assert capsys.readouterr().out != text
    assert main([*arguments, "--seed", "6"]) == 0
    assert capsys.readouterr().out != text


def test_puzzle__none_to_be_had(tiny_home, capsys):
    assert main(["puzzle", "--lang", "sk", "--size", "9", *tiny_home.options]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("factory: no 9x9 puzzle came of 12 attempts (")
    assert "another --seed" in last


def test_lexicon__build_says_what_there_is_and_builds_once(tmp_path, capsys):
    home = build_home(tmp_path / "home", TINY)
    assert main(["lexicon", "build", *home.options]) == 0
    first = capsys.readouterr().out
    assert "compiling the lexicon of language 'sk': 2 rows in 1 files" in first
    assert "sk: " in first
    assert main(["lexicon", "build", "--lang", "sk", *home.options]) == 0
    assert "compiling" not in capsys.readouterr().out


def test_jokes__check(home, capsys):
    assert main(["jokes", "check", "--lang", "sk", "--no-spelling", *home.options]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err


def test_unexpected_error__is_printed_kept_and_exit_code_3(corpus, tmp_path, monkeypatch, capsys):
    def break_down(*_):
        raise ZeroDivisionError("injected")

    monkeypatch.setattr(quality, "summarise", break_down)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["quality", str(corpus)]) == 3
    message = capsys.readouterr().err
    (log,) = tmp_path.glob("factory-error-*.log")
    assert message.endswith(f"factory: unexpected error, kept in {log}; please report it with this file\n")
    for text in (message, log.read_text("utf-8")):
        assert "Traceback" in text
        assert "ZeroDivisionError: injected" in text
    assert "krizovkaren 0." in log.read_text("utf-8")


def test_unexpected_error__that_can_t_be_kept(corpus, tmp_path, monkeypatch, capsys):
    def break_down(*_):
        raise ZeroDivisionError("injected")

    monkeypatch.setattr(quality, "summarise", break_down)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert main(["quality", str(corpus)]) == 3
    message = capsys.readouterr().err
    assert "ZeroDivisionError: injected" in message
    assert message.splitlines()[-1].startswith("factory: unexpected error")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_error__of_other_kinds(corpus, monkeypatch, capsys, tmp_path, error):
    def break_down(*_):
        raise error

    monkeypatch.setattr(quality, "summarise", break_down)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["quality", str(corpus)]) == (130 if error is KeyboardInterrupt else 3)
    assert "factory: " in capsys.readouterr().err.splitlines()[-1]


def in_shell(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A line for bash, with `factory` the program of this checkout."""
    script = f'factory() {{ "{sys.executable}" -m factory.cli.main "$@"; }}; set -o pipefail; {line}'
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), **more}
    environment.pop("PYTHONUNBUFFERED", None)  # nobody's shell has it: output waits in a buffer
    return subprocess.run(
        ["bash", "-c", script], check=False, capture_output=True, env=environment, text=True, encoding="utf-8",
        timeout=30,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "reader"),
    [("export {0}", "head -1"), ("export {0}", "true"), ("quality {0}", "true"), ("--help", "true")],
)
def test_broken_pipe__is_no_error(corpus, command, reader):
    result = in_shell(f"factory {command.format(corpus)} | {reader}; echo ${{PIPESTATUS[0]}}")
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize("command", ["export {0}", "quality {0}"])
def test_full_stdout__is_an_error(corpus, command):
    result = in_shell(f"factory {command.format(corpus)} >/dev/full")
    assert result.returncode == 1
    assert result.stderr == "factory: the output can't be written (No space left on device)\n"


def test_export__is_utf_8_whatever_the_locale(corpus):
    expected = (corpus.parent / "sk.jsonl").read_text("utf-8")
    for more in (
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ):
        result = in_shell(f"factory export {corpus}", **more)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout == expected


def test_terminal_that_can_t_show_a_letter__is_no_error(home: Home):
    options = " ".join(home.options)
    line = f"factory puzzle --lang sk --size 9 {options} | iconv -f latin1 -t utf-8"
    result = in_shell(line, PYTHONIOENCODING="latin-1")
    assert (result.returncode, result.stderr) == (0, "")


def test_corpus__goes_on_when_nobody_reads_its_messages(home, corpus):
    arguments = " ".join(home.corpus("8-9", 10))
    result = in_shell(f"factory {arguments} 2>&1 | true; echo ${{PIPESTATUS[0]}}")
    assert result.stdout == "0\n"
    assert export(home.output / "sk") == (corpus.parent / "sk.jsonl").read_bytes()


@pytest.mark.parametrize("closed", ["<&- >&- 2>&-"])
def test_corpus__with_closed_streams(home, corpus, closed):
    arguments = " ".join(home.corpus("8-9", 10))
    result = in_shell(f"factory {arguments} {closed}")
    assert result.returncode == 0, result.stderr
    assert result.stdout == ""
    assert export(home.output / "sk") == (corpus.parent / "sk.jsonl").read_bytes()


def test_quiet__prints_errors_only(home, own_home, tmp_path):
    with running(tmp_path / "run", home.corpus(9, 2, "--quiet")) as run:
        assert run.wait() == 0
    assert (run.out, run.err) == ("", "")


def test_exit_codes__of_the_help_are_those_of_the_errors():
    from factory import errors

    documented = main_module.EXIT_CODES
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, Exception):
            assert f"\n  {kind.exit_code:<4} " in documented
