"""Every minor version that was ever written stays readable; the expanded form keeps to its schema."""

import json
from importlib.resources import files

import jsonschema
import pytest

from factory.puzzle import to_json
from factory.ship.bundle import expand, read_bundle, read_manifest, verify_bundle
from factory.ship.bundle_manifest import VERSION
from tests.ship.golden import EXPANDED, FOLDER, expanded, make_golden

VERSIONS = sorted(path.name for path in FOLDER.iterdir())
SCHEMA = json.loads((files("factory.ship") / "schemas" / "puzzle.schema.json").read_text("utf-8"))
CHECK = jsonschema.Draft202012Validator(SCHEMA)


@pytest.fixture
def golden(tmp_path):
    """A copy of the newest golden bundle without what it expands to."""
    make_golden(tmp_path)
    return tmp_path


def test_golden__there_is_one_of_each_version():
    major, minor = map(int, VERSION.split("."))
    assert [f"{major}.{number}" for number in range(minor + 1)] == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_golden__reads_as_it_always_did(version):
    folder = FOLDER / version
    assert read_manifest(folder).version == version
    assert verify_bundle(folder) == ()
    assert expanded(folder) == (folder / EXPANDED).read_text(encoding="utf-8")


def test_golden__the_writer_makes_that_of_its_version(golden):
    made = {path.name: path.read_bytes() for path in golden.iterdir()}
    kept = {path.name: path.read_bytes() for path in (FOLDER / VERSION).iterdir() if path.name != EXPANDED}
    assert made == kept


def test_golden__has_a_bit_of_everything(golden):
    bundle = read_bundle(golden)
    puzzles = list(expand(bundle))
    assert {puzzle["kind"] for puzzle in puzzles} == {"swedish", "freeform", "blocked"}
    assert len(bundle.manifest.volumes) == 5
    assert bundle.manifest.withdrawn
    assert bundle.manifest.corrected
    assert any(puzzle.own for volume in bundle.volumes for puzzle in volume.puzzles)
    assert any(None in pairs for pairs in bundle.table.answers.values())
    spellings = {pair[0] for pairs in bundle.table.answers.values() for pair in pairs if pair}
    assert {"la Kóm", "Kosák"} <= spellings
    assert {puzzle["secret"]["mode"] for puzzle in puzzles if puzzle["secret"]} == {
        "found",
        "planned",
        "placed",
    }


def test_schema__is_one_and_golden_puzzles_keep_to_it(golden):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for puzzle in expand(read_bundle(golden)):
        CHECK.validate(puzzle)


def test_schema__holds_for_the_full_form_too(naoch):
    CHECK.validate(json.loads(json.dumps(to_json(naoch))))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("swedish", lambda puzzle: puzzle.pop("secret")),
        ("swedish", lambda puzzle: puzzle["entries"][0].pop("arrow")),
        ("swedish", lambda puzzle: puzzle["entries"][0].update(cells=[[1, 1]])),
        ("swedish", lambda puzzle: puzzle["secret"].update(mode="guessed")),
        ("swedish", lambda puzzle: puzzle["grid"][1].append("")),
        ("freeform", lambda puzzle: puzzle["entries"][0].pop("clue_cell")),
        ("freeform", lambda puzzle: puzzle["entries"][0].update(clue_cell=[0, -1])),
        ("blocked", lambda puzzle: puzzle.update(kind="round")),
        ("blocked", lambda puzzle: puzzle.update(rows=0)),
    ],
)
def test_schema__finds_what_is_not_so(golden, kind, change):
    puzzle = next(puzzle for puzzle in expand(read_bundle(golden)) if puzzle["kind"] == kind)
    change(puzzle)
    assert not CHECK.is_valid(puzzle)
