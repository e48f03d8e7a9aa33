"""`factory corpus`: the main job, from lexicon and jokes to a ledger, a report and a bundle."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from factory.cli import corpus_merge, corpus_recheck, corpus_withdraw
from factory.cli.common import add_house, add_page, between, house, parse_sizes, positive, seed
from factory.cli.corpus_folder import LEDGER
from factory.cli.corpus_work import Stop, Work, begin_text, complete_rounds, opened, out_folder, own_streams
from factory.cli.progress import Bar, Display
from factory.cli.signals import caught_signals
from factory.corpus.equipment import compile_lexicon, equipment_of
from factory.corpus.ledger import Ledger
from factory.corpus.outlook import outlook_text, outlooks
from factory.corpus.shards import Shard
from factory.errors import FactoryError, UsageError
from factory.executors import usable_cores
from factory.settings import languages

PER_SIZE = 20
"""Puzzles of a size when nothing else is asked for."""

ACTIONS = (corpus_withdraw, corpus_recheck, corpus_merge)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "corpus",
        help="make puzzles, as many of each size as wanted",
        description="Makes puzzles until each size has as many as wanted, going on where an earlier run ended; "
        "then writes OUT/LANG/bundle, OUT/LANG/report.json and OUT/LANG/report.html.",
    )
    actions = parser.add_subparsers(
        title="instead of making puzzles",
        metavar="ACTION",
        description="say more with: factory corpus ACTION --help",
    )
    for action in ACTIONS:
        action.add_to(actions)
    parser.add_argument("--lang", metavar="LANG", help="language, such as sk; several as sk,cs; or all")
    parser.add_argument(
        "--sizes", default="8-18", metavar="SIZES", help="such as 8-18 or 8,10,12 (default: 8-18)"
    )
    parser.add_argument(
        "--per-size", type=positive, metavar="N", help=f"puzzles per size (default: {PER_SIZE})"
    )
    parser.add_argument("--seed", type=seed, metavar="S", help="master seed of a new corpus (default: 1)")
    parser.add_argument(
        "--workers", type=between(1, 1024), metavar="N", help="worker processes (default: one per core)"
    )
    parser.add_argument(
        "--executor", type=_executor, default="local", metavar="WHERE",
        help="where jobs run: local (default), or dask://HOST:PORT, a Dask scheduler",
    )  # fmt: skip
    parser.add_argument(
        "--time-budget", type=_duration, metavar="T", help="stop after so long, such as 90s, 20m or 2h"
    )
    parser.add_argument(
        "--shard", type=_shard, metavar="I/N",
        help="make the I-th of N shares of the sizes only, in OUT/shard-I-of-N; for `factory corpus merge`",
    )  # fmt: skip
    parser.add_argument(
        "--forever", action="store_true",
        help="one more of each size, round and round, until interrupted or out of time or jokes",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="only say what would be made, and how long it takes about"
    )
    add_page(parser)
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="default: output")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Makes the corpus; 0 when all is there or the time was used as asked, 1 when something is short."""
    langs = _langs(options)
    parse_sizes(options.sizes)
    if options.forever and options.per_size:
        raise UsageError("--forever makes one more of each size, round and round: leave out --per-size")
    options.per_size = options.per_size or PER_SIZE
    if options.dry_run:
        return _dry_run(options, langs)
    display = Display(quiet=options.quiet)
    if options.shard and not own_streams(options, langs[0]):
        display.say(f"shard {options.shard} has nothing to make")
        return 0
    deadline = time.monotonic() + options.time_budget if options.time_budget else float("inf")
    with ExitStack() as stack:
        works = [stack.enter_context(opened(options, lang, display)) for lang in langs]
        if options.forever:
            with caught_signals() as caught:
                per_size = _forever(options, works, display, Stop(caught, deadline))
            for work in works:
                work.publish(per_size + 1, display, page=options.page)
            return _end_of_rounds(works, per_size, display)
        for left, work in zip(range(len(works), 0, -1), works, strict=True):
            # What an earlier language leaves of its share of the time goes to the later ones.
            now = time.monotonic()
            with caught_signals() as caught:
                _make(options, work, works, display, Stop(caught, now + (deadline - now) / left))
            work.publish(options.per_size, display, page=options.page)
        return _end(works, options.per_size, display)


def _make(
    options: argparse.Namespace,
    work: Work,
    works: Sequence[Work],
    display: Display,
    stop: Stop,
) -> None:
    n = options.per_size
    display.say(begin_text(work, f"{n} puzzle{'s' if n > 1 else ''}", _workers_text(options)))
    done = {stream: state.accepted for stream, state in work.states.items()}
    with display.bar(done, options.per_size) as bar:
        _work(options, work, works, options.per_size, bar, stop)
    if stop.interrupted:
        raise KeyboardInterrupt


def _work(
    options: argparse.Namespace,
    work: Work,
    works: Sequence[Work],
    per_size: int,
    bar: Bar,
    stop: Stop,
) -> None:
    if work.is_finished(per_size):
        work.want(per_size)
        return
    work.make(
        per_size,
        executor=options.executor,
        workers=options.workers or usable_cores(),
        locks=[other.lock for other in works],
        bar=bar,
        stop=stop,
    )


def _forever(options: argparse.Namespace, works: Sequence[Work], display: Display, stop: Stop) -> int:
    """Rounds of one more puzzle of each size in each language; returns how many are complete."""
    for work in works:
        display.say(begin_text(work, "one more puzzle", f"{_workers_text(options)}, round and round"))
    done = {stream: state.accepted for work in works for stream, state in work.states.items()}
    first = 1 + min(complete_rounds(work.streams, work.ledger) for work in works)
    with display.bar(done, None) as bar:
        for per_size in count(first):
            for work in works:
                if not stop():
                    _work(options, work, works, per_size, bar, stop)
            if not all(work.is_finished(per_size) for work in works):
                return per_size - 1
            if all(work.is_exhausted(per_size) for work in works):
                return per_size
    raise AssertionError("count() has no end")


def _end_of_rounds(works: Sequence[Work], per_size: int, display: Display) -> int:
    if all(work.is_exhausted(per_size) for work in works):
        raise FactoryError(f"no size can have more puzzles: {_shortages(works, per_size + 1)}")
    display.say(f"every size has {per_size} or more puzzles; run it again to go on")
    return 0


def _end(works: Sequence[Work], per_size: int, display: Display) -> int:
    if shortages := _shortages(works, per_size):
        raise FactoryError(shortages)
    if missing := sum(one.missing for work in works for one in work.outlooks(per_size)):
        display.say(f"the time is used up; {missing} puzzles are still wanted, run it again to go on")
    return 0


def _shortages(works: Sequence[Work], per_size: int) -> str:
    """Why sizes that can get no more have too few."""
    return "; ".join(
        f"{work.lang} {one.shortage}" if len(works) > 1 else one.shortage
        for work in works
        for one in work.outlooks(per_size)
        if one.exhausted and one.missing
    )


def _dry_run(options: argparse.Namespace, langs: Sequence[str]) -> int:
    """Says what a run would make; changes no corpus."""
    home, workers = house(options), options.workers or usable_cores()
    for lang in langs:
        compile_lexicon(home, lang, on_build=Display(quiet=options.quiet).say)
        equipment = equipment_of(home, lang)
        path = out_folder(options) / lang / LEDGER
        with ExitStack() as stack:
            ledger = stack.enter_context(Ledger.read(path)) if path.is_file() else None
            streams = own_streams(options, lang)
            per_size = 1 + complete_rounds(streams, ledger) if options.forever else options.per_size
            wanted = dict.fromkeys(streams, per_size)
            rows = outlooks(equipment, ledger, wanted)
            begun = f"{path}, seed {ledger.seed}" if ledger else f"{path} (new)"
        what = "one round" if options.forever else f"{per_size} of each size"
        print(f"{lang}: {what} in {begun}; a dry run makes nothing")
        print(outlook_text(rows, workers=workers))
    return 0


def _langs(options: argparse.Namespace) -> tuple[str, ...]:
    """The languages asked for, each once."""
    if options.lang is None:
        raise UsageError("which language? Say --lang sk, several as --lang sk,cs, or --lang all")
    if options.lang == "all":
        return languages(options.config)
    return tuple(dict.fromkeys(lang.strip() for lang in options.lang.split(",")))


def _workers_text(options: argparse.Namespace) -> str:
    if options.executor != "local":
        return f"workers of {options.executor}"
    workers = options.workers or usable_cores()
    return f"{workers} worker{'s' if workers > 1 else ''}"


def _executor(text: str) -> str:
    """Host and port of a Dask scheduler, or the word local."""
    match = re.fullmatch(r"local|dask://(\S+:\d+)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text}: expected local or dask://HOST:PORT")
    return match[1] or text


def _shard(text: str) -> Shard:
    """A shard such as 1/4."""
    match = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text}: expected a shard from 1/N to N/N, such as 1/4")
    return Shard(int(match[1]), int(match[2]))


def _duration(text: str) -> float:
    """Seconds of "90", "90s", "20m" or "2h"."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a time such as 90s, 20m or 2h")
    return float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]
