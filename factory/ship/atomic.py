"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

from factory.errors import BundleError

PARTIAL: Final = ".partial"
"""Ends the temporary name of a file that is being written; a leftover one is from a killed run."""


def make_folder(folder: Path) -> None:
    """Makes `folder` and its parents where they are missing.

    Raises:
        BundleError: it can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BundleError(f"{folder}: can't be made ({_reason(problem)}), expected a folder") from None


def write_file(path: Path, data: bytes) -> None:
    """Puts `data` at `path`: written beside it, synced, renamed; a file that holds it already stays.

    The rename itself is durable only after `sync_folder`.

    Raises:
        BundleError: the file can't be written; what was there before is still there.
    """
    partial = path.with_name(f".{path.name}{PARTIAL}")
    try:
        if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
            return
        with partial.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except OSError as problem:
        _discard(partial)
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        wanted = f"room for {len(data)} bytes" if full else "a folder that can be written"
        raise BundleError(f"{path}: can't be written ({_reason(problem)}), expected {wanted}") from None


def sync_folder(folder: Path) -> None:
    """Makes the renames in `folder` durable.

    Raises:
        BundleError: the file system refuses.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as problem:
        raise BundleError(f"{folder}: can't be synced ({_reason(problem)}), expected a folder") from None


def remove_file(path: Path) -> None:
    """Removes a stale file.

    Raises:
        BundleError: it can't be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as problem:
        raise BundleError(f"{path}: can't be removed ({_reason(problem)}), expected a stale file") from None


def _discard(path: Path) -> None:
    with contextlib.suppress(OSError):  # the first failure is the one to report
        path.unlink(missing_ok=True)


def _reason(problem: OSError) -> str:
    return (problem.strerror or type(problem).__name__).lower()
