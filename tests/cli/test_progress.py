"""What a run shows: a bar in a terminal, plain lines elsewhere."""

import contextlib
import os
import re
import sys
from types import SimpleNamespace

import pytest

from factory.cli import progress
from factory.cli.main import main
from factory.corpus.job import Stream
from tests.house import running


@contextlib.contextmanager
def in_terminal(folder, arguments, columns=100):
    """A run whose stderr is a terminal, and a function that reads what it has shown there so far."""
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.set_blocking(ours, False)
    shown = b""

    def read():
        nonlocal shown
        with contextlib.suppress(OSError):
            while data := os.read(ours, 65536):
                shown += data
        return shown.decode("utf-8", errors="replace")

    def use_terminal():
        os.dup2(theirs, 2)
        sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        os.close(ours)

    try:
        with running(folder, arguments, use_terminal) as run:
            yield run, read
    finally:
        os.close(ours)
        os.close(theirs)


def test_terminal__a_bar(home, tmp_path):
    with in_terminal(tmp_path / "run", home.corpus("8-9", 12)) as (run, read):
        while not run._ended(0.05):
            read()
        assert run.wait() == 0
        shown = read()
    assert "\r" in shown
    bars = re.findall(r"\r\s*(\d+)%\|[^|]*\| (\d+)/24 \[([^]]*)\]", shown)
    assert bars[0][:2] == ("0", "0")
    assert bars[-1][:2] == ("100", "24")
    assert [int(n) for _, n, _ in bars] == sorted(int(n) for _, n, _ in bars)
    assert re.search(r"\d+ tried, \d+% accepted", shown)
    assert re.search(r"bundle: \S*/sk/bundle", shown), "the messages should come after the bar"
    assert all(len(line) <= 100 for line in re.split(r"[\r\n]+", shown) if "%|" in line)


def test_terminal__an_interrupt_leaves_whole_lines(home, tmp_path):
    import signal

    with in_terminal(tmp_path / "run", home.corpus("8-9", 40)) as (run, read):
        run.wait_for(lambda: re.search(r"[1-9]\d*/80", read()))
        os.kill(run.pid, signal.SIGINT)
        assert run.wait(5) == 130
        shown = read()
    assert shown.endswith("factory: interrupted\r\n")
    assert "\nstopping; what is accepted stays" in shown
    assert "Traceback" not in shown


def test_no_terminal__plain_lines(home, capsys):
    assert main(home.corpus("8-9", 3)) == 0
    output = capsys.readouterr()
    assert output.out == ""
    assert "\r" not in output.err
    assert "|" not in output.err
    lines = output.err.splitlines()
    assert re.fullmatch(
        r"sk: [\d,]+ answers, 43 jokes; 3 puzzles each of 8x8, 9x9; seed 1, 1 worker", lines[0]
    )
    complete = [line for line in lines if " is complete, " in line]
    assert [line.split()[0] for line in complete] in (["8x8", "9x9"], ["9x9", "8x8"])
    assert re.search(r"6 of 6 puzzles, \d+ tried, \d+% accepted$", complete[-1])
    assert lines[-1].startswith("bundle: ")


def test_no_terminal__a_line_now_and_then(home, capsys, monkeypatch):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0)
    assert main(home.corpus(9, 8)) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if " of 8 puzzles, " in line]
    assert len(lines) == 3
    assert re.fullmatch(r"3 of 8 puzzles, \d+ tried, \d+% accepted, about \d+ s left", lines[0]), lines[0]


def test_no_terminal__nothing_left_to_do(home, capsys):
    assert main(home.corpus(9, 2)) == 0
    capsys.readouterr()
    assert main(home.corpus(9, 2)) == 0
    assert " tried, " not in capsys.readouterr().err


@pytest.mark.parametrize("wanted", [1, 8])
def test_bar__counts_no_more_than_is_wanted(home, capsys, wanted):
    """Puzzles in reserve are no progress."""
    main(home.corpus(9, wanted))
    counts = re.findall(rf"(\d+) of {wanted} puzzles", capsys.readouterr().err)
    assert all(int(n) <= wanted for n in counts)


def test_bar__estimates_nothing_while_nothing_is_accepted(capsys):
    stream = Stream("sk", 9, 9)
    failed = SimpleNamespace(accepted=(), rejections=("spent",) * 320, cpu_seconds=3.0)
    with progress.Display(quiet=False).bar({stream: 0}, 8) as bar:
        bar.advance(SimpleNamespace(stream=stream, record=failed, state=SimpleNamespace(accepted=0)))
        assert bar._text() == "320 tried, 0% accepted"
