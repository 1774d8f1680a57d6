"""The command line: one command a file in ``commands/``, imported when it is asked for."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from types import FrameType

import click

from symattn.cli.group import Commands
from symattn.errors import SymattnError, exit_code, internal

DEBUG = "--debug"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="symattn", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Print the traceback when something in symattn fails.")
def main(debug: bool) -> None:
    """Attention worksheets: solved exactly and step by step, typeset, and marked by proof.

    SHEET is a path, or the name of a worksheet that `symattn list` shows.
    """


class Ended(BaseException):
    """The process was told to end, by a signal: what was begun is put away on the way out."""


def run() -> None:
    """Run the command line; exit codes: 0 done, 1 something found, 2 usage or bad sheet, 3 a limit or something in
    symattn, 4 missing tool; 128 and the signal's number where one ended it."""
    _prepare()
    args = sys.argv[1:]
    debug = DEBUG in args  # wherever it stands on the line
    try:
        code = main.main([*([DEBUG] if debug else []), *(a for a in args if a != DEBUG)], standalone_mode=False) or 0
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = _say("stopped", 130)
    except Ended as end:
        code = _say("stopped", 128 + int(end.args[0]))
    except (BrokenPipeError, SystemExit):  # the reader has gone, as in `symattn list | head -1`; click exits for it
        _drop_output()
        code = 141
    except OSError as error:  # a full disk behind standard output, a file that went away
        _drop_output()
        where = error.filename or ("no folder to work in" if isinstance(error, FileNotFoundError) else "standard output")
        code = _say(f"{where}: {(error.strerror or str(error)).lower()}", 2)
    except Exception as error:
        if debug and not isinstance(error, SymattnError):
            traceback.print_exc()
        code = _say(str(error) if isinstance(error, SymattnError) else internal(error), exit_code(error))
    sys.exit(code)


def _prepare() -> None:
    """Signals end the run as Ctrl-C does; a stream that is closed, or knows few characters, stops nothing."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    if sys.stdout is None:  # closed: whoever writes to it is told so
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _end(number: int, frame: FrameType | None) -> None:
    raise Ended(number)


def _drop_output() -> None:
    """Let Python's own flush at the end succeed when nobody takes the output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    click.echo(message, err=True)
    return code
