"""What a policy of the lexicon costs: known answers, and the order that must hold."""

import pytest

from factory.corpus.equipment import equip
from factory.corpus.prices import price_policies, with_accents
from factory.words.answer import Answer, Clue
from factory.words.index import index_answers
from factory.words.orthography import Orthography, OrthographySettings


@pytest.fixture(scope="module")
def index():
    def answer(spelling, cells):
        clue = Clue(f"clue of {spelling}", spelling, spelling, (), "test.tsv")
        return Answer(tuple(cells), (clue,), 3.0, 3.0, len(spelling))

    orthography = Orthography(
        OrthographySettings(alphabet=("A", "C", "H", "K", "CH"), digraphs=("CH",), accents="fold")
    )
    answers = [answer("káča", "KACA"), answer("ach", ("A", "CH"))]
    return index_answers(answers, orthography, lang="xx", digest="0")


def test_with_accents__cells_are_laid_anew(index):
    kept = with_accents(index, "keep")
    assert kept.find(("K", "Á", "Č", "A")) is not None
    assert kept.find(("A", "CH")) is not None
    folded = with_accents(index, "fold")
    assert folded.find(("K", "A", "C", "A")) is not None


def test_price_policies__fewer_words_are_dearer(tiny_home):
    equipment = equip(tiny_home.house, "sk")
    prices = {
        price.policy.removesuffix(" (in use)"): price
        for price in price_policies(equipment.language, equipment.index, equipment.words, masks=1)
    }
    assert prices["as it is"].above == 0
    assert prices["as it is"].answers == len(equipment.index)
    assert prices["best 60% of each length"].above > prices["best 80% of each length"].above > 0
    assert prices["accents keep"].kappa >= prices["accents fold"].kappa
    for price in prices.values():
        assert price.above == pytest.approx(price.kappa - prices["as it is"].kappa)
