"""The manifest of a bundle: what it is, which files belong to it, and their checksums."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from factory.ship.bundle_puzzle import KINDS, MAX_SIDE, least_side
from factory.ship.bundle_table import TABLE_NAME
from factory.ship.packing import is_number

MANIFEST_NAME: Final = "manifest.json"
FORMAT: Final = "krizovkaren-bundle"
VERSION: Final = "1.0"
"""MAJOR.MINOR: a reader refuses another major; a higher minor only adds keys."""

MAX_MANIFEST_BYTES: Final = 16 << 20
MAX_FILE_BYTES: Final = 64 << 20
"""Of the table; more is taken for damage."""
MAX_VOLUME_BYTES: Final = 16 << 20
"""Of a volume; 256 puzzles of 18x18 need 90 kB."""
MAX_VOLUME: Final = 100_000

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})")
_VOLUME_NAME: Final = re.compile(
    rf"({'|'.join(KINDS)})-[1-9][0-9]{{0,3}}x[1-9][0-9]{{0,3}}-[0-9]{{4,8}}\.msgpack"
)


class ForeignManifestError(ValueError):
    """A manifest of something else than a bundle."""


@dataclass(frozen=True)
class FileRecord:
    """A file of the bundle as the manifest knows it."""

    name: str
    bytes: int
    sha256: str
    """Hexadecimal."""


@dataclass(frozen=True)
class VolumeRecord(FileRecord):
    """A volume file; it is sealed when it holds as many puzzles as a volume may."""

    kind: str
    rows: int
    cols: int
    puzzles: int


@dataclass(frozen=True)
class Manifest:
    """The manifest, without format name and build id: those follow."""

    version: str
    generator: str
    lang: str
    volume: int
    """The most puzzles of a volume."""
    table: FileRecord
    volumes: tuple[VolumeRecord, ...]
    """Kind by kind and size by size, in order."""
    attribution: tuple[str, ...]
    withdrawn: tuple[str, ...]
    """Ids of puzzles that stand in a volume and are not to be shown."""
    corrected: tuple[Mapping[str, Any], ...] = ()
    """Texts that puzzles show instead of those they were made with: {"answer", "variant", "was", "now"} or
    {"joke", "was", "now"}."""

    @property
    def puzzles(self) -> int:
        """The puzzles in all volumes, withdrawn ones included."""
        return sum(volume.puzzles for volume in self.volumes)

    @property
    def sizes(self) -> dict[str, dict[str, int]]:
        """Puzzles by kind and size."""
        counts: dict[str, dict[str, int]] = {}
        for volume in self.volumes:
            of_kind, size = counts.setdefault(volume.kind, {}), f"{volume.rows}x{volume.cols}"
            of_kind[size] = of_kind.get(size, 0) + volume.puzzles
        return counts

    @property
    def files(self) -> tuple[FileRecord, ...]:
        """The table and the volumes."""
        return (self.table, *self.volumes)

    @property
    def build(self) -> str:
        """16 hexadecimal digits that follow from everything in the bundle, and from no clock."""
        return build_id(_plain(self))


def volume_name(kind: str, rows: int, cols: int, number: int) -> str:
    """The name of a volume file; the volumes of a kind and size are counted from 1."""
    return f"{kind}-{rows}x{cols}-{number:04d}.msgpack"


def is_bundle_name(name: str) -> bool:
    """Whether a file of that name in a bundle's folder is the bundle's own."""
    return name in (MANIFEST_NAME, TABLE_NAME) or _VOLUME_NAME.fullmatch(name) is not None


def build_id(content: Mapping[str, Any]) -> str:
    """The build id of a manifest's content: SHA-256 of its JSON without "build", keys sorted, no blanks."""
    data = {key: value for key, value in content.items() if key != "build"}
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def dump_manifest(manifest: Manifest) -> bytes:
    """The bytes of the manifest file.

    Raises:
        ValueError: a text holds half a surrogate pair.
    """
    content = _plain(manifest)
    head = {key: content.pop(key) for key in ("format", "version")}
    text = json.dumps({**head, "build": manifest.build, **content}, ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


def parse_manifest(data: bytes) -> Manifest:
    """The manifest in the bytes of a manifest file; keys it doesn't know count for the build id alone.

    Raises:
        ValueError: it is damaged, of another format, or of another major version; the message says what.
            ForeignManifestError where it is some other program's.
    """
    try:
        content = json.loads(data.decode(), parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("is nested too deeply, expected a JSON object") from None
    except ValueError as problem:
        raise ValueError(f"is no JSON ({problem})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ForeignManifestError(f"is not of a bundle, expected an object with format {FORMAT!r}")
    version = content.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise ValueError(f"version {version!r}, expected MAJOR.MINOR")
    if version.startswith("0."):
        raise ValueError(f"version {version} from before the first stable one, expected 1.x; build it anew")
    if version.split(".")[0] != VERSION.split(".")[0]:
        raise ValueError(f"version {version}, expected {VERSION.split('.')[0]}.x")
    try:
        is_sound = data.endswith(b"}\n") and content.get("build") == build_id(content)
    except (RecursionError, UnicodeEncodeError):  # too deep to be written, or half a surrogate pair
        is_sound = False
    if not is_sound:
        raise ValueError("is damaged: its build id does not follow from its content")
    manifest = Manifest(
        version=version,
        generator=_text(content, "generator"),
        lang=_text(content, "lang"),
        volume=_number(content, "volume", 1, MAX_VOLUME),
        table=_file(content.get("table")),
        volumes=tuple(_volume(record) for record in _array(content, "volumes")),
        attribution=tuple(_texts(content, "attribution")),
        withdrawn=tuple(_texts(content, "withdrawn")),
        corrected=tuple(_corrected(content)),
    )
    _check_whole(manifest, content)
    return manifest


def _check_whole(manifest: Manifest, content: Mapping[str, Any]) -> None:
    """Raises ValueError where the parts of a manifest contradict each other."""
    if manifest.table.name != TABLE_NAME:
        raise ValueError(f"table file {manifest.table.name!r}, expected {TABLE_NAME!r}")
    last: tuple[str, int, int] | None = None
    number = 0
    for volume in manifest.volumes:
        group = (volume.kind, volume.rows, volume.cols)
        if last is not None and group < last:
            raise ValueError(
                f"volume {volume.name!r} stands behind larger ones, expected kinds and sizes to rise"
            )
        number = number + 1 if group == last else 1
        if volume.name != volume_name(*group, number):
            raise ValueError(f"volume {volume.name!r}, expected {volume_name(*group, number)!r}")
        if volume.puzzles > manifest.volume:
            raise ValueError(
                f"{volume.puzzles} puzzles in {volume.name!r}, expected at most {manifest.volume}"
            )
        last = group
    if content.get("sizes") != manifest.sizes or content.get("puzzles") != manifest.puzzles:
        raise ValueError("the counts of puzzles differ from those of the volumes")


def _plain(manifest: Manifest) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": manifest.version,
        "generator": manifest.generator,
        "lang": manifest.lang,
        "puzzles": manifest.puzzles,
        "sizes": manifest.sizes,
        "volume": manifest.volume,
        "table": asdict(manifest.table),
        "volumes": [asdict(volume) for volume in manifest.volumes],
        "attribution": list(manifest.attribution),
        "withdrawn": list(manifest.withdrawn),
        "corrected": [dict(entry) for entry in manifest.corrected],
    }


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _text(content: Mapping[str, Any], key: str) -> str:
    if not isinstance(value := content.get(key), str):
        raise ValueError(f"{key} is {value!r}, expected a text")
    return value


def _number(content: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value: Any = content.get(key)
    if not is_number(value, low, high):
        raise ValueError(f"{key} is {value!r}, expected a number from {low} to {high}")
    return int(value)


def _array(content: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(value := content.get(key), list):
        raise ValueError(f"{key}: expected an array")
    return value


def _texts(content: Mapping[str, Any], key: str) -> Iterable[str]:
    texts = _array(content, key)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{key}: expected an array of texts")
    return texts


def _file(record: Any, largest: int = MAX_FILE_BYTES) -> FileRecord:
    if not isinstance(record, dict):
        raise ValueError("a file record is missing, expected an object with name, bytes, sha256")
    digest = _text(record, "sha256")
    if not _DIGEST.fullmatch(digest):
        raise ValueError(f"sha256 {digest!r}, expected 64 hexadecimal digits")
    return FileRecord(_text(record, "name"), _number(record, "bytes", 1, largest), digest)


def _volume(record: Any) -> VolumeRecord:
    file = _file(record, MAX_VOLUME_BYTES)
    kind = _text(record, "kind")
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}, expected one of {', '.join(KINDS)}")
    least = least_side(kind)
    rows, cols = (_number(record, side, least, MAX_SIDE) for side in ("rows", "cols"))
    return VolumeRecord(
        file.name, file.bytes, file.sha256, kind, rows, cols, _number(record, "puzzles", 1, MAX_VOLUME)
    )


def _corrected(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries = _array(content, "corrected")
    if not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("corrected: expected an array of objects")
    return entries
