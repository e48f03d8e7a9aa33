"""Cleaning a value: what is changed in an answer or clue of others before it is judged, and why."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from factory.words.orthography import fold
from factory.words.source import TAGS

_QUOTES: Final = {
    '"': '"', "'": "'", "„": "“”\"", "“": "”", "»": "«", "«": "»", "‚": "‘’", "‘": "’", "”": "”",
}  # fmt: skip

_INVISIBLE: Final = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f")

_LETTER_TAGS: Final = frozenset({"abbr", "code"})
"""Their answers stay in capitals."""

_NAME_TAGS: Final = frozenset({"name", "place"})

_ALIASES: Final = {
    "abbr": "abbreviation abbrev skratka skr zkratka zkr abkurzung abk",
    "code": "kod znacka kennzeichen",
    "name": "meno mena jmeno jmena vorname osoba person vlastne vlastni eigenname",
    "place": "geo geografia geografie zemepis geography geographie ort miesto misto mesto",
    "foreign": "cudzie cudz cizi fremd fremdsprache",
    "archaic": "archaizmus archaicke zastarane zastarale zast arch veraltet obsolete kniz",
    "dialect": "narecie narecove nar nareci narecni obl mundart dialekt regional",
    "technical": "odborne odb odborny fachsprache fach technisch term",
    "vulgar": "vulgarne vulg vulgarni derb vulgarismus hrube offensive",
}
_TAG_OF: Final = {alias: tag for tag, aliases in _ALIASES.items() for alias in (tag, *aliases.split())}


def clean_text(text: str) -> tuple[str, list[str]]:
    """The text in NFC, on one line, without stray blanks, invisible characters and quotes around it; and why."""
    reasons: list[str] = []

    def step(after: str, why: str) -> str:
        if after != text:
            reasons.append(why)
        return after

    text = step(unicodedata.normalize("NFC", text), "accents composed")
    text = step("".join(char for char in text if char not in _INVISIBLE), "invisible characters removed")
    text = step(" ".join(text.split()), "blanks trimmed")
    text = step(_without_quotes(text), "quotes removed")
    return text, reasons


def clean_answer(text: str, tags: Sequence[str], lang: str) -> tuple[str, list[str]]:
    """The answer cleaned, without a mark at its end, and in small letters where all were capitals; and why."""
    text, reasons = clean_text(text)
    if (bare := text.rstrip(".,;:!?… ")) != text and bare:
        text = bare
        reasons.append("end mark removed")
    if text.isupper() and len(text) > 1 and _LETTER_TAGS.isdisjoint(tags):
        text = lower_case(text, tags, lang)
        reasons.append("upper case lowered")
    return text, reasons


def lower_case(text: str, tags: Sequence[str], lang: str) -> str:
    """Capitals as they are usually written: names and, where simplemma knows them so, other words begin with one."""
    if not _NAME_TAGS.isdisjoint(tags):
        return " ".join("-".join(part.capitalize() for part in word.split("-")) for word in text.split())
    return " ".join(_usual_case(word.lower(), lang) for word in text.split())


def _usual_case(word: str, lang: str) -> str:
    import simplemma  # its tables are slow to load: only capitals need them

    title = word.capitalize()
    try:
        lemma = simplemma.lemmatize(word, lang=lang)
        # In German "haus" is taken for a form of a verb, "Haus" for itself.
        is_noun = lang == "de" and lemma != word and simplemma.lemmatize(title, lang=lang) == title
    except ValueError:  # a language without a table
        return word
    return title if lemma == title or is_noun else word


def clean_tags(texts: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The tags we know among those named, in four languages; and the names of the others."""
    tags: list[str] = []
    unknown: list[str] = []
    for name in (part.strip() for text in texts for part in re.split(r"[,;/|]", text)):
        if not name:
            continue
        key = fold(name).casefold().strip(".() ")
        if tag := _TAG_OF.get(key):
            tags.append(tag)
        else:
            unknown.append(name)
    return tuple(sorted(set(tags), key=TAGS.index)), unknown


def _without_quotes(text: str) -> str:
    while len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES[text[0]]:
        inner = text[1:-1]
        if any(quote in inner for quote in (text[0], text[-1])):  # quotes of two different parts
            return text
        text = inner.strip()
    return text
