"""WordNet database files (data.noun, data.verb, data.adj, data.adv): short glosses and synonyms as clues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from factory.errors import LexiconError
from factory.words.importers.pairs import Pair

_SYNSET: Final = re.compile(r"\d{8} (\d\d) ([nvasr]) ([0-9a-f]{2}) (.+?) \| (.*)")
_MARKER: Final = re.compile(r"\((?:a|p|ip)\)$")
"""Where an adjective may stand: "galore(ip)"."""

_LATIN: Final = frozenset({"05", "20"})
"""Lexicographer files of animals and plants: capitals there are genera and families."""
_PLACES: Final = "15"

_VAGUE: Final = re.compile(
    r"\b(used|usually|especially|relating to|pertaining to|characteristic of|of or|the act of|e\.g|i\.e|etc|"
    r"slang|ethnic|offensive|derogatory|disparag\w*|informal)\b"
)
"""Glosses that say how a word is used, or say nothing."""

_LEAD: Final = re.compile(r"^(?:\([^)]*\) ?|an? |the |to )", re.IGNORECASE)


@dataclass(frozen=True)
class _Synset:
    file: str
    words: tuple[str, ...]
    gloss: str


def is_wordnet(data: bytes) -> bool:
    """Whether the data begin like a WordNet file: its licence in lines that begin with two blanks, or a synset."""
    line = next((line for line in data[:5000].splitlines() if not line.startswith(b"  ")), b"")
    return re.match(rb"\d{8} \d\d [nvasr] ", line) is not None


def read_wordnet(name: str, text: str) -> Iterator[Pair]:
    """Each word with its short gloss, then with each synonym; phrases and Latin names are no answers.

    Raises:
        LexiconError: a line is no synset.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("  "):
            continue
        synset = _synset(line)
        if synset is None:
            raise LexiconError(f"{name}:{number}: found {line[:40]!r}, expected a WordNet synset")
        gloss = short_gloss(synset.gloss)
        for word in synset.words:
            if (tags := _tags(word, synset.file)) is None:
                continue
            if gloss:
                yield Pair(number, word, gloss, tags)
            for other in synset.words:
                if other != word:
                    yield Pair(number, word, other, tags)


def _synset(line: str) -> _Synset | None:
    match = _SYNSET.match(line)
    if match is None:
        return None
    fields = match[4].split(" ")
    n_words = int(match[3], 16)
    if len(fields) < 2 * n_words:
        return None
    words = (_MARKER.sub("", word).replace("_", " ") for word in fields[: 2 * n_words : 2])
    return _Synset(match[1], tuple(dict.fromkeys(words)), match[5].strip())


def _tags(word: str, file: str) -> tuple[str, ...] | None:
    """The tags of a word as an answer; None when it is none."""
    if word.islower():
        return ()
    if file in _LATIN or not word[0].isupper():
        return None
    return ("place",) if file == _PLACES else ("name",)


def short_gloss(gloss: str) -> str | None:
    """The definition without examples, brackets and article before it; None when it says little."""
    definition = gloss.split(";")[0].split(":")[0].strip().rstrip(".")
    while (shorter := _LEAD.sub("", definition)) != definition:
        definition = shorter
    return None if _VAGUE.search(definition) or not definition else definition
