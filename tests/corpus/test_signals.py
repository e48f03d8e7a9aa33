"""Interrupts, and two runs at once."""

import logging
import os
import signal
import time

import pytest

from factory.cli import corpus_work
from factory.cli.main import main
from factory.corpus import run as run_module
from factory.corpus.run import do_job
from tests.house import bundle, export, log_of, published, reference, running, session

log = logging.getLogger(__name__)

INTERRUPTED = "stopping; what is accepted stays, run it again to go on"


def slow_job(house, lang, lexicon, job):
    time.sleep(0.05)
    return do_job(house, lang, lexicon, job)


def endless_job(house, lang, lexicon, job):
    log.info("endless")
    time.sleep(60)


def at_work(run, corpus):
    """Returns when all workers of the run are in an endless job."""
    run.wait_for(lambda: log_of(corpus).count("endless") == len(run.workers()) > 0)


def patch(function):
    return lambda: setattr(run_module, "do_job", function)


@pytest.fixture
def whole(home, tmp_path_factory):
    return export(reference(home, tmp_path_factory, 9, 10))


@pytest.mark.parametrize(
    ("number", "to_group"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGTERM, True)]
)
def test_signal__run_ends_cleanly_and_can_go_on(home, whole, tmp_path, number, to_group):
    corpus = home.output / "sk"
    with running(tmp_path / "run", home.corpus(9, 10, "--workers", 2), patch(slow_job)) as run:
        run.wait_for(lambda: "epoch 0" in log_of(corpus))
        (os.killpg if to_group else os.kill)(run.pid, number)
        assert run.wait(5) == 130
        assert session(run.pid) == []
    assert run.err.endswith(f"{INTERRUPTED}\nfactory: interrupted\n")
    assert "Traceback" not in run.err
    assert 1 <= len(published(corpus)) < 10
    assert main(home.corpus(9, 10)) == 0
    assert export(corpus) == whole


def test_signal__a_job_under_way_is_not_waited_for(home, tmp_path):
    with running(tmp_path / "run", home.corpus(9, 4, "--workers", 2), patch(endless_job)) as run:
        at_work(run, home.output / "sk")
        os.kill(run.pid, signal.SIGINT)
        assert run.wait(5) == 130
        assert session(run.pid) == []


def test_signal__a_second_one_ends_the_run_at_once(home, tmp_path):
    with running(tmp_path / "run", home.corpus(9, 4, "--workers", 2), patch(endless_job)) as run:
        at_work(run, home.output / "sk")
        os.kill(run.pid, signal.SIGINT)
        run.wait_for(lambda: INTERRUPTED in run.err)
        begun = time.monotonic()
        os.kill(run.pid, signal.SIGINT)
        assert run.wait(5) == 130
        assert time.monotonic() - begun < 0.8, "the first one alone takes up to a second"
        assert session(run.pid) == []
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("number", "place"),
    [
        (signal.SIGINT, "warm_up"),
        (signal.SIGTERM, "warm_up"),
        (signal.SIGTERM, "write_results"),
        (signal.SIGTERM, "equipment_of"),
    ],
)
def test_signal__before_and_after_the_jobs(home, tmp_path, number, place):
    mark = tmp_path / "there"

    def wait_here(*_, **__):
        mark.touch()
        time.sleep(60)

    with running(tmp_path / "run", home.corpus(9, 1), lambda: setattr(corpus_work, place, wait_here)) as run:
        run.wait_for(mark.exists)
        os.kill(run.pid, number)
        assert run.wait(5) == 130
        assert session(run.pid) == []
    assert run.err.endswith("factory: interrupted\n")
    assert "Traceback" not in run.err
    assert main(home.corpus(9, 1)) == 0


def test_second_run__is_refused_and_changes_nothing(home, tmp_path):
    corpus = home.output / "sk"
    assert main(home.corpus(9, 1)) == 0
    with running(tmp_path / "first", home.corpus(9, 10), patch(endless_job)) as first:
        at_work(first, corpus)
        before = {path: path.stat().st_mtime_ns for path in corpus.rglob("*")}
        for more in ((), ("--seed", 5), ("--quiet",)):
            with running(tmp_path / "second", home.corpus("8-9", 50, *more)) as second:
                assert second.wait() == 75
            assert (
                second.err
                == f"factory: {corpus}: another run works here; wait for it or choose another --out\n"
            )
        assert {path: path.stat().st_mtime_ns for path in corpus.rglob("*")} == before
        with running(tmp_path / "other", home.corpus(9, 1, out=tmp_path / "elsewhere")) as other:
            assert other.wait() == 0


def test_second_run__reading_is_allowed_but_a_bundle_waits_for_the_run(home, tmp_path, capsys):
    corpus = home.output / "sk"
    assert main(home.corpus(9, 2)) == 0
    packed = bundle(corpus)
    with running(tmp_path / "first", home.corpus(9, 10), patch(endless_job)) as first:
        at_work(first, corpus)
        assert main(["quality", str(corpus)]) == 0
        assert export(corpus)
        assert main(["bundle", "build", str(corpus), *home.options]) == 75
    assert "another run works here" in capsys.readouterr().err
    assert bundle(corpus) == packed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal__other_commands_end_with_one_line_too(home, tmp_path, number):
    from factory.cli import puzzle

    mark = tmp_path / "there"

    def wait_here(*_, **__):
        mark.touch()
        time.sleep(60)

    arguments = ["puzzle", "--lang", "sk", *home.options]
    with running(tmp_path / "run", arguments, lambda: setattr(puzzle, "run_job", wait_here)) as run:
        run.wait_for(mark.exists)
        os.kill(run.pid, number)
        assert run.wait(5) == 130
    assert run.err == "factory: interrupted\n"
