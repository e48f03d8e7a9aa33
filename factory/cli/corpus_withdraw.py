"""`factory corpus withdraw`: takes a published puzzle back."""

from __future__ import annotations

import argparse
from pathlib import Path

from factory.cli.corpus_folder import LEDGER
from factory.corpus.ledger import Ledger
from factory.corpus.run import locked
from factory.errors import FactoryError, UsageError


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "withdraw",
        help="take a puzzle back for good",
        description="Marks a puzzle as withdrawn. It keeps its id and its place in the ledger, with the reason; "
        "exports and bundles leave it out from then on, and its joke is free again.",
    )
    parser.add_argument("id", metavar="ID", help="such as sk-12x12-000003")
    parser.add_argument("--why", required=True, metavar="TEXT", help="the reason, kept in the ledger")
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="default: output")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Withdraws the puzzle."""
    why = " ".join(options.why.split())
    if not why:
        raise UsageError("--why: expected a reason")
    lang = options.id.partition("-")[0]
    path = options.out / lang / LEDGER
    if not path.is_file():
        raise FactoryError(f"{path}: there is no ledger here, so no puzzle {options.id!r}")
    with locked(path.parent), Ledger.open(path, lang=lang, seed=None) as ledger:
        ledger.withdraw(options.id, why)
        joke = ledger.find(options.id).puzzle.secret.joke

    print(
        f"{options.id} is withdrawn and its joke {joke} free; the next `factory corpus --lang {lang}` or "
        f"`factory bundle build {path.parent}` writes the bundle without it"
    )
    return 0
