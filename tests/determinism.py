"""The same corpus made in many ways, and whether export and bundle are the same bytes.

By hand, from the checkout: python -m tests.determinism [SIZES [PER_SIZE [LANG]]]
"""

import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cluster import cluster
from tests.house import CHECKOUT

Program = Callable[..., None]
"""Runs the program with arguments; an error when it fails."""


@dataclass(frozen=True)
class Made:
    """One way to make the corpus: SHA-256 of the export and of the files of the bundle."""

    way: str
    export: str
    bundle: str
    seconds: float


def matrix(
    program: Program, folder: Path, lang: str, sizes: str, per_size: int, executor: str = ""
) -> Iterator[Made]:
    """The corpus made in every way; `executor` is a Dask cluster if one is there."""

    def make(name: str, *more: object, wanted: int = per_size) -> None:
        program("corpus", "--lang", lang, "--sizes", sizes, "--per-size", wanted, "--out", folder / name,
                "--quiet", *more)  # fmt: skip

    def resumed() -> None:
        for wanted in range(1, per_size + 1):
            make("resumed", "--workers", 1 + wanted % 2, wanted=wanted)

    def sharded(n: int, executor: str = "local") -> None:
        for number in range(1, n + 1):
            make(f"{n}-shards-{executor[:4]}", "--shard", f"{number}/{n}", "--executor", executor)

    def merged(name: str, shards: str, order: int) -> None:
        folders = sorted((folder / shards).iterdir())[::order]
        program("corpus", "merge", *folders, "--out", folder / name, "--quiet")

    def dask_then_local() -> None:
        make("mixed", "--executor", executor, wanted=per_size // 2)
        make("mixed", "--workers", 2)

    def by(workers: int) -> tuple[str, Callable[[], None]]:
        return f"workers-{workers}", lambda: make(f"workers-{workers}", "--workers", workers)

    ways: dict[str, tuple[str, Callable[[], None]]] = {
        "1 worker": by(1),
        "2 workers": by(2),
        "5 workers": by(5),
        f"{per_size} resumed runs": ("resumed", resumed),
        "3 shards, merged 1 2 3": ("merged", lambda: (sharded(3), merged("merged", "3-shards-loca", 1))),
        "3 shards, merged 3 2 1": ("merged-back", lambda: merged("merged-back", "3-shards-loca", -1)),
    }  # fmt: skip
    if executor:
        ways |= {
            "Dask, 2 workers": ("dask", lambda: make("dask", "--executor", executor)),
            "half on Dask, then local": ("mixed", dask_then_local),
            "2 shards on Dask, merged": (
                "dask-merged",
                lambda: (sharded(2, executor), merged("dask-merged", "2-shards-dask", -1)),
            ),
        }
    for way, (name, do) in ways.items():
        begun = time.monotonic()
        do()
        seconds = time.monotonic() - begun
        corpus = folder / name / lang
        program("export", corpus, "--to", folder / f"{name}.jsonl")
        bundle = hashlib.sha256()
        for path in sorted((corpus / "bundle").iterdir()):
            bundle.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
        exported = hashlib.sha256((folder / f"{name}.jsonl").read_bytes())
        yield Made(way, exported.hexdigest(), bundle.hexdigest(), seconds)


def _program(*arguments: object) -> None:
    line = [sys.executable, "-m", "factory.cli.main", *map(str, arguments)]
    subprocess.run(line, check=True, cwd=CHECKOUT)


def main(sizes: str = "8-12", per_size: int = 12, lang: str = "sk") -> int:
    """Prints the table; 1 when a way differs."""
    print(f"{lang}, sizes {sizes}, {per_size} each\n{'way':<26} {'s':>6}  {'export':<16}  {'bundle':<16}")
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder) / "cluster") as dask:
        made = []
        for one in matrix(_program, Path(folder), lang, sizes, per_size, dask.option):
            made.append(one)
            print(f"{one.way:<26} {one.seconds:6.1f}  {one.export[:16]}  {one.bundle[:16]}", flush=True)
    different = len({(one.export, one.bundle) for one in made}) > 1
    print("DIFFERENT" if different else f"equal in all {len(made)} ways")
    return int(different)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(*given[:1], *map(int, given[1:2]), *given[2:3]))
