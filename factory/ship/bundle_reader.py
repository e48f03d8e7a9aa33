"""Reading a bundle: nothing in it is believed before it was checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Any, TypeVar

from factory.errors import BundleError
from factory.ship.atomic import PARTIAL
from factory.ship.bundle_manifest import (
    MANIFEST_NAME,
    MAX_FILE_BYTES,
    MAX_MANIFEST_BYTES,
    FileRecord,
    Manifest,
    VolumeRecord,
    is_bundle_name,
    parse_manifest,
)
from factory.ship.bundle_puzzle import expand_puzzle
from factory.ship.bundle_table import Table, unpack_table
from factory.ship.bundle_volume import Volume, unpack_volume

T = TypeVar("T")


@dataclass(frozen=True)
class Bundle:
    """A bundle that was read and checked."""

    manifest: Manifest
    table: Table
    volumes: tuple[Volume, ...]


def read_bundle(folder: Path) -> Bundle:
    """The bundle in `folder`, with every checksum, number and reference in it checked.

    Raises:
        BundleError: it is missing, damaged, or of another major version; the message names file and damage.
    """
    manifest = read_manifest(folder)
    table = _read_table(folder, manifest)
    volumes = tuple(_read_volume(folder, record, table) for record in manifest.volumes)
    _refuse_doubled_ids(folder, manifest, volumes)
    return Bundle(manifest, table, volumes)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the bundle in `folder`; the other files are not looked at.

    Raises:
        BundleError: it is missing, damaged, or of another major version.
    """
    path = folder / MANIFEST_NAME
    return parse_file(path, read_file(path, MAX_MANIFEST_BYTES), parse_manifest)


def expand(bundle: Bundle) -> Iterator[dict[str, Any]]:
    """The puzzles, but withdrawn ones, in explicit form less zipf, tags, source, quality and provenance."""
    withdrawn = set(bundle.manifest.withdrawn)
    for volume in bundle.volumes:
        for puzzle in volume.puzzles:
            if puzzle.id not in withdrawn:
                yield expand_puzzle(puzzle, bundle.table)


def verify_bundle(folder: Path) -> tuple[str, ...]:
    """What is wrong with the bundle in `folder`, a line for each file at fault; empty when nothing is."""
    try:
        manifest = read_manifest(folder)
    except BundleError as problem:
        return (str(problem),)
    problems: list[str] = []
    volumes: list[Volume] = []
    table: Table | None = None
    try:
        table = _read_table(folder, manifest)
    except BundleError as problem:
        problems.append(str(problem))
    for record in manifest.volumes:
        try:
            if table is None:
                _read_checked(folder, record)
            else:
                volumes.append(_read_volume(folder, record, table))
        except BundleError as problem:
            problems.append(str(problem))
    if not problems:
        try:
            _refuse_doubled_ids(folder, manifest, volumes)
        except BundleError as problem:
            problems.append(str(problem))
    for path in find_strays(folder, {MANIFEST_NAME, *(record.name for record in manifest.files)}):
        problems.append(f"{path}: not in the manifest, expected only its files")
    return tuple(problems)


def find_strays(folder: Path, wanted: set[str]) -> list[Path]:
    """Files in `folder` that are a bundle's by their name, or half-written ones, and not wanted."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as problem:
        raise BundleError(f"{folder}: {problem}, expected a folder that can be listed") from None
    strays = []
    for name in names:
        whole = name.removeprefix(".").removesuffix(PARTIAL) if name.endswith(PARTIAL) else name
        if name not in wanted and is_bundle_name(whole):
            strays.append(folder / name)
    return strays


def _read_table(folder: Path, manifest: Manifest) -> Table:
    path, data = folder / manifest.table.name, _read_checked(folder, manifest.table)
    table = parse_file(path, data, unpack_table)
    if table.lang != manifest.lang:
        raise BundleError(f"{path}: language {table.lang!r}, expected {manifest.lang!r} as in the manifest")
    return table


def _read_volume(folder: Path, record: VolumeRecord, table: Table) -> Volume:
    path, data = folder / record.name, _read_checked(folder, record)
    head = (record.kind, record.rows, record.cols, record.puzzles)
    return parse_file(path, data, lambda data: unpack_volume(data, *head, table))


def _refuse_doubled_ids(folder: Path, manifest: Manifest, volumes: Sequence[Volume]) -> None:
    ids: set[str] = set()
    for record, volume in zip(manifest.volumes, volumes, strict=True):
        for puzzle in volume.puzzles:
            if puzzle.id in ids:
                raise BundleError(f"{folder / record.name}: the id {puzzle.id!r} twice, expected it once")
            ids.add(puzzle.id)


def _read_checked(folder: Path, record: FileRecord) -> bytes:
    """The bytes of a file whose size and checksum are those of the manifest."""
    path = folder / record.name
    data = read_file(path, MAX_FILE_BYTES, expected=record.bytes)
    if hashlib.sha256(data).hexdigest() != record.sha256:
        raise BundleError(f"{path}: is damaged: its SHA-256 is not the one in the manifest")
    return data


def read_file(path: Path, limit: int, *, expected: int | None = None) -> bytes:
    """The bytes of a plain file of at most `limit` bytes, or of exactly `expected` ones."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise BundleError(f"{path}: is no plain file")
        if expected is not None and status.st_size != expected:
            raise BundleError(f"{path}: {status.st_size} bytes, expected {expected} as in the manifest")
        if status.st_size > limit:
            raise BundleError(f"{path}: {status.st_size} bytes, expected at most {limit}")
        return path.read_bytes()
    except OSError as problem:
        reason = (problem.strerror or type(problem).__name__).lower()
        raise BundleError(f"{path}: {reason}, expected a file of a bundle") from None


def parse_file(path: Path, data: bytes, parse: Callable[[bytes], T]) -> T:
    """What `parse` makes of the bytes of a file; its ValueError becomes a BundleError that names the file."""
    try:
        return parse(data)
    except ValueError as problem:
        raise BundleError(f"{path}: {problem}") from None
