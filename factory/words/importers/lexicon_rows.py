"""A foreign dictionary becomes rows of our own: every row cleaned, judged, and taken or refused with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.words.importers.clean import clean_answer, clean_tags, clean_text
from factory.words.importers.columns import find_columns, guess_short_and_long
from factory.words.importers.encoding import decode
from factory.words.importers.formats import TABLES, TITLES, ForeignFile, read_table
from factory.words.importers.mythes import read_mythes
from factory.words.importers.pairs import Pair, unfit, unique
from factory.words.importers.report import Change, Refusal, Report
from factory.words.importers.wordnet import read_wordnet
from factory.words.offensive import Offensive
from factory.words.orthography import Orthography
from factory.words.source import Row, SourceFile, make_row, read_files, read_rows

FIELDS: Final = ("answer", "clue", "tags")

Key = tuple[tuple[str, ...], str]
"""Cells and clue: of two rows with the same, one is enough."""


@dataclass(frozen=True)
class Reading:
    """How a file is to be read; None is found out."""

    encoding: str | None = None
    sheet: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Judge:
    """What a row has to be to be taken."""

    lang: str
    orthography: Orthography
    max_clue_length: int
    offensive: Offensive
    there: Mapping[Key, str]
    """Rows that the language has already, and where."""


@dataclass(frozen=True)
class _Candidate:
    line: int
    answer: str
    clues: tuple[str, ...]
    tags: tuple[str, ...]


def rows_there(
    dictionaries: Path, lang: str, orthography: Orthography, *, max_clue_length: int, besides: Path
) -> dict[Key, str]:
    """The rows of a language's dictionary with their places, without those of the file to be written."""
    folder = dictionaries / lang
    files = read_files(dictionaries, lang) if any(folder.glob("*.tsv")) else ()
    files = tuple(file for file in files if Path(file.name).resolve() != besides.resolve())
    rows, _ = read_rows(files, orthography, max_clue_length=max_clue_length)
    return {(row.cells, row.clue): f"{row.source}:{row.line}" for row in rows}


def import_rows(file: ForeignFile, judge: Judge, reading: Reading) -> tuple[list[Row], Report]:
    """The sound rows of a foreign file, sorted, and the report.

    Raises:
        UsageError, LexiconError: the file as a whole can't be read so.
    """
    report = Report(str(file.path), TITLES[file.format])
    if file.format in TABLES:
        candidates = _from_table(file, judge, reading, report)
    else:
        candidates = _from_pairs(file, judge, reading, report)
    source = SourceFile(str(file.path), file.path.name, b"")
    taken: dict[Key, Row] = {}
    for candidate in candidates:
        for clue in _cleaned(candidate.clues, candidate.line, report):
            try:
                row = _judged(candidate, clue, source, judge, taken)
            except ValueError as problem:
                why, kind = problem.args if len(problem.args) == 2 else (str(problem), "broken row")
                report.refusals.append(Refusal(candidate.line, why, kind))
            else:
                taken[row.cells, row.clue] = row
    report.refusals.sort(key=lambda refusal: refusal.line)
    report.taken = len(taken)
    report.distinct = len({cells for cells, _ in taken})
    codes = judge.orthography.codes
    return sorted(taken.values(), key=lambda row: (codes(row.cells), row.spelling, row.clue)), report


def _judged(
    candidate: _Candidate, clue: str, source: SourceFile, judge: Judge, taken: Mapping[Key, Row]
) -> Row:
    """The row of a candidate and one of its clues.

    Raises:
        ValueError: it is not taken.
    """
    columns = (candidate.answer, clue, ",".join(candidate.tags))
    row = make_row(source, candidate.line, columns, judge.orthography, max_clue_length=judge.max_clue_length)
    if row.spelling.startswith("#"):
        raise ValueError(f"answer {row.spelling!r} begins with the mark of a comment")
    if (first := taken.get((row.cells, row.clue))) is not None:
        raise ValueError(f"the same answer and clue as line {first.line}", "repeated row")
    if (place := judge.there.get((row.cells, row.clue))) is not None:
        raise ValueError(f"the same answer and clue as {place}", "there already")
    if word := find_offensive(judge, row.spelling, clue):
        raise ValueError(f"{word!r} is on the list of offensive words", "offensive")
    return row


def find_offensive(judge: Judge, answer: str, clue: str) -> str | None:
    """The first offensive word of an answer and its clue."""
    return judge.offensive.find_in_answer(answer, judge.orthography) or judge.offensive.find(
        clue, judge.orthography
    )


def _from_table(file: ForeignFile, judge: Judge, reading: Reading, report: Report) -> Iterator[_Candidate]:
    table = read_table(file, judge.lang, judge.orthography, encoding=reading.encoding, sheet=reading.sheet)
    report.refusals += table.refusals
    report.details |= table.details
    given = reading.columns

    def is_answer(text: str) -> bool:
        try:
            return len(judge.orthography.cells(text)) > 1
        except ValueError:
            return False

    def guess(sample: Sequence[Sequence[str]]) -> dict[str, int]:
        found = guess_short_and_long(sample, is_answer)
        return dict(zip(("answer", "clue"), found, strict=True)) if found else {}

    columns = find_columns(
        str(file.path), table, {name: given.get(name) for name in FIELDS}, guess=guess, optional=("tags",)
    )
    for name in FIELDS:
        report.details[name] = columns.how.get(name, "none")
    if table.header is None:
        names = f"line {columns.header_line}" if columns.header_line else "none; every line is data"
        report.details["header"] = names
    for line, values in table.rows:
        if line == columns.header_line:
            continue
        value = {name: values[place] for name, place in columns.places.items()}
        tags, unknown = clean_tags(value.get("tags", ()))
        for name in unknown:
            report.changes.append(Change(line, "tags", name, "", "unknown tag left out"))
        raw = " ".join(value["answer"])
        answer, reasons = clean_answer(raw, tags, judge.lang)
        if reasons:
            report.changes.append(Change(line, "answer", raw, answer, ", ".join(reasons)))
        yield _Candidate(line, answer, value["clue"] or ("",), tags)


def _cleaned(clues: Iterable[str], line: int, report: Report) -> Iterator[str]:
    for raw in clues:
        clue, reasons = clean_text(raw)
        if reasons:
            report.changes.append(Change(line, "clue", raw, clue, ", ".join(reasons)))
        yield clue


def _from_pairs(file: ForeignFile, judge: Judge, reading: Reading, report: Report) -> Iterator[_Candidate]:
    for pair in unique(_pairs(file, judge, reading, report)):
        if why := unfit(pair, max_clue_length=judge.max_clue_length):
            report.refusals.append(Refusal(pair.line, f"{pair.answer!r}, {pair.clue!r}: {why}", why))
        else:
            yield _Candidate(pair.line, pair.answer, (pair.clue,), pair.tags)


def _pairs(file: ForeignFile, judge: Judge, reading: Reading, report: Report) -> Iterator[Pair]:
    name = str(file.path)
    if reading.columns or reading.sheet:
        raise LexiconError(f"{name}: {TITLES[file.format]} has no columns or sheets to choose")
    if file.format == "mythes":
        yield from read_mythes(name, file.data)
        return
    text, report.details["encoding"] = decode(
        name, file.data, judge.lang, judge.orthography, encoding=reading.encoding
    )
    yield from read_wordnet(name, text)
