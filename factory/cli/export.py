"""`factory export`: the puzzles of a corpus in a format that others read."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

from factory.cli.corpus import LEDGER
from factory.corpus.ledger import Ledger
from factory.ship.atomic import write_file
from factory.ship.jsonl import write_jsonl


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "export",
        help="write the puzzles of a corpus in an open format",
        description="Writes the puzzles of a corpus, by size and number; jsonl is one explicit JSON object a line.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    parser.add_argument("--format", choices=["jsonl"], default="jsonl", help="default: jsonl")
    parser.add_argument("--to", type=Path, metavar="FILE", help="where to (default: the terminal)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the puzzles."""
    with Ledger.read(options.folder / LEDGER) as ledger:
        if options.to is None:
            if isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale: JSON is
            write_jsonl(ledger.puzzles(), sys.stdout)
        else:
            text = io.StringIO()
            write_jsonl(ledger.puzzles(), text)
            write_file(options.to, text.getvalue().encode())
    return 0
