"""What a stream can still become: puzzles missing, jokes left for them, and the effort to expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from factory.corpus.deal import can_be_dealt
from factory.corpus.equipment import Equipment
from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.corpus.records import FRESH, StreamState, StreamTotals

USUAL_COSTS: Final = {8: 0.01, 10: 0.015, 12: 0.03, 15: 0.06, 18: 0.15}
"""CPU seconds of a job by size where nothing was measured yet: `factory bench puzzles`, closing its epoch included."""


@dataclass(frozen=True)
class Outlook:
    """The state of a stream against what is wanted of it."""

    stream: Stream
    wanted: int
    accepted: int
    jokes_told: int
    jokes_left: int
    """Jokes that can still be dealt."""
    jokes_unfit: int
    """Jokes too long for the size, or in placed mode not to be cut; a grid may hold one by chance."""
    longest: int
    """Cells of the longest punchline that is dealt."""
    exhausted: bool
    cpu_seconds: float
    """To be expected for the missing puzzles."""
    measured: bool
    """Whether that follows from the stream's own figures."""

    @property
    def missing(self) -> int:
        """Puzzles still wanted."""
        return max(0, self.wanted - self.accepted)

    @property
    def lacking_jokes(self) -> int:
        """Missing puzzles that no joke is left for: so many more could be made with as many more jokes."""
        return max(0, self.missing - self.jokes_left)

    @property
    def shortage(self) -> str:
        """Why an exhausted stream has too few puzzles, and what would help."""
        has = f"{self.stream.size} has {self.accepted} of {self.wanted}"
        if self.jokes_left:
            return f"{has} (no more grids were found for its {self.jokes_left} free jokes; a larger lexicon helps)"
        return (
            f"{has} (all jokes of up to {self.longest} cells are told; "
            f"with {self.lacking_jokes} more jokes {self.lacking_jokes} more puzzles can be made)"
        )


def outlook(
    equipment: Equipment, stream: Stream, state: StreamState, *, wanted: int, totals: StreamTotals | None
) -> Outlook:
    """The outlook of a stream; `totals` are its figures so far, if there are any."""
    jokes = equipment.jokes.jokes
    untold = [number for number, joke in enumerate(jokes) if joke.id not in state.used_jokes]
    settings = equipment.settings(stream.rows, stream.cols).secret
    left = (
        len(untold)
        if settings.mode == "found"
        else sum(can_be_dealt(equipment, stream, joke) for joke in untold)
    )
    epoch = equipment.language.base.corpus.epoch
    jobs = -(-max(0, wanted - state.accepted) // epoch) * epoch
    cost, measured = usual_cost(stream), False
    if totals is not None and totals.accepted:
        cost, measured = totals.cpu_seconds / totals.accepted, True
    return Outlook(
        stream=stream,
        wanted=wanted,
        accepted=state.accepted,
        jokes_told=len(state.used_jokes),
        jokes_left=left,
        jokes_unfit=len(untold) - left,
        longest=max(
            (len(joke.cells) for joke in jokes)
            if settings.mode == "found"
            else (min(settings.longest, len(joke.cells)) for joke in jokes)
        ),
        exhausted=is_exhausted(state, equipment),
        cpu_seconds=min(jobs, left) * cost,
        measured=measured,
    )


def outlooks(
    equipment: Equipment,
    ledger: Ledger | None,
    wanted: Mapping[Stream, int],
    states: Mapping[Stream, StreamState] = {},
) -> list[Outlook]:
    """The outlook of each stream of `wanted`; without a ledger all are fresh. Missing states are read."""
    totals = {(total.rows, total.cols): total for total in ledger.totals()} if ledger else {}
    found = []
    for stream, n in wanted.items():
        key = (stream.rows, stream.cols)
        state = states.get(stream) or (ledger.state(*key, equipment.digests) if ledger else FRESH)
        found.append(outlook(equipment, stream, state, wanted=n, totals=totals.get(key)))
    return found


def is_exhausted(state: StreamState, equipment: Equipment) -> bool:
    """Whether a stream gave up: no joke is free, or several epochs in a row brought nothing."""
    free = any(joke.id not in state.used_jokes for joke in equipment.jokes.jokes)
    return not free or state.idle_epochs >= equipment.language.base.corpus.idle_epochs


def usual_cost(stream: Stream) -> float:
    """CPU seconds of a job of a size that nothing is known of."""
    return float(np.interp(max(stream.rows, stream.cols), list(USUAL_COSTS), list(USUAL_COSTS.values())))


def outlook_text(outlooks: Sequence[Outlook], *, workers: int) -> str:
    """What a run would make, as a table for a terminal."""
    lines = [
        f"{'size':>6} {'wanted':>7} {'there':>6} {'to make':>8} {'jokes left':>11} {'CPU s':>7}  estimated from"
    ]
    for one in outlooks:
        source = "this corpus" if one.measured else "usual figures"
        note = f"; {one.lacking_jokes} lack a joke" if one.lacking_jokes else ""
        lines.append(
            f"{one.stream.size:>6} {one.wanted:>7} {one.accepted:>6} {one.missing:>8} {one.jokes_left:>11} "
            f"{one.cpu_seconds:>7.1f}  {source}{note}"
        )
    to_make = sum(one.missing - one.lacking_jokes for one in outlooks)
    cpu = sum(one.cpu_seconds for one in outlooks)
    lines.append(
        f"{to_make:,} puzzles to make: about {duration_text(cpu)} of CPU, "
        f"{duration_text(cpu / workers)} with {workers} worker{'s' if workers > 1 else ''}"
    )
    return "\n".join(lines)


def duration_text(seconds: float) -> str:
    """A rough time: "40 s", "12 min", "3.5 h"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
