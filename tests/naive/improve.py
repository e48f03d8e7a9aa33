"""What may be put into a cleared region, by enumeration."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tests.naive.fill import Problem, broken_rules, fills


def window(
    places: Sequence[tuple[int, int]], movable: Collection[int], centre: int, height: int, width: int
) -> set[int]:
    """The movable cells of a window round a cell; places: row and column of each letter cell."""
    top, left = places[centre][0] - height // 2, places[centre][1] - width // 2
    return {
        cell
        for cell in movable
        if places[cell][0] in range(top, top + height) and places[cell][1] in range(left, left + width)
    }


def fits(problem: Problem, chosen: Mapping[int, int], free: Collection[int], slot: int, word_id: int) -> bool:
    """Whether a word fits the letters that stay and all words outside the region."""
    stays = dict(letters(problem, chosen))
    word = problem.word(slot, word_id)
    if any(
        cell not in free and stays[cell] != letter
        for cell, letter in zip(problem.slots[slot], word.letters, strict=True)
    ):
        return False
    rest = {other: number for other, number in chosen.items() if not set(problem.slots[other]) & set(free)}
    return not broken_rules(problem, {**rest, slot: word_id})


def refills(problem: Problem, chosen: Mapping[int, int], free: Collection[int]) -> Iterator[dict[int, int]]:
    """Every fill of the grid that differs from `chosen` in the free cells alone."""
    rest = {slot: number for slot, number in chosen.items() if not set(problem.slots[slot]) & set(free)}
    stays = {cell: letter for cell, letter in letters(problem, chosen) if cell not in free}
    for found in fills(problem, rest):
        if all(stays.get(cell, letter) == letter for cell, letter in letters(problem, found)):
            yield found


def letters(problem: Problem, chosen: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Each cell with its letter, once for each slot through it."""
    for slot, word_id in chosen.items():
        yield from zip(problem.slots[slot], problem.word(slot, word_id).letters, strict=True)
