"""Packing words: length tables in, the flat arrays of the fill kernels out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from factory.kernels import fill as kernel
from factory.kernels.fill import Words
from factory.stages.fill import FillSettings
from factory.words.index import LengthTable, LexiconIndex
from factory.words.lines import ClueSettings, least_lines

T = TypeVar("T", bound=np.generic)


def pack_words(
    tables: Mapping[int, LengthTable],
    *,
    n_letters: int,
    rare_below: float,
    clue_lines: Mapping[int, Sequence[int]] | None = None,
    max_lines: int = 5,
) -> Words:
    """The words of all lengths as the kernels' flat arrays.

    Args:
        tables: the words by length.
        n_letters: letters of the alphabet.
        rare_below: a word of lower or unknown (0) Zipf frequency is rare.
        clue_lines: for each length and word the lines of its shortest clue; one line each when missing.
        max_lines: lines that the clues of one clue cell may need together.
    """
    longest = max(tables, default=0)
    size = np.zeros(longest + 1, np.int64)
    blocks = np.zeros(longest + 1, np.int64)
    first = np.zeros(longest + 2, np.int64)
    bits_at = np.zeros(longest + 1, np.int64)
    letters_at = np.zeros(longest + 1, np.int64)
    class_at = np.zeros(longest + 1, np.int64)
    at_bits = at_letters = at_classes = 0
    for length in range(longest + 1):
        table = tables.get(length)
        size[length] = 0 if table is None else table.letters.shape[0]
        blocks[length] = -(-int(size[length]) // (64 * kernel.LANES)) * kernel.LANES
        bits_at[length], letters_at[length], class_at[length] = at_bits, at_letters, at_classes
        first[length + 1] = first[length] + size[length]
        if table is not None:
            at_bits += length * n_letters * int(blocks[length])
            at_letters += table.letters.size
            at_classes += kernel.N_CLASSES * int(blocks[length])
    ordered = [tables[length] for length in sorted(tables)]
    family = _joined([table.family for table in ordered], np.int32)
    classes = [
        _classes(
            tables[n], rare_below, clue_lines[n] if clue_lines else [1] * len(tables[n].letters), max_lines
        )
        for n in sorted(tables)
    ]
    n_families = int(family.max()) + 1 if family.size else 0
    member_at = np.zeros(n_families + 1, np.int64)
    np.cumsum(np.bincount(family, minlength=n_families), out=member_at[1:])
    return Words(
        n_letters=n_letters,
        size=size,
        blocks=blocks,
        first=first,
        bits_at=bits_at,
        letters_at=letters_at,
        bits=_joined([whole_lanes(table.bits).ravel() for table in ordered], np.uint64),
        letters=_joined([table.letters.ravel() for table in ordered], np.uint8),
        score=_joined([table.scores for table in ordered], np.float32),
        family=family,
        member_at=member_at,
        member=np.argsort(family, kind="stable").astype(np.int64),
        length=np.repeat(np.arange(longest + 1, dtype=np.int64), size),
        classes=_joined(classes, np.uint8),
        class_bits=_joined([class_bits(part).ravel() for part in classes], np.uint64),
        class_at=class_at,
    )


def index_words(index: LexiconIndex, settings: FillSettings, room: ClueSettings) -> Words:
    """The kernels' arrays of a compiled lexicon."""
    return pack_words(
        index.tables,
        n_letters=len(index.orthography.letters),
        rare_below=settings.rare_below,
        clue_lines={
            length: [
                least_lines((clue.text for clue in index.clues(length, word_id)), index.lang, room.line_width)
                for word_id in range(len(table))
            ]
            for length, table in index.tables.items()
        },
        max_lines=room.max_lines,
    )


def _classes(
    table: LengthTable, rare_below: float, clue_lines: Sequence[int], max_lines: int
) -> NDArray[np.uint8]:
    """uint8 [word]: a bit for each class.

    Two clues of more than half the lines don't go together; one that leaves less than half of them, less
    one line, goes with none.
    """
    lines = np.array(clue_lines)
    flags = {
        kernel.LIMITED: table.limited > 0,
        kernel.CODE: table.code > 0,
        kernel.RARE: table.zipf < rare_below,
        kernel.LONG_CLUE: lines > max_lines // 2,
        kernel.ALONE: lines > max_lines - max_lines // 2,
    }
    classes = np.zeros(len(table.letters), np.uint8)
    for bit, flag in flags.items():
        classes[flag] |= np.uint8(1 << bit)
    return classes


def class_bits(classes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """uint64 [class, block]: the words of each class as bit rows."""
    lane = 64 * kernel.LANES
    bits = np.zeros((kernel.N_CLASSES, -(-len(classes) // lane) * lane), np.uint8)
    for class_ in range(kernel.N_CLASSES):
        bits[class_, : len(classes)] = classes >> class_ & 1
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def whole_lanes(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Bit rows with zero blocks behind the last, up to a multiple of the kernels' LANES."""
    missing = -rows.shape[-1] % kernel.LANES
    return np.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, missing)])


def _joined(parts: Sequence[NDArray[Any]], dtype: type[T]) -> NDArray[T]:
    return np.ascontiguousarray(np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype))
