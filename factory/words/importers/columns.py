"""Which column is which: as given, by its name in four languages, or by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from factory.errors import LexiconError, UsageError
from factory.words.importers.table import Table
from factory.words.orthography import fold

NAMES: Final[Mapping[str, str]] = {
    "answer": "answer solution word headword entry lemma odpoved riesenie slovo heslo vyraz reseni"
    " antwort losung losungswort wort stichwort",
    "clue": "clue clues hint definition question legenda napoveda otazka definicia popis vyznam vysvetlenie"
    " synonymum definice vysvetleni synonym frage hinweis umschreibung beschreibung erklarung bedeutung",
    "tags": "tags tag label labels category kategoria znacka znacky stitok stitky kategorie stitek"
    " kennzeichen markierung",
    "id": "id number cislo nummer kennung",
    "setup": "setup joke question vtip otazka text zadanie anekdota witz frage zadani",
    "punchline": "punchline answer pointa odpoved tajnicka pointe antwort losung",
}
"""Column names by field, without accents and in lower case; the first of several counts more."""

_SAMPLE: Final = 300
"""Rows that are looked at."""

_MAX_ANSWER_WORDS: Final = 3


@dataclass(frozen=True)
class Columns:
    """The places of the fields in a table's rows."""

    places: Mapping[str, int]
    how: Mapping[str, str]
    """Each field with its column and why it was taken, for the report."""
    header_line: int | None
    """The line of the names; None where there are none (then every row is data)."""


def find_columns(
    name: str,
    table: Table,
    fields: Mapping[str, str | None],
    *,
    guess: Callable[[Sequence[Sequence[str]]], Mapping[str, int]],
    optional: Iterable[str] = (),
) -> Columns:
    """The columns of the fields, each with the name or number given for it or None.

    `guess` finds them by content from the values, row by row; what is `optional` is found by name only.

    Raises:
        UsageError: a column given is not there.
        LexiconError: a field has no column, or two have the same.
    """
    optional = set(optional)
    header, header_line = table.header, None
    if header is None and table.rows:
        first = tuple("".join(value) for value in table.rows[0][1])
        if _names_columns(first, fields):
            header, header_line = first, table.rows[0][0]
    places: dict[str, int] = {}
    how: dict[str, str] = {}
    for field, given in fields.items():
        place = _given(name, table, header, field, given) if given is not None else None
        if place is None and header is not None:
            place = _by_name(header, field, taken=places.values())
        if place is not None:
            places[field] = place
            how[field] = f"{_title(header, place)} ({'as given' if given is not None else 'by its name'})"
    missing = [field for field in fields if field not in places and field not in optional]
    if missing:
        body = table.rows[1:] if header_line is not None else table.rows
        sample = [["".join(value[:1]) for value in values] for _, values in body[:_SAMPLE]]
        rest = _blank(sample, places.values())
        lone = _lone_text(rest)
        found = {missing[0]: lone} if lone is not None and len(missing) == 1 else guess(rest)
        for field in missing:
            if field not in found:
                raise LexiconError(
                    f"{name}:{header_line or 1}: no column found for {field}, expected one named or given with "
                    f"--{field} ({_listed(header, table)})"
                )
            places[field] = found[field]
            how[field] = f"{_title(header, found[field])} (by what stands in it)"
    if len(set(places.values())) < len(places):
        raise LexiconError(f"{name}:{header_line or 1}: one column for two fields: {how}")
    return Columns(places, how, header_line)


def guess_short_and_long(
    sample: Sequence[Sequence[str]], is_answer: Callable[[str], bool]
) -> tuple[int, int] | None:
    """The column of answers (short, of letters, best in capitals) and that of their longer texts."""
    columns = _text_columns(sample)
    if len(columns) < 2:
        return None

    def mean(i: int) -> float:
        return sum(map(len, columns[i])) / len(columns[i])

    def differing(i: int) -> float:
        return len(set(columns[i])) / len(columns[i])

    def likeness(i: int) -> float:
        values = columns[i]
        fit = sum(is_answer(v) and v.count(" ") < _MAX_ANSWER_WORDS for v in values) / len(values)
        capitals = sum(v.isupper() for v in values) / len(values)
        return 2 * fit + capitals + differing(i) - mean(i) / 15

    short = max(columns, key=likeness)
    others = [i for i in columns if i != short]
    return short, max(others, key=lambda i: mean(i) * (0.2 + differing(i)))


def _lone_text(sample: Sequence[Sequence[str]]) -> int | None:
    """The one column of texts that is left when the others are known."""
    texts = _text_columns(sample)
    return next(iter(texts)) if len(texts) == 1 else None


def _text_columns(sample: Sequence[Sequence[str]]) -> dict[int, list[str]]:
    """The columns that are mostly filled, and mostly with letters: their values that are not empty."""
    width = max((len(row) for row in sample), default=0)
    columns = [[row[i] for row in sample if i < len(row) and row[i].strip()] for i in range(width)]
    return {
        i: values
        for i, values in enumerate(columns)
        if len(values) * 2 > len(sample)
        and sum(any(map(str.isalpha, value)) for value in values) * 2 > len(values)
    }


def _names_columns(first: Sequence[str], fields: Mapping[str, str | None]) -> bool:
    given = {plain(value) for value in fields.values() if value is not None and not value.isdecimal()}
    known = {name for field in fields for name in NAMES[field].split()}
    named = [plain(value) for value in first]
    differ = len(set(named)) == len(named)
    return bool(given & set(named)) or (differ and any(name in known for name in named))


def plain(name: str) -> str:
    """A column name for comparing: small letters without accents and marks."""
    return " ".join(re.findall(r"[^\W_]+", fold(name).casefold()))


def _given(name: str, table: Table, header: Sequence[str] | None, field: str, given: str) -> int:
    named = [plain(title) for title in header or ()]
    if plain(given) in named:
        return named.index(plain(given))
    width = len(table.header or ()) or max((len(values) for _, values in table.rows), default=0)
    if given.isdecimal() and 1 <= int(given) <= width:
        return int(given) - 1
    raise UsageError(f"--{field} {given!r}: no such column in {name} ({_listed(header, table)})")


def _by_name(header: Sequence[str], field: str, *, taken: Iterable[int]) -> int | None:
    taken = set(taken)
    named = [plain(title) for title in header]
    for known in NAMES[field].split():
        for i, title in enumerate(named):
            if i not in taken and title == known:
                return i
    for known in NAMES[field].split():
        for i, title in enumerate(named):
            if i not in taken and known in title.split():
                return i
    return None


def _blank(sample: list[list[str]], taken: Iterable[int]) -> list[list[str]]:
    """The sample with the columns already taken emptied, so that they are not guessed again."""
    gone = set(taken)
    return [["" if i in gone else value for i, value in enumerate(row)] for row in sample]


def _title(header: Sequence[str] | None, place: int) -> str:
    return f"column {place + 1} {header[place]!r}" if header else f"column {place + 1}"


def _listed(header: Sequence[str] | None, table: Table) -> str:
    if header:
        return "there are: " + ", ".join(repr(title) for title in header)
    width = max((len(values) for _, values in table.rows), default=0)
    return f"there are {width} columns without names, given by number"
