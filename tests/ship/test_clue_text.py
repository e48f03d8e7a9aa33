import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.ship.clue_text import CELL, LARGEST, LINE_WIDTH, font_size, set_clues
from factory.ship.font import em_width


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("písmeno", ("písmeno",)),
        ("k po latinsky", ("k po", "latinsky")),
        ("spisovnú reč máme od ...", ("spisovnú", "reč máme", "od ...")),
    ],
)
def test_set__words_stay_whole_where_they_can(text, lines):
    assert set_clues([text], "sk") == (lines,)


def test_set__only_the_word_that_is_too_long_is_hyphenated():
    (lines,) = set_clues(["najneobyčajnejšieho ľudoop"], "sk")
    assert lines[0].endswith("-")
    assert lines[0][:-1] + lines[1] == "najneobyčajnejšieho"
    assert lines[2:] == ("ľudoop",)


@pytest.mark.parametrize("lang", ["sk", "cs"])
def test_set__a_word_of_one_letter_goes_with_the_next(lang):
    for text in ("malý človek z pieskoviska", "priesmyk s bojmi v roku 1944", "brko i atramentové pero"):
        (lines,) = set_clues([text], lang)
        assert " ".join(lines) == text
        assert not any(line.split()[-1] in "zsvi" for line in lines[:-1])


def test_set__hyphens_leave_more_than_two_letters_where_they_can():
    (lines,) = set_clues(["dänischer Männername"], "de")
    assert lines == ("dänischer", "Männername"), "not Männerna-me, though its type were larger"


def test_set__two_clues_keep_their_order():
    found = set_clues(["skr. krajiny hviezd a pruhov", "tenistka Ivanovičová"], "sk")
    assert [lines[0].split()[0] for lines in found] == ["skr.", "tenistka"]
    assert all(len(line) <= LINE_WIDTH for lines in found for line in lines)


def test_set__long_clues_are_set_whole():
    texts = ["veľmi dlhá nápoveda o ničom a o všetkom", "iná veľmi dlhá nápoveda o tom istom"]
    found = set_clues(texts, "sk")
    assert ["".join(lines).replace("-", "").replace(" ", "") for lines in found] == [
        text.replace(" ", "") for text in texts
    ]


@given(
    st.lists(st.lists(st.text("aeiouměMW-.", min_size=1, max_size=30), min_size=1, max_size=8), max_size=2)
)
def test_set__whatever_is_set_fits_into_the_cell(clues):
    texts = [" ".join(words) for words in clues]
    found = set_clues(texts, "cs")
    size = font_size(found)
    assert 0 < size <= LARGEST
    for text, lines in zip(texts, found, strict=True):
        assert "".join(lines).replace("-", "").replace(" ", "") == text.replace("-", "").replace(" ", "")
        assert all(em_width(line) * size < CELL for line in lines)
    assert sum(len(lines) for lines in found) * size < CELL
