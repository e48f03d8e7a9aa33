"""`factory freeform`: what it prints, what it writes, and what it says of bad input."""

import json
import xml.etree.ElementTree as ET

import pytest

from factory.cli.main import main
from factory.puzzle import FREEFORM
from factory.ship.bundle_reader import expand, read_bundle
from factory.ship.jsonl import read_jsonl
from tests.freeform.lists import EXAMPLES
from tests.house import CHECKOUT

PROVERB = ["do", "unto", "others", "as", "you", "would", "have", "them", "do", "unto", "you"]


@pytest.fixture
def call(capsys):
    """call(arguments): exit code, stdout and stderr."""

    def run(*arguments):
        capsys.readouterr()
        try:
            code = main(["freeform", *map(str, arguments)])
        except SystemExit as ended:
            code = ended.code
        return code, *capsys.readouterr()

    return run


def test_freeform__the_proverb_of_the_docs(call):
    code, out, _ = call(*PROVERB, "--seed-word", "the-golden-rule", "--repeats")
    assert code == 0
    assert "12 of 12 words, " in out
    assert "left over" not in out
    assert out.replace(" ", "").count("GOLDENRULE") == 1


def test_freeform__what_is_left_over_is_said(call):
    code, out, _ = call(
        *["i", "sing", "of", "olaf", "glad", "and", "big"], "--seed-word", "tables", "--quiet"
    )
    assert (code, out) == (0, "left over: i (one letter only)\n")


def test_freeform__clues_are_listed_by_their_numbers(call):
    code, out, _ = call("--file", EXAMPLES / "planets.tsv", "--orders", 3)
    assert code == 0
    across, _, down = out.partition("\nDown\n")
    assert "\nAcross\n" in across
    assert "The red planet  Mars" in out
    numbers = [int(line[:4]) for line in (across + down).splitlines() if line[:4].strip().isdigit()]
    assert len(numbers) == 10


def test_freeform__every_file_it_writes(call, tmp_path):
    names = {kind: tmp_path / f"a.{kind}" for kind in ("svg", "html", "ipuz", "jsonl")}
    options = [part for kind, path in names.items() for part in (f"--{kind}", path)]
    code, _, err = call(
        "--file", EXAMPLES / "planets.tsv", "--orders", 3, "--trace", tmp_path / "a.txt", *options
    )
    assert (code, err) == (0, "")
    with names["jsonl"].open(encoding="utf-8") as stream:
        (puzzle,) = read_jsonl(stream)
    assert (puzzle.kind, len(puzzle.entries), puzzle.quality["left_over"]) == (FREEFORM, 10, 0)
    n_letters = puzzle.quality["letters"]
    drawing = ET.fromstring(names["svg"].read_text("utf-8"))
    cells = [e for e in drawing.iter("{http://www.w3.org/2000/svg}rect") if e.get("class") == "c"]
    assert len(cells) == n_letters
    assert len({cell.get("fill") for cell in cells}) == 10  # a colour for each step
    page = names["html"].read_text("utf-8")
    assert "The red planet <small>(4)</small>" in page
    assert page.count('class="c"') == 2 * n_letters  # the puzzle and its solution
    ipuz = json.loads(names["ipuz"].read_text("utf-8"))
    assert ipuz["dimensions"] == {"width": puzzle.cols, "height": puzzle.rows}
    assert sum(cell is not None for row in ipuz["solution"] for cell in row) == n_letters
    assert (tmp_path / "a.txt").read_text("utf-8").count("\n\n") == 10  # the legend and a block a word


def test_freeform__colours_by_word_are_mixed_in_crossings(call, tmp_path):
    code, *_ = call("cat", "art", "--svg", tmp_path / "a.svg", "--colours", "word")
    assert code == 0
    drawing = ET.fromstring((tmp_path / "a.svg").read_text("utf-8"))
    fills = [e.get("fill") for e in drawing.iter("{http://www.w3.org/2000/svg}rect") if e.get("class") == "c"]
    assert len(fills) == 5
    assert len(set(fills)) == 3


def test_freeform__trace_in_the_terminal(call):
    code, out, _ = call("cat", "art", "--trace")
    assert code == 0
    assert "1. cat, across from row " in out
    assert "2. art, down from row " in out
    assert "×" in out


def test_freeform__cells_of_a_language(call):
    arguments = ("chata", "mach", "--config", CHECKOUT / "config", "--quiet")
    assert call(*arguments, "--lang", "sk")[:2] == (0, "")
    code, out, _ = call("chata", "chyba", "noc", "--lang", "sk", "--config", CHECKOUT / "config", "--quiet")
    assert (code, out) == (0, "left over: noc (no place found)\n")  # its C is not that of CH


def test_freeform__the_same_with_any_number_of_workers(call, tmp_path):
    files = []
    for workers in (1, 2):
        files.append(tmp_path / f"{workers}.jsonl")
        code, *_ = call(
            "--file", EXAMPLES / "elements.txt", "--orders", 192, "--rule", "outer", "--workers", workers,
            "--jsonl", files[-1],
        )  # fmt: skip
        assert code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(("arguments", "code", "message"), [
    ((), 2, "words: expected WORD ... or --file FILE, one of the two"),
    (("a", "--file", "b"), 2, "one of the two"),
    (("a", "i"), 1, "no word can be laid: all have one letter"),
    (("..",), 1, "'..' has no letter or digit"),
    (("--file", "none.txt"), 1, "none.txt: can't be read"),
    (("cat", "--lang", "xx"), 2, "unknown language 'xx'"),
    (("cat", "--lang", "en", "--config", CHECKOUT / "config", "--seed-word", "кот"), 1, "--seed-word: 'кот': 'к'"),
    (("cat", "--rule", "best"), 2, "invalid choice"),
    (("cat", "--orders", "0"), 2, "expected 1 to"),
])  # fmt: skip
def test_freeform__bad_input(call, arguments, code, message):
    found, out, err = call(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


def test_freeform__a_bundle_gives_the_puzzle_back(call, tmp_path):
    folder, target = tmp_path / "bundle", tmp_path / "a.jsonl"
    code, _, _ = call(
        "--file", EXAMPLES / "planets.tsv", "--orders", 2, "--bundle", folder, "--jsonl", target
    )
    assert code == 0
    (form,) = expand(read_bundle(folder))
    with target.open(encoding="utf-8") as stream:
        (puzzle,) = read_jsonl(stream)
    assert (form["kind"], form["grid"]) == (FREEFORM, [list(row) for row in puzzle.grid])
    assert [entry["clue"] for entry in form["entries"]] == [entry.clue for entry in puzzle.entries]
