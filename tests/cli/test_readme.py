"""The README: its command lines are real, and it knows every command."""

import re
import shlex

import pytest

from factory.cli.main import COMMANDS, build_parser
from tests.house import CHECKOUT

PAGES = ("README.md", "docs/architecture.md", "docs/bundle-format.md")


def command_lines():
    """Each `factory ...` of a code block or between backticks, as (page, arguments)."""
    for page in PAGES:
        text = (CHECKOUT / page).read_text("utf-8")
        blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        lines = [line for block in blocks for line in block.splitlines()]
        inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
        for line in [*lines, *inline]:
            words = shlex.split(line, comments=True) if line.count("'") % 2 == 0 else []
            if words and words[0] in ("factory", ".venv/bin/factory"):
                yield page, words[1:]


LINES = list(command_lines())


def test_readme__shows_commands():
    assert len([page for page, _ in LINES if page == "README.md"]) >= 6


@pytest.mark.parametrize(("page", "arguments"), LINES, ids=str)
def test_readme__command_line_is_understood(page, arguments, capsys):
    if "COMMAND" in arguments:
        arguments = ["corpus" if word == "COMMAND" else word for word in arguments]
    code = 0
    try:
        build_parser().parse_args(arguments)
    except SystemExit as ended:
        code = ended.code
    message = capsys.readouterr().err
    only_named = not any(word.startswith("-") for word in arguments) and "required" in message
    assert code == 0 or only_named, message


def names():
    (commands,) = (action for action in build_parser()._actions if isinstance(action.choices, dict))
    return sorted(commands.choices)


def test_readme__every_command_is_mentioned():
    text = (CHECKOUT / "README.md").read_text("utf-8")
    made = {"corpus": "make corpus"}
    missing = [name for name in names() if f"factory {name}" not in text and made.get(name, "\0") not in text]
    assert missing == []


def test_commands__are_one_module_each():
    assert sorted(module.__name__.rpartition(".")[2] for module in COMMANDS) == names()


def test_readme__exit_codes_are_those_of_the_help():
    from factory.cli.main import EXIT_CODES

    text = (CHECKOUT / "README.md").read_text("utf-8")
    sentence = text[text.index("Exit codes:") :].partition("\n\n")[0]
    assert re.findall(r"\b\d+\b(?=\s[a-z])", sentence) == re.findall(r"^  (\d+)", EXIT_CODES, re.MULTILINE)
