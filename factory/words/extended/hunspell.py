"""Hunspell dictionaries whose affix rules carry morphological tags: the forms of a word, by tags."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from factory.errors import LexiconError

Tags = frozenset[str]
Forms = dict[Tags, set[str]]

_PART: Final = "po:"


@dataclass(frozen=True)
class _Suffix:
    strip: str
    add: str
    condition: re.Pattern[str]
    tags: Tags
    """Of the form: case, number, gender, person, mood."""
    part: str | None
    """Part of speech where the rule names one."""


@dataclass(frozen=True)
class _Entry:
    flags: str
    part: str | None


class Inflector:
    """The tagged forms of the words of a dictionary (one-letter flags, suffixes only)."""

    def __init__(self, affixes: str, dictionary: str) -> None:
        """Reads the texts of the two files.

        Raises:
            LexiconError: a suffix rule is broken.
        """
        self._suffixes = _read_suffixes(affixes)
        self._entries: defaultdict[str, list[_Entry]] = defaultdict(list)
        for line in dictionary.split("\n")[1:]:
            head, *tags = line.split()[:20] or [""]
            word, _, flags = head.partition("/")
            if word:
                self._entries[word].append(_Entry(flags, _part_of(tags)))

    def __contains__(self, word: str) -> bool:
        return word in self._entries

    def parts(self, word: str) -> set[str | None]:
        """The parts of speech that the dictionary names for a word; None for one without."""
        return {entry.part for entry in self._entries.get(word, ())}

    def forms(self, word: str) -> Forms:
        """The forms by tags, the part of speech among them where it is known; only forms with tags."""
        forms: Forms = {}
        for entry in self._entries.get(word, ()):
            for flag in entry.flags:
                for suffix in self._suffixes.get(flag, ()):
                    if not suffix.tags or not suffix.condition.search(word):
                        continue
                    part = suffix.part or entry.part
                    tags = suffix.tags | {part} if part else suffix.tags
                    forms.setdefault(tags, set()).add(word[: len(word) - len(suffix.strip)] + suffix.add)
        return forms


def _part_of(tags: list[str]) -> str | None:
    return next((tag for tag in tags if tag.startswith(_PART)), None)


def _read_suffixes(text: str) -> dict[str, list[_Suffix]]:
    """The rules by flag; header lines ("SFX z Y 7") have too few columns."""
    suffixes: defaultdict[str, list[_Suffix]] = defaultdict(list)
    for number, line in enumerate(text.split("\n"), 1):
        columns = line.partition(" #")[0].split()
        if len(columns) < 5 or columns[0] != "SFX":
            continue
        _, flag, strip, add, condition, *tags = columns
        try:
            pattern = re.compile(f"{condition}$" if condition != "." else "$")
        except re.error as problem:
            raise LexiconError(f"affix file:{number}: condition {condition!r} ({problem})") from None
        strip, add = ("" if part == "0" else part for part in (strip, add.partition("/")[0]))
        form = frozenset(tag for tag in tags if tag.startswith("is:"))
        suffixes[flag].append(_Suffix(strip, add, pattern, form, _part_of(tags)))
    return dict(suffixes)
