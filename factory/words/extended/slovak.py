"""Slovak: the synonyms of mythes-sk, and their forms by the tags of hunspell-sk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from factory.words.extended.dawg import read_word_list
from factory.words.extended.hunspell import Inflector
from factory.words.extended.inflect import inflect_pairs
from factory.words.extended.packages import Package
from factory.words.extended.recipe import Batch, Source, Words
from factory.words.frequency import CognateSettings
from factory.words.importers.mythes import read_mythes
from factory.words.importers.pairs import Pair

PACKAGES: Final = ("mythes-sk", "hunspell-sk", "tesseract-ocr-slk")

_THESAURUS: Final = Source("mythes-sk", "Expat", "Slovak synonyms")
_FORMS: Final = Source(
    "mythes-sk + hunspell-sk", "Expat and GPL-2 or LGPL-2.1 or MPL-1.1", "forms of Slovak synonyms"
)

_COGNATE: Final = 2.5
"""Zipf frequency of the Czech cognate from which a word counts as known."""


def batches(packages: Mapping[str, Package], lang: str, cognates: CognateSettings | None) -> list[Batch]:
    """The synonyms whose words are attested, and the forms of all synonyms that are."""
    path = packages["mythes-sk"].file("usr/share/mythes/th_sk_SK_v2.dat")
    pairs = [pair for pair in read_mythes(str(path), path.read_bytes()) if " " not in pair.answer]
    model = packages["tesseract-ocr-slk"].file("usr/share/tesseract-ocr/5/tessdata/slk.traineddata")
    written = frozenset(word.lower() for word in read_word_list(str(model), model.read_bytes()))
    words = Words(lang, cognates, written)
    folder = "usr/share/hunspell/sk_SK"
    affixes, dictionary = (
        packages["hunspell-sk"].file(f"{folder}.{suffix}").read_text(encoding="utf-8", errors="replace")
        for suffix in ("aff", "dic")
    )
    inflector = Inflector(affixes, dictionary)
    return [
        Batch("synonyms.tsv", _THESAURUS, _known(pairs, words)),
        Batch("forms.tsv", _FORMS, inflect_pairs(_single(pairs), inflector, words.is_attested)),
    ]


def _known(pairs: Sequence[Pair], words: Words) -> Iterator[Pair]:
    for pair in pairs:
        is_known = words.is_attested(pair.answer) or words.zipf(pair.answer) >= _COGNATE
        if is_known and (words.is_attested(pair.clue) or words.least(pair.clue) >= _COGNATE):
            yield pair


def _single(pairs: Sequence[Pair]) -> Iterator[Pair]:
    return (pair for pair in pairs if " " not in pair.clue)
