"""The gate passes what is as good as the baseline, and fails for each kind of worsening."""

from dataclasses import replace

import pytest

from factory.inspect.gate import (
    EVERY_SIZE,
    MEANS,
    REUSE,
    SUCCESS,
    WORST,
    Baseline,
    Bound,
    Effort,
    SizeFigures,
    compare_means,
    figures_of,
    judge,
)
from factory.inspect.metrics import measure
from factory.puzzle import Puzzle
from tests.house import Home, published, reference
from tests.inspect.spoil import SPOILT, spoil

EFFORT = {"8x8": Effort(10, 20, 1000), "9x9": Effort(10, 16, 2000)}


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> list[Puzzle]:
    return []


@pytest.fixture
def puzzles(home: Home, tmp_path_factory: pytest.TempPathFactory, corpora: list[Puzzle]) -> list[Puzzle]:
    if not corpora:
        found = published(reference(home, tmp_path_factory, "8-9", 10))
        corpora.extend(replace(puzzle, quality=measure(puzzle)) for puzzle in found)
    return corpora


@pytest.fixture
def baseline(puzzles: list[Puzzle]) -> Baseline:
    return Baseline(language="sk", sizes=figures_of(puzzles, EFFORT))


def failures(puzzles: list[Puzzle], baseline: Baseline, effort=EFFORT) -> set[tuple[str, str]]:
    return {(v.metric, v.rule) for v in judge(puzzles, effort, baseline) if not v.passed}


def test_judge__the_same_corpus_passes(puzzles, baseline):
    verdicts = judge(puzzles, EFFORT, baseline)
    assert all(verdict.passed for verdict in verdicts)
    compared = {(verdict.size, verdict.metric) for verdict in verdicts}
    assert compared >= {(size, metric) for size in ("8x8", "9x9", EVERY_SIZE) for metric in (*MEANS, SUCCESS)}
    assert compared >= {("8x8", metric) for metric in REUSE}


def test_judge__another_draw_of_the_same_kind_passes(puzzles, baseline):
    halves = [puzzle for n, puzzle in enumerate(puzzles) if n % 2]
    assert not failures(halves, baseline, {})


@pytest.mark.parametrize("metric", SPOILT)
def test_judge__names_each_kind_of_worsening(metric, puzzles, baseline):
    assert (metric, "baseline") in failures(spoil(puzzles, SPOILT[metric]), baseline)


@pytest.mark.parametrize("metric", SPOILT)
def test_judge__absolute_limits_name_it_without_a_baseline(metric, puzzles):
    most = max(puzzle.quality[metric] for puzzle in puzzles)
    limits = Baseline(language="sk", limits={metric: Bound(each=most, mean=most)})
    assert not failures(puzzles, limits)
    assert failures(spoil(puzzles, SPOILT[metric]), limits) == {(metric, "each"), (metric, "mean")}


def test_judge__one_bad_puzzle_breaks_a_limit_of_each_and_is_named(puzzles):
    bad = spoil(puzzles[3:4], SPOILT["islands"])[0]
    limits = Baseline(language="sk", limits={"islands": Bound(each=0)})
    verdicts = judge([*puzzles[:3], bad, *puzzles[4:]], EFFORT, limits)
    failed = [verdict for verdict in verdicts if not verdict.passed]
    assert [verdict.worst for verdict in failed] == [((bad.id, bad.quality["islands"]),)]
    assert bad.id in failed[0].text
    assert "expected at most 0 (limit of each puzzle)" in failed[0].text


def test_judge__a_failed_mean_names_the_worst_puzzles_worst_first(puzzles, baseline):
    spoilt = spoil(puzzles, SPOILT["rare_share"])
    verdict = next(v for v in judge(spoilt, EFFORT, baseline) if v.metric == "rare_share" and not v.passed)
    values = [value for _, value in verdict.worst]
    assert len(values) == WORST
    assert values == sorted(values, reverse=True)


def test_judge__reuse_that_grows_fails(puzzles, baseline):
    first = {size: next(p for p in puzzles if p.size == size) for size in ("8x8", "9x9")}
    same = [replace(first[puzzle.size], id=puzzle.id) for puzzle in puzzles]
    names = {metric for metric, _ in failures(same, baseline)}
    assert {"answer_distinct", "clue_distinct"} <= names


def test_judge__reuse_is_compared_between_equal_numbers_only(puzzles, baseline):
    verdicts = judge(puzzles[:-1], EFFORT, baseline)
    assert {v.size for v in verdicts if v.metric in REUSE} == {"8x8"}


def test_judge__success_and_nodes(puzzles, baseline):
    worse = {"8x8": Effort(10, 200, 1000), "9x9": Effort(10, 16, 9000)}
    assert failures(puzzles, baseline, worse) == {(SUCCESS, "baseline"), ("nodes_per_puzzle", "baseline")}


def test_judge__better_never_fails(puzzles, baseline):
    better = [
        replace(
            puzzle,
            quality={
                n: v + (1 if n in ("mean_zipf", "mean_length") else -1) for n, v in puzzle.quality.items()
            },
        )
        for puzzle in puzzles
    ]
    assert not failures(better, baseline, {"8x8": Effort(10, 10, 1), "9x9": Effort(10, 10, 1)})


def test_judge__a_low_zipf_is_worse(puzzles):
    limits = Baseline(language="sk", limits={"mean_zipf": Bound(mean=9.0)})
    verdicts = judge(puzzles, {}, limits)
    assert [verdict.passed for verdict in verdicts] == [False, False]
    assert "expected at least 9 (limit)" in verdicts[0].text


def test_judge__a_small_worsening_over_all_sizes_is_seen_where_no_size_shows_it():
    def figures(mean: float) -> SizeFigures:
        return SizeFigures(puzzles=10, means={"rare_share": (mean, 0.02)})

    sizes = {f"{n}x{n}": figures(0.03) for n in range(8, 19)}
    now = {size: figures(0.045) for size in sizes}
    pairs = [(now[size], sizes[size]) for size in sizes]
    assert compare_means("8x8", "rare_share", pairs[:1], 0.9999, []).passed
    assert not compare_means(EVERY_SIZE, "rare_share", pairs, 0.9999, []).passed
