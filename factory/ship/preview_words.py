"""What a preview tells of words: every answer and clue of a corpus, where it is used, and why it scored as it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from factory.inspect.metrics import RARE_BELOW
from factory.puzzle import SECRET_SOURCE, Entry, Puzzle
from factory.words.answer import LIMITED_TAGS, Answer
from factory.words.index import LexiconIndex
from factory.words.lexicon import ScoreSettings, is_handwritten, score_terms

Cells = tuple[str, ...]
ClueKey = tuple[str, str, tuple[str, ...], str]

RARE, LIMITED, CODE, GONE, SECRET, GENERATED = "rare", "limited", "code", "gone", "secret", "generated"
"""Marks of a word: seldom met, every clue limited, every clue a code, in the lexicon no longer, part of a secret,
without a hand-written clue."""
CLUE_GONE: Final = "gone"


@dataclass
class UsedClue:
    """A clue as puzzles use it."""

    text: str
    spelling: str
    tags: tuple[str, ...]
    source: str
    uses: list[int] = field(default_factory=list)
    """Places of its puzzles in the corpus, ascending."""


@dataclass
class UsedWord:
    """An answer with the clues that puzzles use of it."""

    cells: Cells
    zipf: float
    """As of the last puzzle that has it."""
    number: int
    """Its place in the list."""
    clues: dict[ClueKey, UsedClue] = field(default_factory=dict)


class UsedWords:
    """The words of a corpus, gathered puzzle by puzzle; numbered as they come."""

    def __init__(self) -> None:
        self._words: dict[tuple[Cells, bool], UsedWord] = {}
        self._clue_numbers: dict[tuple[int, ClueKey], int] = {}

    def add(self, place: int, puzzle: Puzzle) -> list[tuple[int, int]]:
        """Notes what the puzzle at a place of the corpus uses; returns word and clue number of each entry."""
        return [self._add(place, puzzle, entry) for entry in puzzle.entries]

    def _add(self, place: int, puzzle: Puzzle, entry: Entry) -> tuple[int, int]:
        cells = tuple(puzzle.grid[r][c] or "" for r, c in entry.cells)
        key = (cells, entry.source == SECRET_SOURCE)
        word = self._words.setdefault(key, UsedWord(cells, entry.zipf, len(self._words)))
        word.zipf = entry.zipf
        clue_key = (entry.clue, entry.spelling, entry.tags, entry.source)
        clue = word.clues.setdefault(clue_key, UsedClue(*clue_key))
        clue.uses.append(place)
        number = self._clue_numbers.setdefault((word.number, clue_key), len(word.clues) - 1)
        return word.number, number

    def rows(self, index: LexiconIndex, settings: ScoreSettings) -> list[list[Any]]:
        """A row a word: answer, length, zipf, marks, score and its four terms (or null), clues there are, clues used.

        The lexicon of now says what a word is worth; of a word that it has no longer only the puzzles tell.
        """
        return [_row(word, is_secret, index, settings) for (_, is_secret), word in self._words.items()]


def _row(word: UsedWord, is_secret: bool, index: LexiconIndex, settings: ScoreSettings) -> list[Any]:
    place = None if is_secret else index.find(word.cells)
    answer = index.answer(*place) if place else None
    used = list(word.clues.values())
    known = {(clue.text, clue.spelling) for clue in answer.clues} if answer else set()
    clues = [
        [
            clue.text,
            clue.spelling,
            list(clue.tags),
            clue.source,
            CLUE_GONE if answer and (clue.text, clue.spelling) not in known else "",
            clue.uses,
        ]
        for clue in used
    ]
    head = ["".join(word.cells), len(word.cells)]
    if answer is None:
        return [*head, word.zipf, _marks_of_old(word.zipf, used, is_secret), None, 0, clues]
    terms = score_terms(answer.clues, answer.zipf, settings)
    shown = [
        answer.score,
        *(round(x, 2) for x in (terms.frequency, terms.more_clues, terms.generated, terms.tags)),
    ]
    return [*head, answer.zipf, _marks(answer), shown, len({clue.text for clue in answer.clues}), clues]


def _marks(answer: Answer) -> list[str]:
    marks = {
        RARE: answer.zipf < RARE_BELOW,
        LIMITED: answer.is_limited,
        CODE: answer.is_code,
        GENERATED: not any(map(is_handwritten, answer.clues)),
    }
    return [mark for mark, holds in marks.items() if holds]


def _marks_of_old(zipf: float, used: Sequence[UsedClue], is_secret: bool) -> list[str]:
    if is_secret:
        return [SECRET]
    marks = {
        RARE: zipf < RARE_BELOW,
        LIMITED: all(not LIMITED_TAGS.isdisjoint(clue.tags) for clue in used),
        CODE: all("code" in clue.tags for clue in used),
        GONE: True,
    }
    return [mark for mark, holds in marks.items() if holds]
