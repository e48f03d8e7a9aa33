"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from factory.errors import LexiconError


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]], *, replace: bool) -> None:
    """Writes a tab separated file under a temporary name, then renames it.

    Raises:
        LexiconError: the file is there and `replace` is not set, or it can't be written.
    """
    lines = ["\t".join(header), *map(as_line, rows)]
    write_text(path, "\n".join(lines) + "\n", replace=replace)


def as_line(row: Sequence[str]) -> str:
    """A row as a line; empty last columns are left off."""
    return "\t".join(row).rstrip("\t")


def write_text(path: Path, text: str, *, replace: bool) -> None:
    """Writes a text under a temporary name, then renames it.

    Raises:
        LexiconError: the file is there and `replace` is not set, or it can't be written.
    """
    expect_free(path, replace=replace)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The temporary name must not look like a source: another process may list the folder meanwhile.
        descriptor, draft = tempfile.mkstemp(prefix=f".{path.name}-", suffix=".draft", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).chmod(0o666 & ~_umask())
            Path(draft).replace(path)
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as problem:
        raise LexiconError(f"{problem.filename or path}: can't be written ({problem.strerror})") from None


def expect_free(path: Path, *, replace: bool) -> None:
    """Nothing, when a file may be written there.

    Raises:
        LexiconError: it is there, and is not to be replaced.
    """
    if path.exists() and not replace:
        raise LexiconError(f"{path}: is there already; choose another name with --to, or say --replace")


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
