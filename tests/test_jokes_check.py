"""Checks of joke lists, made-up and committed."""

from pathlib import Path

import pytest

from factory.jokes_check import check_jokes
from factory.settings import languages, load_settings
from factory.targets import TargetSettings
from factory.words.offensive import parse_offensive, read_offensive
from factory.words.orthography import Orthography, OrthographySettings

ROOT = Path(__file__).parents[1]
WITH_JOKES = [lang for lang in languages(ROOT / "config") if (ROOT / "jokes" / f"{lang}.tsv").exists()]
LATIN = Orthography(OrthographySettings(alphabet=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), accents="fold"))


@pytest.fixture
def check(tmp_path):
    def run(*rows: str, targets: TargetSettings = TargetSettings(), offensive: str = ""):  # noqa: B008
        path = tmp_path / "xx.tsv"
        path.write_text("id\tsetup\tpunchline\ttags\n" + "".join(f"{row}\t\n" for row in rows), "utf-8")
        unwanted = parse_offensive(offensive.encode(), LATIN)
        findings, notes = check_jokes("xx", path, LATIN, targets, unwanted, spelling=False)
        assert notes == ()
        return [str(finding).replace(f"{path}", "xx.tsv") for finding in findings]

    return run


def test_check_jokes__a_sound_list_has_no_findings(check):
    assert check("a\tWhat barks at night?\tthe dog", "b\tWho purrs all day?\ta happy cat") == []


def test_check_jokes__broken_rows_are_one_error(check):
    assert check("a\tWhat?\tdog") == ["xx.tsv:2: error: punchline 'dog' has 3 cells, expected 5 to 16"]
    assert check("a\tWhat?\tthe dog", "b\tWho?\tthe do-g") == [
        "xx.tsv:3: error: punchline 'the do-g' has the cells of line 2, expected others"
    ]


def test_check_jokes__long_setups_and_offensive_words_are_errors(check):
    found = check(
        f"a\t{'why ' * 40}?\tthe dog", "b\tWho is the oaf?\ta happy cat", "c\tMore?\tan oaf", offensive="oaf"
    )
    assert found == [
        "xx.tsv:2: error: a: the setup has 161 characters, expected at most 160",
        "xx.tsv:3: error: b: 'oaf' in the setup is offensive",
        "xx.tsv:4: error: c: 'oaf' in the punchline is offensive",
    ]


def test_check_jokes__told_twice_and_told_at_once_are_warnings(check):
    found = check(
        "a\tWhat barks at the moon all night?\tthe dog",
        "b\tWhat barks at the moon each night?\ta lonely wolf",
        "c\tQuite another one.\tdog the",
        "d\tHere is my uncle!\tmy uncle",
    )
    assert found == [
        "xx.tsv:3: warning: b: its setup is nearly that of a in line 2",
        "xx.tsv:4: warning: c: its punchline has the words of that of a in line 2",
        "xx.tsv:5: warning: d: the setup holds 'my uncle'",
    ]


def test_check_jokes__numbers_wanted(check):
    targets = TargetSettings(jokes=3, jokes_by_length={"5-6": 2, "10": 0}, jokes_by_words={1: 1, 2: 2})
    assert check("a\tOne?\tthe dog", "b\tTwo?\tkitchen sink", targets=targets) == [
        "xx.tsv: warning: 0 punchlines of 1 words, wanted 1",
        "xx.tsv: warning: 1 punchlines of 5-6 cells, wanted 2",
        "xx.tsv: warning: 2 jokes, wanted 3",
    ]


@pytest.mark.parametrize("span", ["", "a", "6-5", "5-", "-6", "5-x"])
def test_targets__spans_are_checked(span):
    with pytest.raises(ValueError, match="expected cells such as 7 or 5-6"):
        TargetSettings(jokes_by_length={span: 1})


@pytest.mark.parametrize("lang", WITH_JOKES)
def test_committed_jokes__have_no_errors(lang):
    base = load_settings(ROOT / "config", lang).base
    orthography = Orthography(base.words.orthography)
    findings, _ = check_jokes(
        lang,
        ROOT / f"jokes/{lang}.tsv",
        orthography,
        base.targets,
        read_offensive(ROOT / "dictionaries", lang, orthography),
        spelling=False,
    )
    assert [str(finding) for finding in findings if finding.level == "error"] == []
