"""`factory jokes stats`: what a joke list holds, and how many of its jokes go into the grids of each size."""

from __future__ import annotations

import argparse
from collections import Counter

from factory.cli.common import add_house, house
from factory.corpus.capacity import joke_capacity
from factory.jokes import JokeList, read_jokes
from factory.jokes_check import words_in_order
from factory.settings import load_settings
from factory.stages.pack import index_words
from factory.words.compile import ensure_index
from factory.words.orthography import Orthography


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "stats",
        help="count the jokes, and try how many go into the grids of each size",
        description="Prints the jokes by length and words, how rare their letters are, and for some sizes the share of "
        "jokes that can be read in freely filled grids (found) and that can be pinned before the fill (planned), "
        "in samples with fixed seeds.",
    )
    parser.add_argument("--lang", required=True, help="language, such as sk")
    parser.add_argument("--no-fill", action="store_true", help="only count")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the counts and the shares."""
    home = house(options)
    language = load_settings(home.config, options.lang)
    base = language.base
    jokes = read_jokes(home.jokes / f"{options.lang}.tsv", Orthography(base.words.orthography))
    print(format_counts(jokes))
    if options.no_fill:
        return 0
    index = ensure_index(
        options.lang, base.words, dictionaries=home.dictionaries, build=home.build, on_build=print
    )
    words = index_words(index, base.fill, base.clues)
    print("\nshare of the jokes that fit, by mode")
    print("   size  found in a grid  in one of 20 grids  planned at once  in 10 attempts")
    for found in joke_capacity(language, index, words, jokes):
        size = f"{found.size}x{found.size}"
        print(
            f"{size:>7}  {found.found:>15.0%}  {found.found_anywhere:>18.0%}  "
            f"{found.planned_once:>15.0%}  {found.planned:>14.0%}",
            flush=True,
        )
    return 0


def format_counts(jokes: JokeList) -> str:
    """The jokes by length, words and letters, as text."""
    lengths = Counter(len(joke.cells) for joke in jokes.jokes)
    words = Counter(len(words_in_order(joke.punchline)) for joke in jokes.jokes)
    letters = Counter(letter for joke in jokes.jokes for letter in joke.cells)
    holders = Counter(letter for joke in jokes.jokes for letter in set(joke.cells))
    rare = sorted(letters, key=lambda letter: (letters[letter], letter))
    most = max(lengths.values())
    return "\n".join(
        [
            f"{jokes.lang}: {len(jokes.jokes)} jokes",
            "",
            *(
                f"{n:>5} cells  {lengths[n]:>4}  {'#' * round(50 * lengths[n] / most)}"
                for n in sorted(lengths)
            ),
            "",
            "by words: " + ", ".join(f"{n}: {words[n]}" for n in sorted(words)),
            "rarest letters (punchlines that need one): "
            + ", ".join(f"{letter} {holders[letter]}" for letter in rare[:12]),
        ]
    )
