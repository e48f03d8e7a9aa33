import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.kernels import fill as kernel
from factory.stages.fill import FillSettings
from factory.stages.pack import index_words, pack_words
from factory.words.index import Answer, Clue, index_answers
from factory.words.lines import ClueSettings
from factory.words.orthography import Orthography, OrthographySettings
from tests.strategies import tiny_lexicons


def words_with_bit(row):
    return {64 * block + i for block, word in enumerate(row) for i in range(64) if int(word) >> i & 1}


@given(tiny_lexicons(letters="ABC", max_size=200), st.floats(0, 8), st.data())
def test_pack_words__flat_arrays_say_what_the_tables_say(index, rare_below, data):
    n_letters = 3
    lines = {
        n: data.draw(st.lists(st.integers(1, 6), min_size=len(t), max_size=len(t)))
        for n, t in index.tables.items()
    }
    words = pack_words(
        index.tables, n_letters=n_letters, rare_below=rare_below, clue_lines=lines, max_lines=5
    )
    assert words.n_letters == n_letters
    assert len(words.size) == max(index.tables) + 1
    word = 0
    for length in range(len(words.size)):
        table = index.tables.get(length)
        size = 0 if table is None else len(table)
        assert (words.size[length], words.first[length]) == (size, word)
        blocks = -(-size // 512) * 8
        assert words.blocks[length] == blocks
        for position in range(length) if size else ():
            for letter in range(n_letters):
                row = words.bits_at[length] + (position * n_letters + letter) * blocks
                expected = {w for w in range(size) if table.letters[w, position] == letter}
                assert words_with_bit(words.bits[row : row + blocks]) == expected
        for class_ in range(kernel.N_CLASSES) if size else ():
            row = words.class_at[length] + class_ * blocks
            flagged = {w for w in range(size) if words.classes[word + w] >> class_ & 1}
            assert words_with_bit(words.class_bits[row : row + blocks]) == flagged
        for w in range(size):
            at = words.letters_at[length] + w * length
            assert words.letters[at : at + length].tolist() == table.letters[w].tolist()
            assert (words.score[word], words.family[word]) == (table.scores[w], table.family[w])
            assert words.length[word] == length
            flags = [words.classes[word] >> class_ & 1 for class_ in range(kernel.N_CLASSES)]
            rare = table.zipf[w] < rare_below
            long, alone = lines[length][w] > 2, lines[length][w] > 3
            assert flags == [table.limited[w], table.code[w], rare, long, alone]
            word += 1
    assert len(words.score) == len(words.family) == len(words.classes) == words.first[-1] == word
    for family in range(len(words.member_at) - 1):
        members = words.member[words.member_at[family] : words.member_at[family + 1]]
        assert members.tolist() == np.flatnonzero(words.family == family).tolist()
    assert words.member_at[-1] == len(words.member) == word


def test_pack_words__no_tables():
    words = pack_words({}, n_letters=3, rare_below=2.5)
    assert words.size.tolist() == [0]
    assert len(words.bits) == len(words.member) == 0


def test_index_words__rooms_of_the_shortest_clues():
    texts = {
        "AB": ["one two three four five six seven", "short"],
        "BA": ["one two three four five six"],
        "BB": ["one two three four five six seven eight nine"],
    }
    answers = [
        Answer(tuple(word), tuple(Clue(text, word, word, (), "t") for text in clues), 3.0, 3.0 - i, i)
        for i, (word, clues) in enumerate(texts.items())
    ]
    index = index_answers(answers, Orthography(OrthographySettings(alphabet=("A", "B"))), lang="en")
    words = index_words(index, FillSettings(), ClueSettings(line_width=11, max_lines=5))
    assert (words.classes >> kernel.LONG_CLUE & 1).tolist() == [0, 1, 1]
    assert (words.classes >> kernel.ALONE & 1).tolist() == [0, 0, 1]
    assert (words.classes >> kernel.RARE & 1).tolist() == [0, 0, 0]


@pytest.mark.parametrize("max_lines", range(1, 9))
def test_clue_classes__two_clues_that_may_meet_fit(max_lines):
    index = index_answers(
        [Answer(("A",) * 2, (Clue("x", "aa", "aa", (), "t"),), 3.0, 1.0, 0)],
        Orthography(OrthographySettings(alphabet=("A",))),
        lang="en",
    )

    def classes(lines):
        packed = pack_words(
            index.tables, n_letters=1, rare_below=0.0, clue_lines={2: [lines]}, max_lines=max_lines
        )
        flags = int(packed.classes[0])
        return {class_ for class_ in range(kernel.N_CLASSES) if flags >> class_ & 1}

    for one in range(1, 10):
        for other in range(1, 10):
            alone = kernel.ALONE in classes(one) | classes(other)
            if not alone and kernel.LONG_CLUE not in classes(one) & classes(other):
                assert one + other <= max_lines
