"""What a check of a source file found: a place, how sure it is, and a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Level = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Finding:
    """An error is a broken rule; a warning is for somebody to look at."""

    file: str
    line: int
    """0 = the file or folder as a whole."""
    level: Level
    kind: str
    """What is wrong, in one word, for counting."""
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.level}: {self.text}"


def count_kinds(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each "level kind", errors first."""
    return dict(sorted(Counter(f"{finding.level} {finding.kind}" for finding in findings).items()))


def findings_json(findings: Sequence[Finding], notes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The findings and, by language, what could not be checked, as plain values."""
    return {
        "findings": [asdict(finding) for finding in findings],
        "counts": count_kinds(findings),
        "notes": {lang: list(texts) for lang, texts in notes.items()},
    }
