"""What a caller wants of one puzzle: the arguments, and what they ask of the grid."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

from factory.errors import FactoryError, UsageError
from factory.grid import Cell
from factory.stages.lay import Wishes
from factory.words.orthography import Orthography
from factory.words.selection import SelectionSettings, Wanted

FREE, CLUE = ".", "#"
"""Cells of a grid file: anything may stand there; a clue cell."""


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    group = parser.add_argument_group("wishes")
    group.add_argument(
        "--must", action="append", default=[], metavar="WORD[=CLUE]",
        help="a word that must appear; with a clue when the lexicon has none (may be repeated)",
    )  # fmt: skip
    group.add_argument(
        "--without", action="append", default=[], metavar="TEXT",
        help="an answer or a clue that must not appear (may be repeated)",
    )  # fmt: skip
    group.add_argument("--without-file", type=Path, metavar="FILE", help="more of them, one a line")
    group.add_argument(
        "--set", dest="cells", action="append", default=[], metavar="ROW,COLUMN=LETTER",
        help="a letter in a cell, counted from 1 with the clue cells at the edge; # sets a clue cell (may be repeated)",
    )  # fmt: skip
    group.add_argument(
        "--set-file", type=Path, metavar="FILE",
        help="a grid of set cells: one line a row, letters, # for a clue cell, . for anything",
    )  # fmt: skip
    group.add_argument(
        "--min-zipf", type=_floors, default={}, metavar="LENGTH=ZIPF,...",
        help="least frequency of answers by length, such as 3=2.5,4=3",
    )  # fmt: skip


def selection(options: argparse.Namespace) -> SelectionSettings:
    """The words and clues that are left out.

    Raises:
        FactoryError: the file can't be read.
    """
    without = [*options.without]
    if options.without_file:
        without += [line.strip() for line in _read(options.without_file).splitlines() if line.strip()]
    return SelectionSettings(without=tuple(without), min_zipf=options.min_zipf)


def wanted_words(options: argparse.Namespace) -> tuple[Wanted, ...]:
    """The words that must appear."""
    parts = [text.partition("=") for text in options.must]
    return tuple(Wanted(word.strip(), clue.strip() if mark else None) for word, mark, clue in parts)


def wishes(options: argparse.Namespace, orthography: Orthography, *, rows: int, columns: int) -> Wishes:
    """What is asked of the grid.

    Raises:
        UsageError: what can never be laid, with the option that asks for it.
        FactoryError: the file can't be read, or a line of it is wrong.
    """
    room = max(rows, columns) - 1
    words = []
    for word in wanted_words(options):
        cells = orthography.cells(word.spelling)
        if len(cells) > room:
            raise UsageError(
                f"--must {word.spelling}: {len(cells)} cells, a {rows}x{columns} grid has room for {room}"
            )
        words.append(orthography.codes(cells))
    letters: dict[Cell, int] = {}
    clues: set[Cell] = set()
    asked = [_cell(text) for text in options.cells]
    if options.set_file:
        asked += _grid_cells(options.set_file, rows=rows, columns=columns)
    for place, (row, column), content in asked:
        if not (0 <= row < rows and 0 <= column < columns):
            raise UsageError(f"{place}: outside the {rows}x{columns} grid")
        if content == CLUE:
            clues.add((row, column))
            continue
        if row == 0 or column == 0:
            raise UsageError(f"{place}: the first row and the first column hold clue cells only")
        code = _letter(place, content, orthography)
        if letters.setdefault((row, column), code) != code:
            raise UsageError(f"{place}: another letter is set there, too")
    if both := sorted(clues & set(letters)):
        raise UsageError(f"row {both[0][0] + 1}, column {both[0][1] + 1}: set to a letter and to a clue cell")
    return Wishes(
        words=tuple(dict.fromkeys(words)),
        letters=tuple(sorted(letters.items())),
        clue_cells=tuple(sorted(cell for cell in clues if cell[0] and cell[1])),
    )


def _cell(text: str) -> tuple[str, Cell, str]:
    match = re.fullmatch(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*=\s*(\S{1,4})\s*", text)
    if not match:
        raise UsageError(f"--set {text!r}: expected a row, a column and a letter, such as 3,4=A")
    return f"--set {text}", (int(match[1]) - 1, int(match[2]) - 1), match[3]


def _grid_cells(path: Path, *, rows: int, columns: int) -> Iterable[tuple[str, Cell, str]]:
    """The set cells of a grid file; a line with blanks has its cells between them."""
    lines = [(number, line) for number, line in enumerate(_read(path).splitlines(), 1) if line.strip()]
    if len(lines) != rows:
        raise FactoryError(f"{path}: {len(lines)} rows, expected {rows}")
    for row, (number, line) in enumerate(lines):
        cells = line.split() if " " in line.strip() else list(line.strip())
        if len(cells) != columns:
            raise FactoryError(f"{path}:{number}: {len(cells)} cells, expected {columns}")
        for column, content in enumerate(cells):
            if content != FREE:
                yield f"{path}:{number}: cell {column + 1}", (row, column), content


def _letter(place: str, content: str, orthography: Orthography) -> int:
    try:
        cells = orthography.cells(content)
        codes = orthography.codes(cells)
    except ValueError as problem:
        raise UsageError(f"{place}: {problem}") from None
    if len(codes) != 1:
        raise UsageError(f"{place}: {content!r}, expected one letter")
    return codes[0]


def _floors(text: str) -> dict[int, float]:
    floors: dict[int, float] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})\s*=\s*(\d(?:\.\d+)?)\s*", part)
        if not match or int(match[1]) < 2:
            raise argparse.ArgumentTypeError(f"{part!r}: expected a length and a frequency, such as 3=2.5")
        floors[int(match[1])] = float(match[2])
    return floors


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not UTF-8"
        raise FactoryError(f"{path}: can't be read ({reason})") from None
