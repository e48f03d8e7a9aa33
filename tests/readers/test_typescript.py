"""The reader in TypeScript makes of bundles what the one in Python makes, byte for byte of JSON."""

import dataclasses
import json
import random
import subprocess
from pathlib import Path

import pytest

from factory.puzzle import Puzzle
from factory.ship.bundle import expand, read_bundle
from tests.ship.conftest import write
from tests.ship.random_puzzles import LANGUAGES, LETTERS, draw_puzzle

pytestmark = pytest.mark.node

EXPAND = Path(__file__).parents[2] / "readers/typescript/dist/test/expand.js"
PER_SIZE = 12
SIZES = range(8, 19)


def varied(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle with spellings of every sort, another joke and mode."""
    drawing = random.Random(puzzle.id)

    def spelled(answer: str) -> str:
        ways = (answer.lower, answer.capitalize, lambda: f"{answer[:1]} {answer[1:].lower()}", lambda: "ß–Ůx")
        return drawing.choice(ways)()

    entries = tuple(dataclasses.replace(entry, spelling=spelled(entry.answer)) for entry in puzzle.entries)
    mode = drawing.choice(["found", "planned", "placed"])
    secret = dataclasses.replace(puzzle.secret, joke=f"{puzzle.lang}-{number % 7}-{puzzle.rows}", mode=mode)
    return dataclasses.replace(puzzle, entries=entries, secret=secret)


def test_typescript__makes_what_python_makes(tmp_path):
    expected: list[str] = []
    for lang in LANGUAGES:
        puzzles = [
            varied(draw_puzzle(lang, size, number), number)
            for size in SIZES
            for number in range(1, PER_SIZE + 1)
        ]
        write(tmp_path / lang, puzzles, lang=lang, letters=tuple(LETTERS[lang].split()), volume=5)
        made = expand(read_bundle(tmp_path / lang))
        expected += (json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) for puzzle in made)
    assert len(expected) == len(LANGUAGES) * len(SIZES) * PER_SIZE > 500
    assert EXPAND.is_file(), "run make test-all, or npm ci and npm test in readers/typescript"
    command = ["node", str(EXPAND), *(str(tmp_path / lang) for lang in LANGUAGES)]
    found = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=120)
    assert found.stdout.splitlines() == expected
