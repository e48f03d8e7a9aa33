import dataclasses
import re
from xml.etree import ElementTree

import pytest

from factory.ship.clue_text import CELL
from factory.ship.drawing import draw_grid
from factory.ship.font import em_width
from factory.ship.html import render_html
from tests.ship.conftest import OCHOTA, make_puzzle


def svg_of(page: str) -> ElementTree.Element:
    found = re.search(r"<svg .*</svg>", page, re.DOTALL)
    assert found is not None
    return ElementTree.fromstring(found[0])


def of_class(svg: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in svg.iter() if name in element.get("class", "").split()]


def test_page__draws_every_cell_clue_and_arrow(ochota):
    svg = svg_of(render_html(ochota))
    assert len(of_class(svg, "letter-cell")) == 24
    assert len(of_class(svg, "clue-cell")) == 12
    assert len(of_class(svg, "empty")) == 1
    assert len(of_class(svg, "arrow")) == len(ochota.entries)
    assert sorted(element.text for element in of_class(svg, "letter")) == sorted(
        cell for row in ochota.grid for cell in row if cell
    )
    assert [element.text for element in of_class(svg, "number")] == ["1", "2"]
    texts = {element.text for element in of_class(svg, "clue")}
    assert {"nápoveda", "k CHONAK"} <= texts


def test_page__needs_nothing_from_outside(ochota):
    page = render_html(ochota)
    assert not re.search(r"(src|href|action)\s*=|url\((?!data:)|@import|<script|https?:", page)
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert '<html lang="sk">' in page


def test_page__shows_setup_blanks_figures_and_origin(ochota):
    page = render_html(ochota)
    assert "Čo povie pacient?" in page
    assert page.count('<div class="blank">') == 2
    assert '<div class="mark">!</div>' in page
    assert "mean_zipf" in page
    assert "krizovkaren 0.1.0" in page
    assert re.search(r"#solution:checked ~ main \.letter", page)


def test_page__text_is_escaped():
    evil = "</text><script>alert(1)</script>&\"'"
    puzzle = make_puzzle(OCHOTA, clue=lambda _: evil, secret=(1, 2), punchline="cho")
    puzzle = dataclasses.replace(
        puzzle,
        id="<i>",
        secret=dataclasses.replace(puzzle.secret, setup=evil, punchline=evil),
        quality={evil: 1},
        provenance={"seed": evil},
    )
    page = render_html(puzzle)
    assert "<script" not in page
    assert "<i>" not in page.replace("<i>1</i>", "").replace("<i>2</i>", "")
    svg_of(page)


def test_page__same_puzzle_gives_the_same_page(ochota):
    assert render_html(ochota) == render_html(ochota)


@pytest.mark.parametrize("words", [1, 4, 9])
def test_drawing__clues_stay_inside_their_cells_and_arrows_leave_them(words):
    puzzle = make_puzzle(OCHOTA, clue=lambda _: "mnohoslovný výraz " * words, secret=(1, 2), punchline="cho")
    clue_cells, _ = draw_grid(puzzle)
    for cell in clue_cells:
        if words <= 1:
            for line in cell.lines:
                assert cell.y < line.y - 0.7 * cell.font_size
                assert line.y + 0.2 * cell.font_size < cell.y + CELL
                assert em_width(line.text) * cell.font_size < CELL
        for points in cell.arrows:
            tip = points[1]
            assert tip[0] > cell.x + CELL or tip[1] > cell.y + CELL
    both = next(cell for cell in clue_cells if len(cell.arrows) == 2)
    assert both.rule is not None
    assert any(line.y < both.rule for line in both.lines)
    assert any(line.y > both.rule for line in both.lines)
    assert both.tooltip.count("\n") == 1
