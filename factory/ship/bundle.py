"""Bundles: all puzzles of a language as a folder that an app ships; the format is docs/bundle-format.md.

Writing is here, reading in factory.ship.bundle_reader; its names can be had from here too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from factory.errors import BundleError
from factory.puzzle import KIND, Puzzle
from factory.ship.atomic import make_folder, remove_file, sync_folder, write_file
from factory.ship.bundle_manifest import (
    MANIFEST_NAME,
    MAX_FILE_BYTES,
    MAX_MANIFEST_BYTES,
    MAX_VOLUME,
    VERSION,
    FileRecord,
    ForeignManifestError,
    Manifest,
    VolumeRecord,
    dump_manifest,
    parse_manifest,
    volume_name,
)
from factory.ship.bundle_reader import (
    Bundle,
    expand,
    find_strays,
    parse_file,
    read_bundle,
    read_file,
    read_manifest,
    verify_bundle,
)
from factory.ship.bundle_table import TABLE_NAME, Table, TableBuilder, pack_table, unpack_table
from factory.ship.bundle_volume import (
    PackedPuzzle,
    Volume,
    pack_puzzle,
    pack_volume,
)

__all__ = ["VOLUME", "Bundle", "expand", "read_bundle", "read_manifest", "verify_bundle", "write_bundle"]

VOLUME: Final = 256
"""Puzzles of a sealed volume."""


def write_bundle(
    folder: Path,
    puzzles: Iterable[Puzzle],
    *,
    lang: str,
    orthography_letters: Sequence[str],
    attribution: Sequence[str],
    generator: str,
    volume: int = VOLUME,
) -> Manifest:
    """Makes `folder` the bundle of `puzzles` and returns its manifest.

    Within a size the puzzles keep their order, so a caller that only appends leaves full volumes as they
    are. What a bundle in `folder` has in its table keeps its place. Each file appears whole, the manifest
    last; files of an older bundle that no longer belong to it are removed after that. The bytes follow from
    the arguments and that older table alone.

    Raises:
        BundleError: the folder can't be written or holds another program's manifest, or a puzzle can't be
            packed; the manifest of an older bundle is then still in place.
    """
    if not 1 <= volume <= MAX_VOLUME:
        raise BundleError(f"{folder}: volumes of {volume} puzzles, expected 1 to {MAX_VOLUME}")
    make_folder(folder)
    _refuse_foreign(folder)
    builder = TableBuilder(lang, orthography_letters, _older_table(folder))
    packed = _pack_all(puzzles, lang, builder)
    files: dict[str, bytes] = {}
    records: list[VolumeRecord] = []
    try:
        for (rows, cols), of_size in sorted(packed.items()):
            for number, start in enumerate(range(0, len(of_size), volume), 1):
                part = tuple(of_size[start : start + volume])
                name = volume_name(rows, cols, number)
                files[name] = pack_volume(Volume(rows, cols, part), lang)
                record = _record(name, files[name])
                records.append(VolumeRecord(**vars(record), rows=rows, cols=cols, puzzles=len(part)))
        files[TABLE_NAME] = pack_table(builder.finish())
        manifest = Manifest(
            version=VERSION,
            generator=generator,
            lang=lang,
            kind=KIND,
            volume=volume,
            table=_record(TABLE_NAME, files[TABLE_NAME]),
            volumes=tuple(records),
            attribution=tuple(attribution),
            withdrawn=(),
        )
        last = dump_manifest(manifest)
    except ValueError as problem:
        raise BundleError(f"{folder}: {problem}, expected texts and numbers that can be packed") from None
    if large := [name for name, data in files.items() if len(data) > MAX_FILE_BYTES]:
        raise BundleError(f"{folder / large[0]}: too large, expected at most {MAX_FILE_BYTES} bytes")
    for name, data in files.items():
        write_file(folder / name, data)
    sync_folder(folder)
    write_file(folder / MANIFEST_NAME, last)
    sync_folder(folder)
    for path in find_strays(folder, {*files, MANIFEST_NAME}):
        remove_file(path)
    return manifest


def _pack_all(
    puzzles: Iterable[Puzzle], lang: str, builder: TableBuilder
) -> dict[tuple[int, int], list[PackedPuzzle]]:
    """The packed puzzles by size, in the order given."""
    packed: dict[tuple[int, int], list[PackedPuzzle]] = {}
    ids: set[str] = set()
    for puzzle in puzzles:
        if puzzle.lang != lang:
            raise BundleError(f"puzzle {puzzle.id!r}: language {puzzle.lang!r}, expected {lang!r}")
        if not puzzle.id or puzzle.id in ids:
            raise BundleError(f"puzzle {puzzle.id!r}: its id is empty or comes twice, expected its own one")
        ids.add(puzzle.id)
        try:
            of_size = packed.setdefault((puzzle.rows, puzzle.cols), [])
            of_size.append(pack_puzzle(puzzle, builder))
        except ValueError as problem:
            raise BundleError(f"puzzle {puzzle.id!r}: {problem}") from None
    return packed


def _older_table(folder: Path) -> Table | None:
    """The table in `folder` if it can be read; the manifest isn't asked, for it may be older after a kill."""
    path = folder / TABLE_NAME
    try:
        return parse_file(path, read_file(path, MAX_FILE_BYTES), unpack_table)
    except BundleError:
        return None


def _refuse_foreign(folder: Path) -> None:
    """Raises BundleError when the manifest in `folder` is some other program's; a damaged one may go."""
    path = folder / MANIFEST_NAME
    if not path.exists():
        return
    data = read_file(path, MAX_MANIFEST_BYTES)
    try:
        parse_manifest(data)
    except ForeignManifestError:
        raise BundleError(f"{path}: is not of a bundle, expected an empty folder or a bundle") from None
    except ValueError:
        pass


def _record(name: str, data: bytes) -> FileRecord:
    return FileRecord(name, len(data), hashlib.sha256(data).hexdigest())
