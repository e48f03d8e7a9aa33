"""Tables of others as numbered rows of values: CSV, TSV and JSON lines."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from factory.errors import LexiconError
from factory.words.importers.report import Refusal

DELIMITERS: Final = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar"}
"""In the order they are tried; the first that parts the lines best wins."""

_SNIFFED: Final = 100
"""Rows that decide the delimiter."""

Value = tuple[str, ...]
"""The texts of one cell: one, or several where JSON has a list."""


@dataclass
class Table:
    """Rows with the line each begins in; every row has the same number of values."""

    rows: list[tuple[int, tuple[Value, ...]]]
    header: tuple[str, ...] | None = None
    """The column names where the format has them (the keys of JSON objects)."""
    refusals: list[Refusal] = field(default_factory=list)
    """Rows that could not be read."""
    details: dict[str, str] = field(default_factory=dict)


def read_csv(name: str, text: str, *, delimiter: str | None = None) -> Table:
    """The rows of delimited text; empty lines are left out, rows of another width refused.

    Raises:
        LexiconError: a quotation mark is not closed, or the lines have one column only.
    """
    delimiter = delimiter or sniff_delimiter(text)
    if delimiter is None:
        raise LexiconError(f"{name}:1: one column only, expected at least answer and clue in two")
    rows: list[tuple[int, list[str]]] = []
    if delimiter == "\t":
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                rows.append((number, [_unquoted(value) for value in line.split("\t")]))
    else:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        start = 1
        try:
            for values in reader:
                if any(value.strip() for value in values):
                    rows.append((start, values))
                start = reader.line_num + 1
        except csv.Error as problem:
            raise LexiconError(f"{name}:{start}: a misplaced or open quotation mark ({problem})") from None
    table = _even(rows)
    table.details["delimiter"] = DELIMITERS.get(delimiter, delimiter)
    return table


def sniff_delimiter(text: str) -> str | None:
    """The delimiter that parts most lines into the same number of values; None when there is none."""
    lines = [line for line in text.split("\n", _SNIFFED * 2)[: _SNIFFED * 2] if line.strip()][:_SNIFFED]
    best, found = 0.0, None
    for delimiter in DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if row)
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        share = count / max(1, sum(widths.values()))
        if width > 1 and share > best:
            best, found = share, delimiter
    return found


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('""', '"')
    return value


def _even(rows: list[tuple[int, list[str]]]) -> Table:
    """The rows of the commonest width; empty values beyond it are dropped, missing last ones added.

    Columns that may be missing are not known here, so a row shorter by more than one is refused.
    """
    widths = Counter(len(values) for _, values in rows)
    width = max(widths, key=lambda width: (widths[width], width), default=0)
    table = Table([])
    for number, values in rows:
        values = values[:width] if not any(value.strip() for value in values[width:]) else values
        values = [*values, ""] if len(values) == width - 1 and width > 2 else values
        if len(values) == width:
            table.rows.append((number, tuple((value,) for value in values)))
        else:
            why = f"{len(values)} columns, expected {width} as in most rows"
            table.refusals.append(Refusal(number, why, "wrong number of columns"))
    return table


def read_json_lines(name: str, text: str) -> Table:
    """The objects of JSON lines as rows; the columns are the keys in order of appearance.

    Raises:
        LexiconError: the file is one JSON value over several lines, or has no object at all.
    """
    found: list[tuple[int, dict[str, Any]]] = []
    refusals: list[Refusal] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as problem:
            refusals.append(Refusal(number, f"no JSON ({problem})", "no JSON"))
            continue
        except RecursionError:
            refusals.append(Refusal(number, "JSON nested too deeply", "no JSON"))
            continue
        if isinstance(value, dict):
            found.append((number, value))
        else:
            refusals.append(Refusal(number, f"{type(value).__name__}, expected an object", "no object"))
    if not found:
        raise LexiconError(f"{name}:1: no JSON object in any line, expected one object a line")
    keys = tuple(dict.fromkeys(key for _, value in found for key in value))
    rows = [(number, tuple(_texts(value.get(key)) for key in keys)) for number, value in found]
    return Table(rows, keys, refusals)


def _texts(value: Any) -> Value:
    """The texts in a JSON value: of a list those of its members, of an object its first text."""
    if value is None or isinstance(value, bool):
        return ()
    if isinstance(value, list):
        return tuple(text for member in value for text in _texts(member))
    if isinstance(value, dict):
        return next((texts for member in value.values() if (texts := _texts(member))), ())
    return (str(value),)
