"""The few words around a shown puzzle, in its own language where they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from factory.puzzle import KIND, Puzzle


@dataclass(frozen=True)
class Labels:
    """Headings and buttons."""

    title: str
    """An arrow word."""
    crossword: str
    """A puzzle of the other kinds."""
    across: str
    down: str
    secret: str
    solution: str
    show_solution: str
    clues: str
    figures: str
    origin: str


_ENGLISH: Final = Labels(
    title="Arrow word",
    crossword="Crossword",
    across="Across",
    down="Down",
    secret="Hidden punchline",
    solution="Solution",
    show_solution="Show the solution",
    clues="Clues as a list",
    figures="Figures",
    origin="Origin",
)

_LABELS: Final = {
    "en": _ENGLISH,
    "sk": Labels(
        title="Švédska krížovka",
        crossword="Krížovka",
        across="Vodorovne",
        down="Zvislo",
        secret="Tajnička",
        solution="Riešenie",
        show_solution="Ukázať riešenie",
        clues="Legenda ako zoznam",
        figures="Ukazovatele",
        origin="Pôvod",
    ),
    "cs": Labels(
        title="Švédská křížovka",
        crossword="Křížovka",
        across="Vodorovně",
        down="Svisle",
        secret="Tajenka",
        solution="Řešení",
        show_solution="Ukázat řešení",
        clues="Legenda jako seznam",
        figures="Ukazatele",
        origin="Původ",
    ),
    "de": Labels(
        title="Schwedenrätsel",
        crossword="Kreuzworträtsel",
        across="Waagerecht",
        down="Senkrecht",
        secret="Lösungsspruch",
        solution="Lösung",
        show_solution="Lösung zeigen",
        clues="Fragen als Liste",
        figures="Kennzahlen",
        origin="Herkunft",
    ),
}


def labels_of(lang: str) -> Labels:
    """The labels of a language; English ones for a language without its own."""
    return _LABELS.get(lang, _ENGLISH)


def title_of(puzzle: Puzzle) -> str:
    """What a puzzle is called: its kind in its language, and its size."""
    labels = labels_of(puzzle.lang)
    name = labels.title if puzzle.kind == KIND else labels.crossword
    return f"{name} {puzzle.rows} × {puzzle.cols}"
