"""How a punchline can lie in a grid without being planned: in one row, in parts, whole or word by word by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from factory.stages.place import Part, cuts

BREAK = b"\xff"
"""Stands between runs; no letter has this code."""


class Found(NamedTuple):
    """Whether a grid holds a punchline."""

    whole: bool
    """Contiguous in one run of letter cells of a row or column."""
    words: bool
    """Each of its words so, anywhere."""


def fewest_parts(words: Sequence[Part], longest: int) -> int | None:
    """The fewest parts of 2..longest cells that a punchline is cut into between words; None beyond four."""
    ways = cuts(words, longest)
    return len(ways[0]) if ways else None


def join_runs(runs: Sequence[bytes]) -> bytes:
    """The letter codes of all runs of a grid as one text to search."""
    return BREAK.join(runs)


def find_words(runs: bytes, words: Sequence[bytes]) -> Found:
    """How the joined runs of a grid hold a punchline of these words."""
    return Found(b"".join(words) in runs, all(word in runs for word in words))
