"""`factory lexicon`: compile, check, count and extend the lexicon of a language."""

from __future__ import annotations

import argparse

from factory.cli import lexicon_check, lexicon_extend, lexicon_import, lexicon_stats
from factory.cli.common import add_house, house
from factory.errors import UsageError
from factory.settings import languages, load_settings
from factory.words.compile import ensure_index


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser("lexicon", help="compile, check, count and extend the lexicon of a language")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = actions.add_parser(
        "build",
        help="compile the lexicon when its sources have changed",
        description="Compiles the hand-written rows and the generated facts of a language into dictionaries/build; "
        "does nothing when that has been done. Every command does this by itself when needed.",
    )
    build.add_argument("--lang", action="append", help="language, may be repeated (default: all)")
    add_house(build)
    build.set_defaults(run=run_build)
    for action in (lexicon_check, lexicon_stats, lexicon_import, lexicon_extend):
        action.add_to(actions)


def run_build(options: argparse.Namespace) -> int:
    """Compiles what has changed and says what each lexicon holds."""
    home = house(options)
    known = languages(home.config)
    if not known:
        raise UsageError(f"{home.config}: no settings here; is --config right?")
    for lang in options.lang or known:
        settings = load_settings(home.config, lang)
        index = ensure_index(
            lang, settings.base.words, dictionaries=home.dictionaries, build=home.build, on_build=print
        )
        by_length = ", ".join(f"{n}: {len(table)}" for n, table in sorted(index.tables.items()) if n <= 12)
        print(f"{lang}: {len(index)} answers ({by_length} ...)")
    return 0
