"""Output folders that can't be written or are full, and ledgers that can't be used."""

import contextlib
import os
import shutil
import subprocess

import pytest

from factory.cli.main import main
from tests.house import bundle, export, reference, table

MOUNTS = os.geteuid() == 0 and shutil.which("mount") is not None


@pytest.fixture
def refused(home, capsys):
    """refused(out): the one line with which a run in that output folder fails."""

    def call(out, *more, code=1):
        capsys.readouterr()
        assert main(home.corpus(9, 4, "--quiet", *more, out=out)) == code
        message = capsys.readouterr().err
        assert message.count("\n") == 1, message
        return message

    return call


@contextlib.contextmanager
def mounted(folder, *options):
    """A file system mounted on a new folder; the test is skipped where that isn't allowed."""
    folder.mkdir()
    command = ["mount", *options, str(folder)]
    if not MOUNTS or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("file systems can't be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_output__below_a_file(refused, tmp_path):
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file/out") == (
        f"factory: {tmp_path}/file/out/sk: can't be written (Not a directory); is the output folder writable?\n"
    )


def test_output__is_a_file(refused, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/sk").write_text("")
    assert "out/sk: can't be written (" in refused(tmp_path / "out")


@pytest.mark.parametrize("name", [".lock", "run.log", "ledger.sqlite", "report.json", "bundle"])
def test_output__something_else_has_the_name_of_a_file_or_folder(refused, tmp_path, name):
    place = tmp_path / "sk" / name
    if name == "bundle":
        (tmp_path / "sk").mkdir()
        place.write_text("")
    else:
        place.mkdir(parents=True)
    assert str(place) in refused(tmp_path) or name == ".lock"


def test_output__odd_names_are_as_good_as_others(home, tmp_path, tmp_path_factory):
    out = tmp_path / "a #b?mode=ro&c %41 žltý 'kôň'\n"
    assert main(home.corpus(9, 8, out=out)) == 0
    assert export(out / "sk") == export(reference(home, tmp_path_factory, 9, 8))
    assert main(["bundle", "verify", str(out / "sk/bundle")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [out.name]


def test_output__read_only_file_system(home, refused, tmp_path, capsys):
    source = tmp_path / "source"
    assert main(home.corpus(9, 2, out=source)) == 0
    expected = export(source / "sk")
    with mounted(tmp_path / "out", "--bind", str(source)) as out:
        remount = ["mount", "-o", "remount,bind,ro", str(out)]
        if subprocess.run(remount, check=False, capture_output=True).returncode:
            pytest.skip("bind mounts can't be made read-only here")
        assert "can't be written (Read-only file system); is the output folder writable?" in refused(out)
        for command in (["quality"], ["export"]):
            assert main([*command, str(out / "sk")]) == 0
        assert capsys.readouterr().out.encode().endswith(expected)
        assert main(["bundle", "verify", str(out / "sk/bundle")]) == 0


FULL = (4, 16, 64, 180, 228, 240)


@pytest.mark.parametrize("kilobytes", FULL)
def test_output__full_disk_costs_nothing_accepted(home, tmp_path, tmp_path_factory, capsys, kilobytes):
    large = reference(home, tmp_path_factory, 9, 8)
    with mounted(tmp_path / "small", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs") as out:
        code = main(home.corpus(9, 8, "--quiet", out=out))
        message = capsys.readouterr().err
        assert (code, message.count("\n")) in ((1, 1), (0, 0)), message
        if code:
            what = message.replace(str(tmp_path), "")
            assert "the disk is full" in what or "is the disk full" in what or "no space left" in what, (
                message
            )
        subprocess.run(["mount", "-o", "remount,size=20m", str(out)], check=True)
        assert table(out / "sk", "PRAGMA integrity_check") == [("ok",)]
        assert main(home.corpus(9, 8, out=out)) == 0
        assert export(out / "sk") == export(large)
        assert bundle(out / "sk") == bundle(large)
