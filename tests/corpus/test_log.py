"""run.log: one line for each job, whoever did it."""

import os
import re
import signal
import time
from collections import Counter

import pytest

from factory.cli.main import main
from factory.corpus import run as run_module
from factory.corpus.run import do_job
from tests.house import EPOCH, log_of, running, table


def job_lines(corpus):
    """How often each job has logged its end, and the processes that did."""
    found = re.findall(r"^\S+ \S+ (\S+) INFO (\d+x\d+) job (\d+): ", log_of(corpus), re.MULTILINE)
    return Counter((size, int(job)) for _, size, job in found), {process for process, _, _ in found}


def jobs_of(corpus):
    return {
        (f"{rows}x{cols}", job)
        for rows, cols, jobs in table(corpus, "SELECT rows, cols, sum(jobs) FROM epoch GROUP BY 1, 2")
        for job in range(jobs)
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_log__each_job_is_one_line_of_a_worker(home, workers):
    corpus = home.output / "sk"
    for wanted in (3, 7):
        assert main(home.corpus("8-9", wanted, "--workers", workers)) == 0
        lines, processes = job_lines(corpus)
        assert set(lines) == jobs_of(corpus)
        assert set(lines.values()) == {1}
        assert all(process.startswith("ForkProcess-") for process in processes)
    assert len(
        re.findall(r" MainProcess INFO \d+x\d+ epoch \d+: \d+ accepted$", log_of(corpus), re.MULTILINE)
    ) == (len(jobs_of(corpus)) // EPOCH)


def slow_job(house, lang, lexicon, job):
    time.sleep(0.03)
    return do_job(house, lang, lexicon, job)


def slow_down():
    run_module.do_job = slow_job


def test_log__workers_that_replaced_dead_ones_are_heard(home, tmp_path):
    corpus = home.output / "sk"
    with running(tmp_path / "run", home.corpus("8-9", 12, "--workers", 2), slow_down) as run:
        run.wait_for(lambda: " epoch 0: " in log_of(corpus))
        first = set(run.workers())
        os.kill(min(first), signal.SIGKILL)
        assert run.wait() == 0
    _, _, after = log_of(corpus).partition("workers are lost")
    assert len(re.findall(r" ForkProcess-\d+ INFO .* job ", after)) > 4
    lines, _ = job_lines(corpus)
    assert set(lines) >= {job for job in jobs_of(corpus) if job[1] >= 9}


def test_log__a_later_run_goes_on_in_the_same_file(home):
    corpus = home.output / "sk"
    assert main(home.corpus(9, 1)) == 0
    first = log_of(corpus)
    assert main(home.corpus(9, 6)) == 0
    assert log_of(corpus).startswith(first)
    assert len(log_of(corpus)) > len(first)
