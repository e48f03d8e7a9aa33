"""A clock that is set back: no result depends on it."""

import time

from factory.cli.main import main
from tests.house import bundle, export, log_of, reference, running


def goes_back():
    """Makes every look at the clock of the day an hour earlier than the last."""
    now = [1_000_000_000.0]

    def clock():
        now[0] -= 3600
        return now[0]

    time.time = clock
    time.time_ns = lambda: int(clock() * 1e9)


def test_clock__set_back_all_the_time_changes_no_byte(home, tmp_path, tmp_path_factory):
    whole = reference(home, tmp_path_factory, 9, 10)
    for wanted in (4, 10):  # the second run finds files from its future
        with running(tmp_path / str(wanted), home.corpus(9, wanted, "--workers", 2), goes_back) as run:
            assert run.wait(60) == 0, run.err
    assert "2001-09-0" in log_of(home.output / "sk"), "the run has seen the wrong clock"
    assert export(home.output / "sk") == export(whole)
    assert bundle(home.output / "sk") == bundle(whole)


def test_clock__set_back_between_nights_publishes_in_order(home, tmp_path, monkeypatch):
    days = iter(("2026-03-02", "2026-03-01"))
    for per_size in ("2", "5"):
        day = next(days)
        monkeypatch.setattr(
            time, "strftime", lambda form, day=day: day if form == "%Y-%m-%d" else f"{day} 01:30:00"
        )
        assert main([
            "nightly", "--lang", "sk", "--sizes", "9", "--per-size", per_size, "--workers", "1", "--quiet",
            "--out", str(home.output), "--publish", str(tmp_path / "shelf"), *home.options,
        ]) == 0  # fmt: skip
    assert (tmp_path / "shelf/sk/current").readlink().name.startswith("000002-")
    assert len(list((home.output / "sk/nights").iterdir())) == 2
