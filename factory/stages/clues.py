"""Choosing a clue for each slot: the least used one that fits into its clue cell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product

from factory.grid import Cell, Slot
from factory.words.answer import LIMITED_TAGS, Answer
from factory.words.lines import ClueSettings, count_lines

Usage = Mapping[tuple[str, str], int]
"""How often each (answer, clue text) was used before."""


def choose_clues(
    slots: Sequence[Slot], answers: Sequence[Answer], usage: Usage, settings: ClueSettings, *, language: str
) -> tuple[int, ...]:
    """The number of the chosen clue for each slot's answer.

    Cell by cell the clues are taken that overflow the cell least, then those without a limited tag (a code
    is the worst), then those that don't hold another answer of the grid and are not yet in it, then the least
    used, then the first ones. The order of the cells is that of the slots, so the choice is a pure
    function of its arguments.
    """
    slots_of: dict[Cell, list[int]] = defaultdict(list)
    for slot_id, slot in enumerate(slots):
        slots_of[slot.clue_cell].append(slot_id)
    spelled = {
        clue.spelling.casefold() for answer in answers for clue in answer.clues if len(clue.spelling) > 2
    }
    chosen = [0] * len(slots)
    taken: set[str] = set()
    for slot_ids in slots_of.values():

        def price(
            variants: tuple[int, ...], slot_ids: list[int] = slot_ids
        ) -> tuple[int, int, int, int, int]:
            clues = [answers[s].clues[v] for s, v in zip(slot_ids, variants, strict=True)]
            lines = sum(count_lines(clue.text, language, settings.line_width) for clue in clues)
            keys = [("".join(answers[s].cells), clue.text) for s, clue in zip(slot_ids, clues, strict=True)]
            return (
                max(0, lines - settings.max_lines),
                sum((not LIMITED_TAGS.isdisjoint(clue.tags)) + ("code" in clue.tags) for clue in clues),
                sum((clue.text in taken) + (not spelled.isdisjoint(_words(clue.text))) for clue in clues),
                sum(usage.get(key, 0) for key in keys),
                sum(variants),
            )

        best = min(product(*(range(len(answers[s].clues)) for s in slot_ids)), key=price)
        for slot_id, variant in zip(slot_ids, best, strict=True):
            chosen[slot_id] = variant
            taken.add(answers[slot_id].clues[variant].text)
    return tuple(chosen)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
