import contextlib
import hashlib
import json
import time
import tracemalloc

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.errors import BundleError
from factory.ship.bundle import expand, read_bundle, read_manifest, verify_bundle, write_bundle
from factory.ship.bundle_manifest import build_id
from factory.ship.bundle_table import unpack_table
from factory.ship.bundle_volume import unpack_volume
from factory.ship.packing import unpack
from tests.ship.conftest import ALPHABET, NAOCH, OCHOTA, make_puzzle

VOLUME = "3x3-0001.msgpack"


@pytest.fixture
def folder(tmp_path):
    """A bundle of a small and a smaller puzzle."""
    puzzles = [make_puzzle(NAOCH), make_puzzle(OCHOTA, secret=(1, 2), punchline="cho")]
    write_bundle(tmp_path, puzzles, lang="sk", orthography_letters=ALPHABET, attribution=["a"], generator="g")
    return tmp_path


def seal(folder, **changes):
    """Makes the checksums, and the keys in `changes`, of the manifest those of a bundle made to deceive."""
    path = folder / "manifest.json"
    content = json.loads(path.read_text())
    for record in (content["table"], *content["volumes"]):
        data = (folder / record["name"]).read_bytes()
        record.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
    content.update(changes)
    content["build"] = build_id(content)
    path.write_text(json.dumps(content, indent=2) + "\n")


def test_flip__of_any_bit_of_any_byte_is_found(folder):
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for place in range(len(data)):
            damaged = bytearray(data)
            damaged[place] ^= 1 << (place % 8)
            path.write_bytes(damaged)
            with pytest.raises(BundleError) as caught:
                read_bundle(folder)
            assert str(caught.value).startswith(f"{path}: ")
            assert "\n" not in str(caught.value)
        path.write_bytes(data)
    assert verify_bundle(folder) == ()


def test_flip__of_any_bit_of_the_manifest_is_found(folder):
    path = folder / "manifest.json"
    data = path.read_bytes()
    for place in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[place // 8] ^= 1 << (place % 8)
        path.write_bytes(damaged)
        with pytest.raises(BundleError):
            read_manifest(folder)


def test_truncation__at_any_byte_of_any_file_is_found(folder):
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for length in range(len(data)):
            path.write_bytes(data[:length])
            with pytest.raises(BundleError, match=path.name):
                read_bundle(folder)
        path.write_bytes(data)


def test_missing__every_file_is_named(folder):
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        path.unlink()
        assert verify_bundle(folder)[0].startswith(f"{path}: no such file or directory, expected a file")
        path.mkdir()
        assert verify_bundle(folder)[0].startswith(f"{path}: is no plain file")
        path.rmdir()
        path.write_bytes(data)


def test_verify__names_each_file_at_fault(folder):
    for name in ("table.msgpack", VOLUME):
        data = bytearray((folder / name).read_bytes())
        data[3] ^= 1
        (folder / name).write_bytes(data)
    problems = verify_bundle(folder)
    assert [line.split(": ")[0] for line in problems] == [
        str(folder / "table.msgpack"),
        str(folder / VOLUME),
    ]
    assert "its SHA-256 is not the one in the manifest" in problems[0]


GRID = bytes([0, 0, 0, 0, 12, 1, 0, 13, 7])


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ([1, GRID, b"\0\0\0\0", 0, b"\1\3"], "expected an array of at least 6 fields"),
        ("text", "expected an array of at least 6 fields"),
        ([-1, GRID, b"\0\0\0\0", 0, b"\1\3", 0], "id -1, expected a number from 0"),
        ([True, GRID, b"\0\0\0\0", 0, b"\1\3", 0], "id True, expected"),
        (["", GRID, b"\0\0\0\0", 0, b"\1\3", 0], "id: expected"),
        ([1, GRID[1:], b"\0\0\0\0", 0, b"\1\3", 0], "grid: expected 9 bytes"),
        ([1, "123456789", b"\0\0\0\0", 0, b"\1\3", 0], "grid: expected 9 bytes"),
        ([1, GRID[:-1] + b"\x15", b"\0\0\0\0", 0, b"\1\3", 0], "letter code 21, expected at most 20"),
        ([1, b"\1" + GRID[1:], b"\0\0\0\0", 0, b"\1\3", 0], "a letter in the first row or column"),
        ([1, GRID[:-1] + b"\1", b"\0\0\0\0", 0, b"\1\3", 0], "'OA' of the across slot from row 3, column 2"),
        ([1, GRID, b"\0\0\0", 0, b"\1\3", 0], "3 clue variants, expected one for each of 4 slots"),
        ([1, GRID, [0, 0, 0, 0], 0, b"\1\3", 0], "clue variants: expected bytes"),
        ([1, GRID, b"\0\0\1\0", 0, b"\1\3", 0], "clue variant 1 of the down slot from row 2, column 2"),
        ([1, GRID, b"\0\0\0\0", 2, b"\1\3", 0], "joke 2, expected a number below 2"),
        ([1, GRID, b"\0\0\0\0", -1, b"\1\3", 0], "joke -1, expected a number below 2"),
        ([1, GRID, b"\0\0\0\0", 0.0, b"\1\3", 0], "joke 0.0, expected a number below 2"),
        ([1, GRID, b"\0\0\0\0", 0, b"", 0], "secret cells: expected bytes or an array, not empty"),
        ([1, GRID, b"\0\0\0\0", 0, b"\1\4", 0], "secret cell 4, expected a number below 4"),
        ([1, GRID, b"\0\0\0\0", 0, b"\3\1", 0], "secret cells: expected rising numbers"),
        ([1, GRID, b"\0\0\0\0", 0, [1, "3"], 0], "secret cells: expected numbers below 9"),
        ([1, GRID, b"\0\0\0\0", 0, [1, 2**63], 0], "secret cells: expected numbers below 9"),
        ([1, GRID, b"\0\0\0\0", 0, b"\1\3", 3], "secret mode 3, expected a number below 3"),
    ],
)
def test_volume__wrong_puzzle_under_right_checksums_is_named(folder, fields, found):
    (folder / VOLUME).write_bytes(msgpack.packb([fields]))
    seal(folder)
    with pytest.raises(BundleError) as caught:
        read_bundle(folder)
    assert str(caught.value).startswith(f"{folder / VOLUME}: puzzle 0: ")
    assert found in str(caught.value)


def test_volume__array_and_further_fields_are_read(folder):
    (folder / VOLUME).write_bytes(msgpack.packb([[1, GRID, b"\0\0\0\0", 0, [1, 3], 0, {"new": 1}]]))
    seal(folder, version="0.9", more={"later": True})
    bundle = read_bundle(folder)
    assert next(expand(bundle))["secret"]["cells"] == [[1, 2], [2, 2]]
    assert bundle.manifest.version == "0.9"


def test_volume__same_id_twice_is_named(folder):
    (folder / "6x6-0001.msgpack").write_bytes(
        msgpack.packb(
            [["sk-3x3-000001", *msgpack.unpackb((folder / "6x6-0001.msgpack").read_bytes())[0][1:]]]
        )
    )
    seal(folder)
    assert "the id 'sk-3x3-000001' twice" in verify_bundle(folder)[0]
    with pytest.raises(BundleError, match="twice, expected it once"):
        read_bundle(folder)


def test_volume__other_number_of_puzzles_is_named(folder):
    (folder / VOLUME).write_bytes(msgpack.packb([]))
    seal(folder)
    with pytest.raises(BundleError, match="0 puzzles, expected 1 as in the manifest"):
        read_bundle(folder)


TABLE = {"lang": "sk", "alphabet": ["A", "CH"], "answers": [[b"\1\2", [["ach", "vzdych"]]]], "jokes": []}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"lang": 1}, "lang is 1"),
        ({"alphabet": ["A", "A"]}, "alphabet: expected different texts"),
        ({"alphabet": ["A", b"B"]}, "alphabet: expected different texts"),
        ({"alphabet": []}, "alphabet: expected an array of 1 to 255"),
        ({"answers": {}}, "answers: expected an array"),
        ({"answers": [[b"\1\3", [["a", "b"]]]]}, "answer 0: codes '0103', expected bytes from 1 to 2"),
        ({"answers": [[b"", [["a", "b"]]]]}, "answer 0: codes ''"),
        ({"answers": [["A", [["a", "b"]]]]}, "answer 0: expected [codes, [[spelling, clue], ...]]"),
        ({"answers": [[b"\1", []]]}, "answer 0: 0 clues, expected 1 to 256"),
        ({"answers": [[b"\1", [["a"]]]]}, "answer 0: expected each clue as [spelling, clue]"),
        ({"answers": [[b"\1", [["a", 1]]]]}, "answer 0: expected each clue as [spelling, clue]"),
        ({"answers": [[b"\1", [["a", "b"]] * 2]]}, "the same pair twice"),
        ({"answers": [[b"\1", [["a", "b"]]]] * 2}, "answer 1: the same codes"),
        ({"jokes": [["a", "b"]]}, "joke 0: expected [id, setup, punchline]"),
        ({"jokes": [["a", "b", "c"]] * 2}, "the same joke twice"),
        ({"jokes": None}, "jokes: expected an array"),
    ],
)
def test_table__wrong_part_is_named(change, found):
    unpack_table(msgpack.packb(TABLE))
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the message is compared below
        unpack_table(msgpack.packb({**TABLE, **change}))
    assert found in str(caught.value)


def test_table__of_another_language_is_named(folder):
    table = msgpack.unpackb((folder / "table.msgpack").read_bytes())
    (folder / "table.msgpack").write_bytes(msgpack.packb({**table, "lang": "cs"}))
    seal(folder)
    with pytest.raises(BundleError, match="language 'cs', expected 'sk' as in the manifest"):
        read_bundle(folder)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"version": "1.0"}, "version 1.0, expected 0.x"),
        ({"version": "0"}, "version '0', expected MAJOR.MINOR"),
        ({"version": 0.1}, "version 0.1, expected MAJOR.MINOR"),
        ({"format": "zip"}, "is not of a bundle"),
        ({"kind": "blocked"}, "kind 'blocked', expected 'swedish'"),
        ({"lang": None}, "lang is None, expected a text"),
        ({"volume": 0}, "volume is 0, expected a number from 1"),
        ({"puzzles": 3}, "the counts of puzzles differ"),
        ({"sizes": {"3x3": 2}}, "the counts of puzzles differ"),
        ({"withdrawn": [1]}, "withdrawn: expected an array of texts"),
        ({"attribution": "a"}, "attribution: expected an array"),
        ({"volumes": [1]}, "a file record is missing"),
        ({"table": {"name": "../table.msgpack", "bytes": 3, "sha256": "0" * 64}}, "expected 'table.msgpack'"),
        ({"table": {"name": "table.msgpack", "bytes": 3, "sha256": "0" * 63}}, "64 hexadecimal digits"),
        (
            {"table": {"name": "table.msgpack", "bytes": 1 << 40, "sha256": "0" * 64}},
            "bytes is 10995",
        ),
    ],
)
def test_manifest__wrong_part_is_named(folder, changes, found):
    seal(folder, **changes)
    with pytest.raises(BundleError) as caught:
        read_bundle(folder)
    assert str(caught.value).startswith(f"{folder / 'manifest.json'}: ")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"name": "../../etc/passwd"}, "volume '../../etc/passwd', expected '3x3-0001.msgpack'"),
        ({"rows": 65}, "rows is 65, expected a number from 2 to 64"),
        ({"rows": 4}, "expected '4x3-0001.msgpack'"),
        ({"puzzles": 257}, "257 puzzles in '3x3-0001.msgpack', expected at most 256"),
    ],
)
def test_manifest__wrong_volume_is_named(folder, change, found):
    volumes = json.loads((folder / "manifest.json").read_text())["volumes"]
    volumes[0].update(change)
    seal(folder, volumes=volumes)
    with pytest.raises(BundleError) as caught:
        read_bundle(folder)
    assert found in str(caught.value)


@pytest.mark.parametrize("text", ["[" * 200_000, "1" * 5_000, "NaN", '{"a": NaN}', "\ufeff{}", "[]", '"a"'])
def test_manifest__odd_json_is_an_error(folder, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(BundleError):
        read_bundle(folder)


def test_withdrawn__puzzle_is_left_out(folder):
    seal(folder, withdrawn=["sk-3x3-000001"])
    assert [puzzle["id"] for puzzle in expand(read_bundle(folder))] == ["sk-6x6-000001"]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "is empty"),
        (b"\xdd\xff\xff\xff\xff", "is cut off"),
        (b"\xc6\xff\xff\xff\xff", "is cut off"),
        (b"\xdf\xff\xff\xff\xff", "is cut off"),
        (b"\xdd\x00\x0f\xff\xff" * 1000, "is cut off"),
        (b"\x91" * 100_000 + b"\x01", "nested too deeply"),
        (b"\x01\x02", "1 bytes follow its end"),
        (b"\xa1\xff", "not UTF-8"),
        (b"\xc1", "is no msgpack"),
        (b"\x81\x01\x02", "not allowed for map key"),
        (b"\x81\x90\x02", "not allowed for map key"),
        (b"\xd4\x07\x00", "max_ext_len"),
        (b"\xd6\xff\x00\x00\x00\x00", "max_ext_len"),
    ],
)
def test_unpack__hostile_bytes_are_an_error_and_no_memory_bomb(data, found):
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(ValueError, match=found):
        unpack(data)
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    assert time.process_time() - start < 2
    tracemalloc.stop()


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | TREES.map(msgpack.packb))
def test_unpack__whatever_comes_only_value_errors_leave(data):
    table = unpack_table(msgpack.packb(TABLE))
    for read in (unpack, unpack_table, lambda data: unpack_volume(data, 3, 3, table)):
        with contextlib.suppress(ValueError):
            read(data)
