"""German and English: thesauruses, and the short glosses of WordNet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from factory.words.extended.packages import Package
from factory.words.extended.recipe import Batch, Source, Words
from factory.words.frequency import CognateSettings
from factory.words.importers.mythes import read_mythes
from factory.words.importers.pairs import Pair, are_variants
from factory.words.importers.wordnet import read_wordnet

GERMAN_PACKAGES: Final = ("mythes-de",)
ENGLISH_PACKAGES: Final = ("wordnet-base", "mythes-en-us")

_OPENTHESAURUS: Final = Source("mythes-de", "LGPL-2.1+", "German synonyms of OpenThesaurus")
_WORDNET: Final = Source("wordnet-base", "WordNet licence", "English glosses and synonyms of WordNet 3.0")
_MYTHES_EN: Final = Source("mythes-en-us", "WordNet licence", "English synonyms")

_LEAST_ZIPF, _LEAST_CLUE_ZIPF = 2.0, 1.5


def german_batches(
    packages: Mapping[str, Package], lang: str, cognates: CognateSettings | None
) -> list[Batch]:
    """The synonyms of words that are not rare."""
    words = Words(lang, cognates)
    return [Batch("synonyms.tsv", _OPENTHESAURUS, _common(_thesaurus(packages["mythes-de"], "de_DE"), words))]


def english_batches(
    packages: Mapping[str, Package], lang: str, cognates: CognateSettings | None
) -> list[Batch]:
    """Glosses and synonyms of words that are not rare, without mere variants of spelling."""
    words = Words(lang, cognates)
    pairs = _differing(_wordnet(packages["wordnet-base"]))
    more = _differing(_thesaurus(packages["mythes-en-us"], "en_US"))
    return [
        Batch("wordnet.tsv", _WORDNET, _common(pairs, words), phrases_first=True),
        Batch("synonyms.tsv", _MYTHES_EN, _common(more, words)),
    ]


def _common(pairs: Iterable[Pair], words: Words) -> Iterator[Pair]:
    for pair in pairs:
        if words.zipf(pair.answer) >= _LEAST_ZIPF and words.least(pair.clue) >= _LEAST_CLUE_ZIPF:
            yield pair


def _differing(pairs: Iterable[Pair]) -> Iterator[Pair]:
    return (pair for pair in pairs if not are_variants(pair.answer, pair.clue))


def _thesaurus(package: Package, locale: str) -> Iterator[Pair]:
    path = package.file(f"usr/share/mythes/th_{locale}_v2.dat")
    return read_mythes(str(path), path.read_bytes())


def _wordnet(package: Package) -> Iterator[Pair]:
    for part in ("noun", "verb", "adj", "adv"):
        path = package.file(f"usr/share/wordnet/data.{part}")
        yield from read_wordnet(str(path), path.read_text(encoding="utf-8", errors="replace"))
