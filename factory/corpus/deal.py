"""Joke economy: in which order a stream tells its jokes, so that each is told at one size before it is told at another.

Streams know nothing of each other, so that each can be made alone. What spreads the jokes is an order that all
sizes of a language compute for themselves, from the seed and the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from factory.corpus.equipment import Equipment
from factory.corpus.job import Stream

SIZES: Final = range(8, 19)
"""The square sizes that share the jokes out; other streams take all jokes in an order of their own."""


def deal_order(equipment: Equipment, stream: Stream, *, seed: int) -> tuple[int, ...]:
    """The numbers of all jokes that can be dealt to a stream: by turn, in random order within a turn."""
    turns = joke_turns(equipment, stream, seed=seed)
    order = _permutation((seed, stream.lang, stream.rows, stream.cols), len(equipment.jokes.jokes))
    return tuple(sorted((joke for joke in order if joke in turns), key=lambda joke: turns[joke]))


def joke_turns(equipment: Equipment, stream: Stream, *, seed: int) -> Mapping[int, int]:
    """For each joke that can be dealt to a stream its turn: 0 for the jokes that no other size tells before."""
    if stream.rows == stream.cols and stream.rows in SIZES:
        return _shared_out(equipment, stream.lang, seed)[stream.rows]
    jokes = range(len(equipment.jokes.jokes))
    return {joke: 0 for joke in jokes if can_be_dealt(equipment, stream, joke)}


def can_be_dealt(equipment: Equipment, stream: Stream, joke: int) -> bool:
    """Whether a joke is short enough for the size; in placed mode also whether it can be cut into parts."""
    settings = equipment.settings(stream.rows, stream.cols).secret
    if len(equipment.jokes.jokes[joke].cells) > settings.longest:
        return False
    return settings.mode != "placed" or bool(equipment.cuts(joke, stream.cols))


@lru_cache(maxsize=4)
def _shared_out(equipment: Equipment, lang: str, seed: int) -> Mapping[int, Mapping[int, int]]:
    """For each size the turn of each of its jokes.

    In every turn each joke goes to one more of the sizes that it fits, to the one with the fewest jokes so far;
    jokes that fit few sizes choose first, so the small sizes are left to the short ones.
    """
    order = _permutation((seed, lang), len(equipment.jokes.jokes))
    fitting = {
        joke: [size for size in SIZES if can_be_dealt(equipment, Stream(lang, size, size), joke)]
        for joke in order
    }
    turns: dict[int, dict[int, int]] = {size: {} for size in SIZES}
    for turn in range(len(SIZES)):
        given = dict.fromkeys(SIZES, 0)
        for joke in sorted(order, key=lambda joke: len(fitting[joke])):
            free = [size for size in fitting[joke] if joke not in turns[size]]
            if free:
                size = min(free, key=lambda size: (given[size], size))
                turns[size][joke] = turn
                given[size] += 1
    return turns


def _permutation(key: tuple[int, str, *tuple[int, ...]], n: int) -> list[int]:
    """A random order of 0..n-1 that is a function of seed, language and size."""
    seed, lang, *size = key
    spawn_key = (int.from_bytes(lang.encode(), "big"), *size)
    draw = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=spawn_key)))
    return [int(i) for i in draw.permutation(n)]
