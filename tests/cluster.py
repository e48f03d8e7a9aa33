"""A Dask scheduler and workers as processes of this machine, with empty disks: no settings, words or jokes."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.house import CHECKOUT


@dataclass
class Cluster:
    """The processes of a cluster; workers have one thread and no nanny, so a killed one stays dead."""

    folder: Path
    address: str = ""
    scheduler: Any = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def option(self) -> str:
        """The value of --executor."""
        return f"dask://{self.address}"

    def start(self, name: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        home = self.folder / name
        home.mkdir(parents=True)
        with (home / "log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{name.partition('-')[0]}", *arguments],
                cwd=home, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"HOME": str(home), "PYTHONPATH": str(CHECKOUT), **environment},
            )  # fmt: skip

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more worker."""
        name = f"worker-{len(self.workers) + 1}"
        worker = self.start(
            name, self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
            "--local-directory", str(self.folder / name / "disk"), **environment,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def log(self, name: str) -> str:
        """What a process has logged."""
        return (self.folder / name / "log").read_text("utf-8")


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 2, environment: Mapping[str, str] = {}) -> Iterator[Cluster]:
    """A cluster on free ports of the loopback; all of it is killed at the end."""
    made = Cluster(folder)
    told = folder / "scheduler.json"
    made.scheduler = made.start(
        "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)
    )
    try:
        end = time.monotonic() + 60
        while not told.exists() or not told.read_text():
            assert time.monotonic() < end, f"no scheduler: {made.log('scheduler')}"
            time.sleep(0.05)
        made.address = json.loads(told.read_text())["address"].removeprefix("tcp://")
        for _ in range(workers):
            made.add_worker(**environment)
        yield made
    finally:
        for process in (*made.workers, made.scheduler):
            process.kill()
            process.wait()
