"""The ledger: what was tried and what was accepted, in one SQLite file that only the parent writes.

An epoch enters it in one transaction (WAL, synchronous FULL), so after a crash it holds whole epochs only
and the run goes on behind them.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from factory.corpus.ledger_file import (
    FORMAT,
    connect_for_reading,
    damaged,
    explain,
    found_format,
    make_tables,
    migrate,
    migrated_copy,
)
from factory.corpus.records import Digests, EpochRecord, Stored, StreamState, StreamTotals
from factory.errors import LedgerError
from factory.puzzle import Puzzle, from_json, to_json

_STORED = "SELECT rows, cols, number, job, epoch, withdrawn, why, explicit FROM puzzle"
_NEVER = 2**62


class Ledger:
    """The ledger of one language's corpus; use it as a context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path, *, lang: str, seed: int | None) -> Ledger:
        """The ledger at `path`, made new if there is none; then `seed` (1 if None) becomes its master seed.

        Raises:
            LedgerError: it is damaged, of a newer format, of another language or of another seed.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, isolation_level=None, timeout=10)
            ledger = cls(path, connection)
            try:
                ledger._prepare(lang, seed)
            except BaseException:
                connection.close()
                raise
        except sqlite3.DatabaseError as error:
            raise explain(path, error) from error
        except OSError as error:
            raise LedgerError(
                f"{path}: can't be written ({error.strerror}); is the output folder writable?"
            ) from error
        return ledger

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """The existing ledger at `path`, for reading only.

        Raises:
            LedgerError: there is none, or it can't be used.
        """
        if not path.is_file():
            raise LedgerError(f"{path}: there is no ledger here; {_elsewhere(path)}")
        try:
            connection = connect_for_reading(path)
            try:
                if found_format(path, connection) < FORMAT:
                    connection = migrated_copy(connection)
            except BaseException:
                connection.close()
                raise
        except sqlite3.DatabaseError as error:
            raise explain(path, error) from error
        return cls(path, connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def lang(self) -> str:
        """The language of the corpus."""
        return self._meta("lang")

    @property
    def seed(self) -> int:
        """The master seed of the corpus."""
        return int(self._meta("seed"))

    def made_from_others(self, digests: Digests) -> bool:
        """Whether puzzles were made from other inputs than `digests`."""
        made_from = self.query("SELECT DISTINCT lexicon, jokes, settings FROM epoch WHERE accepted > 0")
        return any(Digests(*row) != digests for row in made_from)

    def want(self, rows: int, cols: int, wanted: int) -> None:
        """Notes that a stream shall have `wanted` puzzles; a higher number noted before stays."""
        with self.transaction() as connection:
            connection.execute(
                "INSERT INTO stream VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET wanted = max(wanted, excluded.wanted)",
                (rows, cols, wanted),
            )

    def streams(self) -> list[tuple[int, int, int]]:
        """(rows, cols, wanted) of each stream, by size."""
        return [tuple(row) for row in self.query("SELECT rows, cols, wanted FROM stream ORDER BY rows, cols")]

    def state(self, rows: int, cols: int, digests: Digests, *, before: int | None = None) -> StreamState:
        """Where a stream stands, or stood before an epoch of it; epochs made from other inputs don't count as idle.

        A puzzle withdrawn later was not withdrawn then.
        """
        stop = before if before is not None else _NEVER
        epochs = self.query(
            "SELECT epoch, jobs, accepted, lexicon, jokes, settings FROM epoch "
            "WHERE rows = ? AND cols = ? AND epoch < ? ORDER BY epoch",
            (rows, cols, stop),
        )
        next_epoch = epochs[-1][0] + 1 if epochs else 0
        number = accepted = changed = 0
        usage: Counter[tuple[str, str]] = Counter()
        last_use: dict[str, int] = {}
        jokes: set[str] = set()
        for number, withdrawn, explicit in self._each(
            "SELECT number, withdrawn, explicit FROM puzzle WHERE rows = ? AND cols = ? AND epoch < ? ORDER BY number",
            (rows, cols, stop),
        ):
            puzzle = self._puzzle(explicit)
            usage.update((entry.answer, entry.clue) for entry in puzzle.entries)
            last_use.update((entry.answer, number) for entry in puzzle.entries)
            if withdrawn is None or withdrawn > next_epoch:
                accepted += 1
                jokes.add(puzzle.secret.joke)
            else:
                changed = max(changed, withdrawn)
        idle = 0
        for epoch, _, made, *made_from in reversed(epochs):
            if made or epoch < changed or Digests(*made_from) != digests:
                break
            idle += 1
        return StreamState(
            next_epoch=next_epoch,
            next_job=sum(epoch[1] for epoch in epochs),
            numbered=number,
            accepted=accepted,
            idle_epochs=idle,
            used_jokes=frozenset(jokes),
            clue_usage=usage,
            last_use=last_use,
        )

    def commit(self, record: EpochRecord) -> None:
        """Adds a whole epoch in one transaction; after it returns nothing of it can be lost.

        Raises:
            LedgerError: the disk is full or the file can't be written; then nothing was added.
        """
        key = (record.rows, record.cols)
        with self.transaction() as connection:
            connection.execute(
                "INSERT INTO epoch VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *key,
                    record.epoch,
                    len(record.accepted),
                    record.jobs,
                    record.generator,
                    record.digests.lexicon,
                    record.digests.jokes,
                    record.digests.settings,
                    record.masks,
                    record.mask_steps,
                    record.nodes,
                    record.fails,
                    record.restarts,
                    round(record.cpu_seconds, 6),
                ),
            )
            connection.executemany(
                "INSERT INTO rejection VALUES (?, ?, ?, ?, ?, ?)",
                [(*key, *rejection) for rejection in record.rejections],
            )
            connection.executemany(
                "INSERT INTO puzzle VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
                [
                    (
                        *key,
                        accepted.number,
                        accepted.job,
                        record.epoch,
                        accepted.puzzle.secret.joke,
                        json.dumps(to_json(accepted.puzzle), ensure_ascii=False, separators=(",", ":")),
                    )
                    for accepted in record.accepted
                ],
            )

    def withdraw(self, puzzle_id: str, why: str) -> None:
        """Marks a puzzle as withdrawn: it keeps its id and stays stored, is published no more, and frees its joke.

        From the stream's next epoch on; what was made before is not touched.

        Raises:
            LedgerError: there is no such puzzle, or it is withdrawn already.
        """
        stored = self.find(puzzle_id)
        if stored.withdrawn is not None:
            raise LedgerError(f"{self.path}: {puzzle_id} is withdrawn already: {stored.withdrawn}")
        with self.transaction() as connection:
            connection.execute(
                "UPDATE puzzle SET why = ?, withdrawn = "
                "(SELECT max(e.epoch) + 1 FROM epoch e WHERE e.rows = puzzle.rows AND e.cols = puzzle.cols) "
                "WHERE rows = ? AND cols = ? AND number = ?",
                (why, stored.rows, stored.cols, stored.number),
            )

    def puzzles(self) -> Iterator[Puzzle]:
        """The published puzzles by size and number: of each stream the first `wanted` that are not withdrawn."""
        for (explicit,) in self._each(
            "SELECT explicit FROM (SELECT *, row_number() OVER (PARTITION BY rows, cols ORDER BY number) AS place "
            "FROM puzzle WHERE withdrawn IS NULL) JOIN stream USING (rows, cols) WHERE place <= wanted "
            "ORDER BY rows, cols, number"
        ):
            yield self._puzzle(explicit)

    def stored(self) -> Iterator[Stored]:
        """Every puzzle, those in reserve and withdrawn ones too, by size and number."""
        for row in self._each(f"{_STORED} ORDER BY rows, cols, number"):
            yield self._stored(row)

    def withdrawn(self) -> list[Stored]:
        """The withdrawn puzzles, by size and number."""
        query = f"{_STORED} WHERE withdrawn IS NOT NULL ORDER BY rows, cols, number"
        return [self._stored(row) for row in self.query(query)]

    def find(self, puzzle_id: str) -> Stored:
        """The puzzle of an id, published or not.

        Raises:
            LedgerError: there is none.
        """
        match = re.fullmatch(r"([a-z]+)-(\d{1,3})x(\d{1,3})-(\d{1,9})", puzzle_id)
        found = self.query(
            f"{_STORED} WHERE rows = ? AND cols = ? AND number = ?",
            tuple(int(part) for part in match.groups()[1:]) if match else (0, 0, 0),
        )
        stored = [self._stored(row) for row in found]
        if not stored or stored[0].puzzle.id != puzzle_id:
            raise LedgerError(f"{self.path}: holds no puzzle {puzzle_id!r}")
        return stored[0]

    def made_from(self, stored: Stored) -> tuple[str, Digests]:
        """The generator and the inputs that a puzzle's epoch was made with."""
        ((generator, *digests),) = self.query(
            "SELECT generator, lexicon, jokes, settings FROM epoch WHERE rows = ? AND cols = ? AND epoch = ?",
            (stored.rows, stored.cols, stored.epoch),
        )
        return generator, Digests(*digests)

    def totals(self) -> list[StreamTotals]:
        """The counted effort of each stream, by size."""
        rejected: dict[tuple[int, int], dict[str, int]] = {}
        for rows, cols, stage, reason, n in self.query(
            "SELECT rows, cols, stage, reason, count(*) FROM rejection GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 5 DESC, 3, 4"
        ):
            rejected.setdefault((rows, cols), {})[f"{stage}: {reason}"] = n
        return [
            StreamTotals(
                rows=row[0],
                cols=row[1],
                wanted=row[2],
                accepted=row[3],
                withdrawn=row[4] - row[3],
                jobs=row[5],
                masks=row[6],
                nodes=row[7],
                cpu_seconds=row[8],
                rejections=rejected.get((row[0], row[1]), {}),
                kappa=row[9],
            )
            for row in self.query(
                "SELECT s.rows, s.cols, s.wanted, "
                "(SELECT count(*) FROM puzzle p WHERE p.rows = s.rows AND p.cols = s.cols AND p.withdrawn IS NULL), "
                "coalesce(sum(e.accepted), 0), coalesce(sum(e.jobs), 0), coalesce(sum(e.masks), 0), "
                "coalesce(sum(e.nodes), 0), coalesce(sum(e.cpu_seconds), 0.0), "
                "(SELECT avg(p.explicit ->> '$.provenance.kappa') FROM puzzle p "
                "WHERE p.rows = s.rows AND p.cols = s.cols) "
                "FROM stream s LEFT JOIN epoch e USING (rows, cols) GROUP BY s.rows, s.cols ORDER BY s.rows, s.cols"
            )
        ]

    def _prepare(self, lang: str, seed: int | None) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        (tables,) = self.query("SELECT count(*) FROM sqlite_master")[0]
        if not tables:
            with self.transaction() as connection:
                make_tables(connection, lang, 1 if seed is None else seed)
        if found_format(self.path, self._connection) < FORMAT:
            with self.transaction() as connection:
                migrate(connection)
        if self.lang != lang:
            raise LedgerError(f"{self.path}: holds a corpus of {self.lang!r}, expected {lang!r}")
        if seed is not None and self.seed != seed:
            raise LedgerError(
                f"{self.path}: was begun with seed {self.seed}, asked for seed {seed}; "
                "one output folder has one seed: leave out --seed or choose another --out"
            )

    def _meta(self, key: str) -> str:
        rows = self.query("SELECT value FROM meta WHERE key = ?", (key,))
        if not rows:
            raise damaged(self.path, f"no {key}")
        return str(rows[0][0])

    def _puzzle(self, explicit: str) -> Puzzle:
        try:
            return from_json(json.loads(explicit))
        except (KeyError, TypeError, ValueError) as error:
            raise damaged(self.path, "a puzzle can't be read") from error

    def _stored(self, row: Any) -> Stored:
        rows, cols, number, job, epoch, withdrawn, why, explicit = row
        return Stored(
            self._puzzle(explicit), rows, cols, number, job, epoch, None if withdrawn is None else why
        )

    def query(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """All rows of an SQL query.

        Raises:
            LedgerError: the file can't be read.
        """
        return list(self._each(query, values))

    def _each(self, query: str, values: Sequence[object] = ()) -> Iterator[Any]:
        try:
            # Not `yield from`, which would close the cursor, perhaps after the connection.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row
        except sqlite3.DatabaseError as error:
            raise explain(self.path, error) from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is committed at the end, or undone when an error comes out of it.

        Raises:
            LedgerError: the file can't be written; then nothing has changed.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.IntegrityError:  # a mistake of the caller
            raise
        except sqlite3.DatabaseError as error:
            raise explain(self.path, error) from error


def _elsewhere(path: Path) -> str:
    """Where to get a ledger that isn't at `path`: in the folder around, in those within, or a new one."""
    folder = path.parent
    near = [
        found
        for found in (folder.parent / path.name, *sorted(folder.glob(f"*/{path.name}")))
        if found.is_file()
    ]
    if near:
        return f"there is one in {' and in '.join(str(found.parent) for found in near[:4])}"
    return "`factory corpus` makes one"
