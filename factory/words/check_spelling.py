"""Checks of spelling with hunspell, where the program and a dictionary of the language are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.findings import Finding
from factory.words.frequency import zipf
from factory.words.orthography import COMPOUND_MARK
from factory.words.source import Row

FOLDERS: Final = (Path("/usr/share/hunspell"), Path("/usr/share/myspell/dicts"))

COUNTRIES: Final = {"cs": "CZ", "en": "US", "de": "DE"}
"""Whose dictionary is taken of several; else one of the country that the language names, or any."""

_NOT_PROSE: Final = frozenset({"abbr", "code", "foreign", "dialect", "archaic"})

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")


@dataclass(frozen=True)
class Text:
    """A text to be checked."""

    text: str
    what: str
    """What it is: "clue"."""
    subject: str
    """What it belongs to: the answer."""
    file: str
    line: int


class Speller:
    """The dictionary of a language."""

    def __init__(self, program: str, dictionary: Path) -> None:
        self._command = (program, "-i", "utf-8", "-d", str(dictionary), "-l")

    def unknown(self, words: Collection[str]) -> frozenset[str]:
        """The words that it does not know.

        Raises:
            OSError, subprocess.SubprocessError: hunspell fails.
        """
        text = "".join(f"{word}\n" for word in sorted(words))
        done = subprocess.run(self._command, input=text.encode(), capture_output=True, check=True, timeout=60)
        return frozenset(done.stdout.decode().split("\n")) & frozenset(words)


def spelling_findings(texts: Iterable[Text], lang: str) -> tuple[list[Finding], str | None]:
    """The findings of all texts, or none and a note why spelling could not be checked."""
    speller = find_speller(lang)
    if isinstance(speller, str):
        return [], speller
    try:
        return list(check_spelling(texts, speller, lambda word: zipf(word, lang) > 0)), None
    except (OSError, subprocess.SubprocessError) as problem:
        return [], f"spelling was not checked: hunspell failed ({problem})"


def find_speller(lang: str, folders: Iterable[Path] = FOLDERS) -> Speller | str:
    """The speller of a language, or why there is none."""
    program = shutil.which("hunspell")
    if program is None:
        return "spelling was not checked: hunspell is not installed"
    known = sorted(path for folder in folders for path in folder.glob(f"{lang}_*.dic"))
    country = COUNTRIES.get(lang, lang.upper())
    known.sort(key=lambda path: path.stem != f"{lang}_{country}")
    if not known:
        return f"spelling was not checked: there is no hunspell dictionary of {lang!r} in {FOLDERS[0]}"
    return Speller(program, known[0].with_suffix(""))


def check_spelling(
    texts: Iterable[Text], speller: Speller, is_common: Callable[[str], bool]
) -> Iterator[Finding]:
    """A warning for each unknown word, where it stands first; words with a capital are names and left out.

    What `is_common` knows needs no dictionary.
    """
    places: dict[str, Text] = {}
    counts: Counter[str] = Counter()
    for text in texts:
        for word in prose_words(text.text):
            places.setdefault(word, text)
            counts[word] += 1
    unknown = speller.unknown(places)
    for word, text in places.items():
        if word in unknown and not is_common(word):
            times = f" ({counts[word]} times)" if counts[word] > 1 else ""
            said = f"{text.subject!r}: {word!r} in the {text.what} is not in the dictionary{times}"
            yield Finding(text.file, text.line, "warning", "spelling", said)


def row_texts(rows: Iterable[Row]) -> Iterator[Text]:
    """The answers that are words of the language, and all clues."""
    for row in rows:
        answer = row.spelling.replace(COMPOUND_MARK, "")
        if _NOT_PROSE.isdisjoint(row.tags):
            yield Text(answer, "answer", answer, row.file, row.line)
        yield Text(row.clue, "clue", answer, row.file, row.line)


def prose_words(text: str) -> list[str]:
    """The words of a text that a dictionary can judge: no names, no single letters, no abbreviations."""
    found = []
    for match in _WORD.finditer(text):
        word = match[0]
        is_cut = text[match.end() : match.end() + 1] in (".", "…") and len(word) < 5
        if len(word) > 1 and word == word.lower() and "." not in word and not is_cut:
            found.append(word)
    return found
