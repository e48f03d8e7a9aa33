"""Shards: the streams of a corpus dealt to several runs that know nothing of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.errors import FactoryError


@dataclass(frozen=True)
class Shard:
    """The number-th of `of` shards, counted from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def folder(self) -> str:
        """The name of its folder below the output folder."""
        return f"shard-{self.number}-of-{self.of}"


def deal_streams(streams: Sequence[Stream], n: int) -> tuple[tuple[Stream, ...], ...]:
    """The streams of each of n shards, of about the same cost; a function of the set of streams alone.

    The dearest stream goes first, each to the shard that has the least so far.
    """
    dealt: list[list[Stream]] = [[] for _ in range(n)]
    costs = [0] * n
    for stream in sorted(set(streams), key=lambda stream: (-_cost(stream), stream)):
        lightest = costs.index(min(costs))
        dealt[lightest].append(stream)
        costs[lightest] += _cost(stream)
    return tuple(tuple(sorted(own)) for own in dealt)


def refuse_strangers(ledger: Ledger, streams: Sequence[Stream]) -> None:
    """Does nothing when a shard's ledger holds only streams that are dealt to it now.

    Raises:
        FactoryError: it holds others.
    """
    own = {(stream.rows, stream.cols) for stream in streams}
    strangers = [f"{rows}x{cols}" for rows, cols, _ in ledger.streams() if (rows, cols) not in own]
    if strangers:
        raise FactoryError(
            f"{ledger.path}: holds {', '.join(strangers)}, now dealt to another shard; "
            "which sizes a shard gets hangs on --lang and --sizes: keep both, for all shards"
        )


def _cost(stream: Stream) -> int:
    """The expected effort of a puzzle: cells to the power of 7/4, near what is measured (docs/performance.md)."""
    return isqrt(isqrt((stream.rows * stream.cols) ** 7))
