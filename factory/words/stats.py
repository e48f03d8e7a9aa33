"""What a compiled lexicon holds: counts by length and tag, second clues, frequencies, families."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

from factory.words.answer import Answer
from factory.words.breadth import PREFIX as EXTENDED
from factory.words.facts import SOURCE as GENERATED
from factory.words.index import LexiconIndex

STEP: Final = 0.5
"""Width of a bar of the Zipf histogram."""

UNTAGGED: Final = "(none)"


@dataclass(frozen=True)
class LengthStats:
    """The answers of one length."""

    answers: int
    hand_written: int
    """With a clue from the sources, not only from facts."""
    two_clues: int
    limited: int


@dataclass(frozen=True)
class LexiconStats:
    """The counts of a language's lexicon."""

    lang: str
    lengths: dict[int, LengthStats]
    tags: dict[str, int]
    """Clues by tag."""
    zipf: dict[float, int]
    """Hand-written answers by the lower edge of their frequency's bar; 0 = unknown."""
    families: int
    """With more than one answer."""
    largest: tuple[tuple[str, ...], ...]
    """The spellings of the largest families."""

    @property
    def answers(self) -> int:
        """All of them."""
        return sum(length.answers for length in self.lengths.values())


def count_lexicon(index: LexiconIndex, *, shown_families: int = 3) -> LexiconStats:
    """The counts of a compiled lexicon."""
    answers = [
        index.answer(length, word_id)
        for length, table in index.tables.items()
        for word_id in range(len(table))
    ]
    by_length: defaultdict[int, list[Answer]] = defaultdict(list)
    by_family: defaultdict[int, list[Answer]] = defaultdict(list)
    tags: Counter[str] = Counter()
    for answer in answers:
        by_length[len(answer.cells)].append(answer)
        by_family[answer.family].append(answer)
        for clue in answer.clues:
            tags.update(clue.tags or (UNTAGGED,))
    own = [answer for answer in answers if _is_hand_written(answer)]
    large = sorted(by_family.values(), key=lambda family: (-len(family), family[0].cells))[:shown_families]
    return LexiconStats(
        lang=index.lang,
        lengths={length: _count(found) for length, found in sorted(by_length.items())},
        tags=dict(tags.most_common()),
        zipf=dict(sorted(Counter(answer.zipf // STEP * STEP for answer in own).items())),
        families=sum(len(family) > 1 for family in by_family.values()),
        largest=tuple(tuple(answer.clues[0].spelling for answer in family) for family in large),
    )


def _count(answers: list[Answer]) -> LengthStats:
    return LengthStats(
        answers=len(answers),
        hand_written=sum(map(_is_hand_written, answers)),
        two_clues=sum(len({clue.text for clue in answer.clues}) > 1 for answer in answers),
        limited=sum(answer.is_limited for answer in answers),
    )


def _is_hand_written(answer: Answer) -> bool:
    return any(clue.source != GENERATED and not clue.source.startswith(EXTENDED) for clue in answer.clues)
