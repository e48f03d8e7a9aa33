"""The counted qualities of a finished puzzle, defined once for job, report and gate."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from factory.puzzle import SECRET_SOURCE, Cell, Entry, Grid, Puzzle
from factory.words.answer import LIMITED_TAGS
from factory.words.lines import ClueSettings, count_lines

RARE_BELOW = 2.5
"""A zipf below this, or unknown (0), makes an answer rare."""
DEFAULT_ROOM = ClueSettings()

Quality = dict[str, float | int]


def measure(puzzle: Puzzle, room: ClueSettings = DEFAULT_ROOM) -> Quality:
    """The quality of a puzzle by metric name; shares are of 1, rounded to six places.

    clue_cells, letter_cells, slots: counts. clue_share: of all cells; inner_clue_share: below row 0 and right
    of column 0. dead_clue_cells: clue cells that begin no slot, without the corner (dead_with_corner: with
    it). islands: connected letter regions beyond the first. clusters: 2x2 blocks and lines of three clue
    cells in the interior. two_cell_share, three_cell_share, mean_length: of the answers. mean_zipf: over
    answers of known frequency. rare_share, code_share, limited_share: of the answers; codes_per_15_slots:
    codes over slots / 15 rounded up. rare_crossings: cells where both answers are rare. clue_overflows:
    clue cells whose clues need too many lines. secret_spread: root mean square of (gap / ideal - 1).
    secret_letters_in_one_answer: the most from one entry. secret_adjacent: pairs of secret cells that touch.
    """
    return {
        **grid_quality(puzzle.grid),
        **entry_quality(puzzle.entries, puzzle.lang, room),
        **secret_quality(puzzle),
    }


def grid_quality(grid: Grid) -> Quality:
    """The metrics that need only clue and letter cells."""
    rows, cols = len(grid), len(grid[0])
    clue = {(r, c) for r in range(rows) for c in range(cols) if grid[r][c] is None}
    inner = {(r, c) for r, c in clue if r > 0 and c > 0}
    dead = [cell for cell in clue if not _begins_slot(grid, *cell)]
    corner = int((0, 0) in dead)
    n_inner = max(1, (rows - 1) * (cols - 1))
    return {
        "clue_cells": len(clue),
        "letter_cells": rows * cols - len(clue),
        "clue_share": round(len(clue) / (rows * cols), 6),
        "inner_clue_share": round(len(inner) / n_inner, 6),
        "dead_clue_cells": len(dead) - corner,
        "dead_with_corner": len(dead),
        "islands": count_islands(grid),
        "clusters": _clusters(inner),
    }


def entry_quality(entries: Sequence[Entry], lang: str, room: ClueSettings = DEFAULT_ROOM) -> Quality:
    """The metrics of answers and clues; `room` is that of a clue cell."""
    n = max(1, len(entries))
    lengths = [len(entry.cells) for entry in entries]
    known = [entry.zipf for entry in entries if entry.zipf > 0]
    codes = sum("code" in entry.tags for entry in entries)
    rare = [entry for entry in entries if is_rare(entry)]
    rare_cells = Counter(cell for entry in rare for cell in entry.cells)
    lines = Counter[Cell]()
    for entry in entries:
        lines[entry.clue_cell] += count_lines(entry.clue, lang, room.line_width)
    return {
        "slots": len(entries),
        "two_cell_share": round(lengths.count(2) / n, 6),
        "three_cell_share": round(lengths.count(3) / n, 6),
        "mean_length": round(sum(lengths) / n, 6),
        "mean_zipf": round(sum(known) / max(1, len(known)), 6),
        "rare_share": round(len(rare) / n, 6),
        "code_share": round(codes / n, 6),
        "codes_per_15_slots": round(codes / max(1, math.ceil(len(entries) / 15)), 6),
        "limited_share": round(sum(not LIMITED_TAGS.isdisjoint(entry.tags) for entry in entries) / n, 6),
        "rare_crossings": sum(n_rare > 1 for n_rare in rare_cells.values()),
        "clue_overflows": sum(n_lines > room.max_lines for n_lines in lines.values()),
    }


def secret_quality(puzzle: Puzzle) -> Quality:
    """The metrics of the hidden punchline."""
    cells = puzzle.secret.cells
    order = {cell: i for i, cell in enumerate(reading_order(puzzle.grid), 1)}
    places = [0, *(order[cell] for cell in cells), len(order) + 1]
    ideal = (len(order) + 1) / (len(cells) + 1)
    squares = [((b - a) / ideal - 1) ** 2 for a, b in pairwise(places)]
    chosen = set(cells)
    touching = sum(((r, c + 1) in chosen) + ((r + 1, c) in chosen) for r, c in chosen)
    return {
        "secret_cells": len(cells),
        "secret_spread": round(math.sqrt(sum(squares) / len(squares)), 6),
        "secret_letters_in_one_answer": max(
            (sum(cell in chosen for cell in entry.cells) for entry in puzzle.entries), default=0
        ),
        "secret_adjacent": touching,
    }


def other_readings(puzzle: Puzzle) -> int:
    """How many other choices of letter cells, in reading order, spell the punchline in the same grid."""
    letters = [str(puzzle.grid[r][c]) for r, c in reading_order(puzzle.grid)]
    return count_readings(letters, [str(puzzle.grid[r][c]) for r, c in puzzle.secret.cells]) - 1


def count_readings(letters: Sequence[str], punchline: Sequence[str]) -> int:
    """In how many ways the punchline is a subsequence of the letters; the number may be huge.

    ways[k] counts the choices for its first k letters among the letters read so far.
    """
    ways = [1] + [0] * len(punchline)
    for letter in letters:
        for k in range(len(punchline), 0, -1):
            if punchline[k - 1] == letter:
                ways[k] += ways[k - 1]
    return ways[-1]


def is_rare(entry: Entry) -> bool:
    """Whether few solvers can be expected to know the answer: rare in running text, or of unknown frequency.

    A part of a placed secret is no word to be known.
    """
    return entry.zipf < RARE_BELOW and entry.source != SECRET_SOURCE


def reading_order(grid: Grid) -> tuple[Cell, ...]:
    """The letter cells left to right, top to bottom."""
    return tuple((r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell is not None)


def count_islands(grid: Grid) -> int:
    """Connected regions of letter cells (sides touching) beyond the first."""
    left = set(reading_order(grid))
    regions = 0
    while left:
        regions += 1
        edge = [left.pop()]
        while edge:
            r, c = edge.pop()
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
    return max(0, regions - 1)


def _is_letter(grid: Grid, r: int, c: int) -> bool:
    return 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] is not None


def _begins_slot(grid: Grid, r: int, c: int) -> bool:
    across = _is_letter(grid, r, c + 1) and _is_letter(grid, r, c + 2)
    return across or (_is_letter(grid, r + 1, c) and _is_letter(grid, r + 2, c))


def _clusters(inner: set[Cell]) -> int:
    blocks = sum({(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= inner for r, c in inner)
    across = sum({(r, c + 1), (r, c + 2)} <= inner for r, c in inner)
    down = sum({(r + 1, c), (r + 2, c)} <= inner for r, c in inner)
    return blocks + across + down
