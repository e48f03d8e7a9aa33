"""Confidence limits for differences: of means (Welch) and of shares (Newcombe), one-sided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev


@dataclass(frozen=True)
class Sample:
    """What a mean comes from."""

    count: int
    mean: float
    deviation: float
    """Standard deviation of the values; 0 for a single one."""

    @property
    def variance_of_mean(self) -> float:
        """The squared standard error."""
        return self.deviation**2 / self.count


def sample_of(values: Sequence[float]) -> Sample:
    """The sample of at least one value."""
    return Sample(len(values), fmean(values), stdev(values) if len(values) > 1 else 0.0)


def mean_margin(now: Sequence[Sample], before: Sequence[Sample], confidence: float) -> float:
    """How far the average of the means `now` may lie from that of `before` by chance.

    The samples are paired strata, such as sizes: their differences are averaged. Welch's interval (1947) for
    unequal variances, with the degrees of freedom of Welch and Satterthwaite.
    """
    parts = [part / len(now) ** 2 for one in (*now, *before) for part in [one.variance_of_mean]]
    counts = [one.count for one in (*now, *before)]
    total = sum(parts)
    if total == 0:
        return 0.0
    spread = sum(part**2 / (count - 1) for part, count in zip(parts, counts, strict=True) if count > 1)
    freedom = total**2 / spread if spread else 1.0
    return student_quantile(confidence, freedom) * math.sqrt(total)


def student_quantile(confidence: float, freedom: float) -> float:
    """The quantile of Student's distribution, for `freedom` of 3 and more right to a few hundredths.

    The expansion of Fisher and Cornish (Abramowitz and Stegun 26.7.5).
    """
    x = NormalDist().inv_cdf(confidence)
    v = max(freedom, 1.0)
    return (
        x
        + (x**3 + x) / (4 * v)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * v**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * v**3)
    )


def wilson(hits: int, trials: int, confidence: float) -> tuple[float, float]:
    """The score interval of a share (Wilson 1927): each bound is passed with a chance of 1 - `confidence`."""
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(confidence)
    share = hits / trials
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    scale = 1 + z * z / trials
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def share_margin(now: tuple[int, int], before: tuple[int, int], confidence: float) -> float:
    """How far the share (hits, trials) `now` may fall below that of `before` by chance.

    Newcombe's hybrid score interval (1998, method 10).
    """
    upper = wilson(*now, confidence)[1] - _share(now)
    lower = _share(before) - wilson(*before, confidence)[0]
    return math.hypot(upper, lower)


def _share(counted: tuple[int, int]) -> float:
    hits, trials = counted
    return hits / trials if trials else 0.0
