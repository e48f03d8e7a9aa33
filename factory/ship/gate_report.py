"""The verdicts of the quality gate for machines: JSON, JUnit XML, annotations of GitHub's checks."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Final

from factory.inspect.gate import Verdict

FORMAT: Final = 1


def verdicts_json(lang: str, verdicts: Sequence[Verdict]) -> str:
    """Every comparison, and whether all passed."""
    data = {
        "format": FORMAT,
        "lang": lang,
        "passed": all(verdict.passed for verdict in verdicts),
        "verdicts": [
            {
                "size": verdict.size,
                "metric": verdict.metric,
                "rule": verdict.rule,
                "measured": round(verdict.measured, 6),
                "limit": round(verdict.limit, 6),
                "passed": verdict.passed,
                "worst": [{"id": name, "value": value} for name, value in verdict.worst],
            }
            for verdict in verdicts
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def verdicts_junit(lang: str, verdicts: Sequence[Verdict]) -> bytes:
    """A test suite per size, a test case per comparison."""
    root = ET.Element(
        "testsuites",
        name=f"quality of {lang}",
        tests=str(len(verdicts)),
        failures=str(sum(not verdict.passed for verdict in verdicts)),
    )
    for size in dict.fromkeys(verdict.size for verdict in verdicts):
        group = [verdict for verdict in verdicts if verdict.size == size]
        failures = sum(not verdict.passed for verdict in group)
        suite = ET.SubElement(
            root, "testsuite", name=f"{lang} {size}", tests=str(len(group)), failures=str(failures)
        )
        for verdict in group:
            case = ET.SubElement(
                suite, "testcase", classname=f"{lang}.{size}", name=f"{verdict.metric} ({verdict.rule})"
            )
            if not verdict.passed:
                failure = ET.SubElement(case, "failure", message=verdict.text, type=verdict.rule)
                failure.text = "\n".join(f"{name}: {value:.4g}" for name, value in verdict.worst)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def github_annotations(lang: str, verdicts: Sequence[Verdict]) -> list[str]:
    """A line per failure, as GitHub's runner reads them from the output of a step."""
    return [
        f"::error title={_escape(f'quality of {lang}')}::{_escape(verdict.text, data=True)}"
        for verdict in verdicts
        if not verdict.passed
    ]


def _escape(text: str, *, data: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text if data else text.replace(":", "%3A").replace(",", "%2C")
