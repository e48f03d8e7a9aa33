"""Runs on a real Dask cluster: a scheduler and two workers on this machine, with nothing on their disks."""

import importlib.util
import os
import signal
import subprocess
import sys

import pytest

from factory.corpus.equipment import equip
from factory.corpus.shipment import house_in, ship
from factory.errors import FactoryError
from factory.executors.parcel import Parcel, unpack
from tests.cluster import cluster
from tests.house import CHECKOUT, bundle, export, log_of, reference

needs_dask = pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="Dask is not installed")


@pytest.fixture
def factory(tmp_path):
    """factory(*arguments): the program in a process of its own, under way; its stderr is in a file."""
    running = []

    def start(*arguments):
        command = [sys.executable, "-m", "factory.cli.main", *arguments]
        with (tmp_path / "stderr").open("w") as stderr:
            running.append(subprocess.Popen(command, cwd=CHECKOUT, stderr=stderr))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


@needs_dask
@pytest.mark.timeout(300)  # workers may have to compile the kernels
def test_cluster__with_a_worker_killed_makes_the_bytes_of_a_local_run(
    home, tmp_path, tmp_path_factory, factory
):
    local = reference(home, tmp_path_factory, "8-9", 10)
    corpus = home.output / "sk"
    with cluster(tmp_path / "cluster") as dask:
        run = factory(*home.corpus("8-9", 10, "--executor", dask.option, "--quiet"))
        while "epoch 0" not in log_of(corpus):
            assert run.poll() is None, (tmp_path / "stderr").read_text()
        os.kill(dask.workers[0].pid, signal.SIGKILL)
        assert run.wait(60) == 0, (tmp_path / "stderr").read_text()
        assert " job " in log_of(corpus), "the records of workers arrive"
    assert export(corpus) == export(local)
    assert bundle(corpus) == bundle(local)


@needs_dask
def test_cluster__nobody_answers(home, tmp_path, monkeypatch, capsys):
    from factory.cli.main import main
    from factory.executors import cluster as module

    monkeypatch.setattr(module, "PATIENCE", 0.2)
    assert main(home.corpus(9, 1, "--executor", "dask://127.0.0.1:1", "--quiet")) == 1
    assert capsys.readouterr().err == (
        "factory: dask://127.0.0.1:1: no scheduler answers within 0.2 s; is it running there?\n"
    )


@pytest.mark.parametrize("text", ["dask", "dask://", "dask://host", "tcp://host:1", "dask://host:x"])
def test_executor__of_no_known_form(home, capsys, text):
    from factory.cli.main import main

    with pytest.raises(SystemExit, match="2"):
        main(home.corpus(9, 1, "--executor", text))
    assert f"{text}: expected local or dask://HOST:PORT" in capsys.readouterr().err


def test_shipment__makes_an_empty_disk_as_good_as_the_house(home, tmp_path):
    parcel = ship(home.house, (home.equipment,))
    shipped = equip(house_in(unpack(parcel, parcel.digest, tmp_path / "disk")), "sk")
    assert shipped.digests == home.equipment.digests
    assert len(shipped.index) == len(home.equipment.index)
    assert ship(home.house, (home.equipment,)).digest == parcel.digest


def test_shipment__settings_changed_meanwhile(own_home):
    equipment = own_home.equipment
    settings = own_home.house.config / "default.yaml"
    settings.write_text(settings.read_text("utf-8").replace("volume: 4", "volume: 5"), "utf-8")
    with pytest.raises(FactoryError, match="settings or jokes of sk have changed while the run began"):
        ship(own_home.house, (equipment,))


PARCEL = Parcel((("a", b"1"), ("b/c", b"2")))


def test_parcel__of_another_digest_is_refused(tmp_path):
    with pytest.raises(FactoryError, match="arrived, expected 0000"):
        unpack(PARCEL, "0" * 64, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_parcel__unpacked_again_stays_or_is_mended(tmp_path):
    folder = unpack(PARCEL, PARCEL.digest, tmp_path)
    before = (folder / "a").stat().st_ino
    assert unpack(PARCEL, PARCEL.digest, tmp_path) == folder
    assert (folder / "a").stat().st_ino == before
    (folder / "a").write_bytes(b"x")
    (folder / "more").touch()
    unpack(PARCEL, PARCEL.digest, tmp_path)
    assert {p.name: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == {"a": b"1", "c": b"2"}
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_parcel__digest_depends_on_names_and_contents():
    others = [
        Parcel((("a", b"1"), ("b/c", b"3"))),
        Parcel((("a", b"1"), ("b/d", b"2"))),
        Parcel((("a", b"1"),)),
    ]
    assert len({parcel.digest for parcel in (PARCEL, *others)}) == 4
