import pytest

from factory.errors import WordListError
from factory.words.orthography import Orthography, OrthographySettings
from factory.words.wordlist import cells_of, make_word, read_words

SLOVAK = Orthography(
    OrthographySettings(alphabet=(*"ABCDEFGHIJKLMNOPRSTUVZ", "CH"), digraphs=("CH",), accents="fold")
)


@pytest.mark.parametrize(("spelling", "cells"), [
    ("the-golden-rule", "T H E G O L D E N R U L E"),
    ("as_integer_ratio", "A S I N T E G E R R A T I O"),
    ("naïve", "N A Ï V E"),
    ("nai\u0308ve", "N A Ï V E"),
    ("Фёдоров", "Ф Ё Д О Р О В"),
    ("Straße", "S T R A S S E"),
    ("नमस्ते", "न म स्ते"),
    ("R2-D2", "R 2 D 2"),
    ("O’Hara, John", "O H A R A J O H N"),
    ("東京", "東 京"),
    ("👩‍🚀 👍🏽", "👩‍🚀 👍🏽"),
    ("x\u0301y", "X\u0301 Y"),
])  # fmt: skip
def test_cells__are_grapheme_clusters_without_blanks_and_hyphens(spelling, cells):
    assert " ".join(cells_of(spelling)) == cells


def test_make_word__spells_as_the_language_does():
    assert make_word("Chata", place="x", spell=SLOVAK.cells).cells == ("CH", "A", "T", "A")
    with pytest.raises(WordListError, match=r"a\.txt:3: 'xyz': 'x' is not in the alphabet, expected"):
        make_word("xyz", place="a.txt:3", spell=SLOVAK.cells)


@pytest.mark.parametrize("spelling", ["", "  ", "---", "!?"])
def test_make_word__needs_a_letter(spelling):
    with pytest.raises(WordListError, match="has no letter or digit, expected a word"):
        make_word(spelling, place="a")


def test_make_word__has_an_end():
    with pytest.raises(WordListError, match="has 1001 cells, expected at most 1000"):
        make_word("a" * 1001, place="a")


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(("name", "text"), [
    ("a.txt", "# a list\nNew York\tthe big apple\n\nOslo\n"),
    ("a.txt", "\ufeffNew York\tthe big apple\r\nOslo\r\n"),
    ("a.tsv", "answer\tclue\nNew York\tthe big apple\nOslo\t\n"),
    ("a.tsv", "clue\tnr\tword\nthe big apple\t1\tNew York\n\t2\tOslo\n"),
    ("a.csv", 'New York,"the big apple"\nOslo,\n'),
    ("a.csv", 'Frage;Antwort\n"the big apple";New York\n;Oslo\n'),
    ("a.csv", "# comment\nNew York,the big apple\nOslo,\n"),
])  # fmt: skip
def test_read_words__text_tsv_and_csv(tmp_path, name, text):
    words = read_words(written(tmp_path, name, text))
    assert [(word.spelling, word.clue) for word in words] == [("New York", "the big apple"), ("Oslo", "")]
    assert words[0].cells == tuple("NEWYORK")


def test_read_words__csv_of_one_column(tmp_path):
    assert [word.spelling for word in read_words(written(tmp_path, "a.csv", "Oslo\nRome\n"))] == [
        "Oslo",
        "Rome",
    ]


@pytest.mark.parametrize(("name", "data", "message"), [
    ("a.txt", "", r"a\.txt:1: no words, expected one a line"),
    ("a.txt", "# only\n", r"a\.txt:1: no words"),
    ("a.txt", b"Oslo\nM\xe4rz\n", r"a\.txt:2: not UTF-8, expected UTF-8 text"),
    ("a.txt", "Oslo\n...\n", r"a\.txt:2: '...' has no letter or digit"),
    ("a.csv", "a,b\nc,d\ne,f,g\n", r"a\.csv:3: 3 columns, expected 2"),
])  # fmt: skip
def test_read_words__what_is_wrong_is_named_with_its_line(tmp_path, name, data, message):
    with pytest.raises(WordListError, match=message):
        read_words(written(tmp_path, name, data))


def test_read_words__missing_file(tmp_path):
    with pytest.raises(WordListError, match="can't be read"):
        read_words(tmp_path / "none.txt")
