"""The run: keeps the pool busy with epochs of all streams until each has the puzzles it should have."""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from factory.corpus.epoch import close_epoch, epoch_jobs
from factory.corpus.equipment import Equipment, House, equipment_of
from factory.corpus.job import Job, JobResult, Stream, run_job
from factory.corpus.ledger import Ledger
from factory.corpus.outlook import is_exhausted
from factory.corpus.records import EpochRecord, StreamState
from factory.corpus.shipment import Shipped
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
class _Work:
    """A stream at work: its state, and the results of its running epoch by job index."""

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


def do_job(house: House | Shipped, lang: str, lexicon: str, job: Job) -> JobResult:
    """One job in a worker: with the equipment that this process has, or loads now.

    `lexicon` is the digest that the parent works with; a worker that finds other sources refuses.
    """
    equipment = equipment_of(house.house if isinstance(house, Shipped) else house, lang)
    if equipment.index.digest != lexicon:
        raise FactoryError(f"dictionaries/{lang}: changed while the run was going on; run it again")
    start = time.process_time()
    try:
        result = run_job(equipment, job)
    except Exception as error:
        error.add_note(f"in {job.stream.lang} {job.stream.size} job {job.index}, seed {job.seed}")
        raise
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
    house: House | Shipped,
    equipment: Equipment,
    streams: Sequence[Stream],
    pool: Pool,
    *,
    per_size: int,
    states: Mapping[Stream, StreamState] = {},
    on_progress: Callable[[Progress], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[Stream, StreamState]:
    """Works until each stream has `per_size` puzzles or is exhausted; returns where each then stands.

    Which puzzles come out does not depend on the pool: an epoch's jobs know only the epochs before, and
    an epoch is committed whole, in order. When workers die, what they worked on is done again. When
    `stopped` says so, running epochs are dropped; the ledger holds all finished ones. `states` is where streams
    stand as an earlier call returned it; without it the ledger is read.

    Raises:
        FactoryError: workers keep dying.
        LedgerError: the ledger can't be written; all earlier epochs are in it.
    """
    for stream in streams:
        ledger.want(stream.rows, stream.cols, per_size)
    run = _Run(ledger, house, equipment, pool, on_progress)
    work_left = [
        _Work(
            stream,
            per_size,
            states.get(stream) or ledger.state(stream.rows, stream.cols, equipment.digests),
        )
        for stream in streams
    ]
    every = tuple(work_left)
    work_left = [work for work in work_left if not run.is_done(work)]
    while work_left and not stopped():
        for work in work_left:
            run.begin_epoch(work)
        try:
            run.collect()
        except WorkersLost:
            run.replace_workers()
        for work in work_left:
            run.close_epoch(work)
        work_left = [work for work in work_left if not run.is_done(work)]
    return {work.stream: work.state for work in every}


class _Run:
    """The moving parts of a run: which jobs wait and which are with the pool."""

    def __init__(
        self,
        ledger: Ledger,
        house: House | Shipped,
        equipment: Equipment,
        pool: Pool,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self._ledger = ledger
        self._house = house
        self._equipment = equipment
        self._settings = equipment.language.base.corpus
        self._pool = pool
        self._on_progress = on_progress
        self._waiting: deque[tuple[_Work, Job]] = deque()
        self._running: dict[Future[JobResult], tuple[_Work, Job]] = {}
        self._losses = 0
        self._last_result = time.monotonic()

    def is_done(self, work: _Work) -> bool:
        """Whether a stream has its puzzles or can't get them."""
        return work.state.accepted >= work.wanted or is_exhausted(work.state, self._equipment)

    def begin_epoch(self, work: _Work) -> None:
        """Lines up the jobs of a stream's next epoch, unless one is running."""
        if work.begun:
            return
        work.begun = True
        jobs = epoch_jobs(self._equipment, work.stream, work.state, seed=self._ledger.seed)
        self._waiting.extend((work, job) for job in jobs)

    def collect(self) -> None:
        """Hands the waiting jobs to the pool and takes in what is finished within a second.

        Raises:
            WorkersLost: workers died, or the safety net says that they hang.
        """
        lexicon = self._equipment.index.digest
        while self._waiting:
            work, job = self._waiting[0]
            future = self._pool.submit(do_job, self._house, job.stream.lang, lexicon, job)
            self._running[future] = work, job
            self._waiting.popleft()
        done, _ = wait(self._running, timeout=1.0, return_when=FIRST_COMPLETED)
        for future in done:
            work, job = self._running[future]
            work.results[job.index] = future.result()
            del self._running[future]
            self._losses, self._last_result = 0, time.monotonic()
        if time.monotonic() - self._last_result > self._settings.net_seconds:
            log.warning("no job has ended for %g s; all that run are undecided", self._settings.net_seconds)
            raise WorkersLost("safety net")

    def replace_workers(self) -> None:
        """Starts new workers and lines up again what the lost ones worked on.

        Raises:
            FactoryError: it has come to this too often without a finished job.
        """
        self._losses += 1
        if self._losses > MAX_LOSSES:
            raise FactoryError(
                f"workers died or hung {self._losses} times in a row without finishing a job (out of memory?); "
                "all that was accepted is in the ledger, run again with fewer --workers"
            )
        log.warning("workers are lost; what they worked on is done again")
        self._waiting.extendleft(reversed(self._running.values()))
        self._running.clear()
        self._pool.renew()
        self._last_result = time.monotonic()

    def close_epoch(self, work: _Work) -> None:
        """Settles and commits a stream's running epoch when all its jobs are decided."""
        if len(work.results) < self._settings.epoch:
            return
        results = tuple(work.results.values())
        record = close_epoch(self._equipment, work.stream, work.state.next_epoch, work.state, results)
        self._ledger.commit(record)
        work.state = advance(work.state, record)
        work.results.clear()
        work.begun = False
        log.info("%s epoch %d: %d accepted", work.stream.size, record.epoch, len(record.accepted))
        self._on_progress(Progress(work.stream, record, work.state, work.wanted))


def advance(state: StreamState, record: EpochRecord) -> StreamState:
    """The state of a stream with one more epoch: what Ledger.state would say after the commit."""
    usage, last_use = dict(state.clue_usage), dict(state.last_use)
    for accepted in record.accepted:
        for entry in accepted.puzzle.entries:
            key = (entry.answer, entry.clue)
            usage[key] = usage.get(key, 0) + 1
            last_use[entry.answer] = accepted.number
    return StreamState(
        next_epoch=record.epoch + 1,
        next_job=state.next_job + record.jobs,
        numbered=state.numbered + len(record.accepted),
        accepted=state.accepted + len(record.accepted),
        idle_epochs=0 if record.accepted else state.idle_epochs + 1,
        used_jokes=state.used_jokes | {accepted.puzzle.secret.joke for accepted in record.accepted},
        clue_usage=usage,
        last_use=last_use,
    )
