from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from factory.grid import derive_slots, parse_mask
from factory.stages.clues import choose_clues
from factory.words.answer import Answer, Clue
from factory.words.lines import ClueSettings, count_lines

ONE = derive_slots(parse_mask("###\n#.."))
TWO = derive_slots(parse_mask("####\n#...\n#..."))[:2]  # two across slots with a clue cell each
SHARED = derive_slots(parse_mask("#..\n.##\n.##"))  # an across and a down slot of one clue cell
ROOM = ClueSettings(line_width=11, max_lines=3)

LONG, SHORT = "one two three four five", "short"  # three lines and one


def answer(*clues, cells="AB"):
    """An answer with these clues; a clue is its text, or text and tags."""
    made = [
        Clue(c, "ab", "ab", (), "t") if isinstance(c, str) else Clue(c[0], "ab", "ab", c[1:], "t")
        for c in clues
    ]
    return Answer(tuple(cells), tuple(made), 3.0, 1.0, 0)


def choose(slots, answers, usage=None):
    return choose_clues(slots, answers, usage or {}, ROOM, language="en")


def test_choose_clues__first_ones_when_all_is_equal():
    assert choose(TWO, [answer("a", "b"), answer("c", "d")]) == (0, 0)


def test_choose_clues__overflow_is_avoided():
    assert count_lines(LONG, "en", 11) == 3
    assert choose(SHARED, [answer(LONG, SHORT), answer(LONG)]) == (1, 0)
    assert choose(SHARED, [answer(LONG, SHORT), answer(LONG + " ", SHORT + "!")]) == (1, 1)
    assert choose(TWO, [answer(LONG, SHORT), answer(LONG)]) == (0, 0)  # each cell has room for one


def test_choose_clues__overflow_is_worse_than_a_tag_and_usage():
    usage = {("AB", SHORT): 9}
    assert choose(SHARED, [answer(LONG, (SHORT, "code")), answer(LONG)], usage) == (1, 0)


def test_choose_clues__least_overflow_when_there_is_no_room():
    longer = LONG + " six seven eight nine"
    assert choose(SHARED, [answer(longer, LONG), answer(longer, LONG)]) == (1, 1)


def test_choose_clues__limited_tags_are_avoided():
    for tag in ("abbr", "foreign", "archaic", "dialect", "code"):
        assert choose(ONE, [answer(("a", tag), "b")], {("AB", "b"): 9}) == (1,)
    assert choose(ONE, [answer(("a", "name"), "b")]) == (0,)
    assert choose(ONE, [answer(("a", "code"), ("b", "abbr"))]) == (1,)


def test_choose_clues__no_text_twice_when_there_is_a_choice():
    assert choose(TWO, [answer("a", "b"), answer("a", "b")]) == (0, 1)
    assert choose(TWO, [answer("a", "b"), answer("a", "b")], {("AB", "b"): 5}) == (0, 1)
    assert choose(TWO, [answer("a"), answer("a")]) == (0, 0)


def test_choose_clues__rotation_by_usage():
    usage = {}
    for expected in (0, 1, 2, 0, 1, 2):
        (chosen,) = choose(ONE, [answer("a", "b", "c")], usage)
        assert chosen == expected
        key = ("AB", "abc"[chosen])
        usage[key] = usage.get(key, 0) + 1
    assert choose(ONE, [answer("a", "b")], {("XY", "a"): 5}) == (0,)  # another answer's usage


texts = st.sampled_from(["a", "b", SHORT, LONG, "two words of it", "x-ray and so on and on"])
answers = st.lists(texts, min_size=1, max_size=4, unique=True).map(lambda some: answer(*some))
MASK = parse_mask("#####\n#....\n#.#..\n#....\n##...")
SLOTS = derive_slots(MASK)


@given(st.lists(answers, min_size=len(SLOTS), max_size=len(SLOTS)))
def test_choose_clues__every_cell_overflows_as_little_as_can_be(some):
    chosen = choose(SLOTS, some)
    for cell in {slot.clue_cell for slot in SLOTS}:
        here = [i for i, slot in enumerate(SLOTS) if slot.clue_cell == cell]

        def overflow(variants, here=here):
            clues = [some[i].clues[v] for i, v in zip(here, variants, strict=True)]
            return max(0, sum(count_lines(clue.text, "en", 11) for clue in clues) - 3)

        least = min(overflow(variants) for variants in product(*(range(len(some[i].clues)) for i in here)))
        assert overflow([chosen[i] for i in here]) == least


@given(st.lists(answers, min_size=len(SLOTS), max_size=len(SLOTS)))
def test_choose_clues__same_arguments_same_choice(some):
    assert choose(SLOTS, some) == choose(SLOTS, some)
