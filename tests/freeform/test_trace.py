from factory.freeform.arrange import FreeformSettings, Placement, arrange
from factory.freeform.trace import trace
from factory.ship.freeform_text import render_trace
from factory.words.wordlist import make_word
from tests.freeform.lists import OLAF, words_of

CAT, ART = words_of("cat", "art")


def test_trace__says_what_is_closed_and_open_for_what():
    first, second = trace([Placement(CAT, 0, 0, "across"), Placement(ART, 0, 1, "down")])
    shown = {cell: (state.letter, state.across, state.down) for cell, state in first.cells.items()}
    assert shown == {
        (-1, 0): (None, False, True), (-1, 1): (None, False, True), (-1, 2): (None, False, True),
        (0, -1): (None, False, False), (0, 3): (None, False, False),
        (0, 0): ("C", False, True), (0, 1): ("A", False, True), (0, 2): ("T", False, True),
        (1, 0): (None, False, True), (1, 1): (None, False, True), (1, 2): (None, False, True),
    }  # fmt: skip
    assert (first.crossings, second.crossings) == (0, 1)
    assert second.cells[0, 1].across is second.cells[0, 1].down is False
    assert second.cells[2, 1].letter == "T"
    assert (second.cells[2, 1].across, second.cells[2, 1].down) == (True, False)
    assert second.cells[0, 0].down is False  # a down word there would lie beside ART


def test_trace__every_word_lay_where_the_step_before_was_open():
    found = arrange(OLAF, FreeformSettings(), seed_word=make_word("tables", place="test"))
    before = {}
    for step in trace(found.placements):
        for cell in step.placement.cells:
            if cell in before:
                assert getattr(before[cell], step.placement.direction), (step.number, cell)
        before = step.cells


def test_render_trace__text():
    legend, first, second = render_trace(
        trace([Placement(CAT, 0, 0, "across"), Placement(ART, 0, 1, "down")]), colour=False
    )
    assert "open for across" in legend
    assert first == ("1. cat, across from row 1, column 1: first word\n    ↓ ↓ ↓\n  × C↓A↓T↓×\n    ↓ ↓ ↓\n")
    assert second == (
        "2. art, down from row 1, column 2: 1 crossing\n"
        "    ↓ × ↓\n  × C A T ×\n    × R ×\n    → T→→\n      ×\n"
    )
