"""Word economy: answers used lately in a stream lose score, so they come later in the order of the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import numpy as np
from annotated_types import Ge, Gt
from numpy.typing import NDArray

from factory.kernels.fill import Words
from factory.section import section
from factory.stages.pack import class_bits, whole_lanes
from factory.words.index import bit_rows

T = TypeVar("T", bound=np.generic)


@section
class CoolingSettings:
    """How answers rest after their use; counted in puzzles of the same stream."""

    weight: Annotated[float, Ge(0)] = 3.0
    """Score that an answer loses by its last use (one step on the Zipf scale is one); 0 = nothing rests."""
    half_life: Annotated[float, Gt(0)] = 100
    """Puzzles after which half of the loss is left."""


@dataclass(frozen=True, eq=False)
class CooledWords:
    """The words in a new order, best cooled score first, and the way back to their old numbers."""

    words: Words
    old: Mapping[int, NDArray[np.int64]]
    """Old word id by length and new word id; lengths that kept their order are missing."""

    def old_ids(self, lengths: Sequence[int], word_ids: Sequence[int]) -> tuple[int, ...]:
        """The old ids of a fill's words, given the lengths of its slots; -1 stays."""
        return tuple(
            int(self.old[length][word_id]) if word_id >= 0 and length in self.old else word_id
            for length, word_id in zip(lengths, word_ids, strict=True)
        )


def losses(ages: NDArray[np.uint16], settings: CoolingSettings) -> NDArray[np.float32]:
    """What each word loses, given the puzzles since its last use (1 = the last one, 0 = never used)."""
    loss = settings.weight * np.exp2(-(ages.astype(np.float64) - 1) / settings.half_life)
    # Rounded, so that the last bit of a machine's exp2 does not decide the order.
    return np.where(ages > 0, np.round(loss, 3), 0.0).astype(np.float32)


def cool(words: Words, ages: NDArray[np.uint16], settings: CoolingSettings, *, longest: int) -> CooledWords:
    """The words with cooled scores, in their order; lengths above `longest` stay as they are.

    The ladder of the fill and its choice of a word both go by this order, so a used answer falls behind
    others of its length and comes back as its loss fades.

    Args:
        words: the lexicon, best score first.
        ages: uint16 [global word id], see `losses`.
        settings: how much and how long.
        longest: the longest slot that the grid can have.
    """
    loss = losses(ages, settings)
    cooled = words._replace(
        bits=words.bits.copy(),
        letters=words.letters.copy(),
        score=words.score - loss,
        family=words.family.copy(),
        classes=words.classes.copy(),
        class_bits=words.class_bits.copy(),
    )
    old: dict[int, NDArray[np.int64]] = {}
    for length in range(min(longest + 1, len(words.size))):
        here = slice(int(words.first[length]), int(words.first[length] + words.size[length]))
        if not loss[here].any():
            continue
        order = np.argsort(-cooled.score[here], kind="stable")
        old[length] = order
        for array in (cooled.score, cooled.family, cooled.classes):
            array[here] = array[here][order]
        letters = words.letters[words.letters_at[length] :][: length * len(order)].reshape(-1, length)[order]
        _put(cooled.letters, words.letters_at[length], letters)
        _put(cooled.bits, words.bits_at[length], whole_lanes(bit_rows(letters, words.n_letters)))
        _put(cooled.class_bits, words.class_at[length], class_bits(cooled.classes[here]))
    return CooledWords(cooled._replace(member=np.argsort(cooled.family, kind="stable").astype(np.int64)), old)


def _put(into: NDArray[T], at: np.int64, values: NDArray[T]) -> None:
    into[at : at + values.size] = values.ravel()
