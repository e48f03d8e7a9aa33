"""Publications on a shelf: whole or not there, the old one until the new one is."""

import shutil
from pathlib import Path

import pytest

from factory.errors import BundleError
from factory.ship import publish as module
from factory.ship.publish import publish_bundle
from tests.corpus.test_output_folder import mounted
from tests.ship.conftest import write


@pytest.fixture
def bundle(tmp_path):
    """bundle(n): a small whole bundle, another for each n."""

    def make(n):
        folder = tmp_path / f"bundle-{n}"
        write(folder, [], attribution=(str(n),))
        return folder

    return make


@pytest.fixture
def shelf(tmp_path):
    return tmp_path / "shelf"


def shown(shelf):
    return (shelf / "current/manifest.json").read_bytes()


def names(shelf):
    return sorted(path.name.partition("-")[0] for path in shelf.iterdir())


def test_publish__shows_the_newest_and_keeps_some_before_it(bundle, shelf):
    for n in range(5):
        published = publish_bundle(bundle(n), shelf, keep=3)
        assert published.is_new
        assert shown(shelf) == (bundle(n) / "manifest.json").read_bytes()
    assert names(shelf) == ["000003", "000004", "000005", "current"]
    assert (shelf / "current").readlink() == Path(published.folder.name)


def test_publish__the_same_again_is_nothing_new(bundle, shelf):
    first = publish_bundle(bundle(1), shelf, keep=3)
    again = publish_bundle(bundle(1), shelf, keep=3)
    assert (again.is_new, again.folder) == (False, first.folder.resolve())
    assert names(shelf) == ["000001", "current"]


def test_publish__a_damaged_publication_is_replaced(bundle, shelf):
    publish_bundle(bundle(1), shelf, keep=3)
    (shelf / "current/table.msgpack").write_bytes(b"")
    assert publish_bundle(bundle(1), shelf, keep=3).is_new
    assert names(shelf) == ["000001", "000002", "current"]
    assert shown(shelf) == (bundle(1) / "manifest.json").read_bytes()


def test_publish__a_damaged_bundle_is_refused(bundle, shelf):
    publish_bundle(bundle(1), shelf, keep=3)
    damaged = bundle(2)
    (damaged / "table.msgpack").write_bytes(b"x")
    with pytest.raises(BundleError, match=r"bundle-2.*table\.msgpack"):
        publish_bundle(damaged, shelf, keep=3)
    assert shown(shelf) == (bundle(1) / "manifest.json").read_bytes()
    assert names(shelf) == ["000001", "current"]


class KilledError(BaseException):
    """Stands for kill -9: nothing after it is done, no except OSError sees it."""


@pytest.mark.parametrize("step", range(10))
def test_publish__killed_at_any_step_shows_the_old_or_the_new_one(bundle, shelf, monkeypatch, step):
    old, new = bundle(1), bundle(2)
    publish_bundle(old, shelf, keep=1)
    left = [step]

    def counted(function):
        def call(*args, **kwargs):
            if not left[0]:
                raise KilledError
            left[0] -= 1
            return function(*args, **kwargs)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(module.shutil, "copy2", counted(shutil.copy2))
        patch.setattr(module, "_sync", counted(module._sync))
        patch.setattr(module, "sync_folder", counted(module.sync_folder))
        patch.setattr(module.shutil, "rmtree", counted(shutil.rmtree))
        try:
            publish_bundle(new, shelf, keep=1)
        except KilledError:
            assert shown(shelf) in (
                (old / "manifest.json").read_bytes(),
                (new / "manifest.json").read_bytes(),
            )
    publish_bundle(new, shelf, keep=1)
    assert shown(shelf) == (new / "manifest.json").read_bytes()
    assert not [path for path in shelf.iterdir() if path.name.startswith(".")]


def test_publish__a_shelf_that_is_no_folder_or_has_no_link(bundle, shelf, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BundleError):
        publish_bundle(bundle(1), tmp_path / "file", keep=1)
    (shelf / "current").mkdir(parents=True)
    with pytest.raises(BundleError, match="current: is no link, expected one"):
        publish_bundle(bundle(1), shelf, keep=1)


def test_publish__on_a_full_disk_leaves_the_old_one(bundle, tmp_path):
    with mounted(tmp_path / "small", "-t", "tmpfs", "-o", "size=64k", "tmpfs") as shelf:
        publish_bundle(bundle(1), shelf, keep=3)
        room = shutil.disk_usage(shelf).free
        (shelf / "filler").write_bytes(bytes(room - 4096))
        with pytest.raises(BundleError, match="no space left on device"):
            publish_bundle(bundle(2), shelf, keep=3)
        assert shown(shelf) == (bundle(1) / "manifest.json").read_bytes()
        (shelf / "filler").unlink()
        assert publish_bundle(bundle(2), shelf, keep=3).is_new
        assert names(shelf) == ["000001", "000002", "current"]
