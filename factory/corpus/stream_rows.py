"""Whole streams as rows, to carry them from one ledger to another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from factory.corpus.ledger import Ledger

Row = tuple[Any, ...]


@dataclass(frozen=True)
class StreamRows:
    """All that a ledger holds of one stream, as rows of its tables without the size."""

    rows: int
    cols: int
    wanted: int
    epochs: tuple[Row, ...]
    """(epoch, accepted, ..., cpu_seconds), in order."""
    rejections: tuple[Row, ...]
    puzzles: tuple[Row, ...]
    """(number, job, epoch, joke, explicit, withdrawn, why), in order."""

    def first(self, epochs: int) -> tuple[object, ...]:
        """What is a function of the seed in the first epochs: all but CPU seconds and withdrawals."""
        puzzles = tuple(row[:-2] for row in self.puzzles if row[2] < epochs)
        return tuple(row[:-1] for row in self.epochs[:epochs]), puzzles

    def withdrawing(self, other: StreamRows) -> StreamRows:
        """This state with the withdrawals of an earlier or equal one: from its next epoch on if that is later."""
        told = {row[0]: row[-2:] for row in other.puzzles if row[-2] is not None}
        if len(other.epochs) < len(self.epochs):
            told = {number: (len(self.epochs), why) for number, (_, why) in told.items()}
        puzzles = tuple(
            row if row[-2] is not None else (*row[:-2], *told.get(row[0], row[-2:])) for row in self.puzzles
        )
        return replace(self, puzzles=puzzles)


def read_stream(ledger: Ledger, rows: int, cols: int) -> StreamRows:
    """All that is stored of a stream."""
    tables = (
        ledger.query(f"SELECT * FROM {table} WHERE rows = ? AND cols = ? ORDER BY 3, 4", (rows, cols))
        for table in ("epoch", "rejection", "puzzle")
    )
    wanted = ledger.query("SELECT wanted FROM stream WHERE rows = ? AND cols = ?", (rows, cols))
    epochs, rejections, puzzles = (tuple(row[2:] for row in table) for table in tables)
    return StreamRows(rows, cols, wanted[0][0] if wanted else 0, epochs, rejections, puzzles)


def replace_streams(ledger: Ledger, streams: Iterable[StreamRows]) -> None:
    """Puts streams in the place of what is stored of them, all in one transaction.

    Raises:
        LedgerError: the file can't be written; then nothing has changed.
    """
    with ledger.transaction() as connection:
        for stream in streams:
            key = (stream.rows, stream.cols)
            for table, stored in (
                ("stream", ((stream.wanted,),)),
                ("epoch", stream.epochs),
                ("rejection", stream.rejections),
                ("puzzle", stream.puzzles),
            ):
                connection.execute(f"DELETE FROM {table} WHERE rows = ? AND cols = ?", key)
                for row in stored:
                    marks = ", ".join("?" * (len(key) + len(row)))
                    connection.execute(f"INSERT INTO {table} VALUES ({marks})", (*key, *row))
