"""What goes wrong with a cluster, tried for real: prints a line for each case, an assertion fails when one ends badly.

By hand, from the checkout: python -m tests.dask_faults
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.cluster import Cluster, cluster
from tests.house import CHECKOUT, log_of
from tests.kill_many import export

SIZES, PER_SIZE = "8-10", "16"


@contextlib.contextmanager
def run(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A run with its output below `folder`."""
    line = [
        sys.executable, "-m", "factory.cli.main", "corpus", "--lang", "sk", "--sizes", SIZES,
        "--per-size", PER_SIZE, "--out", str(folder), "--quiet", *more,
    ]  # fmt: skip
    process = subprocess.Popen(line, cwd=CHECKOUT, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def seen(process: subprocess.Popen[str], corpus: Path, text: str) -> None:
    """Returns when the log of the run has the text."""
    while text not in log_of(corpus):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def another_program(folder: Path) -> str:
    """A folder with a copy of the program that differs in a comment; the value for PYTHONPATH."""
    shutil.copytree(CHECKOUT / "factory", folder / "factory", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "factory/errors.py").open("a") as file:
        file.write("# another program\n")
    return str(folder)


def worker_killed(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    os.kill(dask.workers[0].pid, signal.SIGKILL)


def all_workers_killed_and_a_new_one(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    for worker in dask.workers:
        worker.kill()
    dask.add_worker()


def worker_joins_late(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    dask.add_worker()


def run_killed(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    process.kill()


def scheduler_killed(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    dask.scheduler.kill()


def interrupted(dask: Cluster, process: subprocess.Popen[str], corpus: Path) -> None:
    seen(process, corpus, "epoch 0")
    process.send_signal(signal.SIGTERM)


CASES: dict[Callable[[Cluster, subprocess.Popen[str], Path], None], int] = {
    worker_killed: 0,
    all_workers_killed_and_a_new_one: 0,
    worker_joins_late: 0,
    run_killed: -signal.SIGKILL,
    interrupted: 130,
    scheduler_killed: 1,
}
"""What happens to a run, and the exit code it ends with; a second, local run then ends the corpus."""


def main() -> None:
    """Tries every case."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with run(folder / "calm", "--workers", "2") as calm:
            assert calm.wait() == 0
        whole = export(folder / "calm/sk")
        for case, code in CASES.items():
            out = folder / case.__name__
            with (
                cluster(folder / f"cluster-{case.__name__}") as dask,
                run(out, "--executor", dask.option) as process,
            ):
                case(dask, process, out / "sk")
                begun = time.monotonic()
                _, message = process.communicate(timeout=240)
                seconds = time.monotonic() - begun
            assert process.returncode == code, (case.__name__, process.returncode, message)
            assert message.count("\n") <= 3, message
            if code:
                with run(out, "--workers", "2") as again:
                    assert again.wait() == 0
            assert export(out / "sk") == whole, case.__name__
            ended = f"{case.__name__:<34} exit {code:>3} after {seconds:5.1f} s, same bytes"
            print(f"{ended}; {message.strip()}", flush=True)
        path = another_program(folder / "another")
        with (
            cluster(folder / "mixed", environment={"PYTHONPATH": path}) as dask,
            run(folder / "out", "--executor", dask.option) as process,
        ):
            _, message = process.communicate(timeout=120)
            assert (process.returncode, message.count("\n")) == (1, 1), message
            print(f"{'worker_of_another_program':<34} exit   1; {message.strip()}")


if __name__ == "__main__":
    main()
