"""The ledger: what was tried and what was accepted, in one SQLite file that only the parent writes.

An epoch enters it in one transaction (WAL, synchronous FULL), so after a crash it holds whole epochs only
and the run goes on behind them.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from factory.errors import LedgerError
from factory.puzzle import Puzzle, from_json, to_json

FORMAT = 1

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stream (
    rows INTEGER NOT NULL, cols INTEGER NOT NULL,
    wanted INTEGER NOT NULL,
    PRIMARY KEY (rows, cols)
) WITHOUT ROWID;
CREATE TABLE epoch (
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, epoch INTEGER NOT NULL,
    accepted INTEGER NOT NULL, jobs INTEGER NOT NULL,
    generator TEXT NOT NULL, lexicon TEXT NOT NULL, jokes TEXT NOT NULL, settings TEXT NOT NULL,
    masks INTEGER NOT NULL, mask_steps INTEGER NOT NULL,
    nodes INTEGER NOT NULL, fails INTEGER NOT NULL, restarts INTEGER NOT NULL,
    cpu_seconds REAL NOT NULL,
    PRIMARY KEY (rows, cols, epoch)
) WITHOUT ROWID;
CREATE TABLE rejection (
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, job INTEGER NOT NULL, attempt INTEGER NOT NULL,
    stage TEXT NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (rows, cols, job, attempt)
) WITHOUT ROWID;
CREATE TABLE puzzle (
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, number INTEGER NOT NULL,
    job INTEGER NOT NULL, epoch INTEGER NOT NULL, joke TEXT NOT NULL, explicit TEXT NOT NULL,
    PRIMARY KEY (rows, cols, number),
    UNIQUE (rows, cols, job), UNIQUE (rows, cols, joke)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Digests:
    """SHA-256 of what a puzzle is made from."""

    lexicon: str
    jokes: str
    settings: str


@dataclass(frozen=True)
class Accepted:
    """An accepted puzzle with the job that made it."""

    number: int
    job: int
    puzzle: Puzzle


@dataclass(frozen=True)
class EpochRecord:
    """All that one epoch adds to the ledger."""

    rows: int
    cols: int
    epoch: int
    accepted: tuple[Accepted, ...]
    rejections: tuple[tuple[int, int, str, str], ...]
    """(job, attempt, stage, reason)."""
    jobs: int
    generator: str
    digests: Digests
    masks: int
    mask_steps: int
    nodes: int
    fails: int
    restarts: int
    cpu_seconds: float


@dataclass(frozen=True)
class StreamState:
    """Where a stream stands after its last whole epoch."""

    next_epoch: int
    next_job: int
    """The index behind the last job, whatever length the epochs had."""
    accepted: int
    idle_epochs: int
    """Epochs at the end, made from the present inputs, that brought no puzzle."""
    used_jokes: frozenset[str]
    clue_usage: Mapping[tuple[str, str], int]


FRESH = StreamState(0, 0, 0, 0, frozenset(), {})
"""The state of a stream before its first epoch."""


@dataclass(frozen=True)
class StreamTotals:
    """The counted effort of a stream, for the report."""

    rows: int
    cols: int
    wanted: int
    accepted: int
    jobs: int
    masks: int
    nodes: int
    cpu_seconds: float
    rejections: Mapping[str, int]
    """By "stage: reason"."""


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
            raise _explain(path, error) from error
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
            raise LedgerError(f"{path}: there is no ledger here; `factory corpus` makes one")
        try:
            connection = _connect_for_reading(path)
            ledger = cls(path, connection)
            try:
                ledger._check()
            except BaseException:
                connection.close()
                raise
        except sqlite3.DatabaseError as error:
            raise _explain(path, error) from error
        return ledger

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
        made_from = self._all("SELECT DISTINCT lexicon, jokes, settings FROM epoch WHERE accepted > 0")
        return any(Digests(*row) != digests for row in made_from)

    def want(self, rows: int, cols: int, wanted: int) -> None:
        """Notes that a stream shall have `wanted` puzzles; a higher number noted before stays."""
        with self._write() as connection:
            connection.execute(
                "INSERT INTO stream VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET wanted = max(wanted, excluded.wanted)",
                (rows, cols, wanted),
            )

    def streams(self) -> list[tuple[int, int, int]]:
        """(rows, cols, wanted) of each stream, by size."""
        return [tuple(row) for row in self._all("SELECT rows, cols, wanted FROM stream ORDER BY rows, cols")]

    def state(self, rows: int, cols: int, digests: Digests) -> StreamState:
        """Where a stream stands; epochs made from other inputs than `digests` don't count as idle."""
        epochs = self._all(
            "SELECT epoch, jobs, accepted, lexicon, jokes, settings FROM epoch "
            "WHERE rows = ? AND cols = ? ORDER BY epoch",
            (rows, cols),
        )
        idle = 0
        for _, _, accepted, *made_from in reversed(epochs):
            if accepted or Digests(*made_from) != digests:
                break
            idle += 1
        usage: Counter[tuple[str, str]] = Counter()
        jokes: list[str] = []
        for (explicit,) in self._each(
            "SELECT explicit FROM puzzle WHERE rows = ? AND cols = ? ORDER BY number", (rows, cols)
        ):
            puzzle = self._puzzle(explicit)
            jokes.append(puzzle.secret.joke)
            usage.update((entry.answer, entry.clue) for entry in puzzle.entries)
        return StreamState(
            next_epoch=epochs[-1][0] + 1 if epochs else 0,
            next_job=sum(epoch[1] for epoch in epochs),
            accepted=len(jokes),
            idle_epochs=idle,
            used_jokes=frozenset(jokes),
            clue_usage=usage,
        )

    def commit(self, record: EpochRecord) -> None:
        """Adds a whole epoch in one transaction; after it returns nothing of it can be lost.

        Raises:
            LedgerError: the disk is full or the file can't be written; then nothing was added.
        """
        key = (record.rows, record.cols)
        with self._write() as connection:
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
                "INSERT INTO puzzle VALUES (?, ?, ?, ?, ?, ?, ?)",
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

    def puzzles(self) -> Iterator[Puzzle]:
        """The published puzzles by size and number: of each stream the first `wanted` ones."""
        for (explicit,) in self._each(
            "SELECT explicit FROM puzzle JOIN stream USING (rows, cols) WHERE number <= wanted "
            "ORDER BY rows, cols, number"
        ):
            yield self._puzzle(explicit)

    def totals(self) -> list[StreamTotals]:
        """The counted effort of each stream, by size."""
        rejected: dict[tuple[int, int], dict[str, int]] = {}
        for rows, cols, stage, reason, n in self._all(
            "SELECT rows, cols, stage, reason, count(*) FROM rejection GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 5 DESC, 3, 4"
        ):
            rejected.setdefault((rows, cols), {})[f"{stage}: {reason}"] = n
        return [
            StreamTotals(
                rows=row[0],
                cols=row[1],
                wanted=row[2],
                accepted=row[3],
                jobs=row[4],
                masks=row[5],
                nodes=row[6],
                cpu_seconds=row[7],
                rejections=rejected.get((row[0], row[1]), {}),
            )
            for row in self._all(
                "SELECT s.rows, s.cols, s.wanted, "
                "(SELECT count(*) FROM puzzle p WHERE p.rows = s.rows AND p.cols = s.cols), "
                "coalesce(sum(e.jobs), 0), coalesce(sum(e.masks), 0), coalesce(sum(e.nodes), 0), "
                "coalesce(sum(e.cpu_seconds), 0.0) "
                "FROM stream s LEFT JOIN epoch e USING (rows, cols) GROUP BY s.rows, s.cols ORDER BY s.rows, s.cols"
            )
        ]

    def _prepare(self, lang: str, seed: int | None) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        (tables,) = self._all("SELECT count(*) FROM sqlite_master")[0]
        if not tables:
            with self._write() as connection:
                for statement in _SCHEMA.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                connection.executemany(
                    "INSERT INTO meta VALUES (?, ?)",
                    [("format", str(FORMAT)), ("lang", lang), ("seed", str(1 if seed is None else seed))],
                )
        self._check()
        if self.lang != lang:
            raise LedgerError(f"{self.path}: holds a corpus of {self.lang!r}, expected {lang!r}")
        if seed is not None and self.seed != seed:
            raise LedgerError(
                f"{self.path}: was begun with seed {self.seed}, asked for seed {seed}; "
                "one output folder has one seed: leave out --seed or choose another --out"
            )

    def _check(self) -> None:
        (tables,) = self._all("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'")[0]
        rows = self._all("SELECT value FROM meta WHERE key = 'format'") if tables else []
        if not rows or not str(rows[0][0]).isdecimal():
            raise LedgerError(f"{self.path}: is not a ledger of this program")
        found = int(rows[0][0])
        if found > FORMAT:
            raise LedgerError(
                f"{self.path}: ledger format {found} is newer than this program's {FORMAT}; use a newer version"
            )

    def _meta(self, key: str) -> str:
        rows = self._all("SELECT value FROM meta WHERE key = ?", (key,))
        if not rows:
            raise _damaged(self.path, f"no {key}")
        return str(rows[0][0])

    def _puzzle(self, explicit: str) -> Puzzle:
        try:
            return from_json(json.loads(explicit))
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(self.path, "a puzzle can't be read") from error

    def _all(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        return list(self._each(query, values))

    def _each(self, query: str, values: Sequence[object] = ()) -> Iterator[Any]:
        try:
            # Not `yield from`, which would close the cursor, perhaps after the connection.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row
        except sqlite3.DatabaseError as error:
            raise _explain(self.path, error) from error

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
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
            raise _explain(self.path, error) from error


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing, also to a ledger on a medium that can't be written."""
    # Not mode=ro: that would leave the files of the write-ahead log behind.
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=10)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
            raise
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _explain(path: Path, error: sqlite3.Error) -> LedgerError:
    text, name = str(error), getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return LedgerError(
            f"{path}: the disk is full; nothing accepted is lost, free some space and run again"
        )
    if name.startswith("SQLITE_IOERR"):
        return LedgerError(
            f"{path}: can't be read or written ({text}); is the disk full or failing? Nothing accepted is lost"
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LedgerError(f"{path}: another program holds the ledger; close it and run again")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return LedgerError(f"{path}: can't be written ({text}); is the output folder writable?")
    return _damaged(path, text)


def _damaged(path: Path, what: str) -> LedgerError:
    return LedgerError(f"{path}: the ledger is damaged ({what}); move it away or restore a copy")
