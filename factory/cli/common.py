"""Arguments and checks that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from factory.corpus.equipment import House
from factory.errors import UsageError
from factory.settings import LARGEST, SMALLEST


def add_house(parser: argparse.ArgumentParser) -> None:
    """Adds the folders a command works with."""
    group = parser.add_argument_group("folders")
    group.add_argument(
        "--config", type=Path, default=Path("config"), metavar="DIR", help="settings (default: config)"
    )
    group.add_argument(
        "--dictionaries", type=Path, default=Path("dictionaries"), metavar="DIR",
        help="lexicon sources, compiled into DIR/build (default: dictionaries)",
    )  # fmt: skip
    group.add_argument(
        "--jokes", type=Path, default=Path("jokes"), metavar="DIR", help="joke lists (default: jokes)"
    )


def add_check_options(parser: argparse.ArgumentParser, *, default: str) -> None:
    """Adds what the checks of rows and jokes share; `default` says which languages they take by themselves."""
    parser.add_argument("--lang", action="append", help=f"language, may be repeated (default: {default})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the findings as JSON too")
    parser.add_argument("--errors", action="store_true", help="print errors only")
    parser.add_argument("--no-spelling", action="store_true", help="don't check spelling")
    add_house(parser)


def add_page(parser: argparse.ArgumentParser) -> None:
    """Adds the option that leaves out the page of the report."""
    parser.add_argument(
        "--no-page", action="store_false", dest="page", help="leave out report.html, the page with charts"
    )


def house(options: argparse.Namespace) -> House:
    """The folders of the command line."""
    return House(options.config.resolve(), options.dictionaries.resolve(), options.jokes.resolve())


def parse_sizes(text: str) -> tuple[int, ...]:
    """The sizes of "8-18", "12" or "8,10,12-15", ascending.

    Raises:
        UsageError: not of this form, or out of range.
    """
    sizes: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*", part)
        if not match:
            raise UsageError(f"--sizes {text[:40]!r}: expected sizes such as 8-18, 12 or 8,10,12-15")
        low, high = int(match[1]), int(match[2] or match[1])
        if not SMALLEST <= low <= high <= LARGEST:
            raise UsageError(
                f"--sizes {text[:40]!r}: expected sizes from {SMALLEST} to {LARGEST}, low to high"
            )
        sizes.update(range(low, high + 1))
    return tuple(sorted(sizes))


def between(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number in a range."""

    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text}: expected {least} to {most:,}")
        return value

    return number


positive = between(1, 999_999)
"""The type of a count of puzzles; an id has room for no more."""


def seed(text: str) -> int:
    """An argument that is a whole number of at least 0."""
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text}: expected at least 0")
    return value
