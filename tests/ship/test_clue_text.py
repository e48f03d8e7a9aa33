import pytest

from factory.ship.clue_text import CELL, LARGEST, LINE_WIDTH, em_width, font_size, set_clues


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
    (lines,) = set_clues(["najmohutnejší ľudoop"], "sk")
    assert lines[0].endswith("-")
    assert lines[0][:-1] + lines[1] == "najmohutnejší"
    assert lines[2:] == ("ľudoop",)


def test_set__two_clues_keep_to_five_lines_and_their_order():
    found = set_clues(["skr. krajiny hviezd a pruhov", "tenistka Ivanovičová"], "sk")
    assert sum(map(len, found)) <= 5
    assert [lines[0].split()[0] for lines in found] == ["skr.", "tenistka"]
    assert all(len(line) <= LINE_WIDTH for lines in found for line in lines)


def test_set__more_than_five_lines_are_set_all_the_same():
    texts = ["veľmi dlhá nápoveda o ničom a o všetkom", "iná veľmi dlhá nápoveda o tom istom"]
    found = set_clues(texts, "sk")
    assert ["".join(lines).replace("-", "").replace(" ", "") for lines in found] == [
        text.replace(" ", "") for text in texts
    ]


@pytest.mark.parametrize("n_clues", [1, 2])
def test_font__whatever_is_set_fits_into_the_cell(n_clues):
    lines = [("WWWWWWWWWWW", "mmm")] * n_clues
    size = font_size(lines)
    assert em_width("WWWWWWWWWWW") * size <= CELL
    assert font_size([("a",)]) == LARGEST
    assert font_size([]) == LARGEST


def test_width__follows_the_letters():
    assert em_width("í") < em_width("a") < em_width("M") < em_width("W")
    assert em_width("ľ") > em_width("l")
    assert em_width("Č") == em_width("C")
