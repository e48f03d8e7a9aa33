"""The page of a report, from made-up figures."""

import re

from factory.ship.report_page import rejections_chart, render_report


def size(name="8x8", **changes):
    figures = {
        "size": name, "wanted": 4, "accepted": 6, "jobs": 8, "attempts": 10, "success_per_attempt": 0.6, "masks": 10,
        "nodes": 300, "cpu_seconds": 1.5, "cpu_seconds_per_accepted": 0.25, "rejections": {"fill: spent": 4},
        "jokes": {"told": 6, "left": 30, "unfit": 2}, "more_with_more_jokes": 0,
    }  # fmt: skip
    return {**figures, **changes}


ROW = {
    "puzzles": 4, "answer_distinct": 0.9, "answer_top_1_percent": 0.05, "answer_median_distance": 2,
    "clue_distinct": 0.95, "clue_top_1_percent": 0.03, "clue_median_distance": None,
}  # fmt: skip
QUALITY = {"8x8": ROW, "all": ROW}


def page(*sizes, quality=QUALITY, withdrawn=()):
    report = {"lang": "sk", "seed": 7, "sizes": list(sizes)}
    return render_report(report, quality, [0.1, 0.2, 0.9, 0.3] if quality else [], withdrawn)


def test_page__shows_figures_and_charts_and_loads_nothing():
    text = page(size(), size("8x9", accepted=2, rejections={f"quality: {n}": 1 for n in range(8)}))
    assert text.count("<figure><svg") == 7
    assert "6 puzzles published" in text
    assert "<td>8x9</td>" in text
    assert "other reasons" in text
    assert not re.search(r"""(src|href)=["'](?!#)|url\((?!#)|<script|@import""", text)


def test_page__is_the_same_every_time():
    assert page(size()) == page(size())


def test_page__of_a_corpus_without_a_puzzle():
    nothing = size(
        accepted=0, attempts=0, rejections={}, success_per_attempt=None, cpu_seconds_per_accepted=None
    )
    text = page(nothing, quality={})
    assert text.count("<figure><svg") == 2
    assert "–" in text
    assert "Reuse" not in text


def test_page__says_that_jokes_have_run_out_and_what_was_withdrawn():
    text = page(size(accepted=1, more_with_more_jokes=3), withdrawn=[("sk-8x8-000001", "a <b>")])
    assert re.search(r"Jokes have run out: with as many more jokes\s+3 more of 8x8 can be made", text)
    assert "a &lt;b&gt;" in text
    assert "run out" not in page(size())


def test_rejections_chart__names_a_reason_that_is_the_only_one():
    only = {"size": "9x9", "attempts": 10, "rejections": {"fill: spent": 4}}
    assert "fill: spent" in rejections_chart([only])
