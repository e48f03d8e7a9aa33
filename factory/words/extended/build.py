"""Building dictionaries/extended/<lang>: batches of pairs filtered, thinned to the best clues, and written."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from factory.errors import LexiconError
from factory.words.breadth import SOURCES_FILE
from factory.words.extended import czech, slovak, west
from factory.words.extended.packages import Package, fetch
from factory.words.extended.recipe import Batch, Source
from factory.words.frequency import CognateSettings, zipf
from factory.words.importers.pairs import MAX_CELLS, Pair, unfit
from factory.words.importers.publish import as_line
from factory.words.offensive import Offensive
from factory.words.orthography import Orthography
from factory.words.settings import WordsSettings
from factory.words.source import MIN_CELLS, SOURCED_HEADER

MAX_CLUES: Final = 3
"""Clues of an answer that are kept: those of the better source, then those of commoner words."""

Batches = Callable[[Mapping[str, Package], str, CognateSettings | None], list[Batch]]

RECIPES: Final[Mapping[str, tuple[tuple[str, ...], Batches]]] = {
    "cs": (czech.PACKAGES, czech.batches),
    "de": (west.GERMAN_PACKAGES, west.german_batches),
    "en": (west.ENGLISH_PACKAGES, west.english_batches),
    "sk": (slovak.PACKAGES, slovak.batches),
}


@dataclass(frozen=True)
class Built:
    """What a build wrote."""

    folder: Path
    rows: Mapping[str, int]
    """By file."""
    answers: Mapping[int, int]
    """Different answers by cells."""
    refused: Mapping[str, int]
    """Pairs left out, by reason."""


@dataclass(frozen=True)
class _Row:
    cells: tuple[str, ...]
    pair: Pair
    batch: int


def build_extended(
    lang: str,
    settings: WordsSettings,
    offensive: Offensive,
    *,
    folder: Path,
    cache: Path,
    on_step: Callable[[str], None] = lambda _: None,
) -> Built:
    """The extended lexicon of a language in `folder`, which is replaced in one step when it is there.

    Raises:
        LexiconError: there is no recipe for the language, or a package can't be had.
    """
    if lang not in RECIPES:
        raise LexiconError(
            f"language {lang!r}: no recipe for an extended lexicon; there are {', '.join(RECIPES)}"
        )
    names, make_batches = RECIPES[lang]
    packages = fetch(names, cache, on_download=on_step)
    on_step(f"{folder}: making pairs from {', '.join(names)}")
    batches = make_batches(packages, lang, settings.cognates)
    orthography = Orthography(settings.orthography)
    refused: Counter[str] = Counter()
    rows = _sound(batches, orthography, offensive, settings.max_clue_length, refused)
    kept = _best(rows, batches, lambda text: zipf(text, lang, settings.cognates), refused)
    counts = _write(folder, kept, batches, packages, orthography)
    lengths = Counter(len(cells) for cells in {row.cells for row in kept})
    return Built(folder, counts, dict(sorted(lengths.items())), dict(refused.most_common()))


def _sound(
    batches: Iterable[Batch],
    orthography: Orthography,
    offensive: Offensive,
    max_clue_length: int,
    refused: Counter[str],
) -> list[_Row]:
    """The pairs that are of use, each once; of two batches the first has it."""
    rows: dict[tuple[tuple[str, ...], str], _Row] = {}
    for number, batch in enumerate(batches):
        for pair in batch.pairs:
            if why := unfit(pair, max_clue_length=max_clue_length):
                refused[why] += 1
                continue
            if offensive.find_in_answer(pair.answer, orthography) or offensive.find(pair.clue, orthography):
                refused["offensive"] += 1
                continue
            try:
                cells = orthography.cells(pair.answer)
            except ValueError:
                refused["a letter outside the alphabet"] += 1
                continue
            if MIN_CELLS <= len(cells) <= MAX_CELLS:
                rows.setdefault((cells, pair.clue), _Row(cells, pair, number))
    return list(rows.values())


def _best(
    rows: Iterable[_Row], batches: list[Batch], frequency: Callable[[str], float], refused: Counter[str]
) -> list[_Row]:
    """The best clues of each answer: those of a better batch first, definitions, then commoner words."""

    def rank(row: _Row) -> tuple[int, bool, float, str]:
        is_second = batches[row.batch].phrases_first and " " not in row.pair.clue
        return row.batch, is_second, -frequency(row.pair.clue), row.pair.clue

    by_answer: defaultdict[tuple[str, ...], list[_Row]] = defaultdict(list)
    for row in rows:
        by_answer[row.cells].append(row)
    kept: list[_Row] = []
    for own in by_answer.values():
        own.sort(key=rank)
        kept += own[:MAX_CLUES]
        refused["more clues than are kept"] += len(own[MAX_CLUES:])
    return kept


def _write(
    folder: Path,
    rows: Iterable[_Row],
    batches: list[Batch],
    packages: Mapping[str, Package],
    orthography: Orthography,
) -> dict[str, int]:
    counts: dict[str, int] = {}
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for number, batch in enumerate(batches):
                own = sorted(
                    (row for row in rows if row.batch == number),
                    key=lambda row: (orthography.codes(row.cells), row.pair.answer, row.pair.clue),
                )
                origin = f"{batch.source.name} ({batch.source.licence})"
                lines = [as_line((r.pair.answer, r.pair.clue, ",".join(r.pair.tags), origin)) for r in own]
                text = "\n".join(["\t".join(SOURCED_HEADER), *lines]) + "\n"
                (draft / batch.file).write_text(text, encoding="utf-8")
                counts[batch.file] = len(own)
            sources = _describe([batch.source for batch in batches], packages)
            (draft / SOURCES_FILE).write_text(sources, encoding="utf-8")
            draft.chmod(0o755)
            shutil.rmtree(folder, ignore_errors=True)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as problem:
        raise LexiconError(f"{problem.filename or folder}: can't be written ({problem.strerror})") from None
    return counts


def _describe(sources: Iterable[Source], packages: Mapping[str, Package]) -> str:
    lines = [f"- {source.attribution(packages)}" for source in sources]
    return "\n".join((
        "# Sources",
        "",
        "Made by `make lexicon-extended` from the packages below, filtered; whoever passes these files or puzzles",
        "made with them on has to keep to the licences. The lines that begin with a dash become the attribution.",
        "",
        *lines,
        "",
    ))  # fmt: skip
