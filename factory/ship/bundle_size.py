"""What a bundle costs: bytes by kind and size and by part, as they are and deflated."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.bundle_reader import read_bundle
from factory.ship.packing import pack, unpack


@dataclass(frozen=True)
class Cost:
    """A line of the table of costs; bytes as they are and after zlib at its level 9."""

    what: str
    puzzles: int
    raw: int
    deflated: int


def cost_by_size(folder: Path) -> list[Cost]:
    """The costs of the volumes of each kind and size, then of table, manifest, and all together, file by file.

    Raises:
        BundleError: it is no whole bundle.
    """
    manifest = read_bundle(folder).manifest
    costs: dict[str, Cost] = {}
    for volume in manifest.volumes:
        what = f"{volume.kind} {volume.rows}x{volume.cols}"
        _add(costs, what, volume.puzzles, (folder / volume.name).read_bytes())
    for name in (manifest.table.name, MANIFEST_NAME):
        _add(costs, name, manifest.puzzles, (folder / name).read_bytes())
    lines = list(costs.values())
    raw, deflated = sum(cost.raw for cost in lines), sum(cost.deflated for cost in lines)
    return [*lines, Cost("all", manifest.puzzles, raw, deflated)]


def cost_by_part(folder: Path) -> list[Cost]:
    """The costs of the parts of volumes and table, each part of a file deflated alone.

    Raises:
        BundleError: it is no whole bundle.
    """
    manifest = read_bundle(folder).manifest
    costs: dict[str, Cost] = {}
    for file in (*manifest.volumes, manifest.table):
        group = "table" if file is manifest.table else "volumes"
        for key, value in unpack((folder / file.name).read_bytes()).items():
            _add(costs, f"{group}: {key}", manifest.puzzles, pack(value), count=False)
    return list(costs.values())


def _add(costs: dict[str, Cost], what: str, puzzles: int, data: bytes, *, count: bool = True) -> None:
    old = costs.get(what, Cost(what, 0, 0, 0))
    total = old.puzzles + puzzles if count else puzzles
    costs[what] = Cost(what, total, old.raw + len(data), old.deflated + len(zlib.compress(data, 9)))
