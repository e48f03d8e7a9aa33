"""`factory play`: write a page to solve the puzzles of a bundle on."""

from __future__ import annotations

import argparse
from pathlib import Path

from factory.cli.corpus_folder import BUNDLE
from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.play_page import PAGE, write_play


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "play",
        help="write a page to solve puzzles on",
        description=f"Writes FOLDER/{PAGE}, which opens from the file system and needs no network; "
        f"{PAGE}#ID opens at a puzzle. The player in it is built by `make player`.",
    )
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="a corpus, such as output/sk, or a bundle, such as output/sk/bundle",
    )
    parser.add_argument("--to", type=Path, metavar="FOLDER", required=True, help="where to")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the page and prints where it is."""
    folder: Path = options.folder
    write_play(options.to, folder if (folder / MANIFEST_NAME).exists() else folder / BUNDLE)
    print(options.to / PAGE)
    return 0
