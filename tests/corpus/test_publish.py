"""Which puzzles of a ledger are in its bundle."""

from factory.corpus.ledger import Ledger
from factory.corpus.publish import ever_published
from tests.corpus.test_ledger import make_record


def numbers(ledger):
    return [(stored.rows, stored.number) for stored in ever_published(ledger)]


def test_ever_published__keeps_withdrawn_ones_in_their_places(tmp_path):
    with Ledger.open(tmp_path / "ledger.sqlite", lang="sk", seed=1) as ledger:
        ledger.want(8, 8, 3)
        ledger.want(9, 9, 9)
        ledger.commit(make_record(0, numbers=(1, 2, 3, 4, 5)))
        ledger.commit(make_record(0, numbers=(1, 2), rows=9))
        nine = [(9, 1), (9, 2)]
        assert numbers(ledger) == [(8, 1), (8, 2), (8, 3), *nine]
        ledger.withdraw("sk-8x8-000002", "a fault")
        assert numbers(ledger) == [(8, 1), (8, 2), (8, 3), (8, 4), *nine]
        ledger.withdraw("sk-8x8-000005", "never published")
        assert numbers(ledger) == [(8, 1), (8, 2), (8, 3), (8, 4), *nine]
        ledger.withdraw("sk-8x8-000004", "published for a while, nothing to put in its place")
        ledger.withdraw("sk-9x9-000002", "the last one")
        assert numbers(ledger) == [(8, 1), (8, 2), (8, 3), (8, 4), (8, 5), *nine]
        assert [(p.rows, p.id[-1]) for p in ledger.puzzles()] == [(8, "1"), (8, "3"), (9, "1")]
