"""`factory preview`: a folder of pages to look at a corpus."""

from __future__ import annotations

import argparse
from pathlib import Path

from factory.cli.common import add_house, house
from factory.cli.corpus_folder import BUNDLE, LEDGER
from factory.cli.streams import say
from factory.corpus.equipment import equip
from factory.corpus.ledger import Ledger
from factory.corpus.report import report_json
from factory.errors import BundleError, FactoryError
from factory.ship.play_page import PAGE, is_player_built, write_play
from factory.ship.preview import write_preview
from factory.ship.preview_data import Corpus

PREVIEW = "preview"


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "preview",
        help="write pages to look at a corpus",
        description="Writes a folder of pages: a gallery with filters, every puzzle with its solution, its figures "
        "and its words, the quality of the corpus in charts, and lists of words and clues. Open FOLDER/index.html; "
        "it needs no network. Words are judged by the lexicon of now.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to (default: DIR/preview)")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the pages."""
    target = options.to or options.folder / PREVIEW
    with Ledger.read(options.folder / LEDGER) as ledger:
        puzzles = list(ledger.puzzles())
        if not puzzles:
            raise FactoryError(f"{options.folder}: holds no puzzle yet")
        equipment = equip(house(options), ledger.lang, on_build=say)
        corpus = Corpus(
            lang=ledger.lang,
            seed=ledger.seed,
            puzzles=puzzles,
            limits={puzzle.size: equipment.settings(puzzle.rows, puzzle.cols).limits for puzzle in puzzles},
            index=equipment.index,
            score=equipment.language.base.words.score,
            jokes=equipment.jokes,
            report=report_json(ledger.lang, ledger.seed, ledger.totals()),
            withdrawn=[(stored.puzzle.id, stored.withdrawn or "") for stored in ledger.withdrawn()],
        )
    write_preview(target, corpus, play=_play(target, options.folder / BUNDLE))
    print(f"{target / 'index.html'}: {len(puzzles)} puzzles")
    return 0


def _play(folder: Path, bundle: Path) -> str | None:
    """Writes the page to solve puzzles on beside the others; None, saying why, when it can't be had."""
    if not is_player_built():
        say("no play page: `make player` builds it (needs Node)")
        return None
    try:
        write_play(folder, bundle)
    except BundleError as problem:
        say(f"no links to play: {problem}")
        return None
    return PAGE
