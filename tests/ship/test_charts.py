"""Charts are whole, the same each time, and fit into pages."""

import xml.etree.ElementTree as ET

import pytest

from factory.ship.charts import PAPER, Axis, Bars, Series, bar_chart, histogram, inline, line_chart

LINES = [
    Series("ours", [8, 10, 12], [0.1, 0.2, float("nan")]),
    Series("plain <old>", [8, 10, 12], [15, 2, 3], "dashes"),
    Series("single", [9, 11], [1, 2], "points"),
]


def draw_lines() -> str:
    return line_chart(LINES, title="Cost & size", x=Axis("size"), y=Axis("CPU s", log=True))


def draw_bars() -> str:
    bars = Bars(
        "Jobs",
        ["8x8", "9x9"],
        {"made": [10, 3], "rejected": [3, 1]},
        Axis("jobs"),
        goals=[12, None],
        notes=["a", "b"],
    )
    return bar_chart(bars)


def draw_histogram() -> str:
    return histogram([-5, 2.5, 2.6, 99], bins=[1, 2, 3], title="Zipf", x=Axis("zipf"))


def texts(svg: str) -> set[str | None]:
    return {element.text for element in ET.fromstring(svg).iter() if element.tag.endswith("text")}


@pytest.mark.parametrize("draw", [draw_lines, draw_bars, draw_histogram])
def test_charts__same_bytes_and_nothing_from_elsewhere(draw):
    first = draw()
    assert first == draw()
    assert "http" not in inline(first).replace("http://www.w3.org/", "")


def test_line_chart__says_what_it_shows():
    assert {"Cost & size", "size", "CPU s", "ours", "plain <old>", "single"} <= texts(draw_lines())


def test_line_chart__short_log_axis_has_plain_numbers():
    axis = Axis("ms", log=True)
    shown = texts(line_chart([Series("a", [1, 2], [0.6, 9])], title="t", x=Axis("n"), y=axis))
    assert not [text for text in shown if text and "$" in text]
    assert "1" in shown


def test_bar_chart__labels_groups_goals_and_notes():
    assert {"Jobs", "8x8", "9x9", "made", "rejected", "wanted", "a", "b"} <= texts(draw_bars())


def test_histogram__outer_bins_are_open():
    assert "50 %" in texts(draw_histogram())


def test_inline__follows_the_page():
    chart = inline(draw_lines())
    root = ET.fromstring(chart)
    assert root.get("width") == "100%"
    assert f"var(--card, {PAPER})" in chart
    assert not [e.get("id") for e in root.iter() if e.tag.endswith("}g") and e.get("id")]
