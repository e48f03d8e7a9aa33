"""Spelling: which words are judged, and what happens without a dictionary."""

import shutil

import pytest

from factory.words import check_spelling
from factory.words.check_spelling import Text, find_speller, prose_words, spelling_findings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Strážca dvora, 2 psy", ["dvora", "psy"]),
        ("skr. a podobne", ["podobne"]),
        ("napr. v škole", ["škole"]),
        ("dlhé slovo.", ["dlhé", "slovo"]),
        ("„... je tvoja mama?“", ["je", "tvoja", "mama"]),
        ("vodič NATO", ["vodič"]),
        ("sci-fi film", ["sci-fi", "film"]),
        ("it's a don’t", ["it's", "don’t"]),
    ],
)
def test_prose_words__no_names_no_single_letters_no_abbreviations(text, words):
    assert prose_words(text) == words


def test_check_spelling__unknown_words_once_where_they_stand_first():
    class Stub:
        def unknown(self, words):
            return frozenset(words) & {"slovoo", "wifi", "zzz"}

    texts = [Text("slovoo a wifi", "clue", "pes", "a.tsv", 3), Text("zas slovoo", "clue", "osol", "a.tsv", 4)]
    found = check_spelling.check_spelling(texts, Stub(), lambda word: word == "wifi")
    assert [str(f) for f in found] == [
        "a.tsv:3: warning: 'pes': 'slovoo' in the clue is not in the dictionary (2 times)"
    ]


def test_spelling_findings__missing_program_or_dictionary_is_a_note(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert spelling_findings([], "sk") == ([], "spelling was not checked: hunspell is not installed")
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")
    note = find_speller("sk", [tmp_path])
    assert isinstance(note, str)
    assert "no hunspell dictionary of 'sk'" in note


def test_spelling_findings__failing_program_is_a_note(monkeypatch, tmp_path):
    (tmp_path / "sk_SK.dic").touch()
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")
    speller = find_speller("sk", [tmp_path])
    monkeypatch.setattr(check_spelling, "find_speller", lambda lang: speller)
    findings, note = spelling_findings([Text("slovo", "clue", "pes", "a.tsv", 3)], "sk")
    assert findings == []
    assert "hunspell failed" in note


@pytest.mark.skipif(
    isinstance(find_speller("sk"), str), reason="hunspell or its Slovak dictionary is missing"
)
def test_speller__knows_slovak():
    speller = find_speller("sk")
    assert speller.unknown(["mačka", "čučoriedkami", "mačkka"]) == {"mačkka"}
