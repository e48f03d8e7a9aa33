"""Frequencies: how common a word is, on the Zipf scale (1 rare, 7 the commonest; 0 unknown)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final

from annotated_types import Ge

from factory.section import section
from factory.words.orthography import COMPOUND_MARK, fold

_WORD_GAPS: Final = re.compile(r"[\s\-\u2010-\u2015]+")

_MAX_CANDIDATES: Final = 256
"""Rewriting stops widening here: eight rules that all apply to one word."""


@section
class CognateSettings:
    """Where words without a frequency of their own take one from: a close language."""

    language: str
    """Language code with a large word list."""
    rules: tuple[tuple[str, str], ...] = ()
    """(regular expression, replacement) from a word to its cognate, each applied or not, in this order.

    Spellings are compared without accents, so rules are needed only where base letters differ.
    """
    min_letters: Annotated[int, Ge(1)] = 4
    """Shorter words have no cognates: chance finds too many."""

    def __post_init__(self) -> None:
        for pattern, replacement in self.rules:
            try:
                re.sub(pattern, replacement, "")
            except re.error as problem:
                raise ValueError(f"rules: {pattern!r} is no regular expression ({problem})") from None


def zipf(spelling: str, lang: str, cognates: CognateSettings | None = None) -> float:
    """The Zipf frequency of a spelling, two decimals; of several words the lowest; 0 = unknown."""
    words = [word for word in _WORD_GAPS.split(spelling.replace(COMPOUND_MARK, "")) if word]
    return min((_word_zipf(word, lang, cognates) for word in words), default=0.0)


def _word_zipf(word: str, lang: str, cognates: CognateSettings | None) -> float:
    own = _listed_zipf(word, lang)
    if own > 0 or cognates is None or len(word) < cognates.min_letters:
        return own
    import wordfreq

    known = _frequency_without_accents(cognates.language)
    highest = max(known.get(fold(candidate), 0.0) for candidate in rewrite(word.lower(), cognates))
    return round(float(wordfreq.freq_to_zipf(highest)), 2) if highest else 0.0


def rewrite(word: str, cognates: CognateSettings) -> Iterator[str]:
    """The word and what the rules make of it, each rule applied or left out."""
    candidates = [word]
    for pattern, replacement in cognates.rules:
        rewritten = (re.sub(pattern, replacement, candidate) for candidate in candidates)
        candidates = list(dict.fromkeys((*candidates, *rewritten)))[:_MAX_CANDIDATES]
    yield from candidates


def _listed_zipf(word: str, lang: str) -> float:
    import wordfreq  # slow to import: only a compilation needs it

    try:
        return float(wordfreq.zipf_frequency(word, lang))
    except LookupError:  # a language without a word list
        return 0.0


@cache
def _frequency_without_accents(lang: str) -> dict[str, float]:
    """The highest frequency (a share of all words) of the words that share an accentless spelling."""
    import wordfreq

    highest: dict[str, float] = {}
    for word, frequency in wordfreq.get_frequency_dict(lang, wordlist="best").items():
        plain = word if word.isascii() else fold(word)
        if frequency > highest.get(plain, 0.0):
            highest[plain] = frequency
    return highest
