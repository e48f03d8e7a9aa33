"""Volumes of a bundle: puzzles of one kind and size as columns, and back to the explicit form.

Slots, answers, arrows and coordinates are not stored: they follow from the grid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from factory.ship.bundle_puzzle import MODES, PackedPuzzle, PackedSecret, least_side, pair_of
from factory.ship.bundle_secret import secret_cells, skips_of
from factory.ship.bundle_table import Pair, Table
from factory.ship.packing import is_array, is_number, pack, pack_numbers, unpack, unpack_numbers

_NUMBERED: Final = re.compile(r"[0-9]{6}|[1-9][0-9]{6,8}")


@dataclass(frozen=True)
class Volume:
    """The puzzles of one volume file."""

    kind: str
    rows: int
    cols: int
    puzzles: tuple[PackedPuzzle, ...]


def pack_volume(volume: Volume, table: Table) -> bytes:
    """The bytes of a volume file.

    Raises:
        ValueError: a secret's cells don't spell its punchline, or a number is too large.
    """
    edge = least_side(volume.kind) - 1
    content: dict[str, object] = {
        "kind": volume.kind,
        "rows": volume.rows,
        "cols": volume.cols,
        "ids": _pack_ids(
            [puzzle.id for puzzle in volume.puzzles], id_prefix(table.lang, volume.rows, volume.cols)
        ),
        "grids": b"".join(
            puzzle.grid[row * volume.cols + edge : (row + 1) * volume.cols]
            for puzzle in volume.puzzles
            for row in range(edge, volume.rows)
        ),
        "variants": pack_numbers([number for puzzle in volume.puzzles for number in puzzle.variants]),
    }
    secrets = [puzzle.secret for puzzle in volume.puzzles if puzzle.secret is not None]
    if secrets:
        if len(secrets) < len(volume.puzzles):
            raise ValueError("puzzles with and without a secret in one volume, expected either")
        content["jokes"] = pack_numbers([secret.joke for secret in secrets])
        content["modes"] = pack_numbers([MODES.index(secret.mode) for secret in secrets])
        content["skips"] = pack_numbers(
            [
                skip
                for puzzle in volume.puzzles
                if puzzle.secret is not None
                for skip in skips_of(puzzle.grid, table.jokes[puzzle.secret.joke].codes, puzzle.secret.cells)
            ]
        )
    own = [
        [number, slot, *pair]
        for number, puzzle in enumerate(volume.puzzles)
        for slot, pair in sorted(puzzle.own.items())
    ]
    if own:
        content["own"] = own
    return pack(content)


def unpack_volume(data: bytes, kind: str, rows: int, cols: int, count: int, table: Table) -> Volume:
    """The volume of `count` puzzles in the bytes of a file; every number in it has a meaning in `table`.

    Raises:
        ValueError: something has another form or points nowhere; the message says which puzzle.
    """
    top = unpack(data)
    if not isinstance(top, dict):
        raise ValueError(f"{type(top).__name__} on top, expected a map")
    if missing := {"kind", "rows", "cols", "ids", "grids", "variants"} - top.keys():
        raise ValueError(f"no {sorted(missing)[0]!r}, expected kind, rows, cols, ids, grids, variants")
    if [top["kind"], top["rows"], top["cols"]] != [kind, rows, cols]:
        raise ValueError(f"other kind, rows or columns, expected {kind} {rows}x{cols} as in the manifest")
    grids = _unpack_grids(top["grids"], kind, rows, cols, count, len(table.alphabet))
    ids = _unpack_ids(top["ids"], len(grids), id_prefix(table.lang, rows, cols))
    bare = [PackedPuzzle(kind, name, rows, cols, grid, ()) for name, grid in zip(ids, grids, strict=True)]
    n_slots = [puzzle.count_slots() for puzzle in bare]
    variants = unpack_numbers(top["variants"], sum(n_slots), "variants")
    secrets = _unpack_secrets(top, grids, table)
    own = _unpack_own(top.get("own", []), n_slots)
    puzzles = []
    at = 0
    for number, puzzle in enumerate(bare):
        end = at + n_slots[number]
        whole = replace(
            puzzle,
            variants=tuple(variants[at:end]),
            secret=secrets[number],
            own=own.get(number, {}),
        )
        try:
            for place, slot in enumerate(whole.slots):
                pair_of(whole, place, slot, table)
        except ValueError as problem:
            raise ValueError(f"puzzle {number}: {problem}") from None
        puzzles.append(whole)
        at = end
    return Volume(kind, rows, cols, tuple(puzzles))


def usual_number(name: str, prefix: str) -> int | None:
    """The number n of an id that is `prefix` and n in at least six digits; None where it has another form."""
    number = name.removeprefix(prefix)
    return int(number) if number != name and _NUMBERED.fullmatch(number) else None


def id_prefix(lang: str, rows: int, cols: int) -> str:
    """What ids of the usual form begin with."""
    return f"{lang}-{rows}x{cols}-"


def _unpack_grids(grids: Any, kind: str, rows: int, cols: int, count: int, n_letters: int) -> list[bytes]:
    edge = least_side(kind) - 1
    high, wide = rows - edge, cols - edge
    n_grids, rest = divmod(len(grids), high * wide) if isinstance(grids, bytes) else (0, 1)
    if rest or not n_grids:
        raise ValueError(f"grids: expected a binary of a multiple of {high * wide} bytes")
    if n_grids != count:
        raise ValueError(f"{n_grids} puzzles, expected {count} as in the manifest")
    if max(grids) > n_letters:
        raise ValueError(f"grids: letter code {max(grids)}, expected at most {n_letters}")
    if not edge:
        return [grids[at : at + rows * cols] for at in range(0, len(grids), rows * cols)]
    return [
        bytes(cols)
        + b"".join(b"\0" + grids[at : at + wide] for at in range(start, start + high * wide, wide))
        for start in range(0, len(grids), high * wide)
    ]


def _unpack_secrets(
    top: Mapping[str, Any], grids: Sequence[bytes], table: Table
) -> list[PackedSecret | None]:
    if "jokes" not in top:
        return [None] * len(grids)
    jokes = unpack_numbers(top["jokes"], len(grids), "jokes")
    if unknown := [joke for joke in jokes if joke not in table.jokes]:
        raise ValueError(f"joke {unknown[0]}, expected a number of the table")
    modes = unpack_numbers(top.get("modes"), len(grids), "modes")
    if max(modes) >= len(MODES):
        raise ValueError(f"secret mode {max(modes)}, expected a number below {len(MODES)}")
    codes = [table.jokes[joke].codes for joke in jokes]
    skips = unpack_numbers(top.get("skips"), sum(map(len, codes)), "skips")
    secrets: list[PackedSecret | None] = []
    at = 0
    for number, grid in enumerate(grids):
        try:
            cells = secret_cells(grid, codes[number], skips[at : at + len(codes[number])])
        except ValueError as problem:
            raise ValueError(f"puzzle {number}: {problem}") from None
        secrets.append(PackedSecret(jokes[number], cells, MODES[modes[number]]))
        at += len(codes[number])
    return secrets


def _unpack_own(rows: Any, n_slots: Sequence[int]) -> dict[int, dict[int, Pair]]:
    if not isinstance(rows, list):
        raise ValueError("own: expected an array")
    own: dict[int, dict[int, Pair]] = {}
    for row in rows:
        if not is_array(row, 4) or not isinstance(row[2], str) or not isinstance(row[3], str):
            raise ValueError("own: expected each element as [puzzle, slot, spelling, clue]")
        number, slot, spelling, clue = row
        if not is_number(number, 0, len(n_slots) - 1) or not is_number(slot, 0, n_slots[number] - 1):
            raise ValueError(f"own: puzzle {number!r}, slot {slot!r}, expected ones of the volume")
        if slot in own.setdefault(number, {}):
            raise ValueError(f"own: slot {slot} of puzzle {number} twice, expected it once")
        own[number][slot] = (spelling, clue)
    return own


def _pack_ids(ids: Sequence[str], prefix: str) -> int | list[int | str]:
    """The first number where the ids are consecutive ones of the usual form, else each id, short where it is."""
    short: list[int | str] = []
    for name in ids:
        number = usual_number(name, prefix)
        short.append(name if number is None else number)
    first = short[0]
    if isinstance(first, int) and short == list(range(first, first + len(short))):
        return first
    return short


def _unpack_ids(packed: Any, count: int, prefix: str) -> list[str]:
    numbers = range(packed, packed + count) if is_number(packed, 0, 999_999_999 - count) else packed
    if not isinstance(numbers, range | list) or len(numbers) != count:
        raise ValueError(f"ids: expected a number up to 999999999 or an array of {count} numbers and texts")
    ids = []
    for number in numbers:
        name = f"{prefix}{number:06d}" if is_number(number, 0, 999_999_999) else number
        if not isinstance(name, str) or not name:
            raise ValueError(f"id {number!r}, expected a number up to 999999999 or a text")
        ids.append(name)
    return ids
