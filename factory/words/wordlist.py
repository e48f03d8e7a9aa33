"""Lists of words, from arguments or a file, with or without clues, as strings of cells and as an index."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import regex

from factory.errors import WordListError
from factory.words.answer import Answer, Clue
from factory.words.importers.columns import NAMES, plain
from factory.words.importers.table import read_csv, sniff_delimiter
from factory.words.index import LexiconIndex, index_answers
from factory.words.orthography import Orthography, OrthographySettings

Speller = Callable[[str], tuple[str, ...]]
"""From a spelling to its cells; raises ValueError for a letter that has no cell."""

LONGEST: Final = 1000
"""Cells of a word."""

_NO_CELL: Final = frozenset("PZC")
"""Unicode categories that are laid without: punctuation, blanks, control characters."""

_CLUSTER: Final = regex.compile(r"\X")


@dataclass(frozen=True)
class Word:
    """A word or phrase of a list."""

    cells: tuple[str, ...]
    spelling: str
    clue: str = ""


def cells_of(spelling: str) -> tuple[str, ...]:
    """The cells of a spelling in any script: one a grapheme cluster, in upper case, without punctuation.

    "naïve" is N A Ï V E however its ï is encoded, "the-golden-rule" THEGOLDENRULE, and a Devanagari letter
    keeps its vowel sign in its cell.
    """
    laid = "".join(
        char
        for char in unicodedata.normalize("NFC", unicodedata.normalize("NFC", spelling).upper())
        if unicodedata.category(char)[0] not in _NO_CELL or char in "\u200c\u200d"
    )
    return tuple(_CLUSTER.findall(laid))


def make_word(spelling: str, clue: str = "", *, place: str, spell: Speller = cells_of) -> Word:
    """The word of a spelling; `place` says in the message where it stands.

    Raises:
        WordListError: it has no cells or too many, or a letter without one.
    """
    spelling = " ".join(unicodedata.normalize("NFC", spelling).split())
    try:
        cells = spell(spelling)
    except ValueError as problem:
        raise WordListError(
            f"{place}: {spelling[:40]!r}: {problem}, expected letters of the language"
        ) from None
    if not cells:
        raise WordListError(f"{place}: {spelling[:40]!r} has no letter or digit, expected a word")
    if len(cells) > LONGEST:
        raise WordListError(f"{place}: {spelling[:40]!r} has {len(cells)} cells, expected at most {LONGEST}")
    return Word(cells, spelling, " ".join(clue.split()))


def read_words(path: Path, *, spell: Speller = cells_of) -> tuple[Word, ...]:
    """The words of a file in its order: CSV by its name, else a line each, the clue behind a tab.

    A header line with the names of columns says which is which; without one the first column is the word and
    the second the clue. Lines that begin with `#` are comments.

    Raises:
        WordListError: it can't be read, holds no word, or a line is none.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as problem:
        raise WordListError(f"{path}: can't be read ({(problem.strerror or 'error').lower()})") from None
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise WordListError(f"{path}:{line}: not UTF-8, expected UTF-8 text") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = _comma_rows(path, text) if path.suffix.casefold() == ".csv" else _tab_rows(path, text)
    words = tuple(
        make_word(spelling, clue, place=f"{path}:{number}", spell=spell)
        for number, spelling, clue in _by_header(list(rows))
    )
    if not words:
        raise WordListError(f"{path}:1: no words, expected one a line")
    return words


Row = tuple[int, Sequence[str]]


def _tab_rows(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            values = [value.strip() for value in line.split("\t")]
            yield number, values


def _comma_rows(path: Path, text: str) -> Iterator[Row]:
    # Comments go blank, so that line numbers stay; quotation marks keep their lines.
    lines = ["" if line.startswith("#") else line for line in text.split("\n")]
    body = "\n".join(lines)
    if sniff_delimiter(body) is None:
        yield from _tab_rows(path, text)
        return
    table = read_csv(str(path), body)
    if table.refusals:
        first = table.refusals[0]
        raise WordListError(f"{path}:{first.line}: {first.why}")
    for number, values in table.rows:
        yield number, ["".join(value).strip() for value in values]


def _by_header(rows: Sequence[Row]) -> Iterator[tuple[int, str, str]]:
    """Line, spelling and clue of the rows; the header, if there is one, is left out."""
    answer, clue = 0, 1
    body = rows
    if rows:
        named = [plain(value) for value in rows[0][1]]
        answers = [i for i, name in enumerate(named) if name in NAMES["answer"].split()]
        clues = [i for i, name in enumerate(named) if name in NAMES["clue"].split() and i not in answers[:1]]
        if answers and clues:
            answer, clue, body = answers[0], clues[0], rows[1:]
    for number, values in body:
        yield (
            number,
            values[answer] if answer < len(values) else "",
            values[clue] if clue < len(values) else "",
        )


def index_of_list(words: Sequence[Word], source: str, more: Sequence[str] = ()) -> LexiconIndex:
    """The index of a word list: earlier words are better; `more` are letters that stand in the grid.

    Raises:
        WordListError: more letters than a fill can tell apart, or a cell of several characters.
    """
    letters = sorted({cell for word in words for cell in word.cells} | set(more))
    try:
        orthography = Orthography(OrthographySettings(alphabet=tuple(letters)))
    except ValueError as problem:
        raise WordListError(f"{source}: {problem}") from None
    by_cells: dict[tuple[str, ...], list[Word]] = {}
    for word in words:
        by_cells.setdefault(word.cells, []).append(word)
    answers = [
        Answer(
            cells=cells,
            clues=tuple(Clue(word.clue, word.spelling, word.spelling, (), source) for word in same),
            zipf=0.0,
            score=1.0 - number / len(by_cells),
            family=number,
        )
        for number, (cells, same) in enumerate(by_cells.items())
        if len(cells) >= 2
    ]
    return index_answers(answers, orthography, lang="")
