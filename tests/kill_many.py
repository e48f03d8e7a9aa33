"""Kills a real run at many random moments, goes on each time, and compares it with one that was never killed.

A moment is after a random number of further jobs; one in five is within the first seconds, before there is any.

By hand, from the checkout: python -m tests.kill_many [MOMENTS [SEED [SIZES [PER_SIZE]]]]
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


def command(out: Path, sizes: str, per_size: str) -> list[str]:
    """The run, with the settings, words and jokes of the checkout."""
    return [
        sys.executable, "-m", "factory.cli.main", "corpus", "--lang", "sk", "--out", str(out),
        "--sizes", sizes, "--per-size", per_size, "--workers", "2", "--quiet",
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


def kill(run: subprocess.Popen[bytes], how: str) -> None:
    """kill -9 of the whole run, of the parent alone, or of one worker."""
    workers = [pid for pid in session(run.pid) if pid != run.pid]
    with contextlib.suppress(ProcessLookupError):
        if how == "all":
            os.killpg(run.pid, signal.SIGKILL)
        elif how == "parent":
            os.kill(run.pid, signal.SIGKILL)
        elif workers:
            os.kill(random.choice(workers), signal.SIGKILL)


def main(moments: int = 50, seed: int = 1, sizes: str = "8-10", per_size: str = "120") -> None:
    """Prints each kill; an assertion fails when something is lost, doubled or different."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        calm, wild = Path(folder) / "calm", Path(folder) / "wild"
        begun = time.monotonic()
        subprocess.run(command(calm, sizes, per_size), check=True, cwd=CHECKOUT)
        whole = time.monotonic() - begun
        print(f"never killed: {whole:.1f} s, {len(stored(calm / 'sk'))} puzzles stored")
        corpus, before, n = wild / "sk", set(), 0
        while n < moments:
            how = chance.choice(["all", "all", "parent", "worker"])
            run = subprocess.Popen(command(wild, sizes, per_size), cwd=CHECKOUT, start_new_session=True)
            if chance.random() < 0.2:
                time.sleep(chance.uniform(0.2, 3))
            else:
                enough = log_of(corpus).count(" job ") + chance.randint(1, 30)
                while log_of(corpus).count(" job ") < enough and run.poll() is None:
                    time.sleep(0.01)
                time.sleep(chance.uniform(0, 0.2))
            ended = run.poll() is not None
            kill(run, how)
            if how == "worker":
                time.sleep(chance.uniform(0, 0.5))
                kill(run, "all")
            run.wait()
            end = time.monotonic() + 3
            while session(run.pid):
                assert time.monotonic() < end, f"orphans: {session(run.pid)}"
                time.sleep(0.01)
            now = stored(corpus)
            assert now >= before, "an accepted puzzle is gone or changed"
            n += 1
            jobs = log_of(corpus).count(" job ")
            print(f"{n:3} {how:<6} {'after the end' if ended else ''} {len(now)} stored, {jobs} jobs logged")
            before = now
        subprocess.run(command(wild, sizes, per_size), check=True, cwd=CHECKOUT)
        assert stored(corpus) == stored(calm / "sk"), "the ledgers differ"
        assert export(corpus) == export(calm / "sk"), "the exports differ"
        assert bundle(corpus) == bundle(calm / "sk"), "the bundles differ"
        print(f"after {moments} kills: equal ledger, export and bundle")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*(int(a) for a in given[:2]), *given[2:4])
