"""Czech: a dictionary of foreign words, and synonyms of our own by way of English."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final

from factory.words.extended.dictionaries import read_freedict, read_stardict
from factory.words.extended.packages import Package
from factory.words.extended.recipe import Batch, Source, Words
from factory.words.frequency import CognateSettings
from factory.words.importers.pairs import Pair

PACKAGES: Final = ("stardict-czech", "dict-freedict-eng-ces")

_FOREIGN: Final = Source("stardict-czech", "GPL-2+", "Czech dictionary of foreign words")
_SYNONYMS: Final = Source(
    "dict-freedict-eng-ces", "GPL-2+", "Czech synonyms found by way of an English-Czech dictionary"
)

_MAX_CLUE: Final = 28
_LEAST_ZIPF, _LEAST_CLUE_ZIPF = 1.5, 1.0

_SHARED, _SHARED_PART = 2, 0.25
"""English equivalents that synonyms share at least: in number, and as a part of those of the one that has more."""

_BODY: Final = re.compile(r"<b>(.*?)</b>", re.DOTALL)
_NUMBERED: Final = re.compile(r";|(?<![^\s;,])\d\.")
"""Parts senses in a definition that has a first one; elsewhere a number is one of years or persons."""
_POINTING: Final = re.compile(
    r"\b(?:t[eé]to|tohoto|tento|tato|toto|těchto|tímto|touto|takov\w+|jeho|jej\w*)\b"
)
"""Words that point at what a cut definition has lost."""
_BRACKETS: Final = re.compile(r"\s*\([^()]*\)|\s*\[[^\[\]]*\]")
_DOMAIN: Final = re.compile(r"^(?:[^\W\d_]{1,8}\. ?)+")
"""Abbreviations before a sense: "arch. deska na hlavici sloupu"."""

_VERB: Final = re.compile(r"(?:at|it|et|ět|out|ést|íst|ást|ýt|ít|ct|ci)$")


def batches(packages: Mapping[str, Package], lang: str, cognates: CognateSettings | None) -> list[Batch]:
    """The definitions, then the synonyms, of words that are not rare."""
    words = Words(lang, cognates)
    return [
        Batch(
            "foreign.tsv",
            _FOREIGN,
            _common(_definitions(packages["stardict-czech"]), words),
            phrases_first=True,
        ),
        Batch("synonyms.tsv", _SYNONYMS, _common(_synonyms(packages["dict-freedict-eng-ces"]), words)),
    ]


def _common(pairs: Iterable[Pair], words: Words) -> Iterator[Pair]:
    for pair in pairs:
        if words.zipf(pair.answer) >= _LEAST_ZIPF and words.least(pair.clue) >= _LEAST_CLUE_ZIPF:
            yield pair


def _definitions(package: Package) -> Iterator[Pair]:
    folder = "usr/share/stardict/dic/czech-cizi"
    articles = read_stardict(package.file(f"{folder}.idx"), package.file(f"{folder}.dict.dz"))
    for number, (word, article) in enumerate(articles, 1):
        if word.islower():
            for body in _BODY.findall(article):
                for clue in clues_of(html.unescape(body)):
                    if " " in clue or (_kind(clue) == _kind(word) and _is_base(clue)):
                        yield Pair(number, word, clue)


def clues_of(definition: str) -> Iterator[str]:
    """The senses that are short enough, or the parts of lists of one or two words each."""
    plain = _BRACKETS.sub("", " ".join(definition.split()))
    for sense in _NUMBERED.split(plain) if "1." in plain else plain.split(";"):
        text = _DOMAIN.sub("", sense.strip(" ,.")).strip(" ,.")
        parts = [part.strip() for part in text.split(",")]
        if any(mark.isdecimal() or mark == "." for mark in text) or not all(parts) or _POINTING.search(text):
            continue
        if len(text) <= _MAX_CLUE:
            yield text
        elif len(parts) > 1 and " " not in parts[0] and all(part.count(" ") < 2 for part in parts):
            # Behind "odtávání sněhu, ledovce" the parts would not stand alone.
            yield from parts


def _synonyms(package: Package) -> Iterator[Pair]:
    folder = "usr/share/dictd/freedict-eng-ces"
    entries = read_freedict(package.file(f"{folder}.index"), package.file(f"{folder}.dict.dz"))
    yield from synonyms_of(entries)


def synonyms_of(entries: Iterable[tuple[str, str, str]]) -> Iterator[Pair]:
    """Pairs of words that share enough English equivalents of one part of speech, both ways.

    The entries are English word, part of speech and one Czech word; inflected words are left out.
    """
    english: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for head, part, translation in entries:
        word = _BRACKETS.sub("", translation).strip()
        if word.isalpha() and word.islower() and _is_base(word):
            english[word].add((head, part))
    by_equivalent: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for word in sorted(english):
        for equivalent in english[word]:
            by_equivalent[equivalent].append(word)
    shared: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for (_, part), words in by_equivalent.items():
        for one, two in combinations(words, 2):
            shared[one, two, part] += 1
    for number, ((one, two, _), count) in enumerate(sorted(shared.items()), 1):
        most = max(len(english[one]), len(english[two]))
        if count >= _SHARED and count >= _SHARED_PART * most and _kind(one) == _kind(two):
            yield Pair(number, one, two)
            yield Pair(number, two, one)


def _is_base(word: str) -> bool:
    import simplemma  # its tables are slow to load: only a build needs it

    return str(simplemma.lemmatize(word, lang="cs")).casefold() == word


def _kind(word: str) -> str:
    """Adjective, verb or other, by the ending."""
    return "adjective" if word[-1] in "ýí" else "verb" if _VERB.search(word) else "other"
