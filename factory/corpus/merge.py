"""Ledgers of shards put together into the one that a single run would have made."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from factory.corpus.ledger import Ledger
from factory.corpus.stream_rows import StreamRows, read_stream, replace_streams
from factory.errors import LedgerError


@dataclass(frozen=True)
class Merged:
    """What became of a stream of a shard."""

    rows: int
    cols: int
    epochs: int
    """Epochs that the merge added."""


def merge_ledgers(target: Path, sources: Sequence[Path]) -> list[Merged]:
    """Takes the streams of all sources over into the ledger at `target`, in one transaction; says what was new.

    Which order the sources have doesn't matter. A later state of a shard that was merged before extends its
    streams, an earlier one changes nothing. Puzzles withdrawn on either side are withdrawn.

    Raises:
        LedgerError: a ledger can't be used; or the sources are of different languages, seeds or inputs, hold
            the same stream, or contradict what the target holds. Nothing has changed then.
    """
    with ExitStack() as stack:
        ledgers = [stack.enter_context(Ledger.read(path)) for path in sources]
        for ledger in ledgers:
            ledger.query("BEGIN")  # one state, although a run may be at work there
        _check_alike(ledgers)
        _check_apart(ledgers)
        into = stack.enter_context(Ledger.open(target, lang=ledgers[0].lang, seed=ledgers[0].seed))
        _check_alike([into, *ledgers])
        taken: list[StreamRows] = []
        merged: list[Merged] = []
        for ledger in ledgers:
            for rows, cols, _ in ledger.streams():
                old, new = read_stream(into, rows, cols), read_stream(ledger, rows, cols)
                joined = _join(old, new, f"{target} and {ledger.path}")
                taken.append(joined)
                merged.append(Merged(rows, cols, len(joined.epochs) - len(old.epochs)))
        replace_streams(into, taken)
    return sorted(merged, key=lambda stream: (stream.rows, stream.cols))


def _check_alike(ledgers: Sequence[Ledger]) -> None:
    for one, other in pairwise(ledgers):
        for what in ("lang", "seed"):
            if getattr(one, what) != getattr(other, what):
                raise LedgerError(
                    f"{other.path}: {what} {getattr(other, what)}, but {one.path} has {getattr(one, what)}; "
                    "only shards of one corpus can be merged"
                )
    made = [(ledger, inputs) for ledger in ledgers if (inputs := _inputs(ledger))]
    for (one, inputs), (other, others) in pairwise(made):
        if not set(inputs) & set(others):  # a corpus whose words changed meanwhile holds the old and the new
            differing = [
                name
                for name, mine, theirs in zip(
                    ("generator", "lexicon", "jokes", "settings"), inputs[0], others[0], strict=True
                )
                if mine != theirs
            ]
            raise LedgerError(
                f"{other.path}: was made with another {' and '.join(differing)} than {one.path}; "
                "only shards of one corpus can be merged"
            )


def _inputs(ledger: Ledger) -> list[tuple[Any, ...]]:
    """What epochs were made with: generator, lexicon, jokes and settings, the oldest first."""
    return ledger.query(
        "SELECT generator, lexicon, jokes, settings FROM epoch GROUP BY 1, 2, 3, 4 ORDER BY min(epoch)"
    )


def _check_apart(ledgers: Sequence[Ledger]) -> None:
    owner: dict[tuple[int, int], Path] = {}
    for ledger in ledgers:
        for rows, cols, _ in ledger.streams():
            first = owner.setdefault((rows, cols), ledger.path)
            if first != ledger.path:
                raise LedgerError(
                    f"{ledger.path}: holds {rows}x{cols}, and {first} does too; a size belongs to one shard, "
                    "give all shards the same --lang and --sizes"
                )


def _join(old: StreamRows, new: StreamRows, where: str) -> StreamRows:
    """The longer of two states of a stream, with the withdrawals of both.

    Raises:
        LedgerError: neither is the beginning of the other.
    """
    common = min(len(old.epochs), len(new.epochs))
    if old.first(common) != new.first(common):
        raise LedgerError(
            f"{where}: what both hold of {old.rows}x{old.cols} differs; they are not states of one shard"
        )
    longer, shorter = (new, old) if len(new.epochs) >= len(old.epochs) else (old, new)
    return replace(longer.withdrawing(shorter), wanted=max(old.wanted, new.wanted))
