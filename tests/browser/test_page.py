"""The page of a puzzle in a real browser: what it shows, and that it needs no network."""

import re
import shutil
import subprocess

import pytest

from factory.ship.html import render_html
from tests.inspect.sample import PUZZLE

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


@pytest.fixture
def browse(tmp_path):
    assert CHROMIUM, "these tests need chromium; on Debian: apt-get install chromium"
    page = tmp_path / "puzzle.html"
    page.write_text(render_html(PUZZLE), encoding="utf-8")

    def run(*flags):
        command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *flags, page.as_uri()]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)

    return run


def test_page__every_clue_is_shown_and_no_answer_is_needed(browse):
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", browse("--dump-dom").stdout))
    puzzle = PUZZLE
    for entry in puzzle.entries:
        assert entry.clue in text
    assert puzzle.secret.setup in text


def test_page__asks_nothing_of_the_network(browse):
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+", "", browse("--dump-dom").stdout)


@pytest.mark.parametrize("size", ["390,844", "1280,1000"])
def test_page__is_painted(browse, tmp_path, size):
    shot = tmp_path / "shot.png"
    browse(f"--window-size={size}", f"--screenshot={shot}")
    data = shot.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 8000, "a blank page is smaller"
