"""The command line: one command a file in ``commands/``, imported when it is asked for."""

from __future__ import annotations

import os
import sys
import traceback

import click

from symattn.cli.group import Commands
from symattn.errors import LimitError, SymattnError, ToolError

DEBUG = "--debug"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="symattn", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Print the traceback when something in symattn fails.")
def main(debug: bool) -> None:
    """Attention worksheets: solved exactly and step by step, typeset, and marked by proof.

    SHEET is a path, or the name of a worksheet that `symattn list` shows.
    """


def run() -> None:
    """Run the command line; exit codes: 0 done, 1 something found, 2 usage or bad sheet, 3 limit, 4 missing tool."""
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
    except BrokenPipeError:  # the reader has gone, as in `symattn list | head -1`
        _drop_output()
        code = 141
    except SymattnError as error:
        code = _say(str(error), exit_code(error))
    except (MemoryError, RecursionError):
        code = _say("stopped: the sheet asks for more memory or deeper nesting than there is", 3)
    except OSError as error:  # a full disk behind standard output, a file that went away
        _drop_output()
        code = _say(f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}", 2)
    except Exception as error:
        if debug:
            traceback.print_exc()
        code = _say(f"symattn failed: {type(error).__name__}: {error}; {DEBUG} prints the traceback", 3)
    sys.exit(code)


def exit_code(error: SymattnError) -> int:
    """The exit code that says what kind of error it is.

    >>> exit_code(LimitError("no sign after 100,000 bits"))
    3
    """
    return 3 if isinstance(error, LimitError) else 4 if isinstance(error, ToolError) else 2


def _drop_output() -> None:
    """Let Python's own flush at the end succeed when nobody takes the output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    click.echo(message, err=True)
    return code
