"""The program `factory`: one subcommand per module, one boundary where errors become exit codes."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence

from factory import __version__
from factory.cli import bundle, corpus, export, jokes, lexicon, puzzle, quality
from factory.errors import FactoryError

COMMANDS = (corpus, puzzle, quality, bundle, export, lexicon, jokes)

EXIT_CODES = """\
exit codes:
  0    done
  1    expected failure: bad data, or jokes or attempts exhausted
  2    wrong command line
  3    unexpected error; the traceback is printed and kept in a file
  75   another run holds the lock
  130  interrupted"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="factory",
        description="Makes Swedish crosswords (arrow words) with a hidden joke, in batches.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"krizovkaren {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; expected errors become one line on stderr."""
    options = build_parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except FactoryError as error:
        print(f"factory: {' '.join(str(error).split())}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("factory: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as in `factory export | head`: not our error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        return _unexpected()
    return code


def _unexpected() -> int:
    text = traceback.format_exc()
    sys.stderr.write(text)
    with tempfile.NamedTemporaryFile(
        "w", prefix="factory-error-", suffix=".log", encoding="utf-8", delete=False
    ) as log:
        log.write(f"krizovkaren {__version__}, Python {sys.version}\n{' '.join(sys.argv)}\n\n{text}")
    print(f"factory: unexpected error, kept in {log.name}; please report it with this file", file=sys.stderr)
    return 3


def run() -> None:
    """The console script; SIGTERM ends it as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())


if __name__ == "__main__":
    run()
