"""The reader that runs in Node."""

import json
import subprocess
from pathlib import Path

from tests.ship.third_party import Lists

HERE = Path(__file__).parent


def read_with_xword_parser(folder: Path) -> dict[str, Lists]:
    """What npm's xword-parser sees in each file of a folder; answers are walked in its grid."""
    assert (HERE / "node_modules").is_dir(), "run make test-all, or npm ci in tests/readers"
    command = ["node", str(HERE / "read.mjs"), str(folder)]
    result = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=300)
    return {
        name: {direction: [tuple(word) for word in words] for direction, words in lists.items()}
        for name, lists in json.loads(result.stdout).items()
    }
