"""Lawful puzzles of any size with drawn letters and clues, the same for the same size, language and number."""

import random

import numpy as np

from factory.grid import CLUE, LETTER, derive_slots, letter_cells
from factory.puzzle import Entry, Puzzle, Secret

LANGUAGES = ("sk", "cs", "en", "de")

LETTERS = {
    "sk": "A B C CH Č D Ď E F G H I J K L Ľ M N Ň O Ô P R S Š T Ť U V X Y Z Ž Ä DZ",
    "cs": "A B C CH Č D Ď E Ě F G H I J K L M N Ň O P Q R Ř S Š T Ť U V X Y Z Ž",
    "en": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
    "de": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AE OE ẞ",
}
WORDS = {
    "sk": "mnohoslovný názov pre kôň žriebä ľad & „soľ“ najneobyčajnejší chata v Tatrách ťava",
    "cs": "nejneobyčejnější název řeka kůň <nápoj> „sůl“ & příď úder město ve Francii ďábel",
    "en": 'a river\'s mouth "quoted" & <tagged> extraordinarily long dog’s friend of in',
    "de": "Fußballweltmeisterschaft Stadt an der Donau „Süßes“ & größer als <etwas> Ölförderung Maß",
}


def draw_puzzle(lang: str, size: int, number: int = 1) -> Puzzle:
    """A puzzle whose answers mean nothing."""
    drawing = random.Random(f"{lang} {size} {number}")
    mask = _draw_mask(size, drawing)
    grid = tuple(
        tuple(None if cell == CLUE else drawing.choice(LETTERS[lang].split()) for cell in row) for row in mask
    )
    entries = []
    for slot in derive_slots(mask):
        answer = "".join(grid[r][c] or "" for r, c in slot.cells)
        clue = " ".join(drawing.choices(WORDS[lang].split(), k=drawing.randint(1, 4)))[:28].strip()
        entries.append(
            Entry(
                direction=slot.direction.value,
                answer=answer,
                spelling=answer.lower(),
                clue=clue,
                clue_cell=slot.clue_cell,
                arrow=slot.direction.arrow,
                cells=slot.cells,
                zipf=3.0,
                tags=(),
                source="drawn",
            )
        )
    cells = tuple(sorted(drawing.sample(letter_cells(mask), k=drawing.randint(5, 12))))
    return Puzzle(
        id=f"{lang}-{size}x{size}-{number:06d}",
        lang=lang,
        grid=grid,
        entries=tuple(entries),
        secret=Secret(
            f"{lang}-0001", "Why & <how>?", " ".join(grid[r][c] or "" for r, c in cells), cells, "found"
        ),
        quality={},
        provenance={"generator": "krizovkaren 0.1.0"},
    )


def _draw_mask(size: int, drawing: random.Random) -> np.ndarray:
    """A lattice of clue cells, thinned out until no letter is alone in its run."""
    mask = np.full((size, size), LETTER, np.uint8)
    mask[0], mask[:, 0] = CLUE, CLUE
    shift = drawing.randrange(5)
    for r in range(1, size):
        for c in range(1, size):
            if (r + 2 * c + shift) % 5 == 0:
                mask[r, c] = CLUE
    while lonely := _lonely_neighbour(mask):
        mask[lonely] = LETTER
    return mask


def _lonely_neighbour(mask: np.ndarray) -> tuple[int, int] | None:
    """An inner clue cell beside a letter that is alone in its run."""
    size = len(mask)
    for r in range(1, size):
        for c in range(1, size):
            if mask[r, c] == CLUE:
                continue
            for (r1, c1), (r2, c2) in (((r, c - 1), (r, c + 1)), ((r - 1, c), (r + 1, c))):
                before, after = mask[r1, c1] == CLUE, r2 == size or c2 == size or mask[r2, c2] == CLUE
                if before and after:
                    return (r1, c1) if r1 > 0 and c1 > 0 else (r2, c2)
    return None
