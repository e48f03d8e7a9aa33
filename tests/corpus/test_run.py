"""Whole runs: the same bytes however the work is cut up, and exactly what was asked for."""

import json
from collections import Counter

import pytest

from factory.cli.main import main
from factory.inspect.limits import broken_limit
from factory.inspect.verify import verify_corpus
from tests.house import build_home, bundle, export, published, reference, table, write_jokes, write_settings

MODES = ("found", "planned", "placed")


@pytest.fixture(scope="module", params=MODES)
def made(request, tmp_path_factory, dictionaries):
    """A house of each mode, and in it a corpus of 4 puzzles of two sizes made by one worker."""
    home = build_home(
        tmp_path_factory.mktemp(request.param), dictionaries, settings={"secret": {"mode": request.param}}
    )
    assert main(home.corpus("8-9", 4)) == 0
    export(home.output / "sk")
    return home


@pytest.fixture
def calm(home, tmp_path_factory):
    """Such a corpus of the shared house."""
    return reference(home, tmp_path_factory, "8-9", 4)


def test_corpus__two_workers_make_the_same_bytes(made, tmp_path):
    assert main(made.corpus("8-9", 4, "--workers", 2, out=tmp_path)) == 0
    assert export(tmp_path / "sk") == export(made.output / "sk")
    assert bundle(tmp_path / "sk") == bundle(made.output / "sk")


def test_corpus__few_then_more_are_more_at_once(made, tmp_path):
    for wanted in (2, 4):
        assert main(made.corpus("8-9", wanted, out=tmp_path)) == 0
        assert len(published(tmp_path / "sk")) == 2 * wanted
    assert export(tmp_path / "sk") == export(made.output / "sk")


def test_corpus__few_then_more_of_one_size_make_the_same_bundle(home, tmp_path):
    for wanted in (2, 4):
        assert main(home.corpus(9, wanted, out=tmp_path / "twice")) == 0
    assert main(home.corpus(9, 4, out=tmp_path / "once")) == 0
    assert bundle(tmp_path / "twice/sk") == bundle(tmp_path / "once/sk")


def test_corpus__two_calls_for_two_sizes_are_one_call(home, calm, tmp_path):
    for size in (9, 8):
        assert main(home.corpus(size, 4, out=tmp_path)) == 0
    assert export(tmp_path / "sk") == export(calm)


def test_corpus__a_call_for_fewer_publishes_as_many_as_before(home, tmp_path):
    assert main(home.corpus(8, 3, out=tmp_path)) == 0
    before = export(tmp_path / "sk")
    assert main(home.corpus(8, 1, out=tmp_path)) == 0
    assert export(tmp_path / "sk") == before


def test_corpus__puzzles_keep_every_rule_and_limit(made):
    puzzles, equipment = published(made.output / "sk"), made.equipment
    assert [p.id for p in puzzles] == [f"sk-{n}x{n}-{i:06d}" for n in (8, 9) for i in range(1, 5)]
    assert verify_corpus(puzzles, equipment.index, equipment.jokes) == ()
    for puzzle in puzzles:
        limits = equipment.settings(puzzle.rows, puzzle.cols).limits
        assert broken_limit(puzzle.quality, limits, mode=puzzle.secret.mode) is None


def test_corpus__no_joke_twice_in_a_size(made):
    told = Counter((p.size, p.secret.joke) for p in published(made.output / "sk"))
    assert len(told) == 8
    assert set(told.values()) == {1}


def test_corpus__the_mode_is_kept(made):
    mode = made.equipment.language.base.secret.mode
    modes = Counter(p.secret.mode for p in published(made.output / "sk"))
    assert modes[mode] >= 6
    assert sum(modes.values()) == 8


def test_corpus__reserve_stays_in_the_ledger_and_comes_first_later(home):
    corpus = home.output / "sk"
    main(home.corpus(8, 1))
    (stored,) = table(corpus, "SELECT count(*) FROM puzzle")[0]
    jobs = table(corpus, "SELECT sum(jobs) FROM epoch")
    assert stored > 1, "no reserve: an epoch should bring more than one puzzle here"
    assert len(published(corpus)) == 1
    main(home.corpus(8, stored))
    assert len(published(corpus)) == stored
    assert table(corpus, "SELECT sum(jobs) FROM epoch") == jobs, "the reserve should have been enough"


def test_corpus__another_seed_makes_other_puzzles(home, calm, tmp_path):
    assert main(home.corpus(8, 2, "--seed", 2, out=tmp_path)) == 0
    grids = {puzzle.grid for puzzle in published(calm)}
    assert all(puzzle.grid not in grids for puzzle in published(tmp_path / "sk"))


def test_corpus__a_ledger_of_another_seed_is_refused(made, capsys):
    before = bundle(made.output / "sk"), export(made.output / "sk")
    assert main(made.corpus(8, 9, "--seed", 7)) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "ledger.sqlite: was begun with seed 1, asked for seed 7" in message
    assert (bundle(made.output / "sk"), export(made.output / "sk")) == before


def test_corpus__a_seed_once_given_goes_on_without_being_given(home):
    main(home.corpus(8, 1, "--seed", 99999999999999999999999))
    assert main(home.corpus(8, 4)) == 0
    assert {p.provenance["seed"] for p in published(home.output / "sk")} == {99999999999999999999999}
    assert main(["bundle", "verify", str(home.output / "sk/bundle")]) == 0


def test_corpus__report_adds_up(made):
    corpus = made.output / "sk"
    report = json.loads((corpus / "report.json").read_text("utf-8"))
    assert (report["lang"], report["seed"]) == ("sk", 1)
    assert [size["size"] for size in report["sizes"]] == ["8x8", "9x9"]
    for size in report["sizes"]:
        rows = int(size["size"].split("x")[0])
        (jobs,) = table(corpus, f"SELECT sum(jobs) FROM epoch WHERE rows = {rows}")[0]
        (stored,) = table(corpus, f"SELECT count(*) FROM puzzle WHERE rows = {rows}")[0]
        (ended,) = table(
            corpus,
            f"SELECT count(*) FROM (SELECT job, attempt FROM rejection WHERE rows = {rows} UNION "
            f"SELECT job, explicit ->> '$.provenance.attempt' FROM puzzle WHERE rows = {rows})",
        )[0]
        assert (size["wanted"], size["accepted"], size["jobs"]) == (4, stored, jobs)
        assert size["attempts"] == size["accepted"] + sum(size["rejections"].values()) == ended
        if made.equipment.language.base.secret.mode != "placed":
            assert size["masks"] == size["attempts"], "one mask an attempt, as this house is set"
        assert size["success_per_attempt"] == round(size["accepted"] / size["attempts"], 4)


def test_corpus__jokes_running_out_is_an_error_that_counts(own_home, capsys):
    write_settings(own_home.folder, {"secret": {"mode": "planned"}})
    write_jokes(own_home.folder, ("opica", "koleso", "krajina"))
    assert main(own_home.corpus(9, 5)) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == (
        "factory: 9x9 has 3 of 5 (all jokes of up to 7 cells are told; with 2 more jokes 2 more puzzles can be made)"
    )
    assert len(published(own_home.output / "sk")) == 3
    assert main(["bundle", "verify", str(own_home.output / "sk/bundle")]) == 0
    report = json.loads((own_home.output / "sk/report.json").read_text("utf-8"))
    (size,) = report["sizes"]
    assert (size["wanted"], size["accepted"], size["more_with_more_jokes"]) == (5, 3, 2)
    assert size["jokes"] == {"told": 3, "left": 0, "unfit": 0}


def test_corpus__limits_that_nothing_keeps_end_after_the_idle_epochs(own_home, capsys):
    write_settings(own_home.folder, {"limits": {"secret_spread": 0.0}, "corpus": {"attempts": 2}})
    assert main(own_home.corpus("8-9", 1)) == 1
    message = capsys.readouterr().err
    assert "8x8 has 0 of 1 (no more grids were found for its 43 free jokes; a larger" in message
    assert "; 9x9 has 0 of 1 (no more" in message
    assert table(own_home.output / "sk", "SELECT count(*), sum(accepted) FROM epoch") == [(4, 0)]
    write_settings(own_home.folder)
    assert main(own_home.corpus("8-9", 1)) == 0, "idle epochs under other settings should not count"


def test_corpus__new_jokes_are_used_when_the_old_ones_are_gone_from_the_list(own_home):
    write_settings(own_home.folder, {"secret": {"mode": "planned"}})
    write_jokes(own_home.folder, ("opica", "krajina"))
    assert main(own_home.corpus(9, 2)) == 0
    write_jokes(own_home.folder, ("koleso", "lopata"), prefix="new")
    assert main(own_home.corpus(9, 4)) == 0
    jokes = [p.secret.joke for p in published(own_home.output / "sk")]
    assert {j[:2] for j in jokes[:2]} == {"sk"}
    assert {j[:3] for j in jokes[2:]} == {"new"}


@pytest.mark.parametrize(("before", "after"), [(4, 2), (2, 4)])
def test_corpus__epoch_length_may_change_between_runs(own_home, before, after):
    write_settings(own_home.folder, {"corpus": {"epoch": before}})
    assert main(own_home.corpus(9, 3)) == 0
    old = export(own_home.output / "sk")
    write_settings(own_home.folder, {"corpus": {"epoch": after}})
    assert main(own_home.corpus(9, 7)) == 0
    assert export(own_home.output / "sk").startswith(old)
    jobs = [p.provenance["job"] for p in published(own_home.output / "sk")]
    assert jobs == sorted(set(jobs))


def test_corpus__used_up_time_is_no_error_and_the_run_goes_on_later(home, calm, tmp_path, capsys):
    assert main(home.corpus("8-9", 4, "--time-budget", "0.001s", out=tmp_path)) == 0
    assert "the time is used up; 8 puzzles are still wanted" in capsys.readouterr().err
    assert published(tmp_path / "sk") == []
    assert main(["bundle", "verify", str(tmp_path / "sk/bundle")]) == 0
    assert main(home.corpus("8-9", 4, out=tmp_path)) == 0
    assert export(tmp_path / "sk") == export(calm)


def test_corpus__a_whole_corpus_is_left_as_it_is(made):
    corpus = made.output / "sk"
    before = {p: p.stat().st_mtime_ns for p in [*(corpus / "bundle").iterdir(), corpus / "report.json"]}
    assert main(made.corpus("8-9", 4)) == 0
    assert {p: p.stat().st_mtime_ns for p in before} == before
