"""`factory jokes`: check, count and import the jokes of a language."""

from __future__ import annotations

import argparse

from factory.cli import jokes_check, jokes_import, jokes_stats


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser("jokes", help="check, count and import the jokes of a language")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for action in (jokes_check, jokes_stats, jokes_import):
        action.add_to(actions)
