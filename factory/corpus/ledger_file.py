"""The file of the ledger: its tables, the step from an older format, and what SQLite's errors mean to a user."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from factory.errors import LedgerError

FORMAT: Final = 2
"""1 knew no withdrawals."""

_PUZZLES = """
CREATE TABLE puzzle (
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, number INTEGER NOT NULL,
    job INTEGER NOT NULL, epoch INTEGER NOT NULL, joke TEXT NOT NULL, explicit TEXT NOT NULL,
    withdrawn INTEGER, -- the epoch of the stream from which on the joke is free again
    why TEXT,
    PRIMARY KEY (rows, cols, number),
    UNIQUE (rows, cols, job)
) WITHOUT ROWID;
CREATE UNIQUE INDEX told ON puzzle (rows, cols, joke) WHERE withdrawn IS NULL;
"""

_SCHEMA = f"""
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
{_PUZZLES}"""

_FROM_FORMAT_1 = f"""
ALTER TABLE puzzle RENAME TO old;
{_PUZZLES}
INSERT INTO puzzle SELECT rows, cols, number, job, epoch, joke, explicit, NULL, NULL FROM old;
DROP TABLE old;
UPDATE meta SET value = '2' WHERE key = 'format';
"""


def make_tables(connection: sqlite3.Connection, lang: str, seed: int) -> None:
    """Makes the tables of a new ledger, inside the caller's transaction."""
    _execute(connection, _SCHEMA)
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?)", [("format", str(FORMAT)), ("lang", lang), ("seed", str(seed))]
    )


def found_format(path: Path, connection: sqlite3.Connection) -> int:
    """The format of the ledger.

    Raises:
        LedgerError: the file is no ledger, or one of a newer program.
    """
    tables = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'")
    rows = (
        connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchall()
        if tables.fetchone()
        else []
    )
    if not rows or not str(rows[0][0]).isdecimal():
        raise LedgerError(f"{path}: is not a ledger of this program")
    found = int(rows[0][0])
    if found > FORMAT:
        raise LedgerError(
            f"{path}: ledger format {found} is newer than this program's {FORMAT}; use a newer version"
        )
    return found


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a ledger of format 1 to the present one, inside the caller's transaction."""
    _execute(connection, _FROM_FORMAT_1)


def migrated_copy(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy in memory of an older ledger in the present format, for reading; closes the given one."""
    copy = sqlite3.connect(":memory:")
    connection.backup(copy)
    connection.close()
    with copy:
        migrate(copy)
    return copy


def _execute(connection: sqlite3.Connection, script: str) -> None:
    # Not executescript, which would commit the caller's transaction.
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)


def connect_for_reading(path: Path) -> sqlite3.Connection:
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


def explain(path: Path, error: sqlite3.Error) -> LedgerError:
    """What an error of SQLite means to a user, and what to do."""
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
    return damaged(path, text)


def damaged(path: Path, what: str) -> LedgerError:
    """The error of a ledger that can't be used any more."""
    return LedgerError(f"{path}: the ledger is damaged ({what}); move it away or restore a copy")
