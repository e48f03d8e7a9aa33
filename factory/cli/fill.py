"""`factory fill`: a blocked grid filled with the words of a lexicon or of a list."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from factory import __version__
from factory.cli.common import add_house, between, house, seed
from factory.errors import FactoryError, GridError, UsageError
from factory.grid import Cell, Mask, parse_grid
from factory.inspect.verify_blocked import verify_blocked
from factory.kernels.board import Words
from factory.puzzle import Puzzle
from factory.settings import load_settings
from factory.ship.atomic import write_file
from factory.ship.blocked_text import render_blocked
from factory.ship.ipuz import render_ipuz
from factory.ship.jpz import render_jpz
from factory.ship.jsonl import write_jsonl
from factory.ship.numbering import number_cells
from factory.ship.own_bundle import write_own_bundle
from factory.ship.pdf import render_pdf
from factory.ship.svg import render_svg
from factory.stages.backtrack import Consistency, Solutions, backtrack
from factory.stages.blocked import BlockedGrid, fill_blocked, open_grid, puzzle_of, without_limits
from factory.stages.conflict import find_conflict
from factory.stages.fill import FillSettings, FillStatistics, FillStatus
from factory.stages.pack import pack_words
from factory.words.compile import ensure_index
from factory.words.index import LexiconIndex
from factory.words.orthography import Orthography
from factory.words.wordlist import index_of_list, read_words

NAMED: Final = 12
"""Slots in conflict that a message names; more of them tell nobody where to look."""
LEVELS: Final = {level.name.lower(): level for level in Consistency}
WRITERS: Final = {"ipuz": render_ipuz, "jpz": render_jpz, "svg": render_svg}
JITTER: Final = {"best": 0.7, "random": 6.0}
"""How much chance there is in the choice of a word, against the logarithms of the words it leaves."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "fill",
        help="fill a blocked grid",
        description="Fills a grid drawn as text: '#' blocked, '.' empty, letters given; a line a row, cells parted "
        "by blanks where one has several letters. Every run of two cells or more takes a word, none twice. Says "
        "whether the grid is filled, impossible (proved) or undecided (the budget is spent); exit 0 or 1.",
    )
    parser.add_argument("grid", type=Path, metavar="GRIDFILE", help="the grid")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--lang", help="words of this language's lexicon, such as en")
    source.add_argument(
        "--words", type=Path, metavar="FILE", help="words of a list, one a line; CSV and TSV too"
    )
    parser.add_argument(
        "--order", choices=list(JITTER), default="best", help="words by score, or drawn; default: best"
    )
    parser.add_argument(
        "--must", action="append", default=[], metavar="WORD", help="must appear; may be repeated"
    )
    parser.add_argument(
        "--solutions", type=between(1, 1000), default=1, metavar="N", help="different fills to print"
    )
    parser.add_argument("--clues", action="store_true", help="print the clues too")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="default: 1")
    parser.add_argument(
        "--nodes", type=between(1, 10**12), default=2_000_000, metavar="N",
        help="words to place before the search gives up (default: 2,000,000)",
    )  # fmt: skip
    parser.add_argument(
        "--count", nargs="?", type=between(1, 10**15), const=999_999, metavar="N",
        help="count the fills, up to N (default: 999,999), by plain backtracking",
    )  # fmt: skip
    parser.add_argument(
        "--consistency", choices=[*LEVELS, "all"],
        help="fill by plain backtracking that keeps so much consistency, and print what it took",
    )  # fmt: skip
    parser.add_argument(
        "--to", type=Path, metavar="FILE",
        help="write them to FILE.jsonl (all), FILE.ipuz, FILE.jpz, FILE.svg or FILE.pdf (a single one; pdf: all)",
    )  # fmt: skip
    parser.add_argument(
        "--bundle", type=Path, metavar="DIR", help="write them as a bundle, for an app or to play"
    )
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the fills."""
    mask, drawn = read_grid(options.grid)
    index, settings = _lexicon(options, drawn)
    words = pack_words(index.tables, n_letters=len(index.orthography.letters), rare_below=0.0)
    given = _letters(options.grid, drawn, index.orthography)
    grid = open_grid(mask, given)
    must = list(dict.fromkeys(_must(index, grid, word) for word in options.must))
    if options.count or options.consistency:
        return _backtrack(options, grid, words, index)
    settings = without_limits(
        settings,
        nodes=options.nodes,
        score_weight=float(options.order == "best"),
        jitter=JITTER[options.order],
    )
    fills = _search(options, grid, words, settings, must)
    letters = index.orthography.letters
    answers = {
        "".join(letters[code] for code in word) for table in index.tables.values() for word in table.letters
    }
    drawing = [
        [
            "#" if blocked else letters[given[r, c]] if (r, c) in given else "."
            for c, blocked in enumerate(row)
        ]
        for r, row in enumerate(mask.tolist())
    ]
    puzzles = [_puzzle(options, index, grid, given, fill, n) for n, fill in enumerate(fills, 1)]
    for puzzle in puzzles:
        faults = verify_blocked(puzzle, answers, drawing)
        assert not faults, f"{puzzle.id} (seed {options.seed}) breaks a rule: {faults[0]}"
        print("\n" + render_blocked(puzzle, clues=options.clues))
    if options.to:
        write_fills(options.to, puzzles)
    if options.bundle:
        write_own_bundle(options.bundle, puzzles, generator=f"krizovkaren {__version__}")
    return 0


def write_fills(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """Writes the puzzles in the format that the file's name ends in.

    Raises:
        UsageError: another ending, or several puzzles where a file takes one.
    """
    if path.suffix == ".jsonl":
        text = io.StringIO()
        write_jsonl(puzzles, text)
        write_file(path, text.getvalue().encode())
    elif path.suffix == ".pdf":
        write_file(path, render_pdf(puzzles))
    elif path.suffix[1:] not in WRITERS:
        raise UsageError(f"--to {path}: expected a name that ends in .jsonl, .ipuz, .jpz, .svg or .pdf")
    elif len(puzzles) > 1:
        raise UsageError(f"--to {path}: {len(puzzles)} fills, expected one; .jsonl and .pdf take more")
    else:
        write_file(path, WRITERS[path.suffix[1:]](puzzles[0]).encode())


def read_grid(path: Path) -> tuple[Mask, dict[Cell, str]]:
    """The grid of a file.

    Raises:
        GridError: it can't be read, or holds no grid.
    """
    try:
        return parse_grid(path.read_text("utf-8-sig"), str(path))
    except OSError as problem:
        raise GridError(f"{path}: can't be read ({(problem.strerror or 'error').lower()})") from None
    except UnicodeDecodeError as problem:
        raise GridError(f"{path}: byte {problem.object[problem.start]:#04x} is not UTF-8") from None


def _lexicon(options: argparse.Namespace, drawn: dict[Cell, str]) -> tuple[LexiconIndex, FillSettings]:
    if options.words:
        source = str(options.words)
        return index_of_list(
            read_words(options.words), source, [text.upper() for text in drawn.values() if text.isalnum()]
        ), FillSettings()
    home = house(options)
    base = load_settings(home.config, options.lang).base
    index = ensure_index(
        options.lang, base.words, dictionaries=home.dictionaries, build=home.build,
        on_build=lambda text: print(text, file=sys.stderr, flush=True),
    )  # fmt: skip
    return index, base.fill


def _letters(path: Path, drawn: dict[Cell, str], orthography: Orthography) -> dict[Cell, int]:
    numbers = {}
    for (row, column), text in drawn.items():
        try:
            cells = orthography.cells(text) if text.isalnum() else ()
        except ValueError:
            cells = ()
        if len(cells) != 1:
            place = f"{path}: row {row + 1}, column {column + 1}"
            raise GridError(f"{place}: {text!r}, expected '#', '.' or one letter of the alphabet")
        numbers[row, column] = orthography.codes(cells)[0]
    return numbers


def _must(index: LexiconIndex, grid: BlockedGrid, spelling: str) -> tuple[int, int]:
    try:
        found = index.find(index.orthography.cells(spelling))
    except ValueError as problem:
        raise UsageError(f"--must {spelling!r}: {problem}") from None
    if found is None:
        raise FactoryError(f"--must {spelling!r}: is not among the words, expected one that is")
    if all(len(slot) != found[0] for slot in grid.slots):
        raise FactoryError(f"--must {spelling!r}: the grid has no slot of {found[0]} cells")
    return found


def _search(
    options: argparse.Namespace,
    grid: BlockedGrid,
    words: Words,
    settings: FillSettings,
    must: Sequence[tuple[int, int]],
) -> list[tuple[int, ...]]:
    """The wanted fills, all different.

    Raises:
        FactoryError: none, or fewer than wanted.
    """
    fills: list[tuple[int, ...]] = []
    effort, started = FillStatistics(), time.process_time()
    for attempt in range(4 * options.solutions):
        random = (
            np.random.SeedSequence(options.seed, spawn_key=(attempt,))
            .generate_state(2, np.uint64)
            .astype(np.uint64)
        )
        fill = fill_blocked(grid, words, settings, random=random, must=must)
        effort += fill.statistics
        if fill.status is not FillStatus.FILLED:
            raise FactoryError(_why_not(options, grid, words, settings, fill.status, bool(must)))
        if fill.word_ids not in fills:
            fills.append(fill.word_ids)
        if len(fills) == options.solutions:
            break
    seconds = time.process_time() - started
    print(
        f"{len(grid.slots)} slots; {effort.nodes} decisions, {effort.fails} dead ends, "
        f"{effort.revisions} revisions, {seconds:.2f} s"
    )
    if len(fills) < options.solutions:
        print(f"{len(fills)} different fills, {options.solutions} wanted; --count says how many there are")
    return fills


def _why_not(
    options: argparse.Namespace,
    grid: BlockedGrid,
    words: Words,
    settings: FillSettings,
    status: FillStatus,
    has_must: bool,
) -> str:
    if status is FillStatus.SPENT:
        return f"{options.grid}: undecided after {options.nodes:,} words placed; ask for more with --nodes"
    if has_must:
        return f"{options.grid}: impossible with the words that must appear"
    found = find_conflict(grid.table, words, settings, allowed=grid.allowed)
    if len(found.slots) > NAMED:
        return f"{options.grid}: impossible (proved over {len(found.slots)} of its {len(grid.slots)} slots together)"
    return f"{options.grid}: impossible; no words fit together into {name_slots(grid, found.slots)}"


def name_slots(grid: BlockedGrid, slots: Sequence[int]) -> str:
    """The slots as a solver calls them: "1 across (5 cells), 2 down (4 cells)"."""
    shown = tuple(tuple(None if cell else "" for cell in row) for row in grid.mask)
    numbers = number_cells(shown)
    return ", ".join(
        f"{numbers[slot.cells[0]]} {slot.direction.value} ({len(slot)} cells)"
        for slot in sorted(
            (grid.slots[slot] for slot in slots),
            key=lambda slot: (numbers[slot.cells[0]], slot.direction.value),
        )
    )


def _puzzle(
    options: argparse.Namespace, index: LexiconIndex, grid: BlockedGrid, given: Mapping[Cell, int],
    fill: Sequence[int], number: int,
) -> Puzzle:  # fmt: skip
    return puzzle_of(
        grid,
        given,
        index,
        fill,
        puzzle_id=f"{options.grid.stem}-{number:06d}",
        lang=options.lang or "und",
        provenance={
            "generator": f"krizovkaren {__version__}",
            "seed": options.seed,
            "lexicon": index.digest or options.words.name,
        },
    )


def _backtrack(options: argparse.Namespace, grid: BlockedGrid, words: Words, index: LexiconIndex) -> int:
    if options.must:
        raise UsageError("--must does not go with --count or --consistency")
    level = options.consistency or "maintained"
    wanted = options.count or options.solutions
    print(
        f"{'consistency':<12} {'fills':>7} {'nodes':>11} {'backtracks':>11} {'revisions':>11} {'seconds':>8}"
    )
    backtrack(grid.table, words, Consistency.NONE, allowed=grid.allowed, max_nodes=0)  # compiles it
    for name in LEVELS if level == "all" else [level]:
        started = time.process_time()
        found = backtrack(
            grid.table, words, LEVELS[name], allowed=grid.allowed, wanted=wanted,
            keep=options.solutions, max_nodes=options.nodes,
        )  # fmt: skip
        seconds = time.process_time() - started
        count = f"{found.count}{'' if found.complete and found.count < wanted else '+'}"
        print(
            f"{name:<12} {count:>7} {found.nodes:>11} {found.backtracks:>11} {found.revisions:>11} {seconds:>8.2f}"
            + ("" if found.complete else "  budget spent")
        )
    return 0 if found.count else _none(options, found)


def _none(options: argparse.Namespace, found: Solutions) -> int:
    if found.complete:
        raise FactoryError(f"{options.grid}: impossible: every way was tried")
    raise FactoryError(
        f"{options.grid}: undecided after {options.nodes:,} words placed; ask for more with --nodes"
    )
