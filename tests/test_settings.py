"""Settings files of a made-up language "xx": what is read, and how each mistake is named."""

from pathlib import Path

import pytest

from factory.errors import SettingsError, UsageError
from factory.settings import LARGEST, SMALLEST, languages, load_settings
from factory.stages.mask import MaskSettings

CONFIG = Path(__file__).parents[1] / "config"
LEAST = """\
language: xx
name: Iksčina
words:
  orthography:
    alphabet: [A, B, C]
"""
N_LEAST = LEAST.count("\n")


@pytest.fixture
def config(tmp_path):
    (tmp_path / "xx.yaml").write_text(LEAST, encoding="utf-8")
    return tmp_path


def load(config: Path, more: str = "", *, defaults: str | None = None):
    """The settings of LEAST with more lines behind it."""
    (config / "xx.yaml").write_text(LEAST + more, encoding="utf-8")
    if defaults is not None:
        (config / "default.yaml").write_text(defaults, encoding="utf-8")
    return load_settings(config, "xx")


def complaint(config: Path, more: str = "", *, defaults: str | None = None) -> str:
    """The message for such settings: one line, its folder left out."""
    with pytest.raises(SettingsError) as caught:
        load(config, more, defaults=defaults)
    return one_line(caught.value, config)


def one_line(error: Exception, config: Path) -> str:
    message = str(error)
    assert len(message.splitlines()) == 1
    assert len(message) < 400
    return message.replace(f"{config}/", "")


def test_load_settings__least_file_has_defaults(config):
    settings = load(config)
    assert (settings.base.language, settings.base.name) == ("xx", "Iksčina")
    assert settings.base.words.orthography.alphabet == ("A", "B", "C")
    assert settings.base.mask == MaskSettings()
    assert sorted(settings.by_size) == list(range(SMALLEST, LARGEST + 1))
    assert all(settings.by_size[size] == settings.base for size in settings.by_size)


@pytest.mark.parametrize("language", languages(CONFIG))
def test_load_settings__committed_files_are_valid(language):
    assert load_settings(CONFIG, language).base.language == language


def test_languages__files_without_the_defaults(config):
    for name in ("default.yaml", "aa.yaml", "notes.txt"):
        (config / name).touch()
    assert languages(config) == ("aa", "xx")


@pytest.mark.parametrize("language", ["yy", "XX", "", "xx.yaml", "../xx", "default", "x\nx"])
def test_load_settings__unknown_language_lists_those_there_are(config, language):
    for name in ("aa", "default"):
        (config / f"{name}.yaml").write_text(LEAST, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_settings(config, language)
    assert str(caught.value) == f"unknown language {language!r}; there are: aa, xx"


def test_load_settings__no_files_at_all(tmp_path):
    with pytest.raises(UsageError) as caught:
        load_settings(tmp_path / "nowhere", "xx")
    assert str(caught.value) == (
        f"unknown language 'xx'; there are: none (is {tmp_path / 'nowhere'} the right folder?)"
    )


def test_load_settings__file_that_is_a_folder(config):
    (config / "default.yaml").mkdir()
    assert complaint(config) == "default.yaml: can't be read (Is a directory)"


VALUES = {
    "unknown section": ("masks: {}\n", "xx.yaml:6: masks: unknown key"),
    "unknown key": ("mask:\n  hard: 10\n  colour: 3\n", "xx.yaml:8: mask.colour: unknown key"),
    "unknown key on one line": ("mask: {colour: 3}\n", "xx.yaml:6: mask.colour: unknown key"),
    "share above 1": (
        "mask:\n  two_share: 2\n",
        "xx.yaml:7: mask.two_share: 2, should be less than or equal to 1",
    ),
    "share below 0": (
        "limits:\n  rare_share: -0.1\n",
        "xx.yaml:7: limits.rare_share: -0.1, should be greater than or equal to 0",
    ),
    "not a number at all": (
        "limits:\n  secret_spread: .nan\n",
        "xx.yaml:7: limits.secret_spread: nan, should be greater than or equal to 0",
    ),
    "count below 1": (
        "corpus:\n\n  # nothing\n  epoch: 0\n",
        "xx.yaml:9: corpus.epoch: 0, should be greater than or equal to 1",
    ),
    "text for a number": (
        "mask:\n  sweeps: many\n",
        "xx.yaml:7: mask.sweeps: 'many', should be a valid integer, unable to parse string as an integer",
    ),
    "fraction for a count": (
        "mask:\n  sweeps: 2.5\n",
        "xx.yaml:7: mask.sweeps: 2.5, should be a valid integer, got a number with a fractional part",
    ),
    "list for a number": ("mask:\n  hard: [1]\n", "xx.yaml:7: mask.hard: [1], should be a valid number"),
    "number in a list": (
        "fill:\n  floors:\n    - 0.5\n    - 1.5\n",
        "xx.yaml:9: fill.floors.1: 1.5, should be less than or equal to 1",
    ),
    "number for a section": (
        "mask: 3\n",
        "xx.yaml:6: mask: 3, should be a dictionary or an instance of MaskSettings",
    ),
    "section without keys": (
        "mask:\n  # hard: 10\n",
        "xx.yaml:6: mask: None, should be a dictionary or an instance of MaskSettings",
    ),
    "key that is a number": ("mask:\n  3: 10\n", "xx.yaml:7: mask.3: unknown key"),
    "section that is a number": ("7: 10\n", "xx.yaml:6: 7: unknown key"),
}


@pytest.mark.parametrize(("more", "message"), VALUES.values(), ids=VALUES)
def test_load_settings__wrong_value_is_named_with_its_place(config, more, message):
    assert complaint(config, more) == message


def test_load_settings__wrong_value_in_the_defaults(config):
    assert complaint(config, defaults="\nmask:\n  hard: -1\n") == (
        "default.yaml:3: mask.hard: -1, should be greater than or equal to 0"
    )
    assert complaint(config, "mask:\n  hard: -2\n", defaults="mask:\n  hard: 1\n  two_share: 0\n") == (
        "xx.yaml:7: mask.hard: -2, should be greater than or equal to 0"
    )


LANGUAGE_FILES = {
    "empty": ("", "xx.yaml:1: language: this key is missing"),
    "comments only": ("# nothing\n", "xx.yaml:1: language: this key is missing"),
    "name missing": (LEAST.replace("name: Iksčina\n", ""), "xx.yaml:1: name: this key is missing"),
    "alphabet missing": (
        LEAST.replace("alphabet: [A, B, C]", "digraphs: []"),
        "xx.yaml:4: words.orthography.alphabet: this key is missing",
    ),
    "other language": (
        LEAST.replace("language: xx", "\nlanguage: yy"),
        "xx.yaml:2: language: 'yy', expected 'xx' as in the file's name",
    ),
    "number for a text": (
        LEAST.replace("Iksčina", "5"),
        "xx.yaml:2: name: 5, should be a valid string",
    ),
    "truth value for a text": (
        LEAST.replace("Iksčina", "true"),
        "xx.yaml:2: name: True, should be a valid string",
    ),
    "rule of the section itself": (
        LEAST.replace("[A, B, C]", "[A, B, A]"),
        "xx.yaml:4: words.orthography: alphabet: a cell stands there twice",
    ),
    "unknown choice": (
        LEAST + "    accents: long\n",
        "xx.yaml:6: words.orthography.accents: 'long', should be 'keep', 'short' or 'fold'",
    ),
    "a list": ("- language\n- name\n", "xx.yaml:1: expected keys and values, found list"),
    "a text": ("language\n", "xx.yaml:1: expected keys and values, found str"),
    "key twice": (LEAST + "name: Iks\n", "xx.yaml:6: name: this key is given twice"),
    "inner key twice": (LEAST + "mask: {hard: 1,\n  hard: 1}\n", "xx.yaml:7: hard: this key is given twice"),
    "open bracket": (LEAST + "mask: {hard: 1\n", "xx.yaml:7: expected ',' or '}', but got '<stream end>'"),
    "tab": (
        LEAST + "mask:\n\thard: 1\n",
        "xx.yaml:7: found character '\\t' that cannot start any token",
    ),
    "two documents": (LEAST + "---\n" + LEAST, "xx.yaml:6: but found another document"),
    "unknown tag": (
        LEAST + "mask: !colour red\n",
        "xx.yaml:6: could not determine a constructor for the tag '!colour'",
    ),
    "python object": (
        LEAST + "mask: !!python/name:os.getcwd\n",
        "xx.yaml:6: could not determine a constructor for the tag 'tag:yaml.org,2002:python/name:os.getcwd'",
    ),
    "unknown anchor": (LEAST + "mask: *hard\n", "xx.yaml:6: found undefined alias 'hard'"),
    "list as a key": (
        LEAST + "mask:\n  ? [1, 2]\n  : 3\n",
        "xx.yaml:7: a key that is a list or has keys of its own, expected text",
    ),
    "value within itself": (
        LEAST + "mask: &all\n  hard: *all\n",
        "xx.yaml:6: mask.hard: this value contains itself",
    ),
    "control character": (
        LEAST + "mask: \x07\n",
        "xx.yaml:6: the character '\\x07' is not allowed",
    ),
}


@pytest.mark.parametrize(("text", "message"), LANGUAGE_FILES.values(), ids=LANGUAGE_FILES)
def test_load_settings__wrong_file_is_named_with_its_line(config, text, message):
    (config / "xx.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings(config, "xx")
    assert one_line(caught.value, config) == message


def test_load_settings__not_utf8_is_named_with_its_line(config):
    (config / "xx.yaml").write_bytes(LEAST.encode("cp1250"))
    with pytest.raises(SettingsError) as caught:
        load_settings(config, "xx")
    assert one_line(caught.value, config) == "xx.yaml:2: byte 0xe8 is not UTF-8"


def test_load_settings__number_that_is_none(config):
    assert complaint(config, "mask: {hard: 0x_}\n").startswith("xx.yaml: a number that can't be read (")


def test_load_settings__byte_order_mark_is_no_letter(config):
    (config / "xx.yaml").write_bytes(b"\xef\xbb\xbf" + LEAST.encode())
    assert load_settings(config, "xx").base.language == "xx"


@pytest.mark.parametrize("text", ["no", "yes", "on", "Off", "y", "N", "2020-13-45"])
def test_load_settings__words_that_yaml_takes_for_more_stay_text(config, text):
    (config / "xx.yaml").write_text(LEAST.replace("Iksčina", text), encoding="utf-8")
    assert load_settings(config, "xx").base.name == text


@pytest.mark.parametrize(("text", "value"), [("true", True), ("False", False)])
def test_load_settings__true_and_false_are_truth_values(config, text, value):
    assert load(config, f"fill:\n  rare_apart: {text}\n").base.fill.rare_apart is value


SIZES = """
mask:
  hard: 10
  two_share: 0.1
sizes:
  8-9:
    mask:
      hard: 20
  9:
    mask: {two_share: 0.9}
    limits: {clusters: 7}
"""


def test_sizes__change_what_they_name_and_nothing_else(config):
    settings = load(config, SIZES)
    mask = {size: (found.mask.hard, found.mask.two_share) for size, found in settings.by_size.items()}
    assert (settings.base.mask.hard, settings.base.mask.two_share) == (10, 0.1)
    assert mask[7] == mask[10] == (10, 0.1)
    assert mask[8] == (20, 0.1)
    assert mask[9] == (20, 0.9)
    clusters = {size: found.limits.clusters for size, found in settings.by_size.items()}
    assert clusters[9] == 7
    assert {clusters[size] for size in clusters if size != 9} == {settings.base.limits.clusters}


def test_sizes__a_later_span_wins(config):
    settings = load(config, "sizes:\n  5-30: {mask: {hard: 1}}\n  8: {mask: {hard: 2}}\n")
    assert [settings.by_size[size].mask.hard for size in (5, 7, 8, 9, 30)] == [1, 1, 2, 1, 1]


def test_layers__language_over_defaults_and_its_sizes_over_all(config):
    defaults = "mask: {hard: 1, two_share: 0.1, cluster: 1}\nsizes:\n  8: {mask: {hard: 2, two_share: 0.2}}\n"
    settings = load(config, "mask: {hard: 3}\nsizes:\n  8: {mask: {cluster: 4}}\n", defaults=defaults)

    def mask(size):
        found = settings.by_size[size].mask
        return found.hard, found.two_share, found.cluster

    assert mask(7) == (3, 0.1, 1)
    assert mask(8) == (3, 0.2, 4)


SPANS = {
    "not a span": (
        "sizes:\n  small: {mask: {hard: 1}}\n",
        "xx.yaml:7: sizes.small: expected a size or a span such as 8-9",
    ),
    "high to low": (
        "sizes:\n  9-8: {mask: {hard: 1}}\n",
        "xx.yaml:7: sizes.9-8: expected sizes from 5 to 30, low to high",
    ),
    "too small": (
        "sizes:\n  4-8: {mask: {hard: 1}}\n",
        "xx.yaml:7: sizes.4-8: expected sizes from 5 to 30, low to high",
    ),
    "too large": (
        "sizes:\n  31: {mask: {hard: 1}}\n",
        "xx.yaml:7: sizes.31: expected sizes from 5 to 30, low to high",
    ),
    "no sections": ("sizes:\n  8: 3\n", "xx.yaml:7: sizes.8: expected sections, found 3"),
    "not a section of sizes": (
        "sizes:\n  8:\n    corpus: {epoch: 3}\n",
        "xx.yaml:8: sizes.8.corpus: expected one of mask, fill, cooling, improve, secret, clues, limits",
    ),
    "a list": ("sizes: [8]\n", "xx.yaml:6: sizes: expected keys such as '8-9', found [8]"),
    "unknown key": (
        "sizes:\n  8:\n    mask:\n      hard: 1\n      colour: 1\n",
        "xx.yaml:10: mask.colour: unknown key",
    ),
    "out of range": (
        "mask: {hard: 10}\nsizes:\n  8:\n    mask:\n      hard: -1\n",
        "xx.yaml:10: mask.hard: -1, should be greater than or equal to 0",
    ),
    "largest size": (
        "sizes:\n  30:\n    mask: {hard: -1}\n",
        "xx.yaml:8: mask.hard: -1, should be greater than or equal to 0",
    ),
    "span twice": ("sizes:\n  8: {}\n  8: {}\n", "xx.yaml:8: 8: this key is given twice"),
}


@pytest.mark.parametrize(("more", "message"), SPANS.values(), ids=SPANS)
def test_sizes__wrong_ones_are_named_with_their_place(config, more, message):
    assert complaint(config, more) == message


def test_digest__follows_values_not_their_writing(config):
    base = load(config, "mask: {hard: 10}\n").digest
    assert load(config, "# remark\nmask:\n  hard:   10.0\n").digest == base
    assert load(config, defaults="mask: {hard: 10}\n").digest == base
    assert load(config, "mask: {hard: 11}\n").digest != base
    assert load(config, "mask: {hard: 10}\nsizes:\n  8: {mask: {hard: 11}}\n").digest != base
