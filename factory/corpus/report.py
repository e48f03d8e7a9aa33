"""The report of a run: what was made, at what cost, and why attempts were rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from factory.corpus.outlook import Outlook
from factory.corpus.records import StreamTotals


def report_json(
    lang: str, seed: int, totals: Sequence[StreamTotals], outlooks: Sequence[Outlook] = ()
) -> dict[str, Any]:
    """The report as plain values; an attempt is a mask that was tried, a job one to many attempts.

    `outlooks` of some streams add how many jokes they have left, and the puzzles missing for want of jokes.
    """
    jokes = {
        (one.stream.rows, one.stream.cols): {
            "jokes": {"told": one.jokes_told, "left": one.jokes_left, "unfit": one.jokes_unfit},
            "more_with_more_jokes": one.lacking_jokes,
        }
        for one in outlooks
    }
    return {
        "format": 1,
        "lang": lang,
        "seed": seed,
        "sizes": [
            {
                "size": f"{total.rows}x{total.cols}",
                "wanted": total.wanted,
                "accepted": total.accepted,
                "withdrawn": total.withdrawn,
                "jobs": total.jobs,
                "attempts": attempts(total),
                "success_per_attempt": _ratio(made(total), attempts(total)),
                "masks": total.masks,
                "nodes": total.nodes,
                "mean_kappa": None if total.kappa is None else round(total.kappa, 3),
                "cpu_seconds": round(total.cpu_seconds, 3),
                "cpu_seconds_per_accepted": _ratio(total.cpu_seconds, total.accepted),
                "rejections": dict(total.rejections),
                **jokes.get((total.rows, total.cols), {}),
            }
            for total in totals
        ],
    }


def made(total: StreamTotals) -> int:
    """All puzzles that a stream made, also those withdrawn later."""
    return total.accepted + total.withdrawn


def attempts(total: StreamTotals) -> int:
    """Attempts of a stream: each ended in a puzzle or a rejection."""
    return made(total) + sum(total.rejections.values())


def report_text(totals: Sequence[StreamTotals], *, title: str = "size") -> str:
    """The report as a table for a terminal, with the rejections of all sizes by reason; `title` heads the sizes."""
    lines = [
        f"{title:>6} {'wanted':>7} {'made':>6} {'reserve':>8} {'attempts':>9} {'success':>8} {'CPU s each':>11}"
    ]
    for total in totals:
        tried = attempts(total)
        success = f"{made(total) / tried:.0%}" if tried else "-"
        cost = f"{total.cpu_seconds / total.accepted:.2f}" if total.accepted else "-"
        size = f"{total.rows}x{total.cols}"
        there = min(total.accepted, total.wanted)
        lines.append(
            f"{size:>6} {total.wanted:>7} {there:>6} {total.accepted - there:>8} {tried:>9} {success:>8} {cost:>11}"
        )
    if withdrawn := sum(total.withdrawn for total in totals):
        lines.append(f"withdrawn: {withdrawn}")
    reasons: Counter[str] = Counter()
    for total in totals:
        reasons.update(total.rejections)
    if reasons:
        listed = ", ".join(
            f"{reason} {n}" for reason, n in sorted(reasons.items(), key=lambda r: (-r[1], r[0]))
        )
        lines.append(f"rejected attempts: {listed}")
    return "\n".join(lines)


def _ratio(part: float, whole: float) -> float | None:
    return round(part / whole, 4) if whole else None
