"""Excel workbooks as tables, through openpyxl (optional extra `import`)."""

from __future__ import annotations

import io
from typing import Any

from factory.errors import LexiconError, UsageError
from factory.words.importers.table import Table

_MISSING = "reading XLSX needs the package openpyxl: pip install 'krizovkaren[import]'"


def read_xlsx(name: str, data: bytes, *, sheet: str | None = None) -> Table:
    """The rows of a sheet (by default the first) with their row numbers; empty rows are left out.

    Raises:
        UsageError: there is no such sheet.
        LexiconError: openpyxl is missing, or the data are no workbook.
    """
    try:
        import openpyxl
    except ImportError:
        raise LexiconError(f"{name}: {_MISSING}") from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        names = [str(page.title) for page in book.worksheets]
        if not names or (sheet is not None and sheet not in names):
            raise UsageError(f"--sheet {sheet!r}: not in {name}; there are: {', '.join(names) or 'none'}")
        chosen = sheet or names[0]
        rows = [
            (number, [_text(value) for value in values])
            for number, values in enumerate(book[chosen].iter_rows(values_only=True), 1)
        ]
    except UsageError:
        raise
    except Exception as problem:  # whatever a broken part of the archive makes openpyxl stumble over
        raise LexiconError(f"{name}: no Excel workbook, or a damaged one ({problem})") from None
    kept = [(number, values) for number, values in rows if any(value.strip() for value in values)]
    width = max((_width(values) for _, values in kept), default=0)
    table = Table([(number, tuple((v,) for v in (values + [""] * width)[:width])) for number, values in kept])
    table.details["sheet"] = chosen if len(names) == 1 else f"{chosen} (of {', '.join(names)})"
    return table


def _width(values: list[str]) -> int:
    """The number of values up to the last that is not empty."""
    return max((i for i, value in enumerate(values, 1) if value.strip()), default=0)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
