"""The settings of a language's words: config/<lang>.yaml, key `words`."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from annotated_types import Ge

from factory.section import section
from factory.words.facts import FactsSettings
from factory.words.family import FamilySettings
from factory.words.frequency import CognateSettings
from factory.words.lexicon import ScoreSettings
from factory.words.orthography import OrthographySettings

Tag = Literal["abbr", "code", "name", "place", "foreign", "archaic", "dialect", "technical", "vulgar"]


@section
class WordsSettings:
    """All that the compiled lexicon of a language depends on, besides its sources."""

    orthography: OrthographySettings
    max_clue_length: Annotated[int, Ge(1)] = 28
    """Characters of a clue, blanks included; it is printed in one cell."""
    max_bad_rows: Annotated[int, Ge(0)] = 0
    """Bad rows that are skipped and reported; one more is an error."""
    leave_out: tuple[Tag, ...] = ("vulgar",)
    """Rows with such a tag are checked but not compiled."""
    code_zipf: Annotated[float, Ge(0)] = 2.5
    """A code's frequency counts at most so much: its letters are counted as other words too."""
    extended: bool = False
    """Whether answers without a hand-written clue are taken from dictionaries/extended/<lang>."""
    facts: FactsSettings = field(default_factory=FactsSettings)
    cognates: CognateSettings | None = None
    families: FamilySettings = field(default_factory=FamilySettings)
    score: ScoreSettings = field(default_factory=ScoreSettings)
