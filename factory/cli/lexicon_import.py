"""`factory lexicon import`: a publisher's own dictionary becomes a source of ours."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from factory.cli.common import add_house, house
from factory.errors import LexiconError
from factory.settings import load_settings
from factory.words.importers.formats import TABLES, THESAURUSES, open_foreign
from factory.words.importers.lexicon_rows import FIELDS, Judge, Reading, import_rows, rows_there
from factory.words.importers.publish import expect_free, write_table
from factory.words.importers.report import Report
from factory.words.offensive import read_offensive
from factory.words.orthography import Orthography
from factory.words.source import HEADER


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "import",
        help="take over a dictionary of your own: CSV, TSV, JSON lines, XLSX, MyThes, WordNet",
        description="Reads a dictionary, says how it was read and what was taken, changed and refused, and writes the "
        "sound rows as a source of the language. The file is written whole or not at all.",
    )
    add_import_options(
        parser, formats=(*TABLES, *THESAURUSES), fields=FIELDS, to="dictionaries/LANG/FILE.tsv"
    )
    add_house(parser)
    parser.set_defaults(run=run)


def add_import_options(
    parser: argparse.ArgumentParser, *, formats: tuple[str, ...], fields: tuple[str, ...], to: str
) -> None:
    """Adds what every import has."""
    parser.add_argument("file", type=Path, help="the file to read")
    parser.add_argument("--lang", required=True, help="language, such as sk")
    parser.add_argument("--to", type=Path, help=f"the file to write (default: {to})")
    for field in fields:
        parser.add_argument(f"--{field}", metavar="COLUMN", help=f"name or number of the column of {field}")
    parser.add_argument("--format", choices=formats, help="default: by content and name")
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook (default: the first)")
    parser.add_argument("--encoding", help="such as cp1250 (default: detected)")
    parser.add_argument("--replace", action="store_true", help="overwrite the file to write when it is there")
    parser.add_argument(
        "--strict", action="store_true", help="write nothing and exit 1 when a row is refused"
    )
    parser.add_argument("--dry-run", action="store_true", help="only report")
    parser.add_argument("--json", action="store_true", help="the report as JSON, with every line")


def given_columns(options: argparse.Namespace, fields: tuple[str, ...]) -> dict[str, str]:
    """The columns that the command line names."""
    return {field: value for field in fields if (value := getattr(options, field)) is not None}


def run(options: argparse.Namespace) -> int:
    """Imports, reports, and returns 1 when nothing was taken or `--strict` forbids it."""
    home = house(options)
    words = load_settings(home.config, options.lang).base.words
    orthography = Orthography(words.orthography)
    target: Path = options.to or home.dictionaries / options.lang / f"{options.file.stem}.tsv"
    if not options.dry_run:
        expect_free(target, replace=options.replace)
    offensive = read_offensive(home.dictionaries, options.lang, orthography)
    there = rows_there(
        home.dictionaries, options.lang, orthography,
        max_clue_length=words.max_clue_length, besides=target,
    )  # fmt: skip
    judge = Judge(options.lang, orthography, words.max_clue_length, offensive, there)
    reading = Reading(options.encoding, options.sheet, given_columns(options, FIELDS))
    rows, report = import_rows(open_foreign(options.file, format=options.format), judge, reading)
    if may_write(options, report):
        lines = ((row.spelling, row.clue, ",".join(row.tags)) for row in rows)
        write_table(target, HEADER, lines, replace=options.replace)
        report.written = str(target)
    return finish(options, report, "answers")


def may_write(options: argparse.Namespace, report: Report) -> bool:
    """Whether the rows taken are to be written."""
    return report.taken > 0 and not options.dry_run and not (options.strict and report.refusals)


def finish(options: argparse.Namespace, report: Report, what: str) -> int:
    """Prints the report; the exit code."""
    if options.json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        print("\n".join(report.lines(what)))
    if not report.taken:
        raise LexiconError(f"{report.file}: nothing could be taken")
    if options.strict and report.refusals:
        first = report.refusals[0]
        raise LexiconError(
            f"{report.file}:{first.line}: {len(report.refusals)} rows refused, first: {first.why}"
        )
    return 0
