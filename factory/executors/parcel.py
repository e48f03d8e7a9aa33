"""Files on their way to workers, named by the hash of what is in them."""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from factory.errors import FactoryError

_UNPACKED: dict[str, Path] = {}
"""By digest, the folders that this process has unpacked."""


@dataclass(frozen=True)
class Parcel:
    """Files by their relative names, in order of the names."""

    files: tuple[tuple[str, bytes], ...]

    @property
    def digest(self) -> str:
        """Hexadecimal SHA-256 of names and contents."""
        digest = hashlib.sha256()
        for name, data in self.files:
            digest.update(f"{name} {len(data)}\n".encode())
            digest.update(data)
        return digest.hexdigest()

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(len(data) for _, data in self.files)


def pack(files: Mapping[str, Path]) -> Parcel:
    """A parcel of files under the given relative names.

    Raises:
        FactoryError: one can't be read.
    """
    return Parcel(tuple((name, _read(files[name])) for name in sorted(files)))


def files_below(folder: Path, *, name: str) -> Iterable[tuple[str, Path]]:
    """The files of a folder for `pack`, with `name` for the folder's."""
    return ((f"{name}/{path.name}", path) for path in sorted(folder.iterdir()) if path.is_file())


def unpack(parcel: Parcel, digest: str, below: Path) -> Path:
    """The folder in `below`, named by the digest, that holds the parcel's files; `unpacked` finds it from now on.

    A folder of that name that holds just these files is used again. Safe when several processes do it at once.

    Raises:
        FactoryError: the parcel is not the one of this digest, or the folder can't be written.
    """
    if parcel.digest != digest:
        raise FactoryError(f"a parcel of SHA-256 {parcel.digest[:16]} arrived, expected {digest[:16]}")
    folder = below / f"krizovkaren-{digest[:32]}"
    try:
        if not _holds(folder, parcel):
            below.mkdir(parents=True, exist_ok=True)
            _write(parcel, folder)
    except OSError as error:
        raise FactoryError(f"{error.filename or folder}: can't be written ({error.strerror})") from error
    _UNPACKED[digest] = folder
    return folder


def unpacked(digest: str) -> Path:
    """The folder of a parcel that this process has unpacked.

    Raises:
        FactoryError: it has not.
    """
    if digest not in _UNPACKED:
        raise FactoryError(f"this worker has not received what it needs (SHA-256 {digest[:16]})")
    return _UNPACKED[digest]


def _holds(folder: Path, parcel: Parcel) -> bool:
    try:
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        return found == {name for name, _ in parcel.files} and all(
            (folder / name).read_bytes() == data for name, data in parcel.files
        )
    except OSError:
        return False


def _write(parcel: Parcel, folder: Path) -> None:
    """Puts the files at `folder` in one step; a damaged folder there is taken away."""
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as draft:
        new = Path(draft) / "new"
        for name, data in parcel.files:
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with contextlib.suppress(FileNotFoundError):
            folder.rename(Path(draft) / "damaged")
        new.rename(folder)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FactoryError(f"{path}: can't be read ({error.strerror})") from error
