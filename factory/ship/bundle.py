"""Bundles: all puzzles of a language as a folder that an app ships; the format is docs/bundle-format.md.

Writing is here, reading in factory.ship.bundle_reader; its names can be had from here too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from factory.errors import BundleError
from factory.ship.atomic import make_folder, remove_file, sync_folder, write_file
from factory.ship.bundle_draft import Draft, draft_puzzle
from factory.ship.bundle_manifest import (
    MANIFEST_NAME,
    MAX_FILE_BYTES,
    MAX_MANIFEST_BYTES,
    MAX_VOLUME,
    MAX_VOLUME_BYTES,
    VERSION,
    FileRecord,
    ForeignManifestError,
    Manifest,
    VolumeRecord,
    dump_manifest,
    parse_manifest,
    volume_name,
)
from factory.ship.bundle_numbers import Numbering, Source
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
from factory.ship.bundle_table import TABLE_NAME, Table, pack_table, unpack_table
from factory.ship.bundle_volume import Volume, id_prefix, pack_volume, usual_number

__all__ = [
    "VOLUME",
    "Bundle",
    "Source",
    "expand",
    "read_bundle",
    "read_manifest",
    "verify_bundle",
    "write_bundle",
]

VOLUME: Final = 256
"""Puzzles of a sealed volume."""

Group = tuple[str, int, int]
"""(kind, rows, columns)."""


def write_bundle(
    folder: Path,
    puzzles: Iterable[Mapping[str, Any]],
    source: Source,
    *,
    withdrawn: Iterable[str] = (),
    volume: int = VOLUME,
    older: Path | None = None,
) -> Manifest:
    """Makes `folder` the bundle of `puzzles`, given in explicit form, and returns its manifest.

    Puzzles of one kind and size are ordered by the numbers of their ids, others behind them as given; withdrawn
    ones are among them. What the bundle in `older` (`folder` if None) has in its table keeps its number. Each
    file appears whole, the manifest last; files of an older bundle that no longer belong to it are removed
    after that. The bytes follow from the arguments and that older table alone.

    Raises:
        BundleError: the folder can't be written or holds another program's manifest, or a puzzle can't be
            packed; the manifest of an older bundle is then still in place.
    """
    if not 1 <= volume <= MAX_VOLUME:
        raise BundleError(f"{folder}: volumes of {volume} puzzles, expected 1 to {MAX_VOLUME}")
    make_folder(folder)
    _refuse_foreign(folder)
    numbering, drafts = _draft_all(puzzles, source, _older_table(older or folder, source.lang))
    names = {draft.puzzle.id for of_group in drafts.values() for draft in of_group}
    files: dict[str, bytes] = {}
    records: list[VolumeRecord] = []
    try:
        table = numbering.table()
        for group, of_group in sorted(drafts.items()):
            packed = [numbering.pack(draft) for draft in _in_order(of_group, group, source.lang)]
            for number, start in enumerate(range(0, len(packed), volume), 1):
                part = tuple(packed[start : start + volume])
                name = volume_name(*group, number)
                files[name] = pack_volume(Volume(*group, part), table)
                record = _record(name, files[name])
                records.append(VolumeRecord(record.name, record.bytes, record.sha256, *group, len(part)))
        files[TABLE_NAME] = pack_table(table)
        manifest = Manifest(
            version=VERSION,
            generator=source.generator,
            lang=source.lang,
            volume=volume,
            table=_record(TABLE_NAME, files[TABLE_NAME]),
            volumes=tuple(records),
            attribution=tuple(source.attribution),
            withdrawn=tuple(sorted(names.intersection(withdrawn))),
            corrected=tuple(numbering.corrected()),
        )
        last = dump_manifest(manifest)
    except ValueError as problem:
        raise BundleError(f"{folder}: {problem}, expected texts and numbers that can be packed") from None
    for name, data in files.items():
        largest = MAX_FILE_BYTES if name == TABLE_NAME else MAX_VOLUME_BYTES
        if len(data) > largest:
            raise BundleError(
                f"{folder / name}: {len(data)} bytes, expected at most {largest}; fewer a volume?"
            )
    for name, data in files.items():
        write_file(folder / name, data)
    sync_folder(folder)
    write_file(folder / MANIFEST_NAME, last)
    sync_folder(folder)
    for path in find_strays(folder, {*files, MANIFEST_NAME}):
        remove_file(path)
    return manifest


def _draft_all(
    puzzles: Iterable[Mapping[str, Any]], source: Source, older: Table | None
) -> tuple[Numbering, dict[Group, list[Draft]]]:
    """The numbering of all texts, and the drafts by kind and size in the order given."""
    try:
        numbering = Numbering(source, older)
    except ValueError as problem:
        raise BundleError(str(problem)) from None
    drafts: dict[Group, list[Draft]] = {}
    ids: set[str] = set()
    for explicit in puzzles:
        name = explicit.get("id")
        if explicit.get("lang") != source.lang:
            raise BundleError(f"puzzle {name!r}: language {explicit.get('lang')!r}, expected {source.lang!r}")
        if not isinstance(name, str) or not name or name in ids:
            raise BundleError(f"puzzle {name!r}: its id is empty or comes twice, expected its own one")
        ids.add(name)
        try:
            draft = numbering.take(draft_puzzle(explicit, numbering.code_of))
        except ValueError as problem:
            raise BundleError(f"puzzle {name!r}: {problem}") from None
        drafts.setdefault((draft.puzzle.kind, draft.puzzle.rows, draft.puzzle.cols), []).append(draft)
    return numbering, drafts


def _in_order(drafts: Sequence[Draft], group: Group, lang: str) -> list[Draft]:
    """The drafts of a kind and size by number, those without one behind them as they come."""
    prefix = id_prefix(lang, *group[1:])
    numbers = {draft.puzzle.id: usual_number(draft.puzzle.id, prefix) for draft in drafts}
    last = max((number for number in numbers.values() if number is not None), default=0) + 1

    def place(draft: Draft) -> int:
        number = numbers[draft.puzzle.id]
        return last if number is None else number

    return sorted(drafts, key=place)


def _older_table(folder: Path, lang: str) -> Table | None:
    """The table in `folder` if it can be read; the manifest isn't asked, for it may be older after a kill."""
    path = folder / TABLE_NAME
    try:
        table = parse_file(path, read_file(path, MAX_FILE_BYTES), unpack_table)
    except BundleError:
        return None
    return table if table.lang == lang else None


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
