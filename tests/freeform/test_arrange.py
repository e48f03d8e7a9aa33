from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factory.freeform.arrange import CHAIN, NO_PLACE, REPEATED, RULES, TOO_SHORT, FreeformSettings, arrange
from factory.freeform.product import to_puzzle
from factory.inspect.verify_freeform import verify_freeform
from factory.words.wordlist import Word, make_word
from tests.freeform.lists import OLAF, PROVERB, example, words_of


def check(words, arrangement, how, *, seed_word=None):
    """No rule is broken, and each word is either laid or left over."""
    given_words = (*words, *([seed_word] if seed_word else []))
    laid = [placement.word for placement in arrangement.placements]
    assert sorted([*laid, *(word for word, _ in arrangement.left_over)], key=repr) == sorted(
        given_words, key=repr
    )
    if laid:
        puzzle = to_puzzle(arrangement, how, seed=1, puzzle_id="freeform-test", lang="und")
        assert verify_freeform(puzzle, [word.cells for word in given_words], repeats=how.repeats) == ()
        assert puzzle.quality["crossings"] == arrangement.crossings
        assert (puzzle.rows, puzzle.cols) == (arrangement.rows, arrangement.columns)


LISTS = st.lists(
    st.text("abcde", min_size=1, max_size=7).map(lambda text: make_word(text, place="test")),
    min_size=1,
    max_size=12,
)


@settings(max_examples=120, deadline=None)
@given(
    words=LISTS,
    how=st.builds(
        FreeformSettings,
        rule=st.sampled_from(sorted(RULES)),
        directions=st.sampled_from(["free", "alternate"]),
        aim=st.sampled_from(["placed", "balanced", "smallest", "squarest", "crossings"]),
        orders=st.sampled_from([1, 3, 70]),
        steps=st.sampled_from([0, 1, 200]),
        repeats=st.booleans(),
    ),
    seed=st.integers(0, 2**40),
)
def test_arrange__any_list_by_any_rule_keeps_the_rules(words, how, seed):
    check(words, arrange(words, how, seed=seed), how)


@pytest.mark.parametrize(("rule", "directions"), [
    ("crossings", "alternate"), ("crossings", "free"), ("compact", "free"), ("inner", "alternate"), ("outer", "free"),
    ("random", "free"),
])  # fmt: skip
def test_arrange__proverb_around_the_golden_rule(rule, directions):
    how = FreeformSettings(rule=rule, directions=directions, repeats=True)
    seed_word = make_word("the-golden-rule", place="test")
    found = arrange(PROVERB, how, seed_word=seed_word)
    check(PROVERB, found, how, seed_word=seed_word)
    assert found.left_over == ()
    assert found.placements[0].word is seed_word


def test_arrange__repeated_words_only_when_asked_for():
    how = FreeformSettings()
    found = arrange(PROVERB, how)
    check(PROVERB, found, how)
    repeated = [word.spelling for word, why in found.left_over if why == REPEATED]
    assert repeated == ["do", "unto", "you"]


def test_arrange__olaf_around_tables():
    how, seed_word = FreeformSettings(), make_word("tables", place="test")
    found = arrange(OLAF, how, seed_word=seed_word)
    check(OLAF, found, how, seed_word=seed_word)
    assert [(word.spelling, why) for word, why in found.left_over] == [("i", TOO_SHORT)]


@pytest.mark.parametrize(("name", "n"), [
    ("python-names.txt", 250), ("surnames-ru.txt", 60), ("elements.txt", 118), ("planets.tsv", 10),
    ("capitals.tsv", 27),
])  # fmt: skip
def test_arrange__examples_are_placed_whole(name, n):
    words, how = example(name), FreeformSettings(orders=CHAIN, aim="placed")
    assert len(words) == n
    found = arrange(words, how)
    check(words, found, how)
    assert found.left_over == ()


def test_arrange__all_primes_of_three_digits_as_a_staircase():
    words, how = example("primes.txt"), FreeformSettings(orders=1)
    assert len(words) == 143
    found = arrange(words, how)
    check(words, found, how)
    assert found.left_over == ()
    assert found.crossings == 142


@settings(max_examples=60, deadline=None)
@given(words=st.lists(st.text("abcd", min_size=3, max_size=3), min_size=1, max_size=14, unique=True))
def test_arrange__any_words_of_three_cells(words):
    how = FreeformSettings(orders=2)
    check(words_of(*words), arrange(words_of(*words), how), how)


def test_arrange__what_has_no_letter_in_common_is_left_over():
    words = words_of("abc", "cde", "xyz")
    found = arrange(words, FreeformSettings())
    assert [(word.spelling, why) for word, why in found.left_over] == [("xyz", NO_PLACE)]


@pytest.mark.parametrize("words", [(), words_of("a", "b")])
def test_arrange__nothing_to_lay(words):
    found = arrange(words, FreeformSettings())
    assert found.placements == ()
    assert [why for _, why in found.left_over] == [TOO_SHORT] * len(words)


def test_arrange__a_cell_of_several_letters_crosses_as_one():
    one, two = Word(("CH", "A", "T", "A"), "chata"), Word(("M", "A", "CH"), "mach")
    found = arrange((one, two, Word(("C", "H", "X"), "chx")), FreeformSettings())
    assert {placement.word for placement in found.placements} == {one, two}


def test_arrange__the_same_whoever_runs_the_chains():
    words, how = example("capitals.tsv"), FreeformSettings(orders=3 * CHAIN)
    with ThreadPoolExecutor(2) as pool:
        assert arrange(words, how, seed=5, run_all=pool.map) == arrange(words, how, seed=5)
    assert arrange(words, how, seed=6) != arrange(words, how, seed=5)


@pytest.mark.parametrize("aim", ["smallest", "squarest", "crossings"])
def test_arrange__more_orders_are_never_worse(aim):
    words, scores = example("capitals.tsv"), []
    for orders in (1, 8, CHAIN, 3 * CHAIN):
        found = arrange(words, FreeformSettings(orders=orders, aim=aim))
        assert found.orders == orders
        scores.append({
            "smallest": found.rows * found.columns,
            "squarest": 1000 * max(found.rows, found.columns) // min(found.rows, found.columns),
            "crossings": -found.crossings,
        }[aim])  # fmt: skip
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] < scores[0] or aim == "squarest"


def test_arrange__aim_placed_stops_at_the_first_that_places_all():
    assert arrange(example("planets.tsv"), FreeformSettings(aim="placed", orders=1000)).orders < 1000


@pytest.mark.parametrize("aim", ["balanced", "smallest", "crossings"])
def test_arrange__words_laid_anew_make_it_better(aim):
    words = example("capitals.tsv")
    how = [FreeformSettings(orders=4, steps=steps, aim=aim) for steps in (0, 800)]
    before, after = (arrange(words, one) for one in how)
    check(words, after, how[1])
    assert len(after.placements) == len(words)
    if aim == "crossings":
        assert after.crossings > before.crossings
    else:
        assert after.rows * after.columns < 0.95 * before.rows * before.columns


def test_arrange__the_seed_word_stays_when_others_are_laid_anew():
    how, seed_word = FreeformSettings(orders=1, steps=500), make_word("constantinople", place="test")
    words = example("capitals.tsv")
    found = arrange(words, how, seed_word=seed_word)
    check(words, found, how, seed_word=seed_word)
    assert found.placements[0].word is seed_word
    assert found.placements[0].direction == "across"


def test_arrange__each_word_crosses_an_earlier_one():
    found = arrange(example("surnames-ru.txt"), FreeformSettings(orders=1, steps=400))
    cells: set[tuple[int, int]] = set()
    for placement in found.placements:
        assert not cells or not cells.isdisjoint(placement.cells)
        cells.update(placement.cells)
