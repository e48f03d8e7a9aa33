"""Puzzles as a printable PDF: A4, a page for each, their solutions at the end.

The typeface is embedded with the letters that are used. The file holds no time and no chance: the same puzzles give the
same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from fpdf import FPDF
from fpdf.enums import RenderStyle
from fpdf.fonts import TTFFont

from factory import __version__
from factory.puzzle import Puzzle
from factory.ship.font import FAMILY, Weight, check_letters, em_width, font_path
from factory.ship.labels import labels_of, title_of
from factory.ship.sheet import (
    SOFT,
    Box,
    Item,
    Label,
    Rule,
    Shape,
    Sheet,
    puzzle_sheet,
    solution_sheet,
)

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
MARGIN: Final = 9.0
WIDTH, HEIGHT = PAGE_WIDTH - 2 * MARGIN, PAGE_HEIGHT - 2 * MARGIN
ONE_SOLUTION: Final = 130.0
"""Width of the solution of the only puzzle."""
SOLUTION: Final = 88.0
"""Width of one of many: two beside each other."""
HEADING: Final = 6.0
POINTS: Final = 72 / 25.4
"""In a millimetre."""
STYLES: Final[dict[Weight, str]] = {"Regular": "", "SemiBold": "B"}
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Instead of the time of writing, so that the same puzzles give the same bytes."""


def render_pdf(puzzles: Sequence[Puzzle], *, solutions: bool = True) -> bytes:
    """The puzzles, which are of one language, one a page, then the pages with their solutions.

    Raises:
        BundleError: the typeface lacks a letter of a text.
    """
    pdf = _new_document(puzzles)
    try:
        for puzzle in puzzles:
            _add_puzzle(pdf, puzzle, numbered=len(puzzles) > 1)
        if solutions:
            _add_solutions(pdf, puzzles)
        return bytes(pdf.output())
    finally:
        for font in pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()  # fpdf2 leaves its files open


def _new_document(puzzles: Sequence[Puzzle]) -> FPDF:
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.add_font(FAMILY, "", font_path("Regular"))
    pdf.add_font(FAMILY, "B", font_path("SemiBold"))
    pdf.set_font(FAMILY)
    pdf.set_creation_date(NO_TIME)
    pdf.set_creator(f"krizovkaren {__version__}")
    pdf.set_title(title_of(puzzles[0]) if len(puzzles) == 1 else labels_of(puzzles[0].lang).title)
    pdf.set_lang(puzzles[0].lang)
    return pdf


def _add_puzzle(pdf: FPDF, puzzle: Puzzle, *, numbered: bool) -> None:
    """Adds the page of a puzzle; what is too high for a page is made smaller."""
    _add_page(pdf, numbered=numbered)
    pdf.start_section(f"{title_of(puzzle)} · {puzzle.id}")
    sheet = puzzle_sheet(puzzle, WIDTH)
    scale = min(1.0, HEIGHT / sheet.height)
    _draw(pdf, sheet, MARGIN + (WIDTH - sheet.width * scale) / 2, MARGIN, scale, puzzle.id)


def _add_solutions(pdf: FPDF, puzzles: Sequence[Puzzle]) -> None:
    """Adds pages of solutions, row by row."""
    labels = labels_of(puzzles[0].lang)
    width, columns = (ONE_SOLUTION, 1) if len(puzzles) == 1 else (SOLUTION, 2)
    step = WIDTH / columns
    left = MARGIN + (step - width) / 2
    y = PAGE_HEIGHT
    first = True
    for row in _rows(puzzles, columns):
        sheets = [(puzzle, solution_sheet(puzzle, width)) for puzzle in row]
        height = max(sheet.height for _, sheet in sheets)
        if y + height > PAGE_HEIGHT - MARGIN:
            _add_page(pdf, numbered=len(puzzles) > 1)
            if first:
                pdf.start_section(labels.solution)
            y = MARGIN + HEADING
            _write(pdf, Label(left, y, HEADING, labels.solution, "start", "SemiBold"), 0, 0, 1)
            y += HEADING
            first = False
        for i, (puzzle, sheet) in enumerate(sheets):
            _draw(pdf, sheet, left + i * step, y, 1, puzzle.id)
        y += height + 5


def _rows(puzzles: Sequence[Puzzle], columns: int) -> Iterator[Sequence[Puzzle]]:
    for start in range(0, len(puzzles), columns):
        yield puzzles[start : start + columns]


def _add_page(pdf: FPDF, *, numbered: bool) -> None:
    pdf.add_page()
    if numbered:
        foot = Label(PAGE_WIDTH / 2, PAGE_HEIGHT - 6, 3, str(pdf.page_no()), colour=SOFT)
        _write(pdf, foot, 0, 0, 1)


def _draw(pdf: FPDF, sheet: Sheet, x: float, y: float, scale: float, what: str) -> None:
    check_letters("".join(item.text for item in sheet.items if isinstance(item, Label)), what)
    for item in sheet.items:
        _write(pdf, item, x, y, scale)


def _write(pdf: FPDF, item: Item, x: float, y: float, scale: float) -> None:
    left, top = (x + item.x * scale, y + item.y * scale) if not isinstance(item, Shape) else (x, y)
    match item:
        case Box():
            style = (
                RenderStyle.DF if item.fill and item.line else RenderStyle.F if item.fill else RenderStyle.D
            )
            if item.fill:
                pdf.set_fill_color(item.fill)
            pdf.set_draw_color(item.colour)
            pdf.set_line_width(item.line * scale)
            pdf.rect(left, top, item.width * scale, item.height * scale, style=style)
        case Label():
            size = item.size * scale
            width = size * em_width(item.text, item.weight)
            left -= {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
            pdf.set_font(FAMILY, STYLES[item.weight], size * POINTS)
            pdf.set_text_color(item.colour)
            pdf.text(left, top, item.text)
        case Rule():
            pdf.set_draw_color(item.colour)
            pdf.set_line_width(item.line * scale)
            pdf.line(left, top, left + item.width * scale, top)
        case Shape():
            pdf.set_fill_color(item.fill)
            points = [(x + px * scale, y + py * scale) for px, py in item.points]
            pdf.polygon(points, style=RenderStyle.F)
