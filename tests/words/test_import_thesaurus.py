"""MyThes and WordNet readers, and which of their pairs are of use."""

import pytest

from factory.errors import LexiconError
from factory.words.importers.mythes import is_mythes, read_mythes
from factory.words.importers.pairs import Pair, are_variants, gives_away, unfit
from factory.words.importers.wordnet import is_wordnet, read_wordnet, short_gloss

SLOVAK = """\
UTF-8
chváliť|2
-|velebiť|pyšniť sa (hovorovo)
-|sláviť
chválospev|1
-|hymnus
"""

GERMAN = """\
ISO8859-1
haus|2
-|Haus...|hausintern|intern
-|Haus (Hauptform)|Eigenheim|Bude (ugs.)|Bau (Oberbegriff)|Gemäuer (derb)
jänner|1
-|Jänner (österr.)|Januar
speisen|1
-|(sich) speisen|beruhen
"""

WORDNET = """\
  1 This software and database is being provided to you, the LICENSEE, by
00001740 03 n 02 entity 0 thing 0 001 ~ 00001930 n 0000 | a being; "it was full of rackets"
02121620 05 n 03 cat 0 true_cat 0 Felis 0 001 @ 02120997 n 0000 | (zoology) the feline mammal: a pet
08926543 15 n 01 Rome 0 001 @i 08691669 n 0000 | capital of Italy
00011757 29 v 02 moult 0 molt 0 001 @ 00010435 v 0000 01 + 02 00 | cast off hair, skin, horn, or feathers
00001740 00 a 01 galore(ip) 0 000 | used especially of food
"""


def pairs(text: str, encoding: str = "utf-8") -> list[tuple[int, str, str, tuple[str, ...]]]:
    return [(p.line, p.answer, p.clue, p.tags) for p in read_mythes("th.dat", text.encode(encoding))]


def test_mythes__each_meaning_gives_its_synonyms_with_their_line():
    assert is_mythes(SLOVAK.encode())
    assert pairs(SLOVAK) == [
        (3, "chváliť", "velebiť", ()), (3, "chváliť", "pyšniť sa", ()),
        (4, "chváliť", "sláviť", ()), (6, "chválospev", "hymnus", ()),
    ]  # fmt: skip


def test_mythes__german_notes_give_spelling_and_tags_and_leave_out_broader_and_rude_terms():
    found = pairs(GERMAN, "iso-8859-1")
    assert (4, "Haus", "Eigenheim", ()) in found
    assert (4, "Haus", "Bude", ()) in found
    assert {clue for _, _, clue, _ in found}.isdisjoint({"Bau", "Gemäuer", "beruhen"})
    assert (6, "Jänner", "Januar", ("dialect",)) in found


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"klingon\na|1\n-|b\n", "th.dat:1: 'klingon' is no encoding"),
        (b"UTF-8\na|1\n-|b\nno entry\n", "th.dat:4: found 'no entry'"),
        (b"UTF-8\na|1\n-|b\xff\n", "th.dat:3: byte 0xff is not UTF-8"),
    ],
)
def test_mythes__a_broken_line_is_named(data, message):
    with pytest.raises(LexiconError, match=message):
        list(read_mythes("th.dat", data))


def test_wordnet__short_glosses_then_synonyms_without_latin():
    assert is_wordnet(WORDNET.encode())
    found = [(p.line, p.answer, p.clue, p.tags) for p in read_wordnet("data", WORDNET)]
    assert found == [
        (2, "entity", "being", ()), (2, "entity", "thing", ()), (2, "thing", "being", ()), (2, "thing", "entity", ()),
        (3, "cat", "feline mammal", ()), (3, "cat", "true cat", ()), (3, "cat", "Felis", ()),
        (3, "true cat", "feline mammal", ()), (3, "true cat", "cat", ()), (3, "true cat", "Felis", ()),
        (4, "Rome", "capital of Italy", ("place",)),
        (5, "moult", "cast off hair, skin, horn, or feathers", ()), (5, "moult", "molt", ()),
        (5, "molt", "cast off hair, skin, horn, or feathers", ()), (5, "molt", "moult", ()),
    ]  # fmt: skip
    assert short_gloss("used especially of food") is None


def test_wordnet__a_broken_line_is_named():
    with pytest.raises(LexiconError, match="data:2: found 'broken'"):
        list(read_wordnet("data", "00001740 03 n 01 entity 0 000 | x\nbroken\n"))


@pytest.mark.parametrize(
    ("answer", "clue", "expected"),
    [
        ("dom", "veľký dom", True),
        ("domček", "malý dom", True),
        ("pracovník", "pracovitý človek", True),
        ("vymyslieť", "premyslieť", True),
        ("vytvoriť", "vytvárať", True),
        ("abeceda", "hláskový poriadok", False),
        ("les", "lesklý", True),
        ("radca", "poradca", True),
        ("mesto", "miesto", False),
        ("starý", "vetchý", False),
    ],
)
def test_gives_away__words_stems_and_parts(answer, clue, expected):
    assert gives_away(answer, clue) is expected


@pytest.mark.parametrize(
    ("answer", "clue", "why"),
    [
        ("písmo sväté", "biblia", "not one word"),
        ("h2o", "voda", "not one word"),
        ("generál-", "hlavný", "not one word"),
        ("USA", "štát", "abbreviation"),
        ("voda", "tekutina (pitná)", "brackets"),
        ("voda", "x" * 29, "too short or too long"),
        ("voda", "vodná plocha", "gives the answer away"),
        ("voda", "tekutina", None),
        ("voda", "more, jazero a rieka", None),
    ],
)
def test_unfit__names_the_reason(answer, clue, why):
    found = unfit(Pair(1, answer, clue), max_clue_length=28)
    assert found is None if why is None else why in (found or "")


def test_variants__differ_in_two_letters_at_most():
    assert are_variants("colour", "color")
    assert are_variants("grey", "gray")
    assert not are_variants("cat", "feline")
