"""Rows of figures as tables of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Row = Mapping[str, object]
"""A row of a table by column; goes into JSON as it is."""


def format_table(title: str, rows: Sequence[Row]) -> str:
    """Rows of equal columns as aligned text below a title; None is shown as a dash."""
    cells = [list(rows[0]), *([_show(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(["", title, *lines])


def print_table(title: str, rows: Sequence[Row]) -> None:
    """Prints such a table."""
    print(format_table(title, rows), flush=True)


def _show(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else str(value)
