import json
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.errors import LexiconError
from factory.words.answer import Answer, Clue
from factory.words.index import FORMAT, bit_rows, index_answers, load_index, save_index
from factory.words.orthography import Orthography, OrthographySettings

ORTHOGRAPHY = Orthography(OrthographySettings(alphabet=("A", "B", "C", "H", "CH"), digraphs=("CH",)))


def answer(spelling, score=1.0, family=0, zipf=3.1, tags=()):
    clue = Clue(f"clue of {spelling}", spelling, spelling, tuple(tags), "sk/a.tsv")
    return Answer(ORTHOGRAPHY.cells(spelling), (clue,), zipf, score, family)


ANSWERS = (
    answer("ba", 1.0, 0),
    answer("ch|a", 5.0, 1, tags=["code"]),
    answer("hab", 2.5, 2, tags=["archaic"]),
    answer("cab", 2.5, 1),
    answer("bach", 7.25, 3),
)


def stored(tmp_path):
    index = index_answers(
        ANSWERS, ORTHOGRAPHY, lang="sk", digest="d1", attribution=("us",), problems=("a.tsv:2: x",)
    )
    save_index(index, tmp_path)
    return load_index(tmp_path)


def test_index__words_are_sorted_by_score_then_cells():
    index = index_answers(ANSWERS, ORTHOGRAPHY, lang="sk")
    assert list(index.tables) == [2, 3]
    words = ["".join(index.answer(3, word_id).cells) for word_id in range(3)]
    assert words == ["BACH", "CAB", "HAB"]
    assert index.tables[3].scores.tolist() == [7.25, 2.5, 2.5]
    assert index.tables[3].limited.tolist() == [0, 0, 1]
    assert index.tables[2].code.tolist() == [1, 0]
    assert index.families == 4
    assert index.sources == {"sk/a.tsv": 5}
    assert len(index) == 5


def test_index__answers_come_back_from_disk(tmp_path):
    index = stored(tmp_path)
    found = {
        index.answer(length, word_id)
        for length, table in index.tables.items()
        for word_id in range(len(table))
    }
    assert found == set(ANSWERS)
    assert (index.lang, index.digest, index.attribution, index.problems) == (
        "sk",
        "d1",
        ("us",),
        ("a.tsv:2: x",),
    )
    assert index.orthography == ORTHOGRAPHY


def test_find__place_of_cells_or_none(tmp_path):
    index = stored(tmp_path)
    for one in ANSWERS:
        assert index.answer(*index.find(one.cells)) == one
    assert index.find(("B", "A", "C", "H")) is None
    assert index.find(("A", "A")) is None
    assert index.find(("Ž",)) is None


def test_load__arrays_are_read_only_contiguous_maps(tmp_path):
    table = stored(tmp_path).tables[3]
    dtypes = {"letters": "uint8", "scores": "float32", "zipf": "float32", "family": "int32", "bits": "uint64"}
    for name, dtype in {**dtypes, "limited": "uint8", "code": "uint8"}.items():
        array = getattr(table, name)
        assert array.dtype == dtype
        assert array.flags.c_contiguous
        assert not array.flags.writeable
        assert type(array) is np.ndarray
        assert isinstance(array.base, np.memmap)


def test_pickle__stored_index_travels_as_its_folder(tmp_path):
    index = stored(tmp_path)
    data = pickle.dumps(index)
    assert len(data) < 1000
    assert pickle.loads(data).answer(3, 0) == index.answer(3, 0)


def test_pickle__index_in_memory_travels_whole():
    index = pickle.loads(pickle.dumps(index_answers(ANSWERS, ORTHOGRAPHY, lang="sk")))
    assert index.answer(3, 0) == ANSWERS[4]
    assert index.find(("B", "A")) == (2, 1)


@given(st.integers(1, 200), st.integers(1, 4), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=40)
def test_bit_rows__equal_letters(n_words, length, seed):
    letters = np.random.default_rng(seed).integers(0, 5, (n_words, length)).astype(np.uint8)
    bits = bit_rows(letters, 5)
    assert bits.shape == (length, 5, -(-n_words // 64))
    assert bits.dtype == np.uint64
    for position in range(length):
        for letter in range(5):
            row = sum(int(block) << (64 * b) for b, block in enumerate(bits[position, letter]))
            assert row == sum(1 << w for w in range(n_words) if letters[w, position] == letter)


@pytest.mark.parametrize("name", ["lexicon.json", "clues.json", "03-bits.npy"])
def test_load__folder_without_one_of_its_files_is_refused(tmp_path, name):
    stored(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(LexiconError, match="no complete lexicon index"):
        load_index(tmp_path)


def test_load__cut_file_is_refused(tmp_path):
    stored(tmp_path)
    path = tmp_path / "03-bits.npy"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(LexiconError, match=r"03-bits.npy: \d+ bytes, expected \d+"):
        load_index(tmp_path)


def test_load__other_format_is_refused(tmp_path):
    stored(tmp_path)
    meta = json.loads((tmp_path / "lexicon.json").read_text("utf-8"))
    (tmp_path / "lexicon.json").write_text(json.dumps(meta | {"format": 99}), "utf-8")
    with pytest.raises(LexiconError, match=f"index format 99, expected {FORMAT}"):
        load_index(tmp_path)


def test_load__missing_folder_is_refused(tmp_path):
    with pytest.raises(LexiconError, match="nowhere: no complete lexicon index"):
        load_index(tmp_path / "nowhere")
