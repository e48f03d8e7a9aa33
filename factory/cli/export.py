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
from factory.ship.bundle_reader import expand, read_bundle, read_manifest
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from factory.ship.jsonl import write_jsonl
from factory.ship.svg import render_svg, render_svg_solution

FORMATS: Final = ("jsonl", "ipuz", "jpz", "pdf", "svg")

Render = Callable[[Puzzle], bytes]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "export",
        help="write puzzles in an open format",
        description="Writes puzzles by size and number. jsonl is one explicit JSON object a line, in one file; "
        "ipuz and jpz are for other crossword programs, svg and pdf for looking at and printing, one file each, named "
        "by the id; pdf also makes one booklet of all.",
    )
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="a corpus, such as output/sk, or a bundle, such as output/sk/bundle",
    )
    parser.add_argument("--format", choices=FORMATS, default="jsonl", help="default: jsonl")
    parser.add_argument(
        "--to", type=Path, metavar="PATH",
        help="where to: a file for jsonl (default: the terminal), else a folder; a name that ends like the format, "
        "such as a.ipuz, is the file of a single puzzle, and a.pdf a booklet of all puzzles",
    )  # fmt: skip
    parser.add_argument("--sizes", metavar="SIZES", help="such as 8-12; default: all")
    parser.add_argument("--id", action="append", metavar="ID", help="which puzzle; may be repeated")
    parser.add_argument(
        "--solution", action=argparse.BooleanOptionalAction,
        help="svg: draw the solutions, named ID-solution.svg; pdf: add them at the end (the default there)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the puzzles."""
    sizes = None if options.sizes is None else parse_sizes(options.sizes)
    if options.format != "jsonl" and options.to is None:
        raise UsageError(
            f"--format {options.format}: say where with --to, such as --to /tmp/{options.format}"
        )
    if options.solution is not None and options.format not in ("svg", "pdf"):
        raise UsageError(f"--solution goes with svg and pdf, not with {options.format}")
    puzzles = _chosen(_puzzles(options.folder), sizes, options.id, options.folder)
    if options.format == "jsonl":
        count = _export_lines(puzzles, options.to)
    elif options.format == "pdf":
        count = _export_pdf(puzzles, options.to, solutions=options.solution is not False)
    elif options.solution:
        count = _export_files(
            puzzles, lambda puzzle: render_svg_solution(puzzle).encode(), "-solution.svg", options.to
        )
    else:
        render = {"ipuz": render_ipuz, "jpz": render_jpz, "svg": render_svg}[options.format]
        count = _export_files(
            puzzles, lambda puzzle: render(puzzle).encode(), f".{options.format}", options.to
        )
    if options.to is not None:
        print(f"{options.to}: {count} puzzle{'' if count == 1 else 's'}")
    return 0


def _export_lines(puzzles: Iterable[Puzzle], path: Path | None) -> int:
    if path is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # whatever the locale: JSON is
        write_jsonl(puzzles, sys.stdout)
        return 0
    text = io.StringIO()
    write_jsonl(puzzles, text)
    write_file(path, text.getvalue().encode())
    return text.getvalue().count("\n")


def _export_pdf(puzzles: Iterator[Puzzle], to: Path, *, solutions: bool) -> int:
    from factory.ship.pdf import (
        render_pdf,
    )  # here, since it takes longer to load than other commands take to run

    if to.suffix == ".pdf":
        chosen = list(puzzles)
        write_file(to, render_pdf(chosen, solutions=solutions))
        return len(chosen)
    return _export_files(puzzles, lambda puzzle: render_pdf([puzzle], solutions=solutions), ".pdf", to)


def _export_files(puzzles: Iterator[Puzzle], render: Render, ending: str, to: Path) -> int:
    """Writes a file a puzzle, or the only one to `to`; how many."""
    if to.suffix == Path(f"x{ending}").suffix:
        puzzle, *more = puzzles
        if more:
            raise UsageError(
                f"--to {to}: {1 + len(more)} puzzles, expected a folder, or one puzzle with --id"
            )
        write_file(to, render(puzzle))
        return 1
    count = 0
    for puzzle in puzzles:
        count += 1
        make_folder(to)
        write_file(to / _file_name(puzzle, ending), render(puzzle))
    sync_folder(to)
    return count


def _file_name(puzzle: Puzzle, ending: str) -> str:
    if not re.fullmatch(r"\w[\w.-]*", puzzle.id):
        raise FactoryError(f"puzzle {puzzle.id!r}: can't name a file, expected letters, digits, - and .")
    return puzzle.id + ending


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
        _refuse_withdrawn(folder, min(missing))
        raise FactoryError(
            f"{folder}: holds no puzzle {min(missing)!r}" + (" of these sizes" if sizes else "")
        )
    if not n_chosen:
        raise FactoryError(f"{folder}: holds no puzzle" + (" of these sizes" if sizes else ""))


def _refuse_withdrawn(folder: Path, puzzle_id: str) -> None:
    """Raises an error with the reason, which bundles don't know, when the puzzle was withdrawn."""
    if (folder / MANIFEST_NAME).is_file():
        withdrawn = dict.fromkeys(read_manifest(folder).withdrawn, "")
    else:
        with Ledger.read(folder / LEDGER) as ledger:
            withdrawn = {stored.puzzle.id: f": {stored.withdrawn}" for stored in ledger.withdrawn()}
    if puzzle_id in withdrawn:
        raise FactoryError(f"{puzzle_id} was withdrawn{withdrawn[puzzle_id]}")
