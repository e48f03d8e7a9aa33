"""`factory puzzle`: one puzzle to the terminal, and as a page."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from factory.cli.common import add_house, house, seed
from factory.cli.corpus_folder import LEDGER
from factory.cli.streams import say
from factory.cli.wishes import add_wishes, selection, wanted_words, wishes
from factory.corpus.epoch import epoch_jobs
from factory.corpus.equipment import equip
from factory.corpus.job import Stream, finish, run_job
from factory.corpus.ledger import Ledger
from factory.corpus.rebuild import rebuild
from factory.corpus.records import FRESH
from factory.errors import FactoryError, UsageError
from factory.inspect.verify import verify
from factory.puzzle import Puzzle
from factory.settings import LARGEST, SMALLEST
from factory.ship.atomic import write_file
from factory.ship.html import render_html
from factory.ship.terminal import render_text

PUZZLE_ID = re.compile(r"[a-z]{2,3}-\d+x\d+-\d{6,}")


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "puzzle",
        help="make one puzzle and show it, or show one of a corpus",
        description="Makes the first puzzle of a size and prints it: the same as in a corpus of that seed. With "
        "--from it shows a puzzle of a corpus instead, or makes it anew.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--lang", help="language, such as sk")
    which.add_argument(
        "--from", dest="corpus", type=Path, metavar="DIR",
        help="a corpus, such as output/sk, with --id; or just an id, such as sk-12x12-000003, in place of DIR: that "
        "puzzle of output/sk, made anew and compared (as --from output/sk --id ID --rebuild)",
    )  # fmt: skip
    parser.add_argument("--id", metavar="ID", help="which puzzle of the corpus, such as sk-12x12-000003")
    parser.add_argument(
        "--rebuild", action="store_true",
        help="make the puzzle of the corpus anew, from its provenance, and compare",
    )  # fmt: skip
    parser.add_argument("--size", type=int, default=12, metavar="N", help="rows and columns (default: 12)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="default: 1")
    parser.add_argument("--solution", action="store_true", help="print the letters and the punchline")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write it as one page too")
    add_wishes(parser)
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the puzzle."""
    if options.corpus is not None:
        puzzle = _from_corpus(options)
    elif options.id is not None or options.rebuild:
        raise UsageError("--id and --rebuild go with --from DIR")
    else:
        puzzle = _first_of_size(options)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = shutil.get_terminal_size((80, 24)).columns
    print(render_text(puzzle, colour=colour, solution=options.solution, width=width))
    if options.html:
        write_file(options.html, render_html(puzzle).encode())
    return 0


def _from_corpus(options: argparse.Namespace) -> Puzzle:
    corpus, puzzle_id, anew = options.corpus, options.id, options.rebuild
    if puzzle_id is None and PUZZLE_ID.fullmatch(str(corpus)):
        puzzle_id, anew = str(corpus), True
        corpus = Path("output") / puzzle_id.partition("-")[0]
    if puzzle_id is None:
        raise UsageError(f"--from {corpus}: say which puzzle with --id, such as sk-12x12-000001")
    with Ledger.read(corpus / LEDGER) as ledger:
        stored = ledger.find(puzzle_id)
        if stored.withdrawn is not None:
            say(f"{puzzle_id} was withdrawn: {stored.withdrawn}")
        if anew:
            made = rebuild(ledger, equip(house(options), ledger.lang, on_build=say), stored)
            say(f"{puzzle_id}: rebuilt from seed {ledger.seed}, job {stored.job}: equal to the stored one")
            return made
    return stored.puzzle


def _first_of_size(options: argparse.Namespace) -> Puzzle:
    if not SMALLEST <= options.size <= LARGEST:
        raise UsageError(f"--size {options.size}: expected a size from {SMALLEST} to {LARGEST}")
    equipment = equip(
        house(options),
        options.lang,
        on_build=say,
        selection=selection(options),
        wanted=wanted_words(options),
    )
    asked = wishes(options, equipment.index.orthography, rows=options.size, columns=options.size)
    stream = Stream(options.lang, options.size, options.size)
    job = replace(epoch_jobs(equipment, stream, FRESH, seed=options.seed)[0], wishes=asked)
    result = run_job(equipment, job)
    if result.draft is None:
        reasons = sorted({f"{r.stage}: {r.reason}" for r in result.rejections})
        raise FactoryError(
            f"no {stream.size} puzzle{_named(options)} came of {len(result.rejections)} attempts "
            f"({', '.join(reasons)}); try another --seed, or a size from 8 to 18"
        )
    joke = min(result.draft.fits, key=lambda fit: (fit[1], fit[0]))[0]
    puzzle_id = f"{options.lang}-{stream.size}-{1:06d}"
    puzzle = finish(equipment, job, result.draft, joke=joke, usage={}, puzzle_id=puzzle_id)
    faults = verify(puzzle, equipment.index, equipment.jokes)
    assert not faults, f"{puzzle_id} (seed {options.seed}) breaks a rule: {faults[0]}"
    return puzzle


def _named(options: argparse.Namespace) -> str:
    """What was wished for, as the message of a failure names it."""
    cells = [*options.cells, *([str(options.set_file)] if options.set_file else [])]
    asked = [*(f"--must {word}" for word in options.must), *(f"--set {cell}" for cell in cells)]
    return f" with {' '.join(asked)}" if asked else ""
