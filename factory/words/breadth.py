"""The extended lexicon as compiled: dictionaries/extended/<lang>, read only where `words.extended` is set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.words.orthography import Orthography
from factory.words.source import Row, SourceFile, enforce_limit, read_rows

FOLDER: Final = "extended"
SOURCES_FILE: Final = "SOURCES.md"
"""Names the sources with their licences, one a line that begins with a dash."""

PREFIX: Final = f"{FOLDER}/"
"""How the sources of its clues begin."""


def read_extended(dictionaries: Path, lang: str) -> tuple[SourceFile, ...]:
    """The files of the extended lexicon, with the one that names its sources.

    Raises:
        LexiconError: they are not there, or can't be read.
    """
    folder = dictionaries / FOLDER / lang
    paths = [*sorted(folder.glob("*.tsv")), folder / SOURCES_FILE]
    if not all(path.is_file() for path in paths) or len(paths) < 2:
        raise LexiconError(
            f"{folder}: no extended lexicon, expected one as `words.extended` is set: "
            f"make lexicon-extended LANG={lang}"
        )
    try:
        return tuple(
            SourceFile(str(path), f"{PREFIX}{lang}/{path.name}", path.read_bytes()) for path in paths
        )
    except OSError as problem:
        raise LexiconError(f"{problem.filename}: can't be read ({problem.strerror})") from None


def is_extended(file: SourceFile) -> bool:
    """Whether a file is of the extended lexicon."""
    return file.source.startswith(PREFIX)


def extended_rows(
    files: Iterable[SourceFile],
    written: Sequence[Row],
    orthography: Orthography,
    *,
    max_clue_length: int,
    max_bad_rows: int,
) -> list[Row]:
    """The rows of the extended lexicon for answers that no hand-written row has.

    Raises:
        LexiconError: a file is broken, or has more bad rows than allowed.
    """
    tables = [file for file in files if is_extended(file) and file.name.endswith(".tsv")]
    rows, problems = read_rows(tables, orthography, max_clue_length=max_clue_length)
    enforce_limit(problems, max_bad_rows=max_bad_rows)
    known = {row.cells for row in written}
    return [row for row in rows if row.cells not in known]


def attribution(files: Iterable[SourceFile]) -> tuple[str, ...]:
    """The lines that name the sources of the extended lexicon."""
    texts = (
        file.data.decode("utf-8") for file in files if is_extended(file) and file.name.endswith(SOURCES_FILE)
    )
    return tuple(line[2:] for text in texts for line in text.splitlines() if line.startswith("- "))
