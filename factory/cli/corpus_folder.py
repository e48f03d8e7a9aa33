"""What a corpus folder holds, and how the results get into it."""

from __future__ import annotations

import json
from pathlib import Path

from factory.corpus.equipment import Equipment, House
from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.corpus.outlook import outlooks
from factory.corpus.publish import publish
from factory.corpus.records import StreamTotals
from factory.corpus.report import report_json
from factory.inspect.summary import summarise
from factory.ship.atomic import write_file
from factory.ship.report_page import render_report

LEDGER, BUNDLE, REPORT, PAGE, LOG = "ledger.sqlite", "bundle", "report.json", "report.html", "run.log"


def write_results(folder: Path, ledger: Ledger, home: House, equipment: Equipment) -> list[StreamTotals]:
    """Writes report and bundle of a corpus; returns the totals that the report tells."""
    totals = ledger.totals()
    wanted = {Stream(ledger.lang, total.rows, total.cols): total.wanted for total in totals}
    report = report_json(ledger.lang, ledger.seed, totals, outlooks(equipment, ledger, wanted))
    write_file(folder / REPORT, f"{json.dumps(report, ensure_ascii=False, indent=2)}\n".encode())
    publish(folder / BUNDLE, ledger, home, equipment)
    return totals


def write_page(folder: Path, ledger: Ledger) -> None:
    """Writes the page of the report that lies in the folder."""
    puzzles = list(ledger.puzzles())
    page = render_report(
        json.loads((folder / REPORT).read_bytes()),
        summarise(puzzles),
        [float(puzzle.quality["secret_spread"]) for puzzle in puzzles],
        [(stored.puzzle.id, stored.withdrawn or "") for stored in ledger.withdrawn()],
    )
    write_file(folder / PAGE, page.encode())
