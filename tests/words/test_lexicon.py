from dataclasses import replace

import pytest

from factory.words.answer import Clue
from factory.words.facts import Fact
from factory.words.lexicon import ScoreSettings, merge, score_answer
from factory.words.source import Row

ZIPF = {"rád": 5.0, "rad": 4.0, "ZA": 7.2, "pes": 4.5}


def row(orthography, spelling, clue, *tags):
    return Row(orthography.cells(spelling), spelling, clue, tags, "sk/a.tsv", "a.tsv", 2)


def fact(orthography, spelling, clue, *tags):
    return Fact(orthography.cells(spelling), spelling, clue, tags)


def merged(orthography, rows, facts=()):
    return merge(
        rows,
        facts,
        orthography=orthography,
        score=ScoreSettings(),
        zipf=lambda spelling: ZIPF.get(spelling, 0.0),
        lemma=lambda spelling, tags: spelling,
        code_zipf=2.5,
    )


def test_merge__spellings_of_the_same_cells_are_one_answer(slovak):
    (answer,) = merged(slovak, [row(slovak, "rad", "šík"), row(slovak, "rád", "šťastný")])
    assert answer.cells == ("R", "A", "D")
    assert [(clue.spelling, clue.text) for clue in answer.clues] == [("rad", "šík"), ("rád", "šťastný")]
    assert answer.zipf == 5.0


def test_merge__hand_written_clues_stand_before_facts_and_are_not_repeated(slovak):
    rows = [row(slovak, "som", "existujem"), row(slovak, "som", "mena: Kirgizsko")]
    facts = [fact(slovak, "som", "mena: Kirgizsko"), fact(slovak, "som", "mena s kódom KGS")]
    (answer,) = merged(slovak, rows, facts)
    assert [(clue.text, clue.source) for clue in answer.clues] == [
        ("existujem", "sk/a.tsv"),
        ("mena: Kirgizsko", "sk/a.tsv"),
        ("mena s kódom KGS", "cldr"),
    ]


def test_merge__frequency_of_a_code_is_capped(slovak):
    (answer,) = merged(slovak, [], [fact(slovak, "ZA", "kód krajiny Južná Afrika", "code")])
    assert answer.zipf == 2.5
    assert answer.is_code
    assert answer.is_limited


def test_merge__order_is_that_of_the_alphabet(slovak):
    answers = merged(slovak, [row(slovak, word, "x") for word in ("ich", "ihla", "čo", "co")])
    assert ["".join(answer.cells) for answer in answers] == ["CO", "ČO", "IHLA", "ICH"]


def test_merge__compound_mark_is_not_shown(slovak):
    (answer,) = merged(slovak, [row(slovak, "viac|hlas", "spev")])
    assert answer.clues[0].spelling == "viachlas"


def clue(text, *tags, source="sk/a.tsv"):
    return Clue(text, "pes", "pes", tags, source)


def test_score__each_weight_does_its_part():
    settings = ScoreSettings(
        frequency=2.0,
        unknown_zipf=1.0,
        clue=0.5,
        max_more_clues=2,
        generated=3.0,
        tags={"abbr": 0.25, "name": 0.5},
    )
    assert score_answer([clue("a")], 4.0, settings) == 8.0
    assert score_answer([clue("a")], 0.0, settings) == 2.0
    assert score_answer([clue("a"), clue("b")], 4.0, settings) == 8.5
    assert score_answer([clue(text) for text in "abcdef"], 4.0, settings) == 9.0
    assert score_answer([clue("a", "abbr", "name", "place")], 4.0, settings) == 7.25
    assert score_answer([clue("a", "abbr"), clue("a", "name")], 4.0, settings) == 7.75
    assert score_answer([clue("a", source="cldr")], 4.0, settings) == 5.0
    assert score_answer([clue("a", source="cldr"), clue("a")], 4.0, settings) == 8.0


@pytest.mark.parametrize(("tags", "limited"), [(("archaic",), True), (("name",), False), ((), False)])
def test_answer__limited_when_every_clue_is(slovak, tags, limited):
    (answer,) = merged(
        slovak, [row(slovak, "pes", "strážca", "foreign"), row(slovak, "pes", "zviera", *tags)]
    )
    assert answer.is_limited == limited
    assert not replace(answer).is_code
