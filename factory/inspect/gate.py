"""The quality gate: a corpus against absolute limits and against the figures of a committed baseline."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from annotated_types import Ge, Gt, Lt

from factory.inspect.intervals import Sample, mean_margin, sample_of, share_margin
from factory.inspect.summary import reuse
from factory.puzzle import Puzzle
from factory.section import section
from factory.words.lines import ClueSettings

HIGHER_IS_BETTER: Final = frozenset(
    {"mean_zipf", "mean_length", "success_per_attempt", "answer_distinct", "answer_median_distance",
     "clue_distinct", "clue_median_distance"}
)  # fmt: skip
MEANS: Final = (
    "islands", "dead_clue_cells", "clusters", "clue_share", "inner_clue_share", "two_cell_share", "mean_length",
    "mean_zipf", "rare_share", "rare_crossings", "code_share", "limited_share", "clue_overflows",
    "secret_spread", "secret_letters_in_one_answer", "secret_adjacent",
)  # fmt: skip
"""Metrics of puzzles whose means may not get worse."""
REUSE: Final = ("answer_distinct", "answer_top_1_percent", "clue_distinct", "clue_top_1_percent")
"""Metrics of a corpus that hang on its number of puzzles."""
NODES: Final = "nodes_per_puzzle"
SUCCESS: Final = "success_per_attempt"
KNOWN: Final = frozenset({*MEANS, *REUSE, NODES, SUCCESS})
"""What a limit may be set for; of each puzzle only those of MEANS."""
EVERY_SIZE: Final = "all sizes"
TOLERANCE: Final = 0.1
WORST: Final = 3


@dataclass(frozen=True)
class Effort:
    """What the puzzles of a size took."""

    accepted: int
    """All that were made, published or in reserve."""
    attempts: int
    nodes: int


@section
class Bound:
    """An absolute limit: the most, or the least of what should be high."""

    mean: float | None = None
    """Of the mean over the puzzles of a size, or of a figure of the corpus."""
    each: float | None = None
    """Of each puzzle."""


@section
class SizeFigures:
    """What was measured at one size."""

    puzzles: Annotated[int, Ge(1)]
    accepted: Annotated[int, Ge(0)] = 0
    attempts: Annotated[int, Ge(0)] = 0
    means: Mapping[str, tuple[float, float]]
    """Mean and standard deviation per metric of MEANS."""
    corpus: Mapping[str, float] = field(default_factory=dict)
    """Figures without a deviation: REUSE and NODES."""

    def sample(self, metric: str) -> Sample:
        """What the mean of `metric` comes from."""
        return Sample(self.puzzles, *self.means[metric])


@section
class Baseline:
    """A committed state of quality, and the limits that hold whatever it is."""

    language: str
    limits: Mapping[str, Bound] = field(default_factory=dict)
    confidence: Annotated[float, Gt(0.5), Lt(1)] = 0.99
    """That a corpus no worse than the baseline passes all comparisons together."""
    room: ClueSettings = field(default_factory=ClueSettings)
    """Of a clue cell, by which overflows are counted."""
    tolerance: Mapping[str, Annotated[float, Ge(0)]] = field(default_factory=dict)
    """Parts by which figures of the corpus may be worse; TOLERANCE where nothing is said."""
    sizes: Mapping[str, SizeFigures] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """One comparison."""

    size: str
    metric: str
    rule: Literal["mean", "each", "baseline"]
    measured: float
    limit: float
    passed: bool
    worst: tuple[tuple[str, float], ...] = ()
    """Ids and values of the worst puzzles, where it failed and puzzles have a value of their own."""

    @property
    def text(self) -> str:
        """The comparison in one line."""
        wanted = "at least" if self.metric in HIGHER_IS_BETTER else "at most"
        rule = {"mean": "limit", "each": "limit of each puzzle", "baseline": "baseline"}[self.rule]
        line = f"{self.size}: {self.metric} {self.measured:.4g}, expected {wanted} {self.limit:.4g} ({rule})"
        if self.worst:
            line += "; worst: " + ", ".join(f"{name} {value:.4g}" for name, value in self.worst)
        return line


def figures_of(puzzles: Iterable[Puzzle], effort: Mapping[str, Effort]) -> dict[str, SizeFigures]:
    """The figures per size ("8x8", ...), ascending; `effort` per size where it is known."""
    return {size: _figures(group, effort.get(size)) for size, group in by_size(puzzles).items()}


def by_size(puzzles: Iterable[Puzzle]) -> dict[str, list[Puzzle]]:
    """The puzzles of each size, sizes ascending."""
    groups: dict[tuple[int, int], list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        groups[puzzle.rows, puzzle.cols].append(puzzle)
    return {group[0].size: group for _, group in sorted(groups.items())}


def judge(puzzles: Sequence[Puzzle], effort: Mapping[str, Effort], baseline: Baseline) -> list[Verdict]:
    """All comparisons of a corpus: the limits per size, then the baseline per size and over all sizes.

    A mean fails when it is worse than the baseline's by more than chance explains. The chance is shared out
    over all comparisons (Bonferroni), so that a corpus that is no worse passes with the baseline's confidence.
    Sizes that the baseline does not have are held to the limits alone.
    """
    groups = by_size(puzzles)
    now = figures_of(puzzles, effort)
    verdicts = [v for size, group in groups.items() for v in _limits(size, group, now[size], baseline.limits)]
    shared = {size: (now[size], baseline.sizes[size]) for size in now if size in baseline.sizes}
    if not shared:
        return verdicts
    strata = {**{size: [pair] for size, pair in shared.items()}, EVERY_SIZE: list(shared.values())}
    chance = (1 - baseline.confidence) / (len(strata) * (len(MEANS) + 1))
    for size, pairs in strata.items():
        members = puzzles if size == EVERY_SIZE else groups[size]
        for metric in MEANS:
            if all(metric in old.means for _, old in pairs):
                verdicts.append(compare_means(size, metric, pairs, 1 - chance, members))
        verdicts += _against_success(size, pairs, 1 - chance)
        if size != EVERY_SIZE:
            verdicts += _against_corpus(size, *pairs[0], baseline.tolerance)
    return verdicts


def _figures(puzzles: Sequence[Puzzle], effort: Effort | None) -> SizeFigures:
    means = {}
    for metric in MEANS:
        found = sample_of([puzzle.quality[metric] for puzzle in puzzles])
        means[metric] = (round(found.mean, 6), round(found.deviation, 6))
    uses = {
        "answer": [[entry.answer for entry in puzzle.entries] for puzzle in puzzles],
        "clue": [[f"{entry.answer}\t{entry.clue}" for entry in puzzle.entries] for puzzle in puzzles],
    }
    again = {
        f"{kind}_{name}": value for kind, things in uses.items() for name, value in reuse(things).items()
    }
    corpus = {name: float(again[name] or 0) for name in REUSE}
    if effort:
        corpus[NODES] = round(effort.nodes / max(effort.accepted, 1), 1)
    return SizeFigures(
        puzzles=len(puzzles),
        accepted=effort.accepted if effort else 0,
        attempts=effort.attempts if effort else 0,
        means=means,
        corpus=corpus,
    )


def _limits(
    size: str, puzzles: Sequence[Puzzle], found: SizeFigures, limits: Mapping[str, Bound]
) -> Iterable[Verdict]:
    for metric, bound in limits.items():
        if bound.each is not None:
            worst = _worst(metric, puzzles)
            measured = worst[0][1]
            passed = not _worse(metric, measured, bound.each)
            beyond = tuple((name, value) for name, value in worst if _worse(metric, value, bound.each))
            yield Verdict(size, metric, "each", measured, bound.each, passed, beyond)
        if bound.mean is not None:
            mean = _corpus_figure(metric, found)
            if mean is None:
                continue
            passed = not _worse(metric, mean, bound.mean)
            named = () if passed or metric not in found.means else _worst(metric, puzzles)
            yield Verdict(size, metric, "mean", mean, bound.mean, passed, named)


def _corpus_figure(metric: str, found: SizeFigures) -> float | None:
    if metric == SUCCESS:
        return found.accepted / found.attempts if found.attempts else None
    return found.means[metric][0] if metric in found.means else found.corpus.get(metric)


def compare_means(
    size: str,
    metric: str,
    pairs: Sequence[tuple[SizeFigures, SizeFigures]],
    confidence: float,
    puzzles: Sequence[Puzzle],
) -> Verdict:
    """Whether the mean over strata (sizes), each a pair of now and before, got worse beyond chance."""
    now, before = [new.sample(metric) for new, _ in pairs], [old.sample(metric) for _, old in pairs]
    measured = sum(one.mean for one in now) / len(now)
    margin = mean_margin(now, before, confidence)
    sign = -1 if metric in HIGHER_IS_BETTER else 1
    limit = sum(one.mean for one in before) / len(before) + sign * margin
    passed = not _worse(metric, measured, limit + sign * 1e-6)
    return Verdict(
        size, metric, "baseline", measured, limit, passed, () if passed else _worst(metric, puzzles)
    )


def _against_success(
    size: str, pairs: Sequence[tuple[SizeFigures, SizeFigures]], confidence: float
) -> Iterable[Verdict]:
    now = sum(new.accepted for new, _ in pairs), sum(new.attempts for new, _ in pairs)
    before = sum(old.accepted for _, old in pairs), sum(old.attempts for _, old in pairs)
    if all(new.attempts and old.attempts for new, old in pairs):
        measured = now[0] / now[1]
        limit = before[0] / before[1] - share_margin(now, before, confidence)
        yield Verdict(size, SUCCESS, "baseline", measured, limit, measured >= limit)


def _against_corpus(
    size: str, now: SizeFigures, before: SizeFigures, tolerance: Mapping[str, float]
) -> Iterable[Verdict]:
    """Reuse only between corpora of as many puzzles: it grows with the number."""
    for metric, old in before.corpus.items():
        if metric in now.corpus and (metric not in REUSE or now.puzzles == before.puzzles):
            part = tolerance.get(metric, TOLERANCE)
            limit = old * (1 - part if metric in HIGHER_IS_BETTER else 1 + part)
            measured = now.corpus[metric]
            yield Verdict(size, metric, "baseline", measured, limit, not _worse(metric, measured, limit))


def _worse(metric: str, value: float, limit: float) -> bool:
    return value < limit if metric in HIGHER_IS_BETTER else value > limit


def _worst(metric: str, puzzles: Sequence[Puzzle]) -> tuple[tuple[str, float], ...]:
    sign = 1 if metric in HIGHER_IS_BETTER else -1
    ranked = sorted((sign * puzzle.quality[metric], puzzle.id) for puzzle in puzzles)
    return tuple((name, sign * value) for value, name in ranked[:WORST])


def as_mapping(baseline: Baseline) -> dict[str, object]:
    """The baseline as plain values, without what is unset."""
    plain = dataclasses.asdict(baseline)
    plain["limits"] = {
        metric: {name: value for name, value in bound.items() if value is not None}
        for metric, bound in plain["limits"].items()
    }
    return plain
