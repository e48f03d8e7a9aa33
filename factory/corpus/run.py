"""The run: keeps the pool busy with epochs of all streams until each has the puzzles it should have."""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from factory.corpus.epoch import close_epoch
from factory.corpus.equipment import Equipment, House, equipment_of
from factory.corpus.job import Job, JobResult, Stream, run_job
from factory.corpus.ledger import EpochRecord, Ledger, StreamState
from factory.errors import BusyError, FactoryError, LedgerError
from factory.executors import Pool, WorkersLost

log = logging.getLogger(__name__)

MAX_LOSSES = 5
"""Times the pool may lose workers without finishing a job in between."""


@dataclass(frozen=True)
class Progress:
    """What the run tells after each epoch."""

    stream: Stream
    record: EpochRecord
    state: StreamState
    """The stream's state with the epoch in it."""
    wanted: int


@dataclass
class _Open:
    """A stream that still works: its state, and the results of its running epoch by job index."""

    stream: Stream
    wanted: int
    state: StreamState
    results: dict[int, JobResult] = field(default_factory=dict)
    begun: bool = False


@contextmanager
def locked(folder: Path) -> Iterator[int]:
    """Holds the lock of an output folder; yields its file descriptor, which workers should close.

    The lock is on an open file, so it frees itself when the process ends, however it ends.

    Raises:
        BusyError: another run holds it.
        LedgerError: the folder can't be made or written.
    """
    path = folder / ".lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise LedgerError(
            f"{folder}: can't be written ({error.strerror}); is the output folder writable?"
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(
                f"{folder}: another run works here; wait for it or choose another --out"
            ) from error
        yield descriptor
    finally:
        os.close(descriptor)


def work(house: House, lang: str, lexicon: str, job: Job) -> JobResult:
    """One job in a worker: with the equipment that this process has, or loads now.

    `lexicon` is the digest that the parent works with; a worker that finds other sources refuses.
    """
    equipment = equipment_of(house, lang)
    if equipment.index.digest != lexicon:
        raise FactoryError(f"dictionaries/{lang}: changed while the run was going on; run it again")
    start = time.process_time()
    result = run_job(equipment, job)
    result = replace(result, cpu_seconds=time.process_time() - start)
    log.info(
        "%s job %d: %s after %d rejections, %.3f s CPU",
        job.stream.size,
        job.index,
        "draft" if result.draft else "nothing",
        len(result.rejections),
        result.cpu_seconds,
    )
    return result


def run_corpus(
    ledger: Ledger,
    house: House,
    equipment: Equipment,
    streams: Sequence[Stream],
    pool: Pool,
    *,
    per_size: int,
    on_progress: Callable[[Progress], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[Stream, StreamState]:
    """Works until each stream has `per_size` puzzles or is exhausted; returns where each then stands.

    Which puzzles come out does not depend on the pool: an epoch's jobs know only the epochs before, and
    an epoch is committed whole, in order. When workers die, what they worked on is done again. When
    `stopped` says so, running epochs are dropped; the ledger holds all finished ones.

    Raises:
        FactoryError: workers keep dying.
        LedgerError: the ledger can't be written; all earlier epochs are in it.
    """
    for stream in streams:
        ledger.want(stream.rows, stream.cols, per_size)
    working = [
        _Open(stream, per_size, ledger.state(stream.rows, stream.cols, equipment.digests))
        for stream in streams
    ]
    left = [entry for entry in working if not _is_done(entry, equipment)]
    running: dict[Future[JobResult], tuple[_Open, Job]] = {}
    waiting: deque[tuple[_Open, Job]] = deque()
    corpus = equipment.language.base.corpus
    losses = 0
    last_result = time.monotonic()
    while left and not stopped():
        for entry in left:
            if not entry.begun:
                entry.begun = True
                first = entry.state.next_epoch * corpus.epoch
                waiting.extend(
                    (entry, Job(entry.stream, index, ledger.seed, entry.state.used_jokes))
                    for index in range(first, first + corpus.epoch)
                )
        try:
            while waiting:
                entry, job = waiting[0]
                running[pool.submit(work, house, job.stream.lang, equipment.index.digest, job)] = entry, job
                waiting.popleft()
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                entry, job = running[future]
                entry.results[job.index] = future.result()
                del running[future]
                losses, last_result = 0, time.monotonic()
            if time.monotonic() - last_result > corpus.net_seconds:
                log.warning("no job has ended for %g s; all that run are undecided", corpus.net_seconds)
                raise WorkersLost("safety net")
        except WorkersLost:
            losses += 1
            if losses > MAX_LOSSES:
                raise FactoryError(
                    f"workers died or hung {losses} times in a row without finishing a job (out of memory?); "
                    "all that was accepted is in the ledger, run again with fewer --workers"
                ) from None
            log.warning("workers are lost; what they worked on is done again")
            waiting.extendleft(reversed(running.values()))
            running.clear()
            pool.renew()
            last_result = time.monotonic()
            continue
        for entry in list(left):
            if len(entry.results) < corpus.epoch:
                continue
            record = close_epoch(
                equipment, entry.stream, entry.state.next_epoch, entry.state, tuple(entry.results.values())
            )
            ledger.commit(record)
            entry.state = advance(entry.state, record)
            entry.results.clear()
            entry.begun = False
            log.info("%s epoch %d: %d accepted", entry.stream.size, record.epoch, len(record.accepted))
            on_progress(Progress(entry.stream, record, entry.state, entry.wanted))
            if _is_done(entry, equipment):
                left.remove(entry)
    for future in running:
        future.cancel()
    return {entry.stream: entry.state for entry in working}


def advance(state: StreamState, record: EpochRecord) -> StreamState:
    """The state of a stream with one more epoch: what Ledger.state would say after the commit."""
    usage = dict(state.clue_usage)
    for accepted in record.accepted:
        for entry in accepted.puzzle.entries:
            key = (entry.answer, entry.clue)
            usage[key] = usage.get(key, 0) + 1
    return StreamState(
        next_epoch=record.epoch + 1,
        accepted=state.accepted + len(record.accepted),
        idle_epochs=0 if record.accepted else state.idle_epochs + 1,
        used_jokes=state.used_jokes | {accepted.puzzle.secret.joke for accepted in record.accepted},
        clue_usage=usage,
    )


def is_exhausted(state: StreamState, equipment: Equipment) -> bool:
    """Whether a stream gave up: no joke is free, or several epochs in a row brought nothing."""
    free = len(equipment.jokes.jokes) - len(state.used_jokes)
    return free <= 0 or state.idle_epochs >= equipment.language.base.corpus.idle_epochs


def _is_done(entry: _Open, equipment: Equipment) -> bool:
    return entry.state.accepted >= entry.wanted or is_exhausted(entry.state, equipment)
