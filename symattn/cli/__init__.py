"""The command line."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import FrameType
from typing import Any, TextIO

import click
from click.shell_completion import CompletionItem

from symattn.cli import commands
from symattn.errors import SymattnError, exit_code, internal, nearest, pointed
from symattn.files import bank, reason, shipped, shown
from symattn.formats.trust import bring_beside
from symattn.said import Strings

Decorated = Callable[..., Any]
Decorator = Callable[[Decorated], Decorated]

# --- group ---
# A click group whose commands are the modules of ``symattn.cli.commands``, found by name and imported late.


class Commands(click.Group):
    """Each module of ``commands/`` holds one click command, called ``command``; its name is the module's.

    >>> "list" in Commands().list_commands(click.Context(click.Command("symattn")))
    True
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(
            f"{commands.__name__}.{cmd_name}"
        ).command
        command.name = cmd_name
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """All commands and what they do, none of them imported."""
        told = {
            name: click.Command(name, help=commands.ABOUT[name])
            for name in self.list_commands(ctx)
        }
        room = formatter.width - 6 - max(map(len, told))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(room))
                    for name, command in told.items()
                ]
            )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it, unless a file is called as an option is: behind a * it would be one."""
        options = args[: args.index("--")] if "--" in args else args
        for name in (
            one
            for one in options
            if one.startswith("-") and one != "-" and os.path.lexists(one)
        ):
            file = shown(name)
            ctx.fail(
                f"{file} is a file here and would be taken for an option; write -- before the files, or ./{file}"
            )
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest known command in the message."""
        if (
            args
            and not args[0].startswith("-")
            and self.get_command(ctx, args[0]) is None
        ):
            near = nearest(args[0], self.list_commands(ctx))
            ctx.fail(
                f'no command "{args[0]}"; {near or "`symattn --help` lists the commands"}'
            )
        return super().resolve_command(ctx, args)


class KnownChoice(click.Choice[str]):
    """One of what there is when it is asked for: extensions beside a sheet come in with the sheet.

    >>> KnownChoice(lambda: ["tex", "html"]).convert("tex", None, None)
    'tex'
    """

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self.names = names
        super().__init__(sorted(names()))

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The word; click says what there is where it is none of it."""
        self.choices = tuple(sorted(self.names()))
        return super().convert(value, param, ctx)


def sheet_argument(many: bool = False, required: bool = True) -> Decorator:
    """The argument SHEET of a command, or SHEET… where it takes *many*; the shell completes shipped names and paths.

    It is read before the options: trusted extensions beside a sheet are loaded then.
    """
    name, metavar, count = ("sheets", "SHEET…", -1) if many else ("sheet", "SHEET", 1)
    return click.argument(
        name,
        metavar=metavar,
        nargs=count,
        required=required,
        is_eager=True,
        callback=_beside,
        shell_complete=offered,
    )


def _beside(
    ctx: click.Context, param: click.Parameter, sheets: str | Strings
) -> str | Strings:
    for sheet in (sheets,) if isinstance(sheets, str) else sheets:
        path = Path(sheet)
        bring_beside(path / "each.toml" if path.is_dir() else path)
    return sheets


def offered(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """What the shell offers for SHEET: the shipped names that begin so, and the worksheets here; else any file.

    >>> [item.value for item in offered(click.Context(main), main.params[0], "causal-m")]
    ['causal-mask']
    """
    names = [
        name
        for name in (*shipped(), *bank())
        if incomplete and name.startswith(incomplete)
    ]
    here = [
        str(path)
        for path in sorted(Path().glob("*.toml"))
        if str(path).startswith(incomplete)
    ]
    return (
        [CompletionItem(name) for name in names + here]
        if names
        else [CompletionItem(incomplete, type="file")]
    )


def offered_topics(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[str]:
    """The topics of the bank that begin so, for the shell to complete."""
    from symattn.course.bank import entries, topics

    return [
        topic
        for topic in topics(entries(bank().values()))
        if topic.startswith(incomplete)
    ]


# --- cli ---
# The command line: one command a file in ``commands/``, imported when it is asked for.

DEBUG = "--debug"
MADE = 100_000  # objects after which Python looks for circles among them: what a start makes, stays


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="symattn", message="%(prog)s %(version)s")
@click.option(
    "--debug", is_flag=True, help="Print the traceback when something in symattn fails."
)
def main(debug: bool) -> None:
    """Attention worksheets: solved exactly and step by step, typeset, and marked by proof.

    SHEET is a path, or the name of a worksheet that `symattn list` shows. `symattn help first-sheet` is where to begin.
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
        code = (
            main.main(
                [*([DEBUG] if debug else []), *(a for a in args if a != DEBUG)],
                standalone_mode=False,
            )
            or 0
        )
        sys.stdout.flush()
    except click.ClickException as error:
        code = _told(error.show, error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        code = _say("stopped", 130)
    except Ended as end:
        code = _say("stopped", 128 + int(end.args[0]))
    except (
        BrokenPipeError,
        SystemExit,
    ) as end:  # the reader has gone, as in `symattn list | head -1`; click exits for it
        _drop(sys.stdout)
        code = (
            0 if isinstance(end, SystemExit) and not end.code else 141
        )  # 0: what a shell asked for its completion
    except (
        OSError
    ) as error:  # a full disk behind standard output, a file that went away
        _drop(sys.stdout)
        where = error.filename or (
            "no folder to work in"
            if isinstance(error, FileNotFoundError)
            else "standard output"
        )
        code = _say(f"{where}: {reason(error)}", 2)
    except Exception as error:
        if debug and not isinstance(error, SymattnError):
            traceback.print_exc()
        code = _say(
            pointed(error) if isinstance(error, SymattnError) else internal(error),
            exit_code(error),
        )
    gc.freeze()  # nor among those that are left at the end
    sys.exit(code)


def _prepare() -> None:
    """Signals end the run as Ctrl-C does; a stream that is closed, or knows few characters, stops nothing."""
    gc.set_threshold(MADE)
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


def _drop(stream: TextIO) -> None:
    """Let Python's own flush at the end succeed when nobody takes the output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _say(message: str, code: int) -> int:
    return _told(lambda: click.echo(message, err=True), code)


def _told(show: Callable[[], object], code: int) -> int:
    """The exit code, after what there is to say has been shown; a full disk behind that changes nothing of it."""
    try:
        show()
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)
    return code
