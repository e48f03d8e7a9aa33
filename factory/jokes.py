"""Jokes: a setup that is shown, and a punchline that a puzzle hides."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from factory.errors import JokeError
from factory.tsv import read_lines

HEADER: Final = ("id", "setup", "punchline", "tags")

MIN_CELLS, MAX_CELLS = 5, 16
"""A shorter punchline is no secret, a longer one doesn't fit the small sizes."""


class Speller(Protocol):
    """What jokes need of a language's orthography."""

    def cells(self, spelling: str) -> tuple[str, ...]:
        """The cells of a spelling; ValueError for a letter outside the alphabet."""

    def display(self, spelling: str) -> str:
        """The spelling as it is shown."""


@dataclass(frozen=True)
class Joke:
    """A joke with the cells of its punchline."""

    id: str
    setup: str
    punchline: str
    """As it is shown, with blanks and punctuation."""
    cells: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True)
class JokeList:
    """The jokes of a language in the order of their file."""

    lang: str
    jokes: tuple[Joke, ...]
    digest: str
    """Hexadecimal SHA-256 of the texts and of their cells."""


def read_jokes(path: Path, orthography: Speller) -> JokeList:
    """The jokes of `jokes/<lang>.tsv`; the language is the file's name.

    Raises:
        JokeError: the file can't be read, or a line is wrong or repeats another one's id or punchline.
    """
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise JokeError(f"{path}: can't be read ({problem.strerror}), expected a list of jokes") from None
    jokes: list[Joke] = []
    ids: dict[str, int] = {}
    punchlines: dict[tuple[str, ...], int] = {}
    for number, line in read_lines(str(path), data, header=HEADER, error=JokeError):
        try:
            joke = _joke(line, orthography)
            if (first := ids.setdefault(joke.id, number)) != number:
                raise ValueError(f"id {joke.id!r} stands in line {first} too, expected another one")
            if (first := punchlines.setdefault(joke.cells, number)) != number:
                raise ValueError(
                    f"punchline {joke.punchline!r} has the cells of line {first}, expected others"
                )
        except ValueError as problem:
            raise JokeError(f"{path}:{number}: {problem}") from None
        jokes.append(joke)
    if not jokes:
        raise JokeError(f"{path}: no jokes found, expected lines id<TAB>setup<TAB>punchline[<TAB>tags]")
    return JokeList(path.stem, tuple(jokes), _digest(jokes))


def _joke(line: str, orthography: Speller) -> Joke:
    """The joke of a line.

    Raises:
        ValueError: the line is wrong.
    """
    columns = line.split("\t")
    if len(columns) not in (3, 4):
        found = f"{len(columns)} columns" if line.strip() else "an empty line"
        raise ValueError(f"{found}, expected id<TAB>setup<TAB>punchline[<TAB>tags]")
    name, setup, punchline, tags = (*columns, "")[:4]
    return make_joke(name, setup, punchline, tags, orthography)


def make_joke(name: str, setup: str, punchline: str, tags: str, orthography: Speller) -> Joke:
    """The joke of an id, its texts and comma separated tags.

    Raises:
        ValueError: one of them is wrong; the message says how.
    """
    for what, text in (("id", name), ("setup", setup), ("punchline", punchline)):
        if not text.strip():
            raise ValueError(f"the {what} is empty")
        if text != text.strip() or "  " in text or not text.isprintable():
            raise ValueError(f"{what} {text!r}: a stray blank or unprintable character, expected plain text")
    if " " in name:
        raise ValueError(f"id {name!r}: expected no blanks in it")
    try:
        cells = orthography.cells(without_punctuation(punchline))
    except ValueError as problem:
        raise ValueError(f"punchline {punchline!r}: {problem}") from None
    if not MIN_CELLS <= len(cells) <= MAX_CELLS:
        raise ValueError(
            f"punchline {punchline!r} has {len(cells)} cells, expected {MIN_CELLS} to {MAX_CELLS}"
        )
    given = tuple(dict.fromkeys(tag.strip() for tag in tags.split(",") if tag.strip()))
    return Joke(name, setup, orthography.display(punchline), cells, given)


def without_punctuation(text: str) -> str:
    """The text with a blank for each mark, so that no two letters come to share a cell across one."""
    return "".join(" " if unicodedata.category(char).startswith("P") else char for char in text)


def _digest(jokes: list[Joke]) -> str:
    digest = hashlib.sha256()
    for joke in jokes:
        parts = (joke.id, joke.setup, joke.punchline, " ".join(joke.cells), ",".join(joke.tags))
        digest.update("\t".join(parts).encode() + b"\n")
    return digest.hexdigest()
