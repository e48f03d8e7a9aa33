"""The image of a lexicon's figures."""

import xml.etree.ElementTree as ET

from factory.ship.lexicon_plot import LONGEST, length_bars, plot_lexicon, zipf_bars
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
    texts = [element.text for element in ET.fromstring(image).iter() if element.tag.endswith("text")]
    assert "Lexicon sk: 247 answers, 9 families of more than one" in texts
    assert {"9/10", "0/0", "4 and more", "190", "wanted"} <= set(texts)


def test_plot_lexicon__without_masks_tried():
    assert "Masks filled" not in plot_lexicon(STATS, {3: 100_000}, [])


def test_length_bars__the_greatest_target_stands_for_all_longer_ones():
    bars = length_bars(STATS, {2: 20, 4: 5})
    assert bars.labels == ["2", "3", "4 and more"]
    assert bars.groups == {"two clues or more": [30, 100, 0], "one clue": [0, 90, 7]}
    assert bars.goals == [20, None, 5]
    assert len(length_bars(STATS, {}).labels) == LONGEST - 1


def test_zipf_bars__unknown_ones_first_and_no_step_left_out():
    bars = zipf_bars(STATS)
    assert (bars.labels, bars.groups) == (["?", "3", "3.5", "4"], {"answers": [12, 200, 0, 15]})
