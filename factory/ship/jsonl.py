"""Puzzles in explicit form as JSON lines, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from factory.errors import BundleError
from factory.puzzle import Puzzle, from_json, to_json


def write_jsonl(puzzles: Iterable[Puzzle], stream: TextIO) -> int:
    """Writes each puzzle as one compact JSON object on a line of its own; returns how many there were.

    The stream should be UTF-8 with newline translation off.
    """
    n_puzzles = 0
    for puzzle in puzzles:
        text = json.dumps(to_json(puzzle), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        stream.write(text + "\n")
        n_puzzles += 1
    return n_puzzles


def read_jsonl(stream: TextIO) -> Iterator[Puzzle]:
    """The puzzles of lines that `write_jsonl` wrote.

    Raises:
        BundleError: a line is no puzzle; the message names the stream and the line.
    """
    name = getattr(stream, "name", "puzzles")
    for number, line in enumerate(stream, 1):
        try:
            puzzle = from_json(json.loads(line))
        except KeyError as problem:
            raise BundleError(
                f"{name}:{number}: no {problem.args[0]!r}, expected an explicit puzzle"
            ) from None
        except (TypeError, AttributeError, ValueError, RecursionError) as problem:
            raise BundleError(f"{name}:{number}: {problem}, expected an explicit puzzle") from None
        yield puzzle
