"""The log file of a run."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

from factory.errors import FactoryError


class _LogFile(logging.FileHandler):
    """A log file; a full disk costs its lines, but not the run."""

    def handleError(self, record: logging.LogRecord) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


@contextlib.contextmanager
def log_to(path: Path, level: int = logging.INFO) -> Iterator[None]:
    """Sends all log records of this process, and of workers started inside, to a file.

    Raises:
        FactoryError: the file can't be opened.
    """
    try:
        handler = _LogFile(path, encoding="utf-8")
    except OSError as error:
        raise FactoryError(f"{path}: can't be written ({error.strerror}); is it a file?") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(processName)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(level)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        handler.close()
