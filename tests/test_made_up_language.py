"""A fifth language needs no code: settings, words and jokes of a made-up one with a digraph cell."""

import itertools
import json

import pytest

from factory.cli.main import main
from tests.house import CHECKOUT

CONSONANTS, VOWELS = ("P", "T", "K", "S", "QU", "M", "N"), ("A", "E", "I", "O")

CONFIG = """\
language: "zz"
name: "zazilu"
words:
  orthography:
    alphabet: ["A", "E", "I", "K", "M", "N", "O", "P", "QU", "S", "T"]
    digraphs: ["QU"]
mask: {kappa: 0.7, clue_share: 0.3, max_run: 5, min_words: 20}
fill: {rare_share: 1, rare_apart: false}
secret: {longest: 6}
limits: {rare_share: 1, rare_crossings: 99, clusters: 9, dead_clue_cells: 9, inner_clue_share: 0.5, two_cell_share: 0.6}
corpus: {epoch: 2}
"""


def made_up_words() -> list[str]:
    """Words of two to six cells in which consonants and vowels alternate, so that they cross well."""
    words = []
    for length in range(2, 7):
        for first in (CONSONANTS, VOWELS), (VOWELS, CONSONANTS):
            every = [
                "".join(letters) for letters in itertools.product(*(first[i % 2] for i in range(length)))
            ]
            words += every[:: max(1, len(every) // 700)]
    return words


@pytest.fixture
def house(tmp_path):
    for name in ("config", "dictionaries/zz", "jokes"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "config/default.yaml").write_text(
        (CHECKOUT / "config/default.yaml").read_text("utf-8"), "utf-8"
    )
    (tmp_path / "config/zz.yaml").write_text(CONFIG, "utf-8")
    rows = [f"{word.lower()}\tclue {number}\n" for number, word in enumerate(made_up_words())]
    (tmp_path / "dictionaries/zz/all.tsv").write_text("answer\tclue\n" + "".join(rows), "utf-8")
    jokes = [
        f"zz-{n}\tsetup {n}?\t{word}\t\n"
        for n, word in enumerate(("tasequ", "quanemi", "mosate", "pakoti", "sanequo"))
    ]
    (tmp_path / "jokes/zz.tsv").write_text("id\tsetup\tpunchline\ttags\n" + "".join(jokes), "utf-8")
    return tmp_path


def test_made_up_language__makes_puzzles_with_its_digraph_in_one_cell(house):
    folders = [f"--{name}={house / name}" for name in ("config", "dictionaries", "jokes")]
    arguments = ["--lang=zz", "--sizes=7", "--per-size=2", "--workers=1", "--quiet", f"--out={house / 'out'}"]
    assert main(["corpus", *arguments, *folders]) == 0
    assert main(["export", str(house / "out/zz"), "--to", str(house / "zz.jsonl")]) == 0
    puzzles = [json.loads(line) for line in (house / "zz.jsonl").read_text("utf-8").splitlines()]
    assert [puzzle["id"] for puzzle in puzzles] == ["zz-7x7-000001", "zz-7x7-000002"]
    cells = {cell for puzzle in puzzles for row in puzzle["grid"] for cell in row if cell}
    assert "QU" in cells
    assert not {"Q", "U"} & cells
    for puzzle in puzzles:
        spelled = "".join(puzzle["grid"][row][column] for row, column in puzzle["secret"]["cells"])
        assert spelled == puzzle["secret"]["punchline"].upper()
