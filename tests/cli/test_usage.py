"""Wrong command lines: exit code 2, what was found and what was expected."""

import pytest

from factory.cli.main import build_parser, main
from tests.house import running


@pytest.fixture
def call(capsys, tiny_home, tmp_path, monkeypatch):
    """call(arguments): exit code and stderr of a command line, with the options of the test house."""

    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        capsys.readouterr()
        try:
            code = main([*arguments, *tiny_home.options])
        except SystemExit as error:
            code = error.code
        return code, capsys.readouterr().err

    return run


def assert_usage(result, *parts):
    code, message = result
    assert code == 2, message
    assert "Traceback" not in message
    for part in parts:
        assert part in message
    return message


@pytest.mark.parametrize(
    "arguments",
    [
        ("corpus",), ("puzzle",), ("lexicon", "build"), ("lexicon", "check"), ("lexicon", "stats"),
        ("jokes", "check"), ("jokes", "stats"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["xx", "", "../sk", "default", "SK", "sk.yaml"])
def test_usage__unknown_language_lists_those_there_are(call, arguments, lang):
    message = assert_usage(call(*arguments, "--lang", lang), f"unknown language {lang!r}; there are: sk")
    assert message.count("\n") == 1


def test_usage__no_settings_at_all(call, tmp_path, capsys):
    assert main(["corpus", "--lang", "sk", "--config", str(tmp_path)]) == 2
    message = capsys.readouterr().err
    assert message == f"factory: unknown language 'sk'; there are: none (is {tmp_path} the right folder?)\n"


@pytest.mark.parametrize("sizes", ["4", "31", "0", "8-31", "4-8", "12-8", "999999999"])
def test_usage__sizes_out_of_range(call, sizes):
    message = assert_usage(
        call("corpus", "--lang", "sk", "--sizes", sizes),
        f"--sizes {sizes!r}: expected sizes from 5 to 30, low to high",
    )
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    "sizes", ["", ",", "8,", "8-", "-8", "8--9", "8x8", "acht", "8 9", "8.5", "8-9-10", "1" * 5000]
)
def test_usage__sizes_malformed(call, sizes):
    message = assert_usage(call("corpus", "--lang", "sk", f"--sizes={sizes}"), "--sizes ")
    assert "expected sizes" in message
    assert message.count("\n") == 1


@pytest.mark.parametrize("size", ["4", "31", "-1", "twelve", "8-9"])
def test_usage__puzzle_size(call, size):
    assert_usage(
        call("puzzle", "--lang", "sk", f"--size={size}"), size, "expected" if size[-1] in "41" else "invalid"
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--per-size", "0"), ("--per-size", "-3"), ("--per-size", "many"), ("--per-size", "2.5"),
        ("--per-size", "1000000"), ("--per-size", "9" * 30),
        ("--workers", "0"), ("--workers", "x"), ("--workers", "1025"),
        ("--seed", "-1"), ("--seed", "x"), ("--seed", "1.0"),
        ("--time-budget", "0"), ("--time-budget", "5d"), ("--time-budget", "-5s"), ("--time-budget", "soon"),
    ],
)  # fmt: skip
def test_usage__numbers(call, option, value):
    message = assert_usage(call("corpus", "--lang", "sk", f"{option}={value}"), f"argument {option}")
    assert value in message


def test_usage__corpus_of_no_language(call):
    assert_usage(
        call("corpus"), "factory: which language? Say --lang sk, several as --lang sk,cs, or --lang all\n"
    )


def test_usage__rounds_of_so_many(call):
    message = call("corpus", "--lang", "sk", "--forever", "--per-size", "5")
    assert message == (
        2, "factory: --forever makes one more of each size, round and round: leave out --per-size\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("nonsense",), ("corpus", "--lang"), ("corpus", "merge"), ("corpus", "--lang", "sk", "--faster"),
        ("corpus", "--lang", "sk", "extra"), ("bundle",), ("bundle", "nonsense"), ("bundle", "inspect"),
        ("export", "x", "--format", "puz"), ("quality",), ("lexicon",), ("jokes",), ("puzzle", "--html"),
    ],
)  # fmt: skip
def test_usage__not_a_command_line(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert message.startswith("usage: factory")
    assert "error: " in message


def test_usage__help_and_version(capsys):
    for arguments in (["--help"], ["--version"], ["corpus", "--help"], ["bundle", "build", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    output = capsys.readouterr().out
    for text in ("exit codes:", "75", "130", "krizovkaren 0.", "--per-size", "--config"):
        assert text in output


def test_usage__every_option_has_a_help_text():
    def parsers(parser):
        yield parser
        for action in parser._actions:
            if hasattr(action, "choices") and isinstance(action.choices, dict):
                for inner in action.choices.values():
                    yield from parsers(inner)

    for parser in parsers(build_parser()):
        for action in parser._actions:
            assert action.help or action.choices, f"{parser.prog}: {action.dest}"


def test_usage__console_script_ends_with_the_code(tmp_path):
    with running(tmp_path / "run", ["corpus", "--lang", "xx"]) as run:
        assert run.wait() == 2
    assert run.err.startswith("factory: unknown language 'xx'; there are: cs, de, en, sk")
