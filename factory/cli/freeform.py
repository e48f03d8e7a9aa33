"""`factory freeform`: a list of words becomes a crossing arrangement."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypeVar

from factory.cli.common import between, seed
from factory.errors import FactoryError, UsageError
from factory.executors import LocalPool, usable_cores
from factory.freeform.arrange import AIMS, CHAIN, RULES, Arrangement, FreeformSettings, arrange
from factory.freeform.product import to_puzzle
from factory.freeform.trace import trace
from factory.inspect.verify_freeform import verify_freeform
from factory.puzzle import Puzzle
from factory.settings import load_settings
from factory.ship.atomic import write_file
from factory.ship.freeform_svg import render_freeform_html, render_freeform_svg
from factory.ship.freeform_text import render_freeform_text, render_trace
from factory.ship.ipuz import render_ipuz
from factory.ship.jsonl import write_jsonl
from factory.ship.own_bundle import write_own_bundle
from factory.words.orthography import Orthography
from factory.words.wordlist import Speller, Word, cells_of, make_word, read_words

T = TypeVar("T")
R = TypeVar("R")

POOLED: Final = 20_000
"""From so many words laid in all on, over all orders, workers are worth starting."""

ENOUGH: Final = 5_000
"""Words laid over all orders, where no number of orders is given: a second or two."""

STEPS, LONG = 20_000, 1000
"""Words taken up and laid anew, where no number of steps is given; none for more than LONG words."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "freeform",
        help="cross the words of a list",
        description="Crosses the words of a list, across and down, and prints the best arrangement of many orders "
        "tried. Parallel words never lie side by side, and no word begins or ends against another's letter. Words may "
        "be names, phrases, digits, in any script, with clues or without.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="a word or a phrase in quotation marks")
    parser.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="a word a line, its clue behind a tab; or .csv with two columns",
    )
    parser.add_argument("--seed-word", metavar="WORD", help="laid first, the others around it")
    parser.add_argument("--repeats", action="store_true", help="lay a word as often as it stands in the list")
    parser.add_argument("--lang", help="cells by the spelling of a language, such as sk: CH is one cell")
    parser.add_argument(
        "--config", type=Path, default=Path("config"), metavar="DIR", help="settings (default: config)"
    )
    how = parser.add_argument_group("how words are laid")
    default = FreeformSettings()
    how.add_argument(
        "--rule", choices=list(RULES), default=default.rule,
        help="crossings: most crossings, then least growth of the core, then nearest to the centre; compact: most "
        "crossings within a square; inner, outer, random: attached to the earliest letter that takes it, the latest, "
        f"or a random one (default: {default.rule})",
    )  # fmt: skip
    how.add_argument(
        "--directions", choices=["free", "alternate"], default=default.directions,
        help=f"either way, or each word crosswise to the last one (default: {default.directions})",
    )  # fmt: skip
    how.add_argument(
        "--aim", choices=list(AIMS), default=default.aim,
        help="what the best order is, after the number of words placed: just that (the first that places all is "
        "taken), area and crossings together, the smallest area, the squarest shape, or the most crossings (default: "
        f"{default.aim})",
    )  # fmt: skip
    how.add_argument(
        "--orders", type=between(1, 1_000_000), metavar="N",
        help=f"orders tried at most (default: {default.orders}, fewer for more than {ENOUGH // default.orders} words)",
    )  # fmt: skip
    how.add_argument(
        "--steps", type=between(0, 100_000_000), metavar="N",
        help=f"times that a few words are taken up and laid anew (default: {STEPS:,} by the rule {default.rule}, none "
        f"by others nor for more than {LONG:,} words)",
    )  # fmt: skip
    how.add_argument("--seed", type=seed, default=1, metavar="S", help="default: 1")
    how.add_argument(
        "--workers", type=between(1, 1024), metavar="N", help="processes (default: one per core)"
    )
    out = parser.add_argument_group("what comes out")
    out.add_argument(
        "--trace", nargs="?", type=Path, const=Path("-"), metavar="FILE",
        help="show every step: which word went where, which cells are closed or open for what",
    )  # fmt: skip
    out.add_argument("--svg", type=Path, metavar="FILE", help="draw it")
    out.add_argument(
        "--colours", choices=["order", "word", "none"], default="order",
        help="of the drawing: by the order of placing, by word with crossings mixed, or none (default: order)",
    )  # fmt: skip
    out.add_argument("--html", type=Path, metavar="FILE", help="write a page to solve on paper")
    out.add_argument("--ipuz", type=Path, metavar="FILE", help="write it for other crossword programs")
    out.add_argument("--jsonl", type=Path, metavar="FILE", help="write it in explicit form")
    out.add_argument("--bundle", type=Path, metavar="DIR", help="write it as a bundle, for an app or to play")
    out.add_argument("--quiet", action="store_true", help="print nothing but what is left over")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Arranges the words, judges the result and writes what was asked for."""
    if bool(options.words) == (options.file is not None):
        raise UsageError("words: expected WORD ... or --file FILE, one of the two")
    spell = _speller(options)
    if options.file is not None:
        words = read_words(options.file, spell=spell)
    else:
        words = tuple(make_word(word, place="WORD", spell=spell) for word in options.words)
    seed_word = make_word(options.seed_word, place="--seed-word", spell=spell) if options.seed_word else None
    steps = STEPS if options.rule == FreeformSettings.rule and len(words) <= LONG else 0
    settings = FreeformSettings(
        rule=options.rule, directions=options.directions, aim=options.aim, repeats=options.repeats,
        orders=options.orders or max(1, min(FreeformSettings.orders, ENOUGH // len(words))),
        steps=steps if options.steps is None else options.steps,
    )  # fmt: skip
    arrangement = _arrange(words, settings, seed_word, options)
    if not arrangement.placements:
        raise FactoryError("no word can be laid: all have one letter, expected words of two letters or more")
    name = options.file.stem if options.file is not None else "words"
    puzzle = to_puzzle(
        arrangement, settings, seed=options.seed, puzzle_id=f"freeform-{name}", lang=options.lang or "und"
    )
    given = [word.cells for word in (*words, *([seed_word] if seed_word else []))]
    faults = verify_freeform(puzzle, given, repeats=settings.repeats)
    assert not faults, f"{puzzle.id} (seed {options.seed}) breaks a rule: {faults[0]}"
    _write(puzzle, arrangement, options)
    return 0


def _speller(options: argparse.Namespace) -> Speller:
    if options.lang is None:
        return cells_of
    return Orthography(load_settings(options.config.resolve(), options.lang).base.words.orthography).cells


def _arrange(
    words: Sequence[Word], settings: FreeformSettings, seed_word: Word | None, options: argparse.Namespace
) -> Arrangement:
    """The best arrangement, by a pool of workers where there is much to do; they don't change the result."""
    workers = min(options.workers or usable_cores(), -(-settings.orders // CHAIN))
    with ExitStack() as stack:
        if workers < 2 or len(words) * (settings.orders + settings.steps // 10) < POOLED:
            return arrange(words, settings, seed=options.seed, seed_word=seed_word)
        pool = stack.enter_context(LocalPool(workers))

        def run_all(function: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
            for future in [pool.submit(function, task) for task in tasks]:
                yield future.result()

        return arrange(words, settings, seed=options.seed, seed_word=seed_word, run_all=run_all)


def _write(puzzle: Puzzle, arrangement: Arrangement, options: argparse.Namespace) -> None:
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    if options.trace is not None:
        to_terminal = options.trace == Path("-")
        blocks = render_trace(trace(arrangement.placements), colour=to_terminal and colour)
        if to_terminal:
            for block in blocks:
                print(block)
        else:
            write_file(options.trace, "\n".join(blocks).encode())
    if not options.quiet:
        print(render_freeform_text(puzzle, arrangement, colour=colour), end="")
    else:
        for word, why in arrangement.left_over:
            print(f"left over: {word.spelling} ({why})")
    if options.svg:
        write_file(options.svg, render_freeform_svg(puzzle, arrangement, colours=options.colours).encode())
    if options.html:
        write_file(options.html, render_freeform_html(puzzle, arrangement).encode())
    if options.ipuz:
        write_file(options.ipuz, render_ipuz(puzzle).encode())
    if options.jsonl:
        text = io.StringIO()
        write_jsonl([puzzle], text)
        write_file(options.jsonl, text.getvalue().encode())
    if options.bundle:
        write_own_bundle(options.bundle, [puzzle], generator=str(puzzle.provenance["generator"]))
