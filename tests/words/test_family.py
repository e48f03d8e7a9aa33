from hypothesis import given, settings
from hypothesis import strategies as st

from factory.words.family import lemma, number_families


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
