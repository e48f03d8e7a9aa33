"""All checks of a language's lexicon sources, and the list of what was looked at and found right."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.findings import Finding
from factory.targets import TargetSettings
from factory.tsv import read_lines
from factory.words.check_clues import check_clues, check_offensive
from factory.words.check_doubles import check_doubles, check_shared_clues
from factory.words.check_spelling import row_texts, spelling_findings
from factory.words.check_structure import check_structure, check_targets
from factory.words.offensive import read_offensive
from factory.words.orthography import Orthography
from factory.words.settings import WordsSettings
from factory.words.source import ALLOW, Row, read_files

_HEADER: Final = ("answer", "clue", "reason")


def check_lexicon(
    lang: str, settings: WordsSettings, targets: TargetSettings, *, dictionaries: Path, spelling: bool = True
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings in the order of files and lines, and notes on what could not be checked.

    Raises:
        LexiconError: there are no sources, or the list of offensive or of allowed rows is broken.
    """
    orthography = Orthography(settings.orthography)
    offensive = read_offensive(dictionaries, lang, orthography)
    allowed = read_allowed(dictionaries / lang / ALLOW)
    rows, findings = check_structure(read_files(dictionaries, lang), orthography, settings)
    findings += check_targets(rows, targets.answers, targets.all_answers, folder=str(dictionaries / lang))
    judged = [
        *check_clues(rows, orthography, lang),
        *check_offensive(rows, orthography, offensive),
        *check_doubles(rows),
        *check_shared_clues(rows),
    ]
    notes: list[str] = []
    if spelling:
        found, note = spelling_findings(row_texts(rows), lang)
        judged += found
        notes += [note] if note else []
    findings += _without_allowed(judged, rows, allowed)
    findings += _stale(rows, allowed, file=str(dictionaries / lang / ALLOW))
    return tuple(sorted(findings)), tuple(notes)


def read_allowed(path: Path) -> dict[tuple[str, str], int]:
    """The (answer, clue) pairs of a file of rows that are right as they are, with their lines.

    Raises:
        LexiconError: the file can't be read, or a line has no reason.
    """
    if not path.exists():
        return {}
    allowed = {}
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise LexiconError(f"{path}: can't be read ({problem.strerror})") from None
    for number, line in read_lines(str(path), data, header=_HEADER, error=LexiconError):
        columns = line.split("\t")
        if len(columns) != 3 or not all(column.strip() for column in columns):
            raise LexiconError(f"{path}:{number}: {line[:60]!r}, expected answer<TAB>clue<TAB>reason")
        allowed[columns[0], columns[1]] = number
    return allowed


def _without_allowed(
    findings: Iterable[Finding], rows: Iterable[Row], allowed: dict[tuple[str, str], int]
) -> list[Finding]:
    places = {(row.file, row.line) for row in rows if (row.spelling, row.clue) in allowed}
    return [finding for finding in findings if (finding.file, finding.line) not in places]


def _stale(rows: Iterable[Row], allowed: dict[tuple[str, str], int], *, file: str) -> list[Finding]:
    """Entries of the allow list whose row has gone."""
    there = {(row.spelling, row.clue) for row in rows}
    return [
        Finding(file, line, "warning", "allow", f"no row has {answer!r} with {clue!r} any more")
        for (answer, clue), line in allowed.items()
        if (answer, clue) not in there
    ]
