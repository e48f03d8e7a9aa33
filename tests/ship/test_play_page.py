"""The page to solve puzzles on, as files; tests/browser/test_play.py looks at it in a browser."""

import base64
import json
import re

import pytest

from factory.cli.main import main
from factory.errors import BundleError
from factory.ship import play_page
from factory.ship.play_page import PLAYER_FILES, write_play
from tests.ship.golden import FOLDER

BUNDLE = FOLDER / "1.0"


@pytest.fixture
def player(tmp_path, monkeypatch):
    """A folder that stands for the built player."""
    folder = tmp_path / "player"
    folder.mkdir()
    for name in PLAYER_FILES:
        (folder / name).write_text(f"/* {name} */", encoding="utf-8")
    monkeypatch.setattr(play_page, "PLAYER", folder)
    return folder


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_write_play__the_page_holds_the_bundle_byte_for_byte(player, tmp_path):
    folder = tmp_path / "play"
    write_play(folder, BUNDLE)
    files = contents(folder)
    assert sorted(files) == [
        "play.html",
        "play/LICENSE-msgpack",
        "play/bundle.js",
        "play/player.css",
        "play/player.js",
    ]
    assert files["play/player.js"] == (player / "player.js").read_bytes()
    script = files["play/bundle.js"].decode()
    embedded = json.loads(script.removeprefix("window.krizovkarenBundle = ").removesuffix(";\n"))
    names = {path.name for path in BUNDLE.iterdir()} - {"expanded.jsonl"}
    assert {name: base64.b64decode(data) for name, data in embedded.items()} == {
        name: (BUNDLE / name).read_bytes() for name in names
    }
    write_play(folder, BUNDLE)
    assert contents(folder) == files, "the same bytes again"


def test_write_play__loads_nothing_from_elsewhere(player, tmp_path):
    write_play(tmp_path / "play", BUNDLE)
    page = (tmp_path / "play/play.html").read_text(encoding="utf-8")
    assert '<html lang="sk">' in page
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page) + re.findall(r"url\((.{5})", page)
    assert addresses == ["data:,", "play/player.css", "play/bundle.js", "play/player.js", "data:", "data:"]


def test_write_play__without_the_player_says_how_to_build_it(player, tmp_path):
    (player / "player.css").unlink()
    with pytest.raises(
        BundleError, match=r"player\.css: is missing, expected the player; build it with: make player$"
    ):
        write_play(tmp_path / "play", BUNDLE)
    assert not (tmp_path / "play").exists()


def test_write_play__a_damaged_bundle(player, tmp_path):
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    for path in BUNDLE.iterdir():
        (bundle / path.name).write_bytes(path.read_bytes())
    (bundle / "expanded.jsonl").unlink()
    (bundle / "table.msgpack").write_bytes((BUNDLE / "table.msgpack").read_bytes()[:-1])
    with pytest.raises(BundleError, match=r"table\.msgpack"):
        write_play(tmp_path / "play", bundle)
    assert not (tmp_path / "play").exists()


def test_command__of_a_corpus_and_of_a_bundle(player, tmp_path, capsys):
    (tmp_path / "sk").mkdir()
    (tmp_path / "sk/bundle").symlink_to(BUNDLE)
    assert main(["play", str(tmp_path / "sk"), "--to", str(tmp_path / "one")]) == 0
    assert main(["play", str(BUNDLE), "--to", str(tmp_path / "two")]) == 0
    assert capsys.readouterr().out.split() == [
        str(tmp_path / "one/play.html"),
        str(tmp_path / "two/play.html"),
    ]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert main(["play", str(tmp_path), "--to", str(tmp_path / "three")]) == 1
    assert "manifest.json" in capsys.readouterr().err
