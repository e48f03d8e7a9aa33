"""Corrected clues: what published puzzles show instead of the spelling and clue that they were made with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from factory.errors import BundleError
from factory.ship.bundle_table import Pair
from factory.tsv import read_lines

HEADER: Final = ("spelling", "clue", "new spelling", "new clue", "why")


def read_corrections(path: Path) -> dict[Pair, Pair]:
    """The corrections in a tab separated file of `HEADER`: for a pair the one to show; none where there is no file.

    Raises:
        BundleError: the file can't be read, or a line is wrong, repeats another's pair, or corrects a correction.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise BundleError(f"{path}: can't be read ({problem.strerror}), expected corrections") from None
    corrections: dict[Pair, Pair] = {}
    for number, line in read_lines(str(path), data, header=HEADER, error=BundleError):
        columns = line.split("\t")
        if len(columns) not in (len(HEADER) - 1, len(HEADER)) or not all(columns[:4]):
            raise BundleError(f"{path}:{number}: found {line[:60]!r}, expected {'<TAB>'.join(HEADER)}")
        wrong, right = (columns[0], columns[1]), (columns[2], columns[3])
        if wrong in corrections:
            raise BundleError(f"{path}:{number}: {wrong[1]!r} of {wrong[0]!r} again, expected it once")
        if wrong == right or right in corrections or wrong in corrections.values():
            raise BundleError(
                f"{path}:{number}: a correction is corrected, expected the last text for each earlier one"
            )
        corrections[wrong] = right
    return corrections
