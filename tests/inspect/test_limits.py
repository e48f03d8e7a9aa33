import dataclasses

import pytest
from pydantic import TypeAdapter, ValidationError

from factory.inspect.limits import OF_THE_MASK, Limits, broken_limit, broken_mask_limit
from factory.inspect.metrics import measure
from tests.inspect.sample import PUZZLE

NAMES = [field.name for field in dataclasses.fields(Limits)]
EXACT = Limits(**{name: measure(PUZZLE)[name] for name in NAMES})
"""The figures of the sample puzzle themselves: a limit may be reached."""


def test_limits__each_is_a_metric():
    assert set(NAMES) <= set(measure(PUZZLE))


def test_broken_limit__reached_is_not_broken():
    assert broken_limit(measure(PUZZLE), EXACT, mode="found") is None


@pytest.mark.parametrize("name", NAMES)
def test_broken_limit__names_the_one_that_is_exceeded(name):
    quality = measure(PUZZLE)
    quality[name] += 0.000001
    assert broken_limit(quality, EXACT, mode="found") == name


def test_broken_limit__names_the_first_of_several():
    quality = {name: value + 1 for name, value in measure(PUZZLE).items()}
    assert broken_limit(quality, EXACT, mode="found") == NAMES[0]


def test_broken_limit__less_is_never_broken():
    quality = {name: value - 1 for name, value in measure(PUZZLE).items()}
    assert broken_limit(quality, EXACT, mode="found") is None


@pytest.mark.parametrize("name", NAMES)
def test_limits__negative_is_refused(name):
    with pytest.raises(ValidationError, match=name):
        TypeAdapter(Limits).validate_python({name: -1})


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_share")])
def test_limits__share_above_one_is_refused(name):
    with pytest.raises(ValidationError, match=name):
        TypeAdapter(Limits).validate_python({name: 1.01})


def test_broken_limit__spread_is_no_question_for_whole_answers():
    quality = measure(PUZZLE)
    for name in ("secret_spread", "secret_letters_in_one_answer", "secret_adjacent"):
        quality[name] += 9
    assert broken_limit(quality, EXACT, mode="placed") is None
    assert broken_limit(quality, EXACT, mode="planned") is not None


@pytest.mark.parametrize("name", NAMES)
def test_broken_mask_limit__only_what_the_mask_decides(name):
    quality = measure(PUZZLE)
    assert broken_mask_limit(quality, EXACT) is None
    expected = name if name in OF_THE_MASK else None
    assert broken_mask_limit({**quality, name: quality[name] + 1}, EXACT) == expected
