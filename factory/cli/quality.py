"""`factory quality`: the figures of a corpus per size."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from factory.cli.corpus import LEDGER
from factory.corpus.ledger import Ledger
from factory.corpus.report import report_json
from factory.errors import FactoryError
from factory.inspect.summary import Row, summarise
from factory.ship.atomic import write_file


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "quality",
        help="print the quality of a corpus per size",
        description="Prints the means of the quality metrics per size; docs/architecture.md defines them.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the table."""
    with Ledger.read(options.folder / LEDGER) as ledger:
        table = summarise(ledger.puzzles())
        effort = report_json(ledger.lang, ledger.seed, ledger.totals())
    if not table:
        raise FactoryError(f"{options.folder}: holds no puzzle yet")
    if options.json:
        text = json.dumps({"quality": table, "effort": effort}, ensure_ascii=False, indent=2)
        write_file(options.json, f"{text}\n".encode())
    print(format_table(table))
    return 0


def format_table(table: Mapping[str, Row]) -> str:
    """The figures as text: a column a size, a row a metric."""
    names = list(next(iter(table.values())))
    width = max(len(name) for name in names)
    lines = [" ".join([" " * width, *(f"{size:>7}" for size in table)])]
    for name in names:
        lines.append(" ".join([f"{name:<{width}}", *(f"{_short(row[name]):>7}" for row in table.values())]))
    return "\n".join(lines)


def _short(value: float | int | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, int) or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
