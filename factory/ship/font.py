"""The typeface of printed and drawn puzzles: widths of texts, and the part of it that a page embeds.

Fira Sans Condensed: narrow, legible in small print, with the letters of all European languages; under the SIL Open
Font License.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

import fontpkg_fira_sans_condensed as package
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from factory.errors import BundleError

FAMILY: Final = package.FAMILY

Weight = Literal["Regular", "SemiBold"]

CSS_WEIGHT: Final[dict[Weight, int]] = {"Regular": 400, "SemiBold": 600}

LAYOUT_TABLES: Final = ("GDEF", "GPOS", "GSUB")
"""What kerns: left out, so that texts are as wide as `em_width` says; reading it takes most of the time, too."""


def font_path(weight: Weight) -> Path:
    """The TrueType file."""
    path: Path = package.ROOT / "files" / f"FiraSansCondensed-{weight}.ttf"
    return path


@lru_cache(1 << 16)
def em_width(text: str, weight: Weight = "Regular") -> float:
    """How wide a text is over its font size, kerning aside."""
    widths, other = _widths(weight)
    return sum(widths.get(ord(char), other) for char in text)


def check_letters(text: str, what: str) -> None:
    """Makes sure that the typeface has all letters of a text.

    Raises:
        BundleError: it lacks one; the message names it.
    """
    widths, _ = _widths("Regular")
    lacking = sorted({char for char in text if ord(char) not in widths and not char.isspace()})
    if lacking:
        raise BundleError(
            f"{what}: {FAMILY} has no {lacking[0]!r} (U+{ord(lacking[0]):04X}), expected Latin, Greek or Cyrillic text"
        )


def embedded(chars: Iterable[str], weight: Weight) -> str:
    """The letters of the typeface in `chars` as a data URI of a WOFF file; the same letters give the same text."""
    return _embedded("".join(sorted(set("".join(chars)))), weight)


@cache
def _embedded(chars: str, weight: Weight) -> str:
    subsetter = Subsetter(Options(hinting=False, layout_features=[]))
    subsetter.populate(text=chars)
    data = io.BytesIO()
    with TTFont(font_path(weight), recalcTimestamp=False, lazy=True) as font:
        for table in LAYOUT_TABLES:
            if table in font:
                del font[table]
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(data)
    return f"data:font/woff;base64,{base64.b64encode(data.getvalue()).decode()}"


@cache
def _widths(weight: Weight) -> tuple[dict[int, float], float]:
    """The widths of all letters by code point, and that of the mark for a missing one."""
    with TTFont(font_path(weight), lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"]
        widths = {code: metrics[name][0] / em for code, name in font.getBestCmap().items()}
        return widths, metrics[".notdef"][0] / em
