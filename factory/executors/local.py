"""The local pool: one worker process per core of this machine."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from types import TracebackType
from typing import Any, Self, TypeVar

import multiprocessing_logging
from multiprocessing_logging import MultiProcessingHandler

from factory.errors import FactoryError

R = TypeVar("R")

_NOT_AT_FIRST = {signal.SIGINT, signal.SIGTERM}


class LocalPool:
    """One process per core, forked from the parent so that what it has loaded is shared.

    Fork is asked for by name (Python 3.14 has another default): the lexicon is mapped and the kernels are
    compiled once, in the parent. The workers start at the first submit, before the run starts a thread of
    its own. Log records of workers travel to the parent's handlers through multiprocessing_logging, which
    works with fork alone and must be installed before the workers start. Workers die with their parent,
    even when it is killed, so no orphan holds the run's lock.
    """

    def __init__(self, workers: int, *, not_for_workers: tuple[int, ...] = ()) -> None:
        """Prepares the pool; `not_for_workers` are file descriptors that workers close, such as a lock's."""
        self.workers = workers
        self._closed_in_workers = not_for_workers
        self._pool: ProcessPoolExecutor | None = None
        self._carriers: list[MultiProcessingHandler] = []

    def __enter__(self) -> Self:
        if multiprocessing.get_start_method(allow_none=True) != "fork":
            multiprocessing.set_start_method("fork", force=True)
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            assert self._pool is not None, "the pool was entered"
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._stop_log(5)
        else:
            self._kill()

    def submit(self, function: Callable[..., R], /, *args: Any) -> Future[R]:
        """The future of a call that some worker makes."""
        assert self._pool is not None, "the pool was entered"
        return self._pool.submit(function, *args)

    def renew(self) -> None:
        """Ends all workers at once and starts new ones; the futures of the old ones fail.

        Raises:
            FactoryError: the system has no room for the new ones.
        """
        self._kill()
        self._start()

    def _start(self) -> None:
        multiprocessing_logging.install_mp_handler()
        handlers = logging.getLogger().handlers
        self._carriers = [h for h in handlers if isinstance(h, MultiProcessingHandler)]
        self._pool = ProcessPoolExecutor(
            self.workers,
            mp_context=multiprocessing.get_context("fork"),
            initializer=_begin_worker,
            initargs=(os.getpid(), self._closed_in_workers),
        )
        # A signal that comes before a worker has settled waits until then.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _NOT_AT_FIRST)
        try:
            begun = [self._pool.submit(os.getpid) for _ in range(self.workers)]
        except OSError as error:
            self._kill()
            raise FactoryError(
                f"{self.workers} workers can't be started ({error.strerror}); run again with fewer --workers"
            ) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        wait(begun)

    def _kill(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        for process in processes:
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.join(5)
        # A worker killed while it sent a record leaves the queue's lock taken: nobody may wait for it.
        for carrier in self._carriers:
            carrier.queue.cancel_join_thread()
        self._stop_log(0.3)

    def _stop_log(self, patience: float) -> None:
        """Gives the handlers back; what has been sent is written, unless it takes longer than `patience`."""
        multiprocessing_logging.uninstall_mp_handler()
        for carrier in self._carriers:
            carrier._is_closed = True  # its close() would close our file as well
        end = time.monotonic() + patience
        for carrier in self._carriers:
            carrier._receive_thread.join(max(0.0, end - time.monotonic()))
        self._carriers = []


def _begin_worker(parent: int, close: tuple[int, ...]) -> None:
    """In a new worker: die with the parent, leave Ctrl-C to it, let go of its lock."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _NOT_AT_FIRST)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, Linux only
    if os.getppid() != parent:
        os._exit(1)
    for descriptor in close:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def usable_cores() -> int:
    """The cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
