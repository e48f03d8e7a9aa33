"""Families: answers of one word share a number, so that a grid doesn't take two of them.

Of one word are the forms of a lemma, and by the rules of the language pairs such as "učiteľ" and "učiteľka",
"dom" and "domček", "písať" and "napísať".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final

from annotated_types import Ge

from factory.section import section
from factory.words.orthography import fold

LITERAL_TAGS: Final = frozenset({"code", "abbr", "foreign"})
"""Their spelling is its own lemma: "SOM" the currency code is no form of "byť"."""


@section
class FamilySettings:
    """Rules that join two words, both of which are answers. Accents of vowels and capitals are ignored.

    Earlier rules come first, for a family takes no more answers when it has `largest`.
    """

    suffixes: tuple[tuple[str, str], ...] = ()
    """(ending of one word, ending of the other): ("ka", "") joins "učiteľka" and "učiteľ"."""
    prefixes: tuple[str, ...] = ()
    """What one word has before the other: "na" joins "napísať" and "písať"."""
    prefixed_endings: tuple[str, ...] = ("",)
    """Prefixes are looked at only on words with one of these endings."""
    min_stem: Annotated[int, Ge(1)] = 3
    """Letters that the two must share at least."""
    largest: Annotated[int, Ge(2)] = 8
    """Answers of a family that the rules, or a spelling shared by two words, may make."""


NO_RULES: Final = FamilySettings()

_VOWELS: Final = frozenset("aeiouy")


def lemma(spelling: str, lang: str, tags: Iterable[str] = ()) -> str:
    """The lemma of a spelling shown; of several words, a code and the like, the spelling itself."""
    if " " in spelling or not LITERAL_TAGS.isdisjoint(tags):
        return spelling
    import simplemma  # its tables are slow to load: only a compilation needs it

    try:
        return str(simplemma.lemmatize(spelling, lang=lang))
    except ValueError:  # a language without a table
        return spelling


def number_families(
    lemmas_by_answer: Sequence[Iterable[str]],
    related: Iterable[tuple[int, int]] = (),
    *,
    largest: int | None = None,
) -> tuple[list[int], int]:
    """The family of each answer, numbered from 0 by first appearance, and how many there are.

    Answers of one first lemma are always of one family. Further lemmas of an answer (RAD: rad, rád) join two
    families, and so do the pairs of `related`, in their order, as long as the joined family has at most
    `largest` answers: chains would else lead from word to unrelated word. Case is ignored.
    """
    keys = [[name.casefold() for name in lemmas] for lemmas in lemmas_by_answer]
    parent = list(range(len(keys)))
    size = [1] * len(keys)

    def root(answer: int) -> int:
        while parent[answer] != answer:
            parent[answer] = parent[parent[answer]]
            answer = parent[answer]
        return answer

    def join(one: int, two: int, most: int | None) -> None:
        one, two = root(one), root(two)
        if one != two and (most is None or size[one] + size[two] <= most):
            parent[two] = one
            size[one] += size[two]

    holder: dict[str, int] = {}
    for answer, (first, *_) in enumerate(keys):
        join(holder.setdefault(first, answer), answer, None)
    for answer, (_, *others) in enumerate(keys):
        for name in others:
            join(holder.setdefault(name, answer), answer, largest)
    for one, two in related:
        join(one, two, largest)
    numbers: dict[int, int] = {}
    families = [numbers.setdefault(root(answer), len(numbers)) for answer in range(len(keys))]
    return families, len(numbers)


def related_words(
    words_by_answer: Sequence[Iterable[str]], rules: FamilySettings
) -> Iterator[tuple[int, int]]:
    """The pairs of answers that a rule joins, rule by rule; for each answer its words are given."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(words_by_answer):
        for word in dict.fromkeys(_plain(word) for word in words):
            places[word].append(place)
    for ending, other_ending in rules.suffixes:
        one, two = _plain(ending), _plain(other_ending)
        for word, own in places.items():
            if word.endswith(one) and len(word) - len(one) >= rules.min_stem:
                yield from _pairs(own, places.get(word[: len(word) - len(one)] + two, ()))
    endings = tuple(_plain(ending) for ending in rules.prefixed_endings)
    for prefix in map(_plain, rules.prefixes):
        for word, own in places.items():
            if word.startswith(prefix) and word.endswith(endings):
                if len(word) - len(prefix) >= rules.min_stem:
                    yield from _pairs(own, places.get(word[len(prefix) :], ()))


def _pairs(one: Iterable[int], two: Iterable[int]) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in one for b in two if a != b)


def _plain(word: str) -> str:
    """The word in small letters, its vowels without accents."""
    return "".join(bare if (bare := fold(char)) in _VOWELS else char for char in word.casefold())
