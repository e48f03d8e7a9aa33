"""Lexicon sources: dictionaries/<lang>/*.tsv, one row per answer and clue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.tsv import read_lines
from factory.words.orthography import Orthography

HEADER: Final = ("answer", "clue", "tags")
SOURCED_HEADER: Final = (*HEADER, "source")
"""Of files that say for each row where it was taken from."""

TAGS: Final = ("abbr", "code", "name", "place", "foreign", "archaic", "dialect", "technical", "vulgar")

MIN_CELLS: Final = 2

ALLOW: Final = "allow.tsv"
"""No source, but the rows that `factory lexicon check` lets pass."""


@dataclass(frozen=True)
class SourceFile:
    """A source as read at one moment, so that what is hashed is what is compiled."""

    name: str
    """The path as given, for messages."""
    source: str
    """Language and file name ("sk/02.tsv"), kept with each clue."""
    data: bytes

    @property
    def header(self) -> tuple[str, ...]:
        """The columns expected: four where the header line names a source."""
        lines = (line for line in self.data.splitlines() if not line.startswith(b"#"))
        return SOURCED_HEADER if b"source" in next(lines, b"").split(b"\t") else HEADER


@dataclass(frozen=True)
class Row:
    """A sound row."""

    cells: tuple[str, ...]
    spelling: str
    """As written, compound marks included."""
    clue: str
    tags: tuple[str, ...]
    source: str
    """The source of its file, and behind a colon what the row itself names."""
    file: str
    line: int


@dataclass(frozen=True)
class RowProblem:
    """A row that is left out, and why."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def read_files(dictionaries: Path, lang: str) -> tuple[SourceFile, ...]:
    """The sources of a language, by file name.

    Raises:
        LexiconError: there is no folder or file for the language, or one can't be read.
    """
    folder = dictionaries / lang
    paths = sorted(path for path in folder.glob("*.tsv") if path.name != ALLOW)
    if not paths:
        raise LexiconError(f"{folder}: no *.tsv files found, expected the lexicon of language {lang!r}")
    try:
        return tuple(SourceFile(str(path), f"{lang}/{path.name}", path.read_bytes()) for path in paths)
    except OSError as problem:
        raise LexiconError(f"{problem.filename}: can't be read ({problem.strerror})") from None


def read_rows(
    files: Iterable[SourceFile], orthography: Orthography, *, max_clue_length: int
) -> tuple[tuple[Row, ...], tuple[RowProblem, ...]]:
    """The sound rows in order, and the problems of the others.

    Raises:
        LexiconError: a file is empty, has no header line, or is not UTF-8.
    """
    rows: list[Row] = []
    problems: list[RowProblem] = []
    seen: dict[tuple[tuple[str, ...], str], Row] = {}
    for file in files:
        header = file.header
        for number, line in read_lines(file.name, file.data, header=header, error=LexiconError):
            try:
                columns = _columns(line, most=len(header))
                row = make_row(file, number, columns, orthography, max_clue_length=max_clue_length)
            except ValueError as problem:
                problems.append(RowProblem(file.name, number, str(problem)))
                continue
            twin = seen.setdefault((row.cells, row.clue), row)
            if twin is row:
                rows.append(row)
            else:
                message = f"the same answer and clue as {twin.file}:{twin.line}, expected one row for both"
                problems.append(RowProblem(file.name, number, message))
    return tuple(rows), tuple(problems)


def enforce_limit(problems: Sequence[RowProblem], *, max_bad_rows: int) -> None:
    """Nothing, when at most `max_bad_rows` rows are bad.

    Raises:
        LexiconError: there are more; names the first and counts the others.
    """
    if len(problems) > max_bad_rows:
        others = f" (and {len(problems) - 1} more bad rows)" if len(problems) > 1 else ""
        raise LexiconError(f"{problems[0]}{others}")


def make_row(
    file: SourceFile, number: int, columns: Sequence[str], orthography: Orthography, *, max_clue_length: int
) -> Row:
    """The row of answer, clue, tags and source, of which the last two may be missing.

    Raises:
        ValueError: the row is broken; the message says how.
    """
    answer, clue, tags, origin = (*columns, "", "")[:4]
    _check_text("answer", answer)
    _check_text("clue", clue)
    if len(clue) > max_clue_length:
        raise ValueError(f"the clue has {len(clue)} characters, expected at most {max_clue_length}: {clue!r}")
    try:
        cells = orthography.cells(answer)
    except ValueError as problem:
        raise ValueError(f"answer {answer!r}: {problem}") from None
    if len(cells) < MIN_CELLS:
        raise ValueError(f"answer {answer!r} has {len(cells)} cells, expected at least {MIN_CELLS}")
    source = f"{file.source}: {origin.strip()}" if origin.strip() else file.source
    return Row(cells, answer, clue, parse_tags(tags), source, file.name, number)


def _columns(line: str, *, most: int) -> list[str]:
    if not line.strip():
        raise ValueError("an empty line, expected answer<TAB>clue[<TAB>tags]")
    columns = line.split("\t")
    if not 2 <= len(columns) <= most:
        more = "[<TAB>source]" if most > len(HEADER) else ""
        raise ValueError(f"{len(columns)} columns, expected answer<TAB>clue[<TAB>tags]{more}")
    return columns


def parse_tags(text: str) -> tuple[str, ...]:
    """The tags of a comma separated list, each once.

    Raises:
        ValueError: a tag is unknown.
    """
    if not text.strip():
        return ()
    tags = tuple(dict.fromkeys(tag.strip() for tag in text.split(",")))
    for tag in tags:
        if tag not in TAGS:
            raise ValueError(f"unknown tag {tag!r}, expected one of {', '.join(TAGS)}")
    return tags


def _check_text(name: str, text: str) -> None:
    if not text.strip():
        raise ValueError(f"the {name} is empty")
    if text != text.strip() or "  " in text:
        raise ValueError(f"{name} {text!r}: a stray blank, expected single blanks between words")
    if strange := [char for char in text if not char.isprintable()]:
        raise ValueError(f"{name} {text!r}: character U+{ord(strange[0]):04X}, expected printable text")
