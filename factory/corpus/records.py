"""What the corpus keeps: the plain values that go into the ledger and come out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factory.puzzle import Puzzle


@dataclass(frozen=True)
class Digests:
    """SHA-256 of what a puzzle is made from."""

    lexicon: str
    jokes: str
    settings: str

    def changed(self, other: Digests) -> list[str]:
        """The names of the inputs that differ."""
        names = ("lexicon", "jokes", "settings")
        return [name for name in names if getattr(self, name) != getattr(other, name)]


@dataclass(frozen=True)
class Accepted:
    """An accepted puzzle with the job that made it."""

    number: int
    job: int
    puzzle: Puzzle


@dataclass(frozen=True)
class Stored:
    """A puzzle in the ledger, published, in reserve or withdrawn."""

    puzzle: Puzzle
    rows: int
    cols: int
    number: int
    job: int
    epoch: int
    withdrawn: str | None
    """Why it was withdrawn; None when it was not."""


@dataclass(frozen=True)
class EpochRecord:
    """All that one epoch adds to the ledger."""

    rows: int
    cols: int
    epoch: int
    accepted: tuple[Accepted, ...]
    rejections: tuple[tuple[int, int, str, str], ...]
    """(job, attempt, stage, reason)."""
    jobs: int
    generator: str
    digests: Digests
    masks: int
    mask_steps: int
    nodes: int
    fails: int
    restarts: int
    cpu_seconds: float


@dataclass(frozen=True)
class StreamState:
    """Where a stream stands after its last whole epoch."""

    next_epoch: int
    next_job: int
    """The index behind the last job, whatever length the epochs had."""
    numbered: int
    """The number of the last puzzle; a withdrawn one keeps its number."""
    accepted: int
    """Puzzles that are not withdrawn."""
    idle_epochs: int
    """Epochs at the end, made from the present inputs and since the last withdrawal, that brought no puzzle."""
    used_jokes: frozenset[str]
    """Jokes of the puzzles that are not withdrawn."""
    clue_usage: Mapping[tuple[str, str], int]
    """How often each (answer, clue) was used."""
    last_use: Mapping[str, int]
    """The number of the last puzzle with each answer."""


FRESH = StreamState(0, 0, 0, 0, 0, frozenset(), {}, {})
"""The state of a stream before its first epoch."""


@dataclass(frozen=True)
class StreamTotals:
    """The counted effort of a stream, for the report."""

    rows: int
    cols: int
    wanted: int
    accepted: int
    """Puzzles that stand."""
    jobs: int
    masks: int
    nodes: int
    cpu_seconds: float
    rejections: Mapping[str, int]
    """By "stage: reason"."""
    withdrawn: int = 0
    """Puzzles accepted once that don't stand any more."""
    kappa: float | None = None
    """Mean constrainedness of the masks of the puzzles; None where no puzzle says it."""
