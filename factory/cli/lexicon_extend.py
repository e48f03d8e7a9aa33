"""`factory lexicon extend`: more words for a language, from dictionaries that Debian packages."""

from __future__ import annotations

import argparse

from factory.cli.common import add_house, house
from factory.settings import load_settings
from factory.words.breadth import FOLDER
from factory.words.extended.build import build_extended
from factory.words.offensive import read_offensive
from factory.words.orthography import Orthography


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "extend",
        help="build the extended lexicon from Debian packages",
        description="Downloads packages of free dictionaries (apt-get download, no root), makes answers and clues "
        "of them and writes dictionaries/extended/LANG. They are used when `words: extended: true` is in the "
        "language's settings.",
    )
    parser.add_argument("--lang", required=True, help="language: cs, de, en or sk")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Builds it and says what it holds."""
    home = house(options)
    words = load_settings(home.config, options.lang).base.words
    built = build_extended(
        options.lang,
        words,
        read_offensive(home.dictionaries, options.lang, Orthography(words.orthography)),
        folder=home.dictionaries / FOLDER / options.lang,
        cache=home.build / "packages",
        on_step=print,
    )
    for name, rows in built.rows.items():
        print(f"{built.folder / name}: {rows} rows")
    by_length = ", ".join(f"{length}: {n}" for length, n in built.answers.items())
    print(f"{options.lang}: {sum(built.answers.values())} answers ({by_length})")
    print("left out: " + ", ".join(f"{n} {reason}" for reason, n in built.refused.items()))
    if not words.extended:
        print(f"not in use yet: set `words: extended: true` in {home.config / options.lang}.yaml")
    return 0
