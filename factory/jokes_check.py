"""Checks of a joke list: form, offensive words, jokes that are told twice, spelling, and the numbers wanted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from factory.errors import JokeError
from factory.findings import Finding
from factory.jokes import HEADER, Joke, read_jokes
from factory.targets import TargetSettings, span_of
from factory.tsv import read_lines
from factory.words.check_doubles import words_of
from factory.words.check_spelling import Text, spelling_findings
from factory.words.offensive import Offensive
from factory.words.orthography import Orthography

LONGEST_SETUP: Final = 160
"""Characters; it stands above the grid."""

NEAR: Final = 0.6
"""Two setups that share so much of their words may be one joke."""

_SHORT: Final = 2
"""Letters of a word that says nothing about a joke."""

_PLACE: Final = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?P<text>.+)", re.DOTALL)


def check_jokes(
    lang: str,
    path: Path,
    orthography: Orthography,
    targets: TargetSettings,
    offensive: Offensive,
    *,
    spelling: bool = True,
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The findings by line, and notes on what could not be checked.

    A list that can't be read at all has one finding: its first error.
    """
    try:
        jokes = read_jokes(path, orthography).jokes
        lines = _lines(path)
    except JokeError as error:
        match = _PLACE.fullmatch(str(error))
        place = (match["file"], int(match["line"]), match["text"]) if match else (str(path), 0, str(error))
        return (Finding(place[0], place[1], "error", "structure", place[2]),), ()
    findings = [
        *_each(jokes, lines, orthography, offensive, file=str(path)),
        *_pairs(jokes, lines, file=str(path)),
        *_targets(jokes, targets, file=str(path)),
    ]
    note = None
    if spelling:
        texts = [
            Text(text, what, joke.id, str(path), lines[joke.id])
            for joke in jokes
            for what, text in (("setup", joke.setup), ("punchline", joke.punchline))
        ]
        found, note = spelling_findings(texts, lang)
        findings += found
    return tuple(sorted(findings)), (note,) if note else ()


def _lines(path: Path) -> dict[str, int]:
    """The line of each joke."""
    rows = read_lines(str(path), path.read_bytes(), header=HEADER, error=JokeError)
    return {line.split("\t")[0]: number for number, line in rows}


def _each(
    jokes: Sequence[Joke],
    lines: Mapping[str, int],
    orthography: Orthography,
    offensive: Offensive,
    *,
    file: str,
) -> Iterator[Finding]:
    for joke in jokes:
        line = lines[joke.id]
        if len(joke.setup) > LONGEST_SETUP:
            text = f"{joke.id}: the setup has {len(joke.setup)} characters, expected at most {LONGEST_SETUP}"
            yield Finding(file, line, "error", "length", text)
        for what, said in (("setup", joke.setup), ("punchline", joke.punchline)):
            word = offensive.find(said, orthography)
            if word:
                yield Finding(
                    file, line, "error", "offensive", f"{joke.id}: {word!r} in the {what} is offensive"
                )
        if f" {' '.join(words_in_order(joke.punchline))} " in f" {' '.join(words_in_order(joke.setup))} ":
            yield Finding(file, line, "warning", "spoiler", f"{joke.id}: the setup holds {joke.punchline!r}")


def _pairs(jokes: Sequence[Joke], lines: Mapping[str, int], *, file: str) -> Iterator[Finding]:
    """The jokes that may be one joke: setups of (nearly) the same words, punchlines of the same words."""
    setups = [frozenset(word for word in words_of(joke.setup) if len(word) > _SHORT) for joke in jokes]
    for (first, one), (second, two) in combinations(enumerate(setups), 2):
        near = len(one & two) >= NEAR * len(one | two) and one | two
        same = words_of(jokes[first].punchline) == words_of(jokes[second].punchline)
        if near or same:
            what = "its setup is nearly" if near else "its punchline has the words of"
            earlier = f"{jokes[first].id} in line {lines[jokes[first].id]}"
            text = f"{jokes[second].id}: {what} that of {earlier}"
            yield Finding(file, lines[jokes[second].id], "warning", "double", text)


def _targets(jokes: Sequence[Joke], targets: TargetSettings, *, file: str) -> Iterator[Finding]:
    lengths = Counter(len(joke.cells) for joke in jokes)
    words = Counter(len(words_in_order(joke.punchline)) for joke in jokes)
    wanted = [("jokes", len(jokes), targets.jokes)]
    for span, count in targets.jokes_by_length.items():
        wanted.append((f"punchlines of {span} cells", sum(lengths[n] for n in span_of(span)), count))
    for n_words, count in targets.jokes_by_words.items():
        wanted.append((f"punchlines of {n_words} words", words[n_words], count))
    for what, found, count in wanted:
        if found < count:
            yield Finding(file, 0, "warning", "target", f"{found} {what}, wanted {count}")


def words_in_order(text: str) -> list[str]:
    """The words of a text in small letters, without marks."""
    return re.findall(r"\w+", text.casefold())
