"""kill -9: of the whole run, of its parent, of its workers."""

import os
import random
import re
import signal
import tempfile
import time
from pathlib import Path

import pytest

from factory.cli.main import main
from factory.corpus import run as run_module
from factory.corpus.run import do_job
from tests.house import (
    EPOCH,
    build_home,
    bundle,
    export,
    log_of,
    published,
    reference,
    running,
    session,
    table,
)

WANTED = 10

MOMENTS = int(os.environ.get("KILL_MOMENTS", "3"))
"""KILL_MOMENTS=50 pytest -k random_moments tries more of them, in a larger run."""


@pytest.fixture
def unkilled(home, tmp_path_factory):
    """The corpus of the shared house that a run makes when nobody kills it."""
    return reference(home, tmp_path_factory, "8-9", WANTED)


def assert_whole(corpus: Path) -> None:
    """Whole epochs only, nothing doubled, numbers without a gap."""
    assert table(corpus, "PRAGMA integrity_check") == [("ok",)]
    for rows, epochs, last, accepted, jobs in table(
        corpus, "SELECT rows, count(*), max(epoch), sum(accepted), sum(jobs) FROM epoch GROUP BY rows"
    ):
        assert (epochs, jobs) == (last + 1, EPOCH * epochs)
        stored = table(corpus, f"SELECT number, epoch, job FROM puzzle WHERE rows = {rows} ORDER BY number")
        assert [number for number, _, _ in stored] == list(range(1, accepted + 1))
        assert all(job // EPOCH == epoch for _, epoch, job in stored)


def test_kill__whole_run_at_random_moments_then_resumed(home, tmp_path, tmp_path_factory):
    chance = random.Random(1)
    sizes, wanted = ("8-9", WANTED) if MOMENTS <= 3 else ("8-13", 30)
    unkilled = reference(home, tmp_path_factory, sizes, wanted)
    corpus, accepted = home.output / "sk", 0
    for number in range(MOMENTS):
        done = log_of(corpus).count("\n")
        enough, pause = done + chance.randint(1, 8), chance.random() * 0.05
        with running(tmp_path / str(number), home.corpus(sizes, wanted, "--workers", 2), do(slow_job)) as run:
            run.wait_for(lambda enough=enough: log_of(corpus).count("\n") >= enough)
            time.sleep(pause)
            run.kill()
            assert run.wait() == -signal.SIGKILL
        assert_whole(corpus)
        (stored,) = table(corpus, "SELECT count(*) FROM puzzle")[0]
        assert stored >= accepted, "an accepted puzzle is gone"
        accepted = stored
    assert main(home.corpus(sizes, wanted, "--workers", 2)) == 0
    assert_whole(corpus)
    assert export(corpus) == export(unkilled)
    assert bundle(corpus) == bundle(unkilled)


def test_kill__one_worker_costs_nothing(home, unkilled, tmp_path):
    corpus = home.output / "sk"
    with running(tmp_path / "run", home.corpus("8-9", WANTED, "--workers", 2), do(slow_job)) as run:
        run.wait_for(lambda: log_of(corpus).count("\n") >= 3)
        os.kill(run.workers()[0], signal.SIGKILL)
        assert run.wait() == 0
    assert "workers are lost" in log_of(corpus)
    assert "Traceback" not in run.err
    assert export(corpus) == export(unkilled)
    assert bundle(corpus) == bundle(unkilled)


def test_kill__an_idle_worker_costs_nothing(home, tmp_path):
    """With two workers and one job left, one of them has nothing to do."""
    with running(
        tmp_path / "run", home.corpus(9, 3, "--workers", 2), do(hang_once_at_job_2, tmp_path)
    ) as run:
        run.wait_for(lambda: (tmp_path / "asleep").exists() and (tmp_path / "asleep").read_text())
        busy = int((tmp_path / "asleep").read_text())
        run.wait_for(lambda: log_of(home.output / "sk").count("\n") >= 2)
        os.kill(next(pid for pid in run.workers() if pid != busy), signal.SIGKILL)
        assert run.wait() == 0
        assert session(run.pid) == []
    assert len(published(home.output / "sk")) == 3


MARKS = Path()
"""Where functions that take the place of do_job leave their marks."""


def do(function, marks=Path()):
    """What makes a forked run do its jobs by `function`."""

    def patch():
        global MARKS
        MARKS = marks
        run_module.do_job = function

    return patch


def slow_job(house, lang, lexicon, job):
    time.sleep(0.03)
    return do_job(house, lang, lexicon, job)


def hang_once_at_job_2(house, lang, lexicon, job):
    mark = MARKS / "asleep"
    if job.index == 2 and not mark.exists():
        mark.write_text(f"{os.getpid()}\n")
        time.sleep(60)
    return do_job(house, lang, lexicon, job)


def break_down(*_):
    raise ZeroDivisionError("injected")


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_job_2(house, lang, lexicon, job):
    return die() if job.index == 2 else do_job(house, lang, lexicon, job)


@pytest.mark.parametrize("deadly", [die, die_at_job_2])
def test_kill__workers_again_and_again_ends_the_run(home, tmp_path, deadly):
    arguments = home.corpus("8-9", 4, "--workers", 2, "--quiet")
    with running(tmp_path / "run", arguments, do(deadly)) as run:
        assert run.wait() == 1
        assert session(run.pid) == []
    assert run.err.count("\n") == 1
    assert run.err.startswith("factory: workers died or hung 6 times in a row without finishing a job")
    assert published(home.output / "sk") == []
    assert main(home.corpus("8-9", 4)) == 0, "the folder should be as good as before"


def sleep_for_a_minute(*_):
    time.sleep(60)


def test_kill__the_parent_takes_its_workers_along_and_frees_the_lock(home, tmp_path):
    with running(tmp_path / "run", home.corpus(9, 4, "--workers", 3), do(sleep_for_a_minute)) as run:
        run.wait_for(lambda: len(run.workers()) == 3)
        time.sleep(0.1)
        os.kill(run.pid, signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        end = time.monotonic() + 3
        while session(run.pid):
            assert time.monotonic() < end, "a worker lives on without its parent"
            time.sleep(0.01)
    assert main(home.corpus(9, 2)) == 0, "the lock should be free"


def test_safety_net__a_hung_job_is_done_again(tmp_path, dictionaries):
    home = build_home(tmp_path / "home", dictionaries, settings={"corpus": {"net_seconds": 1}})
    assert main(home.corpus(9, 5, "--workers", 2, out=tmp_path / "calm")) == 0
    with running(
        tmp_path / "run", home.corpus(9, 5, "--workers", 2), do(hang_once_at_job_2, tmp_path)
    ) as run:
        assert run.wait(20) == 0
    assert "no job has ended for 1 s" in log_of(home.output / "sk")
    assert export(home.output / "sk") == export(tmp_path / "calm/sk")


def test_worker__an_error_names_its_job_and_is_kept(home, tmp_path):
    def before():
        tempfile.tempdir = str(tmp_path)
        run_module.run_job = break_down

    with running(tmp_path / "run", home.corpus(9, 4, "--seed", 77), before) as run:
        assert run.wait() == 3
        assert session(run.pid) == []
    assert "ZeroDivisionError: injected" in run.err
    (job,) = set(re.findall(r"^in sk 9x9 job [0-3], seed 77$", run.err, re.MULTILINE))
    (log,) = tmp_path.glob("factory-error-*.log")
    assert job in log.read_text("utf-8")
    assert main(home.corpus(9, 4)) == 0, "the folder should be as good as before"
