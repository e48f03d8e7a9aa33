"""Streams, thinned lexicons and projections: the figures are those of what was made."""

import pytest

from factory.bench.processes import CorpusRun
from factory.bench.projection import Measured, project, size_rows
from factory.bench.streams import run_stream, stream_row, thinned
from factory.cli.main import main
from factory.corpus.ledger import Ledger
from factory.corpus.records import StreamTotals
from factory.errors import FactoryError
from tests.house import EPOCH, dictionaries, home, table

__all__ = ["dictionaries", "home"]


def test_run_stream__makes_what_the_corpus_makes(home):
    records = run_stream(home.equipment, 8, epochs=2)
    assert main(home.corpus(8, EPOCH + 1, "--seed", 1, "--quiet")) == 0
    folder = home.output / "sk"
    with Ledger.read(folder / "ledger.sqlite") as ledger:
        made = [puzzle.grid for puzzle in ledger.puzzles()]
    ours = [accepted.puzzle.grid for record in records for accepted in record.accepted]
    assert ours[: len(made)] == made
    nodes = table(folder, "SELECT nodes FROM epoch ORDER BY epoch")
    assert [(record.nodes,) for record in records[: len(nodes)]] == nodes


def test_stream_row__counts_every_attempt(home):
    records = run_stream(home.equipment, 8, epochs=2)
    row = stream_row(8, records)
    tried = sum(len(record.accepted) + len(record.rejections) for record in records)
    assert row["jobs"] == 2 * EPOCH
    assert row["attempts"] == tried
    assert row["success"] == round(row["puzzles"] / tried, 3)


def test_thinned__smaller_shares_are_parts_of_larger_ones(home):
    whole = home.equipment
    answers = [set(thinned(whole, share).answers) for share in (0.1, 0.5, 1.0)]
    assert answers[0] < answers[1] < answers[2] == set(whole.answers)
    sizes = [len(found) for found in answers]
    assert sizes == [round(share * len(whole.index)) for share in (0.1, 0.5, 1.0)]


def totals(rows, accepted, cpu):
    return StreamTotals(rows, rows, accepted, accepted, accepted, 0, 0, cpu, {})


def test_project__each_size_and_language_alike():
    smallest = CorpusRun("sk", 3.0, 2.0, (totals(8, 8, 0.5),))
    runs = [
        CorpusRun("sk", 10.0, 9.5, (totals(8, 10, 1.0), totals(9, 20, 4.0))),
        CorpusRun("cs", 10.0, 9.5, (totals(8, 20, 4.0), totals(9, 20, 2.0))),
    ]
    projection = project([Measured(run, smallest) for run in runs], puzzles=400)
    assert projection.measured == 70
    assert projection.job_seconds == pytest.approx(100 * (0.1 + 0.2 + 0.2 + 0.1))
    assert projection.closing_seconds == pytest.approx(200 * (3 / 30 + 2 / 40))
    assert projection.start_seconds == pytest.approx(3)
    assert projection.minutes(2) == pytest.approx(projection.cpu_seconds / 120)
    rows = [(row["sk"], row["cs"], row["mean"]) for row in size_rows(runs)]
    assert rows == [(0.1, 0.2, 0.15), (0.2, 0.1, 0.15)]


def test_project__from_nothing_is_refused():
    run = CorpusRun("sk", 1.0, 1.0, (totals(8, 0, 1.0),))
    with pytest.raises(FactoryError, match="sk 8x8: no puzzle"):
        project([Measured(run, run)])
