"""What a language's lexicon and jokes are meant to hold: config/<lang>.yaml, key `targets`."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from annotated_types import Ge

from factory.section import section

Count = Annotated[int, Ge(0)]


@section
class TargetSettings:
    """Numbers that `check` compares with; nothing is made differently for them."""

    answers: dict[Annotated[int, Ge(2)], Count] = field(default_factory=dict)
    """Answers with a hand-written clue by cells; the greatest length stands for all from it on."""
    all_answers: Count = 0
    jokes: Count = 0
    jokes_by_length: dict[str, Count] = field(default_factory=dict)
    """By cells of the punchline: "5-6" or "7"."""
    jokes_by_words: dict[Annotated[int, Ge(1)], Count] = field(default_factory=dict)
    """By words of the punchline."""

    def __post_init__(self) -> None:
        for span in self.jokes_by_length:
            span_of(span)


def span_of(text: str) -> range:
    """The lengths of "5-6" or "7".

    Raises:
        ValueError: the text is no such span.
    """
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()) or int(low) > int(high or low):
        raise ValueError(f"jokes_by_length: {text!r}, expected cells such as 7 or 5-6")
    return range(int(low), int(high or low) + 1)
