import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.words.orthography import Orthography, OrthographySettings, fold

SLOVAK = "A Ä B C Č D Ď E F G H CH I J K L Ľ M N Ň O Ô P Q R S Š T Ť U V W X Y Z Ž"
SK = Orthography(
    OrthographySettings(
        alphabet=tuple(SLOVAK.split()),
        digraphs=("CH",),
        accents="short",
        expansions={"Ö": "O"},
    )
)
DE = Orthography(
    OrthographySettings(
        alphabet=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        accents="fold",
        expansions={"Ä": "AE", "Ö": "OE", "Ü": "UE", "ß": "SS"},
    )
)


def spelled(orthography: Orthography, spelling: str) -> str:
    return " ".join(orthography.cells(spelling))


@pytest.mark.parametrize(
    ("spelling", "cells"),
    [
        ("mačka", "M A Č K A"),
        ("chlieb", "CH L I E B"),
        ("Cheops", "CH E O P S"),
        ("CHCHC", "CH CH C"),
        ("viac hlasov", "V I A C H L A S O V"),
        ("viac|hlas", "V I A C H L A S"),
        ("Šac-Hora", "Š A C H O R A"),
        ("rozchod", "R O Z CH O D"),
    ],
)
def test_cells__c_and_h_share_one_only_where_they_touch(spelling, cells):
    assert spelled(SK, spelling) == cells


@pytest.mark.parametrize(
    ("spelling", "cells"),
    [
        ("áéíóúůýĺŕ", "A E I O U U Y L R"),
        ("äôčďěľňšťž", "Ä Ô Č Ď E Ľ Ň Š Ť Ž"),
    ],
)
def test_cells__short_ignores_length_and_keeps_the_rest(spelling, cells):
    assert spelled(SK, spelling.replace("ě", "e")) == cells


def test_cells__keep_and_fold():
    keep = Orthography(OrthographySettings(alphabet=("Á", "A", "Č", "C")))
    assert spelled(keep, "áač") == "Á A Č"
    assert spelled(DE, "café Åsa") == "C A F E A S A"
    assert fold("Čučoriedka") == "Cucoriedka"


@pytest.mark.parametrize("spelling", ["Straße", "STRASSE", "STRAẞE", "strasse"])
def test_cells__german_sharp_s_is_two_cells(spelling):
    assert spelled(DE, spelling) == "S T R A S S E"


def test_cells__german_umlauts_are_two_cells():
    assert spelled(DE, "Öl für Ägypten") == "O E L F U E R A E G Y P T E N"


def test_cells__decomposed_accents_are_composed_first():
    assert SK.cells("mac\u030cka") == SK.cells("mačka")
    assert SK.display("mac\u030cka") == "mačka"


@pytest.mark.parametrize("mark", ["-", "–", "—", "\u2011", "'", "’", "‘", "ʼ", " ", "\u00a0"])
def test_cells__marks_are_laid_without(mark):
    assert spelled(SK, f"rock{mark}roll") == "R O C K R O L L"


@pytest.mark.parametrize(
    ("spelling", "letter"), [("3D", "3"), ("Řím", "Ř"), ("a.s.", "."), ("pi/no", "/"), ("ж", "ж")]
)
def test_cells__names_the_letter_outside_the_alphabet(spelling, letter):
    with pytest.raises(ValueError, match=f"'[{letter}]' is not in the alphabet"):
        SK.cells(spelling)


def test_display__only_the_compound_mark_goes():
    assert SK.display("viac|hlas-ný deň") == "viachlas-ný deň"


def test_codes__are_indexes_of_letters():
    assert SK.codes(("CH", "A")) == bytes([SK.letters.index("CH"), 0])
    with pytest.raises(ValueError, match="'Ř' is not in the alphabet"):
        SK.codes(("Ř",))


def test_pickle__comes_back_equal():
    again = pickle.loads(pickle.dumps(SK))
    assert again == SK
    assert again.cells("chata") == SK.cells("chata")


@given(st.lists(st.sampled_from(SK.letters), max_size=20))
@settings(deadline=None)
def test_cells__round_trip(cells):
    assert SK.cells("|".join(cells)) == tuple(cells)
    assert tuple(SK.letters[code] for code in SK.codes(cells)) == tuple(cells)


@given(st.text(alphabet="aáäcčhCH |-’", max_size=12))
@settings(deadline=None)
def test_cells__laid_letters_are_those_of_the_spelling(spelling):
    letters = [char for char in spelling if char not in " |-’"]
    assert "".join(SK.cells(spelling)) == "".join(letters).upper().replace("Á", "A")
    assert SK.cells(spelling.upper()) == SK.cells(spelling.lower()) == SK.cells(spelling)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"alphabet": ()}, "0 cells"),
        ({"alphabet": tuple(chr(0x4E00 + i) for i in range(65))}, "65 cells, expected 1 to 64"),
        ({"alphabet": ("A", "A")}, "twice"),
        ({"alphabet": ("A", "b")}, "'b' never occurs"),
        ({"alphabet": ("A", "Á"), "accents": "short"}, "'Á' never occurs"),
        ({"alphabet": ("A", "Č"), "accents": "fold"}, "'Č' never occurs"),
        ({"alphabet": ("A", "Ä"), "expansions": {"Ä": "A"}}, "'Ä' never occurs"),
        ({"alphabet": ("C", "H"), "digraphs": ("CH",)}, "'CH', expected two letters"),
    ],
)
def test_settings__alphabet_that_contradicts_the_rest_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        OrthographySettings(**change)


def test_cells__letters_of_a_digraph_need_not_be_cells_themselves():
    orthography = Orthography(OrthographySettings(alphabet=("A", "QU", "T"), digraphs=("QU",)))
    assert orthography.cells("taqua") == ("T", "A", "QU", "A")
    with pytest.raises(ValueError, match="'q' is not in the alphabet"):
        orthography.cells("taqa")
