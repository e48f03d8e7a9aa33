from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from factory.words.orthography import Orthography
from factory.words.settings import Tag, WordsSettings
from factory.words.source import TAGS

CONFIG = Path(__file__).parents[2] / "config"


@pytest.mark.parametrize("lang", ["sk", "cs", "en", "de"])
def test_config__words_part_is_sound(lang, words_of):
    whole = yaml.safe_load((CONFIG / f"{lang}.yaml").read_text("utf-8"))
    assert whole["language"] == lang
    assert isinstance(whole["name"], str)
    settings = words_of(lang)
    assert settings.max_clue_length == 28
    assert settings.orthography.accents == ("short" if lang in ("sk", "cs") else "fold")
    assert (settings.cognates is not None) == (lang == "sk")


@pytest.mark.parametrize(
    ("lang", "spelling", "cells"),
    [
        ("sk", "Chrúňa z Kôprovej", "CH R U Ň A Z K Ô P R O V E J"),
        ("sk", "Dvořák", "D V O R A K"),
        ("sk", "džem", "D Ž E M"),
        ("cs", "Příliš žluťoučký kůň", "P Ř I L I Š Ž L U Ť O U Č K Y K U Ň"),
        ("cs", "chléb", "CH L E B"),
        ("de", "Chäs-Straße", "C H A E S S T R A S S E"),
        ("en", "Façade d'Œuvre", "F A C A D E D O E U V R E"),
    ],
)
def test_config__cells_of_each_language(lang, spelling, cells, words_of):
    assert " ".join(Orthography(words_of(lang).orthography).cells(spelling)) == cells


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_clue_lenght": 28}, "max_clue_lenght"),
        ({"max_bad_rows": -1}, "max_bad_rows"),
        ({"score": {"tags": {"code": -1}}}, "tags.code"),
        ({"facts": {"country_code": ["kód {land}"]}}, "expected {country} in it once"),
        ({"leave_out": ["rude"]}, "leave_out"),
        ({"orthography": {"alphabet": ["A", False]}}, "alphabet"),
        ({"orthography": {"alphabet": ["A", "A"]}}, "twice"),
    ],
)
def test_settings__what_is_wrong_is_named(change, message):
    whole = {"orthography": {"alphabet": ["A", "B"]}} | change
    with pytest.raises(ValidationError, match=message):
        TypeAdapter(WordsSettings).validate_python(whole)


def test_settings__tags_are_those_of_the_sources():
    assert Tag.__args__ == TAGS
