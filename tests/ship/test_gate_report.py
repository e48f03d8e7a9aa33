"""The verdicts as other programs read them."""

import json
import xml.etree.ElementTree as ET

from factory.inspect.gate import Verdict
from factory.ship.gate_report import github_annotations, verdicts_json, verdicts_junit

GOOD = Verdict("8x8", "islands", "each", 0, 0, True)
BAD = Verdict(
    "8x8", "rare_share", "baseline", 0.2, 0.05, False, (("sk-8x8-000003", 0.3), ("sk-8x8-000001", 0.25))
)
OTHER = Verdict("all sizes", "mean_zipf", "mean", 3.0, 4.0, False)


def test_verdicts_json__says_all():
    data = json.loads(verdicts_json("sk", [GOOD, BAD]))
    assert data["passed"] is False
    assert data["verdicts"][1] == {
        "size": "8x8", "metric": "rare_share", "rule": "baseline", "measured": 0.2, "limit": 0.05, "passed": False,
        "worst": [{"id": "sk-8x8-000003", "value": 0.3}, {"id": "sk-8x8-000001", "value": 0.25}],
    }  # fmt: skip
    assert json.loads(verdicts_json("sk", [GOOD]))["passed"] is True


def test_verdicts_junit__a_suite_per_size_and_a_failure_with_the_worst():
    root = ET.fromstring(verdicts_junit("sk", [GOOD, BAD, OTHER]))
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    suites = {suite.get("name"): suite for suite in root}
    assert {name: suite.get("failures") for name, suite in suites.items()} == {
        "sk 8x8": "1",
        "sk all sizes": "1",
    }
    failure = suites["sk 8x8"].find("testcase[@name='rare_share (baseline)']/failure")
    assert failure is not None
    assert failure.get("message") == BAD.text
    assert failure.text == "sk-8x8-000003: 0.3\nsk-8x8-000001: 0.25"
    assert suites["sk 8x8"].find("testcase[@name='islands (each)']/failure") is None


def test_github_annotations__one_line_each_and_escaped():
    strange = Verdict("8x8", "islands", "each", 1, 0, False, (("a%\nb", 1),))
    lines = github_annotations("sk", [GOOD, BAD, strange])
    assert len(lines) == 2
    assert lines[0].startswith(
        "::error title=quality of sk::8x8: rare_share 0.2, expected at most 0.05 (baseline)"
    )
    assert lines[1].endswith("a%25%0Ab 1")
