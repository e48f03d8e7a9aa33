import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.errors import UsageError
from factory.words.answer import Answer, Clue
from factory.words.index import index_answers
from factory.words.orthography import Orthography, OrthographySettings
from factory.words.selection import SelectionSettings, Wanted, select_words
from tests.strategies import tiny_lexicons

LETTERS = Orthography(
    OrthographySettings(alphabet=(*"ACEHIKMOPSŠTČ", "CH"), digraphs=("CH",), accents="short")
)


def answer(spelling, *clues, zipf=3.0, family=None):
    cells = LETTERS.cells(spelling)
    made = tuple(Clue(text, spelling, spelling, (), "x.tsv") for text in clues or ("clue",))
    return Answer(cells, made, zipf, zipf, family if family is not None else sum(map(ord, spelling)))


INDEX = index_answers(
    [
        answer("pes", "strážca", "psisko", family=1),
        answer("psík", "malý", family=1),
        answer("mačka", "Lovec myší", zipf=4.0),
        answer("chata", "domček", zipf=1.5),
        answer("iks", zipf=0.0),
    ],
    LETTERS,
    lang="sk",
)


def choose(*wanted, **settings):
    return select_words(INDEX, SelectionSettings(**settings), wanted, known_zipf=2.5, max_clue_length=20)


def spelled(index):
    return sorted(
        "".join(index.answer(length, word).cells)
        for length in index.tables
        for word in range(len(index.tables[length]))
    )


def test_select_words__nothing_chosen_is_the_index_itself():
    assert choose() is INDEX


def test_select_words__answers_and_clues_left_out():
    assert spelled(choose(without=("Pes", "mačka"))) == ["CHATA", "IKS", "PSIK"]
    left = choose(without=("lovec myší", "psisko"))  # a clue in any case; one of two clues
    assert spelled(left) == ["CHATA", "IKS", "PES", "PSIK"]
    assert [clue.text for clue in left.clues(*left.find(("P", "E", "S")))] == ["strážca"]
    assert spelled(choose(without=("nothing of ours!",))) == spelled(INDEX)


def test_select_words__least_frequency_by_length():
    assert spelled(choose(min_zipf={3: 2.0})) == ["CHATA", "MAČKA", "PES", "PSIK"]
    assert spelled(choose(min_zipf={4: 2.0})) == ["IKS", "MAČKA", "PES", "PSIK"]  # CHATA has four cells


def test_select_words__wanted_words_are_there_and_known():
    chosen = choose(Wanted("iks", None), Wanted("Tomáš", "kolega"), min_zipf={3: 2.0, 5: 9.0})
    assert spelled(chosen) == ["CHATA", "IKS", "PES", "PSIK", "TOMAŠ"]
    assert chosen.answer(*chosen.find(("I", "K", "S"))).zipf == 2.5
    tomas = chosen.answer(*chosen.find(tuple("TOMAŠ")))
    assert (tomas.zipf, [(clue.text, clue.spelling) for clue in tomas.clues]) == (2.5, [("kolega", "Tomáš")])


def test_select_words__a_given_clue_is_the_only_one():
    chosen = choose(Wanted("pes", "havko"))
    assert [clue.text for clue in chosen.clues(*chosen.find(("P", "E", "S")))] == ["havko"]


def test_select_words__another_choice_has_another_digest():
    digests = {choose(without=("pes",)).digest, choose(without=("iks",)).digest, INDEX.digest}
    digests.add(choose(Wanted("pes")).digest)
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("wanted", "without", "message"),
    [
        ("tomáš", (), "is not in the lexicon; give it a clue"),
        ("w", (), "'w' is not in the alphabet"),
        ("p", (), "at least two cells"),
        ("pes", ("pes",), "must and must not"),
    ],
)
def test_select_words__what_can_t_be_had(wanted, without, message):
    with pytest.raises(UsageError, match=message):
        choose(Wanted(wanted), without=without)


def test_select_words__two_words_of_one_family_can_t_be_had():
    with pytest.raises(UsageError, match="one family"):
        choose(Wanted("pes"), Wanted("psík"))
    with pytest.raises(UsageError, match="a clue of 21 characters"):
        choose(Wanted("pes", "x" * 21))


@given(tiny_lexicons(letters="ABC", max_size=60), st.dictionaries(st.integers(2, 6), st.floats(0, 7)))
def test_select_words__exactly_the_words_frequent_enough(index, floors):
    chosen = select_words(index, SelectionSettings(min_zipf=floors), known_zipf=2.5, max_clue_length=28)
    kept = sum(
        index.answer(n, word).zipf >= floors.get(n, 0)
        for n in index.tables
        for word in range(len(index.tables[n]))
    )
    assert len(chosen) == kept
