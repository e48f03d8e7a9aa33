"""What a recipe is: packages, and the batches of pairs that a language's extended lexicon is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from factory.words.extended.packages import Package
from factory.words.frequency import CognateSettings, zipf
from factory.words.importers.pairs import Pair


@dataclass(frozen=True)
class Source:
    """Where rows come from, for the table's last column and the attribution."""

    name: str
    licence: str
    what: str

    def attribution(self, packages: Mapping[str, Package]) -> str:
        """The line of the attribution, with versions."""
        named = [f"{name} {packages[name].version}" for name in self.name.split(" + ") if name in packages]
        return f"{self.what}: Debian package {' and '.join(named) or self.name}, {self.licence}"


@dataclass(frozen=True)
class Batch:
    """The pairs of one source, best source first; they make one file."""

    file: str
    source: Source
    pairs: Iterable[Pair]
    phrases_first: bool = False
    """Clues of several words are definitions, and better than single ones."""


class Words:
    """How common words are in a language; every word asked for is remembered."""

    def __init__(
        self, lang: str, cognates: CognateSettings | None, attested: frozenset[str] = frozenset()
    ) -> None:
        """`attested` are forms that somebody has written, beside those that wordfreq knows."""
        self._attested = attested
        self.zipf: Callable[[str], float] = cache(lambda word: zipf(word, lang, cognates))
        self._own: Callable[[str], float] = cache(lambda word: zipf(word, lang))

    def is_attested(self, text: str) -> bool:
        """Whether each word of a text has been written by somebody."""
        return all(self._own(word) > 0 or word.lower() in self._attested for word in _split(text))

    def least(self, text: str) -> float:
        """The frequency of the rarest word of a text."""
        return min((self.zipf(word) for word in _split(text)), default=0.0)


def _split(text: str) -> list[str]:
    return [word for part in text.split() if (word := part.strip(",;'’-"))]
