"""Spellings as short edits of their answer's cells in lower case: "Česká Lípa" of "českálípa" is "0Č4 0L"."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

INSERTED: Final = " -'’."
"""Characters that an edit puts in; any other one replaces the character at its place."""

WHOLE: Final = "!"
"""Begins an edit that holds the whole spelling."""

UNUSED: Final = "-"
"""The edit of a variant that no puzzle uses; its clue is empty."""

_ZERO: Final = ord("0")
_FAR: Final = 1000
_MAX_CHAR: Final = "\uffff"


def edit_of(spelling: str, base: str) -> str:
    """The edit that makes `spelling` of `base`, the cells in lower case; "" where they are equal.

    Pairs of characters: the first tells how many characters of the base are copied before ("0" none, "1" one, and
    so on up the code points), the second is put in or replaces one.

    Raises:
        ValueError: the spelling has a line break.
    """
    if "\n" in spelling:
        raise ValueError(f"the spelling {spelling!r} has a line break, expected none")
    edit: list[str] = []
    at = copied = 0
    for char in spelling:
        if at < len(base) and char == base[at]:
            at += 1
            copied += 1
            continue
        edit.append(chr(_ZERO + copied) + char)
        at += char not in INSERTED
        copied = 0
    text = "".join(edit)
    plain = all(char <= _MAX_CHAR for char in base + spelling)
    if plain and len(base) < _FAR and at == len(base) and apply_edit(text, base) == spelling:
        return text
    return WHOLE + spelling


def apply_edit(edit: str, base: str) -> str:
    """The spelling that an edit makes of `base`.

    Raises:
        ValueError: the edit goes beyond the end of the base, or is cut off.
    """
    if edit.startswith(WHOLE):
        return edit[1:]
    parts: list[str] = []
    at = 0
    for count, char in zip_longest(edit[::2], edit[1::2]):
        n = ord(count) - _ZERO
        if char is None or n < 0 or at + n + (char not in INSERTED) > len(base):
            raise ValueError(f"the edit {edit!r} of {base!r} is none")
        parts.append(base[at : at + n] + char)
        at += n + (char not in INSERTED)
    return "".join(parts) + base[at:]
