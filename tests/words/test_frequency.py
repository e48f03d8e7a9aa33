import pytest

from factory.words.frequency import CognateSettings, rewrite, zipf


def test_zipf__common_words_are_common():
    assert zipf("a", "sk") > 7 > zipf("mačka", "sk") > 4
    assert zipf("Praha", "cs") == zipf("praha", "cs") > 4


def test_zipf__unknown_word_and_unknown_language_are_zero():
    assert zipf("xqzvbk", "sk") == 0.0
    assert zipf("dom", "qqq") == 0.0
    assert zipf("", "sk") == 0.0


@pytest.mark.parametrize("spelling", ["New York", "new-york", "new|york"])
def test_zipf__of_several_words_the_lowest(spelling):
    parts = ("newyork",) if "|" in spelling else ("new", "york")
    assert zipf(spelling, "en") == min(zipf(part, "en") for part in parts)


@pytest.mark.parametrize(
    ("word", "cognate"),
    [
        ("bielizeň", "bílizeň"),
        ("kôň", "kuň"),
        ("fyziológia", "fyziológie"),
        ("kľučka", "kľučka"),
        ("odtieň", "odtiň"),
    ],
)
def test_rewrite__committed_slovak_rules_reach_the_czech_letters(words_of, word, cognate):
    from factory.words.orthography import fold

    assert fold(cognate) in {fold(made) for made in rewrite(word, words_of("sk").cognates)}


def test_zipf__word_without_frequency_takes_the_cognates(words_of):
    cognates = words_of("sk").cognates
    assert zipf("fyziológia", "sk") == 0.0
    assert zipf("fyziológia", "sk", cognates) == zipf("fyziologie", "cs") > 2
    assert zipf("vikslajvant", "sk", cognates) == 0.0


def test_zipf__own_frequency_goes_before_the_cognates(words_of):
    assert zipf("mačka", "sk", words_of("sk").cognates) == zipf("mačka", "sk")


def test_zipf__short_words_have_no_cognates():
    cognates = CognateSettings(language="cs", rules=(("xqz", "pes"),), min_letters=4)
    assert zipf("xqz", "sk", cognates) == 0.0
    assert zipf("xqz", "sk", CognateSettings(language="cs", rules=(("xqz", "pes"),), min_letters=3)) > 4


def test_settings__broken_rule_is_refused():
    with pytest.raises(ValueError, match="no regular expression"):
        CognateSettings(language="cs", rules=(("(", "x"),))
    with pytest.raises(ValueError, match="no regular expression"):
        CognateSettings(language="cs", rules=(("a", "\\1"),))
