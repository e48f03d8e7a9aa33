"""The program `factory`: one subcommand per module, one boundary where errors become exit codes."""

from __future__ import annotations

import argparse
import errno
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence

from factory import __version__
from factory.cli import (
    bench,
    bundle,
    corpus,
    export,
    fill,
    freeform,
    jokes,
    lexicon,
    mask,
    nightly,
    play,
    preview,
    puzzle,
    quality,
)
from factory.cli.streams import flush_output, open_streams, say
from factory.errors import FactoryError

COMMANDS = (
    corpus,
    nightly,
    puzzle,
    mask,
    preview,
    quality,
    bundle,
    export,
    play,
    lexicon,
    jokes,
    freeform,
    fill,
    bench,
)

EXIT_CODES = """\
exit codes:
  0    done
  1    expected failure: bad data, or jokes or attempts exhausted
  2    wrong command line
  3    unexpected error; the traceback is printed and kept in a file
  75   another run holds the lock
  130  interrupted"""


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a write to stdout fails with when the disk behind it is full or broken."""


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
        sys.stdout.flush()
    except FactoryError as error:
        say(f"factory: {' '.join(str(error).split())}")
        return error.exit_code
    except KeyboardInterrupt:
        say("factory: interrupted")
        return 130
    except BrokenPipeError:
        return 0  # the reader of our output has gone, as in `factory export | head`: not our error
    except OSError as error:
        if error.filename is not None or error.errno not in NO_ROOM:
            return _unexpected()
        say(f"factory: the output can't be written ({error.strerror})")
        return 1
    except Exception:
        return _unexpected()
    return code


def _unexpected() -> int:
    text = traceback.format_exc()
    say(text.rstrip())
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="factory-error-", suffix=".log", encoding="utf-8", delete=False
        ) as log:
            log.write(f"krizovkaren {__version__}, Python {sys.version}\n{' '.join(sys.argv)}\n\n{text}")
    except OSError:
        say("factory: unexpected error; please report it with what is printed above")
    else:
        say(f"factory: unexpected error, kept in {log.name}; please report it with this file")
    return 3


def run() -> None:
    """The console script; SIGTERM ends it as Ctrl-C does."""
    open_streams()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = main()
    finally:
        flush_output()
    sys.exit(code)


if __name__ == "__main__":
    run()
