"""make: only a LANG on its own command line chooses the language, and children keep a UTF-8 locale."""

import os
import shutil
import subprocess

import pytest

from tests.house import CHECKOUT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

PROBE = """#!/bin/sh
echo "probe: $*"
echo "locale: LANG=$LANG LC_ALL=${LC_ALL-unset}"
"""


@pytest.fixture
def make(tmp_path):
    """make(*arguments, **environment): a make in a copy of the Makefile's surroundings, with nothing to install."""
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).touch()
    (tmp_path / "config").mkdir()
    for name in ("default", "cs", "sk"):
        (tmp_path / f"config/{name}.yaml").touch()
    program = tmp_path / ".venv/bin/factory"
    program.parent.mkdir(parents=True)
    program.write_text(PROBE)
    program.chmod(0o755)
    (tmp_path / ".venv/.installed").touch()

    def call(*arguments, **environment):
        kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **environment}
        return subprocess.run(
            ["make", *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=kept,
            timeout=20,
        )

    return call


def probed(result):
    """What the probe has printed; a make inside make may say that all is up to date."""
    return [line for line in result.stdout.splitlines() if not line.startswith("make[")]


@pytest.mark.parametrize(
    "environment",
    [{}, {"LANG": "en_US.UTF-8"}, {"LANG": "sk"}, {"LANG": "sk", "MAKEFLAGS": ""}],
    ids=str,
)
def test_make_corpus__without_lang_on_the_command_line(make, environment):
    result = make("corpus", **environment)
    assert result.returncode == 2
    assert "make: which language? Say make corpus LANG=sk (behind make: " in result.stderr
    assert "the shell's LANG is not used); there are: cs sk" in result.stderr
    assert "probe" not in result.stdout


def test_make_corpus__empty_lang(make):
    assert make("corpus", "LANG=").returncode == 2


@pytest.mark.parametrize(
    "environment", [{}, {"LANG": "en_US.ISO-8859-1"}, {"LANG": "cs", "LC_ALL": "cs_CZ.ISO-8859-2"}]
)
def test_make_corpus__lang_on_the_command_line(make, environment):
    result = make("corpus", "LANG=sk", **environment)
    assert (result.returncode, result.stderr) == (0, "")
    assert probed(result) == [
        "probe: corpus --lang sk --sizes 8-18 --per-size 20 --out output",
        "locale: LANG=C.UTF-8 LC_ALL=unset",
    ]


def test_make_corpus__all_that_can_be_given(make):
    given = ("SIZES=8,10", "PER_SIZE=5", "SEED=0", "WORKERS=3", "OUT=other")
    assert probed(make("corpus", "LANG=cs", *given))[0] == (
        "probe: corpus --lang cs --sizes 8,10 --per-size 5 --out other --seed 0 --workers 3"
    )


def test_make_preview__of_the_corpus_of_a_language(make):
    assert probed(make("preview", "LANG=cs", "OUT=other"))[0] == "probe: preview other/cs"
    assert "Say make preview LANG=sk" in make("preview", LANG="sk").stderr


def test_make_setup__keeps_the_locale(make):
    result = make("setup", LANG="sk_SK.ISO-8859-2")
    assert probed(result) == ["probe: lexicon build", "locale: LANG=C.UTF-8 LC_ALL=unset"]


def test_make__passes_the_exit_code_on(make, tmp_path):
    program = tmp_path / ".venv/bin/factory"
    program.write_text("#!/bin/sh\nexit 75\n")
    assert make("corpus", "LANG=sk").returncode == 2, "make itself has one code for failures"


def test_make__alone_lists_the_targets(make):
    result = make()
    assert result.returncode == 0
    for target in ("make corpus LANG=sk", "make test", "make setup", "make clean"):
        assert target in result.stdout
    assert "(cs sk)" in result.stdout


def test_make__installs_when_the_pins_are_newer(make, tmp_path):
    os.utime(tmp_path / ".venv/.installed", (1, 1))
    result = make("-n", "corpus", "LANG=sk")
    assert "pip install" in result.stdout
    assert "--constraint constraints.txt" in result.stdout
    os.utime(tmp_path / ".venv/.installed")
    assert "pip install" not in make("-n", "corpus", "LANG=sk").stdout


def test_make__names_an_old_python(make, tmp_path):
    os.utime(tmp_path / ".venv/.installed", (1, 1))
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    result = make("corpus", "LANG=sk", f"PYTHON={old}")
    assert result.returncode == 2
    assert "is older than 3.11; name a newer one: make PYTHON=python3.12" in result.stderr


def test_make_player__without_node_says_what_is_needed(make, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "make").symlink_to(shutil.which("make"))
    result = make("player", PATH=str(programs))
    assert result.returncode == 2
    said = result.stderr.splitlines()[0]
    assert said.startswith("make: the player needs Node 20 or newer with npm: apt-get install nodejs npm, or")
    assert not (tmp_path / "factory/ship/player").exists()


def test_make_player__shows_what_npm_says(make, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    (tmp_path / "readers/player").mkdir(parents=True)
    silent = 'case "$*" in *--silent*) ;; *) echo "npm error: no registry" >&2;; esac; exit 1'
    for name, body in (("node", "exit 0"), ("npm", silent)):
        (programs / name).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name).chmod(0o755)
    result = make("player", PATH=f"{programs}:{os.environ['PATH']}")
    assert result.returncode == 2
    assert result.stderr.startswith(
        "npm error: no registry\nmake: npm failed (above); the build of the player needs"
    )
    assert not (tmp_path / "factory/ship/player").exists()
