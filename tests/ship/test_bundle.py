import dataclasses
import errno
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.errors import BundleError
from factory.grid import CLUE, LETTER, letter_cells
from factory.puzzle import Puzzle
from factory.ship.bundle import expand, read_bundle, verify_bundle
from tests.ship.conftest import ALPHABET, NAOCH, OCHOTA, make_puzzle, shipped, write


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_bundle__expands_to_what_went_in(tmp_path, naoch, ochota):
    manifest = write(tmp_path, [naoch, ochota], attribution=["lexicon: CC BY 4.0"])
    bundle = read_bundle(tmp_path)
    assert list(expand(bundle)) == [shipped(naoch), shipped(ochota)]
    assert bundle.manifest == manifest
    assert manifest.sizes == {"swedish": {"3x3": 1, "6x6": 1}}
    assert manifest.attribution == ("lexicon: CC BY 4.0",)
    assert verify_bundle(tmp_path) == ()


def test_bundle__same_puzzles_give_the_same_bytes(tmp_path, naoch, ochota):
    one = write(tmp_path / "a", [naoch, ochota])
    two = write(tmp_path / "b", [naoch, ochota])
    write(tmp_path / "b", [naoch, ochota])
    assert one == two
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_bundle__without_puzzles_is_a_bundle(tmp_path):
    assert write(tmp_path, []).puzzles == 0
    assert list(expand(read_bundle(tmp_path))) == []


@st.composite
def puzzles(draw) -> Puzzle:
    """Any grid with clue cells in row 0 and column 0, whatever else is wrong with it as a crossword."""
    rows, cols = draw(st.integers(3, 7)), draw(st.integers(3, 7))
    cell = st.sampled_from([None, *ALPHABET, "CH", "CH"])
    grid = [[None] * cols] + [[None] + [draw(cell) for _ in range(cols - 1)] for _ in range(rows - 1)]
    grid[1][1] = "CH"
    mask = np.array([[CLUE if c is None else LETTER for c in row] for row in grid], np.uint8)
    n_letters = len(letter_cells(mask))
    secret = sorted(draw(st.sets(st.integers(0, n_letters - 1), min_size=1)))
    text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=12)
    return make_puzzle(
        "\n".join(" ".join(c or "#" for c in row) for row in grid),
        secret=secret,
        punchline=draw(text),
        clue=lambda _: draw(text),
        mode=draw(st.sampled_from(["found", "planned", "placed"])),
        joke=draw(st.uuids()).hex,
        puzzle_id=draw(st.sampled_from(["sk-5x5-000009", "x", f"sk-{rows}x{cols}-1234567"]))
        + draw(st.sampled_from(["", "", "a"])),
    )


def place(puzzle: Puzzle) -> tuple[int, int, int]:
    """Size, then number, those without one behind."""
    number = puzzle.id.removeprefix(f"sk-{puzzle.size}-")
    return puzzle.rows, puzzle.cols, int(number) if number.isdecimal() else 10**9


@settings(max_examples=60, deadline=None)
@given(st.lists(puzzles(), max_size=4, unique_by=lambda puzzle: puzzle.id))
def test_bundle__any_puzzles_come_back(tmp_path_factory, several):
    folder = tmp_path_factory.mktemp("bundle")
    write(folder, several, volume=2)
    assert list(expand(read_bundle(folder))) == [shipped(puzzle) for puzzle in sorted(several, key=place)]
    shutil.rmtree(folder)


def test_bundle__secret_beyond_the_256th_letter_cell_comes_back(tmp_path):
    row = "# " + "A " * 20
    large = make_puzzle("\n".join(["# " * 21] + [row] * 20), secret=(0, 255, 256, 399), punchline="aaaa")
    edge = make_puzzle("\n".join(["# " * 21] + [row] * 20), number=2, secret=(0, 255), punchline="aa")
    write(tmp_path, [large, edge])
    assert list(expand(read_bundle(tmp_path))) == [shipped(large), shipped(edge)]


def grown(n: int) -> list[Puzzle]:
    """Puzzles with ever new clues and, every third one, a new joke."""
    return [
        dataclasses.replace(
            make_puzzle(
                OCHOTA,
                number=i,
                clue=lambda answer, i=i: f"{answer} {i // 2}",
                secret=(1, 2),
                punchline="cho",
            ),
            secret=dataclasses.replace(make_puzzle(OCHOTA).secret, joke=f"sk-{i // 3:04d}"),
        )
        for i in range(1, n + 1)
    ]


def test_growth__full_volumes_keep_their_bytes(tmp_path):
    many = grown(11)
    write(tmp_path, many[:7], volume=3)
    before = bytes_of(tmp_path)
    stamp = (tmp_path / "swedish-6x6-0001.msgpack").stat().st_mtime_ns
    # a smaller size comes in, which stands before the old ones in the order of sizes
    write(tmp_path, [make_puzzle(NAOCH), *many], volume=3)
    after = bytes_of(tmp_path)
    assert sorted(after) == sorted([*before, "swedish-3x3-0001.msgpack", "swedish-6x6-0004.msgpack"])
    for sealed in ("swedish-6x6-0001.msgpack", "swedish-6x6-0002.msgpack"):
        assert after[sealed] == before[sealed]
    assert after["swedish-6x6-0003.msgpack"] != before["swedish-6x6-0003.msgpack"]
    assert (tmp_path / "swedish-6x6-0001.msgpack").stat().st_mtime_ns == stamp
    assert list(expand(read_bundle(tmp_path)))[1:] == [shipped(puzzle) for puzzle in many]


def test_replaced__stale_files_go_and_foreign_ones_stay(tmp_path, naoch):
    write(tmp_path, grown(3), volume=1)
    (tmp_path / ".swedish-6x6-0009.msgpack.partial").write_bytes(b"half")
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "swedish-9x9-x.msgpack").write_text("mine")
    assert any("9.msgpack.partial: not in the manifest" in line for line in verify_bundle(tmp_path))
    write(tmp_path, [naoch])
    assert {path.name for path in tmp_path.iterdir()} == {
        "swedish-3x3-0001.msgpack", "swedish-9x9-x.msgpack", "manifest.json", "notes.txt", "table.msgpack",
    }  # fmt: skip
    assert verify_bundle(tmp_path) == ()


def test_replaced__damaged_bundle_is_repaired(tmp_path, naoch):
    write(tmp_path, [naoch])
    good = bytes_of(tmp_path)
    for name in good:
        (tmp_path / name).write_bytes(b"{}")
        if name == "manifest.json":
            (tmp_path / name).write_bytes(good[name][:-9])
        write(tmp_path, [naoch])
        assert bytes_of(tmp_path) == good


def test_replaced__manifest_of_another_program_is_refused(tmp_path, naoch):
    (tmp_path / "manifest.json").write_text('{"name": "an app"}')
    with pytest.raises(BundleError, match=r"manifest\.json: is not of a bundle, expected an empty folder"):
        write(tmp_path, [naoch])
    assert bytes_of(tmp_path) == {"manifest.json": b'{"name": "an app"}'}


def test_write__full_disk_leaves_the_manifest_and_no_half_file(tmp_path, naoch, ochota, monkeypatch):
    write(tmp_path, [naoch])
    manifest = (tmp_path / "manifest.json").read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BundleError, match=r"msgpack: can't be written \(no space left on device\), expected"):
        write(tmp_path, [naoch, ochota])
    assert (tmp_path / "manifest.json").read_bytes() == manifest
    assert not list(tmp_path.glob(".*"))
    monkeypatch.undo()
    assert verify_bundle(tmp_path) == ()


def test_write__killed_before_the_manifest_is_found_and_mended(tmp_path, naoch, monkeypatch):
    many = grown(5)
    write(tmp_path, many[:4], volume=2)
    sealed = (tmp_path / "swedish-6x6-0001.msgpack").read_bytes()

    class KillError(Exception):
        pass

    def killed(_: Path) -> None:
        raise KillError

    monkeypatch.setattr("factory.ship.bundle.sync_folder", killed)
    with pytest.raises(KillError):
        write(tmp_path, [naoch, *many], volume=2)
    monkeypatch.undo()
    assert verify_bundle(tmp_path) != ()
    write(tmp_path, [naoch, *many], volume=2)
    assert verify_bundle(tmp_path) == ()
    assert (tmp_path / "swedish-6x6-0001.msgpack").read_bytes() == sealed


def test_write__folder_that_cannot_be_made_is_named(tmp_path, naoch):
    (tmp_path / "file").write_text("")
    with pytest.raises(BundleError, match=r"bundle: can't be made \(not a directory\), expected a folder"):
        write(tmp_path / "file" / "bundle", [naoch])


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable to root")
def test_write__unwritable_folder_is_named(tmp_path, naoch):
    tmp_path.chmod(0o500)
    with pytest.raises(BundleError, match=r"can't be written \(permission denied\), expected"):
        write(tmp_path, [naoch])


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"lang": "cs"}, "language 'cs', expected 'sk'"),
        ({"id": ""}, "its id is empty"),
        ({"entries": ()}, "0 entries, expected one for each of 4 slots"),
        ({"grid": ((None, None), (None, "X"))}, "cell 'X', expected one of the alphabet"),
        ({"grid": ((None, None), (None,))}, "rows of different length"),
        ({"grid": ((None, "A"), (None, "A"))}, "a letter in the first row or column"),
        ({"grid": ((None, None, None), (None, "N", "A"), (None, "A", "CH"))}, "differs from the grid"),
    ],
)
def test_write__puzzle_that_is_not_its_grid_is_refused(tmp_path, naoch, change, found):
    with pytest.raises(BundleError, match=rf"^puzzle '.*': .*{found}"):
        write(tmp_path, [dataclasses.replace(naoch, **change)])


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"cells": ((2, 1), (1, 1))}, "reading order"),
        ({"cells": ((0, 0),)}, "expected letter cells"),
        ({"cells": ()}, "expected letter cells"),
        (
            {"cells": (), "joke": "", "setup": "", "punchline": "", "mode": ""},
            "no secret, expected a hidden joke",
        ),
        ({"mode": "guessed"}, "secret mode 'guessed', expected one of found, planned, placed"),
    ],
)
def test_write__odd_secret_is_refused(tmp_path, naoch, change, found):
    odd = dataclasses.replace(naoch, secret=dataclasses.replace(naoch.secret, **change))
    with pytest.raises(BundleError, match=found):
        write(tmp_path, [odd])


def test_write__id_twice_is_refused(tmp_path, naoch):
    with pytest.raises(BundleError, match="'sk-3x3-000001': its id is empty or comes twice"):
        write(tmp_path, [naoch, naoch])


def test_write__half_a_surrogate_pair_is_refused(tmp_path):
    with pytest.raises(BundleError, match="expected texts and numbers that can be packed"):
        write(tmp_path, [make_puzzle(OCHOTA, clue=lambda _: "\ud800", secret=(1, 2), punchline="cho")])
