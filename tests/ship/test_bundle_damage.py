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
from factory.ship.bundle import expand, read_bundle, read_manifest, verify_bundle
from factory.ship.bundle_manifest import VERSION, build_id, parse_manifest
from factory.ship.bundle_table import unpack_table
from factory.ship.bundle_volume import unpack_volume
from factory.ship.packing import unpack
from tests.ship.conftest import NAOCH, OCHOTA, make_puzzle, write
from tests.ship.golden import FOLDER

VOLUME = "swedish-3x3-0001.msgpack"


@pytest.fixture
def folder(tmp_path):
    """A bundle of a small and a smaller puzzle."""
    puzzles = [make_puzzle(NAOCH), make_puzzle(OCHOTA, secret=(1, 2), punchline="cho")]
    write(tmp_path, puzzles)
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


def test_flip__of_any_bit_is_found(tmp_path):
    write(tmp_path, [make_puzzle(NAOCH)])
    for path in sorted(tmp_path.iterdir()):
        data = path.read_bytes()
        read = read_manifest if path.name == "manifest.json" else read_bundle
        for place in range(8 * len(data)):
            damaged = bytearray(data)
            damaged[place // 8] ^= 1 << (place % 8)
            path.write_bytes(damaged)
            with pytest.raises(BundleError) as caught:
                read(tmp_path)
            assert str(caught.value).startswith(f"{path}: ")
            assert "\n" not in str(caught.value)
        path.write_bytes(data)
    assert verify_bundle(tmp_path) == ()


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


HEAD = {"kind": "swedish", "rows": 3, "cols": 3, "ids": 1, "grids": bytes([12, 1, 13, 7])}
SOUND = {**HEAD, "variants": [0, b""], "jokes": [0, b""], "modes": [0, b""], "skips": [0, b""]}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"kind": "blocked"}, "other kind, rows or columns, expected swedish 3x3"),
        ({"rows": 4}, "other kind, rows or columns"),
        ({"ids": -1}, "ids: expected a number up to 999999999"),
        ({"ids": 2**40}, "ids: expected a number up to 999999999"),
        ({"ids": []}, "ids: expected a number up to 999999999 or an array of 1"),
        ({"ids": [True]}, "id True, expected a number"),
        ({"ids": [""]}, "id '', expected a number"),
        ({"grids": b""}, "grids: expected a binary of a multiple of 4 bytes"),
        ({"grids": bytes([12, 1, 13])}, "grids: expected a binary of a multiple of 4"),
        ({"grids": "1234"}, "grids: expected a binary"),
        ({"grids": bytes([12, 1, 13, 21])}, "grids: letter code 21, expected at most 20"),
        (
            {"grids": bytes([1, 1, 13, 7])},
            "puzzle 0: the answer 'AA' of the across slot from row 2, column 2",
        ),
        ({"variants": b"\0\0\0\0"}, "variants: expected [bits, bytes]"),
        ({"variants": [3, b"\0\0"]}, "variants: expected [bits, bytes] with bits of 0, 1, 2"),
        ({"variants": [True, b"\0"]}, "variants: expected [bits, bytes]"),
        ({"variants": [8, b"\0\0\0"]}, "variants: expected 4 bytes for 4 numbers of 8 bits"),
        ({"variants": [1, b"\x01"]}, "variants: bits behind the last number, expected zeros"),
        ({"variants": [1, b"\x20"]}, "puzzle 0: clue variant 1 of the down slot from row 2, column 2"),
        ({"variants": [32, b"\xff" * 16]}, "puzzle 0: clue variant 4294967295"),
        ({"jokes": [8, b"\x02"]}, "joke 2, expected a number of the table"),
        ({"jokes": [0, b"\0"]}, "jokes: expected 0 bytes for 1 numbers of 0 bits"),
        ({"modes": [2, b"\xc0"]}, "secret mode 3, expected a number below 3"),
        ({"modes": None}, "modes: expected [bits, bytes]"),
        ({"skips": [1, b"\x40"]}, "puzzle 0: secret: the grid has fewer of its letters than it skips"),
        ({"skips": [32, b"\xff" * 8]}, "puzzle 0: secret: the grid has fewer of its letters"),
        ({"own": {}}, "own: expected an array"),
        ({"own": [[0, 0, "a"]]}, "own: expected each element as [puzzle, slot, spelling, clue]"),
        ({"own": [[0, 4, "a", "b"]]}, "own: puzzle 0, slot 4, expected ones of the volume"),
        ({"own": [[-1, 0, "a", "b"]]}, "own: puzzle -1, slot 0, expected ones of the volume"),
        ({"own": [[0, 1, "a", "b"]] * 2}, "own: slot 1 of puzzle 0 twice"),
    ],
)
def test_volume__wrong_part_under_right_checksums_is_named(folder, change, found):
    (folder / VOLUME).write_bytes(msgpack.packb({**SOUND, **change}))
    seal(folder)
    with pytest.raises(BundleError) as caught:
        read_bundle(folder)
    assert str(caught.value).startswith(f"{folder / VOLUME}: ")
    assert found in str(caught.value)


@pytest.mark.parametrize("key", [*HEAD, "variants", "modes", "skips"])
def test_volume__missing_part_is_named(folder, key):
    (folder / VOLUME).write_bytes(msgpack.packb({part: SOUND[part] for part in SOUND if part != key}))
    seal(folder)
    assert key in verify_bundle(folder)[0]


def test_volume__unknown_keys_of_a_later_minor_version_are_passed_over(folder):
    (folder / VOLUME).write_bytes(msgpack.packb({**SOUND, "later": {"new": 1}, "ids": [1]}))
    seal(folder, version="1.9", more={"later": True})
    bundle = read_bundle(folder)
    assert next(expand(bundle))["secret"]["cells"] == [[1, 2], [2, 2]]
    assert bundle.manifest.version == "1.9"


def test_volume__same_id_twice_is_named(folder):
    path = folder / "swedish-6x6-0001.msgpack"
    path.write_bytes(msgpack.packb({**msgpack.unpackb(path.read_bytes()), "ids": ["sk-3x3-000001"]}))
    seal(folder)
    assert "the id 'sk-3x3-000001' twice" in verify_bundle(folder)[0]
    with pytest.raises(BundleError, match="twice, expected it once"):
        read_bundle(folder)


def test_volume__other_number_of_puzzles_is_named(folder):
    twice = {key: [0, b""] for key in ("variants", "jokes", "modes", "skips")}
    (folder / VOLUME).write_bytes(msgpack.packb({**HEAD, **twice, "grids": HEAD["grids"] * 2}))
    seal(folder)
    with pytest.raises(BundleError, match="2 puzzles, expected 1 as in the manifest"):
        read_bundle(folder)


TABLE = {
    "lang": "sk",
    "alphabet": ["A", "CH"],
    "lower": ["a", "ch"],
    "answers": [[2, b"\1\2"]],
    "counts": [1, b"\x80"],
    "spellings": "",
    "clues": "vzdych",
    "jokes": [[3, "sk-0007", "why", "ach", b"\1\2"]],
}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"lang": 1}, "lang is 1"),
        ({"alphabet": ["A", "A"]}, "alphabet, lower: expected as many texts in both, and different ones"),
        ({"alphabet": ["A", b"B"]}, "alphabet: expected texts of 1 to 16 characters"),
        ({"alphabet": ["A", "B" * 17]}, "alphabet: expected texts of 1 to 16 characters"),
        ({"alphabet": []}, "alphabet: expected an array of 1 to 255"),
        ({"lower": ["a"]}, "alphabet, lower: expected as many"),
        ({"answers": {}}, "answers: expected an array"),
        ({"answers": [[2, b"\1\3"]]}, "answers of 2 cells: expected codes from 1 to 2"),
        ({"answers": [[2, b"\1\0"]]}, "answers of 2 cells: expected codes from 1 to 2"),
        ({"answers": [[2, b""]]}, "answers of 2 cells: 0 codes, expected a multiple of 2"),
        ({"answers": [[2, b"\1\1\1"]]}, "answers of 2 cells: 3 codes, expected a multiple of 2"),
        ({"answers": [[0, b"\1"]]}, "answers: length 0, expected rising numbers"),
        ({"answers": [[2, b"\1\2"]] * 2}, "answers: length 2, expected rising numbers"),
        ({"answers": [[2, b"\1\1\2\2"]]}, "answers of 2 cells: expected them to rise"),
        ({"answers": [["A", b"\1"]]}, "answers: length 'A'"),
        ({"answers": [[1, "A"]]}, "answers: expected each element as [length, codes]"),
        ({"counts": [0, b""]}, "counts: expected numbers from 1 to 256"),
        ({"counts": [16, b"\x01\x01"]}, "counts: expected numbers from 1 to 256"),
        ({"counts": [16, b"\x01\x00"]}, "spellings: 1 lines, expected a text of 256"),
        ({"clues": "a\nb"}, "clues: 2 lines, expected a text of 1"),
        ({"clues": b"a"}, "clues: 0 lines, expected a text"),
        ({"spellings": "0"}, "the edit '0' of 'ach' is none"),
        ({"spellings": "3x"}, "the edit '3x' of 'ach' is none"),
        ({"spellings": "/x"}, "the edit '/x' of 'ach' is none"),
        ({"jokes": [["a", "b"]]}, "jokes: expected each as [number, id, setup, punchline, codes]"),
        ({"jokes": [[1, "a", "b", 3, b"\1"]]}, "jokes: expected each as"),
        ({"jokes": [[1, "a", "b", "c", b"\1"]] * 2}, "joke 1, expected rising numbers"),
        ({"jokes": [[2**40, "a", "b", "c", b"\1"]]}, "expected rising numbers up to 4294967295"),
        ({"jokes": [[1, "a", "b", "c", b"\3"]]}, "joke 1: expected codes from 1 to 2"),
        ({"jokes": [[1, "a", "b", "c", b""]]}, "joke 1: expected codes from 1 to 2"),
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
        ({"version": "2.0"}, "version 2.0, expected 1.x"),
        ({"version": "0.1"}, "version 0.1 from before the first stable one, expected 1.x; build it anew"),
        ({"version": "0"}, "version '0', expected MAJOR.MINOR"),
        ({"version": 0.1}, "version 0.1, expected MAJOR.MINOR"),
        ({"format": "zip"}, "is not of a bundle"),
        ({"corrected": [1]}, "corrected: expected an array of objects"),
        ({"lang": None}, "lang is None, expected a text"),
        ({"volume": 0}, "volume is 0, expected a number from 1"),
        ({"puzzles": 3}, "the counts of puzzles differ"),
        ({"sizes": {"swedish": {"3x3": 2}}}, "the counts of puzzles differ"),
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
        ({"name": "../../etc/passwd"}, "volume '../../etc/passwd', expected 'swedish-3x3-0001.msgpack'"),
        ({"rows": 4097}, "rows is 4097, expected a number from 2 to 4096"),
        ({"rows": 1}, "rows is 1, expected a number from 2"),
        ({"kind": "round"}, "kind 'round', expected one of blocked, freeform, swedish"),
        ({"rows": 4}, "expected 'swedish-4x3-0001.msgpack'"),
        ({"puzzles": 257}, "257 puzzles in 'swedish-3x3-0001.msgpack', expected at most 256"),
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
ODD = TREES | st.sampled_from([0, 1, 2**31, 2**63, [32, b"\xff" * 8], "\n" * 9])
READERS = (
    unpack,
    unpack_table,
    lambda data: unpack_volume(data, "swedish", 3, 3, 1, unpack_table(msgpack.packb(TABLE))),
)


def read_all(data: bytes) -> None:
    for read in READERS:
        with contextlib.suppress(ValueError):
            read(data)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | TREES.map(msgpack.packb))
def test_fuzz__whatever_comes_only_value_errors_leave(data):
    read_all(data)


FILES = (msgpack.packb(TABLE), msgpack.packb(SOUND))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_fuzz__bytes_changed_put_in_and_taken_out(file, data):
    changed = bytearray(file)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(changed) - 1)) if changed else 0
        new = data.draw(st.binary(max_size=3))
        changed[place : place + data.draw(st.integers(0, 3))] = new
    read_all(bytes(changed))


def mutated(value, data, leaves):
    """The value with something in it replaced, doubled or left out."""
    if isinstance(value, dict | list) and value and data.draw(st.integers(0, 3)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = data.draw(st.sampled_from(list(keys)))
        copy = value.copy()
        copy[key] = mutated(value[key], data, leaves)
        if isinstance(copy, list) and data.draw(st.booleans()):
            copy.insert(key, copy[key])
        return copy
    if isinstance(value, bytes) and data.draw(st.booleans()):
        return value * data.draw(st.integers(0, 3)) + data.draw(st.binary(max_size=3))
    return data.draw(leaves)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([TABLE, SOUND]), st.data())
def test_fuzz__structures_with_a_part_changed(value, data):
    read_all(msgpack.packb(mutated(value, data, ODD)))


TEXTS = st.text(st.characters(), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_fuzz__manifests_with_a_part_changed_under_a_right_build_id(data):
    content = mutated(json.loads((FOLDER / VERSION / "manifest.json").read_text("utf-8")), data, JSON)
    if isinstance(content, dict):
        with contextlib.suppress(UnicodeEncodeError):
            content["build"] = build_id(content)
    with contextlib.suppress(ValueError):
        parse_manifest(json.dumps(content).encode() + b"\n")


@pytest.mark.parametrize(
    ("reader", "content"),
    [
        (1, {**TABLE, "counts": [32, b"\xff\xff\xff\xff"]}),
        (1, {**TABLE, "counts": [0, b""], "answers": [[4096, b"\1" * 4096]]}),
        (1, {**TABLE, "answers": [[1, b"\1"], [2**62, b"\1"]]}),
        (1, {**TABLE, "alphabet": ["A" * 10**6, "B"]}),
        (2, {**SOUND, "grids": b"\1" * 10**6, "ids": 999_999_999}),
        (2, {**SOUND, "ids": list(range(10**5))}),
        (2, {**SOUND, "skips": [32, b"\xff" * 10**6]}),
        (2, {**SOUND, "own": [[0, 0, "a", "b"]] * 10**5}),
    ],
)
def test_bomb__large_claims_cost_little(reader, content):
    data = msgpack.packb(content)
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(ValueError, match="expected"):
        READERS[reader](data)
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    assert time.process_time() - start < 2
    tracemalloc.stop()
