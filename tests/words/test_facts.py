import re

import pytest

from factory.errors import LexiconError
from factory.words.facts import FactsSettings, generate_facts
from factory.words.orthography import Orthography, fold

LANGUAGES = ("sk", "cs", "en", "de")


@pytest.fixture(scope="module")
def facts_of(words_of):
    made = {}

    def generate(lang):
        if lang not in made:
            settings = words_of(lang)
            made[lang] = generate_facts(
                lang,
                Orthography(settings.orthography),
                settings.facts,
                max_clue_length=28,
                fame=lambda name: 5.0,
            )
        return made[lang]

    return generate


@pytest.mark.parametrize(
    ("lang", "fact"),
    [
        ("sk", ("SK", "kód štátu: Slovensko", ("code",))),
        ("sk", ("HUF", "kód meny maďarský forint", ("code",))),
        ("sk", ("Rakúsko", "krajina, jazyk nemčina", ("place",))),
        ("sk", ("Maďarsko", "krajina, mena forint", ("place",))),
        ("sk", ("forint", "mena: Maďarsko", ())),
        ("sk", ("perzština", "úradný jazyk: Irán", ())),
        ("cs", ("CZ", "kód státu: Česko", ("code",))),
        ("cs", ("CS", "kód jazyka čeština", ("code",))),
        ("cs", ("rand", "měna: Jihoafrická republika", ())),
        ("en", ("forint", "currency: Hungary", ())),
        ("en", ("Brazil", "country speaking Portuguese", ("place",))),
        ("de", ("Ungarn", "Land, Währung Forint", ("place",))),
        ("de", ("Persisch", "Amtssprache: Iran", ())),
    ],
)
def test_facts__known_truth_is_there(facts_of, lang, fact):
    assert fact in [(fact.spelling, fact.clue, fact.tags) for fact in facts_of(lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts__every_one_can_be_laid_and_clued(facts_of, words_of, lang):
    orthography = Orthography(words_of(lang).orthography)
    facts = facts_of(lang)
    assert len({(fact.cells, fact.clue) for fact in facts}) == len(facts)
    for fact in facts:
        assert fact.cells == orthography.cells(fact.spelling)
        assert len(fact.cells) >= 2
        assert 2 <= len(fact.clue) <= 28
        assert fold(fact.spelling).casefold() not in re.findall(r"\w+", fold(fact.clue).casefold())
        assert fact.clue.isprintable()
        assert not set("()[]{}") & set(fact.clue + fact.spelling)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts__enough_short_codes_and_none_of_the_past(facts_of, lang):
    facts = facts_of(lang)
    codes = {fact.spelling for fact in facts if "code" in fact.tags}
    assert sum(len(code) == 2 for code in codes) >= 280
    assert sum(len(code) == 3 for code in codes) >= 130
    assert codes >= {"SK", "CZ", "DE", "US", "EUR", "CZK", "USD"}
    assert not codes & {"YU", "DD", "EZ", "XK", "ZZ", "XA", "SKK", "DEM", "CSK", "FRF"}


def test_facts__shared_unit_is_no_clue_to_a_country(facts_of):
    clues = {fact.clue for fact in facts_of("sk")}
    assert "krajina, mena frank" not in clues
    assert "krajina, mena euro" not in clues
    assert "krajina, mena koruna" not in clues


def test_facts__answer_of_the_same_root_is_left_out(facts_of):
    pairs = {(fact.spelling, fact.clue) for fact in facts_of("sk")}
    assert ("maďarčina", "úradný jazyk: Maďarsko") not in pairs
    assert ("írčina", "úradný jazyk: Írsko") not in pairs


def test_facts__best_known_countries_come_first(words_of):
    settings = words_of("sk")
    fame = {"Srbsko": 5.0, "Irak": 4.0}
    facts = generate_facts(
        "sk",
        Orthography(settings.orthography),
        settings.facts,
        max_clue_length=28,
        fame=lambda name: fame.get(name, 0.0),
    )
    dinar = [fact.clue for fact in facts if fact.spelling == "dinár"]
    assert dinar[:2] == ["mena: Srbsko", "mena: Irak"]
    assert len(dinar) == 3


def test_facts__shorter_sentence_is_taken_when_the_first_is_too_long(slovak):
    settings = FactsSettings(country_code=("dvojpísmenový kód krajiny {country}", "kód: {country}"))
    facts = generate_facts("sk", slovak, settings, max_clue_length=14, fame=lambda name: 5.0)
    clues = {fact.spelling: fact.clue for fact in facts}
    assert clues["SK"] == "kód: Slovensko"
    assert "CH" not in clues


def test_facts__no_templates_no_facts_even_in_an_unknown_language(slovak):
    assert generate_facts("xx", slovak, FactsSettings(), max_clue_length=28, fame=lambda name: 5.0) == ()


def test_facts__language_unknown_to_cldr_is_an_error(slovak):
    with pytest.raises(LexiconError, match="'qqq': unknown to CLDR"):
        generate_facts(
            "qqq",
            slovak,
            FactsSettings(language_code=("{language}",)),
            max_clue_length=28,
            fame=lambda name: 5.0,
        )


@pytest.mark.parametrize("template", ["kód krajiny", "kód {code}", "{country} {country}", "{}"])
def test_settings__template_without_its_place_is_refused(template):
    with pytest.raises(ValueError, match=r"expected \{country\} in it once"):
        FactsSettings(country_code=(template,))


def test_facts__code_of_an_unknown_name_is_no_answer(slovak):
    settings = FactsSettings(country_code=("kód: {country}",), min_code_fame=2.5)
    famous = {"Slovensko": 5.0}
    facts = generate_facts(
        "sk", slovak, settings, max_clue_length=28, fame=lambda name: famous.get(name, 0.0)
    )
    assert [fact.spelling for fact in facts] == ["SK"]
