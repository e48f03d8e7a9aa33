"""The marks of a list of offensive words, and where it is applied."""

from pathlib import Path

import pytest

from factory.errors import LexiconError
from factory.settings import languages
from factory.words.compile import compile_index, ensure_index
from factory.words.index import load_index
from factory.words.offensive import NOTHING, Offensive, parse_offensive, read_offensive
from factory.words.orthography import Orthography
from factory.words.source import read_files

ROOT = Path(__file__).parents[2]
LIST = "# a comment\nhlup\n=osol\n*krava\n\n!hlupák\n!prekrava\n"


@pytest.fixture
def offensive(slovak) -> Offensive:
    return parse_offensive(LIST.encode(), slovak)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ten hlupčo tam", "hlupčo"),
        ("Hlúposť!", "Hlúposť"),  # vowel length is ignored, as in the grid
        ("pohlupnúť", None),  # a stem stands at the beginning
        ("hlupák z vedľajšej", None),  # an exception
        ("osol", "osol"),
        ("oslov, osolí", None),
        ("superkravata", "superkravata"),
        ("prekravaj", None),
        ("x2y, 40 %", None),
    ],
)
def test_find__stems_words_parts_and_exceptions(offensive, slovak, text, found):
    assert offensive.find(text, slovak) == found


def test_find_in_answer__words_of_an_answer_join_in_the_grid(offensive, slovak):
    assert offensive.find("tak rava", slovak) is None
    assert offensive.find_in_answer("tak rava", slovak) == "tak rava"
    assert offensive.find_in_answer("rávat", slovak) is None


def test_find_in_grid__runs_are_words_and_lines_are_read_across_clue_cells(offensive):
    def grid(*rows: str):
        return [[None if cell == "#" else cell for cell in row] for row in rows]

    assert offensive.find_in_grid(grid("####", "#OSO", "#BAB")) is None
    assert offensive.find_in_grid(grid("#####", "#OSOL")) == "OSOL"
    assert offensive.find_in_grid(grid("#####", "#OS#O", "#XX#L")) is None  # words only in whole runs
    assert offensive.find_in_grid(grid("########", "#TAKR#VA")) is None
    assert offensive.find_in_grid(grid("########", "#TKR#AVA")) == "KRAVA"
    assert offensive.find_in_grid(grid("#K#", "#R#", "#A#", "###", "#V#", "#A#")) == "KRAVA"
    assert offensive.find_in_grid(grid("#########", "#PREKRAVA")) is None
    assert NOTHING.find_in_grid(grid("#OSOL")) is None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\nb c\n", "list.txt:2: 'b c', expected one word, alone or behind =, * or !"),
        (b"=\n", "list.txt:1: '', expected one word, alone or behind =, * or !"),
        (b"a\n\xff\n", "list.txt:2: not UTF-8, expected UTF-8 text"),
    ],
)
def test_parse_offensive__mistakes_are_named(slovak, data, message):
    with pytest.raises(LexiconError) as caught:
        parse_offensive(data, slovak, name="list.txt")
    assert str(caught.value) == message


def test_compile__answers_and_clues_are_left_out_and_grids_can_be_judged(tiny, dictionaries, tmp_path):
    (dictionaries / "sk/offensive.txt").write_text("=pes\nlovec\n", "utf-8")
    index = ensure_index("sk", tiny, dictionaries=dictionaries, build=tmp_path / "build")
    assert index.find(("P", "E", "S")) is None
    assert index.find(("M", "A", "Č", "K", "A")) is None  # its only clue is a hunter
    assert index.find(("R", "A", "D")) is not None
    assert load_index(index.folder).offensive == index.offensive == Offensive(("LOVEC",), ("PES",))


def test_compile__the_list_is_part_of_the_digest(tiny, dictionaries):
    files = read_files(dictionaries, "sk")
    assert compile_index("sk", tiny, files).digest != compile_index("sk", tiny, files, b"=osol\n").digest


@pytest.mark.parametrize("lang", languages(ROOT / "config"))
def test_committed_lists__hold_a_hundred_entries_and_their_exceptions_excuse_something(lang, words_of):
    offensive = read_offensive(ROOT / "dictionaries", lang, Orthography(words_of(lang).orthography))
    assert len(offensive.stems) + len(offensive.words) + len(offensive.parts) >= 100
    for exception in offensive.exceptions:
        assert any(exception.startswith(stem) for stem in offensive.stems) or any(
            part in exception for part in offensive.parts
        ), exception
