"""Does arc consistency pay? Grids filled at each level of consistency, words in many drawn orders.

python -m benchmarks.consistency [--lang en | --words FILE] [--orders 25] [--json FILE] [GRID...]
"""

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from factory.cli.fill import read_grid
from factory.settings import load_settings
from factory.stages.backtrack import Consistency, backtrack
from factory.stages.blocked import open_grid
from factory.stages.pack import pack_words
from factory.words.compile import ensure_index
from factory.words.wordlist import Word, index_of_list, read_words

HOUSE = Path(__file__).parents[1]
NODES = 500_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("grids", nargs="*", type=Path, metavar="GRID")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--lang", default="en")
    source.add_argument("--words", type=Path)
    parser.add_argument("--orders", type=int, default=25)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    words = list(read_words(options.words)) if options.words else lexicon_words(options.lang)
    grids = options.grids or [HOUSE / f"examples/grids/{name}.txt" for name in ("plus", "open", "dense")]
    rows = [row for grid in grids for row in measure(grid, words, options.orders)]
    print(f"{len(words):,} words, {options.orders} orders, at most {NODES:,} words placed; means\n")
    print("| grid | consistency | filled | nodes (median) | nodes | backtracks | revisions | ms |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        print(
            f"| {row['grid']} | {row['consistency']} | {row['filled']} of {options.orders} | {row['median']:,.0f} | "
            f"{row['nodes']:,.0f} | {row['backtracks']:,.0f} | {row['revisions']:,.0f} | {row['ms']:,.2f} |"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")


def lexicon_words(lang: str) -> list[Word]:
    base = load_settings(HOUSE / "config", lang).base
    index = ensure_index(
        lang,
        base.words,
        dictionaries=HOUSE / "dictionaries",
        build=HOUSE / "dictionaries/build",
        on_build=print,
    )
    return [
        Word(index.answer(length, word_id).cells, "", "")
        for length, table in index.tables.items()
        for word_id in range(len(table))
    ]


def measure(path: Path, words: list[Word], orders: int) -> list[dict[str, object]]:
    mask, _ = read_grid(path)
    grid = open_grid(mask, {})
    found: dict[Consistency, list[tuple[int, int, int, int, float]]] = {level: [] for level in Consistency}
    for order in range(orders):
        shuffled = words.copy()
        random.Random(order).shuffle(shuffled)
        index = index_of_list(shuffled, "words")
        packed = pack_words(index.tables, n_letters=len(index.orthography.letters), rare_below=0.0)
        for level in Consistency:
            if order == 0:
                backtrack(grid.table, packed, level, allowed=grid.allowed, max_nodes=0)
            started = time.process_time()
            result = backtrack(grid.table, packed, level, allowed=grid.allowed, max_nodes=NODES)
            seconds = time.process_time() - started
            found[level].append((result.count, result.nodes, result.backtracks, result.revisions, seconds))
    return [
        {
            "grid": path.stem,
            "consistency": level.name.lower(),
            "filled": sum(run[0] for run in runs),
            "median": statistics.median(run[1] for run in runs),
            "nodes": statistics.fmean(run[1] for run in runs),
            "backtracks": statistics.fmean(run[2] for run in runs),
            "revisions": statistics.fmean(run[3] for run in runs),
            "ms": 1000 * statistics.fmean(run[4] for run in runs),
        }
        for level, runs in found.items()
    ]


if __name__ == "__main__":
    main()
