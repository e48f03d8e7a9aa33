"""The pool by itself: results, log records, dead workers, and workers that can't be started."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import wait

import pytest

from factory.errors import FactoryError
from factory.executors import LocalPool, WorkersLost, log_to, usable_cores
from factory.executors.local import _begin_worker
from tests.house import CHECKOUT, session

log = logging.getLogger("test")


def chatter(n, name=""):
    for i in range(n):
        log.info("record %s %s", i, name)
    return os.getpid()


def square(n):
    return n * n


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def threads():
    return sorted(thread.name for thread in threading.enumerate())


def records(path):
    return [line for line in path.read_text("utf-8").splitlines() if " record " in line]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_pool__gives_results_from_as_many_other_processes(workers):
    with LocalPool(workers) as pool:
        futures = [pool.submit(square, n) for n in range(20)]
        assert [future.result() for future in futures] == [n * n for n in range(20)]
        pids = {pool.submit(chatter, 0).result() for _ in range(20)}
        assert os.getpid() not in pids
        assert len(pids) <= workers


@pytest.mark.parametrize("workers", [1, 2])
def test_log__every_record_of_every_worker_arrives_before_the_end(tmp_path, workers):
    with log_to(tmp_path / "run.log"), LocalPool(workers) as pool:
        log.info("record of the parent")
        for future in [pool.submit(chatter, 50, call) for call in range(8)]:
            future.result()
    found = records(tmp_path / "run.log")
    assert len(found) == 401
    assert len({line.partition(" record ")[2] for line in found}) == 401
    assert "MainProcess INFO record of the parent" in "\n".join(found)
    time.sleep(0.3)
    assert records(tmp_path / "run.log") == found, "a record came after the end"


def test_log__every_record_arrives_after_renew_too(tmp_path):
    with log_to(tmp_path / "run.log"), LocalPool(2) as pool:
        for round_number in range(3):
            for future in [pool.submit(chatter, 10) for _ in range(4)]:
                future.result()
            log.info("record of round %d", round_number)
            if round_number < 2:
                time.sleep(0.3)  # a worker that is killed takes along what it has not sent
                pool.renew()
    assert len(records(tmp_path / "run.log")) == 3 * 41


def test_log__survives_a_worker_killed_while_it_logs(tmp_path):
    with log_to(tmp_path / "run.log"), LocalPool(2) as pool:
        for _ in range(3):
            busy = [pool.submit(chatter, 100_000) for _ in range(2)]
            time.sleep(0.05)
            pool.renew()
            wait(busy, timeout=5)
            assert all(isinstance(future.exception(), WorkersLost) for future in busy)
        before = len(records(tmp_path / "run.log"))
        for future in [pool.submit(chatter, 10) for _ in range(4)]:
            future.result()
        log.info("record of the parent")
    after = records(tmp_path / "run.log")
    assert "record of the parent" in after[-1] or len(after) >= before + 41


KILLED_WHILE_LOGGING = """
import logging, sys, time
from pathlib import Path
from factory.executors import LocalPool, log_to
from tests.test_executors import chatter
with log_to(Path(sys.argv[1])), LocalPool(3) as pool:
    for _ in range(6):
        for _ in range(3):
            pool.submit(chatter, 100_000)
        for i in range(300):
            logging.info("parent %d", i)
        time.sleep(0.01)
        pool.renew()
print("ended")
"""


def test_log__a_process_whose_workers_were_killed_while_they_logged_can_end(tmp_path):
    """A dead worker may hold the lock of the queue for ever; the parent's own records wait for it."""
    command = [sys.executable, "-c", KILLED_WHILE_LOGGING, str(tmp_path / "run.log")]
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=CHECKOUT, timeout=30)
    assert (result.returncode, result.stdout, result.stderr) == (0, "ended\n", "")


def test_log__handlers_and_threads_are_as_before(tmp_path):
    root = logging.getLogger()
    before = list(root.handlers), root.level, threads()
    with log_to(tmp_path / "run.log"), LocalPool(2) as pool:
        pool.submit(square, 2).result()
        pool.renew()
    assert (list(root.handlers), root.level, threads()) == before


def test_log__a_full_disk_is_no_error(capsys):
    with log_to("/dev/full"), LocalPool(1) as pool:
        log.info("a record")
        pool.submit(chatter, 10).result()
    assert capsys.readouterr().err == ""


def test_log__a_place_that_is_no_file(tmp_path):
    with pytest.raises(FactoryError, match=r"can't be written \(Is a directory\)"), log_to(tmp_path):
        pass


def test_pool__a_dead_worker_fails_its_future_and_renew_helps():
    with LocalPool(2) as pool:
        with pytest.raises(WorkersLost):
            pool.submit(die).result()
        with pytest.raises(WorkersLost):
            pool.submit(square, 2).result()
        pool.renew()
        assert pool.submit(square, 3).result() == 9


def test_pool__renew_ends_workers_that_hang():
    with LocalPool(2) as pool:
        hanging = [pool.submit(time.sleep, 60) for _ in range(4)]
        time.sleep(0.1)
        begun = time.monotonic()
        pool.renew()
        assert time.monotonic() - begun < 3
        assert pool.submit(square, 3).result() == 9
        assert all(future.cancelled() or future.exception() for future in hanging)


def test_pool__workers_leave_ctrl_c_to_the_parent(capfd):
    with LocalPool(2) as pool:
        pids = sorted(process.pid for process in pool._pool._processes.values())
        busy = pool.submit(time.sleep, 0.3)
        for pid in pids:
            os.kill(pid, signal.SIGINT)
        assert busy.result() is None
        assert pool.submit(square, 3).result() == 9
        assert sorted(process.pid for process in pool._pool._processes.values()) == pids
    assert capfd.readouterr().err == ""


def test_pool__an_error_inside_ends_all_workers_at_once():
    begun = time.monotonic()
    pids = set()
    with contextlib.suppress(KeyError), LocalPool(2) as pool:
        pids |= {process.pid for process in pool._pool._processes.values()}
        pool.submit(time.sleep, 60)
        raise KeyError
    assert time.monotonic() - begun < 3
    assert len(pids) == 2
    assert not pids & set(session(os.getsid(0)))


def test_pool__workers_close_what_is_not_for_them(tmp_path):
    with (tmp_path / "lock").open("w") as lock, LocalPool(2, not_for_workers=(lock.fileno(),)) as pool:
        assert pool.submit(is_open, 1).result()
        assert not pool.submit(is_open, lock.fileno()).result()
        pool.renew()
        assert not pool.submit(is_open, lock.fileno()).result()
        assert is_open(lock.fileno())


NO_FORK = """
import errno, os, sys
from factory.errors import FactoryError
from factory.executors import LocalPool
fork, left = os.fork, [int(sys.argv[1])]
def failing():
    if not left[0]:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    left[0] -= 1
    return fork()
os.fork = failing
try:
    with LocalPool(3):
        print("begun")
except FactoryError as error:
    print(error)
"""


@pytest.mark.parametrize("possible", [0, 2])
def test_pool__workers_that_can_t_be_started_are_one_error_and_leave_nothing(possible):
    command = [sys.executable, "-c", NO_FORK, str(possible)]
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=CHECKOUT, timeout=20)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == (
        "3 workers can't be started (Resource temporarily unavailable); run again with fewer --workers\n"
    )


def test_usable_cores__respects_the_affinity():
    allowed = os.sched_getaffinity(0)
    assert usable_cores() == len(allowed)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)


def test_worker__whose_parent_died_before_it_began_ends():
    pid = os.fork()
    if pid == 0:
        _begin_worker(os.getppid() + 1, ())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1
