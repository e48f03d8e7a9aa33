"""What a corpus folder holds, and how the results get into it."""

from __future__ import annotations

import json
from pathlib import Path

from factory.corpus.equipment import Equipment
from factory.corpus.ledger import Ledger
from factory.corpus.records import StreamTotals
from factory.corpus.report import report_json
from factory.ship.atomic import write_file
from factory.ship.bundle import write_bundle

LEDGER, BUNDLE, REPORT, LOG = "ledger.sqlite", "bundle", "report.json", "run.log"


def write_results(folder: Path, ledger: Ledger, equipment: Equipment) -> list[StreamTotals]:
    """Writes report and bundle of a corpus; returns the totals that the report tells."""
    totals = ledger.totals()
    report = json.dumps(report_json(ledger.lang, ledger.seed, totals), ensure_ascii=False, indent=2)
    write_file(folder / REPORT, f"{report}\n".encode())
    write_bundle(
        folder / BUNDLE,
        ledger.puzzles(),
        lang=ledger.lang,
        orthography_letters=equipment.index.orthography.letters,
        attribution=equipment.index.attribution,
        generator=equipment.generator,
        volume=equipment.language.base.corpus.volume,
    )
    return totals
