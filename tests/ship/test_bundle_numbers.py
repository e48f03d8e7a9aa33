"""What the bytes of a bundle are a function of, and which numbers its texts get."""

import dataclasses
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.errors import BundleError
from factory.puzzle import SECRET_SOURCE, Puzzle
from factory.ship.bundle import expand, read_bundle, read_manifest, verify_bundle
from factory.ship.bundle_corrections import read_corrections
from factory.ship.bundle_numbers import number_jokes, number_letters, number_pairs
from factory.ship.bundle_table import Table, TableJoke
from tests.ship.conftest import ALPHABET, NAOCH, OCHOTA, make_puzzle, shipped, write

N = 9
CLUES = [f"nápoveda {i}" for i in range(N)]
"""Of every answer of OCHOTA, in the order of a lexicon."""
JOKES = [(f"sk-{i:04d}", f"otázka {i}", "ocho", ("O", "CH", "O")) for i in range(N)]


def grown(n: int) -> list[Puzzle]:
    """Puzzles of one size; each has clues and a joke of its own, in an order that is not the lexicon's."""
    puzzles = []
    for i in range(n):
        k = (4 * i + 2) % N
        plain = make_puzzle(OCHOTA, number=i + 1, secret=(0, 1, 2), clue=lambda _, k=k: CLUES[k])
        name, setup, punchline, _ = JOKES[k]
        secret = dataclasses.replace(plain.secret, joke=name, setup=setup, punchline=punchline)
        puzzles.append(dataclasses.replace(plain, secret=secret))
    return puzzles


def lexicon(cells):
    return [("".join(cells).lower(), clue) for clue in CLUES]


def publish(folder, puzzles, **options):
    return write(folder, puzzles, **{"pairs": lexicon, "jokes": JOKES, "volume": 3} | options)


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_bytes__are_the_same_whatever_was_published_before(tmp_path):
    everything = [*grown(8), make_puzzle(NAOCH)]
    publish(tmp_path / "once", everything)
    for portions in ([1, 4, 9], [3, 6, 9], [9, 9], [8, 9]):
        folder = tmp_path / str(portions)
        for n in portions:
            publish(folder, everything[:n])
        assert bytes_of(folder) == bytes_of(tmp_path / "once")
    shuffled = random.Random(5).sample(everything, k=len(everything))
    publish(tmp_path / "shuffled", shuffled[:5])
    publish(tmp_path / "shuffled", shuffled)
    assert bytes_of(tmp_path / "shuffled") == bytes_of(tmp_path / "once")


def test_bytes__an_older_bundle_elsewhere_counts_like_one_in_place(tmp_path):
    def reversed_lexicon(cells):
        return lexicon(cells)[::-1]

    publish(tmp_path / "a", grown(4))
    publish(tmp_path / "b", grown(8), pairs=reversed_lexicon, older=tmp_path / "a")
    publish(tmp_path / "a", grown(8), pairs=reversed_lexicon)
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")
    publish(tmp_path / "c", grown(8), pairs=reversed_lexicon)
    assert bytes_of(tmp_path / "c") != bytes_of(tmp_path / "b"), "here the history counts, as the page says"


def test_bytes__new_rows_at_the_end_change_no_number(tmp_path):
    publish(tmp_path / "a", grown(8))
    publish(
        tmp_path / "b",
        grown(8),
        pairs=lambda cells: [*lexicon(cells), ("x", "y")],
        jokes=[*JOKES, ("sk-9", "", "", ())],
    )
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_sealed__volumes_survive_any_change_of_lexicon_jokes_and_alphabet(tmp_path):
    publish(tmp_path, grown(6))
    sealed = {name: data for name, data in bytes_of(tmp_path).items() if name.startswith("swedish")}
    assert len(sealed) == 2
    publish(
        tmp_path,
        grown(8),
        pairs=lambda cells: lexicon(cells)[::-1],
        jokes=JOKES[4:] + JOKES[:4],
        letters=("Ž", *reversed(ALPHABET)),
    )
    assert sealed.items() <= bytes_of(tmp_path).items()
    assert list(expand(read_bundle(tmp_path))) == [shipped(puzzle) for puzzle in grown(8)]
    assert read_bundle(tmp_path).table.alphabet == (*ALPHABET, "Ž")


def test_sealed__volume_stays_when_a_puzzle_of_it_is_withdrawn(tmp_path):
    publish(tmp_path, grown(6))
    before = bytes_of(tmp_path)
    publish(tmp_path, grown(6), withdrawn=["sk-6x6-000002", "sk-6x6-000077"])
    after = bytes_of(tmp_path)
    assert [name for name in after if after[name] != before[name]] == ["manifest.json"]
    assert read_manifest(tmp_path).withdrawn == ("sk-6x6-000002",)
    assert [puzzle["id"][-1] for puzzle in expand(read_bundle(tmp_path))] == list("13456")


def test_corrected__clue_and_joke_reach_the_app_without_touching_a_volume(tmp_path):
    publish(tmp_path, grown(6))
    before = bytes_of(tmp_path)
    wrong, right = ("ochota", CLUES[2]), ("ochota", "oprava")

    def mended(cells):
        return [right if pair == wrong else pair for pair in lexicon(cells)]

    jokes = [
        ("sk-0002", "lepšia otázka", "ocho!", ("O", "CH", "O")) if j[0] == "sk-0002" else j for j in JOKES
    ]
    publish(tmp_path, grown(6), pairs=mended, jokes=jokes, corrections={wrong: right})
    after = bytes_of(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"manifest.json", "table.msgpack"}
    first = next(expand(read_bundle(tmp_path)))
    assert first["entries"][0]["clue"] == "oprava"
    assert (first["secret"]["setup"], first["secret"]["punchline"]) == ("lepšia otázka", "ocho!")
    assert read_manifest(tmp_path).corrected == (
        {"answer": "OCHOTA", "variant": 2, "was": list(wrong), "now": list(right)},
        {"joke": "sk-0002", "was": ["otázka 2", "ocho"], "now": ["lepšia otázka", "ocho!"]},
    )
    publish(tmp_path / "fresh", grown(6), pairs=mended, jokes=jokes, corrections={wrong: right})
    assert bytes_of(tmp_path / "fresh") == after


def test_own__parts_of_a_placed_secret_stand_with_their_puzzle(tmp_path):
    plain = make_puzzle(OCHOTA, secret=(0, 1, 2, 3, 4), punchline="ochota", mode="placed")
    part = dataclasses.replace(plain.entries[0], clue="tajnička 1", source=SECRET_SOURCE)
    placed = dataclasses.replace(plain, entries=(part, *plain.entries[1:]))
    write(tmp_path, [plain_other := make_puzzle(OCHOTA, number=2, secret=(1, 2), punchline="cho"), placed])
    bundle = read_bundle(tmp_path)
    assert list(expand(bundle)) == [shipped(placed), shipped(plain_other)]
    assert bundle.volumes[0].puzzles[0].own == {0: ("ochota", "tajnička 1")}
    assert not any("tajnička 1" in str(pairs) for pairs in bundle.table.answers.values())


def test_own__a_pair_behind_256_others_stands_with_its_puzzle(tmp_path):
    puzzle = make_puzzle(OCHOTA, secret=(1, 2), punchline="cho")
    taken = [(f"{i}", f"{i}") for i in range(256)]
    write(tmp_path, [puzzle], pairs=lambda cells: taken if "".join(cells) == "OCHOTA" else [])
    assert verify_bundle(tmp_path) == ()
    assert list(expand(read_bundle(tmp_path))) == [shipped(puzzle)]
    assert list(read_bundle(tmp_path).volumes[0].puzzles[0].own) == [0]


A, B, C, D = (("a", text) for text in "ABCD")


@pytest.mark.parametrize(
    ("used", "listed", "older", "numbers"),
    [
        ([C, A], [A, B, C], [], {A: 0, C: 2}),
        ([C, A], [], [], {A: 0, C: 1}),
        ([D, A], [A, B], [], {A: 0, D: 2}),
        ([A, B, C], [C, B, A], [A, None, B], {A: 0, B: 2, C: 3}),
        ([B, C], [B, C], [A, B], {B: 1, C: 2}),
        ([B, C, D], [B, C], [None, None, D], {B: 0, C: 1, D: 2}),
        ([A], [B], [A, A], {A: 0}),
    ],
)
def test_number_pairs(used, listed, older, numbers):
    assert number_pairs(used, listed, older) == numbers


PAIRS = st.lists(st.sampled_from([("a", text) for text in "ABCDEFGH"]), unique=True)


@given(PAIRS, PAIRS, PAIRS, PAIRS)
def test_number_pairs__numbers_differ_stay_and_forget_history_under_one_lexicon(used, more, listed, relisted):
    first = number_pairs(used, listed)
    assert len(set(first.values())) == len(first) == len(used)
    older = [None] * 20
    for pair, number in first.items():
        older[number] = pair
    second = number_pairs([*used, *more], relisted, older)
    assert first.items() <= second.items()
    assert len(set(second.values())) == len(second)
    if set(used) | set(more) <= set(listed):
        assert number_pairs([*used, *more], listed, older) == number_pairs([*more, *used], listed)


def test_number_jokes__a_joke_is_known_by_id_and_letters():
    made, mended, other = (TableJoke("a", s, "p", b"\1") for s in ("x", "y", "z"))
    others = TableJoke("a", "x", "p", b"\2"), TableJoke("b", "x", "p", b"\1")
    assert number_jokes([made], [others[1], mended], {}) == {1: mended}
    assert number_jokes([made, *others], [mended], {7: other}) == {7: mended, 1: others[0], 2: others[1]}
    assert number_jokes([others[0]], [], {0: made}) == {0: others[0]}


@pytest.mark.parametrize("letters", [(), ("A", "A"), ("A", ""), tuple(map(str, range(256)))])
def test_number_letters__odd_alphabet_is_refused(tmp_path, letters):
    with pytest.raises(ValueError, match="expected 1 to 255 different ones"):
        number_letters(letters, None)
    with pytest.raises(BundleError, match="expected 1 to 255 different ones"):
        write(tmp_path, [], letters=letters)


def test_number_letters__of_an_older_bundle_stay():
    older = Table("sk", ("B", "A"), ("b", "a"), {}, {})
    assert number_letters(("A", "B", "C"), older) == ("B", "A", "C")


def test_other_language__begins_anew(tmp_path):
    publish(tmp_path, grown(2))
    write(tmp_path, [make_puzzle(OCHOTA, lang="cs", secret=(1, 2), punchline="cho")], lang="cs")
    table = read_bundle(tmp_path).table
    assert (table.lang, [joke.id for joke in table.jokes.values()]) == ("cs", ["cs-0007"])


HEADER = "spelling\tclue\tnew spelling\tnew clue\twhy\n"


def test_corrections__are_read(tmp_path):
    path = tmp_path / "sk.tsv"
    assert read_corrections(path) == {}
    path.write_text(HEADER + "# none\nrad\tzle\trád\tdobre\tpreklep\nrad\thorsie\trad\tlepšie\n")
    assert read_corrections(path) == {("rad", "zle"): ("rád", "dobre"), ("rad", "horsie"): ("rad", "lepšie")}


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("a\tb\tc\n", "sk.tsv:2: found 'a"),
        ("a\tb\t\td\n", "sk.tsv:2: found 'a"),
        ("a\tb\tc\td\na\tb\tc\te\n", "sk.tsv:3: 'b' of 'a' again"),
        ("a\tb\ta\tb\n", "sk.tsv:2: a correction is corrected"),
        ("a\tb\tc\td\nc\td\te\tf\n", "sk.tsv:3: a correction is corrected"),
        ("c\td\te\tf\na\tb\tc\td\n", "sk.tsv:3: a correction is corrected"),
    ],
)
def test_corrections__wrong_line_is_named(tmp_path, lines, found):
    (tmp_path / "sk.tsv").write_text(HEADER + lines)
    with pytest.raises(BundleError) as caught:
        read_corrections(tmp_path / "sk.tsv")
    assert found in str(caught.value)
