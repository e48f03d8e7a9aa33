"""Debian packages as folders: downloaded and unpacked without being installed, kept for the next time."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.errors import LexiconError

_TOOLS: Final = ("apt-get", "dpkg-deb")
_SECONDS: Final = 600
_VERSION: Final = ".version"


@dataclass(frozen=True)
class Package:
    """An unpacked package."""

    name: str
    version: str
    root: Path

    def file(self, path: str) -> Path:
        """A file of the package by its path on an installed system.

        Raises:
            LexiconError: the package has no such file.
        """
        found = self.root / path.lstrip("/")
        if not found.is_file():
            raise LexiconError(f"package {self.name} {self.version}: /{path.lstrip('/')} is not in it")
        return found


def fetch(
    names: Iterable[str], cache: Path, *, on_download: Callable[[str], None] = lambda _: None
) -> dict[str, Package]:
    """The packages, those not yet in `cache` downloaded by apt-get and unpacked by dpkg-deb, without root.

    Raises:
        LexiconError: this is no Debian, or a package can't be had or unpacked.
    """
    packages = {}
    for name in names:
        folder = cache / name
        if not (folder / _VERSION).is_file():
            on_download(f"{name}: downloading")
            _download(name, folder)
        packages[name] = Package(name, (folder / _VERSION).read_text(encoding="utf-8").strip(), folder)
    return packages


def _download(name: str, folder: Path) -> None:
    """Puts the unpacked package into `folder` in one step."""
    for tool in _TOOLS:
        if shutil.which(tool) is None:
            raise LexiconError(f"{tool} is not here: the extended lexicon is built on Debian or Ubuntu only")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder.parent))
    except OSError as problem:
        raise LexiconError(f"{problem.filename}: can't be written ({problem.strerror})") from None
    try:
        _run(["apt-get", "download", name], draft, name)
        archive = next(iter(draft.glob("*.deb")), None)
        if archive is None:
            raise LexiconError(f"package {name}: apt-get left no file")
        version = archive.name.split("_")[1].replace("%3a", ":")
        _run(["dpkg-deb", "-x", archive.name, "root"], draft, name)
        (draft / "root" / _VERSION).write_text(version + "\n", encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        (draft / "root").rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _run(command: list[str], folder: Path, name: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise LexiconError(f"package {name}: {command[0]}: {problem}") from None
    if done.returncode:
        # Warnings come first; the last error says why.
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        why = next((line for line in reversed(lines) if line.startswith("E:")), lines[-1] if lines else "")
        hint = "; is the package list fresh (apt-get update)?" if command[0] == "apt-get" else ""
        raise LexiconError(f"package {name}: {command[0]} failed ({why.removeprefix('E:').strip()}){hint}")
