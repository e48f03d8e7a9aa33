"""Counts of a small lexicon."""

from factory.words.answer import Answer, Clue
from factory.words.index import index_answers
from factory.words.stats import LengthStats, count_lexicon


def answer(word: str, *clues: tuple[str, str, str], zipf: float = 3.2, family: int = 0) -> Answer:
    made = tuple(Clue(text, word, word, (tag,) if tag else (), source) for text, tag, source in clues)
    return Answer(tuple(word.upper()), made, zipf, zipf, family)


def test_count_lexicon__lengths_tags_frequencies_and_families(slovak):
    index = index_answers(
        [
            answer("pes", ("štekot", "", "sk/a.tsv"), ("strážca", "", "sk/a.tsv"), zipf=4.6),
            answer("psi", ("štekajú", "", "sk/a.tsv"), ("štekajú", "", "sk/b.tsv"), zipf=0.0),
            answer("usd", ("mena", "code", "cldr"), ("kód", "code", "sk/a.tsv"), family=1),
            answer("euro", ("mena", "", "cldr"), family=2),
            answer("dom", ("bývanie", "name", "extended/sk/x.tsv"), family=3),
        ],
        slovak,
        lang="sk",
    )
    stats = count_lexicon(index)
    assert stats.answers == 5
    assert stats.lengths == {3: LengthStats(4, 3, 2, 1), 4: LengthStats(1, 0, 0, 0)}
    assert stats.tags == {"(none)": 5, "code": 2, "name": 1}
    assert stats.zipf == {0.0: 1, 3.0: 1, 4.5: 1}
    assert (stats.families, stats.largest[0]) == (1, ("pes", "psi"))
