"""The independent judge: does a finished puzzle keep every hard rule? Slow and plain on purpose.

It shares no code with what makes or measures puzzles: runs, clue cells and letters are derived anew from
`puzzle.grid`. Cells are named (row, column), counted from 0, an answer by its direction and first cell.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, groupby, pairwise

from factory.inspect.lookup import JokeBook, KnownAnswer, Lookup, Speller
from factory.puzzle import Cell, Grid, Puzzle

Run = tuple[str, tuple[Cell, ...]]
"""A direction, and a longest row of letter cells in it, single ones included."""

ARROWS = {"across": "right", "down": "down"}
MODES = ("found", "planned", "placed")


def verify_corpus(puzzles: Iterable[Puzzle], lexicon: Lookup, jokes: JokeBook) -> tuple[str, ...]:
    """The violations of puzzles of one language, each after the id of its puzzle; empty when there are none.

    Beyond what `verify` judges, no id stands twice and no joke is told twice in one size.
    """
    found: list[str] = []
    ids: set[str] = set()
    told: dict[tuple[str, int, int, str], str] = {}
    for puzzle in puzzles:
        if puzzle.id in ids:
            found.append(f"{puzzle.id}: another puzzle has this id")
        ids.add(puzzle.id)
        grid = puzzle.grid
        joke = (puzzle.lang, len(grid), len(grid[0]) if grid else 0, puzzle.secret.joke)
        if joke in told:
            found.append(f"{puzzle.id}: joke {puzzle.secret.joke} is told in {told[joke]} of this size too")
        told.setdefault(joke, puzzle.id)
        found += [f"{puzzle.id}: {violation}" for violation in verify(puzzle, lexicon, jokes)]
    return tuple(found)


def verify(puzzle: Puzzle, lexicon: Lookup, jokes: JokeBook) -> tuple[str, ...]:
    """All violations of the hard rules as short sentences with coordinates; empty when the puzzle keeps them.

    A grid that is no rectangle of at least 3 x 3 cells is judged no further. A marked compound ("viac|hlas")
    is shown without its mark, so an answer may have C and H apart where its spelling has them together, if
    the lexicon has this pair; never the other way round.

    Of a `placed` secret it is demanded that its cells are whole across answers of the grid, each lower than
    the one before, that they spell the punchline and part it only between words, and that the clues of
    these answers are one mark with the numbers 1, 2, ... ("tajnička 1"). Only these answers need no lexicon
    entry; where the lexicon knows one, it counts for the rule of one lemma like all others.
    """
    if misshapen := _shape(puzzle.grid):
        return misshapen
    runs = _runs(puzzle.grid)
    parts = _placed_parts(puzzle, runs)
    return (
        *_identity(puzzle, lexicon, jokes),
        *_cell_strings(puzzle.grid, lexicon.orthography),
        *(f"{_name(run)}: a run of one cell, expected at least two" for run in runs if len(run[1]) < 2),
        *_connection(puzzle.grid),
        *_entries_of_runs(puzzle, runs),
        *_clue_cells(puzzle),
        *_answers(puzzle, lexicon, parts),
        *_repeats(puzzle.grid, runs, lexicon),
        *_secret(puzzle, lexicon.orthography, jokes),
        *(_placing(puzzle, lexicon.orthography, parts) if puzzle.secret.mode == "placed" else ()),
    )


def _shape(grid: Grid) -> tuple[str, ...]:
    if len(grid) < 3:
        return (f"grid: {len(grid)} rows, expected at least 3",)
    if len(grid[0]) < 3:
        return (f"grid: {len(grid[0])} columns, expected at least 3",)
    return tuple(
        f"grid: row {r} has {len(row)} cells, row 0 has {len(grid[0])}"
        for r, row in enumerate(grid)
        if len(row) != len(grid[0])
    )


def _identity(puzzle: Puzzle, lexicon: Lookup, jokes: JokeBook) -> Iterator[str]:
    for what, lang in (("lexicon", lexicon.lang), ("joke list", jokes.lang)):
        if puzzle.lang != lang:
            yield f"language {puzzle.lang!r}, the {what} is for {lang!r}"
    start = f"{puzzle.lang}-{len(puzzle.grid)}x{len(puzzle.grid[0])}-"
    number = puzzle.id.removeprefix(start)
    if not puzzle.id.startswith(start) or not re.fullmatch("[0-9]{6}|[1-9][0-9]{6,}", number):
        yield f"id {puzzle.id!r}, expected {start} and a number of six digits"


def _letters(grid: Grid) -> dict[Cell, str]:
    return {(r, c): cell for r, row in enumerate(grid) for c, cell in enumerate(row) if cell is not None}


def _cell_strings(grid: Grid, orthography: Speller) -> Iterator[str]:
    for cell, letter in _letters(grid).items():
        if letter not in orthography.letters:
            yield f"{cell}: {letter!r} is not in the alphabet"
        if 0 in cell:
            yield f"{cell}: a letter cell, expected a clue cell in row 0 and column 0"


def _connection(grid: Grid) -> Iterator[str]:
    letters = set(_letters(grid))
    if not letters:
        yield "grid: no letter cell"
        return
    reached = grown = {min(letters)}
    while grown:
        beside = {near for r, c in grown for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))}
        grown = (beside & letters) - reached
        reached = reached | grown
    if apart := letters - reached:
        yield f"{min(apart)}: not connected with {min(letters)}; letter cells apart: {len(apart)}"


def _runs(grid: Grid) -> tuple[Run, ...]:
    """Every longest row of letter cells, across ones first, single cells included."""
    across = [[(r, c) for c in range(len(grid[0]))] for r in range(len(grid))]
    down = [[(r, c) for r in range(len(grid))] for c in range(len(grid[0]))]
    letters = _letters(grid)
    return tuple(
        (direction, tuple(cells))
        for direction, lines in (("across", across), ("down", down))
        for line in lines
        for is_letter, cells in groupby(line, lambda cell: cell in letters)
        if is_letter
    )


def _name(run: Run) -> str:
    direction, cells = run
    return f"{direction} {cells[0] if cells else 'without cells'}"


def _entries_of_runs(puzzle: Puzzle, runs: Sequence[Run]) -> Iterator[str]:
    """Exactly one entry for each run, with the clue cell just before it and the arrow of its direction."""
    slots = [run for run in runs if len(run[1]) >= 2]
    found = Counter((entry.direction, entry.cells) for entry in puzzle.entries)
    for slot in slots:
        if found[slot] != 1:
            yield f"{_name(slot)}: entries for this run: {found[slot]}, expected 1"
    letters = _letters(puzzle.grid)
    for entry in puzzle.entries:
        run = (entry.direction, entry.cells)
        if run not in slots:
            yield f"{_name(run)}: an entry whose cells are no run of the grid"
            continue
        row, column = entry.cells[0]
        before = (row, column - 1) if entry.direction == "across" else (row - 1, column)
        if entry.clue_cell != before:
            yield f"{_name(run)}: clue cell {entry.clue_cell}, expected {before}"
        if min(before) < 0 or before in letters:
            yield f"{_name(run)}: no clue cell at {before}"
        if entry.arrow != ARROWS[entry.direction]:
            yield f"{_name(run)}: arrow {entry.arrow!r}, expected {ARROWS[entry.direction]!r}"


def _clue_cells(puzzle: Puzzle) -> Iterator[str]:
    """At most two clues in a clue cell, one per arrow."""
    for cell, n_clues in Counter(entry.clue_cell for entry in puzzle.entries).items():
        if n_clues > 2:
            yield f"{cell}: clues in this cell: {n_clues}, expected at most 2"
    arrows = Counter((entry.clue_cell, entry.arrow) for entry in puzzle.entries)
    for (cell, arrow), n_clues in arrows.items():
        if n_clues > 1:
            yield f"{cell}: clues with the arrow {arrow!r}: {n_clues}, expected 1"


def _answers(puzzle: Puzzle, lexicon: Lookup, parts: Sequence[Run]) -> Iterator[str]:
    """Each answer is what its cells hold and its spelling says, and is in the lexicon with its clue."""
    letters = _letters(puzzle.grid)
    for entry in puzzle.entries:
        run = (entry.direction, entry.cells)
        cells = tuple(letters.get(cell, "?") for cell in entry.cells)
        if entry.answer != "".join(cells):
            yield f"{_name(run)}: answer {entry.answer!r}, its cells hold {''.join(cells)!r}"
        is_part = run in parts
        spelling = _without_punctuation(entry.spelling) if is_part else entry.spelling
        if not _spells(lexicon.orthography, spelling, cells):
            yield f"{_name(run)}: spelling {entry.spelling!r} is not laid as {' '.join(cells)}"
        if is_part:
            continue
        known = _look_up(lexicon, cells)
        if known is None:
            yield f"{_name(run)}: {' '.join(cells)} is not in the lexicon"
        elif (entry.spelling, entry.clue) not in [(clue.spelling, clue.text) for clue in known.clues]:
            yield f"{_name(run)}: the lexicon has no clue {entry.clue!r} for {entry.spelling!r}"


def _look_up(lexicon: Lookup, cells: tuple[str, ...]) -> KnownAnswer | None:
    place = lexicon.find(cells)
    known = lexicon.answer(*place) if place is not None else None
    return known if known is not None and tuple(known.cells) == cells else None


def _spells(orthography: Speller, spelling: str, cells: Sequence[str]) -> bool:
    """Whether the cells hold the letters of the spelling and part wherever its own cells part."""
    try:
        own = orthography.cells(spelling)
    except ValueError:
        return False
    same_letters = "".join(own) == "".join(cells)
    return same_letters and set(accumulate(map(len, own))) <= set(accumulate(map(len, cells)))


def _repeats(grid: Grid, runs: Sequence[Run], lexicon: Lookup) -> Iterator[str]:
    """No answer twice, however it is spelled, and no two answers of one lemma."""
    letters = _letters(grid)
    answers = [(run, tuple(letters[cell] for cell in run[1])) for run in runs if len(run[1]) >= 2]
    laid = [(_name(run), cells, _look_up(lexicon, cells)) for run, cells in answers]
    for (one, cells, known), (two, others, other) in combinations(laid, 2):
        if cells == others:
            yield f"{one} and {two}: the same answer {''.join(cells)}"
        elif known is not None and other is not None and known.family == other.family:
            yield f"{one} and {two}: {''.join(cells)} and {''.join(others)} are of one lemma"


def _secret(puzzle: Puzzle, orthography: Speller, jokes: JokeBook) -> Iterator[str]:
    secret = puzzle.secret
    letters = _letters(puzzle.grid)
    if secret.mode not in MODES:
        yield f"secret: mode {secret.mode!r}, expected one of {', '.join(MODES)}"
    for cell in secret.cells:
        if cell not in letters:
            yield f"secret: {cell} is no letter cell"
    for cell, after in pairwise(secret.cells):
        if not cell < after:
            yield f"secret: {after} does not follow {cell} in reading order"
    joke = next((joke for joke in jokes.jokes if joke.id == secret.joke), None)
    if joke is None:
        yield f"secret: no joke {secret.joke!r} in the list"
        return
    if secret.setup != joke.setup:
        yield f"secret: setup {secret.setup!r}, joke {joke.id} has {joke.setup!r}"
    if secret.punchline != joke.punchline:
        yield f"secret: punchline {secret.punchline!r}, joke {joke.id} has {joke.punchline!r}"
    if not _spells(orthography, _without_punctuation(joke.punchline), joke.cells):
        yield f"secret: joke {joke.id} is laid as {' '.join(joke.cells)}, its punchline is {joke.punchline!r}"
    cells = tuple(letters.get(cell, "?") for cell in secret.cells)
    if cells != tuple(joke.cells):
        yield f"secret: its cells spell {' '.join(cells)}, expected {' '.join(joke.cells)}"


def _placed_parts(puzzle: Puzzle, runs: Sequence[Run]) -> tuple[Run, ...]:
    """The across answers that the cells of a placed secret fill one after another, up to the first misfit."""
    if puzzle.secret.mode != "placed":
        return ()
    parts: list[Run] = []
    left = puzzle.secret.cells
    while fitting := [run for run in runs if run[0] == "across" and run[1] == left[: len(run[1])]]:
        parts += fitting
        left = left[len(fitting[0][1]) :]
    return tuple(parts)


def _placing(puzzle: Puzzle, orthography: Speller, parts: Sequence[Run]) -> Iterator[str]:
    if left := puzzle.secret.cells[sum(len(cells) for _, cells in parts) :]:
        yield f"secret: from {left[0]} on its cells are no whole across answer"
    for part, after in pairwise(parts):
        if not part[1][0][0] < after[1][0][0]:
            yield f"secret: the part {_name(after)} does not stand lower than {_name(part)}"
    try:
        words = [orthography.cells(_without_punctuation(word)) for word in puzzle.secret.punchline.split()]
    except ValueError as problem:
        yield f"secret: punchline {puzzle.secret.punchline!r}: {problem}"
        return
    letters = _letters(puzzle.grid)
    word_ends = set(accumulate(len("".join(word)) for word in words))
    part_ends = accumulate(len("".join(letters[cell] for cell in cells)) for _, cells in parts)
    for part, end in zip(parts, part_ends, strict=True):
        if end not in word_ends:
            yield f"secret: the part {_name(part)} ends inside a word of {puzzle.secret.punchline!r}"
    yield from _marks(puzzle, parts)


def _marks(puzzle: Puzzle, parts: Sequence[Run]) -> Iterator[str]:
    """The clues of the parts of a placed secret: one mark, numbered from top to bottom."""
    marks = set()
    for entry in puzzle.entries:
        run = (entry.direction, entry.cells)
        if run in parts:
            number = parts.index(run) + 1
            mark = entry.clue.removesuffix(f" {number}")
            marks.add(mark)
            if mark == entry.clue or not mark.strip():
                yield f"secret: clue {entry.clue!r} of {_name(run)}, expected a mark and the number {number}"
    if len(marks) > 1:
        yield f"secret: different marks for its parts: {', '.join(sorted(marks))}"


def _without_punctuation(text: str) -> str:
    return "".join(" " if unicodedata.category(char).startswith("P") else char for char in text)
