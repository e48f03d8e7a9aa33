"""Shards: dealt by a fixed rule, merged in any order into what one run makes."""

import itertools
import shutil

import pytest

from factory.cli.corpus_folder import LEDGER
from factory.cli.main import main
from factory.corpus.job import Stream
from factory.corpus.ledger import Ledger
from factory.corpus.merge import merge_ledgers
from factory.corpus.shards import deal_streams
from factory.errors import LedgerError
from tests.house import bundle, export, published, reference, table

STREAMS = [Stream(lang, size, size) for lang in ("cs", "sk") for size in range(8, 19)]


@pytest.fixture
def shards(home, tmp_path_factory):
    """The folders of two shards of sizes 8 to 10."""
    made = tmp_path_factory.getbasetemp() / "shards"
    for number in (1, 2):
        if not (made / f"shard-{number}-of-2/sk/report.json").exists():
            assert main(home.corpus("8-10", 4, "--shard", f"{number}/2", "--quiet", out=made)) == 0
    shutil.copytree(made, home.output)
    return [home.output / f"shard-{number}-of-2" for number in (1, 2)]


def merge(home, folders, out):
    return main(
        ["corpus", "merge", *map(str, folders), "--out", str(out), "--quiet", "--no-page", *home.options]
    )


@pytest.mark.parametrize("n", [1, 2, 3, 7, 22, 30])
def test_deal__every_stream_has_one_shard_whatever_their_order(n):
    dealt = deal_streams(STREAMS, n)
    assert len(dealt) == n
    assert sorted(itertools.chain(*dealt)) == sorted(STREAMS)
    assert deal_streams([*reversed(STREAMS), STREAMS[3]], n) == dealt


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_deal__shards_cost_about_the_same(n):
    costs = [sum((s.rows * s.cols) ** 1.75 for s in own) for own in deal_streams(STREAMS, n)]
    assert max(costs) < 1.05 * sum(costs) / n


def test_deal__is_for_ever():
    """Another rule would send a shard's sizes to other shards in the middle of a corpus."""
    sizes = [[stream.rows for stream in own] for own in deal_streams(STREAMS[:11], 3)]
    assert sizes == [[10, 13, 18], [9, 11, 14, 17], [8, 12, 15, 16]]


def test_merge__in_any_order_makes_the_bytes_of_one_run(home, shards, tmp_path, tmp_path_factory):
    single = reference(home, tmp_path_factory, "8-10", 4)
    for name, folders in (("ab", shards), ("ba", shards[::-1])):
        assert merge(home, folders, tmp_path / name) == 0
        assert export(tmp_path / name / "sk") == export(single)
        assert bundle(tmp_path / name / "sk") == bundle(single)
        for rows in ("epoch", "rejection", "puzzle", "stream"):
            columns = "*" if rows != "epoch" else "rows, cols, epoch, accepted, jobs, masks, nodes"
            query = f"SELECT {columns} FROM {rows} ORDER BY 1, 2, 3"
            assert table(tmp_path / name / "sk", query) == table(single, query)


def test_merge__a_shard_named_twice_counts_once(home, shards, tmp_path, capsys):
    out = tmp_path / "out"
    twice = [shards[0], shards[0] / "sk", shards[0] / "../shard-1-of-2"]
    assert main(["corpus", "merge", *map(str, twice), "--out", str(out), "--no-page", *home.options]) == 0
    assert "new epochs of 10x10; bundle" in capsys.readouterr().err
    assert export(out / "sk") == export(shards[0] / "sk")


def test_merge__later_states_extend_and_repeats_change_nothing(home, shards, tmp_path, tmp_path_factory):
    out = tmp_path / "out"
    earlier = [shutil.copytree(folder, tmp_path / "earlier" / folder.name) for folder in shards]
    assert merge(home, shards, out) == 0
    assert main(home.corpus("8-10", 7, "--shard", "1/2", "--quiet")) == 0
    assert merge(home, shards[:1], out) == 0
    assert main(home.corpus("8-10", 7, "--shard", "2/2", "--quiet")) == 0
    assert merge(home, shards, out) == 0
    whole = export(out / "sk")
    assert whole == export(reference(home, tmp_path_factory, "8-10", 7))
    for again in (shards, shards[1:], earlier):
        assert merge(home, again, out) == 0
        assert export(out / "sk") == whole


def test_merge__then_the_whole_goes_on_as_one_run(home, shards, tmp_path, tmp_path_factory):
    assert merge(home, shards, tmp_path / "out") == 0
    assert main(home.corpus("8-10", 7, "--quiet", out=tmp_path / "out")) == 0
    assert export(tmp_path / "out/sk") == export(reference(home, tmp_path_factory, "8-10", 7))


def test_merge__keeps_withdrawals_of_both_sides(home, shards, tmp_path):
    out = tmp_path / "out"
    assert merge(home, shards, out) == 0
    ids = [puzzle.id for puzzle in published(out / "sk") if "9x9" in puzzle.id]
    (owner,) = [shard for shard in shards if ids[0] in str(export(shard / "sk"))]
    with Ledger.open(out / "sk" / LEDGER, lang="sk", seed=None) as ledger:
        ledger.withdraw(ids[0], "dull")
    with Ledger.open(owner / "sk" / LEDGER, lang="sk", seed=None) as ledger:
        ledger.withdraw(ids[1], "wrong")
    number = int(owner.name[6])
    assert main(home.corpus("8-10", 7, "--shard", f"{number}/2", "--quiet")) == 0
    assert merge(home, shards, out) == 0
    with Ledger.read(out / "sk" / LEDGER) as ledger:
        assert [(stored.puzzle.id, stored.withdrawn) for stored in ledger.withdrawn()] == [
            (ids[0], "dull"),
            (ids[1], "wrong"),
        ]


def corpus_of(home, out, *more, sizes=9):
    assert main(home.corpus(sizes, 2, "--quiet", *more, out=out)) == 0
    return out / "sk" / LEDGER


def refusal(target, *sources):
    before = target.read_bytes() if target.exists() else None
    with pytest.raises(LedgerError) as error:
        merge_ledgers(target, sources)
    assert (target.read_bytes() if target.exists() else None) == before
    assert "\n" not in str(error.value)
    return str(error.value)


def test_merge__refuses_other_seeds(home, tmp_path):
    a, b = corpus_of(home, tmp_path / "a"), corpus_of(home, tmp_path / "b", "--seed", 2, sizes=8)
    assert refusal(tmp_path / LEDGER, a, b) == (
        f"{b}: seed 2, but {a} has 1; only shards of one corpus can be merged"
    )
    merge_ledgers(tmp_path / LEDGER, [a])
    assert "was begun with seed 1, asked for seed 2" in refusal(tmp_path / LEDGER, b)


def test_merge__refuses_shards_made_of_something_else(home, own_home, tmp_path):
    a, b = corpus_of(home, tmp_path / "a"), corpus_of(own_home, tmp_path / "b", sizes=8)
    merge_ledgers(tmp_path / "same", [a, b])
    settings = own_home.house.config / "default.yaml"
    settings.write_text(settings.read_text("utf-8").replace("volume: 4", "volume: 5"), "utf-8")
    from factory.corpus.equipment import equipment_of

    equipment_of.cache_clear()
    c = corpus_of(own_home, tmp_path / "c", sizes=8)
    assert f"{c}: was made with another settings than {a}; only" in refusal(tmp_path / LEDGER, a, c)
    merge_ledgers(tmp_path / LEDGER, [a])
    assert f"{c}: was made with another settings than {tmp_path / LEDGER}" in refusal(tmp_path / LEDGER, c)


def test_merge__refuses_a_size_in_two_shards(home, tmp_path):
    a, b = corpus_of(home, tmp_path / "a"), corpus_of(home, tmp_path / "b", sizes="8-9")
    assert refusal(tmp_path / LEDGER, a, b).startswith(f"{b}: holds 9x9, and {a} does too;")


def test_merge__refuses_what_contradicts_the_whole(home, tmp_path):
    a = corpus_of(home, tmp_path / "a")
    merge_ledgers(tmp_path / LEDGER, [a])
    with Ledger.open(a, lang="sk", seed=None) as ledger, ledger.transaction() as connection:
        connection.execute("UPDATE puzzle SET explicit = replace(explicit, 'a', 'b') WHERE number = 1")
    assert refusal(tmp_path / LEDGER, a) == (
        f"{tmp_path / LEDGER} and {a}: what both hold of 9x9 differs; they are not states of one shard"
    )


def test_merge__a_folder_without_a_ledger(home, tmp_path, capsys):
    assert merge(home, [tmp_path], tmp_path / "out") == 1
    assert f"{tmp_path}: holds no ledger.sqlite, expected the folder of a shard\n" in capsys.readouterr().err


def test_shard__without_streams_does_nothing(home, capsys):
    assert main(home.corpus(9, 1, "--shard", "2/2")) == 0
    assert capsys.readouterr().err == "shard 2/2 has nothing to make\n"
    assert not home.output.exists()


def test_shard__with_other_sizes_than_before_is_refused(home, shards, capsys):
    assert main(home.corpus("8-11", 4, "--shard", "1/2", "--quiet")) == 1
    assert "now dealt to another shard" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/2/3", "-1/2"])
def test_shard__of_no_known_form(home, capsys, text):
    with pytest.raises(SystemExit, match="2"):
        main(home.corpus(9, 1, f"--shard={text}"))
    assert f"{text}: expected a shard from 1/N to N/N" in capsys.readouterr().err
