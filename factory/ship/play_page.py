"""The page to solve the puzzles of a bundle on: the player built from readers/player, and the bundle's files."""

from __future__ import annotations

import base64
import json
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from factory.errors import BundleError
from factory.ship.atomic import make_folder, sync_folder, write_file
from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.bundle_reader import read_manifest, verify_bundle
from factory.ship.font import CSS_WEIGHT, FAMILY, Weight, embedded
from factory.ship.labels import labels_of

PAGE: Final = "play.html"
"""The page; `play.html#ID` opens at a puzzle."""
PARTS: Final = "play"
"""The folder beside it with what it loads."""
PLAYER: Final = Path(__file__).parent / "player"
"""What `make player` builds."""
PLAYER_FILES: Final = ("player.js", "player.css", "LICENSE-msgpack")

_LETTERS: Final = (
    "".join(map(chr, chain(range(0x20, 0x7F), range(0xA0, 0x250), range(0x370, 0x460)))) + "ẞ–—‘’‚“”„…№→↓×✓"
)
"""What the page brings along of its typeface: Latin, Greek and Cyrillic letters and the marks of texts."""
_WEIGHTS: Final[tuple[Weight, ...]] = ("Regular", "SemiBold")


def write_play(folder: Path, bundle: Path) -> None:
    """Writes `folder/play.html`, on which the puzzles of a bundle are solved, and its parts to `folder/play`.

    It works from the file system and without a network; the bundle is in it, byte for byte. A puzzle has the
    address `play.html#ID`.

    Raises:
        BundleError: the player is not built, the bundle is damaged, or the folder can't be written.
    """
    player = {name: _read_player(name) for name in PLAYER_FILES}
    manifest = read_manifest(bundle)
    if problems := verify_bundle(bundle):
        raise BundleError(problems[0])
    names = [MANIFEST_NAME, *(record.name for record in manifest.files)]
    files = {name: base64.b64encode((bundle / name).read_bytes()).decode() for name in names}
    script = f"window.krizovkarenBundle = {json.dumps(files, indent=0)};\n"
    parts = folder / PARTS
    make_folder(parts)
    for name, data in player.items():
        write_file(parts / name, data)
    write_file(parts / "bundle.js", script.encode())
    write_file(folder / PAGE, _render(manifest.lang).encode())
    sync_folder(parts)
    sync_folder(folder)


def is_player_built() -> bool:
    """Whether `make player` has been run."""
    return all((PLAYER / name).is_file() for name in PLAYER_FILES)


def _read_player(name: str) -> bytes:
    path = PLAYER / name
    try:
        return path.read_bytes()
    except OSError:
        raise BundleError(f"{path}: is missing, expected the player; build it with: make player") from None


@cache
def _render(lang: str) -> str:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("play.html.j2").render(
        lang=lang,
        title=labels_of(lang).crossword,
        parts=PARTS,
        family=FAMILY,
        faces=[(CSS_WEIGHT[weight], embedded(_LETTERS, weight)) for weight in _WEIGHTS],
    )
