"""`factory mask`: one mask to the terminal, and how it came to be as a page."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from factory.cli.common import add_house, between, house, seed
from factory.corpus.capacity import random_state
from factory.errors import GridError, UsageError
from factory.grid import CLUE, Mask, derive_slots
from factory.kernels.mask import (
    CLUSTERS,
    DEAD,
    EDGE_DEAD,
    FREE,
    MUST_CLUE,
    MUST_LETTER,
    SLOTS,
    TWOS,
    Costs,
)
from factory.settings import LARGEST, SMALLEST, load_settings
from factory.ship.atomic import write_file
from factory.ship.mask_page import mask_svg, mask_text, penalty_chart, trace_page
from factory.stages.mask import MaskResult, Snapshot, count_mask, find_mask, mask_costs, penalty_parts
from factory.stages.pack import index_words
from factory.words.compile import ensure_index

_MARKS: Final = {"#": MUST_CLUE, ".": MUST_LETTER, "?": FREE}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "mask",
        help="seek a mask for the words of a language and show it",
        description="Seeks the clue cells and letter cells of a grid and prints them with their figures. The same "
        "seed gives the same mask, traced or not.",
    )
    parser.add_argument("--lang", required=True, help="language, such as sk")
    side = between(SMALLEST, LARGEST)
    parser.add_argument("--size", type=side, default=12, metavar="N", help="rows and columns (default: 12)")
    parser.add_argument("--rows", type=side, metavar="R", help="default: --size")
    parser.add_argument("--cols", type=side, metavar="C", help="default: --size")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="default: 1")
    parser.add_argument(
        "--fixed",
        type=Path,
        metavar="FILE",
        help="cells that are settled: a drawing of '#' (clue cell), '.' (letter cell) and '?' (free)",
    )
    parser.add_argument(
        "--trace",
        type=Path,
        metavar="DIR",
        help="write the penalty over the moves and masks on the way there",
    )
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the mask; returns 1 when a hard fault is left."""
    home = house(options)
    rows, columns = options.rows or options.size, options.cols or options.size
    language = load_settings(home.config, options.lang)
    base, settings = language.base, language.by_size[max(rows, columns)].mask
    fixed = None if options.fixed is None else read_fixed(options.fixed, rows, columns)
    index = ensure_index(
        options.lang,
        base.words,
        dictionaries=home.dictionaries,
        build=home.build,
        on_build=lambda text: print(text, file=sys.stderr, flush=True),
    )
    words = index_words(index, base.fill, base.clues)
    snapshots: list[Snapshot] = []
    result = find_mask(
        rows,
        columns,
        words,
        settings,
        random=random_state(rows, columns, options.seed),
        fixed=fixed,
        watch=snapshots.append if options.trace else None,
    )
    costs = mask_costs(words, settings, longest=max(rows, columns))
    figures = mask_figures(result, costs)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(mask_text(result.mask, colour=colour) + "\n")
    print("\n".join(f"{name:<18}{value}" for name, value in figures))
    if options.trace:
        title = f"Mask {rows} x {columns}, {options.lang}, seed {options.seed}"
        write_trace(options.trace, title, figures, snapshots, costs)
        print(f"\n{options.trace / 'index.html'}")
    return 1 if result.faults else 0


def read_fixed(path: Path, rows: int, columns: int) -> NDArray[np.uint8]:
    """The settled cells of a drawing.

    Raises:
        UsageError: the file can't be read.
        GridError: a row of another length, another number of rows, or another character.
    """
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--fixed {path}: {error}") from error
    if len(lines) != rows:
        raise GridError(f"{path}: {len(lines)} rows, expected {rows}")
    for number, line in enumerate(lines, 1):
        if len(line) != columns:
            raise GridError(f"{path}: row {number} has {len(line)} cells, expected {columns}")
        if wrong := set(line) - set(_MARKS):
            raise GridError(f"{path}: row {number} has {sorted(wrong)[0]!r}, expected '#', '.' or '?'")
    return np.array([[_MARKS[cell] for cell in line] for line in lines], np.uint8)


def mask_figures(result: MaskResult, costs: Costs) -> list[tuple[str, str]]:
    """The figures of a mask by name."""
    totals = count_mask(result.mask, costs)
    lengths = Counter(len(slot) for slot in derive_slots(result.mask))
    inner = result.mask[1:, 1:]
    return [
        ("kappa", f"{result.kappa:.3f}"),
        ("penalty", f"{result.penalty:.0f} after {result.steps:,} moves"),
        ("hard faults", str(result.faults)),
        ("slots", f"{totals[SLOTS]:.0f}, of two cells {totals[TWOS] / max(totals[SLOTS], 1):.1%}"),
        ("lengths", ", ".join(f"{length}: {n}" for length, n in sorted(lengths.items()))),
        ("clue cells inside", f"{(inner == CLUE).mean():.1%}"),
        (
            "dead clue cells",
            f"{totals[DEAD]:.0f} inside, {totals[EDGE_DEAD]:.0f} at the border besides the corner",
        ),
        ("clusters", f"{totals[CLUSTERS]:.0f}"),
    ]


def write_trace(
    folder: Path, title: str, figures: list[tuple[str, str]], snapshots: list[Snapshot], costs: Costs
) -> None:
    """Writes the page with all in it, and each image as an SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    steps = [snapshot.step for snapshot in snapshots]
    charged = [penalty_parts(snapshot.mask, costs) for snapshot in snapshots]
    chart = penalty_chart(steps, {name: [parts[name] for parts in charged] for name in charged[0]})
    masks: list[tuple[str, Mask]] = []
    for number in sorted({0, len(snapshots) - 1, *(2**k for k in range(20) if 2**k < len(snapshots))}):
        snapshot = snapshots[number]
        caption = f"after {snapshot.step:,} moves: penalty {sum(charged[number].values()):,.0f}"
        masks.append((caption, snapshot.mask))
        write_file(folder / f"mask-{snapshot.step:07d}.svg", mask_svg(snapshot.mask).encode())
    write_file(folder / "penalty.svg", chart.encode())
    write_file(folder / "index.html", trace_page(title, figures, chart, masks).encode())
