"""Rows that say the same."""

import pytest

from factory.words.check_doubles import check_doubles, check_shared_clues, is_near
from factory.words.source import Row


def rows(*pairs: tuple[str, str]) -> list[Row]:
    return [
        Row(tuple(answer.upper()), answer, clue, (), "sk/a.tsv", "a.tsv", line)
        for line, (answer, clue) in enumerate(pairs, 2)
    ]


@pytest.mark.parametrize(
    ("one", "two", "found"),
    [
        ("strážca dvora", "Strážca dvora!", "error"),
        ("strážca dvora", "dvora strážca", "error"),
        ("strážca dvora", "strážca dvory", "warning"),
        ("strážca dvora", "stráža dvora", "warning"),
        ("strážca dvora", "strážca domu", None),
        ("lov", "lom", None),
        ("prvok číslo 51", "prvok číslo 29", None),
        ("druhý mesiac", "druhy mesiac", "warning"),
    ],
)
def test_check_doubles__same_words_and_nearly_the_same(one, two, found):
    findings = list(check_doubles(rows(("pes", one), ("pes", two))))
    assert [(f.level, f.line) for f in findings] == ([(found, 3)] if found else [])
    assert list(check_doubles(rows(("pes", one), ("mačka", two)))) == []


def test_check_shared_clues__only_answers_of_one_length():
    found = list(
        check_shared_clues(rows(("perina", "prikrývka"), ("paplón", "Prikrývka"), ("deka", "prikrývka")))
    )
    assert [str(f) for f in found] == [
        "a.tsv:3: warning: 'Prikrývka' is the clue of 'paplón' and 'perina' (a.tsv:2)"
    ]


def test_check_shared_clues__spellings_of_one_answer_share_nothing():
    assert list(check_shared_clues(rows(("rad", "šťastný"), ("rad", "šťastný")))) == []


@pytest.mark.parametrize(
    ("one", "two", "near"),
    [
        ("abcdefgh", "abcdefgh", True),
        ("abcdefgh", "abcdefg", False),  # too short to tell
        ("abcdefghi", "abcdefgh", True),
        ("abcdefghi", "bcdefghi", True),
        ("abcdefghi", "abcdXfghi", True),
        ("abcdefghi", "abcdXXghi", False),
        ("abcdefghij", "abcdefgh", False),
    ],
)
def test_is_near__one_letter_more_less_or_other(one, two, near):
    assert is_near(one, two) is near
    assert is_near(two, one) is near
