"""The whole check: order, structure, targets, the allow list, and the committed dictionaries."""

from pathlib import Path

import pytest

from factory.errors import LexiconError
from factory.settings import languages, load_settings
from factory.targets import TargetSettings
from factory.words.check import check_lexicon
from factory.words.source import read_files

ROOT = Path(__file__).parents[2]
WITH_ROWS = [lang for lang in languages(ROOT / "config") if any((ROOT / "dictionaries" / lang).glob("*.tsv"))]

NO_TARGETS = TargetSettings()
TEXT = """\
answer	clue	tags
pes	strážca dvora
pes	pes od suseda
rad	raz
mačka	lovec myší	zviera
osol	Strážca osla na dvore a ešte niekde
"""


@pytest.fixture
def check(tmp_path, tiny, write_source):
    def run(text: str = TEXT, targets: TargetSettings = NO_TARGETS, allow: str = "", offensive: str = ""):
        folder = tmp_path / "dictionaries"
        write_source(folder, text)
        if allow:
            write_source(folder, "answer\tclue\treason\n" + allow, "allow.tsv")
        if offensive:
            write_source(folder, offensive, "offensive.txt")
        findings, _ = check_lexicon("sk", tiny, targets, dictionaries=folder, spelling=False)
        return [str(finding).replace(f"{folder}/", "") for finding in findings]

    return run


def test_check_lexicon__each_finding_has_file_line_and_level(check):
    assert check() == [
        "sk/a.tsv:3: error: 'pes': the answer stands in its clue 'pes od suseda'",
        "sk/a.tsv:5: error: unknown tag 'zviera', expected one of abbr, code, name, place, foreign, archaic, "
        "dialect, technical, vulgar",
        "sk/a.tsv:6: error: the clue has 35 characters, expected at most 28: "
        "'Strážca osla na dvore a ešte niekde'",
    ]


def test_check_lexicon__offensive_words_are_errors_unless_tagged_so(check):
    text = "answer\tclue\ttags\npes\tstrážca\nrad\tpes a mačka\nmasť\tlieči\n"
    found = check(text.replace("masť\tlieči\n", "osol\tpes\tvulgar\n"), offensive="=pes\n")
    assert found == [
        "sk/a.tsv:2: error: the answer 'pes' is offensive",
        "sk/a.tsv:3: error: 'rad': 'pes' in the clue 'pes a mačka' is offensive",
    ]


def test_check_lexicon__allowed_rows_pass_and_stale_entries_are_named(check):
    found = check(allow="pes\tpes od suseda\ta joke\nvlk\tšedý\tgone\n")
    assert "sk/a.tsv:3" not in "".join(found)
    assert "sk/allow.tsv:3: warning: no row has 'vlk' with 'šedý' any more" in found


def test_check_lexicon__allow_list_without_reason_is_an_error(check):
    with pytest.raises(LexiconError, match=r"allow\.tsv:2: 'pes\\tpes od suseda', expected"):
        check(allow="pes\tpes od suseda\n")


def test_check_lexicon__missing_lengths_against_targets(check):
    found = check(targets=TargetSettings(answers={3: 2, 4: 1, 5: 3}, all_answers=4))
    assert [text for text in found if "wanted" in text] == [
        "sk: warning: 0 answers of 4 cells, wanted 1",
        "sk: warning: 0 answers of 5 and more cells, wanted 3",
        "sk: warning: 2 answers in all, wanted 4",
    ]


def test_check_lexicon__unreadable_source_is_one_error(check):
    assert check("nothing\n") == [
        "sk/a.tsv:1: error: found 'nothing', expected the header line answer<TAB>clue[<TAB>tags]"
    ]


def test_read_files__allow_list_is_no_source(check, tmp_path):
    check(allow="pes\tpes od suseda\ta joke\n")
    assert [file.source for file in read_files(tmp_path / "dictionaries", "sk")] == ["sk/a.tsv"]


@pytest.mark.parametrize("lang", WITH_ROWS)
def test_committed_dictionaries__have_no_errors(lang):
    base = load_settings(ROOT / "config", lang).base
    findings, _ = check_lexicon(
        lang, base.words, base.targets, dictionaries=ROOT / "dictionaries", spelling=False
    )
    assert [str(finding) for finding in findings if finding.level == "error"] == []
