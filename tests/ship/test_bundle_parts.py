"""The small codes of a bundle: columns of numbers, edits of spellings, skips of secrets; and the other kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factory.errors import BundleError
from factory.freeform.arrange import FreeformSettings, arrange
from factory.freeform.product import to_puzzle
from factory.ship.bundle import expand, read_bundle, verify_bundle
from factory.ship.bundle_secret import secret_cells, skips_of
from factory.ship.bundle_spelling import apply_edit, edit_of
from factory.ship.packing import WIDTHS, pack_numbers, unpack_numbers
from tests.freeform.lists import example
from tests.ship.conftest import make_explicit, shipped, write


@given(st.sampled_from(WIDTHS), st.data())
def test_column__comes_back_in_the_fewest_bits(bits, data):
    numbers = data.draw(st.lists(st.integers(0, (1 << bits) - 1), max_size=40))
    column = pack_numbers(numbers)
    assert unpack_numbers(column, len(numbers), "x") == numbers
    assert column[0] == next(width for width in WIDTHS if max(numbers, default=0) < 1 << width)
    assert len(column[1]) == -(-len(numbers) * column[0] // 8)


@pytest.mark.parametrize("numbers", [[-1], [1, -1], [1 << 32]])
def test_column__what_is_no_number_of_32_bits_is_refused(numbers):
    with pytest.raises(ValueError, match="can't be packed"):
        pack_numbers(numbers)


@pytest.mark.parametrize(
    ("spelling", "base", "edit"),
    [
        ("rad", "rad", ""),
        ("rád", "rad", "1á"),
        ("Česká Lípa", "českalipa", "0Č3á0 0L0í"),
        ("à la carte", "alacarte", "0à0 2 "),
        ("x-1", "x1", "1-"),
        ("Straße", "strasse", "!Straße"),
        ("", "a", "!"),
        ("-", "-", ""),
        ("😀", "a", "!😀"),
        ("abcdefghijklmnopqrstuvwxyzX", "abcdefghijklmnopqrstuvwxyzx", "JX"),
    ],
)
def test_edit__is_short(spelling, base, edit):
    assert edit_of(spelling, base) == edit
    assert apply_edit(edit, base) == spelling


@given(
    st.text(st.sampled_from("ab á-!0 '.Aß😀") | st.characters(exclude_characters="\n"), max_size=12),
    st.text(st.sampled_from("abc -😀"), max_size=12),
)
def test_edit__any_spelling_of_any_base_comes_back(spelling, base):
    edit = edit_of(spelling, base)
    assert edit != "-"
    assert "\n" not in edit
    assert apply_edit(edit, base) == spelling


@given(st.binary(min_size=1, max_size=30).map(lambda data: bytes(byte % 4 for byte in data)), st.data())
def test_skips__find_the_same_cells(grid, data):
    text = bytes(code for code in grid if code)
    cells = tuple(sorted(data.draw(st.sets(st.integers(0, len(text) - 1))))) if text else ()
    codes = bytes(text[cell] for cell in cells)
    assert secret_cells(grid, codes, list(skips_of(grid, codes, cells))) == cells


def test_skips__first_cells_are_all_zero():
    assert list(skips_of(b"\0\1\2\0\1\3", b"\1\3", (0, 3))) == [0, 0]
    assert list(skips_of(b"\0\1\2\0\1\3", b"\1\3", (2, 3))) == [1, 0]


LETTERS = (*"ABCDEFGMNOPQSÁ", "CH")

FREEFORM = """
. . M . .
. P A P Á
. E M . .
S S A . Q
"""
"""A letter in no word (Q), a word of one letter in one direction only (PAPÁ across, PES down)."""

BLOCKED = """
A B #
C # D
E F G
"""


def test_kinds__all_three_live_in_one_bundle(tmp_path, naoch):
    freeform, blocked = make_explicit("freeform", FREEFORM), make_explicit("blocked", BLOCKED)
    blocked["id"] = "sk-3x3-000002"
    manifest = write(tmp_path, [naoch, freeform, blocked], letters=LETTERS)
    assert manifest.sizes == {"blocked": {"3x3": 1}, "freeform": {"4x5": 1}, "swedish": {"3x3": 1}}
    assert verify_bundle(tmp_path) == ()
    found = list(expand(read_bundle(tmp_path)))
    assert found == [blocked, freeform, shipped(naoch)]
    entries = {entry["answer"]: entry for entry in found[1]["entries"]}
    assert list(entries) == ["PAPÁ", "EM", "SSA", "MAMA", "PES"]
    assert entries["PES"]["clue_cell"] == entries["PAPÁ"]["clue_cell"] == [1, 1]
    assert found[1]["secret"] is None
    assert found[1]["grid"][3] == ["S", "S", "A", None, "Q"]


def test_kinds__letters_at_the_edge_are_for_others_than_swedish(tmp_path):
    one = make_explicit("blocked", "A")
    write(tmp_path, [one])
    assert list(expand(read_bundle(tmp_path))) == [one]
    with pytest.raises(BundleError, match="letter in the first row"):
        write(tmp_path, [make_explicit("swedish", "A B\nC D")], letters=LETTERS)
    with pytest.raises(BundleError, match="kind 'round', expected one of blocked, freeform, swedish"):
        write(tmp_path, [make_explicit("round", "A")])


def test_kinds__words_without_clues_and_any_script(tmp_path):
    word = make_explicit("freeform", "П Р И В Е Т", lang="und", clue="")
    write(tmp_path, [word], lang="und", letters=tuple("ВЕИПРТ"))
    write(tmp_path, [word], lang="und", letters=tuple("ВЕИПРТ"))
    assert list(expand(read_bundle(tmp_path))) == [word]


@pytest.mark.parametrize("key", ["kind", "grid", "entries"])
def test_explicit__missing_part_is_named(tmp_path, key):
    puzzle = make_explicit("blocked", BLOCKED)
    del puzzle[key]
    with pytest.raises(BundleError, match=f"no '{key}', expected an explicit puzzle"):
        write(tmp_path, [puzzle], letters=LETTERS)


@pytest.mark.parametrize(("clue", "spelling"), [("a\nb", "ab"), ("a", "a\nb")])
def test_explicit__line_break_in_a_text_is_refused(tmp_path, clue, spelling):
    with pytest.raises(BundleError, match="has a line break, expected none"):
        write(tmp_path, [make_explicit("blocked", "A B", clue=clue, spelling=spelling)], letters=LETTERS)


@pytest.mark.parametrize("name", ["planets.tsv", "surnames-ru.txt"])
def test_kinds__word_crossings_come_back(tmp_path, name):
    arrangement = arrange(example(name), settings := FreeformSettings(orders=2))
    puzzle = to_puzzle(arrangement, settings, seed=1, puzzle_id="freeform-a", lang="und")
    letters = sorted({cell for row in puzzle.grid for cell in row if cell})
    write(tmp_path, [puzzle], lang="und", letters=tuple(letters))
    assert list(expand(read_bundle(tmp_path))) == [shipped(puzzle)]
