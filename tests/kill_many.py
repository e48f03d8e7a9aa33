"""Kills a real run at many random moments, goes on each time, and compares it with one that was never killed.

A moment is within the first seconds, after some more jobs, or when all puzzles are there and the bundle is written.
A run that ends first is not counted; the next one is asked for more puzzles.

By hand, from the checkout: python -m tests.kill_many [MOMENTS [SEED [SIZES]]]
"""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.house import CHECKOUT, log_of, session, table

STEP = 16
"""Puzzles of a size that a run is asked for beyond the last one that ended."""


def command(out: Path, sizes: str, per_size: int) -> list[str]:
    """The run, with the settings, words and jokes of the checkout."""
    return [
        sys.executable, "-m", "factory.cli.main", "corpus", "--lang", "sk", "--out", str(out),
        "--sizes", sizes, "--per-size", str(per_size), "--workers", "2", "--quiet",
    ]  # fmt: skip


def export(corpus: Path) -> bytes:
    """The exported corpus."""
    line = [sys.executable, "-m", "factory.cli.main", "export", str(corpus)]
    return subprocess.run(line, check=True, capture_output=True, cwd=CHECKOUT).stdout


def bundle(corpus: Path) -> dict[str, bytes]:
    """The files of the bundle."""
    return {path.name: path.read_bytes() for path in sorted((corpus / "bundle").iterdir())}


def stored(corpus: Path) -> set[tuple[int, int, str]]:
    """Every puzzle in the ledger; an error when it is not whole."""
    if not (corpus / "ledger.sqlite").exists():
        return set()
    assert table(corpus, "PRAGMA integrity_check") == [("ok",)]
    try:
        puzzles = table(corpus, "SELECT rows, number, explicit FROM puzzle")
        epochs = table(corpus, "SELECT rows, count(*), max(epoch) + 1 FROM epoch GROUP BY rows")
    except sqlite3.OperationalError:  # killed before the tables were made
        return set()
    assert all(n == last for _, n, last in epochs), f"an epoch is missing: {epochs}"
    assert max(Counter((rows, number) for rows, number, _ in puzzles).values(), default=1) == 1
    return set(puzzles)


def is_complete(corpus: Path, per_size: int) -> bool:
    """Whether every size has so many puzzles."""
    with contextlib.suppress(sqlite3.OperationalError):
        rows = table(
            corpus, "SELECT wanted, (SELECT count(*) FROM puzzle p WHERE p.rows = s.rows) FROM stream s"
        )
        return all(wanted == per_size <= n for wanted, n in rows)
    return False


def wait_for_moment(run: subprocess.Popen[bytes], corpus: Path, per_size: int, chance: random.Random) -> str:
    """Returns at a random moment, or when the run has ended; says which kind of moment it is."""
    kind = chance.choices(["start", "jobs", "bundle"], [2, 5, 3])[0]
    further, pause = chance.randint(1, 30), chance.random()
    if kind == "start":
        time.sleep(3 * pause)
        return kind
    enough = log_of(corpus).count(" job ") + further
    while run.poll() is None:
        if kind == "jobs" and log_of(corpus).count(" job ") >= enough:
            time.sleep(pause / 5)
            break
        if kind == "bundle" and is_complete(corpus, per_size):
            time.sleep(pause)
            break
        time.sleep(0.02)
    return kind


def kill(run: subprocess.Popen[bytes], how: str, chance: random.Random) -> None:
    """kill -9 of the whole run, of the parent alone, or of one worker (and a moment later of the run)."""
    workers = [pid for pid in session(run.pid) if pid != run.pid]
    with contextlib.suppress(ProcessLookupError):
        if how == "worker" and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
            time.sleep(chance.random())
        if how == "parent":
            os.kill(run.pid, signal.SIGKILL)
        else:
            os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    end = time.monotonic() + 10
    while session(run.pid):
        assert time.monotonic() < end, f"orphans: {session(run.pid)}"
        time.sleep(0.01)


def main(moments: int, seed: int, sizes: str) -> None:
    """Prints each kill; an assertion fails when something is lost, doubled or different."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        calm, wild = Path(folder) / "calm", Path(folder) / "wild"
        corpus, killed, per_size = wild / "sk", Counter[str](), STEP
        before = stored(corpus)
        while killed.total() < moments:
            run = subprocess.Popen(command(wild, sizes, per_size), cwd=CHECKOUT, start_new_session=True)
            kind = wait_for_moment(run, corpus, per_size, chance)
            if run.poll() is not None:
                assert run.returncode == 0, f"exit code {run.returncode}"
                assert is_complete(corpus, per_size)
                per_size += STEP
                continue
            how = chance.choice(["all", "parent", "worker"])
            kill(run, how, chance)
            now = stored(corpus)
            assert now >= before, "an accepted puzzle is gone or changed"
            killed[f"{kind}, {how}"] += 1
            print(f"{killed.total():3} {kind}, {how}: {len(now)} of {per_size} a size stored", flush=True)
            before = now
        for out in (wild, calm):
            subprocess.run(command(out, sizes, per_size), check=True, cwd=CHECKOUT)
        assert stored(corpus) == stored(calm / "sk"), "the ledgers differ"
        assert export(corpus) == export(calm / "sk"), "the exports differ"
        assert bundle(corpus) == bundle(calm / "sk"), "the bundles differ"
        print(f"after {moments} kills ({dict(sorted(killed.items()))}): equal ledger, export and bundle")


if __name__ == "__main__":
    moments, seed, sizes = (*sys.argv[1:4], *("50", "1", "10-12")[len(sys.argv) - 1 :])
    main(int(moments), int(seed), sizes)
