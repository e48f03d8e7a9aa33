"""`factory bundle`: build, inspect and verify the bundle that the app ships."""

from __future__ import annotations

import argparse
from pathlib import Path

from factory.cli.common import add_house, house
from factory.cli.corpus_folder import BUNDLE, LEDGER
from factory.cli.streams import say
from factory.corpus.equipment import equip
from factory.corpus.ledger import Ledger
from factory.corpus.publish import publish
from factory.corpus.run import locked
from factory.errors import BundleError
from factory.inspect.verify import verify_corpus
from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.bundle_reader import read_bundle, verify_bundle
from factory.ship.bundle_size import cost_by_part, cost_by_size


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command with its three actions."""
    parser = commands.add_parser("bundle", help="build, inspect or verify a bundle")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = actions.add_parser(
        "build", help="write DIR/bundle from the ledger in DIR, judging every puzzle anew"
    )
    build.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    add_house(build)
    build.set_defaults(run=run_build)
    inspect = actions.add_parser("inspect", help="say what a bundle holds and what its parts cost")
    inspect.add_argument("folder", type=Path, metavar="DIR", help="the bundle, such as output/sk/bundle")
    inspect.set_defaults(run=run_inspect)
    verify = actions.add_parser(
        "verify", help="check a bundle's files against its manifest and read them whole"
    )
    verify.add_argument("folder", type=Path, metavar="DIR", help="the bundle, such as output/sk/bundle")
    verify.set_defaults(run=run_verify)


def run_build(options: argparse.Namespace) -> int:
    """Writes the bundle of a corpus."""
    home = house(options)
    with Ledger.read(options.folder / LEDGER) as ledger, locked(options.folder):
        equipment = equip(home, ledger.lang)
        faults = verify_corpus(ledger.puzzles(), equipment.index, equipment.jokes)
        if faults:
            raise BundleError(
                f"{options.folder}: {len(faults)} faults against the present lexicon and jokes, "
                f"the first: {faults[0]}"
            )
        manifest = publish(options.folder / BUNDLE, ledger, home, equipment)
    gone = f", {len(manifest.withdrawn)} of them withdrawn" if manifest.withdrawn else ""
    print(f"{options.folder / BUNDLE}: {manifest.puzzles} puzzles{gone}")
    return 0


def run_inspect(options: argparse.Namespace) -> int:
    """Prints what the bundle holds and what it costs."""
    _refuse_corpus(options.folder)
    bundle = read_bundle(options.folder)
    manifest = bundle.manifest
    print(f"{options.folder}: {manifest.lang}, format {manifest.version}, build {manifest.build}")
    withdrawn = set(manifest.withdrawn)
    for record, volume in zip(manifest.volumes, bundle.volumes, strict=True):
        gone = sum(puzzle.id in withdrawn for puzzle in volume.puzzles)
        print(
            f"  {record.name:<32} {record.puzzles:>6} puzzles {record.bytes:>10} bytes"
            + (f", {gone} withdrawn" if gone else "")
        )
    print(f"  {manifest.table.name:<32} {'':>14} {manifest.table.bytes:>10} bytes")
    if manifest.withdrawn:
        print(f"withdrawn: {', '.join(manifest.withdrawn)}")
    if manifest.corrected:
        print(f"corrected texts: {len(manifest.corrected)}")
    for title, costs in (("by size", cost_by_size), ("by part", cost_by_part)):
        print(f"\n{title:<24} {'puzzles':>8} {'bytes':>10} {'deflated':>10}   per puzzle")
        for cost in costs(options.folder):
            per = max(cost.puzzles, 1)
            print(
                f"  {cost.what:<22} {cost.puzzles:>8} {cost.raw:>10} {cost.deflated:>10} "
                f"{cost.raw / per:>8.1f} {cost.deflated / per:>7.1f}"
            )
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Prints the problems of a bundle; 1 when there are any."""
    _refuse_corpus(options.folder)
    problems = verify_bundle(options.folder)
    for problem in problems:
        say(f"factory: {problem}")
    if not problems:
        print(f"{options.folder}: whole")
    return 1 if problems else 0


def _refuse_corpus(folder: Path) -> None:
    """Raises an error that names the bundle when the folder is the corpus around it."""
    bundle = folder / BUNDLE
    if not (folder / MANIFEST_NAME).exists() and (bundle / MANIFEST_NAME).exists():
        raise BundleError(f"{folder}: is a corpus, expected a bundle, such as {bundle}")
