"""What a person sees while a corpus is made: a bar in a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tqdm import tqdm

from factory.cli.streams import Messages, say
from factory.corpus.job import Stream
from factory.corpus.outlook import duration_text, usual_cost
from factory.corpus.run import Progress

LINE_SECONDS = 30
"""Between two progress lines when stderr is no terminal."""

tqdm.monitor_interval = 0  # its thread is an old cause of deadlocks with forked workers


class Display:
    """Messages and progress on stderr; nothing when quiet."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet

    def say(self, text: str) -> None:
        """Prints a message."""
        if not self.quiet:
            say(text)

    @contextmanager
    def bar(self, done: Mapping[Stream, int], wanted: int | None) -> Iterator[Bar]:
        """The progress of a run that begins with `done` puzzles; `wanted` of each stream, or without end (None)."""
        begun = sum(done.values()) if wanted is None else sum(min(n, wanted) for n in done.values())
        counted = "{n_fmt} puzzles" if wanted is None else "{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt}"
        with tqdm(
            total=None if wanted is None else wanted * len(done),
            initial=begun,
            file=Messages(),
            disable=True if self.quiet else None,
            dynamic_ncols=True,
            bar_format=f"{counted} [{{elapsed}}{{postfix}}]",
        ) as bar:
            yield Bar(bar, done, wanted, plain=bar.disable and not self.quiet)


class Bar:
    """Counts accepted and tried, and estimates the time left; told of each epoch.

    What is left is estimated size by size, since a large puzzle costs twenty times a small one.
    """

    def __init__(
        self, bar: tqdm[None], done: Mapping[Stream, int], wanted: int | None, *, plain: bool
    ) -> None:
        self._bar = bar
        self._accepted = dict(done)
        self._wanted = wanted
        self._tried: Counter[Stream] = Counter()
        self._made: Counter[Stream] = Counter()
        self._cpu: defaultdict[Stream, float] = defaultdict(float)
        self._plain = plain
        self._start = time.monotonic()
        self._last_line = self._start

    def advance(self, progress: Progress) -> None:
        """Takes in one epoch."""
        stream, record = progress.stream, progress.record
        before, have_before = self._accepted[stream], self._have()
        self._accepted[stream] = progress.state.accepted
        self._made[stream] += len(record.accepted)
        self._tried[stream] += len(record.accepted) + len(record.rejections)
        self._cpu[stream] += record.cpu_seconds
        self._bar.update(self._have() - have_before)
        self._bar.set_postfix_str(self._text(), refresh=True)
        now = time.monotonic()
        finished = self._wanted is not None and self._accepted[stream] >= self._wanted > before
        if self._plain and (finished or now - self._last_line >= LINE_SECONDS):
            self._last_line = now
            goal = "" if self._wanted is None else f" of {self._wanted * len(self._accepted)}"
            note = f"{stream.size} is complete, " if finished else ""
            say(f"{note}{self._have()}{goal} puzzles, {self._text()}")

    def _have(self) -> int:
        wanted = self._wanted
        return sum(n if wanted is None else min(n, wanted) for n in self._accepted.values())

    def _text(self) -> str:
        made, tried = self._made.total(), self._tried.total()
        parts = [f"{tried} tried", f"{made / tried:.0%} accepted" if tried else "none accepted"]
        seconds = self._seconds_left()
        if seconds is not None:
            parts.append(f"about {duration_text(seconds)} left")
        return ", ".join(parts)

    def _seconds_left(self) -> float | None:
        """None when nothing is left, or nothing can be said yet."""
        spent, elapsed = sum(self._cpu.values()), time.monotonic() - self._start
        if self._wanted is None or spent <= 0:
            return None
        left = 0.0
        usual = sum(usual_cost(stream) * n for stream, n in self._made.items())
        if not usual:
            return None
        for stream, n in self._accepted.items():
            made = self._made[stream]
            known = self._cpu[stream] / made if made else usual_cost(stream) * spent / usual
            left += max(0, self._wanted - n) * known
        return left * elapsed / spent if left else None
