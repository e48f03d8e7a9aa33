"""The ledger by itself, with made-up epochs, and ledgers that can't be used."""

import contextlib
import dataclasses
import json
import shutil
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.cli.main import main
from factory.corpus.ledger import Ledger
from factory.corpus.ledger_file import FORMAT
from factory.corpus.records import FRESH, Accepted, Digests, EpochRecord
from factory.corpus.report import report_json
from factory.corpus.run import advance
from factory.errors import LedgerError
from factory.puzzle import Entry, Puzzle, Secret
from tests.house import reference

NOW = Digests("lexicon", "jokes", "settings")
START = FRESH


def make_puzzle(number: int, clues=(("ACH", "vzdych"),), *, rows: int = 8, joke: str | None = None) -> Puzzle:
    entries = tuple(
        Entry(
            "across", answer, answer.lower(), clue, (0, 0), "right", ((0, 1), (0, 2)), 3.5, ("abbr",), "a.tsv"
        )
        for answer, clue in clues
    )
    return Puzzle(
        id=f"sk-{rows}x{rows}-{number:06d}",
        lang="sk",
        grid=((None, "A", "CH"), *((None, None, None),) * (rows - 1)),
        entries=entries,
        secret=Secret(joke or f"joke-{number}", "Kto?", "ach", ((0, 1), (0, 2)), "found"),
        quality={"islands": 0, "clue_share": 0.25},
        provenance={"seed": 1, "job": number},
    )


def make_record(
    epoch: int, *, numbers=(), rejections=(), rows=8, jobs=4, first_job=None, **changes
) -> EpochRecord:
    """An epoch with a puzzle for each number, made by as many jobs."""
    first_job = jobs * epoch if first_job is None else first_job
    record = EpochRecord(
        rows=rows, cols=rows, epoch=epoch,
        accepted=tuple(Accepted(n, first_job + i, make_puzzle(n, rows=rows)) for i, n in enumerate(numbers)),
        rejections=tuple(rejections), jobs=jobs, generator="krizovkaren 0", digests=NOW,
        masks=7, mask_steps=900, nodes=50, fails=3, restarts=1, cpu_seconds=0.5,
    )  # fmt: skip
    return dataclasses.replace(record, **changes)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def ledger(path):
    with Ledger.open(path, lang="sk", seed=3) as ledger:
        yield ledger


def test_ledger__keeps_what_was_committed(ledger, path):
    ledger.want(8, 8, 3)
    record = make_record(0, numbers=(1, 2), rejections=[(2, 0, "fill", "spent"), (3, 0, "fill", "spent")])
    ledger.commit(record)
    ledger.commit(
        make_record(1, numbers=(3,), rejections=[(5, 0, "secret", "no_joke_fits")], cpu_seconds=0.25)
    )
    with Ledger.read(path) as again:
        assert (again.lang, again.seed) == ("sk", 3)
        assert again.streams() == [(8, 8, 3)]
        assert list(again.puzzles()) == [make_puzzle(n) for n in (1, 2, 3)]
        (totals,) = again.totals()
    assert (totals.rows, totals.cols, totals.wanted, totals.accepted, totals.jobs) == (8, 8, 3, 3, 8)
    assert (totals.masks, totals.nodes, totals.cpu_seconds) == (14, 100, 0.75)
    assert dict(totals.rejections) == {"fill: spent": 2, "secret: no_joke_fits": 1}


def test_ledger__state_of_an_unknown_stream_is_the_start(ledger):
    assert ledger.state(9, 9, NOW) == START
    ledger.want(9, 9, 5)
    assert ledger.state(9, 9, NOW) == START
    assert ledger.totals()[0].accepted == 0


def test_ledger__publishes_the_first_wanted_of_each_stream(ledger):
    ledger.commit(make_record(0, numbers=(1, 2, 3)))
    ledger.commit(make_record(0, numbers=(1, 2), rows=9))
    assert list(ledger.puzzles()) == []
    ledger.want(9, 9, 5)
    ledger.want(8, 8, 2)
    assert [p.id for p in ledger.puzzles()] == [
        "sk-8x8-000001",
        "sk-8x8-000002",
        "sk-9x9-000001",
        "sk-9x9-000002",
    ]
    ledger.want(8, 8, 1)
    assert ledger.streams() == [(8, 8, 2), (9, 9, 5)], "a lower number should not take anything back"


record_parts = st.tuples(
    st.lists(
        st.lists(st.sampled_from([("ACH", "vzdych"), ("ACH", "och"), ("NO", "spojka")]), max_size=4),
        max_size=3,
    ),
    st.integers(3, 6),
)


@settings(max_examples=25)
@given(st.lists(record_parts, max_size=5))
def test_ledger__state_is_what_advance_says(tmp_path_factory, parts):
    path = tmp_path_factory.mktemp("state") / "ledger.sqlite"
    state, number = START, 0
    with Ledger.open(path, lang="sk", seed=None) as ledger:
        for epoch, (puzzles, jobs) in enumerate(parts):
            accepted = []
            for job, clues in enumerate(puzzles, state.next_job):
                number += 1
                accepted.append(Accepted(number, job, make_puzzle(number, clues)))
            record = make_record(epoch, jobs=jobs, accepted=tuple(accepted))
            ledger.commit(record)
            state = advance(state, record)
            assert ledger.state(8, 8, NOW) == state
        usage = Counter(clue for puzzles, _ in parts for clues in puzzles for clue in clues)
        assert state.clue_usage == usage
        assert (state.next_epoch, state.next_job) == (len(parts), sum(jobs for _, jobs in parts))
        assert (state.numbered, state.accepted, len(state.used_jokes)) == (number,) * 3


def test_ledger__only_the_last_epochs_of_the_same_inputs_are_idle(ledger):
    def idle(digests=NOW):
        return ledger.state(8, 8, digests).idle_epochs

    ledger.commit(make_record(0))
    assert idle() == 1
    ledger.commit(make_record(1, numbers=(1,)))
    assert idle() == 0
    ledger.commit(make_record(2))
    ledger.commit(make_record(3))
    assert idle() == 2
    for name in ("lexicon", "jokes", "settings"):
        assert idle(dataclasses.replace(NOW, **{name: "other"})) == 0
    other = dataclasses.replace(NOW, jokes="other")
    ledger.commit(make_record(4, digests=other))
    assert (idle(other), idle()) == (1, 0)


def test_ledger__a_failed_commit_adds_nothing(ledger):
    ledger.want(8, 8, 9)
    ledger.commit(make_record(0, numbers=(1,)))
    before = ledger.state(8, 8, NOW), ledger.totals()
    with pytest.raises(sqlite3.IntegrityError):
        ledger.commit(make_record(1, numbers=(1,), rejections=[(7, 0, "fill", "spent")]))
    assert (ledger.state(8, 8, NOW), ledger.totals()) == before
    ledger.commit(make_record(1, numbers=(2,)))


def test_ledger__refuses_a_joke_twice_in_a_stream_and_takes_it_in_another(ledger):
    twice = tuple(Accepted(n, n, make_puzzle(n, joke="same")) for n in (1, 2))
    with pytest.raises(sqlite3.IntegrityError):
        ledger.commit(make_record(0, accepted=twice))
    ledger.commit(make_record(0, accepted=twice[:1]))
    ledger.commit(make_record(0, rows=9, accepted=(Accepted(1, 0, make_puzzle(1, rows=9, joke="same")),)))


def test_withdraw__frees_the_joke_and_keeps_the_id(ledger):
    ledger.want(8, 8, 2)
    ledger.commit(make_record(0, numbers=(1, 2, 3)))
    ledger.withdraw("sk-8x8-000002", "a wrong clue")
    assert [p.id for p in ledger.puzzles()] == ["sk-8x8-000001", "sk-8x8-000003"], "the reserve moves up"
    (withdrawn,) = ledger.withdrawn()
    assert (withdrawn.puzzle.id, withdrawn.withdrawn) == ("sk-8x8-000002", "a wrong clue")
    state = ledger.state(8, 8, NOW)
    assert (state.numbered, state.accepted, state.used_jokes) == (3, 2, {"joke-1", "joke-3"})
    assert state.clue_usage == {("ACH", "vzdych"): 3}, "it has been seen all the same"
    (size,) = report_json("sk", 3, ledger.totals())["sizes"]
    assert (size["accepted"], size["withdrawn"]) == (2, 1)
    assert (size["attempts"], size["success_per_attempt"]) == (3, 1.0), "it was made all the same"
    again = Accepted(4, 4, make_puzzle(4, joke="joke-2"))
    ledger.commit(make_record(1, accepted=(again,)))
    assert [stored.number for stored in ledger.stored()] == [1, 2, 3, 4]


def test_withdraw__does_not_change_what_was_before(ledger):
    for epoch in range(3):
        ledger.commit(make_record(epoch, numbers=(epoch + 1,)))
    before = [ledger.state(8, 8, NOW, before=epoch) for epoch in range(4)]
    ledger.withdraw("sk-8x8-000001", "a wrong clue")
    assert [ledger.state(8, 8, NOW, before=epoch) for epoch in range(3)] == before[:3]
    assert ledger.state(8, 8, NOW, before=3).accepted == 2
    ledger.commit(make_record(3))
    ledger.withdraw("sk-8x8-000002", "another")
    assert ledger.state(8, 8, NOW).idle_epochs == 0, "a freed joke is a reason to try again"


@pytest.mark.parametrize(
    "puzzle_id", ["", "sk-8x8-000009", "sk-8x8-1", "cs-8x8-000001", "sk-8x9-000001", "x"]
)
def test_withdraw__of_an_unknown_puzzle(ledger, puzzle_id):
    ledger.commit(make_record(0, numbers=(1,)))
    with pytest.raises(LedgerError, match="holds no puzzle"):
        ledger.withdraw(puzzle_id, "why")


def test_withdraw__twice(ledger):
    ledger.commit(make_record(0, numbers=(1,)))
    ledger.withdraw("sk-8x8-000001", "a wrong clue")
    with pytest.raises(LedgerError, match="sk-8x8-000001 is withdrawn already: a wrong clue"):
        ledger.withdraw("sk-8x8-000001", "again")


@pytest.fixture
def format_1(path):
    """A ledger as the program wrote it before withdrawals were known."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "golden/ledger-1.sql").read_text("utf-8"))
    return path


def test_format_1__is_read_without_a_change(format_1):
    data = format_1.read_bytes()
    with Ledger.read(format_1) as ledger:
        assert [p.id for p in ledger.puzzles()] == ["sk-8x8-000001", "sk-8x8-000002"]
        assert (ledger.lang, ledger.seed, ledger.withdrawn()) == ("sk", 1, [])
    assert format_1.read_bytes() == data


def test_format_1__is_brought_up_by_the_first_run(format_1):
    with Ledger.read(format_1) as old:
        before = list(old.stored()), old.totals(), old.streams()
    with Ledger.open(format_1, lang="sk", seed=None) as ledger:
        assert (list(ledger.stored()), ledger.totals(), ledger.streams()) == before
        ledger.withdraw("sk-8x8-000001", "a wrong clue")
    with contextlib.closing(sqlite3.connect(format_1)) as connection:
        tables = "SELECT name, sql FROM sqlite_master ORDER BY name"
        migrated = connection.execute(tables).fetchall()
        assert connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone() == (str(FORMAT),)
    new = format_1.with_name("new.sqlite")
    Ledger.open(new, lang="sk", seed=None).__exit__()
    with contextlib.closing(sqlite3.connect(new)) as connection:
        assert connection.execute(tables).fetchall() == migrated


def test_ledger__first_seed_stays(path):
    for given_seed in (None, 1, None):
        with Ledger.open(path, lang="sk", seed=given_seed) as ledger:
            assert ledger.seed == 1
    with pytest.raises(
        LedgerError, match="was begun with seed 1, asked for seed 2; one output folder has one seed"
    ):
        Ledger.open(path, lang="sk", seed=2)


def test_ledger__of_another_language(path):
    Ledger.open(path, lang="sk", seed=1).__exit__()
    with pytest.raises(LedgerError, match="holds a corpus of 'sk', expected 'cs'"):
        Ledger.open(path, lang="cs", seed=1)


def test_ledger__of_a_newer_format(path):
    with Ledger.open(path, lang="sk", seed=1) as ledger:
        ledger._connection.execute("UPDATE meta SET value = ? WHERE key = 'format'", (str(FORMAT + 1),))
    for opened in (lambda: Ledger.open(path, lang="sk", seed=1), lambda: Ledger.read(path)):
        with pytest.raises(LedgerError, match=f"format {FORMAT + 1} is newer than this program's {FORMAT}"):
            opened()


@pytest.mark.parametrize("key", ["format", "lang", "seed"])
def test_ledger__without_a_key(path, key):
    with Ledger.open(path, lang="sk", seed=1) as ledger:
        ledger._connection.execute("DELETE FROM meta WHERE key = ?", (key,))
    with pytest.raises(LedgerError, match=r"is not a ledger of this program|the ledger is damaged"):
        Ledger.open(path, lang="sk", seed=1)


def test_ledger__another_program_s_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    for opened in (lambda: Ledger.open(path, lang="sk", seed=1), lambda: Ledger.read(path)):
        with pytest.raises(LedgerError, match="is not a ledger of this program"):
            opened()


def test_ledger__held_by_another_program(ledger, path, monkeypatch):
    ledger._connection.execute("PRAGMA busy_timeout = 50")
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="another program holds the ledger"):
            ledger.want(8, 8, 1)
        other.execute("ROLLBACK")
    other.close()
    ledger.want(8, 8, 1)


# Damage, seen by the commands.


@pytest.fixture
def commands(home, tmp_path, capsys):
    """commands(corpus): what each command that uses the ledger says of it."""

    def call(corpus):
        said = {}
        for name, arguments in {
            "corpus": home.corpus(9, 12, "--quiet", out=corpus.parent),
            "quality": ["quality", str(corpus)],
            "export": ["export", str(corpus), "--to", str(tmp_path / "x.jsonl")],
            "bundle": ["bundle", "build", str(corpus), *home.options],
        }.items():
            capsys.readouterr()
            code = main(arguments)
            said[name] = code, capsys.readouterr().err
        return said

    return call


@pytest.fixture
def corpus(home, tmp_path, tmp_path_factory):
    """A copy of a corpus of eight puzzles; the ninth is the last in reserve."""
    return shutil.copytree(reference(home, tmp_path_factory, 9, 8), tmp_path / "out/sk")


def assert_refused(said):
    for command, (code, message) in said.items():
        assert (code, message.count("\n")) == (1, 1), f"{command}: {code} {message}"
        assert "ledger.sqlite: " in message


@pytest.mark.parametrize("data", [b"garbage " * 1000, b"SQLite format 3\0" + b"\xff" * 5000, b"x" * 600])
def test_damage__garbage(commands, corpus, data):
    (corpus / "ledger.sqlite").write_bytes(data)
    assert_refused(commands(corpus))
    assert (corpus / "ledger.sqlite").read_bytes() == data, "what can't be read should be left as it is"


@pytest.mark.parametrize("share", [0.02, 0.3, 0.95])
def test_damage__truncated(commands, corpus, share):
    ledger = corpus / "ledger.sqlite"
    data = ledger.read_bytes()
    ledger.write_bytes(data[: int(len(data) * share)])
    assert_refused(commands(corpus))


@pytest.mark.parametrize("page", range(1, 26, 6))
def test_damage__a_page_of_noise(commands, corpus, page):
    ledger = corpus / "ledger.sqlite"
    data = bytearray(ledger.read_bytes())
    data[4096 * page : 4096 * (page + 1)] = bytes(range(256)) * 16
    ledger.write_bytes(data)
    for command, (code, message) in commands(corpus).items():
        assert code in (0, 1), f"{command}: {message}"
        assert message.count("\n") == code


def test_damage__a_puzzle_that_is_no_puzzle(commands, corpus):
    for explicit in (
        "{",
        "[]",
        json.dumps({"id": "sk-9x9-000001"}),
        "\ud800".encode("utf-8", "surrogatepass"),
    ):
        with sqlite3.connect(corpus / "ledger.sqlite") as connection:
            connection.execute("UPDATE puzzle SET explicit = ? WHERE number = 1", (explicit,))
        connection.close()
        assert_refused(commands(corpus))
