"""Equipment: what is loaded, and that nothing is left to compile for the workers."""

import subprocess
import sys

import pytest

from factory.corpus.equipment import equip
from factory.corpus.job import Job, Stream
from factory.corpus.run import do_job
from factory.errors import FactoryError
from factory.executors import LocalPool
from tests.house import CHECKOUT, build_home, write_settings

COUNT = """
import importlib, pkgutil, sys
from pathlib import Path
import factory.kernels
from factory.corpus.epoch import epoch_jobs
from factory.corpus.equipment import House, equip, warm_up
from factory.corpus.job import Stream, run_job
from factory.corpus.records import FRESH

def compiled():
    found = {}
    for module in pkgutil.iter_modules(factory.kernels.__path__):
        for name, value in vars(importlib.import_module(f"factory.kernels.{module.name}")).items():
            if hasattr(value, "signatures"):
                found[f"{module.name}.{name}"] = len(value.signatures)
    return found

home = Path(sys.argv[1])
equipment = equip(House(home / "config", home / "dictionaries", home / "jokes"), "sk")
warm_up(equipment)
before = compiled()
for job in epoch_jobs(equipment, Stream("sk", 9, 9), FRESH, seed=1):
    assert run_job(equipment, job).draft or job.joke is not None
late = {name: n for name, n in compiled().items() if n != before.get(name)}
print(",".join(sorted(late)))
"""


@pytest.mark.parametrize("mode", ["found", "planned", "placed"])
def test_warm_up__leaves_nothing_to_compile(tmp_path, dictionaries, mode):
    home = build_home(tmp_path / "home", dictionaries, settings={"secret": {"mode": mode}})
    command = [sys.executable, "-c", COUNT, str(home.folder)]
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=CHECKOUT)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "", "these kernels would be compiled by each worker for itself"


def test_equip__digests_follow_what_puzzles_are_made_from(own_home):
    first = equip(own_home.house, "sk").digests
    assert equip(own_home.house, "sk").digests == first
    write_settings(own_home.folder, {"corpus": {"attempts": 13}})
    changed = equip(own_home.house, "sk").digests
    assert changed.settings != first.settings
    assert (changed.lexicon, changed.jokes) == (first.lexicon, first.jokes)


def test_worker__refuses_other_words_than_the_parent_has(home):
    with LocalPool(1) as pool:
        future = pool.submit(do_job, home.house, "sk", "another digest", Job(Stream("sk", 9, 9), 0, 1))
        with pytest.raises(FactoryError, match="dictionaries/sk: changed while the run was going on"):
            future.result()
