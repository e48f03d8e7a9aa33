"""Filling a mask: from slots and words to a word for each slot, or the reason why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar

import numpy as np
from annotated_types import Ge, Gt, Le
from numpy.typing import NDArray

from factory.grid import SlotTable
from factory.kernels import fill as kernel
from factory.kernels.fill import Board, Live, Words
from factory.section import section
from factory.words.index import LengthTable, LexiconIndex
from factory.words.lines import ClueSettings, least_lines

T = TypeVar("T", bound=np.generic)


@section
class FillSettings:
    """How the fill search spends its effort; every number counts work, none counts time."""

    floors: tuple[Annotated[float, Gt(0), Le(1)], ...] = (0.5, 0.75, 1.0)
    """Rungs of the quality ladder: the share of the words of each length that a rung may use, best first."""
    spare_words: Annotated[int, Ge(0)] = 400
    """A rung never cuts a length below this many words: short words are too precious."""
    nodes: Annotated[int, Ge(1)] = 3000
    """Decisions that one rung may take; the last rung may take `last_nodes`."""
    last_nodes: Annotated[int, Ge(1)] = 20000
    first_restart: Annotated[int, Ge(1)] = 30
    """Failures before the first restart."""
    restart_growth: Annotated[float, Ge(1.0)] = 1.3
    """Factor of the allowance from one restart to the next."""
    word_runs: Annotated[int, Ge(0)] = 8
    """Runs that decide words, good ones first; later ones decide letters, which gets further in tight masks."""
    score_weight: Annotated[float, Ge(0)] = 1.0
    """Weight of a word's score against the logarithms of its crossing supports."""
    jitter: Annotated[float, Ge(0)] = 0.7
    """Size of the random part in the choice of a word."""
    max_kappa: Annotated[float, Gt(0), Le(2)] = 0.98
    """Above this constrainedness the search is not begun; nothing was ever seen to fill there."""
    limited_share: Annotated[float, Ge(0), Le(1)] = 0.14
    """Share of the slots that may take limited words (codes, abbreviations, foreign, archaic, dialect)."""
    codes_per_15_slots: Annotated[int, Ge(0)] = 1
    """Codes for each 15 slots begun."""
    rare_share: Annotated[float, Ge(0), Le(1)] = 0.15
    """Share of the slots that may take rare words."""
    rare_below: Annotated[float, Ge(0)] = 2.5
    """A word of lower or unknown Zipf frequency is rare."""
    rare_apart: bool = True
    """Two rare words never cross."""


class FillStatus(Enum):
    """The three outcomes of a search."""

    FILLED = kernel.FILLED
    IMPOSSIBLE = kernel.IMPOSSIBLE
    SPENT = kernel.SPENT


@dataclass(frozen=True)
class FillStatistics:
    """The counted effort of a fill."""

    nodes: int = 0
    fails: int = 0
    restarts: int = 0
    revisions: int = 0

    def __add__(self, other: FillStatistics) -> FillStatistics:
        return FillStatistics(
            self.nodes + other.nodes,
            self.fails + other.fails,
            self.restarts + other.restarts,
            self.revisions + other.revisions,
        )


@dataclass(frozen=True)
class Fill:
    """What a fill came to.

    word_ids holds, for a filled mask, the word of each slot in its length table; else it is empty.
    fault is a slot whose domain became empty last, -1 if none: where to look when nothing fits.
    """

    status: FillStatus
    word_ids: tuple[int, ...]
    statistics: FillStatistics
    kappa: float
    floor: float
    fault: int


def pack_words(
    tables: Mapping[int, LengthTable],
    *,
    n_letters: int,
    rare_below: float,
    clue_lines: Mapping[int, Sequence[int]] | None = None,
    max_lines: int = 5,
) -> Words:
    """The words of all lengths as the kernels' flat arrays.

    Args:
        tables: the words by length.
        n_letters: letters of the alphabet.
        rare_below: a word of lower or unknown (0) Zipf frequency is rare.
        clue_lines: for each length and word the lines of its shortest clue; one line each when missing.
        max_lines: lines that the clues of one clue cell may need together.
    """
    longest = max(tables, default=0)
    size = np.zeros(longest + 1, np.int64)
    blocks = np.zeros(longest + 1, np.int64)
    first = np.zeros(longest + 2, np.int64)
    bits_at = np.zeros(longest + 1, np.int64)
    letters_at = np.zeros(longest + 1, np.int64)
    class_at = np.zeros(longest + 1, np.int64)
    at_bits = at_letters = at_classes = 0
    for length in range(longest + 1):
        table = tables.get(length)
        size[length] = 0 if table is None else table.letters.shape[0]
        blocks[length] = -(-int(size[length]) // (64 * kernel.LANES)) * kernel.LANES
        bits_at[length], letters_at[length], class_at[length] = at_bits, at_letters, at_classes
        first[length + 1] = first[length] + size[length]
        if table is not None:
            at_bits += length * n_letters * int(blocks[length])
            at_letters += table.letters.size
            at_classes += kernel.N_CLASSES * int(blocks[length])
    ordered = [tables[length] for length in sorted(tables)]
    family = _joined([table.family for table in ordered], np.int32)
    classes = [
        _classes(
            tables[n], rare_below, clue_lines[n] if clue_lines else [1] * len(tables[n].letters), max_lines
        )
        for n in sorted(tables)
    ]
    n_families = int(family.max()) + 1 if family.size else 0
    member_at = np.zeros(n_families + 1, np.int64)
    np.cumsum(np.bincount(family, minlength=n_families), out=member_at[1:])
    return Words(
        n_letters=n_letters,
        size=size,
        blocks=blocks,
        first=first,
        bits_at=bits_at,
        letters_at=letters_at,
        bits=_joined([whole_lanes(table.bits).ravel() for table in ordered], np.uint64),
        letters=_joined([table.letters.ravel() for table in ordered], np.uint8),
        score=_joined([table.scores for table in ordered], np.float32),
        family=family,
        member_at=member_at,
        member=np.argsort(family, kind="stable").astype(np.int64),
        length=np.repeat(np.arange(longest + 1, dtype=np.int64), size),
        classes=_joined(classes, np.uint8),
        class_bits=_joined([class_bits(part).ravel() for part in classes], np.uint64),
        class_at=class_at,
    )


def index_words(index: LexiconIndex, settings: FillSettings, room: ClueSettings) -> Words:
    """The kernels' arrays of a compiled lexicon."""
    return pack_words(
        index.tables,
        n_letters=len(index.orthography.letters),
        rare_below=settings.rare_below,
        clue_lines={
            length: [
                least_lines((clue.text for clue in index.clues(length, word_id)), index.lang, room.line_width)
                for word_id in range(len(table))
            ]
            for length, table in index.tables.items()
        },
        max_lines=room.max_lines,
    )


def _classes(
    table: LengthTable, rare_below: float, clue_lines: Sequence[int], max_lines: int
) -> NDArray[np.uint8]:
    """uint8 [word]: a bit for each class.

    Two clues of more than half the lines don't go together; one that leaves less than half of them, less
    one line, goes with none.
    """
    lines = np.array(clue_lines)
    flags = {
        kernel.LIMITED: table.limited > 0,
        kernel.CODE: table.code > 0,
        kernel.RARE: table.zipf < rare_below,
        kernel.LONG_CLUE: lines > max_lines // 2,
        kernel.ALONE: lines > max_lines - max_lines // 2,
    }
    classes = np.zeros(len(table.letters), np.uint8)
    for bit, flag in flags.items():
        classes[flag] |= np.uint8(1 << bit)
    return classes


def class_bits(classes: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """uint64 [class, block]: the words of each class as bit rows."""
    lane = 64 * kernel.LANES
    bits = np.zeros((kernel.N_CLASSES, -(-len(classes) // lane) * lane), np.uint8)
    for class_ in range(kernel.N_CLASSES):
        bits[class_, : len(classes)] = classes >> class_ & 1
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def whole_lanes(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Bit rows with zero blocks behind the last, up to a multiple of the kernels' LANES."""
    missing = -rows.shape[-1] % kernel.LANES
    return np.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, missing)])


def _joined(parts: Sequence[NDArray[Any]], dtype: type[T]) -> NDArray[T]:
    return np.ascontiguousarray(np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype))


def open_board(table: SlotTable, words: Words) -> tuple[Board, Live]:
    """The arrays of one fill: what stays fixed, and what the search changes.

    Every slot must have a length that `words` knows, if only with no words.
    """
    n_slots, n_cells = len(table.length), len(table.slot_at)
    blocks = words.blocks[table.length]
    counted = n_slots + n_cells + kernel.N_CLASSES
    domain_at = np.full(n_slots, counted + n_slots, np.uint64)
    domain_at[1:] += np.cumsum(blocks).astype(np.uint64)[:-1]
    residues = table.length * words.n_letters
    residue_at = np.zeros(n_slots, np.int64)
    residue_at[1:] = np.cumsum(residues)[:-1]
    n_blocks = int(blocks.sum())
    # A level saves each slot, cell and class once; it decides a slot or a cell, or is the lowest.
    trail = (n_slots + n_cells + 2) * (n_blocks + kernel.ENTRY * (counted + 1))
    board = Board(
        partner=table.partner,
        length=table.length,
        first=table.first,
        cells=table.cells,
        slot_at=table.slot_at,
        position_at=table.position_at,
        blocks=blocks,
        domain_at=domain_at,
        residue_at=residue_at,
        mask_at=n_slots,
        class_at=n_slots + n_cells,
        decided_at=counted,
    )
    live = Live(
        state=np.zeros(counted + n_slots + n_blocks, np.uint64),
        stamp=np.zeros(counted, np.int64),
        trail=np.empty(trail, np.uint64),
        residue=np.zeros(int(residues.sum()), np.uint32),
        queue=np.zeros((2, n_slots + 1), np.int64),
        cell_weight=np.ones(n_cells, np.float64),
        slot_weight=np.zeros(n_slots, np.float64),
        now=np.zeros(5, np.int64),
        increment=np.ones(1, np.float64),
        budget=np.full(kernel.N_CLASSES + 1, n_slots + 1, np.int64),
        statistics=np.zeros(5, np.int64),
        row=np.zeros(int(blocks.max(initial=0)), np.uint64),
        sets=np.zeros(int(table.length.max(initial=2)), np.uint64),
    )
    return board, live


def fill_mask(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    *,
    random: NDArray[np.uint64],
    allowed: NDArray[np.uint64] | None = None,
) -> Fill:
    """A word for each slot, from the highest rung of the ladder that yields a fill.

    Args:
        table: the slots.
        words: the lexicon.
        settings: budgets and weights.
        random: generator state, changed in place.
        allowed: uint64 [letter cell], the letters a cell may take; all when missing.

    The fill is IMPOSSIBLE only when the last rung (which should be the whole lexicon) is proved so.
    """
    fault = slot_without_words(table, words)
    if fault >= 0:
        return Fill(FillStatus.IMPOSSIBLE, (), FillStatistics(), float("inf"), 1.0, fault)
    board, live, fits = open_fill(table, words, settings, floor=settings.floors[0], allowed=allowed)
    result, kappa = kernel.IMPOSSIBLE, float("inf")
    for rung, floor in enumerate(settings.floors):
        if rung > 0:
            fits = reopen(table, words, settings, board, live, floor=floor, allowed=allowed)
        if not fits:
            result = kernel.IMPOSSIBLE
            continue
        kappa = measure_kappa(words, board, live)
        if kappa > settings.max_kappa:
            result = kernel.SPENT
            continue
        nodes = settings.last_nodes if rung == len(settings.floors) - 1 else settings.nodes
        result = run_search(words, settings, board, live, random=random, nodes=nodes)
        if result == kernel.FILLED:
            return close_fill(words, board, live, result, kappa=kappa, floor=floor)
    return close_fill(words, board, live, result, kappa=kappa, floor=settings.floors[-1])


def slot_without_words(table: SlotTable, words: Words) -> int:
    """The first slot of a length that has no words at all; -1 when there is none."""
    for slot, length in enumerate(table.length):
        if length >= len(words.size) or words.size[length] == 0:
            return slot
    return -1


def open_fill(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    *,
    floor: float,
    allowed: NDArray[np.uint64] | None = None,
) -> tuple[Board, Live, bool]:
    """The arrays of one fill, opened with the best share `floor` of the words and propagated once.

    The last value is False when that alone empties a domain; then nothing fits.
    """
    board, live = open_limited_board(table, words, settings)
    return board, live, reopen(table, words, settings, board, live, floor=floor, allowed=allowed)


def open_limited_board(table: SlotTable, words: Words, settings: FillSettings) -> tuple[Board, Live]:
    """The arrays of one fill, with what the grid may hold of each class of words."""
    board, live = open_board(table, words)
    limit_classes(live, settings, n_slots=len(table.length))
    return board, live


def limit_classes(live: Live, settings: FillSettings, *, n_slots: int) -> None:
    """Sets the budgets for classes of words of a grid with so many slots."""
    live.budget[kernel.LIMITED] = int(settings.limited_share * n_slots)
    live.budget[kernel.CODE] = settings.codes_per_15_slots * -(-n_slots // 15)
    live.budget[kernel.RARE] = int(settings.rare_share * n_slots)
    live.budget[kernel.RARE_APART] = int(settings.rare_apart)


def reopen(
    table: SlotTable,
    words: Words,
    settings: FillSettings,
    board: Board,
    live: Live,
    *,
    floor: float,
    allowed: NDArray[np.uint64] | None = None,
) -> bool:
    """Puts the arrays of a fill back to its beginning; weights and statistics stay. False as in open_fill."""
    if allowed is None:
        allowed = np.full(len(table.slot_at), ~np.uint64(0), np.uint64)
    limit = np.maximum(np.ceil(words.size * floor), np.minimum(words.size, settings.spare_words))
    opened = kernel.start(words, board, live, limit.astype(np.int64), allowed)
    return bool(opened and kernel.propagate(words, board, live))


def measure_kappa(words: Words, board: Board, live: Live) -> float:
    """The constrainedness of the present domains: 1 - S / (sum of the slots' log2 domains).

    S is the expected log2 of the number of fills: the slot logs plus, for each checked cell, log2 of the
    probability that its two letters agree. A mask without a choice left has kappa 0.
    """
    total, slots = kernel.expected_log_fills(words, board, live)
    return 1.0 - total / slots if slots > 0 else 0.0


def run_search(
    words: Words,
    settings: FillSettings,
    board: Board,
    live: Live,
    *,
    random: NDArray[np.uint64],
    nodes: int,
) -> int:
    """The kernel's search with the numbers of `settings` and a budget of `nodes`; its outcome."""
    return int(
        kernel.search(
            words,
            board,
            live,
            random,
            settings.score_weight,
            settings.jitter,
            nodes,
            settings.first_restart,
            settings.restart_growth,
            settings.word_runs,
        )
    )


def close_fill(words: Words, board: Board, live: Live, result: int, *, kappa: float, floor: float) -> Fill:
    """What a finished search came to."""
    filled = result == kernel.FILLED
    word_ids = (
        tuple(kernel.first_word(board, live, slot) for slot in range(len(board.length))) if filled else ()
    )
    fault = int(live.statistics[kernel.FAULT]) if result == kernel.IMPOSSIBLE else -1
    return Fill(FillStatus(result), word_ids, _statistics(live), kappa, floor, fault)


def _statistics(live: Live) -> FillStatistics:
    return FillStatistics(
        nodes=int(live.statistics[kernel.NODES]),
        fails=int(live.statistics[kernel.FAILS]),
        restarts=int(live.statistics[kernel.RESTARTS]),
        revisions=int(live.statistics[kernel.REVISIONS]),
    )
