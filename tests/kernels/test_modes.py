"""The kernels interpreted, and compiled with checked indexes, against the kernels as they run in production."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from factory.kernels.fill import FAILS, FILLED, RESTARTS
from tests.kernels.sample import run_sample

ROOT = Path(__file__).parents[2]


def run_python(*arguments, **environment):
    command = [sys.executable, "-W", "ignore:overflow encountered:RuntimeWarning", *arguments]
    environment = {**os.environ, **environment}
    environment.pop("NUMBA_CACHE_DIR", None)  # checked and unchecked code must not meet in one cache
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_sample__is_worth_comparing():
    sample = run_sample()
    _, _, faults, _, _ = sample["mask"]
    outcome, statistics, _ = sample["fill"]
    assert (faults, outcome) == (0, FILLED)
    assert statistics[FAILS] > 0
    assert statistics[RESTARTS] > 0
    assert sample["secret"][0][0] < 9


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_sample__same_in_every_mode(mode):
    run = run_python("-m", "tests.kernels.sample", **{mode: "1"})
    assert run.stderr == ""
    assert json.loads(run.stdout) == run_sample()


READ_BEHIND_THE_END = """
import numpy as np
from factory.kernels.secret import touching_pairs
touching_pairs(np.array([0, 7]), np.array([0]), 3)
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_index_out_of_range__is_noticed_in_these_modes(mode):
    run = run_python("-c", READ_BEHIND_THE_END, **{mode: "1"})
    assert run.returncode == 1
    assert "IndexError" in run.stderr
