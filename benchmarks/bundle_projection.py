"""What 14,000 puzzles in four languages cost as bundles, from corpora that are there and the whole lexicons.

`.venv/bin/python -m benchmarks.bundle_projection output/sk output/cs output/en output/de`

Volumes cost what those of each corpus cost, by size; the table is that of the whole lexicon and joke list, of every
clue at its most, so the figures are upper bounds.
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path

from factory.corpus.equipment import Equipment, House, equip
from factory.ship.bundle_manifest import MANIFEST_NAME
from factory.ship.bundle_numbers import lexicon_source
from factory.ship.bundle_reader import read_manifest
from factory.ship.bundle_size import Cost, cost_by_size
from factory.ship.bundle_table import Table, TableJoke, pack_table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="a corpus of each language")
    parser.add_argument("--per-size", type=int, default=318, metavar="N", help="default: 318")
    options = parser.parse_args()
    home = House(Path("config"), Path("dictionaries"), Path("jokes"))
    lines = []
    for folder in options.folders:
        bundle = folder / "bundle"
        manifest = read_manifest(bundle)
        *sizes, _, _, _ = cost_by_size(bundle)
        n_puzzles = options.per_size * len(sizes)
        raw = sum(cost.raw / cost.puzzles for cost in sizes) * options.per_size
        deflated = sum(cost.deflated / cost.puzzles for cost in sizes) * options.per_size
        table = pack_table(whole_table(equip(home, manifest.lang)))
        # a manifest names each volume, of which there are two for 318 puzzles
        head = (bundle / MANIFEST_NAME).read_bytes() * -(-options.per_size // manifest.volume)
        lines.append(
            (
                manifest.lang,
                Cost("volumes", n_puzzles, round(raw), round(deflated)),
                Cost("table", n_puzzles, len(table), len(zlib.compress(table, 9))),
                Cost("manifest", n_puzzles, len(head), len(zlib.compress(head, 9))),
            )
        )
    total = [0, 0, 0]
    print(f"{'':<6}{'puzzles':>8}{'volumes':>20}{'table':>20}{'all':>20}   per puzzle")
    for lang, *costs in lines:
        n, raw, deflated = costs[0].puzzles, sum(c.raw for c in costs), sum(c.deflated for c in costs)
        total = [total[0] + n, total[1] + raw, total[2] + deflated]
        parts = "".join(f"{cost.raw:>11}{cost.deflated:>9}" for cost in costs[:2])
        print(f"{lang:<6}{n:>8}{parts}{raw:>11}{deflated:>9}{raw / n:>10.1f}{deflated / n:>8.1f}")
    n, raw, deflated = total
    print(f"{'all':<6}{n:>8}{'':>40}{raw:>11}{deflated:>9}{raw / n:>10.1f}{deflated / n:>8.1f}")


def whole_table(equipment: Equipment) -> Table:
    """The table of a bundle that uses every clue and every joke."""
    index = equipment.index
    source = lexicon_source(index, equipment.jokes, equipment.generator, {})
    code_of = {cell: code for code, cell in enumerate(source.letters, 1)}
    answers = {}
    for length, words in index.tables.items():
        for word in range(len(words)):
            cells = index.answer(length, word).cells
            answers[bytes(code_of[cell] for cell in cells)] = tuple(source.pairs(cells))
    jokes = {
        number: TableJoke(name, setup, punchline, bytes(code_of[cell] for cell in cells))
        for number, (name, setup, punchline, cells) in enumerate(source.jokes)
    }
    return Table(source.lang, source.letters, tuple(map(str.lower, source.letters)), answers, jokes)


if __name__ == "__main__":
    main()
