"""The acceptance limits of one puzzle: beyond one of them it is a rejection with its reason."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated

from annotated_types import Ge, Le

from factory.section import section

Share = Annotated[float, Ge(0), Le(1)]
Count = Annotated[int, Ge(0)]


@section
class Limits:
    """The most that a puzzle may show of each metric; the metrics are defined in factory.inspect.metrics."""

    islands: Count = 0
    dead_clue_cells: Count = 4
    """Without the top-left corner."""
    inner_clue_share: Share = 0.25
    clusters: Count = 2
    two_cell_share: Share = 0.25
    rare_share: Share = 0.15
    rare_crossings: Count = 4
    limited_share: Share = 0.14
    codes_per_15_slots: Annotated[float, Ge(0)] = 1.0
    """Generated or hand-written codes, per 15 slots begun."""
    clue_overflows: Count = 0
    secret_spread: Annotated[float, Ge(0)] = 0.85
    secret_letters_in_one_answer: Count = 3
    secret_adjacent: Count = 1


OF_THE_MASK = ("islands", "dead_clue_cells", "inner_clue_share", "clusters", "two_cell_share")
"""Limits that the mask alone decides, whatever words go in."""

NOT_FOR_PLACED = frozenset({"secret_spread", "secret_letters_in_one_answer", "secret_adjacent"})
"""Limits that make no sense where the secret lies in whole answers."""


def broken_mask_limit(quality: Mapping[str, float | int], limits: Limits) -> str | None:
    """The name of the first limit of those the mask alone decides that `quality` breaks; None when it keeps them."""
    return next((name for name in OF_THE_MASK if quality[name] > getattr(limits, name)), None)


def broken_limit(quality: Mapping[str, float | int], limits: Limits, *, mode: str) -> str | None:
    """The name of the first limit that the measured `quality` breaks; None when it keeps them all.

    `mode` is that of the secret.
    """
    for field in dataclasses.fields(limits):
        if mode == "placed" and field.name in NOT_FOR_PLACED:
            continue
        if quality[field.name] > getattr(limits, field.name):
            return field.name
    return None
