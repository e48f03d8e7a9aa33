"""Clues that give their answer away."""

import pytest

from factory.words.check_clues import check_clues
from factory.words.source import Row


def row(answer: str, clue: str, orthography, *tags: str) -> Row:
    return Row(orthography.cells(answer), answer, clue, tags, "sk/a.tsv", "a.tsv", 7)


@pytest.mark.parametrize(
    ("answer", "clue", "found"),
    [
        ("pes", "pes od susedov", "error answer"),
        ("Pes", "zlý PES!", "error answer"),
        ("na", "na po nemecky", "error answer"),
        ("na", "nad stolom", None),  # short words are compared whole
        ("as", "hra asov", None),
        ("dobrý deň", "povie: dobrý deň!", "error answer"),
        ("rad", "rád je ten", "warning answer"),  # laid alike, another word
        ("mesto", "najväčšie z miest", None),  # nothing to see
        ("kniha", "kopa kníh v knihách", "error form"),
        ("učiteľka", "žena učiteľ", "warning stem"),
        ("domov", "bývať v domove", "error form"),
        ("vietor", "veterný živel", None),
        ("písať", "napísať list", "warning stem"),
        ("panák", "pán s klobúkom", None),
        ("strach", "straka sa ho bojí", None),
        ("kôň", "ťahá voz", None),
    ],
)
def test_check_clues__answer_form_and_stem(slovak, answer, clue, found):
    findings = [f"{f.level} {f.kind}" for f in check_clues([row(answer, clue, slovak)], slovak, "sk")]
    assert findings == ([found] if found else [])


def test_check_clues__foreign_words_have_no_forms(slovak):
    assert list(check_clues([row("mali", "mať chceli", slovak, "foreign")], slovak, "sk")) == []


def test_check_clues__says_where_and_what(slovak):
    (finding,) = check_clues([row("pes", "pes od susedov", slovak)], slovak, "sk")
    assert str(finding) == "a.tsv:7: error: 'pes': the answer stands in its clue 'pes od susedov'"
