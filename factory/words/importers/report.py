"""What an import did: taken, changed and refused, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

SHOWN: Final = 20
"""Lines of a kind in the text; the JSON has all."""


@dataclass(frozen=True)
class Change:
    """A value that was taken in another form."""

    line: int
    column: str
    before: str
    after: str
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.column} {self.before!r} -> {self.after!r} ({self.why})"


@dataclass(frozen=True)
class Refusal:
    """A row that was not taken."""

    line: int
    why: str
    kind: str = "broken row"
    """For counting: the reason without the values of the row."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


@dataclass
class Report:
    """The account of one import."""

    file: str
    format: str
    details: dict[str, str] = field(default_factory=dict)
    """How the file was read: encoding, delimiter, sheet, columns."""
    taken: int = 0
    distinct: int = 0
    """Different answers, or punchlines, among the rows taken."""
    changes: list[Change] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    written: str | None = None

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "file": self.file, "format": self.format, **self.details,
            "taken": self.taken, "distinct": self.distinct,
            "changed": [asdict(change) for change in self.changes],
            "refused": [asdict(refusal) for refusal in self.refusals],
            "written": self.written,
        }  # fmt: skip

    def lines(self, what: str) -> Iterator[str]:
        """The text; `what` names the things that are distinct."""
        yield f"{self.file}: {self.format}"
        for name, value in self.details.items():
            yield f"  {name}: {value}"
        yield f"taken: {self.taken} rows, {self.distinct} different {what}"
        yield f"changed: {len(self.changes)}"
        yield from _first(self.changes)
        yield f"refused: {len(self.refusals)}"
        kinds = Counter(refusal.kind for refusal in self.refusals)
        if len(self.refusals) > SHOWN:
            for kind, count in kinds.most_common():
                yield f"  {count} x {kind}"
        yield from _first(self.refusals)
        yield f"written: {self.written or 'nothing'}"


def _first(items: list[Change] | list[Refusal]) -> Iterator[str]:
    for item in items[:SHOWN]:
        yield f"  {item}"
    if len(items) > SHOWN:
        yield f"  ... and {len(items) - SHOWN} more (--json lists all)"
