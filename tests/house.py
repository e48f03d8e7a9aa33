"""A small complete house in a temporary folder (config, dictionary, jokes), and runs of the program in it.

Runs that are killed or interrupted are forked from the test process: they begin at once, with kernels and
lexicon loaded, and have a session of their own, by which they and their workers are found again.
"""

import contextlib
import io
import os
import shutil
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from factory.cli.main import main, run
from factory.corpus.equipment import Equipment, House, equipment_of, warm_up
from factory.corpus.ledger import Ledger
from factory.puzzle import Puzzle

CHECKOUT = Path(__file__).parents[1]

JOKES = """\
opica kosatka lastúra motorka teplota krajina salaš kanál rameno lopata strela sestra literát polievka
rebrík opasok koleso kamera stolár kostra minúta narodil taniera palica makrela kolotoč tatári sirota lavína
kapitán matrac senátor balkón portál kotleta silnica lampár melasa karotka pokrok senina rodina talent
"""
"""Punchlines of common letters, 5 to 8 cells."""

_WARM: set[House] = set()
"""Houses that forked runs find loaded, with the kernels."""

TINY = "answer\tclue\ttags\npes\tstrážca dvora\nmačka\tlovec myší\n"
"""A made-up dictionary, enough for what never comes to a grid."""

EPOCH = 3
"""Jobs of an epoch in the test house."""

SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "mask": {"sweeps": 40},
    "secret": {"mode": "found", "longest": 8},
    "limits": {
        "dead_clue_cells": 9, "inner_clue_share": 0.5, "clusters": 9, "two_cell_share": 0.5,
        "rare_share": 0.5, "rare_crossings": 9, "limited_share": 0.5, "codes_per_15_slots": 3,
        "secret_spread": 0.8, "secret_letters_in_one_answer": 3, "secret_adjacent": 1,
    },
    "corpus": {"epoch": EPOCH, "attempts": 12, "masks": 1, "idle_epochs": 2, "net_seconds": 600, "volume": 4},
}  # fmt: skip
"""Over those of the checkout: easy limits and short epochs make quick runs."""


@dataclass(frozen=True)
class Home:
    """A house in its folder, and an output folder; the corpus is in the folder `sk` of that."""

    folder: Path
    output: Path

    @property
    def house(self) -> House:
        return House(*(self.folder.resolve() / name for name in ("config", "dictionaries", "jokes")))

    @property
    def options(self) -> list[str]:
        """The options that lead a command to this house."""
        return [part for name in ("config", "dictionaries", "jokes")
                for part in (f"--{name}", str(self.folder / name))]  # fmt: skip

    def corpus(self, sizes: object, per_size: int, *more: object, out: Path | None = None) -> list[str]:
        """The arguments of `factory corpus`; the last of an option given twice counts."""
        arguments: list[object] = [
            *("--sizes", sizes, "--workers", 1, "--no-page"),
            *(() if "--forever" in more else ("--per-size", per_size)),
            *more,
        ]
        return [
            "corpus",
            "--lang",
            "sk",
            "--out",
            str(out or self.output),
            *self.options,
            *map(str, arguments),
        ]

    @property
    def equipment(self) -> Equipment:
        return equipment_of(self.house, "sk")


def build_home(
    folder: Path,
    dictionaries: Path | str,
    *,
    jokes: Sequence[str] = tuple(JOKES.split()),
    settings: Mapping[str, Mapping[str, Any]] = {},
) -> Home:
    """A house below `folder`; dictionaries are a folder to share, or the text of the only Slovak source."""
    (folder / "config").mkdir(parents=True)
    shutil.copy(CHECKOUT / "config/sk.yaml", folder / "config")
    write_settings(folder, settings)
    if isinstance(dictionaries, Path):
        (folder / "dictionaries").symlink_to(dictionaries)
    else:
        source = folder / "dictionaries/sk/a.tsv"
        source.parent.mkdir(parents=True)
        source.write_text(dictionaries, "utf-8")
    write_jokes(folder, jokes)
    return Home(folder, folder / "output")


def write_settings(folder: Path, changes: Mapping[str, Mapping[str, Any]] = {}) -> None:
    """The checkout's numbers with SETTINGS and `changes` over them, the same for all sizes."""
    numbers = yaml.safe_load((CHECKOUT / "config/default.yaml").read_text("utf-8"))
    numbers.pop("sizes", None)
    for layer in (SETTINGS, changes):
        for section, values in layer.items():
            numbers.setdefault(section, {}).update(values)
    equipment_of.cache_clear()
    (folder / "config/default.yaml").write_text(yaml.safe_dump(numbers, sort_keys=False), "utf-8")


def write_jokes(folder: Path, punchlines: Sequence[str], *, prefix: str = "sk") -> None:
    """A joke list with one joke for each punchline."""
    rows = [f"{prefix}-{n:04d}\tČo je za tým {n}?\t{text}\t\n" for n, text in enumerate(punchlines, 1)]
    equipment_of.cache_clear()
    (folder / "jokes").mkdir(exist_ok=True)
    (folder / "jokes/sk.tsv").write_text("id\tsetup\tpunchline\ttags\n" + "".join(rows), "utf-8")


def copy_dictionaries(folder: Path) -> Path:
    """The committed Slovak sources in a dictionaries folder of their own, with nothing built."""
    shutil.copytree(CHECKOUT / "dictionaries/sk", folder / "sk")
    return folder


@pytest.fixture(scope="session")
def dictionaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The committed Slovak rows, compiled once for all tests."""
    folder = tmp_path_factory.getbasetemp() / "lexicon/dictionaries"
    return folder if folder.exists() else copy_dictionaries(folder)


@pytest.fixture
def home(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, dictionaries: Path) -> Home:
    """A house with Slovak words in found mode that all tests share; the output folder is the test's own."""
    folder = tmp_path_factory.getbasetemp() / "shared"
    shared = Home(folder, folder / "output") if folder.exists() else build_home(folder, dictionaries)
    if shared.house not in _WARM:
        warm_up(shared.equipment)
        _WARM.add(shared.house)
    return replace(shared, output=tmp_path / "output")


@pytest.fixture
def own_home(tmp_path: Path, dictionaries: Path) -> Home:
    """Such a house whose settings and jokes the test may change."""
    return build_home(tmp_path / "home", dictionaries)


@pytest.fixture
def tiny_home(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A house with a made-up dictionary that tests share, for what fails before a grid is made."""
    folder = tmp_path_factory.getbasetemp() / "tiny"
    shared = folder if folder.exists() else build_home(folder, TINY).folder
    return build_home(tmp_path / "home", shared / "dictionaries")


def reference(home: Home, tmp_path_factory: pytest.TempPathFactory, sizes: object, per_size: int) -> Path:
    """The corpus that a calm run of one worker makes; made and exported once, not to be changed."""
    out = tmp_path_factory.getbasetemp() / f"reference-{home.folder.name}-{sizes}-{per_size}"
    if not (out / "sk.jsonl").exists():
        assert main(home.corpus(sizes, per_size, "--quiet", out=out)) == 0
        export(out / "sk")
    return out / "sk"


def published(corpus: Path) -> list[Puzzle]:
    """The puzzles that an export of the corpus holds."""
    with Ledger.read(corpus / "ledger.sqlite") as ledger:
        return list(ledger.puzzles())


def export(corpus: Path) -> bytes:
    """The exported corpus."""
    target = corpus.parent / f"{corpus.name}.jsonl"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["export", str(corpus), "--to", str(target)]) == 0
    return target.read_bytes()


def bundle(corpus: Path) -> dict[str, bytes]:
    """The files of a corpus's bundle."""
    return {path.name: path.read_bytes() for path in sorted((corpus / "bundle").iterdir())}


def log_of(corpus: Path) -> str:
    """What the log of the corpus holds so far."""
    log = corpus / "run.log"
    return log.read_text("utf-8") if log.exists() else ""


def table(corpus: Path, query: str) -> list[tuple[Any, ...]]:
    """Rows straight from the ledger."""
    with contextlib.closing(sqlite3.connect(corpus / "ledger.sqlite")) as connection:
        return connection.execute(query).fetchall()


@dataclass
class Running:
    """A run of the program in a forked process that leads a session of its own."""

    pid: int
    folder: Path
    code: int | None = None

    @property
    def err(self) -> str:
        """What it has written to stderr."""
        return (self.folder / "stderr").read_text("utf-8", errors="replace")

    @property
    def out(self) -> str:
        """What it has written to stdout."""
        return (self.folder / "stdout").read_text("utf-8")

    def wait(self, seconds: float = 30) -> int:
        """Its exit code, negative when a signal ended it; what it left behind is killed."""
        if self.code is None and not self._ended(seconds):
            self.kill()
            self._ended(5)
            raise AssertionError(f"the run did not end within {seconds} s; stderr: {self.err}")
        assert self.code is not None
        return self.code

    def wait_for(self, seen: Callable[[], object], seconds: float = 30) -> None:
        """Returns as soon as `seen` says so; the run must still be going on then."""
        end = time.monotonic() + seconds
        while not seen():
            assert time.monotonic() < end, f"not seen within {seconds} s; stderr: {self.err}"
            assert not self._ended(0.002), f"the run ended with {self.code} before; stderr: {self.err}"

    def workers(self) -> list[int]:
        """The processes of its session besides itself."""
        return [pid for pid in session(self.pid) if pid != self.pid]

    def kill(self) -> None:
        """kill -9 of the run and all its workers at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def _ended(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= end:
                return False
            else:
                time.sleep(0.002)
        return True


@contextlib.contextmanager
def running(
    folder: Path, arguments: Sequence[str], before: Callable[[], object] = lambda: None
) -> Iterator[Running]:
    """A run of the program with `arguments`; `before` is called in its process. It is killed at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("stdout", "stderr"):
        (folder / name).write_bytes(b"")
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _be_the_program(folder, arguments, before)
    process = Running(pid, folder)
    try:
        yield process
    finally:
        process.kill()
        process._ended(5)


def _be_the_program(folder: Path, arguments: Sequence[str], before: Callable[[], object]) -> None:
    code = 70
    try:
        os.setsid()
        for number, name in ((1, "stdout"), (2, "stderr")):
            descriptor = os.open(folder / name, os.O_WRONLY | os.O_APPEND)
            os.dup2(descriptor, number)
            os.close(descriptor)
        sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        before()
        sys.argv = ["factory", *arguments]
        run()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 70
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def session(leader: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if fields[0] not in "ZX" and int(fields[3]) == leader:
                found.append(int(path.parent.name))
    return sorted(found)
