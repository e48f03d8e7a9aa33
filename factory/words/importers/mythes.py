"""MyThes thesauruses (th_xx.dat): synonyms as clues of each other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from factory.errors import LexiconError
from factory.words.importers.pairs import Pair

_ENTRY: Final = re.compile(r"([^|]*)\|(\d+)")
_NOTE: Final = re.compile(r"\s*\(([^()]*)\)$")

_BRACKETS: Final = re.compile(r"\([^()]*\)")

_NO_SYNONYM: Final = (
    "generic",
    "similar",
    "related",
    "antonym",
    "oberbegriff",
    "unterbegriff",
    "assoziation",
)
"""Notes of terms that are not of the same meaning (English and German thesauruses)."""

_RELATED: Final = ("related",)
"""English meanings with such a term are adjectives of a noun, which stands unmarked among the synonyms."""

_RUDE: Final = ("derb", "vulg", "hrub")
_TAG_OF_NOTE: Final = (
    ("veralt", "archaic"), ("zastar", "archaic"), ("arch", "archaic"), ("kniž", "archaic"),
    ("österr", "dialect"), ("schweiz", "dialect"), ("regional", "dialect"), ("landsch", "dialect"),
    ("bair", "dialect"), ("norddt", "dialect"), ("süddt", "dialect"), ("nár", "dialect"),
    ("fachspr", "technical"), ("odb", "technical"),
)  # fmt: skip
"""What a note says of the word before it, by its beginning."""


@dataclass(frozen=True)
class _Term:
    text: str
    notes: tuple[str, ...]

    def has(self, beginnings: tuple[str, ...]) -> bool:
        return any(note.startswith(beginnings) for note in self.notes)

    @property
    def tags(self) -> tuple[str, ...]:
        tags = {tag for beginning, tag in _TAG_OF_NOTE if self.has((beginning,))}
        return tuple(sorted(tags))


def is_mythes(data: bytes) -> bool:
    """Whether the data begin like a thesaurus: an encoding, then "word|number of meanings"."""
    lines = data[:2000].splitlines()
    return len(lines) > 2 and re.fullmatch(rb"[\w-]{3,20}", lines[0].strip()) is not None and (
        re.fullmatch(rb"[^|]+\|\d+", lines[1].strip()) is not None
    )  # fmt: skip


def read_mythes(name: str, data: bytes) -> Iterator[Pair]:
    """Each headword with each of its synonyms, meaning by meaning; broader and opposite terms are left out.

    A note on the headword itself ("ugs.", "österr.") is looked for among the synonyms of its meaning.

    Raises:
        LexiconError: the first line names no encoding, or a line is not what the format has there.
    """
    first, _, rest = data.partition(b"\n")
    encoding = first.strip().decode("ascii", errors="replace")
    try:
        text = unicodedata.normalize("NFC", rest.decode(encoding))
    except LookupError:
        raise LexiconError(
            f"{name}:1: {encoding[:20]!r} is no encoding, expected one such as UTF-8"
        ) from None
    except UnicodeDecodeError as problem:
        place = rest.count(b"\n", 0, problem.start) + 2
        raise LexiconError(f"{name}:{place}: byte 0x{rest[problem.start]:02x} is not {encoding}") from None
    head, left = "", 0
    for number, line in enumerate(text.splitlines(), 2):
        if not line.strip():
            continue
        if left:
            left -= 1
            yield from _pairs(number, head, line)
            continue
        entry = _ENTRY.fullmatch(line.strip())
        if entry is None:
            raise LexiconError(f"{name}:{number}: found {line[:40]!r}, expected word|number of meanings")
        head, left = entry[1].strip(), int(entry[2])


def _pairs(number: int, head: str, line: str) -> Iterator[Pair]:
    _, *parts = line.split("|")
    if not head:  # OpenThesaurus has an empty word
        return
    terms = [_term(part) for part in parts]
    own = _own(head, parts)
    if own is None or own.has(_RUDE) or any(term.has(_RELATED) for term in terms):
        return
    for term in terms:
        if term.text.casefold() != head.casefold() and not term.has(_NO_SYNONYM) and not term.has(_RUDE):
            yield Pair(number, own.text, term.text, own.tags)


def _own(head: str, parts: list[str]) -> _Term | None:
    """The headword as it is written with this meaning; None when it is more than this one word.

    German headwords are in small letters; the word as written stands among its synonyms. Meanings of
    "(sich) abhängen" and "(das) Abhängen (von)" stand under "abhängen" too, and are left out.
    """
    for part in parts:
        bare = " ".join(_BRACKETS.sub("", part).split())
        if bare.casefold() == head.casefold():
            return None if part.startswith("(") else _term(part)
    return _Term(head, ())


def _term(part: str) -> _Term:
    """The term of a part such as "schwofen (ugs., bair.)"."""
    text, notes = part.strip(), []
    while match := _NOTE.search(text):
        notes += [note.strip().casefold() for note in match[1].split(",")]
        text = text[: match.start()]
    return _Term(text.strip(), tuple(notes))
