"""The bundle of a corpus: all that its ledger has published, in the numbers of lexicon and joke list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from factory.corpus.equipment import Equipment, House
from factory.corpus.ledger import Ledger
from factory.corpus.records import Stored
from factory.puzzle import to_json
from factory.ship.bundle import write_bundle
from factory.ship.bundle_corrections import read_corrections
from factory.ship.bundle_manifest import Manifest
from factory.ship.bundle_numbers import lexicon_source


def publish(
    folder: Path, ledger: Ledger, home: House, equipment: Equipment, *, older: Path | None = None
) -> Manifest:
    """Writes the bundle of a ledger into `folder`; texts keep the numbers of the bundle in `older` (`folder` if None).

    Raises:
        BundleError, LedgerError: the ledger can't be read or the bundle not be written.
    """
    corrections = read_corrections(home.dictionaries / "corrections" / f"{ledger.lang}.tsv")
    source = lexicon_source(equipment.index, equipment.jokes, equipment.generator, corrections)
    return write_bundle(
        folder,
        (to_json(stored.puzzle) for stored in ever_published(ledger)),
        source,
        withdrawn=[stored.puzzle.id for stored in ledger.withdrawn()],
        volume=equipment.language.base.corpus.volume,
        older=older,
    )


def ever_published(ledger: Ledger) -> Iterator[Stored]:
    """The published puzzles by size and number, with the withdrawn ones that may have been published before.

    A withdrawn puzzle stays where it is in its volume; so volumes do not tell when it was withdrawn.
    """
    wanted = {(rows, cols): number for rows, cols, number in ledger.streams()}
    passed: dict[tuple[int, int], int] = {}
    for stored in ledger.stored():
        size = (stored.rows, stored.cols)
        before = passed.setdefault(size, 0)
        if before < wanted.get(size, 0):
            yield stored
        passed[size] += stored.withdrawn is None
