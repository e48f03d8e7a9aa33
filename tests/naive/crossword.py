"""The textbook model of a crossword: cells and segments are variables, every fill is tried.

Slow and plain: the cells are filled one by one in reading order with each letter, and a segment is looked up among
the words as soon as its last cell is filled.
"""

from collections.abc import Iterator, Sequence


def segments_of(grid: Sequence[str]) -> list[list[tuple[int, int]]]:
    """The runs of two or more cells that are not blocked (#), across and then down."""
    rows, cols = len(grid), len(grid[0])
    across = [[(r, c) for c in range(cols)] for r in range(rows)]
    down = [[(r, c) for r in range(rows)] for c in range(cols)]
    found = []
    for line in across + down:
        run: list[tuple[int, int]] = []
        for cell in [*line, None]:
            if cell is not None and grid[cell[0]][cell[1]] != "#":
                run.append(cell)
            else:
                if len(run) >= 2:
                    found.append(run)
                run = []
    return found


def fills_of(grid: Sequence[str], words: Sequence[str]) -> Iterator[dict[tuple[int, int], str]]:
    """Every way to write letters into the cells of segments so that each segment is a word, none twice.

    A letter in the grid is given; cells in no segment stay as they are.
    """
    segments = segments_of(grid)
    cells = sorted({cell for segment in segments for cell in segment})
    alphabet = sorted({letter for word in words for letter in word})
    lexicon = set(words)
    letters: dict[tuple[int, int], str] = {}

    def is_possible(cell: tuple[int, int]) -> bool:
        for segment in segments:
            if cell in segment:
                start = [letters.get(place) for place in segment]
                known = start[: segment.index(cell) + 1]
                if None not in known and not any(
                    len(word) == len(segment) and list(word[: len(known)]) == known for word in lexicon
                ):
                    return False
        return True

    def write(i: int) -> Iterator[dict[tuple[int, int], str]]:
        if i == len(cells):
            spelled = ["".join(letters[cell] for cell in segment) for segment in segments]
            if len(set(spelled)) == len(spelled):
                yield dict(letters)
            return
        row, col = cells[i]
        given = grid[row][col]
        for letter in alphabet if given == "." else [given]:
            letters[cells[i]] = letter
            if is_possible(cells[i]):
                yield from write(i + 1)
            del letters[cells[i]]

    return write(0)
