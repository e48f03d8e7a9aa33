"""`factory jokes check`: what is wrong with the joke lists, and where."""

from __future__ import annotations

import argparse
import json

from factory.cli.common import add_check_options, house
from factory.cli.lexicon_check import report_findings
from factory.findings import Finding, findings_json
from factory.jokes_check import check_jokes
from factory.settings import languages, load_settings
from factory.ship.atomic import write_file
from factory.words.offensive import read_offensive
from factory.words.orthography import Orthography


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "check",
        help="check the jokes, with file and line for each finding",
        description="Checks form, lengths, offensive words, jokes told twice, spelling (with hunspell, where "
        "installed) and the numbers wanted. An error is a broken rule and makes exit code 1; a warning is for somebody "
        "to look at.",
    )
    add_check_options(parser, default="all with jokes")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the findings and their counts."""
    home = house(options)
    with_jokes = [lang for lang in languages(home.config) if (home.jokes / f"{lang}.tsv").exists()]
    findings: list[Finding] = []
    notes: dict[str, tuple[str, ...]] = {}
    for lang in options.lang or with_jokes:
        base = load_settings(home.config, lang).base
        orthography = Orthography(base.words.orthography)
        found, notes[lang] = check_jokes(
            lang,
            options.jokes / f"{lang}.tsv",
            orthography,
            base.targets,
            read_offensive(home.dictionaries, lang, orthography),
            spelling=not options.no_spelling,
        )
        findings += found
    if options.json:
        text = json.dumps(findings_json(findings, notes), ensure_ascii=False, indent=1)
        write_file(options.json, f"{text}\n".encode())
    return report_findings(findings, notes, errors_only=options.errors)
