"""What the run asks of a place where jobs are done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

R = TypeVar("R")

WorkersLost = BrokenProcessPool
"""What a future raises when its worker died; the work is undecided and must be done again."""


class Pool(Protocol):
    """An executor (concurrent.futures) that can be replaced when its workers die."""

    @property
    def workers(self) -> int:
        """How many jobs can be under way at once."""

    def submit(self, function: Callable[..., R], /, *args: Any) -> Future[R]:
        """The future of a call that some worker makes."""

    def renew(self) -> None:
        """Ends all calls at once, whatever they do, and makes ready for new ones."""
