"""A sheet as SVG: self-contained, its texts are texts, in the few letters of the typeface that it embeds."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

from factory.puzzle import Puzzle
from factory.ship.font import CSS_WEIGHT, FAMILY, Weight, check_letters, embedded
from factory.ship.labels import labels_of, title_of
from factory.ship.sheet import PAPER, Box, Item, Label, Rule, Shape, Sheet, puzzle_sheet, solution_sheet

WIDTH: Final = 192.0
"""Of a puzzle in millimetres: that of an A4 page within its margins."""
SOLUTION_WIDTH: Final = 110.0
MARGIN: Final = 5.0


def render_svg(puzzle: Puzzle) -> str:
    """The puzzle to be solved; the same puzzle gives the same text."""
    return _svg(puzzle_sheet(puzzle, WIDTH), title_of(puzzle), puzzle)


def render_svg_solution(puzzle: Puzzle) -> str:
    """Its solution."""
    title = f"{title_of(puzzle)}, {labels_of(puzzle.lang).solution}"
    return _svg(solution_sheet(puzzle, SOLUTION_WIDTH), title, puzzle)


def _svg(sheet: Sheet, title: str, puzzle: Puzzle) -> str:
    width, height = sheet.width + 2 * MARGIN, sheet.height + 2 * MARGIN
    name = quoteattr(f"{title}, {puzzle.id}")
    box = f"{_number(-MARGIN)} {_number(-MARGIN)} {_number(width)} {_number(height)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}mm" height="{_number(height)}mm" '
        f'viewBox="{box}" xml:lang={quoteattr(puzzle.lang)} role="img" aria-label={name}>',
        f"<title>{_text(title)}</title>",
        f"<style>{_style(sheet, puzzle.id)}</style>",
        *map(_element, (Box(-MARGIN, -MARGIN, width, height, PAPER, 0), *sheet.items)),
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _style(sheet: Sheet, what: str) -> str:
    letters: dict[Weight, list[str]] = {}
    for item in sheet.items:
        if isinstance(item, Label):
            letters.setdefault(item.weight, []).append(item.text)
    check_letters("".join(text for texts in letters.values() for text in texts), what)
    faces = "".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{CSS_WEIGHT[weight]};'
        f'src:url({embedded(texts, weight)}) format("woff")}}'
        for weight, texts in sorted(letters.items())
    )
    return f'{faces}text{{font-family:"{FAMILY}","Arial Narrow",Arial,sans-serif}}'


def _element(item: Item) -> str:
    match item:
        case Box():
            stroke = f' stroke="{item.colour}" stroke-width="{item.line}"' if item.line else ""
            return (
                f'<rect x="{_number(item.x)}" y="{_number(item.y)}" width="{_number(item.width)}" '
                f'height="{_number(item.height)}" fill="{item.fill or "none"}"{stroke}/>'
            )
        case Label():
            weight = "" if item.weight == "Regular" else f' font-weight="{CSS_WEIGHT[item.weight]}"'
            anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
            return (
                f'<text x="{_number(item.x)}" y="{_number(item.y)}" font-size="{_number(item.size)}"'
                f'{weight}{anchor} fill="{item.colour}">{_text(item.text)}</text>'
            )
        case Rule():
            return (
                f'<path d="M{_number(item.x)} {_number(item.y)}h{_number(item.width)}" '
                f'stroke="{item.colour}" stroke-width="{item.line}"/>'
            )
        case Shape():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in item.points)
            return f'<polygon points="{points}" fill="{item.fill}"/>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """The text escaped, without the control characters that XML has no place for."""
    return escape("".join(char for char in text if char >= " "))
