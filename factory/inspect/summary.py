"""The quality of a corpus: per size the means of the puzzles' metrics, and how often words come again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median

from factory.puzzle import Puzzle

Row = dict[str, float | int | None]


def summarise(puzzles: Iterable[Puzzle]) -> dict[str, Row]:
    """The figures of each size ("8x8", ...) and of all puzzles together ("all"), sizes ascending.

    `puzzles` counts; every metric of factory.inspect.metrics is a mean over the puzzles; reuse as of `reuse`.
    """
    by_size: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        by_size[puzzle.rows, puzzle.cols].append(puzzle)
    table = {group[0].size: _row(group) for _, group in sorted(by_size.items())}
    every = [puzzle for _, group in sorted(by_size.items()) for puzzle in group]
    return {**table, "all": _row(every)} if every else {}


def reuse(uses: Sequence[Iterable[str]]) -> Row:
    """How often things come again, given what each puzzle uses in order.

    distinct: different things per use. top_1_percent: share of the uses taken by the most used hundredth of
    the things (at least one). median_distance: puzzles from one use of a thing to its next; None when nothing
    comes again.
    """
    counts: Counter[str] = Counter()
    last: dict[str, int] = {}
    distances: list[int] = []
    for i, things in enumerate(uses):
        for thing in things:
            counts[thing] += 1
            if thing in last:
                distances.append(i - last[thing])
            last[thing] = i
    total = counts.total()
    top = sorted(counts.values(), reverse=True)[: max(1, len(counts) // 100)]
    return {
        "distinct": round(len(counts) / total, 6) if total else None,
        "top_1_percent": round(sum(top) / total, 6) if total else None,
        "median_distance": median(distances) if distances else None,
    }


def _row(puzzles: Sequence[Puzzle]) -> Row:
    row: Row = {"puzzles": len(puzzles)}
    for name in puzzles[0].quality:
        row[name] = round(fmean(puzzle.quality[name] for puzzle in puzzles), 6)
    for kind, uses in (
        ("answer", [[entry.answer for entry in puzzle.entries] for puzzle in puzzles]),
        ("clue", [[f"{entry.answer}\t{entry.clue}" for entry in puzzle.entries] for puzzle in puzzles]),
    ):
        row.update({f"{kind}_{name}": value for name, value in reuse(uses).items()})
    return row
