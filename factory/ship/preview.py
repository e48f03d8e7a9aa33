"""A preview: a folder of pages to look at a corpus, self-contained, without network, opened as files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from factory.puzzle import Puzzle
from factory.ship.atomic import make_folder, remove_file, sync_folder, write_file
from factory.ship.charts import inline
from factory.ship.font import CSS_WEIGHT, FAMILY, embedded
from factory.ship.labels import labels_of
from factory.ship.preview_charts import quality_charts
from factory.ship.preview_data import METRICS, Corpus, data_scripts

PAGES: Final = {"index": "Gallery", "quality": "Quality", "words": "Words and clues"}
SCRIPTS: Final = ("preview.js", "gallery.js", "puzzle.js", "words.js")
DATA: Final = "data"
WORST: Final = 3


def write_preview(folder: Path, corpus: Corpus, *, play: str | None = None) -> None:
    """Writes the pages and their data into `folder`; the same corpus gives the same bytes.

    Args:
        folder: made when it is missing; what an older preview left there is replaced.
        corpus: what is shown.
        play: the page beside them that plays a puzzle by its id after #, if there is one.

    Raises:
        BundleError: a file can't be written.
    """
    make_folder(folder / DATA)
    written = set()
    for name, data in data_scripts(corpus):
        write_file(folder / DATA / name, data)
        written.add(name)
    for path in (folder / DATA).glob("*.js"):
        if path.name not in written:
            remove_file(path)
    pages = Path(__file__).parent / "pages"
    for name in SCRIPTS:
        write_file(folder / name, (pages / name).read_bytes())
    write_file(folder / "preview.css", _render("preview.css", faces=_faces(corpus), family=FAMILY).encode())
    about = {"lang": corpus.lang, "seed": corpus.seed, "n_puzzles": len(corpus.puzzles), "pages": PAGES}
    given: dict[str, dict[str, Any]] = {
        "index": {"sizes": list(dict.fromkeys(puzzle.size for puzzle in corpus.puzzles)),
                  "modes": sorted({puzzle.secret.mode for puzzle in corpus.puzzles}), "metrics": METRICS},
        "puzzle": {"labels": labels_of(corpus.lang), "play": play},
        "quality": {
            "charts": {
                heading: [Markup(inline(chart)) for chart in charts]
                for heading, charts in quality_charts(corpus).items()
            },
            "rows": metric_rows(corpus),
            "withdrawn": corpus.withdrawn,
        },
        "words": {},
    }  # fmt: skip
    for name, more in given.items():
        page = _render(f"preview_{name}.html.j2", page=name, **about, **more)
        write_file(folder / f"{name}.html", page.encode())
    sync_folder(folder / DATA)
    sync_folder(folder)


def metric_rows(corpus: Corpus) -> list[dict[str, Any]]:
    """For each metric what the whole corpus shows, and the puzzles that are worst in it."""
    rows = []
    for metric in METRICS:
        values = [(float(puzzle.quality[metric.name]), puzzle.id) for puzzle in corpus.puzzles
                  if metric.name in puzzle.quality]  # fmt: skip
        if not values:
            continue
        worst = sorted(values, key=lambda pair: (pair[0] if metric.high_is_good else -pair[0], pair[1]))
        figures = [value for value, _ in values]
        limits = {
            limit
            for of_size in corpus.limits.values()
            if (limit := getattr(of_size, metric.name, None)) is not None
        }
        judged = (limits or metric.high_is_good) and min(figures) < max(figures)
        rows.append(
            {
                "metric": metric,
                "least": min(figures),
                "median": median(figures),
                "mean": fmean(figures),
                "most": max(figures),
                "limits": sorted(limits),
                "worst": worst[:WORST] if judged else [],
            }
        )
    return rows


def figure(value: float, kind: str) -> str:
    """A figure of a metric as it stands in tables."""
    if kind == "share":
        return f"{value * 100:.1f} %"
    return f"{value:,.0f}" if kind == "count" and value == int(value) else f"{value:,.2f}"


def _faces(corpus: Corpus) -> list[tuple[int, str]]:
    """The letters of the typeface that the drawings take, by weight."""
    clues = {char for puzzle in corpus.puzzles for entry in puzzle.entries for char in entry.clue}
    letters = {char for puzzle in corpus.puzzles for char in _letters(puzzle)}
    return [
        (CSS_WEIGHT["Regular"], embedded(sorted(clues | {"-"}), "Regular")),
        (CSS_WEIGHT["SemiBold"], embedded(sorted(letters | set("0123456789")), "SemiBold")),
    ]


def _letters(puzzle: Puzzle) -> Sequence[str]:
    return "".join(cell or "" for row in puzzle.grid for cell in row)


def _render(name: str, **values: Any) -> str:
    return _environment().get_template(name).render(**values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=lambda name: name is not None and name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["figure"] = figure
    return environment
