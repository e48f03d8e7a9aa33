"""The worked example of docs/bundle-format.md is what the writer makes."""

import json
import re
from pathlib import Path

import pytest

from factory.ship.bundle import expand, read_bundle
from factory.ship.bundle_manifest import VERSION
from tests.ship.conftest import write

PAGE = (Path(__file__).parents[2] / "docs" / "bundle-format.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path, naoch):
    pairs = {"ACH": [("ach", "vzdych smútku")], "NA": [("ná", "vezmi si"), ("na", "opak predložky pod")]}
    write(
        tmp_path,
        [naoch],
        letters=("A", "CH", "N", "O"),
        pairs=lambda cells: pairs.get("".join(cells), ()),
        jokes=[(f"sk-{i:04d}", "", "", ()) for i in range(6)]
        + [("sk-0007", "Čo povie pacient?", "ach", ("A", "CH"))],
        attribution=["answers and clues: hand-written, CC BY 4.0"],
    )
    return tmp_path


def block(heading: str) -> str:
    """The fenced block under a heading of the page."""
    found = re.search(rf"^### {re.escape(heading)}\n\n```\w+\n(.*?\n)```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def bytes_of(dump: str) -> bytes:
    """The bytes of a commented dump: pairs of digits from the margin to the first two blanks."""
    return bytes.fromhex(" ".join(line.split("  ")[0] for line in dump.splitlines()))


@pytest.mark.parametrize("name", ["table.msgpack", "swedish-3x3-0001.msgpack"])
def test_page__bytes_of_the_example_are_true(example, name):
    assert bytes_of(block(name)) == (example / name).read_bytes()


def test_page__manifest_of_the_example_is_true(example):
    assert block("manifest.json") == (example / "manifest.json").read_text(encoding="utf-8")


def test_page__expanded_example_is_true(example):
    assert json.loads(block("Expanded")) == next(expand(read_bundle(example)))


def test_page__names_the_version(example):
    assert PAGE.startswith(f"# Bundle format {VERSION}\n")
