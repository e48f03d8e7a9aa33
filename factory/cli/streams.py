"""The standard streams, which may be closed, full, left by their reader, or of another encoding than ours."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any, TextIO


def open_streams() -> None:
    """Gives the process the streams it was started without, and lets stdout replace what it can't encode.

    A free descriptor below 3 would go to the next file that is opened, which then got our messages.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def say(text: str) -> None:
    """Prints a line on stderr; that nobody reads it is no error."""
    print(text, file=Messages(), flush=True)


def flush_output() -> None:
    """Writes out what stdout holds back; what can't be written is dropped."""
    try:
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)


def silence(stream: TextIO) -> None:
    """Leads a stream that can't be written any more to nowhere, so that its flush at exit finds no error."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


class Messages:
    """stderr for messages and progress: a reader that goes away doesn't end the run."""

    def write(self, text: str) -> None:
        """Writes the text, or drops it."""
        try:
            sys.stderr.write(text)
        except OSError:
            silence(sys.stderr)

    def flush(self) -> None:
        """Flushes, if it can."""
        try:
            sys.stderr.flush()
        except OSError:
            silence(sys.stderr)

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)
