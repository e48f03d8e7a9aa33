"""What whole processes cost: their start with cold and warm caches, workers' memory, runs of the corpus command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from factory.bench.text import Row
from factory.corpus.equipment import House
from factory.corpus.ledger import Ledger
from factory.corpus.records import StreamTotals
from factory.errors import FactoryError

LEDGER: Final = "ledger.sqlite"


def bench_start(house: House, lang: str) -> list[Row]:
    """The start of a process with nothing compiled, then with kernels and lexicon in their caches."""
    with tempfile.TemporaryDirectory(prefix="factory-bench-") as name:
        folder = Path(name)
        sources = folder / "dictionaries"
        sources.mkdir()
        for entry in house.dictionaries.iterdir():
            if entry.name != house.build.name:
                (sources / entry.name).symlink_to(entry)
        fresh = House(house.config, sources, house.jokes)
        cache = {"NUMBA_CACHE_DIR": str(folder / "kernels")}
        return [
            {"caches": caches, **json.loads(_child("start", fresh, lang, cache))}
            for caches in ("cold", "warm", "warm again")
        ]


def bench_memory(house: House, lang: str) -> list[Row]:
    """Megabytes of a run's parent and of its two workers."""
    figures: list[dict[str, Any]] = json.loads(_child("memory", house, lang, {}))
    names = ["parent", *(f"worker {number}" for number in range(1, len(figures)))]
    return [
        {"process": name, **one, "shared_mb": round(one["rss_mb"] - one["private_mb"], 1)}
        for name, one in zip(names, figures, strict=True)
    ]


@dataclass(frozen=True)
class CorpusRun:
    """One call of `factory corpus`: seconds of the whole command, its workers included, and its ledger's totals."""

    lang: str
    wall_seconds: float
    cpu_seconds: float
    totals: tuple[StreamTotals, ...]

    @property
    def puzzles(self) -> int:
        """Accepted puzzles, those in reserve too: all of them were paid for."""
        return sum(total.accepted for total in self.totals)

    @property
    def job_seconds(self) -> float:
        """CPU seconds of the jobs alone."""
        return sum(total.cpu_seconds for total in self.totals)


def run_corpus_command(house: House, lang: str, *, sizes: str, per_size: int, workers: int) -> CorpusRun:
    """A corpus made by the command itself, in a folder that is thrown away.

    Raises:
        FactoryError: the command failed.
    """
    with tempfile.TemporaryDirectory(prefix="factory-bench-") as name:
        line = [
            "-m", "factory.cli.main", "corpus", "--lang", lang, "--sizes", sizes, "--per-size", str(per_size),
            "--workers", str(workers), "--seed", "1", "--out", name, "--quiet", *_folders(house),
        ]  # fmt: skip
        wall, before = time.monotonic(), os.times()
        _run(line, {})
        after = os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        with Ledger.read(Path(name) / lang / LEDGER) as ledger:
            return CorpusRun(lang, time.monotonic() - wall, cpu, tuple(ledger.totals()))


def bench_workers(
    house: House, lang: str, *, sizes: str, per_size: int, workers: Sequence[int] = (1, 2)
) -> list[Row]:
    """The same corpus with one worker and with more."""
    rows: list[Row] = []
    for n in workers:
        run = run_corpus_command(house, lang, sizes=sizes, per_size=per_size, workers=n)
        rows.append(
            {
                "workers": n,
                "puzzles": run.puzzles,
                "wall_s": round(run.wall_seconds, 1),
                "cpu_s": round(run.cpu_seconds, 1),
                "in_jobs_s": round(run.job_seconds, 1),
                "cpu_s_per_puzzle": round(run.cpu_seconds / run.puzzles, 4),
                "wall_s_per_puzzle": round(run.wall_seconds / run.puzzles, 4),
            }
        )
    return rows


def _child(what: str, house: House, lang: str, environment: Mapping[str, str]) -> str:
    folders = [str(folder) for folder in (house.config, house.dictionaries, house.jokes)]
    return _run(["-m", "factory.bench.child", what, lang, *folders], environment)


def _folders(house: House) -> list[str]:
    return [
        "--config", str(house.config), "--dictionaries", str(house.dictionaries), "--jokes", str(house.jokes)
    ]  # fmt: skip


def _run(line: Sequence[str], environment: Mapping[str, str]) -> str:
    """What a Python process prints.

    Raises:
        FactoryError: it failed.
    """
    done = subprocess.run(
        [sys.executable, *line],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise FactoryError(f"{' '.join(line[:3])} ended with {done.returncode}: {last}")
    return done.stdout
