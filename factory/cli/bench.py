"""`factory bench`: what puzzles cost on this machine, and the published tables beside ours."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from factory.bench.charts import lexicon_chart, size_chart, workers_chart
from factory.bench.processes import bench_memory, bench_start, bench_workers, run_corpus_command
from factory.bench.projection import Measured, project, projection_rows, run_rows, size_rows
from factory.bench.published import FAULTS, LAID, STAGES, faults_row, held_rows, laid_row, stages_row
from factory.bench.stages import bench_stages, load_stages
from factory.bench.streams import bench_lexicon, bench_puzzles
from factory.bench.text import Row, print_table
from factory.cli.common import add_house, house, parse_sizes, positive
from factory.corpus.equipment import Equipment, House, equip, warm_up
from factory.errors import UsageError
from factory.settings import languages
from factory.ship.atomic import make_folder, write_file

PARTS: Final = ("stages", "puzzles", "lexicon", "start", "memory", "workers")
SHARES: Final = (0.25, 0.5, 0.75, 1.0)
EPOCHS: Final = 5
"""Of a stream: 40 jobs with the default settings."""

Tables = dict[str, Sequence[Row]]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "bench",
        help="measure what puzzles cost here, print the published tables beside ours",
        description="Measures in CPU seconds, so that other work on the machine disturbs it little; counts beside "
        "them do not depend on the machine. docs/performance.md holds what came out.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all of them)")
    parser.add_argument("--lang", help="language (default: sk; of a projection all)")
    parser.add_argument(
        "--sizes", metavar="SIZES", help="such as 8-18 (default: 8,10,12,15,18; of a projection 8-18)"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--tables", action="store_true", help="the tables published for another method, ours beside them"
    )
    what.add_argument(
        "--project", type=positive, nargs="?", const=16, metavar="N",
        help="make N puzzles of each size and language with the corpus command and project 14,000 (default: 16)",
    )  # fmt: skip
    parser.add_argument("--attempts", type=positive, default=60, metavar="N", help="per size (default: 60)")
    parser.add_argument(
        "--grids", type=positive, default=200, metavar="N",
        help="finished grids per size in which punchlines are sought, with --tables (default: 200)",
    )  # fmt: skip
    parser.add_argument("--workers", type=positive, default=2, metavar="N", help="at most (default: 2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--charts", type=Path, metavar="DIR", help="draw how the cost grows, as SVG")
    add_house(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures, prints, writes."""
    if unknown := sorted(set(options.parts) - set(PARTS)):
        raise UsageError(f"no part {unknown[0]!r}; there are: {', '.join(PARTS)}")
    if options.parts and (options.tables or options.project):
        raise UsageError(f"{options.parts[0]}: a part goes without --tables and --project")
    home = house(options)
    for path in (options.json, options.charts):
        if path is not None:
            make_folder(path if path is options.charts else path.parent)
    machine = {
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }
    tables: Tables = {}
    if options.project:
        charts = _project(options, home, tables)
    else:
        equipment = equip(home, options.lang or "sk", on_build=print)
        machine["answers"], machine["jokes"] = str(len(equipment.index)), str(len(equipment.jokes.jokes))
        print(
            f"{equipment.index.lang}: {len(equipment.index):,} answers, {len(equipment.jokes.jokes):,} jokes; "
            f"{machine['machine']}, Python {machine['python']}"
        )
        warm_up(equipment)
        load_stages(equipment)
        charts = (_tables if options.tables else _parts)(options, home, equipment, tables)
    if options.json:
        text = json.dumps({**machine, **tables}, indent=2, ensure_ascii=False)
        write_file(options.json, f"{text}\n".encode())
    if options.charts:
        for name, svg in charts.items():
            write_file(options.charts / name, svg.encode())
    return 0


def _parts(options: argparse.Namespace, home: House, equipment: Equipment, tables: Tables) -> dict[str, str]:
    """The parts asked for; returns their charts."""
    parts, lang, charts = options.parts or PARTS, equipment.index.lang, {}
    sizes = parse_sizes(options.sizes or "8,10,12,15,18")
    epochs = -(-options.attempts // equipment.language.base.corpus.epoch)
    if "stages" in parts:
        rows: list[Row] = [bench_stages(equipment, size, attempts=options.attempts) for size in sizes]
        _show(tables, "stages", "mask and free fill, CPU milliseconds", rows)
    if "puzzles" in parts:
        rows = [bench_puzzles(equipment, size, epochs=epochs) for size in sizes]
        _show(tables, "puzzles", "whole puzzles as a corpus makes them", rows)
        if options.charts:
            charts["cost-size.svg"] = size_chart(rows, ["cpu_s_per_puzzle"])
    if "lexicon" in parts:
        middle = [size for size in sizes if size in (10, 12, 15)] or sizes
        rows = [
            row
            for share in SHARES
            for row in bench_lexicon(equipment, middle, share=share, epochs=-(-epochs // 2))
        ]
        _show(
            tables, "lexicon", "whole puzzles with a share of the words, jobs of at most ten attempts", rows
        )
        if options.charts:
            charts["cost-lexicon.svg"] = lexicon_chart(rows)
    if "start" in parts:
        _show(tables, "start", "start of a process, CPU seconds", bench_start(home, lang))
    if "memory" in parts:
        _show(tables, "memory", "memory of a run with two workers", bench_memory(home, lang))
    if "workers" in parts:
        workers = tuple(range(1, options.workers + 1))
        text = options.sizes or "8-18"
        rows = bench_workers(
            home, lang, sizes=text, per_size=equipment.language.base.corpus.epoch, workers=workers
        )
        _show(tables, "workers", f"factory corpus, sizes {text}, whole command", rows)
        if options.charts:
            charts["cost-workers.svg"] = workers_chart(rows)
    return charts


def _tables(options: argparse.Namespace, _: House, equipment: Equipment, tables: Tables) -> dict[str, str]:
    """The published tables."""
    sizes = parse_sizes(options.sizes) if options.sizes else tuple(STAGES)
    rows: list[Row] = [stages_row(equipment, size, attempts=options.attempts) for size in sizes]
    _show(tables, "a", f"(a) free fills, {options.attempts} attempts a size", rows)
    rows = [laid_row(equipment, size) for size in sizes if size in LAID] or [laid_row(equipment, sizes[0])]
    _show(tables, "b", "(b) jokes that can be laid in a row, in at most three parts", rows)
    rows = list(held_rows(equipment, sizes, grids=options.grids))
    _show(tables, "c", "(c) finished grids that hold a punchline by chance", rows)
    rows = [faults_row(equipment, sizes, masks=options.attempts, penalties=penalties) for penalties in FAULTS]
    _show(tables, "d", "(d) dead clue cells and islands", rows)
    return {}


def _project(options: argparse.Namespace, home: House, tables: Tables) -> dict[str, str]:
    """A corpus of each language, and what a large one would cost; returns the charts."""
    langs = options.lang.split(",") if options.lang else languages(home.config)
    sizes = options.sizes or "8-18"
    for lang in langs:
        warm_up(equip(home, lang, on_build=print))
    measured = []
    for lang in langs:
        smallest, run = (
            run_corpus_command(home, lang, sizes=some, per_size=per_size, workers=options.workers)
            for some, per_size in (("8", 1), (sizes, options.project))
        )
        measured.append(Measured(run, smallest))
        print(f"{lang}: {run.puzzles} puzzles, {run.cpu_seconds:.1f} CPU s", flush=True)
    rows = size_rows([one.run for one in measured])
    _show(tables, "sizes", "CPU seconds of the jobs per puzzle", rows)
    _show(tables, "runs", f"factory corpus, {options.workers} workers, whole command", run_rows(measured))
    _show(tables, "projection", "projected, spread evenly", projection_rows(project(measured)))
    return {"cost-languages.svg": size_chart(rows, langs)} if options.charts else {}


def _show(tables: Tables, name: str, title: str, rows: Sequence[Row]) -> None:
    tables[name] = rows
    print_table(title, rows)
