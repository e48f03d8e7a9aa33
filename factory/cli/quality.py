"""`factory quality`: the figures of a corpus per size, and the gate that holds them to a baseline."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from factory.cli.corpus_folder import LEDGER
from factory.corpus.ledger import Ledger
from factory.corpus.records import StreamTotals
from factory.corpus.report import attempts, made, report_json
from factory.errors import FactoryError, UsageError
from factory.inspect.gate import (
    HIGHER_IS_BETTER,
    KNOWN,
    MEANS,
    Baseline,
    Effort,
    SizeFigures,
    Verdict,
    as_mapping,
    figures_of,
    judge,
)
from factory.inspect.metrics import measure
from factory.inspect.summary import Row, summarise
from factory.puzzle import Puzzle
from factory.settings import read_section, section_text
from factory.ship.atomic import make_folder, write_file
from factory.ship.gate_report import github_annotations, verdicts_json, verdicts_junit

HEAD = """\
The quality gate of a language. `limits` are edited by hand: the mean over a size and each puzzle's own value.
`sizes` holds what was measured, mean and standard deviation; `factory quality DIR --baseline FILE
--update-baseline` writes it anew and keeps the rest."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "quality",
        help="print the quality of a corpus per size, hold it to a baseline",
        description="Prints the means of the quality metrics per size; docs/architecture.md defines them. With a "
        "baseline: exit 1 when a limit is broken or a figure got worse than chance explains.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the corpus, such as output/sk")
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="hold it to this, such as config/quality/sk.yaml"
    )
    parser.add_argument(
        "--update-baseline", action="store_true",
        help="show what changes and write the figures into the baseline",
    )  # fmt: skip
    parser.add_argument(
        "--puzzles-only", action="store_true",
        help="compare what each puzzle shows, not effort and reuse, which get worse as a corpus grows",
    )  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures and verdicts as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the verdicts as JUnit XML")
    parser.add_argument(
        "--annotations", action="store_true", default=os.environ.get("GITHUB_ACTIONS") == "true",
        help="print failures as annotations of GitHub's checks (default where GITHUB_ACTIONS is true)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the table, or the verdicts of the gate."""
    if options.update_baseline and not options.baseline:
        raise UsageError("--update-baseline: expected --baseline FILE as well")
    with Ledger.read(options.folder / LEDGER) as ledger:
        lang = ledger.lang
        puzzles = list(ledger.puzzles())
        totals = ledger.totals()
        effort = report_json(lang, ledger.seed, totals)
    if not puzzles:
        raise FactoryError(f"{options.folder}: holds no puzzle yet")
    report = {"quality": summarise(puzzles), "effort": effort}
    if options.update_baseline:
        return _update(options.baseline, lang, puzzles, totals)
    if not options.baseline:
        if options.junit:
            raise UsageError("--junit: expected --baseline FILE as well")
        _write_json(options.json, report)
        print(format_table(report["quality"]))
        return 0
    baseline = _read(options.baseline, lang)
    verdicts = judge(_measured(puzzles, baseline), _effort(totals), baseline)
    if options.puzzles_only:
        verdicts = [verdict for verdict in verdicts if verdict.metric in MEANS]
    _write_json(options.json, {**report, "gate": json.loads(verdicts_json(lang, verdicts))})
    if options.junit:
        write_file(options.junit, verdicts_junit(lang, verdicts))
    print(format_verdicts(lang, len(puzzles), verdicts, baseline))
    if options.annotations:
        print("\n".join(github_annotations(lang, verdicts)))
    failed = sum(not verdict.passed for verdict in verdicts)
    if failed:
        raise FactoryError(f"{options.folder}: {failed} of {len(verdicts)} comparisons failed, expected none")
    return 0


def format_verdicts(lang: str, puzzles: int, verdicts: Sequence[Verdict], baseline: Baseline) -> str:
    """The failures, a line each, and a summary."""
    failed = [verdict for verdict in verdicts if not verdict.passed]
    sizes = [size for size in dict.fromkeys(verdict.size for verdict in verdicts) if "x" in size]
    unknown = [size for size in sizes if size not in baseline.sizes]
    lines = [verdict.text for verdict in failed]
    lines.append(
        f"{lang}: {puzzles} puzzles, {len(verdicts)} comparisons, "
        + (f"{len(failed)} failed" if failed else "all passed")
    )
    if unknown:
        lines.append(f"not in the baseline, held to the limits alone: {', '.join(unknown)}")
    return "\n".join(lines)


def format_changes(old: Mapping[str, SizeFigures], new: Mapping[str, SizeFigures]) -> str:
    """What a new baseline changes: a line per size and metric whose shown figure differs."""
    lines = []
    for size, figures in new.items():
        before = old.get(size)
        if before is None:
            lines.append(f"{size:>6}  new, {figures.puzzles} puzzles")
            continue
        pairs = {
            **{
                name: (before.means[name][0], figures.means[name][0])
                for name in MEANS
                if name in before.means
            },
            **{
                name: (before.corpus[name], new)
                for name, new in figures.corpus.items()
                if name in before.corpus
            },
        }
        for name, (was, now) in pairs.items():
            if f"{was:.4g}" != f"{now:.4g}":
                word = "better" if (now > was) == (name in HIGHER_IS_BETTER) else "worse"
                lines.append(f"{size:>6}  {name:<28} {was:>9.4g} -> {now:<9.4g} {word}")
    lines += [f"{size:>6}  dropped" for size in old if size not in new]
    return "\n".join(lines) if lines else "nothing changes"


def format_table(table: Mapping[str, Row]) -> str:
    """The figures as text: a column a size, a row a metric."""
    names = list(next(iter(table.values())))
    width = max(len(name) for name in names)
    lines = [" ".join([" " * width, *(f"{size:>7}" for size in table)])]
    for name in names:
        lines.append(" ".join([f"{name:<{width}}", *(f"{_short(row[name]):>7}" for row in table.values())]))
    return "\n".join(lines)


def _read(path: Path, lang: str) -> Baseline:
    baseline = read_section(path, Baseline)
    if baseline.language != lang:
        raise FactoryError(f"{path}: language: {baseline.language!r}, expected {lang!r} as in the corpus")
    for name, bound in baseline.limits.items():
        allowed = KNOWN if bound.each is None else frozenset(MEANS)
        if name not in allowed:
            raise FactoryError(f"{path}: limits: {name!r}, expected one of {', '.join(sorted(allowed))}")
    return baseline


def _update(path: Path, lang: str, puzzles: Sequence[Puzzle], totals: Sequence[StreamTotals]) -> int:
    old = _read(path, lang) if path.exists() else Baseline(language=lang)
    new = figures_of(_measured(puzzles, old), _effort(totals))
    print(format_changes(old.sizes, new))
    make_folder(path.parent)
    write_file(path, section_text(as_mapping(dataclasses.replace(old, sizes=new)), head=HEAD).encode())
    print(f"written: {path}")
    return 0


def _measured(puzzles: Sequence[Puzzle], baseline: Baseline) -> list[Puzzle]:
    """The puzzles measured anew: the gate does not trust what their maker wrote about them."""
    return [dataclasses.replace(puzzle, quality=measure(puzzle, baseline.room)) for puzzle in puzzles]


def _effort(totals: Sequence[StreamTotals]) -> dict[str, Effort]:
    return {
        f"{total.rows}x{total.cols}": Effort(made(total), attempts(total), total.nodes) for total in totals
    }


def _write_json(path: Path | None, data: Mapping[str, object]) -> None:
    if path:
        write_file(path, f"{json.dumps(data, ensure_ascii=False, indent=2)}\n".encode())


def _short(value: float | int | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, int) or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
