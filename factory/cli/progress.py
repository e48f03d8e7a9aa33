"""What a person sees while a corpus is made: a bar in a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from tqdm import tqdm

from factory.cli.streams import Messages, say
from factory.corpus.job import Stream
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
    def bar(self, streams: Sequence[Stream], done: Mapping[Stream, int], wanted: int) -> Iterator[Bar]:
        """The progress of a run."""
        goal = wanted * len(streams)
        begun = sum(min(n, wanted) for n in done.values())
        with tqdm(
            total=goal,
            initial=begun,
            unit=" puzzles",
            file=Messages(),
            disable=True if self.quiet else None,
            dynamic_ncols=True,
            bar_format="{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}, {rate_fmt}] {postfix}",
        ) as bar:
            yield Bar(bar, streams, done, wanted, plain=bar.disable and not self.quiet)


class Bar:
    """Counts accepted and tried; told of each epoch."""

    def __init__(
        self,
        bar: tqdm[None],
        streams: Sequence[Stream],
        done: Mapping[Stream, int],
        wanted: int,
        *,
        plain: bool,
    ) -> None:
        self._bar = bar
        self._accepted = {stream: done[stream] for stream in streams}
        self._wanted = wanted
        self._begun = sum(min(n, wanted) for n in done.values())
        self._made = 0
        self._tried = 0
        self._plain = plain
        self._start = time.monotonic()
        self._last_line = self._start

    def advance(self, progress: Progress) -> None:
        """Takes in one epoch."""
        stream, record = progress.stream, progress.record
        before = min(self._accepted[stream], self._wanted)
        self._accepted[stream] = progress.state.accepted
        self._made += len(record.accepted)
        self._tried += len(record.accepted) + len(record.rejections)
        self._bar.update(min(self._accepted[stream], self._wanted) - before)
        open_sizes = [f"{s.rows}:{n}" for s, n in self._accepted.items() if n < self._wanted]
        success = f"{self._made / self._tried:.0%}" if self._tried else "-"
        self._bar.set_postfix_str(
            f"{self._tried} tried, {success} accepted{'; ' + ' '.join(open_sizes[:6]) if open_sizes else ''}"
        )
        now = time.monotonic()
        finished = self._accepted[stream] >= self._wanted > before
        if self._plain and (finished or now - self._last_line >= LINE_SECONDS):
            self._last_line = now
            have = sum(min(n, self._wanted) for n in self._accepted.values())
            goal = self._wanted * len(self._accepted)
            rate = (have - self._begun) / max(now - self._start, 1e-9)
            left = f", about {(goal - have) / rate:.0f} s left" if rate > 0 and have < goal else ""
            note = f"{stream.size} is complete, " if finished else ""
            say(
                f"{note}{have} of {goal} puzzles, {self._tried} tried, {success} accepted, {rate:.2f}/s{left}"
            )
