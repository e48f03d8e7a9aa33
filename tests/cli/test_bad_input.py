"""Bad data: exit code 1 and one line with file and line, whichever command meets it."""

import pytest

from factory.cli.main import main
from tests.house import TINY, build_home

COMMANDS = {
    "corpus": ["corpus", "--lang", "sk", "--sizes", "8", "--per-size", "1", "--workers", "1"],
    "puzzle": ["puzzle", "--lang", "sk", "--size", "8"],
    "lexicon": ["lexicon", "build", "--lang", "sk"],
}


@pytest.fixture
def refused(tmp_path, capsys):
    """refused(home, command): the one line with which the command fails."""

    def call(home, command):
        out = ["--out", str(tmp_path / "out")] if command == "corpus" else []
        code = main([*COMMANDS[command], *out, *home.options])
        lines = capsys.readouterr().err.splitlines(keepends=True)
        message = "".join(line for line in lines if not line.startswith("compiling "))
        assert code == 1, message
        assert message.count("\n") == 1, message
        assert message.startswith("factory: ")
        return message.removeprefix("factory: ")

    return call


SOURCES = {
    "one column": (TINY + "osa\n", 4, "1 column"),
    "five columns": (TINY + "osa\thmyz\t\t\tx\n", 4, "5 columns"),
    "empty row": (TINY + "\nosa\thmyz\n", 4, "an empty line"),
    "no answer": (TINY + "\thmyz\n", 4, "answer"),
    "no clue": (TINY + "osa\t\n", 4, "clue"),
    "unknown tag": (TINY + "osa\thmyz\tinsect\n", 4, "insect"),
    "one cell": (TINY + "o\tpísmeno\n", 4, "'o'"),
    "letter outside the alphabet": (TINY + "オサ\thmyz\n", 4, "'オ'"),
    "clue too long": (TINY + "osa\t" + "hmyz " * 10 + "x\n", 4, "28"),
    "duplicate": (TINY + "pes\tstrážca dvora\n", 4, "a.tsv:2"),
    "no header": ("pes\tstrážca dvora\n", 1, "header"),
    "wrong encoding": (TINY.encode() + "ôsmy\tporadie\n".encode("cp1250"), 4, "is not UTF-8"),
    "zero byte": (TINY + "osa\thm\0yz\n", 4, ""),
    "UTF-16": (TINY.encode("utf-16"), 1, "is not UTF-8"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_lexicon__bad_source(refused, tmp_path, name):
    text, line, part = SOURCES[name]
    home = build_home(tmp_path / "home", TINY)
    source = home.folder / "dictionaries/sk/a.tsv"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in ("corpus", "puzzle", "lexicon"):
        message = refused(home, command)
        assert message.startswith(f"{source.resolve()}:{line}: "), message
        assert part in message


def test_lexicon__one_line_however_many_rows_are_bad(refused, tmp_path):
    home = build_home(tmp_path / "home", TINY + "osa\n" * 100)
    message = refused(home, "corpus")
    assert "a.tsv:4: " in message
    assert "99 more" in message


@pytest.mark.parametrize(
    "text", ["", "answer\tclue\ttags\n", "# nothing yet\n", "answer\tclue\ttags\n# pes\tx\n"]
)
def test_lexicon__empty(refused, tmp_path, text):
    home = build_home(tmp_path / "home", text)
    assert "dictionaries/sk/a.tsv" in refused(home, "corpus")


def test_lexicon__no_source_at_all(refused, tmp_path):
    home = build_home(tmp_path / "home", TINY)
    (home.folder / "dictionaries/sk/a.tsv").unlink()
    for command in ("corpus", "puzzle", "lexicon"):
        assert "dictionaries/sk: no *.tsv files found" in refused(home, command)


def test_lexicon__build_folder_that_can_t_be_written(refused, tmp_path):
    home = build_home(tmp_path / "home", TINY)
    (home.folder / "dictionaries/build").write_text("")
    assert "dictionaries/build" in refused(home, "lexicon")


def test_lexicon__source_that_is_a_folder(refused, tmp_path):
    home = build_home(tmp_path / "home", TINY)
    (home.folder / "dictionaries/sk/b.tsv").mkdir()
    assert "dictionaries/sk/b.tsv: can't be read (Is a directory)" in refused(home, "lexicon")


HEADER = "id\tsetup\tpunchline\ttags\n"
GOOD = "sk-0001\tČo je to?\topasok\t\n"
JOKES = {
    "letter outside the alphabet": (HEADER + GOOD + "sk-0002\tČo?\tопасок\t\n", 3, "'о'"),
    "digit": (HEADER + GOOD + "sk-0002\tČo?\topica 7\t\n", 3, "'7'"),
    "too short": (HEADER + GOOD + "sk-0002\tČo?\tsova\t\n", 3, "4 cells, expected 5 to 16"),
    "too long": (HEADER + GOOD + f"sk-0002\tČo?\t{'opasok' * 3}\t\n", 3, "18 cells, expected 5 to 16"),
    "id twice": (HEADER + GOOD + "sk-0001\tČo?\trebrík\t\n", 3, "stands in line 2 too"),
    "punchline twice": (HEADER + GOOD + "sk-0002\tČo?\tOpások!\t\n", 3, "has the cells of line 2"),
    "two columns": (HEADER + GOOD + "sk-0002\tČo?\n", 3, "2 columns"),
    "empty row": (HEADER + "\n" + GOOD, 2, "an empty line"),
    "no setup": (HEADER + GOOD + "sk-0002\t\trebrík\t\n", 3, "the setup is empty"),
    "no header": (GOOD, 1, "header"),
    "empty file": ("", 1, "the file is empty"),
    "wrong encoding": (HEADER.encode() + "sk-0001\tČo?\trebrík\n".encode("cp1250"), 2, "is not UTF-8"),
}


@pytest.mark.parametrize("name", JOKES)
def test_jokes__bad_list(refused, tiny_home, capsys, name):
    text, line, part = JOKES[name]
    jokes = tiny_home.folder / "jokes/sk.tsv"
    jokes.write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in ("corpus", "puzzle"):
        message = refused(tiny_home, command)
        assert message.startswith(f"{jokes.resolve()}:{line}: "), message
        assert part in message
    assert main(["jokes", "check", "--lang", "sk", "--no-spelling", *tiny_home.options]) == 1
    output = capsys.readouterr()
    assert f"sk.tsv:{line}" in output.out
    assert part in output.out
    assert output.err == ""


def test_jokes__header_alone_or_no_file(refused, tiny_home):
    jokes = tiny_home.folder / "jokes/sk.tsv"
    jokes.write_text(HEADER)
    assert "jokes/sk.tsv: no jokes found" in refused(tiny_home, "corpus")
    jokes.unlink()
    assert "jokes/sk.tsv: can't be read (No such file or directory)" in refused(tiny_home, "corpus")


SETTINGS = {
    "unknown key": ("mask:\n  two_share: 0.2\n  speed: 9\n", 3, "mask.speed: unknown key"),
    "unknown section": ("corpus:\n  epoch: 8\nturbo:\n  x: 1\n", 3, "turbo: unknown key"),
    "out of range": ("corpus:\n  epoch: 0\n", 2, "corpus.epoch: 0"),
    "text for a number": ("corpus:\n  epoch: many\n", 2, "corpus.epoch: 'many'"),
    "not YAML": ("corpus:\n  epoch: [8\n", 3, ""),
    "unknown mode": ("secret:\n  mode: lost\n", 2, "secret.mode: 'lost'"),
    "key twice": ("corpus:\n  epoch: 8\n  epoch: 9\n", 3, "given twice"),
    "size out of range": (
        "sizes:\n  8-99:\n    limits:\n      clusters: 1\n",
        2,
        "expected sizes from 5 to 30",
    ),
    "wrong encoding": (b"corpus:\n  epoch: 8 # \xe8\n", 2, "is not UTF-8"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings__bad_file(refused, tiny_home, name):
    text, line, part = SETTINGS[name]
    path = tiny_home.folder / "config/default.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in COMMANDS:
        message = refused(tiny_home, command)
        assert message.startswith(f"{path.resolve()}:{line}: "), message
        assert part in message


FOLDERS = (["quality"], ["export"], ["bundle", "build"])


@pytest.mark.parametrize("command", FOLDERS)
@pytest.mark.parametrize("place", ["missing", ".", "file"])
def test_corpus_folder__that_is_none(tmp_path, capsys, command, place):
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.iterdir())
    assert main([*command, str(tmp_path / place)]) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "there is no ledger here; `factory corpus` makes one" in message
    assert sorted(tmp_path.iterdir()) == before, "a command that reads should leave nothing behind"


@pytest.mark.parametrize("command", [["bundle", "inspect"], ["bundle", "verify"]])
def test_bundle_folder__that_is_none(tmp_path, capsys, command):
    assert main([*command, str(tmp_path / "missing")]) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "missing" in message
