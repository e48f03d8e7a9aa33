"""`factory lexicon check`: what is wrong with the rows, and where."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from factory.cli.common import add_check_options, house
from factory.findings import Finding, count_kinds, findings_json
from factory.settings import languages, load_settings
from factory.ship.atomic import write_file
from factory.words.check import check_lexicon


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "check",
        help="check the rows, with file and line for each finding",
        description="Checks form, clues, doubles, offensive words, spelling (with hunspell, where installed) and the "
        "numbers wanted. An error is a broken rule and makes exit code 1; a warning is for somebody to look at. Rows "
        "in dictionaries/<lang>/allow.tsv pass.",
    )
    add_check_options(parser, default="all with rows")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the findings and their counts."""
    home = house(options)
    with_rows = [lang for lang in languages(home.config) if any((home.dictionaries / lang).glob("*.tsv"))]
    findings: list[Finding] = []
    notes: dict[str, tuple[str, ...]] = {}
    for lang in options.lang or with_rows:
        base = load_settings(home.config, lang).base
        found, notes[lang] = check_lexicon(
            lang,
            base.words,
            base.targets,
            dictionaries=options.dictionaries,
            spelling=not options.no_spelling,
        )
        findings += found
    if options.json:
        text = json.dumps(findings_json(findings, notes), ensure_ascii=False, indent=1)
        write_file(options.json, f"{text}\n".encode())
    return report_findings(findings, notes, errors_only=options.errors)


def report_findings(
    findings: Sequence[Finding], notes: dict[str, tuple[str, ...]], *, errors_only: bool
) -> int:
    """Prints the findings, the notes by language and a line of counts; the exit code."""
    for finding in findings:
        if finding.level == "error" or not errors_only:
            print(finding)
    if errors_only and not any(finding.level == "error" for finding in findings):
        print("no errors")
    for lang, texts in notes.items():
        for text in texts:
            print(f"{lang}: note: {text}")
    counts = ", ".join(f"{kind}: {n}" for kind, n in count_kinds(findings).items())
    print(f"{', '.join(notes) or 'no language with rows'}: {counts or 'nothing found'}")
    return int(any(finding.level == "error" for finding in findings))
