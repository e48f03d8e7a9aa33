"""The data of a preview: scripts that its pages load, since a page opened as a file may fetch nothing else."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from factory.inspect.limits import NOT_FOR_PLACED, Limits
from factory.jokes import Joke, JokeList
from factory.puzzle import Puzzle
from factory.ship.clue_text import CELL
from factory.ship.drawing import blank_words, draw_grid
from factory.ship.labels import labels_of
from factory.ship.preview_words import UsedWords
from factory.words.index import LexiconIndex
from factory.words.lexicon import ScoreSettings

SHEET: Final = 64
"""Puzzles whose drawings lie in one file: a page of a puzzle loads one of them."""
_PRIVATE: Final = 0xE000
"""Where the code points begin that stand for cells of several letters."""


@dataclass(frozen=True)
class Metric:
    """How a metric is shown."""

    name: str
    label: str
    meaning: str
    kind: Literal["share", "count", "number"] = "count"
    high_is_good: bool = False


METRICS: Final = (
    Metric("mean_zipf", "mean frequency", "Zipf, of the answers of known frequency", kind="number", high_is_good=True),
    Metric("rare_share", "rare answers", "Zipf below 2.5, or unknown", kind="share"),
    Metric("rare_crossings", "rare crossings", "cells where both answers are rare"),
    Metric("limited_share", "limited answers", "codes, abbreviations, foreign, archaic, dialect", kind="share"),
    Metric("code_share", "codes", "answers that are codes", kind="share"),
    Metric("codes_per_15_slots", "codes per 15", "codes for each 15 answers begun", kind="number"),
    Metric("mean_length", "mean length", "cells of an answer", kind="number", high_is_good=True),
    Metric("two_cell_share", "two cells", "answers of two cells", kind="share"),
    Metric("three_cell_share", "three cells", "answers of three cells", kind="share"),
    Metric("slots", "answers", "across and down"),
    Metric("letter_cells", "letter cells", "cells to fill in"),
    Metric("clue_cells", "clue cells", "cells that are not filled in"),
    Metric("clue_share", "clue share", "clue cells of all cells", kind="share"),
    Metric("inner_clue_share", "inner clue share", "clue cells inside the grid", kind="share"),
    Metric("dead_clue_cells", "dead clue cells", "clue cells without a clue, besides the corner"),
    Metric("clusters", "clusters", "2 × 2 blocks and lines of three clue cells inside"),
    Metric("islands", "islands", "regions of letters beyond the first"),
    Metric("clue_overflows", "clue overflows", "clue cells whose clues are too long"),
    Metric("secret_cells", "secret cells", "cells of the punchline"),
    Metric("secret_spread", "secret spread", "unevenness of the gaps between secret cells, 0 = even", kind="number"),
    Metric("secret_letters_in_one_answer", "secret in one answer", "most secret cells in one answer"),
    Metric("secret_adjacent", "secret side by side", "pairs of secret cells that touch"),
)  # fmt: skip


@dataclass(frozen=True)
class Corpus:
    """A corpus to be shown, and what it is judged by now."""

    lang: str
    seed: int
    puzzles: Sequence[Puzzle]
    """By size and number."""
    limits: Mapping[str, Limits]
    """By size."""
    index: LexiconIndex
    score: ScoreSettings
    jokes: JokeList
    report: Mapping[str, Any]
    """As in report.json."""
    withdrawn: Sequence[tuple[str, str]] = ()
    """Id and reason."""


def script(name: str, value: Any) -> bytes:
    """A script that gives a page the value by name."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"preview.{name} = {text};\n".encode()


def data_scripts(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """File names and contents: puzzles.js, words.js, and the drawings by size and dozens of puzzles."""
    words = UsedWords()
    letters = Letters()
    rows: list[list[Any]] = []
    jokes: dict[tuple[str, str, str], int] = {}
    for name, first, group in _sheets(corpus.puzzles):
        drawings = []
        for place, puzzle in enumerate(group, first):
            drawings.append(_drawing(puzzle, words.add(place, puzzle)))
            told = (puzzle.secret.joke, puzzle.secret.setup, puzzle.secret.punchline)
            jokes.setdefault(told, len(jokes))
            rows.append(_row(puzzle, name, place - first, jokes[told], letters))
        yield f"{name}.js", script(f'sheets["{name}"]', drawings)
    known = {joke.id: joke for joke in corpus.jokes.jokes}
    yield "words.js", script("words", words.rows(corpus.index, corpus.score))
    yield (
        "puzzles.js",
        script(
            "corpus",
            {
                "lang": corpus.lang,
                "labels": dataclasses.asdict(labels_of(corpus.lang)),
                "cell": CELL,
                "metrics": [[metric.name, metric.label, metric.meaning, metric.kind] for metric in METRICS],
                "limits": {
                    size: [getattr(limits, metric.name, None) for metric in METRICS]
                    for size, limits in corpus.limits.items()
                },
                "notForPlaced": sorted(NOT_FOR_PLACED),
                "letters": letters.table,
                "jokes": [_joke(told, known.get(told[0])) for told in jokes],
                "puzzles": rows,
            },
        ),
    )


def _joke(told: tuple[str, str, str], known: Joke | None) -> list[Any]:
    """A joke as puzzles tell it, its tags, and whether the list of now has it otherwise or no longer."""
    if known is None:
        return [*told, [], "gone"]
    return [*told, list(known.tags), "" if told == (known.id, known.setup, known.punchline) else "changed"]


class Letters:
    """One character for each cell string."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def code(self, cell: str | None) -> str:
        """A dot for a clue cell, the letter itself, or the character that stands for several letters."""
        if cell is None:
            return "."
        if len(cell) == 1 and cell != "." and ord(cell) < _PRIVATE:
            return cell
        return self._codes.setdefault(cell, chr(_PRIVATE + len(self._codes)))

    @property
    def table(self) -> dict[str, str]:
        """What the characters stand for that are no letters themselves."""
        return {code: cell for cell, code in self._codes.items()}


def _sheets(puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, int, Sequence[Puzzle]]]:
    """Runs of at most SHEET puzzles of one size: their name, the place of the first, and the puzzles."""
    start = number = 0
    while start < len(puzzles):
        size = puzzles[start].size
        number = number + 1 if start and puzzles[start - 1].size == size else 1
        end = start + 1
        while end < min(start + SHEET, len(puzzles)) and puzzles[end].size == size:
            end += 1
        yield f"{size}-{number}", start, puzzles[start:end]
        start = end


def _row(puzzle: Puzzle, sheet: str, place: int, joke: int, letters: Letters) -> list[Any]:
    """What the gallery knows of a puzzle."""
    cols = puzzle.cols
    return [
        puzzle.id,
        puzzle.rows,
        cols,
        "".join(letters.code(cell) for row in puzzle.grid for cell in row),
        puzzle.secret.mode,
        joke,
        [r * cols + c for r, c in puzzle.secret.cells],
        [_short(puzzle.quality.get(metric.name)) for metric in METRICS],
        sheet,
        place,
    ]


def _short(value: float | int | None) -> float | int | None:
    return round(value, 4) if isinstance(value, float) else value


def _plain(value: float) -> float | int:
    """The shortest number for a place in the drawing."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _drawing(puzzle: Puzzle, numbers: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What the page of a puzzle knows besides: the drawing of its clue cells, its entries, blanks and origin."""
    clue_cells, _ = draw_grid(puzzle)
    return {
        "clues": [
            [
                _plain(cell.x),
                _plain(cell.y),
                cell.font_size,
                cell.tooltip,
                [[line.text, line.y] for line in cell.lines],
                cell.rule,
                [" ".join(f"{_plain(x)},{_plain(y)}" for x, y in triangle) for triangle in cell.arrows],
            ]
            for cell in clue_cells
        ],
        "entries": [
            [entry.direction, *entry.cells[0], entry.zipf, *number]
            for entry, number in zip(puzzle.entries, numbers, strict=True)
        ],
        "blanks": [[[blank.text, blank.number] for blank in word] for word in blank_words(puzzle)],
        "origin": dict(puzzle.provenance),
    }
