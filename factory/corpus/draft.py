"""What goes into a job and what an attempt at it yields: a draft or a rejection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from factory.grid import Mask
from factory.puzzle import Cell
from factory.stages.lay import NO_WISHES, Wishes

MASK, FILL, PLACE, IMPROVE, LAY = 1, 2, 3, 4, 5
"""Numbers of the stages that draw random numbers; part of the seed, never to be changed."""


@dataclass(frozen=True, order=True)
class Stream:
    """All jobs of one language and size."""

    lang: str
    rows: int
    cols: int

    @property
    def size(self) -> str:
        """As in ids and file names: "12x12"."""
        return f"{self.rows}x{self.cols}"


@dataclass(frozen=True)
class Job:
    """What a worker is asked for: the index-th job of a stream, with what earlier epochs used up."""

    stream: Stream
    index: int
    seed: int
    used_jokes: frozenset[str] = frozenset()
    joke: int | None = None
    """Planned and placed mode: the number in the joke list of the joke that was dealt to this job."""
    ages: bytes = b""
    """uint16 [global word id], puzzles since each last use before the epoch, 0 = never; empty: no use counts."""
    wishes: Wishes = NO_WISHES
    """What a caller wants to see in the grid."""


@dataclass(frozen=True)
class Rejection:
    """Why an attempt made no puzzle: a normal result, counted in the report."""

    attempt: int
    stage: str
    reason: str


@dataclass(frozen=True)
class Draft:
    """A filled grid that keeps the limits, before its joke and its id are settled.

    fits holds, for each free joke that can be hidden within the limits, its number in the joke list and
    its unevenness. A joke dealt beforehand is the only fit; secret holds its cells. In placed mode parts
    holds the cells and the spelling of each part, and word_ids is -1 at their slots.
    """

    attempt: int
    mask: Mask
    word_ids: tuple[int, ...]
    fits: tuple[tuple[int, float], ...]
    secret: tuple[Cell, ...] | None = None
    parts: tuple[tuple[tuple[Cell, ...], str], ...] = ()
    kappa: float | None = None
    """Constrainedness of the mask with the lexicon, as measured when the search that filled it began."""


def random_state(job: Job, stage: int, attempt: int) -> NDArray[np.uint64]:
    """The kernels' generator state of one stage of one attempt: a function of seed, stream, index alone."""
    lang = int.from_bytes(job.stream.lang.encode(), "big")
    key = (lang, job.stream.rows, job.stream.cols, job.index, stage, attempt)
    return np.random.SeedSequence(job.seed, spawn_key=key).generate_state(2, np.uint64).astype(np.uint64)
