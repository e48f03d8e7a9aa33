"""Which format a file has, and its table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.errors import LexiconError, UsageError
from factory.words.importers.encoding import decode
from factory.words.importers.mythes import is_mythes
from factory.words.importers.table import Table, read_csv, read_json_lines
from factory.words.importers.wordnet import is_wordnet
from factory.words.importers.xlsx import read_xlsx
from factory.words.orthography import Orthography

TABLES: Final = ("csv", "tsv", "jsonl", "xlsx")
THESAURUSES: Final = ("mythes", "wordnet")

TITLES: Final = {
    "csv": "CSV", "tsv": "TSV", "jsonl": "JSON lines", "xlsx": "XLSX",
    "mythes": "MyThes thesaurus", "wordnet": "WordNet",
}  # fmt: skip

_ZIP, _OLE, _PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"


@dataclass(frozen=True)
class ForeignFile:
    """A file to be imported, read once."""

    path: Path
    data: bytes
    format: str


def open_foreign(path: Path, *, format: str | None = None) -> ForeignFile:
    """The bytes of a file and its format: as given, or by content and name.

    Raises:
        LexiconError: it can't be read, or is of a kind that can't be imported.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise LexiconError(f"{path}: can't be read ({problem.strerror})") from None
    if data.startswith(_OLE):
        raise LexiconError(
            f"{path}: an old Excel or Word file, expected XLSX or CSV: save it as one of these"
        )
    if data.startswith(_PDF):
        raise LexiconError(f"{path}: a PDF, expected CSV, TSV, JSON lines or XLSX")
    return ForeignFile(path, data, format or _format_of(path, data))


def _format_of(path: Path, data: bytes) -> str:
    suffix = path.suffix.casefold()
    if data.startswith(_ZIP):
        return "xlsx"
    if suffix in (".xlsx", ".xlsm"):
        raise LexiconError(f"{path}: no Excel workbook in spite of its name, expected XLSX; say --format")
    if is_mythes(data):
        return "mythes"
    if is_wordnet(data):
        return "wordnet"
    if suffix in (".jsonl", ".ndjson", ".json") or data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return "jsonl"
    return "tsv" if suffix in (".tsv", ".tab") else "csv"


def read_table(
    file: ForeignFile,
    lang: str,
    orthography: Orthography,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Table:
    """The table of a file that is one; its details say how it was read.

    Raises:
        UsageError: the encoding or sheet is not there, or is given for a format without.
        LexiconError: the file is not of its format.
    """
    name = str(file.path)
    if file.format == "xlsx":
        if encoding is not None:
            raise UsageError("--encoding: XLSX has none to choose")
        return read_xlsx(name, file.data, sheet=sheet)
    if sheet is not None:
        raise UsageError(f"--sheet: only XLSX has sheets, {name} is {TITLES[file.format]}")
    text, found = decode(name, file.data, lang, orthography, encoding=encoding)
    if file.format == "jsonl":
        table = read_json_lines(name, text)
    else:
        table = read_csv(name, text, delimiter="\t" if file.format == "tsv" and "\t" in text else None)
    table.details = {"encoding": f"{found} ({'as given' if encoding else 'detected'})"} | table.details
    return table
