"""A mask and how it came to be: as text for a terminal, as an SVG, as a page with the course of its penalty."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from factory.grid import CLUE, Mask
from factory.ship.charts import Axis, Series, inline, line_chart

_CLUE, _RESET = "\x1b[48;5;238m", "\x1b[0m"
_SIDE: Final = 12
"""Side of a cell in an SVG."""
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c1b1a; --soft: #6b6862; --edge: #c9c4ba; --card: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceae6; --soft: #a19d95; --edge: #4a4844; --card: #1f1e1c; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--card); margin: 2rem auto;
  max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; } td { padding: .1rem 1rem .1rem 0; }
.masks { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; }
figcaption { color: var(--soft); font-size: .85rem; }
"""


def mask_text(mask: Mask, *, colour: bool) -> str:
    """The mask for a terminal, two columns a cell: clue cells dark (`██` without colours), letter cells a dot."""
    clue = f"{_CLUE}  {_RESET}" if colour else "██"
    return "\n".join("".join(clue if cell == CLUE else " ·" for cell in row) for row in mask)


def mask_svg(mask: Mask) -> str:
    """The mask as an SVG of its own; on a page it takes the colours of --ink and --edge."""
    rows, columns = mask.shape
    cells = "".join(
        f'<rect x="{column * _SIDE}" y="{row * _SIDE}" width="{_SIDE}" height="{_SIDE}"/>'
        for row in range(rows)
        for column in range(columns)
        if mask[row, column] == CLUE
    )
    width, height = columns * _SIDE, rows * _SIDE
    lines = "".join(f"M{column * _SIDE} 0V{height}" for column in range(columns + 1))
    lines += "".join(f"M0 {row * _SIDE}H{width}" for row in range(rows + 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}" '
        f'width="{width + 2}" height="{height + 2}" role="img"><title>mask {rows} x {columns}</title>'
        f'<g style="fill:var(--ink,#1c1b1a)">{cells}</g>'
        f'<path d="{lines}" style="stroke:var(--edge,#c9c4ba);fill:none"/></svg>\n'
    )


def penalty_chart(steps: Sequence[int], parts: Mapping[str, Sequence[float]]) -> str:
    """An SVG of the penalty over the steps: the total, and the parts that are ever charged."""
    total = [sum(column) for column in zip(*parts.values(), strict=True)]
    lines = [Series("total", steps, total)]
    lines += [Series(name, steps, values, "dashes") for name, values in parts.items() if max(values) > 0]
    # On a logarithmic axis nothing may be 0; a penalty below 1 is none.
    shown = [Series(line.label, line.x, [max(y, 1.0) for y in line.y], line.style) for line in lines]
    return line_chart(
        shown, title="Penalty while a mask is sought", x=Axis("moves tried"), y=Axis("penalty", log=True)
    )


def trace_page(
    title: str, figures: Iterable[tuple[str, str]], chart: str, masks: Iterable[tuple[str, Mask]]
) -> str:
    """One page without other files: the figures of the mask, the chart, and masks on the way with captions."""
    rows = "".join(f"<tr><td>{html.escape(a)}</td><td>{html.escape(b)}</td></tr>" for a, b in figures)
    pictures = "".join(
        f"<figure>{mask_svg(mask)}<figcaption>{html.escape(caption)}</figcaption></figure>"
        for caption, mask in masks
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        f"<h1>{html.escape(title)}</h1><table>{rows}</table>{inline(chart)}"
        f'<h2>On the way</h2><div class="masks">{pictures}</div></body></html>\n'
    )
