"""Checks of form: what keeps a row from being read, and how many answers there are against the targets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from factory.errors import LexiconError
from factory.findings import Finding
from factory.words.orthography import Orthography
from factory.words.settings import WordsSettings
from factory.words.source import Row, SourceFile, read_rows

_PLACE: Final = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?P<text>.+)", re.DOTALL)


def check_structure(
    files: Sequence[SourceFile], orthography: Orthography, settings: WordsSettings
) -> tuple[tuple[Row, ...], list[Finding]]:
    """The sound rows that are compiled, and the broken ones: columns, letters, lengths, tags, rows given twice."""
    try:
        rows, problems = read_rows(files, orthography, max_clue_length=settings.max_clue_length)
    except LexiconError as error:
        match = _PLACE.fullmatch(str(error))
        place = (match["file"], int(match["line"]), match["text"]) if match else ("", 0, str(error))
        return (), [Finding(place[0], place[1], "error", "structure", place[2])]
    kept = tuple(row for row in rows if not set(row.tags) & set(settings.leave_out))
    return kept, [
        Finding(problem.file, problem.line, "error", "structure", problem.message) for problem in problems
    ]


def check_targets(
    rows: Sequence[Row], targets: Mapping[int, int], all_answers: int, *, folder: str
) -> list[Finding]:
    """The lengths that hold fewer answers than wanted; the last one of `targets` stands for all longer ones."""
    counts = Counter(len(cells) for cells in {row.cells for row in rows})
    last = max(targets, default=0)
    findings = []
    for length, wanted in sorted(targets.items()):
        found = sum(n for cells, n in counts.items() if cells == length or cells > length == last)
        if found < wanted:
            more = " and more" if length == last else ""
            text = f"{found} answers of {length}{more} cells, wanted {wanted}"
            findings.append(Finding(folder, 0, "warning", "target", text))
    if counts.total() < all_answers:
        text = f"{counts.total()} answers in all, wanted {all_answers}"
        findings.append(Finding(folder, 0, "warning", "target", text))
    return findings
