"""`factory corpus merge`: the folders of shards become one corpus."""

from __future__ import annotations

import argparse
from pathlib import Path

from factory.cli.common import add_house, add_page, house
from factory.cli.corpus_folder import BUNDLE, LEDGER, write_page, write_results
from factory.cli.streams import say
from factory.corpus.equipment import equip
from factory.corpus.ledger import Ledger
from factory.corpus.merge import merge_ledgers
from factory.corpus.run import locked
from factory.errors import FactoryError


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "merge",
        help="put the folders of shards together",
        description="Takes over all that the shards have made, in whatever order they are named, into OUT/LANG, as if "
        "one run had made it; may be repeated when the shards have made more.",
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="such as output/shard-1-of-3")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="output folder of the whole")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    add_page(parser)
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Merges language by language, and writes report and bundle of each."""
    for lang, folders in corpora(options.folders).items():
        folder = options.out / lang
        if folder.resolve() in [source.resolve() for source in folders]:
            raise FactoryError(f"{folder}: is one of the shards, expected another --out")
        with locked(folder):
            merged = merge_ledgers(folder / LEDGER, [source / LEDGER for source in folders])
            with Ledger.read(folder / LEDGER) as ledger:
                totals = write_results(folder, ledger, house(options), equip(house(options), lang))
                if options.page:
                    write_page(folder, ledger)
        if not options.quiet:
            new = ", ".join(f"{stream.rows}x{stream.cols}" for stream in merged if stream.epochs)
            say(f"{lang}: {f'new epochs of {new}' if new else 'nothing new'}; bundle: {folder / BUNDLE}")
            say(f"{lang}: {sum(min(t.accepted, t.wanted) for t in totals)} puzzles in all")
    return 0


def corpora(folders: list[Path]) -> dict[str, list[Path]]:
    """The corpus folders in output folders by language, each once; a folder that holds a ledger stands for itself.

    Raises:
        FactoryError: there is none.
    """
    found: dict[str, list[Path]] = {}
    for folder in folders:
        ledgers = [folder / LEDGER] if (folder / LEDGER).is_file() else sorted(folder.glob(f"*/{LEDGER}"))
        if not ledgers:
            raise FactoryError(f"{folder}: holds no {LEDGER}, expected the folder of a shard")
        for path in ledgers:
            with Ledger.read(path) as ledger:
                of_lang = found.setdefault(ledger.lang, [])
            if path.parent.resolve() not in [other.resolve() for other in of_lang]:
                of_lang.append(path.parent)
    return found
