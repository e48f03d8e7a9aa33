"""`factory corpus`: the main job, from lexicon and jokes to a ledger, a report and a bundle."""

from __future__ import annotations

import argparse
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import FrameType

from factory.cli import corpus_merge
from factory.cli.common import add_house, between, house, parse_sizes, positive, seed
from factory.cli.corpus_folder import BUNDLE, LEDGER, LOG, REPORT, write_results
from factory.cli.progress import Display
from factory.corpus.equipment import Equipment, House, compile_lexicon, equipment_of, warm_up
from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.corpus.records import StreamState
from factory.corpus.report import report_text
from factory.corpus.run import free_jokes, is_exhausted, locked, run_corpus
from factory.corpus.shards import Shard, deal_streams, refuse_strangers
from factory.corpus.shipment import Shipped, ship
from factory.errors import FactoryError, UsageError
from factory.executors import LocalPool, Pool, dask_pool, log_to, usable_cores
from factory.inspect.verify import verify_corpus
from factory.kernels import is_compiled


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "corpus",
        help="make puzzles of one language, as many per size as wanted",
        description="Makes puzzles until each size has as many as wanted, going on where an earlier run ended; "
        "then writes OUT/LANG/bundle and OUT/LANG/report.json.",
    )
    actions = parser.add_subparsers(title="other actions", metavar="ACTION")
    corpus_merge.add_to(actions)
    parser.add_argument("--lang", help="language, such as sk")
    parser.add_argument(
        "--sizes", default="8-18", metavar="SIZES", help="such as 8-18 or 8,10,12 (default: 8-18)"
    )
    parser.add_argument(
        "--per-size", type=positive, default=20, metavar="N", help="puzzles per size (default: 20)"
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
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help="default: output")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Makes the corpus; 0 when all is there or the time was used as asked, 1 when something is short."""
    if options.lang is None:
        raise UsageError("which language? Say --lang sk")
    sizes = parse_sizes(options.sizes)
    workers = options.workers or usable_cores()
    display = Display(quiet=options.quiet)
    home = house(options)
    compile_lexicon(home, options.lang, on_build=display.say)
    equipment = equipment_of(home, options.lang)
    streams = [Stream(options.lang, size, size) for size in sizes]
    out = options.out
    if options.shard:
        out /= options.shard.folder
        streams = list(deal_streams(streams, options.shard.of)[options.shard.number - 1])
        if not streams:
            display.say(f"shard {options.shard} has nothing to make")
            return 0
    folder = out / options.lang
    asked = {(stream.rows, stream.cols) for stream in streams}
    deadline = time.monotonic() + options.time_budget if options.time_budget else float("inf")
    with (
        locked(folder) as lock,
        log_to(folder / LOG),
        Ledger.open(folder / LEDGER, lang=options.lang, seed=options.seed) as ledger,
    ):
        if options.shard:
            refuse_strangers(ledger, streams)
        display.say(
            f"{options.lang}: {len(equipment.index):,} answers, {len(equipment.jokes.jokes):,} jokes; "
            f"{options.per_size} puzzles each of {', '.join(stream.size for stream in streams)}; "
            f"seed {ledger.seed}, {workers} worker{'s' if workers > 1 else ''}"
        )
        if not is_compiled():
            display.say("compiling the kernels, once after a change; this takes about a minute")
        warm_up(equipment)
        where, pools = _where(options.executor, home, equipment, workers=workers, lock=lock)
        with pools as pool, _signals() as caught:
            done = {s: ledger.state(s.rows, s.cols, equipment.digests).accepted for s in streams}
            with display.bar(streams, done, options.per_size) as bar:
                states = run_corpus(
                    ledger,
                    where,
                    equipment,
                    streams,
                    pool,
                    per_size=options.per_size,
                    on_progress=bar.advance,
                    stopped=lambda: bool(caught) or time.monotonic() >= deadline,
                )
            if caught:
                raise KeyboardInterrupt
        totals = write_results(folder, ledger, home, equipment)
        display.say(report_text(totals))
        if more := [t for t in totals if t.wanted > options.per_size and (t.rows, t.cols) in asked]:
            display.say(
                f"an earlier call asked for more ({', '.join(f'{t.rows}x{t.cols}: {t.wanted}' for t in more)}); "
                "that stands, the bundle holds what is there of it"
            )
        if ledger.made_from_others(equipment.digests):
            faults = verify_corpus(ledger.puzzles(), equipment.index, equipment.jokes)
            if faults:
                display.say(
                    f"warning: lexicon, jokes or settings have changed; {len(faults)} faults of stored puzzles against "
                    f"them, the first: {faults[0]}; stored puzzles keep what they were made of, to make all "
                    "anew choose another --out"
                )
        display.say(f"bundle: {folder / BUNDLE}, report: {folder / REPORT}, ledger: {folder / LEDGER}")
    short = [s for s in streams if states[s].accepted < options.per_size]
    exhausted = [s for s in short if is_exhausted(states[s], equipment)]
    if exhausted:
        raise FactoryError(_shortage(exhausted, states, options.per_size, equipment))
    if short:
        missing = sum(options.per_size - states[s].accepted for s in short)
        display.say(f"the time is used up; {missing} puzzles are still wanted, run it again to go on")
    return 0


def _where(
    executor: str, home: House, equipment: Equipment, *, workers: int, lock: int
) -> tuple[House | Shipped, AbstractContextManager[Pool]]:
    """Where workers find their equipment, and the pool of the workers."""
    if executor == "local":
        return home, LocalPool(workers, not_for_workers=(lock,))
    parcel = ship(home, (equipment,))
    return Shipped(parcel.digest), dask_pool(executor, parcel)


def _shortage(
    streams: list[Stream], states: dict[Stream, StreamState], wanted: int, equipment: Equipment
) -> str:
    parts = []
    for stream in streams:
        state = states[stream]
        why = (
            "no more grids with a free joke were found"
            if free_jokes(state, equipment)
            else "all jokes are used"
        )
        parts.append(f"{stream.size} has {state.accepted} of {wanted} ({why})")
    return f"{'; '.join(parts)}: more jokes or a larger lexicon would help"


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


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collects SIGINT and SIGTERM in the list it yields; a second one interrupts at once."""
    caught: list[int] = []
    owner = os.getpid()

    def note(number: int, _: FrameType | None) -> None:
        if os.getpid() != owner:  # a worker that was ended before it could lay this handler down
            os._exit(1)
        if caught:
            raise KeyboardInterrupt
        caught.append(number)
        # Not print: the signal may have come in the middle of one.
        with suppress(OSError):
            os.write(2, b"\nstopping; what is accepted stays, run it again to go on\n")

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
