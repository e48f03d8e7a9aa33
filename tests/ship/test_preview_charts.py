"""What the charts of a preview draw; how they look is the business of factory.ship.charts."""

import dataclasses

import pytest

from factory.inspect.limits import Limits
from factory.ship import preview_charts
from factory.ship.preview_charts import metric_chart, new_chart, secret_chart, uses_chart
from factory.ship.preview_data import METRICS
from tests.ship.conftest import NAOCH, OCHOTA, make_puzzle


@pytest.fixture
def drawn(monkeypatch):
    """What was given to the last chart: its series by label, or its panel."""
    given = {}
    monkeypatch.setattr(
        preview_charts,
        "line_chart",
        lambda series, **_: given.update({one.label: (list(one.x), list(one.y)) for one in series}) or "",
    )
    monkeypatch.setattr(preview_charts, "bar_chart", lambda panel: given.update(panel.groups) or "")
    return given


def valued(*values):
    puzzle = make_puzzle(NAOCH)
    return [dataclasses.replace(puzzle, quality={"rare_share": value}) for value in values]


def test_metric__median_and_nine_tenths_by_size_and_limit(drawn):
    rare = next(metric for metric in METRICS if metric.name == "rare_share")
    groups = {"3x3": valued(*(i / 100 for i in range(101))), "3x4": valued(0.5)}
    metric_chart(rare, groups, [Limits().rare_share, None])
    assert drawn["median"][1] == pytest.approx([0.5, 0.5])
    assert drawn["nine tenths lie between"][1] == pytest.approx([0.05, 0.5])
    assert drawn["_"][1] == pytest.approx([0.95, 0.5])
    assert drawn["limit"] == ([3.0], [0.15])


def test_new__share_of_different_ones_so_far(drawn):
    clues = iter("abcd")
    same = [make_puzzle(NAOCH), make_puzzle(NAOCH)]
    other = make_puzzle(OCHOTA, secret=(1, 2), punchline="cho!", clue=lambda _: next(clues, "e"))
    new_chart("answers", {"3x3": same, "6x6": [other]})
    assert drawn["3x3"] == ([1, 2], [1, 0.5])
    assert drawn["6x6"] == ([1], [1])


def test_uses__of_the_most_used_first(drawn):
    uses_chart([make_puzzle(NAOCH), make_puzzle(NAOCH), make_puzzle(OCHOTA, secret=(1, 2), punchline="cho!")])
    ranks, uses = drawn["answers"]
    assert ranks == list(range(1, 17))
    assert uses == [2] * 4 + [1] * 12


def test_secret__which_tenth_of_the_letters(drawn):
    secret_chart([make_puzzle(NAOCH, secret=(0, 1, 3), punchline="nach")])
    assert drawn["share"] == pytest.approx([1 / 3, 0, 1 / 3, 0, 0, 0, 0, 1 / 3, 0, 0])
