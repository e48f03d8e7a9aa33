"""The compiled lexicon: letter arrays and bit rows for the fill, answers with clues for everybody else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from factory.errors import LexiconError
from factory.words.answer import Answer, Clue
from factory.words.offensive import NOTHING, Offensive
from factory.words.orthography import Orthography, OrthographySettings

__all__ = ["Answer", "Clue", "LengthTable", "LexiconIndex", "index_answers", "load_index", "save_index"]

FORMAT: Final = 2
"""Raise it whenever the same sources and settings make another index, or its files change."""

_META: Final = "lexicon.json"
_CLUES: Final = "clues.json"

Clues = tuple[Clue, ...]


@dataclass(frozen=True, eq=False)
class LengthTable:
    """The answers of one length as C-contiguous arrays; a low word id is a better word.

    letters: uint8 [word, position], letter numbers of the orthography.
    scores: float32 [word], descending, ties in the order of the cells.
    zipf: float32 [word], 0 = unknown.
    family: int32 [word], equal for answers of one lemma.
    limited: uint8 [word], 1 = every clue is tagged code, abbr, foreign, archaic or dialect.
    code: uint8 [word], 1 = every clue is tagged code.
    bits: uint64 [position, letter, block], bit w % 64 of block w // 64 is set when word w has that letter at
        that position; bits beyond the last word are 0.
    """

    letters: NDArray[np.uint8]
    scores: NDArray[np.float32]
    zipf: NDArray[np.float32]
    family: NDArray[np.int32]
    limited: NDArray[np.uint8]
    code: NDArray[np.uint8]
    bits: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.letters)


_ARRAYS: Final = ("letters", "scores", "zipf", "family", "limited", "code", "bits")


@dataclass(frozen=True, eq=False)
class LexiconIndex:
    """A language's lexicon. Pickled by its folder, so workers map it instead of copying it."""

    lang: str
    digest: str
    """Hexadecimal SHA-256 of all that went in: sources, settings, versions."""
    orthography: Orthography
    tables: Mapping[int, LengthTable]
    """By number of cells; only lengths that have answers."""
    families: int
    """Family numbers run from 0 to families - 1."""
    attribution: tuple[str, ...] = ()
    """What the lexicon was made from, with licences."""
    sources: Mapping[str, int] = field(default_factory=dict)
    """Number of clues by source."""
    problems: tuple[str, ...] = ()
    """The bad rows that were skipped under the limit."""
    offensive: Offensive = NOTHING
    """What no answer shows, and no grid by chance."""
    folder: Path | None = None
    """Where it is stored; None while it is only in memory."""
    memory: Mapping[int, tuple[Clues, ...]] | None = None
    """Clues by length and word id when they are not read from `folder`."""

    def answer(self, length: int, word_id: int) -> Answer:
        """The answer of a word id, with its clues."""
        table = self.tables[length]
        return Answer(
            cells=tuple(self.orthography.letters[code] for code in table.letters[word_id]),
            clues=self._clues[length][word_id],
            zipf=round(float(table.zipf[word_id]), 2),
            score=round(float(table.scores[word_id]), 4),
            family=int(table.family[word_id]),
        )

    def clues(self, length: int, word_id: int) -> tuple[Clue, ...]:
        """The clues of a word id."""
        return self._clues[length][word_id]

    def find(self, cells: tuple[str, ...]) -> tuple[int, int] | None:
        """The length and word id of a string of cells; None when it is no answer."""
        try:
            return self._ids.get(self.orthography.codes(cells))
        except ValueError:
            return None

    def __len__(self) -> int:
        return sum(len(table) for table in self.tables.values())

    @cached_property
    def _clues(self) -> Mapping[int, tuple[Clues, ...]]:
        """Read on first use: the fill needs none."""
        if self.memory is not None:
            return self.memory
        assert self.folder is not None, "an index is in memory or in a folder"
        stored = json.loads((self.folder / _CLUES).read_bytes())
        return {
            int(length): tuple(_unpack_clues(packed) for packed in words) for length, words in stored.items()
        }

    @cached_property
    def _ids(self) -> dict[bytes, tuple[int, int]]:
        return {
            word.tobytes(): (length, word_id)
            for length, table in self.tables.items()
            for word_id, word in enumerate(table.letters)
        }

    def __reduce__(self) -> str | tuple[Any, ...]:
        if self.folder is not None and self.memory is None:
            return load_index, (self.folder,)
        return super().__reduce__()


def index_answers(
    answers: Iterable[Answer],
    orthography: Orthography,
    *,
    lang: str,
    digest: str = "",
    attribution: tuple[str, ...] = (),
    problems: tuple[str, ...] = (),
    offensive: Offensive = NOTHING,
) -> LexiconIndex:
    """The index of answers, in memory."""
    by_length: dict[int, list[Answer]] = {}
    for answer in sorted(answers, key=lambda answer: (-answer.score, orthography.codes(answer.cells))):
        by_length.setdefault(len(answer.cells), []).append(answer)
    ordered = dict(sorted(by_length.items()))
    everything = [answer for words in ordered.values() for answer in words]
    return LexiconIndex(
        lang=lang,
        digest=digest,
        orthography=orthography,
        tables={length: _table(words, orthography) for length, words in ordered.items()},
        families=max((answer.family for answer in everything), default=-1) + 1,
        attribution=attribution,
        sources=dict(sorted(Counter(clue.source for answer in everything for clue in answer.clues).items())),
        problems=problems,
        offensive=offensive,
        memory={length: tuple(answer.clues for answer in words) for length, words in ordered.items()},
    )


def _table(answers: list[Answer], orthography: Orthography) -> LengthTable:
    letters = np.frombuffer(b"".join(orthography.codes(answer.cells) for answer in answers), np.uint8)
    letters = letters.reshape(len(answers), -1)
    return LengthTable(
        letters=letters,
        scores=np.array([answer.score for answer in answers], np.float32),
        zipf=np.array([answer.zipf for answer in answers], np.float32),
        family=np.array([answer.family for answer in answers], np.int32),
        limited=np.array([answer.is_limited for answer in answers], np.uint8),
        code=np.array([answer.is_code for answer in answers], np.uint8),
        bits=bit_rows(letters, len(orthography.letters)),
    )


def bit_rows(letters: NDArray[np.uint8], n_letters: int) -> NDArray[np.uint64]:
    """uint64 [position, letter, block] of uint8 [word, position]; see LengthTable."""
    n_words, n_positions = letters.shape
    n_blocks = -(-n_words // 64)
    has = np.zeros((n_positions, n_letters, n_blocks * 64), np.bool_)
    has[:, :, :n_words] = letters.T[:, None, :] == np.arange(n_letters, dtype=np.uint8)[None, :, None]
    packed = np.packbits(has, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64, copy=False)


def save_index(index: LexiconIndex, folder: Path) -> None:
    """Writes an index held in memory into an empty folder, the description last.

    Raises:
        OSError: the folder can't be written.
    """
    assert index.memory is not None, "only an index in memory is saved"
    for length, table in index.tables.items():
        for name in _ARRAYS:
            np.save(_array_path(folder, length, name), getattr(table, name), allow_pickle=False)
    clues = {length: [_pack_clues(clues) for clues in words] for length, words in index.memory.items()}
    _write_json(folder / _CLUES, clues)
    meta = {
        "format": FORMAT,
        "lang": index.lang,
        "digest": index.digest,
        "orthography": asdict(index.orthography.settings),
        "answers": {length: len(table) for length, table in index.tables.items()},
        "families": index.families,
        "attribution": index.attribution,
        "sources": index.sources,
        "problems": index.problems,
        "offensive": asdict(index.offensive),
        "bytes": {path.name: path.stat().st_size for path in sorted(folder.iterdir())},
    }
    _write_json(folder / _META, meta)


def load_index(folder: Path) -> LexiconIndex:
    """The index stored in a folder; its arrays are read-only maps of the files.

    Raises:
        LexiconError: the folder holds no index, one of another format, or a damaged one.
    """
    try:
        meta = json.loads((folder / _META).read_bytes())
        if meta["format"] != FORMAT:
            raise LexiconError(f"{folder}: index format {meta['format']}, expected {FORMAT}")
        for name, size in meta["bytes"].items():
            if (found := (folder / name).stat().st_size) != size:
                raise LexiconError(
                    f"{folder / name}: {found} bytes, expected {size}: remove the folder to rebuild it"
                )
        settings = meta["orthography"]
        settings["alphabet"], settings["digraphs"] = tuple(settings["alphabet"]), tuple(settings["digraphs"])
        return LexiconIndex(
            lang=meta["lang"],
            digest=meta["digest"],
            orthography=Orthography(OrthographySettings(**settings)),
            tables={int(length): _load_table(folder, int(length)) for length in meta["answers"]},
            families=meta["families"],
            attribution=tuple(meta["attribution"]),
            sources=meta["sources"],
            problems=tuple(meta["problems"]),
            offensive=Offensive(**{name: tuple(entries) for name, entries in meta["offensive"].items()}),
            folder=folder,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        what = f"{type(problem).__name__}: {problem}".splitlines()[0]
        raise LexiconError(
            f"{folder}: no complete lexicon index ({what}), remove the folder to rebuild it"
        ) from None


def _load_table(folder: Path, length: int) -> LengthTable:
    # asarray drops the memmap class, which makes calls into kernels four times dearer; the map stays.
    arrays = {name: np.asarray(np.load(_array_path(folder, length, name), mmap_mode="r")) for name in _ARRAYS}
    return LengthTable(**arrays)


def _array_path(folder: Path, length: int, name: str) -> Path:
    return folder / f"{length:02d}-{name}.npy"


def _pack_clues(clues: Clues) -> list[list[Any]]:
    return [[clue.text, clue.spelling, clue.lemma, clue.tags, clue.source] for clue in clues]


def _unpack_clues(packed: list[list[Any]]) -> Clues:
    return tuple(
        Clue(text, spelling, lemma, tuple(tags), source) for text, spelling, lemma, tags, source in packed
    )


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
