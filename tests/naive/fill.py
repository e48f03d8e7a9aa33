"""Filling by plain enumeration, and filtering by asking every question again until nothing changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2

LIMITED, CODE, RARE = "limited", "code", "rare"
CLASSES = (LIMITED, CODE, RARE)
MAX_LINES = 5
"""Lines that the clues of one clue cell may need."""

Domains = list[set[int]]
"""The words that each slot may still take, as numbers within their length."""


@dataclass(frozen=True)
class Word:
    letters: tuple[int, ...]
    family: int
    classes: frozenset[str] = frozenset()
    lines: int = 1
    """Lines of its shortest clue."""

    @property
    def has_long_clue(self) -> bool:
        """More than half of the lines of a clue cell."""
        return self.lines > MAX_LINES // 2

    @property
    def stands_alone(self) -> bool:
        """Its clue leaves so little that no other goes with it."""
        return self.lines > MAX_LINES - MAX_LINES // 2


@dataclass(frozen=True)
class Problem:
    """Slots as lists of cell numbers, the words of each length, and the rules of the grid."""

    slots: tuple[tuple[int, ...], ...]
    words: Mapping[int, tuple[Word, ...]]
    budget: Mapping[str, int]
    """How many words of a class the grid may hold."""
    rare_apart: bool
    """No cell lies in two rare words."""
    allowed: tuple[frozenset[int], ...]
    """The letters that each cell may take."""
    partner: tuple[int, ...]
    """The slot that has its clue in the same clue cell, or -1."""

    def word(self, slot: int, word_id: int) -> Word:
        return self.words[len(self.slots[slot])][word_id]

    def crossing(self, slot: int) -> list[int]:
        """The slots that share a cell with this one."""
        cells = set(self.slots[slot])
        return [other for other in range(len(self.slots)) if other != slot and cells & set(self.slots[other])]


def broken_rules(problem: Problem, chosen: Mapping[int, int]) -> list[str]:
    """What is wrong with a word for each of some slots; empty when all is well."""
    broken = []
    letters: dict[int, int] = {}
    families: set[int] = set()
    for slot, word_id in chosen.items():
        word = problem.word(slot, word_id)
        for cell, letter in zip(problem.slots[slot], word.letters, strict=True):
            if letters.setdefault(cell, letter) != letter:
                broken.append(f"cell {cell}: two letters")
            if letter not in problem.allowed[cell]:
                broken.append(f"cell {cell}: letter {letter} not allowed")
        if word.family in families:
            broken.append(f"family {word.family} twice")
        families.add(word.family)
        if problem.rare_apart and RARE in word.classes:
            for other in set(problem.crossing(slot)) & set(chosen):
                if RARE in problem.word(other, chosen[other]).classes:
                    broken.append(f"rare words cross in slots {slot} and {other}")
        other = problem.partner[slot]
        if other >= 0 and word.stands_alone:
            broken.append(f"no room beside the clue of slot {slot}")
        if other in chosen and word.has_long_clue and problem.word(other, chosen[other]).has_long_clue:
            broken.append(f"no room for the clues of slots {slot} and {other}")
    for class_ in CLASSES:
        count = sum(class_ in problem.word(slot, word_id).classes for slot, word_id in chosen.items())
        if count > problem.budget[class_]:
            broken.append(f"{count} {class_} words")
    return broken


def fills(problem: Problem, chosen: Mapping[int, int] | None = None) -> Iterator[dict[int, int]]:
    """Every fill that extends `chosen`: the slot with the most letters known gets each of its words in turn."""
    chosen = chosen or {}
    known = {cell for slot in chosen for cell in problem.slots[slot]}
    open_slots = [slot for slot in range(len(problem.slots)) if slot not in chosen]
    if not open_slots:
        yield dict(chosen)
        return
    slot = max(open_slots, key=lambda slot: len(known & set(problem.slots[slot])))
    for word_id in range(len(problem.words.get(len(problem.slots[slot]), ()))):
        longer = {**chosen, slot: word_id}
        if not broken_rules(problem, longer):
            yield from fills(problem, longer)


def is_solvable(problem: Problem) -> bool:
    return next(fills(problem), None) is not None


def all_words(problem: Problem) -> Domains:
    return [set(range(len(problem.words.get(len(slot), ())))) for slot in problem.slots]


def filter_once(problem: Problem, domains: Domains) -> None:
    """Strikes what one look at every cell and at every slot with a single word forbids."""
    letters = cell_letters(problem, domains)
    for slot, cells in enumerate(problem.slots):
        domains[slot] -= {
            word_id
            for word_id in domains[slot]
            if any(
                letter not in letters[cell]
                for cell, letter in zip(cells, problem.word(slot, word_id).letters, strict=True)
            )
        }
    single = {
        slot: problem.word(slot, min(domain)) for slot, domain in enumerate(domains) if len(domain) == 1
    }
    for slot, other in enumerate(problem.partner):
        if other >= 0:
            strike(problem, domains, slot, lambda w: w.stands_alone)
            if slot in single and single[slot].has_long_clue:
                strike(problem, domains, other, lambda w: w.has_long_clue)
    for slot, word in single.items():
        for other in range(len(problem.slots)):
            if other != slot:
                strike(problem, domains, other, lambda w, family=word.family: w.family == family)
        if problem.rare_apart and RARE in word.classes:
            for other in problem.crossing(slot):
                strike(problem, domains, other, lambda w: RARE in w.classes)
    for class_ in CLASSES:
        spent = [slot for slot, word in single.items() if class_ in word.classes]
        if len(spent) > problem.budget[class_]:
            domains[spent[0]] = set()
        if len(spent) == problem.budget[class_]:
            for other in set(range(len(problem.slots))) - set(spent):
                strike(problem, domains, other, lambda w, class_=class_: class_ in w.classes)


def strike(problem: Problem, domains: Domains, slot: int, is_bad) -> None:
    domains[slot] = {word_id for word_id in domains[slot] if not is_bad(problem.word(slot, word_id))}


def cell_letters(problem: Problem, domains: Domains) -> list[set[int]]:
    """The letters of each cell that a word has there in every slot through it."""
    letters = [set(allowed) for allowed in problem.allowed]
    for slot, cells in enumerate(problem.slots):
        for position, cell in enumerate(cells):
            letters[cell] &= {problem.word(slot, word_id).letters[position] for word_id in domains[slot]}
    return letters


def filter_domains(problem: Problem, domains: Domains | None = None) -> Domains | None:
    """The domains when no look strikes anything more; None when one is empty."""
    domains = [set(domain) for domain in domains or all_words(problem)]
    while True:
        before = [set(domain) for domain in domains]
        filter_once(problem, domains)
        if not all(domains):
            return None
        if domains == before:
            return domains


def expected_log_fills(problem: Problem, domains: Sequence[set[int]]) -> tuple[float, float]:
    """S and the sum of the slot logarithms, in bits: draw a word for each slot; how likely do cells agree?"""
    slots = sum(log2(len(domain)) for domain in domains)
    agree = 0.0
    for cell in range(len(problem.allowed)):
        drawn = [
            [
                problem.word(slot, word_id).letters[problem.slots[slot].index(cell)]
                for word_id in domains[slot]
            ]
            for slot in range(len(problem.slots))
            if cell in problem.slots[slot]
        ]
        if len(drawn) == 2:
            across, down = drawn
            pairs = sum(a == b for a in across for b in down)
            agree += log2(max(pairs / (len(across) * len(down)), 1e-12))
    return slots + agree, slots
