"""`factory nightly`: make, verify, gate and publish, for cron and systemd; one log a night and one exit code."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from factory import __version__
from factory.cli.common import add_house, between, positive
from factory.cli.corpus_folder import BUNDLE
from factory.cli.streams import Messages, say
from factory.corpus.run import locked
from factory.errors import FactoryError
from factory.ship.atomic import make_folder
from factory.ship.publish import CURRENT, publish_bundle

LOGS: Final = "nights"
"""The folder of the logs, in the corpus folder."""

GOES_ON: Final = (0, 1)
"""Exit codes of the run after which there is a bundle: done, or short of jokes or grids."""


class NightError(FactoryError):
    """A step of the night that failed; keeps the step's exit code."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "nightly",
        help="make puzzles for a while, verify, gate and publish them",
        description="Goes on with the corpus in OUT/LANG until the time is used up, verifies its bundle, holds it to "
        "the baseline of the language where there is one, and publishes it as PUBLISH/LANG/current. What happened "
        f"is in OUT/LANG/{LOGS}. The exit code is that of the step that failed; the publication before stays then.",
    )
    parser.add_argument("--lang", required=True, help="language, such as sk")
    parser.add_argument(
        "--time-budget", default="1h", metavar="T", help="how long to make puzzles (default: 1h)"
    )
    parser.add_argument(
        "--per-size", type=positive, metavar="N",
        help="no more than so many of each size (default: one more of each, round and round)",
    )  # fmt: skip
    parser.add_argument("--sizes", default="8-18", metavar="SIZES", help="default: 8-18")
    parser.add_argument("--seed", metavar="S", help="master seed of a new corpus (default: 1)")
    parser.add_argument("--workers", metavar="N", help="worker processes (default: one per core)")
    parser.add_argument("--executor", metavar="WHERE", help="local, or dask://HOST:PORT (default: local)")
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="default: output")
    parser.add_argument(
        "--publish", type=Path, default=Path("published"), metavar="DIR", help="default: published"
    )
    parser.add_argument(
        "--keep", type=between(1, 1000), default=7, metavar="N", help="publications that stay (default: 7)"
    )
    parser.add_argument(
        "--keep-logs", type=between(1, 10_000), default=30, metavar="N", help="logs that stay (default: 30)"
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only, as cron wants it")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """One night; 0 when all went well, else the exit code of the step that failed first."""
    folder, shelf = options.out / options.lang, options.publish / options.lang
    with locked(shelf):
        path = _log_file(folder / LOGS, options.keep_logs)
        with _into(path) as log:
            print(
                f"{_now()} begin: krizovkaren {__version__}, {' '.join(sys.argv[1:])}", file=log, flush=True
            )
            try:
                code, result = _night(options, folder, shelf)
            except KeyboardInterrupt:
                print(f"{_now()} end: interrupted", file=log, flush=True)
                raise
            except FactoryError as error:
                code, result = error.exit_code, str(error)
            print(f"{_now()} end: {result}; exit code {code}", file=log, flush=True)
    if code:
        raise NightError(f"night of {options.lang}: {result}; log: {path}", code)
    if not options.quiet:
        say(f"night of {options.lang}: {result}; log: {path}")
    return 0


def _night(options: argparse.Namespace, folder: Path, shelf: Path) -> tuple[int, str]:
    """The steps; their exit code, and a line that says what came out."""
    made = _step("corpus", *_corpus_arguments(options))
    if made not in GOES_ON:
        return made, f"the run failed with exit code {made}, nothing was published"
    baseline = options.config / "quality" / f"{options.lang}.yaml"
    with locked(folder):  # nobody changes the bundle between its check and its copy
        checks: dict[str, tuple[object, ...]] = {
            "the bundle is damaged": ("bundle", "verify", folder / BUNDLE)
        }
        if baseline.is_file():
            checks["the quality gate is not passed"] = (
                "quality",
                folder,
                "--baseline",
                baseline,
                "--puzzles-only",
            )
        for complaint, arguments in checks.items():
            if code := _step(*arguments):
                return code, f"{complaint}, nothing was published"
        stale = _step("corpus", "recheck", folder, *_house_arguments(options))
        published = publish_bundle(folder / BUNDLE, shelf, keep=options.keep)
    word = "published" if published.is_new else "nothing new, still published:"
    result = f"{word} {published.folder.name} as {shelf / CURRENT}"
    if stale:  # they keep what they were made of; which of them to withdraw is for people to say
        result = f"{result}; some stored puzzles no longer hold, see the log"
    if made:
        return made, f"{result}, but the run was short of something"
    return 0, result


def _corpus_arguments(options: argparse.Namespace) -> list[object]:
    names = ("lang", "sizes", "per_size", "time_budget", "out", "seed", "workers", "executor")
    rounds = [] if options.per_size else ["--forever"]
    return [*rounds, *_given(options, *names), *_house_arguments(options)]


def _house_arguments(options: argparse.Namespace) -> list[object]:
    return _given(options, "config", "dictionaries", "jokes")


def _given(options: argparse.Namespace, *names: str) -> list[object]:
    """The options of these names that have a value, as on a command line."""
    pairs = ((f"--{name.replace('_', '-')}", getattr(options, name)) for name in names)
    return [part for pair in pairs if pair[1] is not None for part in pair]


def _step(*arguments: object) -> int:
    """The exit code of another command; what it prints goes to the log."""
    from factory.cli.main import main  # which imports this module

    line = [str(argument) for argument in arguments]
    print(f"{_now()} factory {' '.join(line)}", file=sys.stderr, flush=True)
    try:
        code = main(line)
    except SystemExit as refused:  # a wrong command line
        code = refused.code if isinstance(refused.code, int) else 2
    print(f"{_now()} exit code {code}", file=sys.stderr, flush=True)
    return code


def _log_file(folder: Path, keep: int) -> Path:
    """The log of this night, named by the day; the oldest ones beyond `keep` are removed."""
    make_folder(folder)
    path = folder / f"{time.strftime('%Y-%m-%d')}.log"
    logs = sorted(p for p in folder.iterdir() if re.fullmatch(r"\d{4}-\d\d-\d\d\.log", p.name) and p != path)
    for old in logs[: max(0, len(logs) + 1 - keep)]:
        old.unlink(missing_ok=True)
    return path


@contextlib.contextmanager
def _into(path: Path) -> Iterator[Messages]:
    """Leads stdout and stderr into a log file; messages that the disk has no room for are dropped."""
    try:
        log = path.open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise FactoryError(
            f"{path}: can't be written ({error.strerror}); is the output folder writable?"
        ) from error
    with log, contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        yield Messages()


def _now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S")
