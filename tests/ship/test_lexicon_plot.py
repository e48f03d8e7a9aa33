"""The image of a lexicon's figures."""

import re
import xml.etree.ElementTree as ET

import pytest

from factory.ship.lexicon_plot import LONGEST, length_bars, nice_top, plot_lexicon, zipf_bars
from factory.words.stats import LengthStats, LexiconStats

STATS = LexiconStats(
    lang="sk",
    lengths={2: LengthStats(40, 30, 35, 10), 3: LengthStats(200, 190, 100, 0), 5: LengthStats(7, 7, 0, 0)},
    tags={"code": 10},
    zipf={0.0: 12, 3.0: 200, 4.0: 15},
    families=9,
    largest=(("pes", "psi"),),
)


def test_plot_lexicon__is_whole_and_needs_nothing_else():
    image = plot_lexicon(STATS, {2: 20, 3: 300, 4: 5}, [(8, 10, 9), (10, 0, 0)])
    root = ET.fromstring(image)
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert "Lexicon sk: 247 answers" in texts
    assert {"9/10", "0/0", "4 and more", "190"} <= set(texts)
    assert "href" not in image
    assert "url(" not in image
    assert sum(element.get("class") == "goal" for element in root.iter()) == 3 + 1  # and one in the legend


def test_plot_lexicon__everything_lies_inside():
    image = plot_lexicon(STATS, {3: 100_000}, [(8, 10, 10)])
    for name, limit in (("x", 960), ("y", 640)):
        found = [float(value) for value in re.findall(rf' {name}[12]?="([-\d.]+)"', image)]
        assert min(found) >= 0
        assert max(found) <= limit


def test_length_bars__the_greatest_target_stands_for_all_longer_ones():
    bars = length_bars(STATS, {2: 20, 4: 5})
    assert [(bar.label, bar.value, bar.part, bar.goal) for bar in bars] == [
        ("2", 30, 30, 20), ("3", 190, 100, None), ("4 and more", 7, 0, 5),
    ]  # fmt: skip
    assert len(length_bars(STATS, {})) == LONGEST - 1


def test_zipf_bars__unknown_ones_first_and_no_step_left_out():
    assert [(bar.label, bar.value, bar.grey) for bar in zipf_bars(STATS)] == [
        ("?", 12, True), ("3", 200, False), ("3.5", 0, False), ("4", 15, False),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "top"), [(0, 4), (3, 4), (4, 6), (200, 240), (3743, 6000)])
def test_nice_top__leaves_room_and_has_round_quarters(value, top):
    assert nice_top(value) == top
