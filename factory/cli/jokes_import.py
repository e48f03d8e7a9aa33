"""`factory jokes import`: a joke list of your own becomes ours, or is added to it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from factory.cli.common import add_house, house
from factory.cli.lexicon_import import add_import_options, finish, given_columns, may_write
from factory.errors import JokeError
from factory.jokes import HEADER, Joke, make_joke, read_jokes
from factory.settings import load_settings
from factory.words.importers.clean import clean_text
from factory.words.importers.columns import find_columns, guess_short_and_long
from factory.words.importers.formats import TABLES, TITLES, open_foreign, read_table
from factory.words.importers.publish import as_line, expect_free, write_table, write_text
from factory.words.importers.report import Change, Refusal, Report
from factory.words.importers.table import Table
from factory.words.offensive import Offensive, read_offensive
from factory.words.orthography import Orthography

FIELDS: Final = ("setup", "punchline", "id", "tags")

_SHORT_PUNCHLINE: Final = 30
"""Characters of a text that may be a punchline, when columns are guessed."""


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the action."""
    parser = actions.add_parser(
        "import",
        help="take over a joke list of your own: CSV, TSV, JSON lines, XLSX",
        description="Reads jokes, says how they were read and what was taken, changed and refused, and writes the "
        "sound ones. The file is written whole or not at all. --append keeps the jokes that are there.",
    )
    add_import_options(parser, formats=TABLES, fields=FIELDS, to="jokes/LANG.tsv")
    parser.add_argument(
        "--append", action="store_true", help="add to the jokes in the file to write, if it is there"
    )
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Imports, reports, and returns 1 when nothing was taken or `--strict` forbids it."""
    home = house(options)
    orthography = Orthography(load_settings(home.config, options.lang).base.words.orthography)
    target: Path = options.to or home.jokes / f"{options.lang}.tsv"
    replace = options.replace or options.append
    if not options.dry_run:
        if target.exists() and not replace:
            raise JokeError(
                f"{target}: is there already; say --append to add to it, or --replace to lose what it holds"
            )
        expect_free(target, replace=replace)
    is_added = options.append and target.exists()
    before = read_jokes(target, orthography).jokes if is_added else ()
    offensive = read_offensive(home.dictionaries, options.lang, orthography)
    file = open_foreign(options.file, format=options.format)
    table = read_table(file, options.lang, orthography, encoding=options.encoding, sheet=options.sheet)
    report = Report(str(file.path), TITLES[file.format], details=table.details, refusals=table.refusals)
    rows = _rows(table, report, given_columns(options, FIELDS))
    jokes = _take(rows, report, options.lang, orthography, offensive, before)
    if may_write(options, report):
        lines = [(joke.id, joke.setup, joke.punchline, ",".join(joke.tags)) for joke in jokes]
        if is_added:  # what is there stays as it was written
            old = target.read_text(encoding="utf-8-sig").rstrip("\n")
            write_text(target, "\n".join([old, *map(as_line, lines)]) + "\n", replace=True)
        else:
            write_table(target, HEADER, lines, replace=replace)
        report.written = str(target)
    return finish(options, report, "punchlines")


def _rows(table: Table, report: Report, given: dict[str, str]) -> list[tuple[int, dict[str, str]]]:
    """The rows as cleaned fields."""

    def guess(sample: Sequence[Sequence[str]]) -> dict[str, int]:
        found = guess_short_and_long(sample, lambda text: len(text) <= _SHORT_PUNCHLINE)
        return dict(zip(("punchline", "setup"), found, strict=True)) if found else {}

    wanted = {name: given.get(name) for name in FIELDS}
    columns = find_columns(report.file, table, wanted, guess=guess, optional=("id", "tags"))
    for name in FIELDS:
        report.details[name] = columns.how.get(name, "none")
    rows = []
    for line, values in table.rows:
        if line == columns.header_line:
            continue
        fields = {}
        for name, place in columns.places.items():
            raw = (", " if name == "tags" else " ").join(values[place])
            fields[name], reasons = clean_text(raw)
            if reasons:
                report.changes.append(Change(line, name, raw, fields[name], ", ".join(reasons)))
        rows.append((line, fields))
    return rows


def _take(
    rows: Sequence[tuple[int, dict[str, str]]],
    report: Report,
    lang: str,
    orthography: Orthography,
    offensive: Offensive,
    before: Sequence[Joke],
) -> list[Joke]:
    """The sound jokes; ids that are missing are given, counting on from the highest."""
    ids = {joke.id: "a joke before" for joke in before}
    punchlines = {joke.cells: "a joke before" for joke in before}
    numbers = (name.rpartition("-")[2] for name in (*ids, *(fields.get("id", "") for _, fields in rows)))
    next_number = max((int(number) for number in numbers if number.isdecimal()), default=0) + 1
    jokes: list[Joke] = []
    for line, fields in rows:
        name = fields.get("id", "")
        try:
            joke = make_joke(
                name or f"{lang}-{next_number:04d}", fields["setup"], fields["punchline"],
                fields.get("tags", ""), orthography,
            )  # fmt: skip
            if joke.id.startswith("#"):
                raise ValueError(f"id {joke.id!r} begins with the mark of a comment")
            if (first := ids.get(joke.id)) is not None:
                raise ValueError(f"id {joke.id!r} is that of {first} too")
            if (first := punchlines.get(joke.cells)) is not None:
                raise ValueError(f"punchline {joke.punchline!r} has the cells of {first}")
            if word := offensive.find(f"{joke.setup} {joke.punchline}", orthography):
                raise ValueError(f"{word!r} is on the list of offensive words")
        except ValueError as problem:
            report.refusals.append(Refusal(line, str(problem)))
            continue
        if not name:
            report.changes.append(Change(line, "id", "", joke.id, "id given"))
            next_number += 1
        ids[joke.id] = punchlines[joke.cells] = f"line {line}"
        jokes.append(joke)
    report.refusals.sort(key=lambda refusal: refusal.line)
    report.taken = report.distinct = len(jokes)
    return jokes
