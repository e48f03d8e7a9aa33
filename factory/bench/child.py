"""A process of its own that is measured: `python -m factory.bench.child start|memory LANG CONFIG DICTIONARIES JOKES`.

Prints JSON. start: CPU seconds until the program is imported, the lexicon there, the kernels loaded, the first puzzle
made. memory: what two forked workers hold after some jobs.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

from factory.corpus.epoch import epoch_jobs
from factory.corpus.equipment import Equipment, House, equipment_of, warm_up
from factory.corpus.job import Job, Stream, run_job
from factory.corpus.records import FRESH
from factory.corpus.run import do_job
from factory.executors import LocalPool

WORKERS = 2


def memory_here(seconds: float) -> tuple[int, dict[str, float]]:
    """Process id and megabytes of this process, after a while that keeps it from a second call."""
    time.sleep(seconds)
    kilobytes = {
        line.split(":")[0]: int(line.split()[1])
        for line in Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    }
    figures = {
        "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "rss_mb": kilobytes["Rss"],
        "pss_mb": kilobytes["Pss"],
        "private_mb": kilobytes["Private_Clean"] + kilobytes["Private_Dirty"],
    }
    return os.getpid(), {name: round(value / 1024, 1) for name, value in figures.items()}


def start_up(house: House, lang: str) -> dict[str, float]:
    """CPU seconds of each step from the start of the interpreter on."""
    steps, before = {}, 0.0

    def step(name: str) -> None:
        nonlocal before
        steps[name] = round(time.process_time() - before, 3)
        before = time.process_time()

    step("imports_s")
    equipment = equipment_of(house, lang)
    step("lexicon_s")
    warm_up(equipment)
    step("kernels_s")
    run_job(equipment, _jobs(equipment, 8)[0])
    step("first_job_s")
    return {**steps, "all_s": round(time.process_time(), 3)}


def memory(house: House, lang: str) -> list[dict[str, float]]:
    """The parent's memory, then that of each worker after jobs of all kinds of sizes."""
    equipment = equipment_of(house, lang)
    warm_up(equipment)
    lexicon = equipment.index.digest
    with LocalPool(WORKERS) as pool:
        jobs = [job for size in (8, 12, 18) for job in _jobs(equipment, size)]
        for future in [pool.submit(do_job, house, lang, lexicon, job) for job in jobs]:
            future.result()
        probes = [pool.submit(memory_here, 0.5) for _ in range(2 * WORKERS)]
        workers = dict(probe.result() for probe in probes)
        _, own = memory_here(0.0)
    return [own, *workers.values()]


def _jobs(equipment: Equipment, size: int) -> tuple[Job, ...]:
    return epoch_jobs(equipment, Stream(equipment.index.lang, size, size), FRESH, seed=1)


def main(what: str, lang: str, *folders: str) -> None:
    """Measures and prints."""
    house = House(*map(Path, folders))
    print(json.dumps(start_up(house, lang) if what == "start" else memory(house, lang)))


if __name__ == "__main__":
    main(*sys.argv[1:])
