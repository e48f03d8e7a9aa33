"""Ctrl-C and SIGTERM during a run: the first one asks it to stop, a second one interrupts at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType


@contextmanager
def caught_signals() -> Iterator[list[int]]:
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
