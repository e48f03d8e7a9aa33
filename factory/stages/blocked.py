"""Filling a blocked grid: slots are runs of letters, letters may be unchecked, some may be given."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from factory.grid import Cell, Mask, Slot, SlotTable, derive_slots, letter_cells, slot_table
from factory.kernels.board import Words
from factory.puzzle import BLOCKED, Entry, Puzzle, Secret
from factory.stages.fill import Fill, FillSettings, FillStatus, fill_mask, open_fill
from factory.words.index import LexiconIndex

ARRANGEMENTS: Final = 200
"""Ways to lay the words that must appear which are searched before the request counts as spent."""

EVERY: Final = ~np.uint64(0)


@dataclass(frozen=True, eq=False)
class BlockedGrid:
    """A grid ready for the search."""

    mask: Mask
    slots: tuple[Slot, ...]
    table: SlotTable
    allowed: NDArray[np.uint64]
    """uint64 [letter cell]: the letters a cell may take."""


def open_grid(mask: Mask, given: Mapping[Cell, int]) -> BlockedGrid:
    """The slots of a grid in which some cells have their letter number."""
    slots = derive_slots(mask)
    table = slot_table(mask, slots)
    allowed = np.array(
        [np.uint64(1) << np.uint64(given[cell]) if cell in given else EVERY for cell in letter_cells(mask)],
        np.uint64,
    )
    # Clues stand beside the grid: no two slots share a clue cell.
    return BlockedGrid(mask, slots, table._replace(partner=np.full_like(table.partner, -1)), allowed)


def without_limits(settings: FillSettings, *, nodes: int, score_weight: float, jitter: float) -> FillSettings:
    """The settings for words of every class, without a ladder; nothing is refused unsearched."""
    return dataclasses.replace(
        settings,
        floors=(1.0,),
        last_nodes=nodes,
        score_weight=score_weight,
        jitter=jitter,
        max_kappa=2.0,
        limited_share=1.0,
        codes_per_15_slots=10**6,
        rare_share=1.0,
        rare_apart=False,
    )


def puzzle_of(
    grid: BlockedGrid,
    given: Mapping[Cell, int],
    index: LexiconIndex,
    fill: Sequence[int],
    *,
    puzzle_id: str,
    lang: str,
    provenance: Mapping[str, Any],
) -> Puzzle:
    """The puzzle of a fill, each answer with its first clue; letters in no slot are the given ones.

    There are no clue cells: an entry names its first cell, which carries its number.
    """
    letters = {cell: index.orthography.letters[number] for cell, number in given.items()}
    entries = []
    for slot, word_id in zip(grid.slots, fill, strict=True):
        answer = index.answer(len(slot), word_id)
        letters.update(zip(slot.cells, answer.cells, strict=True))
        clue = answer.clues[0]
        entries.append(
            Entry(
                direction=slot.direction.value,
                answer="".join(answer.cells),
                spelling=index.orthography.display(clue.spelling),
                clue=clue.text,
                clue_cell=slot.cells[0],
                arrow=slot.direction.arrow,
                cells=slot.cells,
                zipf=answer.zipf,
                tags=clue.tags,
                source=clue.source,
            )
        )
    rows, columns = grid.mask.shape
    return Puzzle(
        id=puzzle_id,
        lang=lang,
        grid=tuple(
            tuple(None if grid.mask[r, c] else letters.get((r, c), "") for c in range(columns))
            for r in range(rows)
        ),
        entries=tuple(entries),
        secret=Secret("", "", "", (), ""),
        quality={},
        provenance=provenance,
        kind=BLOCKED,
    )


def fill_blocked(
    grid: BlockedGrid,
    words: Words,
    settings: FillSettings,
    *,
    random: NDArray[np.uint64],
    must: Sequence[tuple[int, int]] = (),
) -> Fill:
    """A word for each slot, with each word of `must` (length, word id) in one of them.

    IMPOSSIBLE only when that is proved for all ways to lay those words; SPENT when a search ended undecided or
    more than ARRANGEMENTS ways were searched.
    """
    if not must:
        return fill_mask(grid.table, words, settings, random=random, allowed=grid.allowed)
    last: Fill | None = None
    undecided = False
    for tried, allowed in enumerate(_arrangements(grid, words, settings, list(must), grid.allowed, random)):
        if tried == ARRANGEMENTS:
            undecided = True
            break
        last = fill_mask(grid.table, words, settings, random=random, allowed=allowed)
        if last.status is FillStatus.FILLED:
            return last
        undecided |= last.status is FillStatus.SPENT
    status = FillStatus.SPENT if undecided else FillStatus.IMPOSSIBLE
    if last is None:
        last = fill_mask(grid.table, words, dataclasses.replace(settings, last_nodes=1), random=random)
    return dataclasses.replace(last, status=status, word_ids=())


def _arrangements(
    grid: BlockedGrid,
    words: Words,
    settings: FillSettings,
    must: list[tuple[int, int]],
    allowed: NDArray[np.uint64],
    random: NDArray[np.uint64],
) -> Iterator[NDArray[np.uint64]]:
    """Letters allowed with all words of `must` laid, in all ways that propagation leaves; drawn order."""
    if not must:
        yield allowed
        return
    places = {
        word: [slot for slot in range(len(grid.slots)) if _fits(grid, words, slot, word, allowed)]
        for word in must
    }
    word = min(must, key=lambda one: len(places[one]))
    left = [other for other in must if other != word]
    generator = np.random.default_rng(random)
    for slot in generator.permutation(places[word]):
        laid = _lay(grid, words, int(slot), word, allowed)
        _, _, fits = open_fill(grid.table, words, settings, floor=1.0, allowed=laid)
        if fits:
            yield from _arrangements(grid, words, settings, left, laid, random)


def _fits(
    grid: BlockedGrid, words: Words, slot: int, word: tuple[int, int], allowed: NDArray[np.uint64]
) -> bool:
    if len(grid.slots[slot]) != word[0]:
        return False
    cells, letters = _cells(grid, slot), _letters(words, word)
    return bool(((allowed[cells] >> letters) & np.uint64(1)).all())


def _lay(
    grid: BlockedGrid, words: Words, slot: int, word: tuple[int, int], allowed: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    laid = allowed.copy()
    laid[_cells(grid, slot)] = np.uint64(1) << _letters(words, word)
    return laid


def _cells(grid: BlockedGrid, slot: int) -> NDArray[np.int64]:
    first = grid.table.first[slot]
    return grid.table.cells[first : first + grid.table.length[slot]]


def _letters(words: Words, word: tuple[int, int]) -> NDArray[np.uint64]:
    length, number = word
    at = words.letters_at[length] + number * length
    return words.letters[at : at + length].astype(np.uint64)
