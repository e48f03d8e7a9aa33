"""The word list in a Tesseract language model: forms that somebody has written, without ranks."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np

from factory.errors import LexiconError

_SYSTEM_DAWG, _UNICHARSET = 19, 21
"""Places of the parts in the table of offsets."""

_MAGIC: Final = 42
_FLAG_BITS: Final = 3
_LAST, _WORD_END = 1, 4
"""Flags of an edge: the last of its node; a word ends behind it."""

_LONGEST: Final = 40


def read_word_list(name: str, data: bytes) -> Iterator[str]:
    """The words of a `traineddata` file, as written (several cases of a word are several words).

    The list is a graph: an edge is 64 bits, from below the letter, three flags and the number of the edge
    at which the node behind it begins, 0 for none.

    Raises:
        LexiconError: the file is no such model, or has no word list.
    """
    try:
        letters = _letters(_part(data, _UNICHARSET))
        edges, shift = _edges(_part(data, _SYSTEM_DAWG))
    except (struct.error, ValueError, UnicodeDecodeError) as problem:
        raise LexiconError(f"{name}: no Tesseract model with a word list ({problem})") from None
    mask, node_shift = (1 << shift) - 1, shift + _FLAG_BITS
    waiting = [(0, "")]
    while waiting:
        place, prefix = waiting.pop()
        while place < len(edges):
            edge = edges[place]
            word = prefix + letters[edge & mask]
            flags = edge >> shift
            if flags & _WORD_END:
                yield word
            if (node := edge >> node_shift) and len(word) < _LONGEST:
                waiting.append((node, word))
            if flags & _LAST:
                break
            place += 1


def _part(data: bytes, number: int) -> bytes:
    (count,) = struct.unpack_from("<i", data)
    if not number < count < 100:
        raise ValueError("no table of offsets")
    offsets = struct.unpack_from(f"<{count}q", data, 4)
    start = offsets[number]
    if not 0 < start < len(data):
        raise ValueError("no word list in it")
    return data[start : min((offset for offset in offsets if offset > start), default=len(data))]


def _letters(part: bytes) -> list[str]:
    lines = part.decode("utf-8").split("\n")
    count = int(lines[0])
    return [" " if line.startswith("NULL ") else line.split(" ")[0] for line in lines[1 : count + 1]]


def _edges(part: bytes) -> tuple[list[int], int]:
    magic, size, count = struct.unpack_from("<hii", part)
    if magic != _MAGIC:
        raise ValueError("not a squished graph")
    edges = np.frombuffer(part, "<u8", count, struct.calcsize("<hii"))
    return edges.tolist(), size.bit_length()
