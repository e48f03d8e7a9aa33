"""One language of a run: its folder with lock and ledger, and how puzzles are made in it and published."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from factory.cli.common import house, parse_sizes
from factory.cli.corpus_folder import BUNDLE, LEDGER, LOG, PAGE, REPORT, write_page, write_results
from factory.cli.progress import Bar, Display
from factory.corpus.equipment import Equipment, House, compile_lexicon, equipment_of, warm_up
from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.corpus.outlook import Outlook, is_exhausted, outlooks
from factory.corpus.records import StreamState
from factory.corpus.report import report_text
from factory.corpus.run import locked, run_corpus
from factory.corpus.shards import Shard, deal_streams, refuse_strangers
from factory.corpus.shipment import Shipped, ship
from factory.executors import LocalPool, Pool, dask_pool, log_to
from factory.inspect.verify import verify_corpus
from factory.kernels import is_compiled


class _Interrupted(Exception):
    """Makes a pool end its workers at once."""


@dataclass(frozen=True)
class Stop:
    """When to stop: at a signal, or when the time is up."""

    signals: Sequence[int]
    """Those caught so far."""
    deadline: float
    """On the monotonic clock."""

    @property
    def interrupted(self) -> bool:
        """Whether a signal came."""
        return bool(self.signals)

    def __call__(self) -> bool:
        """Whether to stop now."""
        return self.interrupted or time.monotonic() >= self.deadline


@dataclass
class Work:
    """The corpus of one language, open and locked."""

    home: House
    folder: Path
    lock: int
    equipment: Equipment
    ledger: Ledger
    streams: tuple[Stream, ...]
    states: dict[Stream, StreamState] = field(default_factory=dict)

    @property
    def lang(self) -> str:
        """The language."""
        return self.equipment.index.lang

    def is_finished(self, per_size: int) -> bool:
        """Whether nothing can be done: each stream has its puzzles, or can't get them."""
        return all(
            state.accepted >= per_size or is_exhausted(state, self.equipment)
            for state in self.states.values()
        )

    def is_exhausted(self, per_size: int) -> bool:
        """Whether every size has told all and given all that it has."""
        return all(
            is_exhausted(state, self.equipment) and state.accepted <= per_size
            for state in self.states.values()
        )

    def make(
        self,
        per_size: int,
        *,
        executor: str,
        workers: int,
        locks: Sequence[int],
        bar: Bar,
        stop: Stop,
    ) -> None:
        """Makes puzzles until each size has `per_size`, is exhausted, or it is stopped.

        An interrupt ends the workers in the middle of their jobs; when the time is up, they end their jobs first.

        `locks` are those of all languages of the run, which workers let go.
        """
        where: House | Shipped = self.home
        pools: AbstractContextManager[Pool]
        if executor == "local":
            pools = LocalPool(workers, not_for_workers=tuple(locks))
        else:
            parcel = ship(self.home, (self.equipment,))
            where, pools = Shipped(parcel.digest), dask_pool(executor, parcel)
        with suppress(_Interrupted), log_to(self.folder / LOG), pools as pool:
            self.states = run_corpus(
                self.ledger,
                where,
                self.equipment,
                self.streams,
                pool,
                per_size=per_size,
                states=self.states,
                on_progress=bar.advance,
                stopped=stop,
            )
            if stop.interrupted:
                raise _Interrupted

    def want(self, per_size: int) -> None:
        """Notes that each size shall have so many."""
        for stream in self.streams:
            self.ledger.want(stream.rows, stream.cols, per_size)

    def outlooks(self, per_size: int) -> list[Outlook]:
        """Where each size stands."""
        return outlooks(self.equipment, self.ledger, dict.fromkeys(self.streams, per_size), self.states)

    def publish(self, per_size: int, display: Display, *, page: bool) -> None:
        """Writes report and bundle, with `page` the page of the report too, and says how it went."""
        ledger, folder, equipment = self.ledger, self.folder, self.equipment
        totals = write_results(folder, ledger, self.home, equipment)
        if page:
            write_page(folder, ledger)
        display.say(report_text(totals, title=self.lang))
        asked = {(stream.rows, stream.cols) for stream in self.streams}
        if more := [t for t in totals if t.wanted > per_size and (t.rows, t.cols) in asked]:
            display.say(
                f"an earlier call asked for more ({', '.join(f'{t.rows}x{t.cols}: {t.wanted}' for t in more)}); "
                "that stands, the bundle holds what is there of it"
            )
        if ledger.made_from_others(equipment.digests):
            faults = verify_corpus(ledger.puzzles(), equipment.index, equipment.jokes)
            if faults:
                display.say(
                    f"warning: lexicon, jokes or settings have changed; {len(faults)} faults of stored puzzles against "
                    f"them, the first: {faults[0]}; stored puzzles keep what they were made of (all: factory corpus "
                    f"recheck {folder}), to make all anew choose another --out"
                )
        display.say(
            f"bundle: {folder / BUNDLE}, report: {folder / (PAGE if page else REPORT)}, ledger: {folder / LEDGER}"
        )


def out_folder(options: argparse.Namespace) -> Path:
    """The output folder, of a shard its own."""
    out: Path = options.out / options.shard.folder if options.shard else options.out
    return out


def own_streams(options: argparse.Namespace, lang: str) -> tuple[Stream, ...]:
    """The streams asked for; of a shard those that are dealt to it."""
    streams = tuple(Stream(lang, size, size) for size in parse_sizes(options.sizes))
    shard: Shard | None = options.shard
    return deal_streams(streams, shard.of)[shard.number - 1] if shard else streams


@contextmanager
def opened(options: argparse.Namespace, lang: str, display: Display) -> Iterator[Work]:
    """The corpus of a language, locked, with the kernels ready.

    Raises:
        BusyError: another run works there.
        FactoryError: see the parts.
    """
    home = house(options)
    compile_lexicon(home, lang, on_build=display.say)
    equipment = equipment_of(home, lang)
    streams = own_streams(options, lang)
    folder = out_folder(options) / lang
    with (
        locked(folder) as lock,
        Ledger.open(folder / LEDGER, lang=lang, seed=options.seed) as ledger,
    ):
        if options.shard:
            refuse_strangers(ledger, streams)
        if not is_compiled():
            display.say("compiling the kernels, once after a change; this takes about a minute")
        warm_up(equipment)
        states = {stream: ledger.state(stream.rows, stream.cols, equipment.digests) for stream in streams}
        yield Work(home, folder, lock, equipment, ledger, streams, states)


def complete_rounds(streams: Sequence[Stream], ledger: Ledger | None) -> int:
    """The puzzles that every one of the sizes was asked for and has."""
    totals = {(total.rows, total.cols): total for total in ledger.totals()} if ledger else {}
    found = [totals.get((stream.rows, stream.cols)) for stream in streams]
    return min((min(total.wanted, total.accepted) if total else 0 for total in found), default=0)


def begin_text(work: Work, what: str, workers: str) -> str:
    """The line that a language begins with."""
    equipment = work.equipment
    return (
        f"{work.lang}: {len(equipment.index):,} answers, {len(equipment.jokes.jokes):,} jokes; {what} each of "
        f"{', '.join(stream.size for stream in work.streams)}; seed {work.ledger.seed}, {workers}"
    )
