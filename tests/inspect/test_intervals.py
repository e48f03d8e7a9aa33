import math
import random
from statistics import NormalDist

import pytest

from factory.inspect.intervals import Sample, mean_margin, sample_of, share_margin, student_quantile, wilson


@pytest.mark.parametrize(
    ("confidence", "freedom", "quantile"),
    [(0.975, 5, 2.5706), (0.975, 10, 2.2281), (0.99, 4, 3.7469), (0.999, 10, 4.1437), (0.95, 120, 1.6577)],
)
def test_student_quantile__as_in_the_tables(confidence, freedom, quantile):
    assert student_quantile(confidence, freedom) == pytest.approx(quantile, rel=0.02)


def test_student_quantile__nears_the_normal_one():
    assert student_quantile(0.99, 1e9) == pytest.approx(NormalDist().inv_cdf(0.99), abs=1e-6)


def test_wilson__as_published():
    """Newcombe 1998 (part one), 81 of 263 and 0 of 20, two-sided 95 %."""
    assert wilson(81, 263, 0.975) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20, 0.975) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_wilson__nothing_tried_says_nothing():
    assert wilson(0, 0, 0.99) == (0.0, 1.0)


def test_share_margin__as_published():
    """Newcombe 1998 (part two), 56/70 against 48/80, two-sided 95 %: the lower bound is 0.0524."""
    assert 0.8 - 0.6 - share_margin((48, 80), (56, 70), 0.975) == pytest.approx(0.0524, abs=1e-4)


def test_sample_of__a_single_value_has_no_deviation():
    assert sample_of([3.0]) == Sample(1, 3.0, 0.0)


def test_mean_margin__equal_variances_is_students():
    now, before = Sample(10, 1.0, 2.0), Sample(10, 1.0, 2.0)
    assert mean_margin([now], [before], 0.975) == pytest.approx(2.1009 * math.sqrt(0.8), rel=0.002)


def test_mean_margin__nothing_varies():
    assert mean_margin([Sample(5, 1.0, 0.0)], [Sample(5, 2.0, 0.0)], 0.99) == 0.0


def test_mean_margin__strata_average():
    one = Sample(20, 1.0, 1.0)
    assert mean_margin([one] * 4, [one] * 4, 0.99) < mean_margin([one], [one], 0.99) / 1.9


def test_mean_margin__holds_its_confidence():
    draw = random.Random(7)
    failed = 0
    for _ in range(2000):
        now, before = ([draw.gauss(0, scale) for _ in range(12)] for scale in (1, 2))
        samples = [sample_of(values) for values in (now, before)]
        failed += samples[0].mean - samples[1].mean > mean_margin(samples[:1], samples[1:], 0.95)
    assert 0.03 < failed / 2000 < 0.07
