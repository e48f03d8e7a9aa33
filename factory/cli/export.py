"""`factory export`: puzzles in formats that others read."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from factory.cli.common import parse_sizes
from factory.cli.corpus_folder import LEDGER
from factory.corpus.ledger import Ledger
from factory.errors import FactoryError, UsageError
from factory.puzzle import Puzzle, from_json
from factory.ship.atomic import make_folder, sync_folder, write_file
from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.bundle_reader import expand, read_bundle
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from factory.ship.jsonl import write_jsonl

ONE_EACH: Final[dict[str, Callable[[Puzzle], str]]] = {"ipuz": render_ipuz, "jpz": render_jpz}
"""Formats of text with one puzzle a file."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "export",
        help="write puzzles in an open format",
        description="Writes puzzles by size and number. jsonl is one explicit JSON object a line, in one file; "
        "ipuz and jpz are for other crossword programs, one file each, named by the id.",
    )
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="a corpus, such as output/sk, or a bundle, such as output/sk/bundle",
    )
    parser.add_argument("--format", choices=["jsonl", *ONE_EACH], default="jsonl", help="default: jsonl")
    parser.add_argument(
        "--to", type=Path, metavar="PATH",
        help="where to: a file for jsonl (default: the terminal), else a folder; "
        "a name that ends like the format, such as a.ipuz, is the file of a single puzzle",
    )  # fmt: skip
    parser.add_argument("--sizes", metavar="SIZES", help="such as 8-12; default: all")
    parser.add_argument("--id", action="append", metavar="ID", help="which puzzle; may be repeated")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the puzzles."""
    sizes = None if options.sizes is None else parse_sizes(options.sizes)
    if options.format != "jsonl" and options.to is None:
        raise UsageError(
            f"--format {options.format}: say where with --to, such as --to /tmp/{options.format}"
        )
    puzzles = _chosen(_puzzles(options.folder), sizes, options.id, options.folder)
    if options.format == "jsonl":
        _export_lines(puzzles, options.to)
    else:
        _export_files(puzzles, options.format, options.to)
    return 0


def _export_lines(puzzles: Iterable[Puzzle], path: Path | None) -> None:
    if path is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale: JSON is
        write_jsonl(puzzles, sys.stdout)
    else:
        text = io.StringIO()
        write_jsonl(puzzles, text)
        write_file(path, text.getvalue().encode())


def _export_files(puzzles: Iterator[Puzzle], form: str, to: Path) -> None:
    render = ONE_EACH[form]
    if to.suffix == f".{form}":
        puzzle, *more = puzzles
        if more:
            raise UsageError(
                f"--to {to}: {1 + len(more)} puzzles, expected a folder, or one puzzle with --id"
            )
        write_file(to, render(puzzle).encode())
        return
    for puzzle in puzzles:
        make_folder(to)
        write_file(to / _file_name(puzzle, form), render(puzzle).encode())
    sync_folder(to)


def _file_name(puzzle: Puzzle, form: str) -> str:
    if not re.fullmatch(r"\w[\w.-]*", puzzle.id):
        raise FactoryError(f"puzzle {puzzle.id!r}: can't name a file, expected letters, digits, - and .")
    return f"{puzzle.id}.{form}"


def _puzzles(folder: Path) -> Iterator[Puzzle]:
    """The puzzles of a corpus or of a bundle; those of a bundle know neither figures nor origin."""
    if (folder / MANIFEST_NAME).is_file():
        for form in expand(read_bundle(folder)):
            entries = [{"zipf": 0.0, "tags": [], "source": ""} | entry for entry in form["entries"]]
            yield from_json({"quality": {}, "provenance": {}} | form | {"entries": entries})
    else:
        with Ledger.read(folder / LEDGER) as ledger:
            yield from ledger.puzzles()


def _chosen(
    puzzles: Iterable[Puzzle], sizes: tuple[int, ...] | None, ids: list[str] | None, folder: Path
) -> Iterator[Puzzle]:
    """The puzzles of these sizes and ids.

    Raises:
        FactoryError: an id is not there, or nothing is left.
    """
    missing = set(ids or ())
    n_chosen = 0
    for puzzle in puzzles:
        if (sizes is None or puzzle.rows in sizes) and (ids is None or puzzle.id in ids):
            missing.discard(puzzle.id)
            n_chosen += 1
            yield puzzle
    if missing:
        raise FactoryError(
            f"{folder}: holds no puzzle {min(missing)!r}" + (" of these sizes" if sizes else "")
        )
    if not n_chosen:
        raise FactoryError(f"{folder}: holds no puzzle" + (" of these sizes" if sizes else ""))
