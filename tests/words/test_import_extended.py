"""The extended lexicon: packages, the inflection of pairs, cleaning, building and compiling."""

import dataclasses
import gzip
import struct

import pytest

from factory.errors import LexiconError
from factory.words.breadth import read_extended
from factory.words.compile import ensure_index
from factory.words.extended import build, packages
from factory.words.extended.czech import clues_of, synonyms_of
from factory.words.extended.dawg import read_word_list
from factory.words.extended.dictionaries import read_freedict, read_stardict
from factory.words.extended.hunspell import Inflector
from factory.words.extended.inflect import inflect_pairs
from factory.words.extended.packages import fetch
from factory.words.extended.recipe import Batch, Source
from factory.words.importers.pairs import Pair
from factory.words.offensive import parse_offensive

AFFIXES = """\
SET UTF-8
SFX z Y 4     # žena
SFX z   a           y          [^c]a is:genitive
SFX z   a           y          [^c]a is:nominative is:plural
SFX z   a           ám         a is:dative is:plural
SFX z   a           e          ca is:nominative is:plural
SFX Y Y 3
SFX Y   ý           á          ý is:feminine is:nominative
SFX Y   ý           é          ý is:feminine is:nominative
SFX Y   ý           ého        ý is:masculine is:genitive
SFX E Y 2
SFX E   iť          í          iť is:3rd_person
SFX E   ť           l          iť is:3rd_person is:masculine is:past
"""
DICTIONARY = """\
8
stavba/z po:noun is:feminine
budova/z po:noun is:feminine
špina/z po:noun is:feminine
hana/z po:noun is:feminine
pekný/Y po:adjective
krásny/Y po:adjective
milý/Y po:adjective
ľúbiť/E
mariť/E
hatiť/E
hatil
"""
ATTESTED = {
    "stavby", "stavbám", "budovy", "budovám", "špiny", "hany", "pekná", "milá", "pekné", "milé",
    "marí", "hatí", "maril", "hatil", "ľúbi",
}  # fmt: skip


def inflected(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    made = inflect_pairs(
        [Pair(1, *pair) for pair in pairs], Inflector(AFFIXES, DICTIONARY), ATTESTED.__contains__
    )
    return [(pair.answer, pair.clue) for pair in made]


def test_inflect__nouns_join_in_the_plural_when_a_clear_plural_is_attested():
    assert inflected(("stavba", "budova")) == [("stavby", "budovy")]
    # "špiny" is attested, but only as the genitive: no "špinám" was ever written.
    assert inflected(("špina", "hana"), ("stavba", "hana")) == []


def test_inflect__verbs_join_form_by_form_and_a_base_form_is_no_answer():
    assert inflected(("hatiť", "mariť")) == [("hatí", "marí")]  # "hatil" is in the dictionary itself
    assert inflected(("mariť", "hatiť")) == [("marí", "hatí"), ("maril", "hatil")]


def test_inflect__two_forms_for_the_same_tags_are_not_taken():
    assert inflected(("pekný", "milý")) == []


def test_inflect__words_of_different_kinds_or_unknown_ones_are_not_joined():
    assert inflected(("stavba", "pekný"), ("stavba", "neznáme"), ("stavba", "veľký dom")) == []


def traineddata(words: dict[str, int]) -> bytes:
    """A model whose list holds "ab", "a" and "ba": unichar numbers 1 = a, 2 = b."""
    unicharset = b"3\nNULL 0 Common 0\na 3 x\nb 3 x\n"
    shift, last, end = 2, 1, 4
    edges = [
        1 | end << shift | 2 << 5,  # a (a word), on to 2
        2 | last << shift | 3 << 5,  # b, on to 3
        2 | (last | end) << shift,  # ab
        1 | (last | end) << shift,  # ba
    ]
    dawg = struct.pack("<hii", 42, 3, len(edges)) + b"".join(struct.pack("<Q", edge) for edge in edges)
    offsets = [-1] * 24
    start = 4 + 8 * len(offsets)
    offsets[19], offsets[21] = start, start + len(dawg)
    return struct.pack("<i24q", 24, *offsets) + dawg + unicharset


def test_dawg__words_of_the_graph():
    assert sorted(read_word_list("x", traineddata({}))) == ["a", "ab", "ba"]
    with pytest.raises(LexiconError, match=r"x\.traineddata: no Tesseract model"):
        list(read_word_list("x.traineddata", b"text that is no model"))


def test_stardict_and_freedict__articles_by_offset(tmp_path):
    articles = ["<b>první</b>".encode(), "<b>druhý</b>".encode()]
    index = b"".join(
        word.encode() + b"\0" + struct.pack(">II", start, len(article))
        for word, start, article in zip(["áb", "ba"], [0, len(articles[0])], articles, strict=True)
    )
    (tmp_path / "a.idx").write_bytes(index)
    (tmp_path / "a.dict.dz").write_bytes(gzip.compress(b"".join(articles)))
    assert list(read_stardict(tmp_path / "a.idx", tmp_path / "a.dict.dz")) == [
        ("áb", "<b>první</b>"), ("ba", "<b>druhý</b>"),
    ]  # fmt: skip

    text = b"arise <v>\nvzniknout\nnastat\n"
    (tmp_path / "b.index").write_text("00database\tA\tB\narise\tA\ta\n", encoding="utf-8")
    (tmp_path / "b.dict.dz").write_bytes(gzip.compress(text))
    assert [entry[:2] for entry in read_freedict(tmp_path / "b.index", tmp_path / "b.dict.dz")] == [
        ("arise", "v"), ("arise", "v"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("definition", "clues"),
    [
        ("od začátku", ["od začátku"]),
        ("vada (optická) čočky; 2. omyl", ["vada čočky", "2"][:1]),
        ("1. deska sloupu; 2. stolek u oltáře", ["deska sloupu", "stolek u oltáře"]),
        ("hud. konec skladby", ["konec skladby"]),
        ("sloh první poloviny 19. století", []),
        (
            "odchylka, úchylka, nepravidelnost, zrůdnost",
            ["odchylka", "úchylka", "nepravidelnost", "zrůdnost"],
        ),
        ("odtávání sněhu, ledovce, meteoritu a ledu", []),
        ("listina psaná na této kůži", []),
    ],
)
def test_czech__clues_of_a_definition(definition, clues):
    assert list(clues_of(definition)) == clues


def test_czech__synonyms_share_two_equivalents_of_one_part_of_speech():
    entries = [
        ("faith", "n", "víra"), ("trust", "n", "víra"), ("faith", "n", "důvěra"), ("trust", "n", "důvěra"),
        ("date", "n", "datum"), ("date", "n", "schůzka"), ("run", "v", "běžet"), ("run", "n", "běžet"),
        ("run", "v", "téct"), ("run", "n", "téct"),
    ]  # fmt: skip
    assert [(pair.answer, pair.clue) for pair in synonyms_of(entries)] == [
        ("důvěra", "víra"),
        ("víra", "důvěra"),
    ]


def test_packages__no_debian_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(packages.shutil, "which", lambda _: None)
    with pytest.raises(LexiconError, match=r"apt-get is not here: .* on Debian or Ubuntu only"):
        fetch(["mythes-sk"], tmp_path / "cache")


def test_packages__a_failing_download_leaves_nothing_and_says_why(tmp_path, monkeypatch):
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("apt-get", "dpkg-deb"):
        (tools / name).write_text(
            "#!/bin/sh\necho 'W: beware' >&2\necho 'E: No such package' >&2\nexit 100\n"
        )
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    with pytest.raises(LexiconError, match=r"package mythes-sk: apt-get failed \(No such package\)"):
        fetch(["mythes-sk"], tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_packages__what_is_in_the_cache_is_not_asked_for_again(tmp_path, monkeypatch):
    folder = tmp_path / "mythes-sk"
    folder.mkdir()
    (folder / ".version").write_text("1:7.5\n", encoding="utf-8")
    monkeypatch.setattr(packages.shutil, "which", lambda _: None)
    assert fetch(["mythes-sk"], tmp_path)["mythes-sk"].version == "1:7.5"


@pytest.fixture
def built(tiny, dictionaries, monkeypatch):
    """An extended lexicon of two batches beside the hand-written rows pes, mačka, rád, chata."""
    one, two = Source("one", "Expat", "synonyms"), Source("two", "GPL-2+", "forms")
    batches = [
        Batch("synonyms.tsv", one, [
            Pair(1, "pes", "hafan"), Pair(2, "líška", "lesná šelma"), Pair(3, "líška", "kmotra"),
            Pair(4, "líška", "kšmrkľa"), Pair(5, "lump", "blbec"), Pair(6, "dub", "strom|x"),
        ]),
        Batch("forms.tsv", two, [Pair(1, "líška", "kmotra"), Pair(2, "mačky", "šelmy")]),
    ]  # fmt: skip
    alphabet = (*tiny.orthography.alphabet, "G", "Š", "Y", "Z")
    alphabet = tuple(dict.fromkeys(alphabet))
    settings = dataclasses.replace(
        tiny, extended=True, orthography=dataclasses.replace(tiny.orthography, alphabet=alphabet)
    )
    monkeypatch.setattr(build, "MAX_CLUES", 2)
    monkeypatch.setitem(build.RECIPES, "sk", ((), lambda *_: batches))
    orthography = build.Orthography(settings.orthography)
    done = build.build_extended(
        "sk", settings, parse_offensive(b"=blbec\n", orthography),
        folder=dictionaries / "extended" / "sk", cache=dictionaries / "build",
    )  # fmt: skip
    return settings, done


def test_build__rows_keep_their_source_and_are_filtered(built):
    _, done = built
    assert (done.folder / "synonyms.tsv").read_text(encoding="utf-8") == (
        "answer\tclue\ttags\tsource\n"
        "líška\tkmotra\t\tone (Expat)\nlíška\tlesná šelma\t\tone (Expat)\npes\thafan\t\tone (Expat)\n"
    )
    assert (done.folder / "forms.tsv").read_text(encoding="utf-8").endswith("mačky\tšelmy\t\ttwo (GPL-2+)\n")
    assert done.rows == {"synonyms.tsv": 3, "forms.tsv": 1}
    assert done.refused["offensive"] == 1
    assert done.answers == {3: 1, 5: 2}


def test_compile__extended_rows_are_for_new_answers_and_score_as_generated(built, dictionaries, tmp_path):
    settings, _ = built
    index = ensure_index("sk", settings, dictionaries=dictionaries, build=tmp_path / "build")

    def answer(*cells):
        found = index.find(cells)
        assert found is not None, cells
        return index.answer(*found)

    assert [clue.text for clue in answer("P", "E", "S").clues] == ["strážca dvora"]
    fox = answer("L", "I", "Š", "K", "A")
    assert {clue.source for clue in fox.clues} == {"extended/sk/synonyms.tsv: one (Expat)"}
    assert fox.score == pytest.approx(fox.zipf + 0.2 - 1.0, abs=1e-3)
    assert "forms: Debian package two, GPL-2+" in index.attribution

    off = dataclasses.replace(settings, extended=False)
    plain = ensure_index("sk", off, dictionaries=dictionaries, build=tmp_path / "build")
    assert plain.find(("L", "I", "Š", "K", "A")) is None
    assert len(plain) == 4


def test_compile__switched_on_but_not_built_says_how(tiny, dictionaries, tmp_path):
    with pytest.raises(LexiconError, match="make lexicon-extended LANG=sk"):
        read_extended(dictionaries, "sk")
    settings = dataclasses.replace(tiny, extended=True)
    with pytest.raises(LexiconError, match="no extended lexicon"):
        ensure_index("sk", settings, dictionaries=dictionaries, build=tmp_path)
