"""Dictionaries as packaged: StarDict files, and dictd files of FreeDict."""

from __future__ import annotations

import gzip
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from factory.errors import LexiconError

_BASE64: Final = {
    char: i for i, char in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_HEAD: Final = re.compile(r"(.+?)(?: <([^<>]+)>)?$")


def read_stardict(index: Path, content: Path) -> Iterator[tuple[str, str]]:
    """Headwords with their articles as stored (Pango markup), of a StarDict dictionary.

    Raises:
        LexiconError: a file can't be read.
    """
    data, articles = index.read_bytes(), _unzip(content)
    place = 0
    while place < len(data):
        end = data.index(b"\0", place)
        offset, size = struct.unpack_from(">II", data, end + 1)
        word = data[place:end].decode("utf-8", errors="replace")
        yield word, articles[offset : offset + size].decode("utf-8", errors="replace")
        place = end + 9


def read_freedict(index: Path, content: Path) -> Iterator[tuple[str, str, str]]:
    """Headword, part of speech ("" where none is given) and one translation each, of a dictd dictionary.

    Raises:
        LexiconError: a file can't be read.
    """
    articles = _unzip(content)
    for line in index.read_text(encoding="utf-8", errors="replace").split("\n"):
        columns = line.split("\t")
        if len(columns) != 3 or columns[0].startswith("00") or not columns[0].strip():
            continue
        offset, size = (_number(text) for text in columns[1:])
        head, *translations = articles[offset : offset + size].decode("utf-8", errors="replace").split("\n")
        if (match := _HEAD.fullmatch(head.strip())) is not None:
            for text in filter(None, map(str.strip, translations)):
                yield match[1], match[2] or "", text


def _number(text: str) -> int:
    value = 0
    for char in text:
        value = value * 64 + _BASE64.get(char, 0)
    return value


def _unzip(path: Path) -> bytes:
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError) as problem:
        raise LexiconError(f"{path}: can't be unpacked ({problem})") from None
