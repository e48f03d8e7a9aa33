"""Sheets, and the SVG and PDF that they are written as."""

import dataclasses
import io
import re
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from factory.errors import BundleError
from factory.puzzle import BLOCKED, FREEFORM, Entry, Puzzle
from factory.ship.clue_text import CELL
from factory.ship.drawing import draw_grid
from factory.ship.font import em_width
from factory.ship.pdf import render_pdf
from factory.ship.sheet import BLOCK, SECRET, Box, Label, Shape, Sheet, puzzle_sheet, solution_sheet
from factory.ship.svg import render_svg, render_svg_solution
from tests.ship.conftest import OCHOTA, make_puzzle
from tests.ship.random_puzzles import LANGUAGES, draw_puzzle

SVG = "{http://www.w3.org/2000/svg}"


def of_kind(puzzle: Puzzle, kind: str) -> Puzzle:
    no_joke = dataclasses.replace(puzzle.secret, setup="", punchline="", cells=())
    return dataclasses.replace(puzzle, kind=kind, secret=no_joke)


def labels(sheet: Sheet) -> list[Label]:
    return [item for item in sheet.items if isinstance(item, Label)]


def extent(label: Label) -> tuple[float, float]:
    width = label.size * em_width(label.text, label.weight)
    left = label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    return left, left + width


@pytest.mark.parametrize("size", [8, 13, 18])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_sheet__all_text_is_on_it_and_clues_are_in_their_cells(lang, size):
    puzzle = draw_puzzle(lang, size)
    for sheet in (puzzle_sheet(puzzle, 190), solution_sheet(puzzle, 100)):
        assert sheet.width <= 190
        for label in labels(sheet):
            left, right = extent(label)
            assert left >= -0.01
            assert right <= sheet.width + 0.01, label.text
            assert 0 < label.y <= sheet.height
    clue_cells, _ = draw_grid(puzzle)
    for cell in clue_cells:
        for line in cell.lines:
            assert em_width(line.text) * cell.font_size <= CELL - 10
            assert cell.y < line.y - 0.7 * cell.font_size
            assert line.y + 0.2 * cell.font_size < cell.y + CELL
        for above, below in zip(cell.lines, cell.lines[1:], strict=False):
            assert below.y - above.y > cell.font_size
        if cell.rule is not None:
            assert not any(line.y - 0.6 * cell.font_size < cell.rule < line.y for line in cell.lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sheet__clue_lines_put_together_are_the_clues(lang):
    puzzle = draw_puzzle(lang, 12)
    clues = {entry.clue_cell: [] for entry in puzzle.entries}
    for entry in sorted(puzzle.entries, key=lambda entry: entry.arrow, reverse=True):
        clues[entry.clue_cell].append(entry.clue)
    for cell in draw_grid(puzzle)[0]:
        drawn = re.sub(r"[- ]", "", "".join(line.text for line in cell.lines))
        wanted = "".join(clues.get((int(cell.y // CELL), int(cell.x // CELL)), []))
        assert drawn == re.sub(r"[- ]", "", wanted)


def test_sheet__puzzle_has_arrows_secret_cells_and_boxes(ochota):
    sheet = puzzle_sheet(ochota, 190)
    assert sum(isinstance(item, Shape) for item in sheet.items) == len(ochota.entries)
    boxes = [item for item in sheet.items if isinstance(item, Box) and item.fill == SECRET]
    assert len(boxes) == 2 + 2, "two in the grid, two beneath it"
    texts = [label.text for label in labels(sheet)]
    assert texts.count("1") == texts.count("2") == 2
    assert {"Švédska krížovka 6 × 6", "TAJNIČKA", "Čo povie pacient?", "!", ochota.id} <= set(texts)
    assert "cho!" not in texts


def test_sheet__solution_has_letters_and_punchline_and_no_clues(ochota):
    texts = [label.text for label in labels(solution_sheet(ochota, 100))]
    letters = sorted(letter for row in ochota.grid for letter in row if letter)
    assert sorted(text for text in texts if text.isupper()) == letters
    assert {"Čo povie pacient?", "cho!"} <= set(texts)
    assert not any("nápoveda" in text for text in texts)


def test_sheet__long_jokes_are_broken_into_lines():
    puzzle = make_puzzle(OCHOTA, secret=range(24), punchline="x")
    secret = dataclasses.replace(puzzle.secret, setup="Prečo " * 40 + "W" * 300)
    sheet = puzzle_sheet(dataclasses.replace(puzzle, secret=secret), 190)
    for label in labels(sheet):
        assert extent(label)[1] <= sheet.width + 0.01
    boxes = [item for item in sheet.items if isinstance(item, Box) and item.fill == SECRET][24:]
    assert len(boxes) == 24
    assert len({box.y for box in boxes}) == 2
    assert max(box.x + box.width for box in boxes) <= sheet.width


@pytest.mark.parametrize("kind", [BLOCKED, FREEFORM])
def test_sheet__other_kinds_have_numbers_and_clue_lists(kind):
    puzzle = of_kind(draw_puzzle("de", 15), kind)
    sheet = puzzle_sheet(puzzle, 190)
    texts = [label.text for label in labels(sheet)]
    assert {"Waagerecht", "Senkrecht", "Kreuzworträtsel 15 × 15"} <= set(texts)
    assert texts.count("1") >= 2
    assert not any(isinstance(item, Shape) for item in sheet.items)
    blocks = [item for item in sheet.items if isinstance(item, Box) and item.fill == BLOCK]
    n_empty = sum(letter is None for row in puzzle.grid for letter in row)
    assert len(blocks) == (n_empty if kind == BLOCKED else 0)
    assert len(PdfReader(io.BytesIO(render_pdf([puzzle]))).pages) == 2


def test_svg__is_self_contained_and_its_texts_are_texts():
    puzzle = draw_puzzle("sk", 12)
    for svg in (render_svg(puzzle), render_svg_solution(puzzle)):
        root = ElementTree.fromstring(svg)
        assert not re.search(r"https?:|href|url\((?!data:)|<script|<image", svg.replace(SVG[1:-1], ""))
        assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "sk"
        assert svg.count("@font-face") == len(set(re.findall("font-weight:(\\d+)", svg)))
    texts = [text.text for text in ElementTree.fromstring(render_svg(puzzle)).iter(f"{SVG}text")]
    assert texts == [label.text for label in labels(puzzle_sheet(puzzle, 192))]


def test_svg__text_is_escaped():
    puzzle = make_puzzle(OCHOTA, clue=lambda _: "a<b>&c", secret=(1, 2), punchline="cho")
    puzzle = dataclasses.replace(puzzle, id='"<i>')
    root = ElementTree.fromstring(render_svg(puzzle))
    assert "a<b>&c" in {text.text for text in root.iter(f"{SVG}text")}
    assert '"<i>' in root.get("aria-label")


def test_pdf__has_a_page_a_puzzle_and_the_solutions_at_the_end():
    puzzles = [draw_puzzle("cs", size) for size in (8, 12, 18, 9, 10)]
    pages = PdfReader(io.BytesIO(render_pdf(puzzles))).pages
    assert len(pages) == 5 + 2
    texts = [page.extract_text() for page in pages]
    for puzzle, text in zip(puzzles, texts, strict=False):
        assert puzzle.id in text
        assert puzzle.secret.setup in text
        assert puzzle.secret.punchline not in text
        words = set(re.findall(r"\w+", text))
        whole = [e.clue for e in puzzle.entries if len(e.clue) < 8]
        assert all(set(re.findall(r"\w+", clue)) <= words for clue in whole)
    for puzzle in puzzles:
        assert any(puzzle.id in text and puzzle.secret.punchline in text for text in texts[5:])
    assert len(PdfReader(io.BytesIO(render_pdf(puzzles, solutions=False))).pages) == 5


def test_pdf__is_a4_with_the_typeface_in_it_and_without_time(ochota):
    data = render_pdf([ochota])
    reader = PdfReader(io.BytesIO(data))
    assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == [210, 297]
    fonts = reader.pages[0]["/Resources"]["/Font"]
    for font in fonts.values():
        descendant = font.get_object()["/DescendantFonts"][0].get_object()
        assert descendant["/FontDescriptor"]["/FontFile2"] is not None
        assert re.match(r"/[A-Z]{6}\+FiraSansCondensed", descendant["/BaseFont"])
    assert len(data) < 40_000
    assert reader.metadata.creation_date.year == 2000
    assert [item.title for item in reader.outline] == [f"Švédska krížovka 6 × 6 · {ochota.id}", "Riešenie"]
    assert data == render_pdf([ochota])


@pytest.mark.parametrize("render", [render_svg, lambda puzzle: render_pdf([puzzle])])
def test_print__a_letter_that_the_typeface_lacks_is_named(ochota, render):
    entries: tuple[Entry, ...] = tuple(dataclasses.replace(entry, clue="字") for entry in ochota.entries)
    with pytest.raises(BundleError, match=f"^{ochota.id}: .* has no '字'"):
        render(dataclasses.replace(ochota, entries=entries))
