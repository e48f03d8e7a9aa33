"""The golden bundles: one of each minor version, with a bit of everything that a bundle can hold.

`python -m tests.ship.golden` adds that of a new version; one that is there is never written again.
"""

import dataclasses
import json
from pathlib import Path

from factory.puzzle import SECRET_SOURCE
from factory.ship.bundle import expand, read_bundle
from factory.ship.bundle_manifest import VERSION
from tests.ship.conftest import NAOCH, OCHOTA, make_explicit, make_puzzle, write

FOLDER = Path(__file__).parent / "golden"
EXPANDED = "expanded.jsonl"

FREEFORM = """
. . M . .
. P A P A
. E M . .
S S A . O
"""
BLOCKED = """
A C #
CH # D
E H O
"""


def make_golden(folder: Path) -> None:
    """Writes the bundle of this program's version, the same every time."""
    write(
        folder,
        [
            make_puzzle(NAOCH),
            placed(1),
            make_puzzle(OCHOTA, number=2, secret=(1, 6, 9), punchline="cho, s…", clue=lambda a: f"iná k {a}"),
            make_puzzle(OCHOTA, number=3, secret=(0, 3, 4), punchline="Ó, ta!", mode="planned"),
            make_puzzle(OCHOTA, secret=(0, 3, 4), punchline="Ó, ta!", puzzle_id="sk-pozdrav"),
            make_explicit("freeform", FREEFORM),
            make_explicit("blocked", BLOCKED) | {"id": "sk-3x3-000007"},
        ],
        pairs=lambda cells: SPELLINGS.get("".join(cells), ()),
        jokes=[("sk-0001", "", "", ()), ("sk-0007", "Čo povie zívajúci?", "Ó, ta!", ("O", "T", "A"))],
        corrections={("kosak", "nápoveda k KOSAK"): ("Kosák", "opravená nápoveda")},
        attribution=["answers and clues: hand-written, CC BY 4.0"],
        withdrawn=["sk-6x6-000002"],
        volume=2,
    )


SPELLINGS = {
    "NA": [("ná", "vezmi si"), ("na", "opak predložky pod")],
    "LAKOM": [("la Kóm", "vymyslené mesto"), ("lakom", "nápoveda k LAKOM"), ("L'akóm", "nik")],
    "KOSAK": [("Kosák", "opravená nápoveda")],
}


def placed(number: int):
    """A puzzle whose punchline is a whole answer."""
    plain = make_puzzle(OCHOTA, number=number, secret=(0, 1, 2, 3, 4), punchline="Ochota!", mode="placed")
    entries = [
        dataclasses.replace(entry, clue="tajnička 1", source=SECRET_SOURCE)
        if entry.answer == "OCHOTA"
        else dataclasses.replace(entry, spelling="la Kóm", clue="vymyslené mesto")
        if entry.answer == "LAKOM"
        else entry
        for entry in plain.entries
    ]
    return dataclasses.replace(plain, entries=tuple(entries))


def expanded(folder: Path) -> str:
    """What a bundle expands to, as JSON lines."""
    puzzles = expand(read_bundle(folder))
    return "".join(json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in puzzles)


if __name__ == "__main__":
    target = FOLDER / VERSION
    if target.exists():
        raise SystemExit(f"{target}: is there and stays")
    make_golden(target)
    (target / EXPANDED).write_text(expanded(target), encoding="utf-8")
