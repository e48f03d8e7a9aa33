"""Coloured drawings of word crossings, and a page with the puzzle to be solved on paper.

Letters are in the reader's own typefaces, since a list may be in any script.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from html import escape
from typing import Final, Literal

from factory.freeform.arrange import Arrangement, Placement
from factory.puzzle import Cell, Puzzle
from factory.ship.labels import labels_of, title_of
from factory.ship.numbering import DIRECTIONS, number_cells, numbered_entries

Colours = Literal["order", "word", "none"]

CELL: Final = 32
MARGIN: Final = 16
INK, LINE, PAPER = "#1d2a38", "#5b6875", "#ffffff"
_FONT: Final = 'system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'
_GOLDEN: Final = 0.618033988749895
"""Steps of this part of the colour circle keep any number of colours apart."""

Rgb = tuple[float, float, float]


def render_freeform_svg(
    puzzle: Puzzle, arrangement: Arrangement, *, colours: Colours = "order", letters: bool = True
) -> str:
    """The arrangement as one image: coloured by the order of placing, by word, or white with numbers.

    By word a crossing has the mixed colour of its two words; by order it has that of the earlier one.
    """
    fills = _fills(arrangement, colours)
    numbers = number_cells(puzzle.grid)
    width, height = puzzle.cols * CELL + 2 * MARGIN, puzzle.rows * CELL + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label="{escape(title_of(puzzle))}">',
            f"<style>.l{{font:600 18px {_FONT};text-anchor:middle;fill:{INK}}}"
            f".n{{font:9px {_FONT};fill:{LINE}}}.c{{stroke:{LINE};stroke-width:1}}</style>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            *_cells(puzzle, fills, numbers if colours == "none" else {}, letters=letters),
            "</svg>\n",
        ]
    )


def _cells(
    puzzle: Puzzle, fills: dict[Cell, str], numbers: dict[Cell, int], *, letters: bool
) -> Iterator[str]:
    for r, row in enumerate(puzzle.grid):
        for c, letter in enumerate(row):
            if letter is None:
                continue
            x, y = MARGIN + c * CELL, MARGIN + r * CELL
            fill = fills.get((r, c), PAPER)
            yield f'<rect class="c" x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'
            if (r, c) in numbers:
                yield f'<text class="n" x="{x + 3}" y="{y + 10}">{numbers[r, c]}</text>'
            if letters:
                squeeze = (
                    f' textLength="{CELL - 8}" lengthAdjust="spacingAndGlyphs"' if len(letter) > 2 else ""
                )
                yield f'<text class="l" x="{x + CELL / 2:g}" y="{y + 23}"{squeeze}>{escape(letter)}</text>'


def _fills(arrangement: Arrangement, colours: Colours) -> dict[Cell, str]:
    mixed: dict[Cell, list[Rgb]] = {}
    if colours != "none":
        for i, placement in enumerate(arrangement.placements):
            colour = _by_order(i, len(arrangement.placements)) if colours == "order" else _by_word(i)
            for cell in placement.cells:
                mixed.setdefault(cell, []).append(colour)
    if colours == "order":
        return {cell: _hex(found[0]) for cell, found in mixed.items()}
    return {cell: _hex(_mean(found)) for cell, found in mixed.items()}


def _by_order(i: int, n: int) -> Rgb:
    """From warm yellow for the first words over green to blue for the last, all light enough for dark letters."""
    part = i / max(n - 1, 1)
    return colorsys.hls_to_rgb(0.13 + 0.49 * part, 0.74, 0.72)


def _by_word(i: int) -> Rgb:
    return colorsys.hls_to_rgb((0.58 + i * _GOLDEN) % 1.0, (0.70, 0.80)[i % 2], 0.70)


def _mean(colours: list[Rgb]) -> Rgb:
    """The mixed colour; a little darker where words cross, so that crossings stand out."""
    shade = 1.0 if len(colours) == 1 else 0.86
    red, green, blue = (shade * sum(part) / len(colours) for part in zip(*colours, strict=True))
    return red, green, blue


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def render_freeform_html(puzzle: Puzzle, arrangement: Arrangement) -> str:
    """A page to print and to solve on paper: the numbered grid, the clues or the words, the solution hidden."""
    labels = labels_of(puzzle.lang)
    grid = render_freeform_svg(puzzle, arrangement, colours="none", letters=False)
    solution = render_freeform_svg(puzzle, arrangement, colours="word")
    if any(entry.clue for entry in puzzle.entries):
        lists = [
            f"<section><h2>{escape(heading)}</h2><ol>"
            + "".join(
                f'<li value="{number}">{escape(entry.clue or "-")} <small>({len(entry.cells)})</small></li>'
                for number, entry in numbered_entries(puzzle, direction)
            )
            + "</ol></section>"
            for direction, heading in zip(DIRECTIONS, (labels.across, labels.down), strict=True)
        ]
    else:
        lists = [f'<section class="words"><ul>{"".join(_word_items(arrangement))}</ul></section>']
    title = escape(title_of(puzzle))
    return f"""<!doctype html>
<html lang="{escape(puzzle.lang)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.45 {_FONT}; color: {INK}; background: #f6f7f9; margin: 0 auto; max-width: 70rem; padding: 1.5rem }}
h1 {{ font-size: 1.4rem }} h2 {{ font-size: 1rem; margin: 0 0 .3rem }}
svg {{ max-width: 100%; height: auto; background: #fff; border-radius: 8px }}
.lists {{ display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1.2rem 0 }}
section {{ flex: 1 1 18rem }} ol {{ margin: 0; padding-left: 2.2rem }} small {{ color: {LINE} }}
.words ul {{ columns: 9rem; list-style: none; margin: 0; padding: 0 }}
summary {{ cursor: pointer }}
@media print {{ body {{ background: none }} details {{ display: none }} }}
</style>
<h1>{title}</h1>
{grid}<div class="lists">
{chr(10).join(lists)}
</div>
<details><summary>{escape(labels.show_solution)}</summary>
{solution}</details>
</html>
"""


def _word_items(arrangement: Arrangement) -> Iterator[str]:
    """The words to be fitted in, the longest first."""

    def key(placement: Placement) -> tuple[int, str]:
        return -len(placement.word.cells), placement.word.spelling

    for placement in sorted(arrangement.placements, key=key):
        yield f"<li>{escape(placement.word.spelling)} <small>({len(placement.word.cells)})</small></li>"
