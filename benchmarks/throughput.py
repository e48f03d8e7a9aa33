"""Puzzles per second and CPU seconds per puzzle: one local worker, two, and a Dask cluster with two.

By hand, from the checkout: python -m benchmarks.throughput [SIZES [PER_SIZE]]
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.cluster import Cluster, cluster
from tests.house import CHECKOUT

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid: int) -> float:
    """CPU seconds of a living process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def run(out: Path, sizes: str, per_size: str, *more: str) -> tuple[float, float]:
    """Wall and CPU seconds of a run from start to end, its own local workers included."""
    line = [
        sys.executable, "-m", "factory.cli.main", "corpus", "--lang", "sk", "--sizes", sizes,
        "--per-size", per_size, "--out", str(out), "--quiet", *more,
    ]  # fmt: skip
    wall, before = time.monotonic(), os.times()
    subprocess.run(line, check=True, cwd=CHECKOUT)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - wall, cpu


def jobs(out: Path) -> tuple[int, float]:
    """Accepted puzzles, those in reserve too, and the CPU seconds of their jobs."""
    with contextlib.closing(sqlite3.connect(out / "sk/ledger.sqlite")) as connection:
        (row,) = connection.execute("SELECT sum(accepted), sum(cpu_seconds) FROM epoch").fetchall()
    return int(row[0]), float(row[1])


def main(sizes: str = "8-18", per_size: str = "16") -> None:
    """Prints a row for each way."""
    print(f"sizes {sizes}, {per_size} each; load before: {os.getloadavg()[0]:.1f}")
    head = ("puzzles", "wall s", "per s", "CPU s", "in jobs", "of it run", "scheduler", "CPU s each")
    print(f"{'':<16}" + "".join(f"{name:>11}" for name in head))
    with tempfile.TemporaryDirectory() as name, cluster(Path(name) / "cluster") as dask:
        folder = Path(name)
        run(folder / "warm", "8", "1", "--workers", "1")
        run(folder / "warm-dask", "8", "16", "--executor", dask.option)
        _row("local, 1 worker", folder / "one", sizes, per_size, "--workers", "1")
        _row("local, 2 workers", folder / "two", sizes, per_size, "--workers", "2")
        _row("Dask, 2 workers", folder / "dask", sizes, per_size, "--executor", dask.option, dask=dask)


def _row(way: str, out: Path, sizes: str, per_size: str, *more: str, dask: Cluster | None = None) -> None:
    elsewhere = [*dask.workers, dask.scheduler] if dask else []
    before = [cpu_of(process.pid) for process in elsewhere]
    wall, own = run(out, sizes, per_size, *more)
    used = [cpu_of(process.pid) - was for process, was in zip(elsewhere, before, strict=True)]
    puzzles, in_jobs = jobs(out)
    cpu = own + sum(used)
    scheduler = used[-1] if used else 0.0
    figures = (puzzles, wall, puzzles / wall, cpu, in_jobs, own, scheduler, cpu / puzzles)
    print(f"{way:<16}" + "".join(f"{figure:>11.3f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
