import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factory.words.lines import break_lines, count_lines

WORD = st.text("aáčehijklmnoprstuvyžü", min_size=1, max_size=25)
PIECE = (
    WORD | st.lists(WORD, min_size=2, max_size=3).map("-".join) | st.text("-.,:?“3", min_size=1, max_size=4)
)
TEXT = st.lists(PIECE | st.sampled_from(["nezamestnanosť", "Donaudampfschifffahrt", "česko-slovenský"])).map(
    " ".join
)
LANGUAGE = st.sampled_from(["sk", "cs", "en", "de", "xx"])
WIDTH = st.integers(4, 14)


def follow(lines, text):
    """What is left of the text, blanks apart, behind these lines; a hyphen at a line's end may be an added one."""
    rest = text.replace(" ", "")
    for line in lines:
        letters = line.replace(" ", "")
        if not rest.startswith(letters):
            letters = letters.removesuffix("-")
        assert letters, "a line with nothing but an added hyphen"
        assert rest.startswith(letters), f"{line!r} is not how {rest!r} begins"
        rest = rest.removeprefix(letters)
    return rest


@given(TEXT, LANGUAGE, WIDTH)
def test_break_lines__no_line_is_too_long_or_empty(text, language, width):
    lines = break_lines(text, language, width)
    assert all(0 < len(line) <= width for line in lines)
    assert all(line == line.strip() for line in lines)


@given(TEXT, LANGUAGE, WIDTH)
def test_break_lines__joined_they_give_the_text_back(text, language, width):
    assert follow(break_lines(text, language, width), text) == ""


@given(st.lists(st.text("ab", min_size=1, max_size=3), max_size=8).map(" ".join), WIDTH)
def test_break_lines__words_that_fit_are_parted_at_blanks_only(text, width):
    assert " ".join(break_lines(text, "xx", width)) == text


@given(TEXT, LANGUAGE, WIDTH)
def test_count_lines__is_their_number(text, language, width):
    assert count_lines(text, language, width) == len(break_lines(text, language, width))


@given(TEXT, LANGUAGE, WIDTH)
def test_count_lines__no_fewer_than_the_letters_need(text, language, width):
    assert count_lines(text, language, width) * width >= len(text.replace(" ", ""))


@given(TEXT, LANGUAGE)
def test_break_lines__text_that_fits_is_one_line(text, language):
    assume(text)
    assert break_lines(text, language, len(text)) == (text,)


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("sk", "kráčate", "kráčate"),
        ("sk", "najvyššia karta", "najvyššia|karta"),
        ("sk", "mimozemšťan z filmu", "mimozemšťan|z filmu"),
        ("sk", "opak nezamestnanosti", "opak neza-|mestnanosti"),
        ("sk", "česko-slovenský", "česko-slo-|venský"),
        ("sk", "čierno-biely film", "čierno-bie-|ly film"),
        ("sk", "má, čo chce – a viac", "má, čo chce|– a viac"),
        ("cs", "nejvyšší hora světa", "nejvyšší|hora světa"),
        ("de", "Währung der Schweiz", "Währung der|Schweiz"),
        ("de", "Geschwindigkeitsbegrenzung", "Geschwin-|digkeitsbe-|grenzung"),
        ("de", "österreichische Hauptstadt", "österrei-|chische|Hauptstadt"),
        ("en", "capital of Switzerland", "capital of|Switzerland"),
        ("en", "well-known composition", "well-known|composition"),
        ("sk", "", ""),
        ("sk", "   ", ""),
        ("xx", "abcdefghijklmnopqrstuvwxyz", "abcdefghijk|lmnopqrstuv|wxyz"),
        ("xx", "abc abcdefghijklmnop", "abc|abcdefghijk|lmnop"),
    ],
)
def test_break_lines__clues_in_lines_of_eleven(language, text, lines):
    assert "|".join(break_lines(text, language, 11)) == lines


@pytest.mark.parametrize(("language", "lines"), [("de", "Geschwin-|digkeit"), ("xx", "Geschwindig|keit")])
def test_break_lines__language_decides_where(language, lines):
    assert "|".join(break_lines("Geschwindigkeit", language, 11)) == lines


@pytest.mark.parametrize(
    ("word", "lang", "width", "head"),
    [
        ("Karnevalsstadt", "de", 12, "Karne-"),
        ("Geburtsstunde", "de", 9, "Geburts-"),
        ("Variante", "de", 7, "Vari-"),
        ("(Befehlsform)", "de", 12, "(Befehls-"),
        ("(dokument)", "sk", 9, "(doku-"),
    ],
)
def test_break_lines__no_piece_is_without_a_vowel(word, lang, width, head):
    assert break_lines(word, lang, width)[0] == head
