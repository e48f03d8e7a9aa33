"""`factory jokes`: check the joke list of a language."""

from __future__ import annotations

import argparse
from collections import Counter

from factory.cli import jokes_import
from factory.cli.common import add_house, house
from factory.jokes import read_jokes
from factory.settings import load_settings
from factory.words.orthography import Orthography


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser("jokes", help="check the jokes of a language")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = actions.add_parser(
        "check", help="check the form of a joke list and count its punchlines by length"
    )
    check.add_argument("--lang", required=True, help="language, such as sk")
    add_house(check)
    check.set_defaults(run=run_check)
    jokes_import.add_to(actions)


def run_check(options: argparse.Namespace) -> int:
    """Prints the counts; a bad row is an error with its line."""
    home = house(options)
    orthography = Orthography(load_settings(home.config, options.lang).base.words.orthography)
    path = home.jokes / f"{options.lang}.tsv"
    jokes = read_jokes(path, orthography).jokes
    lengths = Counter(len(joke.cells) for joke in jokes)
    print(f"{path}: {len(jokes)} jokes; by cells of the punchline: "
          + ", ".join(f"{length}: {n}" for length, n in sorted(lengths.items())))  # fmt: skip
    return 0
