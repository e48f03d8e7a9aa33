"""Laying and finding punchlines by trying everything."""

from collections.abc import Mapping, Sequence
from itertools import product


def fewest_parts(lengths: Sequence[int], longest: int) -> int | None:
    """The fewest parts of 2..longest cells, at most four, over all ways to cut or not between any two words."""
    best = None
    for cut in product((False, True), repeat=len(lengths) - 1):
        parts = [lengths[0]]
        for here, length in zip(cut, lengths[1:], strict=True):
            if here:
                parts.append(length)
            else:
                parts[-1] += length
        if len(parts) <= 4 and all(2 <= part <= longest for part in parts):
            best = min(best or 4, len(parts))
    return best


def stands_in_a_line(letters: Mapping[tuple[int, int], int], word: Sequence[int]) -> bool:
    """Whether a word can be read from some cell to the right or down, over letter cells alone."""
    return any(
        all(letters.get((row + down * i, column + right * i)) == code for i, code in enumerate(word))
        for row, column in letters
        for down, right in ((0, 1), (1, 0))
    )


def is_read(text: Sequence[int], word: Sequence[int]) -> bool:
    """Whether a word can be read in a text with gaps, from left to right."""
    rest = iter(text)
    return all(code in rest for code in word)
