"""What a preview writes: its pages, its data, and what it tells of words."""

import dataclasses
import json
import re
from html.parser import HTMLParser

import pytest

from factory.corpus.records import StreamTotals
from factory.corpus.report import report_json
from factory.inspect.limits import Limits
from factory.inspect.metrics import measure
from factory.jokes import JokeList, make_joke
from factory.ship.preview import PAGES, metric_rows, write_preview
from factory.ship.preview_data import METRICS, SHEET, Corpus, data_scripts
from factory.words.answer import Answer, Clue
from factory.words.index import index_answers
from factory.words.lexicon import ScoreSettings, score_answer
from factory.words.orthography import Orthography, OrthographySettings
from tests.ship.conftest import ALPHABET, NAOCH, OCHOTA, make_puzzle
from tests.ship.random_puzzles import draw_puzzle

ORTHOGRAPHY = Orthography(OrthographySettings(alphabet=ALPHABET, digraphs=("CH",)))
SCORE = ScoreSettings()
VOID = {"img", "input", "link", "meta", "br", "hr"}


def answer(cells, zipf, *clues):
    """An answer of clues (text, tags, source)."""
    made = tuple(Clue(text, "".join(cells).lower(), "", tags, source) for text, tags, source in clues)
    return Answer(tuple(cells), made, zipf, score_answer(made, zipf, SCORE), 0)


INDEX = index_answers(
    [
        answer(("N", "A"), 6.5, ("opak predložky pod", (), "sk/02.tsv"), ("na, nie pod", (), "sk/02.tsv")),
        answer(("O", "CH"), 0.0, ("vzdych úľavy, iný", ("abbr",), "sk/02.tsv")),
        answer(("N", "O"), 2.0, ("spojka odporu", ("code",), "cldr")),
    ],
    ORTHOGRAPHY,
    lang="sk",
)
"""ACH is not in it; of OCH the clue that the puzzle has is not."""
JOKES = JokeList("sk", (make_joke("sk-0007", "Čo povie pacient?", "auvej", "doctor", Orthography(
    OrthographySettings(alphabet=tuple("AEJUV")))),), "")  # fmt: skip


def corpus_of(puzzles, **changes):
    totals = [StreamTotals(3, 3, 9, 9, 10, 12, 100, 1.5, {"fill: spent": 3})]
    given = {
        "lang": "sk", "seed": 1, "puzzles": puzzles, "limits": {puzzle.size: Limits() for puzzle in puzzles},
        "index": INDEX, "score": SCORE, "jokes": JOKES, "report": report_json("sk", 1, totals),
    }  # fmt: skip
    return Corpus(**given | changes)


def measured(puzzle):
    return dataclasses.replace(puzzle, quality=measure(puzzle))


def data_of(corpus):
    """The values of the data files by name."""
    files = {}
    for name, data in data_scripts(corpus):
        head, value = re.fullmatch(r"preview\.(\S+) = (.*);\n", data.decode()).groups()
        files[name] = json.loads(value)
        assert head in ("corpus", "words", f'sheets["{name.removesuffix(".js")}"]')
    return files


class Balance(HTMLParser):
    """Finds elements that are closed wrongly or not at all."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.faults = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} at {self.getpos()}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    puzzles = [measured(make_puzzle(NAOCH, number=n)) for n in (1, 2)]
    target = tmp_path_factory.mktemp("preview")
    corpus = corpus_of(puzzles, withdrawn=[("sk-3x3-000009", "a <b> & more")])
    write_preview(target, corpus)
    return target


@pytest.mark.parametrize("name", [*PAGES, "puzzle"])
def test_pages__are_well_formed_and_link_what_is_there(folder, name):
    text = (folder / f"{name}.html").read_text("utf-8")
    balance = Balance()
    balance.feed(text)
    assert (balance.open, balance.faults) == ([], [])
    for target in re.findall(r"""(?:src|href)="([^"#]+)""", text):
        assert target == "data:," or (folder / target).is_file(), target


def test_files__name_no_address_of_the_network(folder):
    for path in folder.rglob("*"):
        if path.is_file():
            text = re.sub(r"http://www\.w3\.org/\S+", "", path.read_text("utf-8"))
            assert not re.search(r"https?:|//[a-z]+\.|@import|fetch\(|XMLHttpRequest", text), path


def test_withdrawn__are_listed_and_escaped(folder):
    assert "a &lt;b&gt; &amp; more" in (folder / "quality.html").read_text("utf-8")


def test_write__the_same_bytes_and_nothing_of_an_older_preview(folder, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/99x99-1.js").write_text("old")
    corpus = corpus_of(
        [measured(make_puzzle(NAOCH, number=n)) for n in (1, 2)],
        withdrawn=[("sk-3x3-000009", "a <b> & more")],
    )
    write_preview(tmp_path, corpus)
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert files == {
        path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    }


def test_data__every_puzzle_once_and_where_its_drawing_lies():
    puzzles = [make_puzzle(NAOCH, number=n) for n in range(1, SHEET + 3)]
    puzzles += [make_puzzle(OCHOTA, number=n, secret=(1, 2), punchline="cho!") for n in (1, 2)]
    files = data_of(corpus_of(puzzles))
    rows = files["puzzles.js"]["puzzles"]
    assert [row[0] for row in rows] == [puzzle.id for puzzle in puzzles]
    assert sorted(files) == ["3x3-1.js", "3x3-2.js", "6x6-1.js", "puzzles.js", "words.js"]
    for puzzle, row in zip(puzzles, rows, strict=True):
        drawn = files[f"{row[8]}.js"][row[9]]
        assert len(drawn["entries"]) == len(puzzle.entries)
        assert [entry[:3] for entry in drawn["entries"]] == [
            [entry.direction, *entry.cells[0]] for entry in puzzle.entries
        ]
        assert drawn["origin"] == puzzle.provenance
    assert [row[5] for row in rows] == [0] * (SHEET + 2) + [1, 1]


def test_data__cells_of_several_letters_are_one_character():
    files = data_of(corpus_of([make_puzzle(NAOCH)]))["puzzles.js"]
    grid = files["puzzles"][0][3]
    assert len(grid) == 9
    assert [files["letters"].get(char, char) for char in grid] == [*"....NA.O", "CH"]
    assert files["puzzles"][0][6] == [5, 8], "secret cells, counted over the whole grid"


def test_data__figures_and_limits_in_the_order_of_the_metrics():
    puzzle = measured(make_puzzle(NAOCH))
    files = data_of(corpus_of([puzzle], limits={"3x3": Limits(rare_share=0.07)}))["puzzles.js"]
    by_name = dict(zip([row[0] for row in files["metrics"]], files["puzzles"][0][7], strict=True))
    assert by_name == {
        metric.name: pytest.approx(puzzle.quality[metric.name], abs=5e-5) for metric in METRICS
    }
    assert set(puzzle.quality) - set(by_name) == {"dead_with_corner"}
    limits = dict(zip(by_name, files["limits"]["3x3"], strict=True))
    assert limits["rare_share"] == 0.07
    assert limits["mean_zipf"] is None


def test_words__why_they_score_as_they_do():
    puzzles = [make_puzzle(NAOCH, number=n) for n in (1, 2)]
    words = {row[0]: row[1:] for row in data_of(corpus_of(puzzles))["words.js"]}
    length, zipf, marks, terms, n_clues, clues = words["NA"]
    assert (length, zipf, marks, n_clues) == (2, 6.5, [], 2)
    assert terms == [6.7, 6.5, 0.2, 0, 0]
    assert clues == [["opak predložky pod", "na", ["abbr"], "a.tsv", "", [0, 1]]]
    _, zipf, marks, terms, _, clues = words["OCH"]
    assert (zipf, marks, terms) == (0, ["rare", "limited"], [0.3, 1.0, 0, 0, 0.7])
    assert clues[0][4] == "gone", "the lexicon has the answer with another clue"
    assert words["NO"][2] == ["rare", "limited", "code", "generated"]
    assert words["NO"][3] == [-0.5, 2.0, 0, 1.0, 1.5]
    _, zipf, marks, terms, n_clues, _ = words["ACH"]
    assert (zipf, marks, terms, n_clues) == (4.25, ["limited", "gone"], None, 0)


def test_words__cells_tell_answers_apart_not_letters():
    c_h = NAOCH.replace("O CH", "O C").replace("# # #", "# # # #").replace("# N A", "# N A H").replace(
        "# O C", "# O C H")  # fmt: skip
    files = data_of(corpus_of([make_puzzle(NAOCH), make_puzzle(c_h)]))
    assert [row[:2] for row in files["words.js"] if row[0] == "OCH"] == [["OCH", 2], ["OCH", 3]]


def test_jokes__those_no_longer_told_so_are_marked():
    puzzles = [make_puzzle(NAOCH), make_puzzle(NAOCH, number=2, joke="sk-0099")]
    puzzles.append(make_puzzle(NAOCH, number=3, punchline="auvej"))
    data = data_of(corpus_of(puzzles))["puzzles.js"]
    assert data["jokes"] == [
        ["sk-0007", "Čo povie pacient?", "ach", ["doctor"], "changed"],
        ["sk-0099", "Čo povie pacient?", "ach", [], "gone"],
        ["sk-0007", "Čo povie pacient?", "auvej", ["doctor"], ""],
    ]
    assert [row[5] for row in data["puzzles"]] == [0, 1, 2]


def test_metric_rows__right_numbers_and_the_worst_puzzles():
    puzzles = [
        dataclasses.replace(
            make_puzzle(NAOCH, number=n), quality={"rare_share": value, "mean_zipf": 4 + value}
        )
        for n, value in ((1, 0.25), (2, 0.0), (3, 0.5), (4, 0.0))
    ]
    rows = {row["metric"].name: row for row in metric_rows(corpus_of(puzzles))}
    assert set(rows) == {"rare_share", "mean_zipf"}
    rare = rows["rare_share"]
    assert (rare["least"], rare["median"], rare["mean"], rare["most"]) == (0, 0.125, 0.1875, 0.5)
    assert rare["limits"] == [0.15]
    assert [id[-1] for _, id in rare["worst"]] == ["3", "1", "2"]
    assert [id[-1] for _, id in rows["mean_zipf"]["worst"]] == ["2", "4", "1"]


@pytest.mark.parametrize("lang", ["sk", "de"])
def test_data__of_drawn_puzzles_of_any_size(lang):
    puzzles = [measured(draw_puzzle(lang, size, n)) for size in (8, 18) for n in (1, 2)]
    files = data_of(corpus_of(puzzles, lang=lang))
    assert sorted(files) == ["18x18-1.js", "8x8-1.js", "puzzles.js", "words.js"]
    uses = [place for word in files["words.js"] for clue in word[6] for place in clue[5]]
    assert len(uses) == sum(len(puzzle.entries) for puzzle in puzzles)
