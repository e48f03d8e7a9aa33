"""`factory lexicon stats`: what a lexicon holds and what it can fill."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from factory.cli.common import add_house, house, positive
from factory.corpus.capacity import Capacity, fill_capacity
from factory.corpus.prices import Price, price_policies
from factory.settings import load_settings
from factory.ship.atomic import write_file
from factory.ship.lexicon_plot import plot_lexicon
from factory.stages.pack import index_words
from factory.words.compile import ensure_index
from factory.words.stats import STEP, LexiconStats, count_lexicon


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "stats",
        help="count answers, clues, frequencies and families, and try how well masks are filled",
        description="Prints what the compiled lexicon of a language holds, and how many masks with fixed seeds it "
        "fills. The same lexicon and settings give the same figures.",
    )
    parser.add_argument("--lang", required=True, help="language, such as sk")
    parser.add_argument("--masks", type=positive, default=10, metavar="N", help="per size (default: 10)")
    parser.add_argument("--no-fill", action="store_true", help="only count")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="write the figures as an image too")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the counts and the capacity."""
    home = house(options)
    language = load_settings(home.config, options.lang)
    base = language.base
    index = ensure_index(
        options.lang, base.words, dictionaries=home.dictionaries, build=home.build, on_build=print
    )
    stats = count_lexicon(index)
    print(format_stats(stats, base.targets.answers))
    capacity: list[Capacity] = []
    if not options.no_fill:
        words = index_words(index, base.fill, base.clues)
        for found in fill_capacity(language, words, masks=options.masks):
            capacity.append(found)
            size = f"{found.size}x{found.size}"
            print(
                f"{size:>7}  {found.filled} of {found.masks} masks filled, {found.nodes} decisions",
                flush=True,
            )
        print("\n" + format_prices(list(price_policies(language, index, words))))
    if options.plot:
        figures = [(found.size, found.masks, found.filled) for found in capacity]
        write_file(options.plot, plot_lexicon(stats, base.targets.answers, figures).encode())
    return 0


def format_prices(prices: Sequence[Price]) -> str:
    """What each policy does to kappa, as a table."""
    lines = [f"{'policy':<28}  answers  kappa   against now"]
    lines += [
        f"{price.policy:<28}  {price.answers:>7}  {price.kappa:.3f}  {price.above:+.3f}" for price in prices
    ]
    return "\n".join(lines)


def format_stats(stats: LexiconStats, targets: Mapping[int, int]) -> str:
    """The counts as text."""
    lines = [
        f"{stats.lang}: {stats.answers} answers, {stats.families} families of more than one",
        "",
        "cells  answers  hand-written  wanted  two clues  limited",
    ]
    last = max(targets, default=0)
    for length, found in stats.lengths.items():
        wanted = "-" if length not in targets else f"{targets[length]}{'+' if length == last else ''}"
        lines.append(
            f"{length:>5}  {found.answers:>7}  {found.hand_written:>12}  {wanted:>6}  "
            f"{found.two_clues / found.answers:>9.0%}  {found.limited:>7}"
        )
    lines += ["", "clues by tag: " + ", ".join(f"{tag} {n}" for tag, n in stats.tags.items()), ""]
    most = max(stats.zipf.values(), default=1)
    for edge, n in stats.zipf.items():
        name = "unknown" if edge == 0 else f"{edge:g} to {edge + STEP:g}"
        lines.append(f"zipf {name:>10}  {n:>6}  {'#' * round(50 * n / most)}")
    lines += ["", *(f"family of {len(family)}: {' '.join(family)}" for family in stats.largest), ""]
    return "\n".join(lines)
