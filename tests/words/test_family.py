import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.words.family import FamilySettings, lemma, number_families, related_words
from factory.words.lexicon import ScoreSettings, merge
from factory.words.source import Row


def test_lemma__forms_of_a_word_share_it():
    assert lemma("psov", "sk") == lemma("pes", "sk") == "pes"
    assert lemma("mice", "en") == "mouse"


def test_lemma__codes_phrases_and_unknown_languages_keep_their_spelling():
    assert lemma("psov", "sk", ("code",)) == "psov"
    assert lemma("dobrí psi", "sk") == "dobrí psi"
    assert lemma("psov", "qqq") == "psov"


def test_number_families__shared_lemma_shared_number():
    assert number_families([["pes"], ["mačka"], ["Pes", "psí"], ["psí"], ["rád", "rad"]]) == (
        [0, 1, 0, 0, 2],
        3,
    )


@given(st.lists(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=3), max_size=12))
@settings(deadline=None)
def test_number_families__equal_to_joining_sets_until_nothing_changes(lemmas):
    groups = [set(names) for names in lemmas]
    for _ in groups:
        for group in groups:
            for other in groups:
                if group & other:
                    group |= other
    families, count = number_families(lemmas)
    assert sorted(set(families)) == list(range(count))
    for i, group in enumerate(groups):
        for j, other in enumerate(groups):
            assert (families[i] == families[j]) == bool(group & other)


SLOVAK = "učiteľ učiteľka herec herečka dom domček písať napísať pekný pekne mesto mestečko strom"
PAIRS = {
    "sk": [
        ("učiteľ", "učiteľka"), ("herec", "herečka"), ("sudca", "sudkyňa"), ("robotník", "robotníčka"),
        ("dom", "domček"), ("ryba", "rybka"), ("písať", "napísať"), ("kúpiť", "kupovať"), ("dávať", "dať"),
        ("pekný", "pekne"), ("mladosť", "mladý"), ("nový", "novší"), ("Slovensko", "slovenský"),
    ],
    "cs": [
        ("učitel", "učitelka"), ("herec", "herečka"), ("soudce", "soudkyně"), ("dům", "doma"), ("ryba", "rybka"),
        ("psát", "napsat"), ("mladost", "mladý"), ("prosit", "poprosit"), ("hrad", "hrádek"),
    ],
    "de": [
        ("Lehrer", "Lehrerin"), ("Mann", "Männchen"), ("schön", "Schönheit"), ("klar", "unklar"),
        ("meinen", "Meinung"), ("Freund", "freundlich"),
    ],
    "en": [
        ("actor", "actress"), ("waiter", "waitress"), ("lion", "lioness"), ("bake", "baker"), ("kind", "kindness"),
        ("happy", "unhappy"), ("happy", "happily"), ("create", "creation"),
    ],
}  # fmt: skip
UNRELATED = {"sk": {("dávať", "dať")}, "cs": {("dům", "doma")}}
"""Vowels that change, and stems that are too short: the rules are plain."""


def joined(words: list[str], rules: FamilySettings) -> list[int]:
    names = [[word] for word in words]
    return number_families(names, related_words(names, rules), largest=rules.largest)[0]


@pytest.mark.parametrize(("lang", "pair"), [(lang, pair) for lang, pairs in PAIRS.items() for pair in pairs])
def test_related_words__committed_rules_of_each_language(lang, pair, words_of):
    one, other, two = joined([pair[0], "xyz", pair[1]], words_of(lang).families)
    assert (one == two) is (pair not in UNRELATED.get(lang, ()))
    assert other not in (one, two)


@pytest.mark.parametrize(
    ("lang", "pair"),
    [("sk", ("mat", "matka")), ("sk", ("rak", "rakva")), ("sk", ("pas", "páska")), ("en", ("corn", "horn")),
     ("en", ("ox", "oxy")), ("de", ("Rat", "Rate")), ("cs", ("sto", "stolek"))],
)  # fmt: skip
def test_related_words__short_stems_prove_nothing(lang, pair, words_of):
    one, two = joined(list(pair), words_of(lang).families)
    assert one != two


def test_related_words__no_word_is_invented(words_of):
    numbers = joined(SLOVAK.split(), words_of("sk").families)
    assert len(set(numbers)) == 7
    assert numbers == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]


def test_number_families__rules_stop_at_the_largest():
    names = [[name] for name in "abcdef"]
    chain = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert number_families(names, chain, largest=3) == ([0, 0, 0, 1, 1, 1], 2)
    assert number_families(names, chain) == ([0] * 6, 1)


def test_number_families__forms_of_one_lemma_stay_together_beyond_the_largest():
    assert number_families([["byť"]] * 5 + [["byť", "bol"], ["bol"]], largest=3) == ([0, 0, 0, 0, 0, 0, 1], 2)


def test_merge__foreign_words_are_of_no_native_family(slovak):
    rows = [
        Row(slovak.cells(answer), answer, "x", tags, "sk/a.tsv", "a", 1)
        for answer, tags in (("mali", ("foreign",)), ("mať", ()), ("mám", ()))
    ]
    answers = merge(
        rows, [], orthography=slovak, score=ScoreSettings(), zipf=lambda word: 3.0,
        lemma=lambda word, tags: lemma(word, "sk", tags), code_zipf=2.5,
    )  # fmt: skip
    family = {"".join(answer.cells): answer.family for answer in answers}
    assert family["MAŤ"] == family["MAM"] != family["MALI"]
