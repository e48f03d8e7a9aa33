"""Excel workbooks as tables, through openpyxl (optional extra `import`)."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from factory.errors import LexiconError, UsageError
from factory.words.importers.table import Table

_MISSING = "reading XLSX needs the package openpyxl: pip install 'krizovkaren[import]'"


def read_xlsx(path: Path, *, sheet: str | None = None) -> Table:
    """The rows of a sheet (by default the first) with their row numbers; empty rows are left out.

    Raises:
        UsageError: there is no such sheet.
        LexiconError: openpyxl is missing, or the file is no workbook.
    """
    try:
        import openpyxl
    except ImportError:
        raise LexiconError(f"{path}: {_MISSING}") from None
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, SyntaxError) as problem:
        raise LexiconError(f"{path}: no Excel workbook ({problem})") from None
    try:
        names = [str(page.title) for page in book.worksheets]
        if not names or (sheet is not None and sheet not in names):
            raise UsageError(f"--sheet {sheet!r}: not in {path}; there are: {', '.join(names) or 'none'}")
        name = sheet or names[0]
        rows = [
            (number, [_text(value) for value in values])
            for number, values in enumerate(book[name].iter_rows(values_only=True), 1)
        ]
    except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError) as problem:
        raise LexiconError(f"{path}: a damaged Excel workbook ({problem})") from None
    finally:
        book.close()
    kept = [(number, values) for number, values in rows if any(value.strip() for value in values)]
    width = max((_width(values) for _, values in kept), default=0)
    table = Table([(number, tuple((v,) for v in (values + [""] * width)[:width])) for number, values in kept])
    table.details["sheet"] = name if len(names) == 1 else f"{name} (of {', '.join(names)})"
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
