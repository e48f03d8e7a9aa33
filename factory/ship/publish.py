"""Bundles on a shelf: each publication a folder of its own, and a link to the newest that is never broken."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.errors import BundleError
from factory.ship.atomic import PARTIAL, make_folder, sync_folder
from factory.ship.bundle_reader import read_manifest, verify_bundle

CURRENT: Final = "current"


@dataclass(frozen=True)
class Published:
    """What a shelf shows after a publication."""

    folder: Path
    """Where `current` points to."""
    is_new: bool
    """Whether this publication put it there; else it was there already, with the same build."""


def publish_bundle(bundle: Path, shelf: Path, *, keep: int) -> Published:
    """Copies a bundle to `shelf` and then, in one step, points `shelf/current` at the copy.

    Folders are numbered, `000001-BUILD` and so on, so a clock that goes wrong can't mix them up. The `keep` newest
    stay. Whoever is killed here leaves `current` as it was, or at the new and whole bundle.

    Raises:
        BundleError: the bundle is not whole, or the shelf can't be written; `current` is as it was then.
    """
    build = read_manifest(bundle).build
    make_folder(shelf)
    current = shelf / CURRENT
    if current.exists() and not current.is_symlink():
        raise BundleError(f"{current}: is no link, expected one to the bundle published last")
    present = current.resolve()
    if present.name.endswith(f"-{build}") and not verify_bundle(present):
        return Published(present, is_new=False)
    numbered = _numbered(shelf)
    folder = shelf / f"{max(numbered, default=0) + 1:06d}-{build}"
    draft = shelf / f".{folder.name}{PARTIAL}"
    try:
        for leftover in shelf.glob(f".*{PARTIAL}"):
            _remove(leftover)
        draft.mkdir()
        for path in bundle.iterdir():
            if path.is_file():
                shutil.copy2(path, draft)
        for path in (*draft.iterdir(), draft):
            _sync(path)
        if problems := verify_bundle(draft):
            raise BundleError(f"{bundle}: {problems[0]}")
        draft.rename(folder)
        link = shelf / f".{CURRENT}{PARTIAL}"
        link.symlink_to(folder.name)
        sync_folder(shelf)
        link.replace(current)
        sync_folder(shelf)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise BundleError(
            f"{shelf}: can't be written ({reason.lower()}), expected room for a bundle"
        ) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    for number in sorted(numbered, reverse=True)[max(0, keep - 1) :]:
        shutil.rmtree(numbered[number], ignore_errors=True)
    return Published(folder, is_new=True)


def _numbered(shelf: Path) -> dict[int, Path]:
    """The publications on a shelf by their number."""
    found = ((re.match(r"(\d{6,})-", path.name), path) for path in shelf.iterdir())
    return {int(match[1]): path for match, path in found if match}


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
