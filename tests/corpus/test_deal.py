"""The order in which the sizes of a language tell their jokes."""

from dataclasses import replace

import pytest

from factory.corpus.deal import SIZES, can_be_dealt, deal_order, joke_turns
from factory.corpus.job import Stream
from tests.house import build_home

STREAMS = [Stream("sk", size, size) for size in SIZES]
SHORT = [f"{a}{b}pata" for a in "lmnprstk" for b in "aeiouylrmn"]
PUNCHLINES = [*SHORT, *(f"celkom bez {word}" for word in SHORT[:30])]
"""80 of six cells, for every size, and 30 of fifteen."""


@pytest.fixture(scope="module")
def equipment(tmp_path_factory, dictionaries):
    settings = {"secret": {"mode": "planned", "longest": 16}}
    home = build_home(tmp_path_factory.mktemp("home"), dictionaries, jokes=PUNCHLINES, settings=settings)
    return home.equipment


def longest(equipment, sizes):
    """The equipment with room for long punchlines in some sizes only."""
    short = equipment.language.base.secret.longest // 2
    by_size = {
        size: settings if size in sizes else replace(settings, secret=replace(settings.secret, longest=short))
        for size, settings in equipment.language.by_size.items()
    }
    return replace(equipment, language=replace(equipment.language, by_size=by_size))


def test_deal_order__each_size_deals_every_joke_that_fits_once(equipment):
    for stream in (*STREAMS, Stream("sk", 7, 7), Stream("sk", 9, 12)):
        order = deal_order(equipment, stream, seed=1)
        assert sorted(order) == list(range(len(PUNCHLINES))), stream


def test_deal_order__no_joke_is_told_twice_before_all_are_told(equipment):
    share = len(PUNCHLINES) // len(SIZES)
    first = [joke for stream in STREAMS for joke in deal_order(equipment, stream, seed=1)[:share]]
    assert len(set(first)) == share * len(SIZES) == len(PUNCHLINES)
    for turn in range(len(SIZES)):
        dealt = [j for s in STREAMS for j, t in joke_turns(equipment, s, seed=1).items() if t == turn]
        assert sorted(dealt) == list(range(len(PUNCHLINES))), f"turn {turn}"


def test_deal_order__small_sizes_are_left_to_the_short_jokes(equipment):
    roomy = longest(equipment, range(12, 19))
    firsts = {
        stream.rows: [j for j, turn in joke_turns(roomy, stream, seed=1).items() if turn == 0]
        for stream in STREAMS
    }
    assert {len(jokes) for jokes in firsts.values()} == {len(PUNCHLINES) // len(SIZES)}
    assert all(joke < 80 for size in range(8, 12) for joke in firsts[size])
    assert not can_be_dealt(roomy, Stream("sk", 8, 8), 80)


def test_deal_order__is_a_function_of_seed_and_size(equipment):
    orders = [
        deal_order(equipment, stream, seed=seed) for seed in (1, 2) for stream in (STREAMS[0], STREAMS[1])
    ]
    assert len(set(orders)) == 4
    assert deal_order(equipment, STREAMS[0], seed=1) == orders[0]
