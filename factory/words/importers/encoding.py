"""Text of unknown encoding: decoded by its marks, or by how plausible its letters are in the language."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterable
from typing import Final

from factory.errors import LexiconError, UsageError
from factory.words.orthography import Orthography

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; that of UTF-32 begins like that of UTF-16 and is tried first."""

_EIGHT_BIT: Final = ("cp1250", "iso-8859-2", "cp1252")
_WESTERN: Final = ("cp1252", "cp1250", "iso-8859-2")
"""The order decides where several give the same text."""

_LETTERS: Final = {
    "cs": "áčďéěíňóřšťúůýž",
    "de": "äöüßé",
    "en": "éèêïç",
    "sk": "áäčďéíĺľňóôŕšťúýž",
}
"""Accented letters as written; of other languages those of the alphabet are taken."""

_SAMPLE: Final = 200_000
"""Characters that are judged."""

_MAX_CONTROLS: Final = 0.002
"""Share of control characters above which a file is no text."""


def decode(
    name: str, data: bytes, lang: str, orthography: Orthography, *, encoding: str | None = None
) -> tuple[str, str]:
    """The text in NFC with the line ends of Unix, and the name of its encoding.

    Raises:
        UsageError: `encoding` is unknown.
        LexiconError: the data are no text, or not in `encoding`.
    """
    if not data.strip(b"\0 \t\r\n\xef\xbb\xbf\xfe\xff"):
        raise LexiconError(f"{name}:1: the file is empty")
    found = encoding or _by_marks(data)
    if found is None:
        _expect_text(name, data[:_SAMPLE].decode("latin-1"))
        found = _by_letters(data, lang, orthography)
    try:
        text = data.decode(found)
    except LookupError:
        raise UsageError(
            f"--encoding {found!r}: unknown, expected a name such as utf-8, cp1250 or iso-8859-2"
        ) from None
    except UnicodeError as problem:
        start = getattr(problem, "start", 0)
        line = data[:start].count(b"\n") + 1
        raise LexiconError(f"{name}:{line}: byte 0x{data[start]:02x} is not {found}") from None
    _expect_text(name, text)
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    return text.replace("\r\n", "\n").replace("\r", "\n"), found


def _by_marks(data: bytes) -> str | None:
    """The encoding that a byte order mark, the places of zero bytes or sound UTF-8 give away."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    head = data[:4000]
    if len(data) % 2 == 0 and head.count(0) > len(head) / 8:
        zeros_first, zeros_second = head[::2].count(0), head[1::2].count(0)
        if max(zeros_first, zeros_second) > 8 * min(zeros_first, zeros_second):
            return "utf-16-be" if zeros_first > zeros_second else "utf-16-le"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _by_letters(data: bytes, lang: str, orthography: Orthography) -> str:
    """The 8-bit encoding in which the letters beyond ASCII are most like the language's."""
    expected = frozenset(_LETTERS.get(lang) or _letters(orthography))
    expected |= {letter.upper() for letter in expected if len(letter.upper()) == 1}
    texts: dict[str, str] = {}
    for encoding in _EIGHT_BIT if expected & set("áčšž") or not expected else _WESTERN:
        text = data[:_SAMPLE].decode(encoding, errors="replace")
        if text not in texts.values():
            texts[encoding] = text
    plausible = {encoding: _plausibility(text, expected) for encoding, text in texts.items()}
    best = [encoding for encoding in texts if plausible[encoding] == max(plausible.values())]
    return best[0] if len(best) == 1 else max(best, key=lambda encoding: _known(texts[encoding], lang))


def _letters(orthography: Orthography) -> str:
    cells = (*orthography.letters, *orthography.settings.expansions)
    return "".join(cell.lower() for cell in cells if len(cell) == 1 and not cell.isascii())


def _plausibility(text: str, expected: Iterable[str]) -> int:
    score = 0
    for before, char in zip(" " + text, text, strict=False):
        if char.isascii():
            continue
        if char in expected:
            # An accented capital inside a word in small letters is a wrong guess.
            score += -1 if char.isupper() and before.islower() else 1
        elif char.isalpha():
            score -= 1
        elif char == "\ufffd" or unicodedata.category(char)[0] == "C" or before.isalpha():
            score -= 2
    return score


def _known(text: str, lang: str) -> int:
    """The number of words with accents that the frequency list knows."""
    import wordfreq  # slow to import: only a tie needs it

    words = {word for word in text.split() if word.isalpha() and not word.isascii()}
    try:
        return sum(wordfreq.zipf_frequency(word, lang) > 0 for word in words)
    except LookupError:
        return 0


def _expect_text(name: str, text: str) -> None:
    controls = [i for i, char in enumerate(text[:_SAMPLE]) if char < " " and char not in "\t\n\r\f\x1a"]
    if len(controls) > _MAX_CONTROLS * len(text[:_SAMPLE]) or "\0" in text[:_SAMPLE]:
        line = text.count("\n", 0, controls[0]) + 1 if controls else 1
        raise LexiconError(f"{name}:{line}: binary data, expected text (CSV, TSV, JSON lines) or XLSX")
