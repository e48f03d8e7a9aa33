"""`factory corpus recheck`: judges stored puzzles anew, against the lexicon and jokes of now."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from factory.cli.common import add_house, house
from factory.cli.corpus_folder import LEDGER
from factory.corpus.equipment import equip
from factory.corpus.ledger import Ledger
from factory.inspect.verify import verify
from factory.ship.atomic import write_file


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "recheck",
        help="list stored puzzles that no longer hold against the lexicon and jokes of now",
        description="Judges every stored puzzle anew, those in reserve too, and lists the ones that no longer hold, "
        "with the reason. Changes nothing; `factory corpus withdraw` takes one back.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the list as JSON too")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints a line for each fault; 1 when there are any."""
    with Ledger.read(options.folder / LEDGER) as ledger:
        equipment = equip(house(options), ledger.lang)
        judged = [
            (stored, verify(stored.puzzle, equipment.index, equipment.jokes))
            for stored in ledger.stored()
            if stored.withdrawn is None
        ]
        made_from = {stored.puzzle.id: ledger.made_from(stored)[1] for stored, faults in judged if faults}
    failed = {stored.puzzle.id: faults for stored, faults in judged if faults}
    for puzzle_id, faults in failed.items():
        for fault in faults:
            print(f"{puzzle_id}: {fault}")
    if options.json:
        rows = [
            {
                "id": puzzle_id,
                "faults": list(faults),
                "changed": made_from[puzzle_id].changed(equipment.digests),
            }
            for puzzle_id, faults in failed.items()
        ]
        text = json.dumps({"judged": len(judged), "failed": rows}, ensure_ascii=False, indent=2)
        write_file(options.json, f"{text}\n".encode())
    print(f"{len(judged)} puzzles judged, {len(failed)} no longer hold")
    return 1 if failed else 0
