"""What a policy of the lexicon costs: how constrained the same masks are with other accents, codes, floors.

Kappa is the estimate of the mask stage; 0.05 less is worth more than a better solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from factory.corpus.capacity import random_state
from factory.grid import Mask
from factory.kernels import mask as kernel
from factory.kernels.fill import Words
from factory.settings import LanguageSettings
from factory.stages.mask import MaskSettings, count_mask, find_mask, mask_costs
from factory.stages.pack import pack_words
from factory.words.answer import Answer
from factory.words.index import LengthTable, LexiconIndex, index_answers
from factory.words.orthography import MAX_LETTERS, Orthography, laid_letters

SIZES: Final = (8, 10, 12, 15, 18)
ACCENTS: Final[tuple[Literal["keep", "short", "fold"], ...]] = ("keep", "short", "fold")
FLOORS: Final = (0.6, 0.8)


@dataclass(frozen=True)
class Price:
    """A policy: the answers it leaves, the mean kappa of the masks, and how much that is above the lexicon as it is."""

    policy: str
    answers: int
    kappa: float
    above: float


def price_policies(
    language: LanguageSettings, index: LexiconIndex, words: Words, *, masks: int = 8
) -> Iterator[Price]:
    """The lexicon as it is, then each policy by itself, over the same `masks` masks of each size."""
    settings = language.base.mask
    sample = [
        find_mask(size, size, words, language.by_size[size].mask, random=random_state(size, number)).mask
        for size in SIZES
        for number in range(masks)
    ]
    usual = _mean_kappa(words, sample, settings)
    yield Price("as it is", len(index), usual, 0.0)
    for policy, tables, n_letters in _policies(language, index):
        packed = pack_words(tables, n_letters=n_letters, rare_below=0.0)
        kappa = _mean_kappa(packed, sample, settings)
        yield Price(policy, sum(len(table) for table in tables.values()), kappa, kappa - usual)


def _policies(
    language: LanguageSettings, index: LexiconIndex
) -> Iterator[tuple[str, Mapping[int, LengthTable], int]]:
    n_letters = len(index.orthography.letters)
    used = language.base.words.orthography.accents
    without_codes = {length: _cut(table, table.code == 0) for length, table in index.tables.items()}
    for accents in ACCENTS:
        note = " (in use)" if accents == used else ""
        other = with_accents(index, accents)
        size = len(other.orthography.letters)
        yield f"accents {accents}{note}", other.tables, size
        bare = {length: _cut(table, table.code == 0) for length, table in other.tables.items()}
        if accents != used:
            yield f"accents {accents}, no codes", bare, size
    yield "no codes", without_codes, n_letters
    for floor in FLOORS:
        best = {
            length: _cut(table, np.arange(len(table)) < np.ceil(floor * len(table)))
            for length, table in index.tables.items()
        }
        yield f"best {floor:.0%} of each length", best, n_letters


def with_accents(index: LexiconIndex, accents: Literal["keep", "short", "fold"]) -> LexiconIndex:
    """The answers laid with other accents; those that become alike are one."""
    spellings = [
        (index.answer(length, word_id), index.clues(length, word_id)[0].spelling)
        for length, table in index.tables.items()
        for word_id in range(len(table))
    ]
    settings = replace(index.orthography.settings, alphabet=("A",), digraphs=(), accents=accents)
    seen = {letter for _, spelling in spellings for letter in spelling}
    letters = {laid for letter in sorted(seen) for laid in laid_letters(letter, settings) if laid.isalpha()}
    digraphs = index.orthography.settings.digraphs
    alphabet = (*digraphs, *sorted(letters))[:MAX_LETTERS]
    orthography = Orthography(replace(settings, alphabet=alphabet, digraphs=digraphs))
    laid: dict[tuple[str, ...], Answer] = {}
    for answer, spelling in spellings:
        try:
            cells = orthography.cells(spelling)
        except ValueError:  # a letter of a foreign word that has no room in the alphabet
            continue
        kept = laid.get(cells)
        if kept is None or kept.score < answer.score:
            laid[cells] = replace(answer, cells=cells)
    return index_answers(laid.values(), orthography, lang=index.lang, digest=index.digest)


def _cut(table: LengthTable, kept: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> LengthTable:
    """The kept words of a table; their bit rows are not made anew, since kappa needs none."""
    return replace(
        table,
        **{
            name: np.ascontiguousarray(getattr(table, name)[kept])
            for name in ("letters", "scores", "zipf", "family", "limited", "code")
        },
    )


def _mean_kappa(words: Words, masks: Sequence[Mask], settings: MaskSettings) -> float:
    values = []
    for mask in masks:
        costs = mask_costs(words, settings, longest=max(mask.shape))
        values.append(float(kernel.constrainedness(count_mask(mask, costs))))
    return float(np.mean(values))
