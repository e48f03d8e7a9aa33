"""The few words around a shown puzzle, in its own language where they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Labels:
    """Headings and buttons."""

    title: str
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
