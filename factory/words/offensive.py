"""Offensive words: dictionaries/<lang>/offensive.txt, by which answers, clues, jokes and grids are judged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.words.orthography import Orthography

FILE: Final = "offensive.txt"

WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Offensive:
    """The entries of a language in the letters of the grid, so that "Piča" and "PIČA" are one.

    A word that begins with an exception is excused from stems and parts, not from words.
    """

    stems: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """Also what no row or column of a finished grid may show."""
    exceptions: tuple[str, ...] = ()

    def judge(self, word: str) -> bool:
        """Whether a word, in the letters of the grid, is offensive."""
        if word in self.words:
            return True
        begun = word.startswith(self.stems) or any(part in word for part in self.parts)
        return begun and not word.startswith(self.exceptions)

    def find(self, text: str, orthography: Orthography) -> str | None:
        """The first offensive word of a text as it stands there; None when there is none."""
        words = WORD.findall(unicodedata.normalize("NFC", text))
        return next((word for word in words if self.judge(laid(word, orthography))), None)

    def find_in_answer(self, spelling: str, orthography: Orthography) -> str | None:
        """The same for an answer, whose words are laid without blanks and may join to something else."""
        return spelling if self.judge(laid(spelling, orthography)) else self.find(spelling, orthography)

    def find_in_grid(self, grid: Sequence[Sequence[str | None]]) -> str | None:
        """What a row or column shows, read run by run or across its clue cells (None in `grid`)."""
        if not any((self.stems, self.words, self.parts)):
            return None
        for line in (*grid, *zip(*grid, strict=True)):
            runs = [
                "".join(map(str, run)) for is_run, run in groupby(line, lambda c: c is not None) if is_run
            ]
            for run in runs:
                if self.judge(run):
                    return run
            shown = "".join(runs)
            for part in self.parts:
                if part in shown and not any(part in run for run in runs):
                    return part
        return None


NOTHING: Final = Offensive()


def laid(text: str, orthography: Orthography) -> str:
    """The text in the letters of the grid; in capitals as it stands when a letter has no cell."""
    try:
        return "".join(orthography.cells(text))
    except ValueError:
        return text.upper()


def read_bytes(dictionaries: Path, lang: str) -> bytes:
    """The list of a language as it is stored; empty when there is none.

    Raises:
        LexiconError: the file can't be read.
    """
    path = dictionaries / lang / FILE
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as problem:
        raise LexiconError(f"{path}: can't be read ({problem.strerror})") from None


def read_offensive(dictionaries: Path, lang: str, orthography: Orthography) -> Offensive:
    """The list of a language; without entries when there is none.

    Raises:
        LexiconError: the file can't be read, or a line is no entry.
    """
    data = read_bytes(dictionaries, lang)
    return parse_offensive(data, orthography, name=str(dictionaries / lang / FILE))


def parse_offensive(data: bytes, orthography: Orthography, *, name: str = FILE) -> Offensive:
    """The list that the bytes of a file are.

    Raises:
        LexiconError: they are not UTF-8, or a line is no entry.
    """
    try:
        text = unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise LexiconError(f"{name}:{line}: not UTF-8, expected UTF-8 text") from None
    found: dict[str, dict[str, None]] = {mark: {} for mark in ("", "=", "*", "!")}
    for number, mark, entry in _entries(text):
        if not WORD.fullmatch(entry):
            raise LexiconError(f"{name}:{number}: {entry!r}, expected one word, alone or behind =, * or !")
        found[mark][laid(entry, orthography)] = None
    return Offensive(*(tuple(found[mark]) for mark in ("", "=", "*", "!")))


def _entries(text: str) -> Iterator[tuple[int, str, str]]:
    """Line number, mark and word of each entry."""
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.strip()
        if entry and not entry.startswith("#"):
            mark = entry[0] if entry[0] in "=*!" else ""
            yield number, mark, entry.removeprefix(mark)
