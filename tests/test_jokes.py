from pathlib import Path

import pytest

from factory.errors import JokeError
from factory.jokes import read_jokes
from factory.words.orthography import Orthography, OrthographySettings

HEADER = "id\tsetup\tpunchline\ttags\n"
SLOVAK = "A Ä B C Č D Ď E F G H CH I J K L Ľ M N Ň O Ô P Q R S Š T Ť U V W X Y Z Ž"
SK = Orthography(
    OrthographySettings(
        alphabet=tuple(SLOVAK.split()),
        digraphs=("CH",),
        accents="short",
    )
)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "sk.tsv"
    path.write_bytes(text.encode())
    return path


def test_read_jokes__texts_cells_tags_and_language(tmp_path):
    path = write(
        tmp_path, HEADER + "# remark\nsk-1\tPrečo?\tLebo môže, pravda!\tškola, deti\nsk-2\tKde?\tV chate…\n"
    )
    jokes = read_jokes(path, SK)
    assert jokes.lang == "sk"
    assert [joke.id for joke in jokes.jokes] == ["sk-1", "sk-2"]
    first, second = jokes.jokes
    assert (first.setup, first.punchline, first.tags) == ("Prečo?", "Lebo môže, pravda!", ("škola", "deti"))
    assert "".join(first.cells) == "LEBOMÔŽEPRAVDA"
    assert (second.punchline, second.cells, second.tags) == ("V chate…", ("V", "CH", "A", "T", "E"), ())


@pytest.mark.parametrize(
    ("punchline", "cells"),
    [
        ("„Dobrý deň!“", "D O B R Y D E Ň"),
        ('"No, hej?"', "N O H E J"),
        ("Noc, hora.", "N O C H O R A"),
        ("Rock'n'roll - áno…", "R O C K N R O L L A N O"),
        ("viac|hlas", "V I A C H L A S"),
    ],
)
def test_read_jokes__punctuation_is_laid_without_and_kept(tmp_path, punchline, cells):
    (joke,) = read_jokes(write(tmp_path, f"{HEADER}sk-1\tOtázka\t{punchline}\n"), SK).jokes
    assert " ".join(joke.cells) == cells
    assert joke.punchline == punchline.replace("|", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "an empty line, expected id<TAB>setup"),
        ("sk-2\tOtázka", "2 columns, expected id<TAB>setup"),
        ("sk-2\ta\tb\tc\td", "5 columns"),
        ("\tOtázka\tOdpoveď", "the id is empty"),
        ("sk-2\t\tOdpoveď", "the setup is empty"),
        ("sk-2\tOtázka\t ", "the punchline is empty"),
        ("sk 2\tOtázka\tOdpoveď", "no blanks in it"),
        ("sk-2\tOtázka \tOdpoveď", "setup 'Otázka ': a stray blank"),
        ("sk-2\tOtázka\tMá 3 deti", "punchline 'Má 3 deti': '3' is not in the alphabet"),
        ("sk-2\tOtázka\tDvořák", "'ř' is not in the alphabet"),
        ("sk-2\tOtázka\tNiet!", "has 4 cells, expected 5 to 16"),
        ("sk-2\tOtázka\tStrč prst skrz krk", None),
        ("sk-2\tOtázka\tStrčil prst skrz krk", "has 17 cells, expected 5 to 16"),
        ("sk-1\tOtázka\tOdpoveď", "id 'sk-1' stands in line 2 too"),
        ("sk-2\tOtázka\tPRÁVÉ tak!", "has the cells of line 2"),
    ],
)
def test_read_jokes__wrong_line_is_named(tmp_path, line, message):
    path = write(tmp_path, f"{HEADER}sk-1\tOtázka\tpráve tak\n{line}\nsk-3\tOtázka\tdobre mi tak\n")
    if message is None:
        assert len(read_jokes(path, SK).jokes) == 3
        return
    with pytest.raises(JokeError, match=f"sk.tsv:3: .*{message}"):
        read_jokes(path, SK)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "sk.tsv:1: the file is empty, expected the header line id<TAB>setup"),
        (HEADER.encode(), "sk.tsv: no jokes found"),
        (b"sk-1\ta\tpresne tak\n", "sk.tsv:1: found 'sk-1"),
        (HEADER.encode() + b"sk-1\tot\xe1zka\tpresne tak\n", "sk.tsv:2: byte 0xe1 is not UTF-8"),
    ],
)
def test_read_jokes__file_that_is_no_list(tmp_path, data, message):
    path = write(tmp_path, "")
    path.write_bytes(data)
    with pytest.raises(JokeError, match=message):
        read_jokes(path, SK)


def test_read_jokes__missing_file(tmp_path):
    with pytest.raises(JokeError, match=r"xx.tsv: can't be read \(No such file"):
        read_jokes(tmp_path / "xx.tsv", SK)


def test_digest__follows_texts_and_cells_not_remarks(tmp_path):
    row = "sk-1\tOtázka\tdobrý deň\n"
    base = read_jokes(write(tmp_path, HEADER + row), SK).digest
    assert read_jokes(write(tmp_path, HEADER + "# remark\n" + row), SK).digest == base
    assert read_jokes(write(tmp_path, HEADER + row.replace("Otázka", "Otázky")), SK).digest != base
    keep = Orthography(OrthographySettings(alphabet=tuple("BDEŇORÝ"), accents="keep"))
    assert read_jokes(write(tmp_path, HEADER + row), keep).digest != base
