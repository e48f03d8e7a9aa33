"""Hypothesis strategies that tests of several rooms share."""

import numpy as np
from hypothesis import strategies as st

from factory.grid import CLUE, LETTER, Mask
from factory.puzzle import Grid
from factory.words.index import Answer, Clue, LexiconIndex, index_answers
from factory.words.orthography import Orthography, OrthographySettings


@st.composite
def masks(draw, *, min_side: int = 1, max_side: int = 8) -> Mask:
    """Any mask: letter cells in row 0, runs of one cell and islands included."""
    rows, columns = draw(st.integers(min_side, max_side)), draw(st.integers(min_side, max_side))
    cells = st.lists(st.sampled_from([LETTER, LETTER, CLUE]), min_size=columns, max_size=columns)
    return np.array(draw(st.lists(cells, min_size=rows, max_size=rows)), np.uint8)


@st.composite
def framed_masks(draw, *, min_side: int = 3, max_side: int = 8) -> Mask:
    """A mask with clue cells in row 0 and column 0; inside anything goes."""
    mask = draw(masks(min_side=min_side, max_side=max_side))
    mask[0, :] = mask[:, 0] = CLUE
    return mask


@st.composite
def letterings(draw, mask: Mask, *, letters: str = "ABC") -> Grid:
    """The mask with any letter in each letter cell, None in each clue cell."""
    return tuple(
        tuple(None if cell == CLUE else draw(st.sampled_from(letters)) for cell in row) for row in mask
    )


def word_sets(
    *, letters: str = "AB", min_length: int = 2, max_length: int = 4, max_size: int = 20
) -> st.SearchStrategy[frozenset[str]]:
    """Sets of up to `max_size` words over few letters, so that crossings often fit."""
    word = st.text(letters, min_size=min_length, max_size=max_length)
    return st.frozensets(word, min_size=1, max_size=max_size)


@st.composite
def tiny_lexicons(draw, *, letters: str = "AB", **limits: int) -> LexiconIndex:
    """An index of such a set: any scores, now and then two words of one family or a code."""
    words = sorted(draw(word_sets(letters=letters, **limits)))
    answers = []
    for number, word in enumerate(words):
        tags = draw(st.sampled_from([(), (), ("code",), ("name",), ("archaic",)]))
        family = draw(st.sampled_from([number, number, 0]))
        score = float(draw(st.integers(0, 7)))
        clue = Clue(f"clue of {word}", word.lower(), word.lower(), tags, "test.tsv")
        answers.append(Answer(tuple(word), (clue,), score, score, family))
    orthography = Orthography(OrthographySettings(alphabet=tuple(letters)))
    return index_answers(answers, orthography, lang="xx", digest="0")
