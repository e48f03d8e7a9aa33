"""What spoils a puzzle for its solver: a word of the punchline among the answers, one clue for two answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from factory.jokes import without_punctuation
from factory.puzzle import SECRET_SOURCE, Entry
from factory.words.orthography import Orthography

TELLING: Final = 4
"""Cells from which a word of the punchline gives the joke away; shorter ones stand in any text."""


def telling_words(punchline: str, orthography: Orthography) -> frozenset[str]:
    """The words of a punchline that may not be answers, as their cells joined; the only word whatever its length."""
    words = [orthography.cells(without_punctuation(word)) for word in punchline.split()]
    spelled = [cells for cells in words if cells]
    return frozenset("".join(cells) for cells in spelled if len(cells) >= TELLING or len(spelled) == 1)


def find_spoiler(entries: Sequence[Entry], telling: Collection[str]) -> str | None:
    """The name of what spoils the puzzle, None if nothing does; parts of a placed secret are meant to be there."""
    own = [entry for entry in entries if entry.source != SECRET_SOURCE]
    if any(entry.answer in telling for entry in own):
        return "punchline_among_answers"
    if len({entry.clue for entry in own}) < len(own):
        return "one_clue_twice"
    return None
