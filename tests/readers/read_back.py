"""Exports the puzzles of corpora, reads them back with all readers by other hands, and counts.

python -m tests.readers.read_back output/sk output/cs ...
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from factory.corpus.ledger import Ledger
from tests.readers.node import read_with_xword_parser
from tests.ship.third_party import (
    as_xdformat_writes,
    lists_of,
    read_with_ipuz,
    read_with_pypuz,
    read_with_xdformat,
    write_both,
)


def main(corpora: list[str]) -> int:
    """Prints how many files each reader read, and how many words it saw as they are; 1 when any differs."""
    failed = False
    print("corpus        reader                puzzles equal    words")
    for corpus in corpora:
        with Ledger.read(Path(corpus) / "ledger.sqlite") as ledger:
            puzzles = list(ledger.puzzles())
        equal, words = Counter[str](), Counter[str]()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_both(puzzles, folder)
            in_node = read_with_xword_parser(folder)
            for puzzle in puzzles:
                expected = lists_of(puzzle)
                ipuz, jpz = folder / f"{puzzle.id}.ipuz", folder / f"{puzzle.id}.jpz"
                text = ipuz.read_text(encoding="utf-8")
                for reader, found, wanted in (
                    ("ipuz 1.0", read_with_ipuz(text), expected),
                    ("pypuz, ipuz", read_with_pypuz(ipuz), expected),
                    ("pypuz, jpz", read_with_pypuz(jpz), expected),
                    ("xdformat, ipuz", read_with_xdformat(text), as_xdformat_writes(expected)),
                    ("xword-parser, ipuz", in_node[ipuz.name], expected),
                    ("xword-parser, jpz", in_node[jpz.name], expected),
                ):
                    equal[reader] += found == wanted
                    words[reader] += len(puzzle.entries) * (found == wanted)
        for reader, n_equal in equal.items():
            failed = failed or n_equal < len(puzzles)
            print(f"{Path(corpus).name:<12}  {reader:<20} {len(puzzles):>8} {n_equal:>5} {words[reader]:>8}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
