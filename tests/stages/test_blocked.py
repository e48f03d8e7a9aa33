"""The search for work and the textbook model agree on blocked grids; words that must appear do."""

from collections.abc import Sequence
from random import Random

import numpy as np

from factory.grid import CLUE
from factory.stages.blocked import BlockedGrid, fill_blocked, open_grid, without_limits
from factory.stages.fill import FillSettings, FillStatus
from factory.stages.pack import pack_words
from factory.words.answer import Answer, Clue
from factory.words.index import LexiconIndex, index_answers
from factory.words.orthography import Orthography, OrthographySettings
from tests.kernels.problems import random_state
from tests.naive.crossword import fills_of, segments_of
from tests.stages.test_backtrack import LETTERS, random_grid, random_words

SETTINGS = without_limits(FillSettings(), nodes=100_000, score_weight=1.0, jitter=0.7)


def index_of(spelled: Sequence[str]) -> LexiconIndex:
    answers = [
        Answer(tuple(word), (Clue("a clue", word.lower(), word.lower(), (), "test"),), 0.0, 1 - n / 100, n)
        for n, word in enumerate(spelled)
    ]
    return index_answers(answers, Orthography(OrthographySettings(alphabet=tuple(LETTERS))), lang="")


def grid_of(rows: Sequence[str]) -> BlockedGrid:
    mask = np.array([[CLUE if cell == "#" else 0 for cell in row] for row in rows], np.uint8)
    given = {
        (r, c): LETTERS.index(cell)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell.isalpha()
    }
    return open_grid(mask, given)


def fill(rows: Sequence[str], spelled: Sequence[str], must: Sequence[str] = (), seed: int = 1):
    """The status and the words of the slots, across ones first."""
    index, grid = index_of(spelled), grid_of(rows)
    words = pack_words(index.tables, n_letters=26, rare_below=0.0)
    found = fill_blocked(
        grid,
        words,
        SETTINGS,
        random=random_state(seed),
        must=[index.find(tuple(word)) or (0, 0) for word in must],
    )
    chosen = [
        "".join(index.answer(len(s), w).cells) for s, w in zip(grid.slots, found.word_ids, strict=False)
    ]
    return found.status, chosen


def test_fill_blocked__agrees_with_the_textbook_model():
    outcomes = dict.fromkeys(FillStatus, 0)
    for seed in range(300):
        random = Random(seed)
        rows, words = random_grid(random), random_words(random)
        if not segments_of(rows):
            continue
        wanted = next(fills_of(rows, words), None)
        status, chosen = fill(rows, words, seed=seed)
        assert status is (FillStatus.IMPOSSIBLE if wanted is None else FillStatus.FILLED), (seed, rows, words)
        outcomes[status] += 1
        if wanted is not None:
            letters: dict[tuple[int, int], str] = {}
            for slot, word in zip(grid_of(rows).slots, chosen, strict=True):
                for cell, letter in zip(slot.cells, word, strict=True):
                    assert letters.setdefault(cell, letter) == letter
                    assert rows[cell[0]][cell[1]] in (".", letter)
            assert len(set(chosen)) == len(chosen)
            assert set(chosen) <= set(words)
    assert outcomes[FillStatus.FILLED] > 60
    assert outcomes[FillStatus.IMPOSSIBLE] > 40


def test_fill_blocked__words_that_must_appear_do_where_a_fill_has_them():
    seen = dict.fromkeys(FillStatus, 0)
    for seed in range(60):
        random = Random(1000 + seed)
        rows, words = random_grid(random), random_words(random)
        segments = segments_of(rows)
        if not segments:
            continue
        must = random.sample(words, k=1)
        wanted = any(
            set(must) <= {"".join(found[cell] for cell in cells) for cells in segments}
            for found in fills_of(rows, words)
        )
        status, chosen = fill(rows, words, must=must, seed=seed)
        assert status is (FillStatus.FILLED if wanted else FillStatus.IMPOSSIBLE), (seed, rows, words, must)
        assert not wanted or set(must) <= set(chosen)
        seen[status] += 1
    assert seen[FillStatus.FILLED] > 8
    assert seen[FillStatus.IMPOSSIBLE] > 8


def test_open_grid__neighbours_need_not_share_a_clue_cell():
    grid = grid_of(["..", ".."])
    assert (grid.table.partner == -1).all()
