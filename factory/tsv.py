"""Tab separated text files, as the lexicon sources and the joke lists are written."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator, Sequence

from factory.errors import FactoryError


def read_lines(
    name: str, data: bytes, *, header: Sequence[str], error: type[FactoryError]
) -> Iterator[tuple[int, str]]:
    """The lines below the header with their numbers, in NFC; lines that begin with `#` are left out.

    The last column of `header` may be missing in the file. A byte order mark and CRLF line ends are fine.

    Raises:
        error: the data are not UTF-8, or the header is missing.
    """
    numbered = _without_comments(_decode(name, data, error))
    number, first = next(numbered, (1, ""))
    expected = "<TAB>".join(header[:-1]) + f"[<TAB>{header[-1]}]"
    if not data.strip(codecs.BOM_UTF8 + b" \t\r\n"):
        raise error(f"{name}:1: the file is empty, expected the header line {expected}")
    if first.split("\t") not in (list(header), list(header[:-1])):
        raise error(f"{name}:{number}: found {first[:40]!r}, expected the header line {expected}")
    yield from numbered


def _decode(name: str, data: bytes, error: type[FactoryError]) -> str:
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        # utf-8-sig counts from behind the byte order mark, which holds no line end.
        start = problem.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        line = data[:start].count(b"\n") + 1
        raise error(f"{name}:{line}: byte 0x{data[start]:02x} is not UTF-8, expected UTF-8 text") from None


def _without_comments(text: str) -> Iterator[tuple[int, str]]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        if not line.startswith("#"):
            yield number, line.removesuffix("\r")
