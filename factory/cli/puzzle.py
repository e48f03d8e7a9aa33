"""`factory puzzle`: one puzzle to the terminal, and as a page."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from factory.cli.common import add_house, house, seed
from factory.corpus.equipment import equip
from factory.corpus.job import Job, Stream, finish, run_job
from factory.errors import FactoryError, UsageError
from factory.inspect.verify import verify
from factory.settings import LARGEST, SMALLEST
from factory.ship.atomic import write_file
from factory.ship.html import render_html
from factory.ship.terminal import render_text


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "puzzle",
        help="make one puzzle and show it",
        description="Makes one puzzle and prints it; the same seed gives the same puzzle.",
    )
    parser.add_argument("--lang", required=True, help="language, such as sk")
    parser.add_argument("--size", type=int, default=12, metavar="N", help="rows and columns (default: 12)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="default: 1")
    parser.add_argument("--solution", action="store_true", help="print the letters and the punchline")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write it as one page too")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the puzzle."""
    if not SMALLEST <= options.size <= LARGEST:
        raise UsageError(f"--size {options.size}: expected a size from {SMALLEST} to {LARGEST}")
    equipment = equip(
        house(options), options.lang, on_build=lambda text: print(text, file=sys.stderr, flush=True)
    )
    stream = Stream(options.lang, options.size, options.size)
    result = run_job(equipment, Job(stream, 0, options.seed))
    if result.draft is None:
        reasons = sorted({f"{r.stage}: {r.reason}" for r in result.rejections})
        raise FactoryError(
            f"no {stream.size} puzzle came of {len(result.rejections)} attempts ({', '.join(reasons)}); "
            "try another --seed"
        )
    joke = min(result.draft.fits, key=lambda fit: (fit[1], fit[0]))[0]
    puzzle_id = f"{options.lang}-{stream.size}-{1:06d}"
    puzzle = finish(equipment, result.job, result.draft, joke=joke, usage={}, puzzle_id=puzzle_id)
    faults = verify(puzzle, equipment.index, equipment.jokes)
    assert not faults, f"{puzzle_id} (seed {options.seed}) breaks a rule: {faults[0]}"
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = shutil.get_terminal_size((100, 24)).columns
    print(render_text(puzzle, colour=colour, solution=options.solution, width=width))
    if options.html:
        write_file(options.html, render_html(puzzle).encode())
    return 0
