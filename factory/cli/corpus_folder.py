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
from factory.ship.atomic import write_file

LEDGER, BUNDLE, REPORT, LOG = "ledger.sqlite", "bundle", "report.json", "run.log"


def write_results(folder: Path, ledger: Ledger, home: House, equipment: Equipment) -> list[StreamTotals]:
    """Writes report and bundle of a corpus; returns the totals that the report tells."""
    totals = ledger.totals()
    wanted = {Stream(ledger.lang, total.rows, total.cols): total.wanted for total in totals}
    report = report_json(ledger.lang, ledger.seed, totals, outlooks(equipment, ledger, wanted))
    write_file(folder / REPORT, f"{json.dumps(report, ensure_ascii=False, indent=2)}\n".encode())
    publish(folder / BUNDLE, ledger, home, equipment)
    return totals
