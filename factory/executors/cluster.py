"""A Dask cluster as the place where jobs run; needs the optional extra `dask`."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from distributed import Client, KilledWorker, Worker
from distributed.diagnostics.plugin import WorkerPlugin

import factory
from factory.errors import FactoryError
from factory.executors.parcel import Parcel, unpack
from factory.executors.pool import WorkersLost

R = TypeVar("R")

PACKAGE: Final = "krizovkaren"
PATIENCE: Final = 30
"""Seconds in which a scheduler must answer and have a worker."""

logging.getLogger("distributed").setLevel(logging.ERROR)
for _name in ("distributed.client", "tornado.application"):  # a lost scheduler is told in one line of our own
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class DaskPool:
    """The workers of a Dask scheduler, through Client.get_executor.

    The workers need the same version of this program and nothing else: what jobs read travels as a parcel to
    every worker, also to one that joins later, before it gets its first job. A job of a worker that dies is
    given to another one by the scheduler.
    """

    def __init__(self, address: str, parcel: Parcel) -> None:
        """Prepares the pool; nothing is connected yet.

        Args:
            address: host and port of the scheduler.
            parcel: what the workers shall have.
        """
        self.address = address
        self._parcel = parcel
        self._name = f"{PACKAGE}-{parcel.digest[:16]}-{os.urandom(4).hex()}"
        self._client: Any = None
        self._executor: Any = None
        self._theirs: dict[Future[Any], Future[Any]] = {}

    def __enter__(self) -> Self:
        try:
            connect: Any = Client  # has no annotations
            self._client = connect(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise FactoryError(
                f"dask://{self.address}: no scheduler answers within {PATIENCE} s; is it running there?"
            ) from error
        try:
            self._equip()
        except BaseException:
            self._client.close(timeout=1)
            raise
        self._executor = self._client.get_executor(pure=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(Exception):  # the cluster may be gone
            self._executor.shutdown(wait=False)
            self._client.unregister_worker_plugin(self._name)
        self._client.close(timeout=5)

    @property
    def workers(self) -> int:
        """The threads of all workers that are connected now."""
        return sum(self._client.nthreads().values())

    def submit(self, function: Callable[..., R], /, *args: Any) -> Future[R]:
        """The future of a call that some worker makes."""
        theirs = self._executor.submit(function, *args)
        ours: Future[R] = Future()
        self._theirs[ours] = theirs
        theirs.add_done_callback(lambda _: self._settle(ours))
        return ours

    def renew(self) -> None:
        """Takes back all calls, and restarts the workers that don't let go of theirs if they have a nanny.

        Raises:
            FactoryError: the scheduler is gone, or there is no worker any more.
        """
        for theirs in list(self._theirs.values()):
            theirs.cancel()
        self._theirs.clear()
        try:
            busy = [worker for worker, calls in self._client.processing().items() if calls]
            if busy:
                with contextlib.suppress(Exception):  # without a nanny they can't be restarted
                    self._client.restart_workers(busy, timeout=PATIENCE, raise_for_error=False)
            self._wait_for_a_worker()
        except (OSError, CancelledError) as error:
            raise FactoryError(
                f"dask://{self.address}: the scheduler is gone; all that was accepted is in the ledger, run again"
            ) from error

    def _equip(self) -> None:
        self._wait_for_a_worker()
        for worker, found in self._client.run(version, PACKAGE, on_error="return").items():
            if isinstance(found, PackageNotFoundError):
                raise FactoryError(
                    f"worker {worker} has no {PACKAGE}, expected version {factory.__version__}"
                )
        delivery = _Delivery(self._parcel, self._parcel.digest, program())
        try:
            self._client.register_plugin(delivery, name=self._name)
        except (ImportError, AttributeError) as error:
            raise FactoryError(
                f"dask://{self.address}: a worker runs another {PACKAGE} ({error}), expected {program()}"
            ) from error
        self._client.forward_logging("factory", logging.INFO)

    def _wait_for_a_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise FactoryError(
                f"dask://{self.address}: no worker is connected; start some with `dask worker {self.address}`"
            ) from error

    def _settle(self, ours: Future[Any]) -> None:
        """Passes on how a call ended; that it can't be told is a loss of workers."""
        theirs = self._theirs.pop(ours, None)
        if theirs is None or theirs.cancelled():
            ours.set_exception(WorkersLost("the call was taken back"))
        elif (error := theirs.exception()) is None:
            ours.set_result(theirs.result())
        elif isinstance(error, KilledWorker | CancelledError):
            ours.set_exception(WorkersLost(str(error)))
        else:
            ours.set_exception(error)


class _Delivery(WorkerPlugin):
    """Unpacks the parcel in a worker when the run begins, or when the worker joins."""

    idempotent = False

    def __init__(self, parcel: Parcel, digest: str, program: str) -> None:
        self._parcel = parcel
        self._digest = digest
        self._program = program

    def setup(self, worker: Worker) -> None:
        """Checks that the worker is of the same program and has the parcel.

        Raises:
            FactoryError: it is not, or the parcel can't be unpacked.
        """
        if program() != self._program:
            raise FactoryError(f"worker {worker.address} runs {program()}, expected {self._program}")
        unpack(self._parcel, self._digest, Path(worker.local_directory))
        logging.getLogger("factory").setLevel(logging.INFO)  # its records are forwarded to the run's log


def program() -> str:
    """Name, version and a hash of the source of this program: equal ones make equal puzzles."""
    digest = hashlib.sha256()
    folder = Path(factory.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return f"{PACKAGE} {factory.__version__} ({digest.hexdigest()[:12]})"
