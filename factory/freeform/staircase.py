"""Words of three cells as a staircase: a trail through the letters that they begin and end with.

What crosses a word of three cells closes the cell beside its own, so such a word is crossed by two others at its
ends or by one in its middle, and an arrangement is a chain: each word meets the next one at an end. Where two words
meet at their first cells, the next two at their last cells, and so on, the chain runs down a staircase and never
comes near itself. Such chains are the trails of a graph that has a word as an edge, from its first letter (on one
side) to its last (on the other), so a longest one leaves out what makes the letters met an odd number of times even
again, but for two (Euler; Hierholzer 1873). At either end one more word may hang by its middle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

import numpy as np

from factory.kernels.plane import ACROSS, DOWN

TRIES: Final = 5000
"""Drawn ways to leave words out."""

Node = tuple[int, str]
"""A side (0: first cells, 1: last cells) and a letter."""
Graph = dict[Node, dict[int, Node]]
"""Words at a letter, each with the letter at its other end."""
Chain = tuple[list[int], int, int, bool]
"""Words from one end of the staircase to the other, those that hang at its ends (-1 = none), and whether the
first word is walked from its first cell to its last."""


def staircase(words: Sequence[tuple[str, ...]], *, seed: int) -> tuple[tuple[int, int, int, int], ...]:
    """Row, column, direction and step of each word (-1: not placed), as many placed as were found to fit."""
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(143,)))
    threes = [number for number, word in enumerate(words) if len(word) == 3]
    best: tuple[int, Chain] | None = None
    for _ in range(TRIES):
        trail, start = _trail(words, [threes[i] for i in generator.permutation(len(threes))])
        chain = _hang(words, trail, start)
        size = len(trail) + sum(number >= 0 for number in chain[1:3])
        if best is None or size > best[0]:
            best = size, chain
        if size == len(threes):
            break
    places = [(0, 0, 0, -1)] * len(words)
    if best is not None:
        _lay(best[1], places)
    return tuple(places)


def _trail(words: Sequence[tuple[str, ...]], order: Sequence[int]) -> tuple[list[int], Node]:
    """A long trail and the letter it starts at; which words are left out depends on the order."""
    graph: Graph = {}
    for number in order:
        _join(graph, words, number)
    odd = [node for node, edges in graph.items() if len(edges) % 2]
    while len(odd) > 2:
        path, end = _shortest(graph, odd[0], set(odd[1:]))
        if end is None:
            break
        for number in path:
            for node in _nodes(words, number):
                del graph[node][number]
        odd = [node for node, edges in graph.items() if len(edges) % 2]
    best: tuple[list[int], Node] = [], (0, "")
    for start in [*odd, *graph]:
        if graph[start]:
            trail = _euler(graph, start)
            if len(trail) > len(best[0]):
                best = trail, start
    return best


def _nodes(words: Sequence[tuple[str, ...]], number: int) -> tuple[Node, Node]:
    return (0, words[number][0]), (1, words[number][-1])


def _join(graph: Graph, words: Sequence[tuple[str, ...]], number: int) -> None:
    first, last = _nodes(words, number)
    graph.setdefault(first, {})[number] = last
    graph.setdefault(last, {})[number] = first


def _shortest(graph: Graph, start: Node, ends: set[Node]) -> tuple[list[int], Node | None]:
    """The words of a shortest path to one of some letters."""
    came: dict[Node, tuple[int, Node]] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node in ends:
            path, at = [], node
            while at != start:
                number, at = came[at]
                path.append(number)
            return path, node
        for number, other in graph[node].items():
            if other != start and other not in came:
                came[other] = number, node
                queue.append(other)
    return [], None


def _euler(graph: Graph, start: Node) -> list[int]:
    """The trail through all words that hang together with a letter, which they leave the graph for."""
    trail: list[int] = []
    stack: list[tuple[Node, int]] = [(start, -1)]
    while stack:
        node, by = stack[-1]
        if graph[node]:
            number = next(iter(graph[node]))
            other = graph[node].pop(number)
            del graph[other][number]
            stack.append((other, number))
        else:
            stack.pop()
            trail.append(by)
    return trail[:-1][::-1]


def _hang(words: Sequence[tuple[str, ...]], trail: list[int], start: Node) -> Chain:
    """The trail with a word by its middle at either end, where one is left that fits."""
    used = set(trail)
    end = start
    for number in trail:
        first, last = _nodes(words, number)
        end = last if end == first else first
    ends = []
    for node in (start, end):
        fits = [n for n, word in enumerate(words) if n not in used and len(word) == 3 and word[1] == node[1]]
        ends.append(fits[0] if fits and trail else -1)
        used.add(ends[-1])
    return trail, ends[0], ends[1], start[0] == 0


def _lay(chain: Chain, places: list[tuple[int, int, int, int]]) -> None:
    """Fills in the places along the staircase, which runs down to the left."""
    trail, at_start, at_end, starts_first = chain
    if not trail:
        return
    row = column = steps = 0
    forth = starts_first
    if at_start >= 0:
        direction = ACROSS if forth else DOWN
        places[at_start] = _centred(row, column, direction, 0)
        steps = 1
    for number in trail:
        # A word walked from its first cell on lies down, one walked from its last cell on across.
        if forth:
            places[number] = (row, column, DOWN, steps)
            row += 2
        else:
            places[number] = (row, column - 2, ACROSS, steps)
            column -= 2
        forth = not forth
        steps += 1
    if at_end >= 0:
        places[at_end] = _centred(row, column, DOWN if forth else ACROSS, steps)


def _centred(row: int, column: int, direction: int, step: int) -> tuple[int, int, int, int]:
    """A word of three cells with its middle on a cell."""
    return (row - 1, column, DOWN, step) if direction == DOWN else (row, column - 1, ACROSS, step)
