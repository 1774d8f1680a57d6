"""Sheets delivered: solved or blank, many at once, watched; and where the bytes go."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from symattn.cli import Decorated, Decorator, KnownChoice, sheet_argument
from symattn.course import watching
from symattn.course.batch import Outcome, executor
from symattn.course.batch.pages import Page, bind, produce
from symattn.course.delivery import (
    VIAS,
    Wanted,
    check_tools,
    deliver,
    formats_known,
    pdf_source,
    suffix,
)
from symattn.errors import (
    LimitError,
    SheetError,
    SymattnError,
    ToolError,
    exit_code,
    pointed,
)
from symattn.extensions import run_ends
from symattn.files import (
    FileError,
    Noted,
    contents,
    find,
    is_hidden,
    noted,
    reason,
    shown,
    write_whole,
)
from symattn.formats.trust import bring, untrusted
from symattn.limits import LARGEST_SHEET
from symattn.said import Strings
from symattn.sheet import Sheet, load
from symattn.sheet.lint import said

# --- output ---
# Where results go: standard output, a file, or a folder; written whole or not at all.


def format_of(chosen: str | None, out: str | None, usual: str) -> str:
    """The format asked for, else the one that the file's suffix names, else the *usual* one; raises click.UsageError.

    >>> format_of(None, "key.tex", "text"), format_of(None, None, "text"), format_of("md", "key.txt", "text")
    ('tex', 'text', 'md')
    """
    ending = Path(out).suffix.lower() if out else ""
    endings = {suffix(name): name for name in formats_known()}
    found = chosen or endings.get(ending)
    if found is None and out and ending and not is_folder(out, 1):
        known = ", ".join(endings)
        raise click.UsageError(
            f"no format is written to {ending} files; known are {known}, or name a --format"
        )
    return found or usual


def is_folder(out: str, results: int) -> bool:
    """Whether -o names a folder: one that exists, one written with a slash, or a new name for several results."""
    return (
        out.endswith(("/", os.sep))
        or Path(out).is_dir()
        or (results > 1 and out != "-" and not Path(out).exists())
    )


def make_folder(out: str | None, results: int) -> None:
    """Make the folder that -o names, unless it is there; raises click.UsageError."""
    if out is not None and is_folder(out, results):
        try:
            Path(out).mkdir(exist_ok=True)
        except OSError as error:
            raise click.UsageError(
                f"cannot make the folder {out}: {reason(error)}"
            ) from None


def targets(names: list[str], out: str | None) -> list[Path | None]:
    """The file each result goes to, or None for standard output; raises click.UsageError.

    >>> targets(["a.tex", "b.tex"], "keys/")
    [PosixPath('keys/a.tex'), PosixPath('keys/b.tex')]
    >>> targets(["a.tex"], None)
    [None]
    """
    if out is not None and is_folder(out, len(names)):
        if len(set(names)) < len(names):
            raise click.UsageError(
                "two of the sheets have the same file name; solve them one after the other"
            )
        return [Path(out) / name for name in names]
    if len(names) > 1:
        raise click.UsageError(
            f"{len(names)} sheets make {len(names)} results; name a folder for them: -o FOLDER"
        )
    return [target_of(out)]


def target_of(out: str | None) -> Path | None:
    """The file that is meant, or None for standard output."""
    return None if out is None or out == "-" else Path(out)


def spare(places: list[Path | None], sheets: list[Path]) -> None:
    """Refuse a result that would take a worksheet's own place; raises click.UsageError.

    >>> spare([Path("key.tex"), None], [Path("week3.toml")])
    """
    for place in places:
        if (
            place is not None
            and place.exists()
            and any(place.samefile(sheet) for sheet in sheets)
        ):
            raise click.UsageError(
                f"{place} is the worksheet itself; name another file for the result"
            )
        if place is not None and place.exists() and place.suffix.lower() == ".toml":
            raise click.UsageError(
                f"{place} is there, and no result is a .toml file; name another file for the result"
            )


def write(data: bytes, target: Path | None) -> None:
    """Write a result to a file, whole or not at all, or to standard output; raises click.UsageError."""
    if target is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        if (
            target.exists() and not target.is_file()
        ):  # a pipe or a device cannot be replaced
            target.write_bytes(data)
        else:
            write_whole(Path(os.path.realpath(target)), data)
    except OSError as error:
        raise click.UsageError(f"cannot write {target}: {reason(error)}") from None


# --- deliver ---
# From worksheets to results: what ``solve`` and ``blank`` share.

Item = TypeVar("Item")
Result = TypeVar("Result")


def output_options(command: Decorated) -> Decorated:
    """The argument and options of a command that turns worksheets into pages."""
    decorators: list[Decorator] = [
        sheet_argument(many=True),
        click.option(
            "--format",
            "form",
            type=KnownChoice(formats_known),
            help="Default: as FILE's suffix says, else text.",
        ),
        click.option(
            "-o",
            "--output",
            "out",
            metavar="FILE-OR-DIR",
            help='Where results go; "-" is the screen.',
        ),
        work_options,
        click.option(
            "--decimals",
            type=click.IntRange(0, 1000),
            help="Digits shown; default: the sheet's own.",
        ),
        templates_option,
        click.option(
            "--fragment",
            "whole",
            flag_value="fragment",
            help="What goes into a LaTeX document of one's own.",
        ),
        click.option(
            "--via",
            type=click.Choice(tuple(VIAS)),
            help="What makes a PDF: TeX, else Chromium, which tags it.",
        ),
        click.option(
            "--booklet",
            "whole",
            flag_value="leaf",
            help="All sheets as one document, LaTeX or PDF, to be printed.",
        ),
        click.option(
            "--watch",
            is_flag=True,
            help="Make it again whenever a file it is made from is saved.",
        ),
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


WHOLES = {
    "fragment": ("a fragment goes into a LaTeX document", ("tex",)),
    "leaf": ("a booklet is printed", ("tex", "pdf")),
}


def format_for(
    chosen: str | None, out: str | None, whole: str | None, via: str | None
) -> str:
    """The format of a page, which for a fragment is LaTeX, for a booklet LaTeX or PDF; raises click.UsageError.

    >>> format_for(None, "key.md", None, None), format_for(None, None, "fragment", None), format_for(None, None, None, "chromium")
    ('md', 'tex', 'pdf')
    """
    form = format_of(chosen, out, "pdf" if via else "tex" if whole else "text")
    if via and form != "pdf":
        raise click.UsageError(
            f"--via says what makes a PDF, and this is {form}; write --format pdf"
        )
    if via not in (None, "tex") and whole:
        raise click.UsageError("TeX makes a booklet; leave --via out")
    if whole and form not in WHOLES[whole][1]:
        what, forms = WHOLES[whole]
        raise click.UsageError(
            f"{what}, there is none in {form}; write --format {' or '.join(forms)}"
        )
    return form


folder_option = click.option(
    "-o",
    "--output",
    "out",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to.",
)


def path_option(name: str, metavar: str, says: str, **path: bool) -> Decorator:
    """An option that names a file or a folder."""
    return click.option(
        name, metavar=metavar, type=click.Path(path_type=Path, **path), help=says
    )


def assets_option(what: str) -> Decorator:
    """Where a site finds what it needs, when it is not to be fetched."""
    says = (
        f"A folder with the packages that the {what} needs, in place of npm and PyPI."
    )
    return path_option("--assets", "DIR", says, exists=True, file_okay=False)


def _brought(
    ctx: click.Context, param: click.Parameter, folder: str | None
) -> str | None:
    """The folder, its extensions loaded: what is read after it may be one of them."""
    if folder is not None:
        ctx.call_on_close(run_ends)
        bring(Path(folder))
    return folder


def _own(says: str) -> Decorator:
    return click.option(
        "--templates",
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False),
        is_eager=True,
        callback=_brought,
        help=says,
    )


templates_option = _own("Templates and extensions of one's own, looked in first.")
"""A folder of one's own templates, where only those stand that differ from the shipped ones."""

extensions_option = _own(
    "A folder with extensions of one's own, such as operations and languages."
)
"""The same where no template of a step is looked at."""


def work_options(command: Decorated) -> Decorated:
    """Who works: the options of every command that can do many things at once."""
    cluster = click.option(
        "--cluster", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786."
    )
    says = "Processes at work, as many as there are cores for hundreds of scripts, variants or sheets."
    jobs = click.option(
        "-j", "--jobs", type=click.IntRange(0, 256), default=0, help=says
    )
    return jobs(cluster(command))


def again(
    watch: bool, sheets: Strings, out: str | None, make: Callable[[], int]
) -> int:
    """Make what is wanted; to *watch* is to make it again at every save, and to say what is wrong, until Ctrl-C."""
    if not watch:
        return make()
    if out is None or out == "-":
        raise click.UsageError("what is made again goes into a file; name it: -o FILE")
    paths, read = [find(name) for name in sheets], Noted()
    try:
        for _ in watching.changes(paths, read):
            try:
                with noted() as now:
                    make()
                click.echo(f"{time.strftime('%H:%M:%S')} {out} made", err=True)
            except SymattnError as error:
                click.echo(pointed(error), err=True)
            read.clear()
            read.update(now)
    except KeyboardInterrupt:
        click.echo(err=True)
    return 0


def tell_untrusted(paths: Iterable[Path], named: str | None = None) -> None:
    """Say of templates that lie beside sheets and are not used that they are not, and how they would be; those of the folder
    that is *named* for this run are."""
    tell(
        line
        for line in dict.fromkeys(untrusted(path, named or "") for path in paths)
        if line
    )


def tell(lines: Iterable[str]) -> None:
    """Say lines to the person at work, beside what is made."""
    for line in lines:
        click.echo(line, err=True)


def delivered(
    sheets: Strings, wanted: Wanted, out: str | None, jobs: int, cluster: str | None
) -> int:
    """Make what is wanted of every sheet; the exit code.

    Of several sheets a bad one is told and the rest is made. Folders, several processes or a cluster are for many, which are
    read one by one.
    """
    paths = [find(name) for name in sheets]
    beside = (path / "each.toml" if path.is_dir() else path for path in paths)
    tell_untrusted(beside, wanted.templates)
    if wanted.whole == "leaf":
        return _bound(sheets_in(paths), wanted, out, jobs, cluster)
    if jobs > 1 or cluster or any(path.is_dir() for path in paths):
        if out is None or out == "-":
            raise click.UsageError(
                "many sheets make many results; name a folder for them: -o FOLDER"
            )
        return _many(sheets_in(paths), wanted, Path(out), jobs, cluster)
    places = targets(
        [wanted.named(path.stem) for path in paths],
        out if out or wanted.format != "pdf" else ".",
    )
    spare(places, paths)
    made, bad, told = (
        list[tuple[bytes, Path | None]](),
        list[SymattnError](),
        list[str](),
    )
    try:
        check_tools(wanted)
        for path, place in zip(paths, places, strict=True):
            try:
                sheet = load(path)
                solution = sheet.solve()
                made.append((deliver(sheet, wanted, solution), place))
                told += said(sheet, solution)
            except SymattnError as error:
                if len(paths) == 1 or isinstance(error, ToolError):
                    raise
                bad.append(error)
    except ToolError as error:
        raise ToolError(f"{error}{_instead(loaded(paths), wanted, places)}") from None
    if made:
        make_folder(out, len(paths))
    for data, place in made:
        write(data, place)
    tell([*told, *map(pointed, bad)])
    return max(map(exit_code, bad), default=0)


def _instead(sheets: list[Sheet], wanted: Wanted, places: list[Path | None]) -> str:
    """What PDFs would be made from, written in their place where they cannot be made; in words."""
    source = pdf_source(wanted.via)
    kept = [place.with_suffix(suffix(source)) for place in places if place is not None]
    for sheet, path in zip(sheets, kept, strict=False):
        write(deliver(sheet, replace(wanted, format=source)), path)
    return f"; {', '.join(map(str, kept))} written instead" if kept else ""


def loaded(paths: list[Path]) -> list[Sheet]:
    """All sheets; raises SymattnError with the problems of every file."""
    sheets, bad = [], []
    for path in paths:
        try:
            sheets.append(load(path))
        except SheetError as error:
            bad.append(pointed(error))
    if bad:
        raise SymattnError("\n".join(bad))
    return sheets


def sheets_in(paths: Iterable[Path]) -> list[Path]:
    """The sheets meant: files as they are, folders as the worksheets in them, by name; raises click.UsageError.

    A notation that lies beside the sheets of a folder is none of them, nor is what editors keep for themselves.
    """
    found: list[Path] = []
    for path in paths:
        inside = (
            sorted(file for file in path.glob("*.toml") if _is_sheet(file))
            if path.is_dir()
            else [path]
        )
        if not inside:
            raise click.UsageError(
                f"no worksheet, which is a .toml file, in {shown(path)}"
            )
        found += inside
    return found


def _is_sheet(path: Path) -> bool:
    """Whether a file in a folder is meant: no hidden one, and none that has what only notations have and no question."""
    if is_hidden(path) or path.is_dir():
        return False
    text = _read(path)
    return not (
        isinstance(text, bytes)
        and re.search(rb"^\s*(\[names\]|base\s*=)", text, re.M)
        and b"question" not in text
    )


def _read(path: Path) -> bytes | str:
    """A sheet's bytes, or why it cannot be read, so that it is reported in its turn."""
    try:
        return contents(path, LARGEST_SHEET)
    except FileError as error:
        return error.why
    except LimitError as error:
        return str(error)


def _many(
    paths: list[Path], wanted: Wanted, folder: Path, jobs: int, cluster: str | None
) -> int:
    """One result for each sheet, read when its turn comes; raises click.UsageError for two of the same name."""
    check_tools(wanted)
    names = [wanted.named(path.stem) for path in paths]
    if len(set(names)) < len(names):
        raise click.UsageError(
            "two of the sheets have the same file name; give them names of their own"
        )
    pages = (
        Page(str(path), _read(path), wanted, name)
        for path, name in zip(paths, names, strict=True)
    )
    with executor(jobs, cluster, len(paths)) as pool:
        found = list[str]()
        made = produce(pages, folder, pool)
        code = report(
            made,
            len(paths),
            f"pages in {shown(folder)}",
            lambda record: found.extend(record.get("said", ())),
        )
    tell(found)
    return code


def _bound(
    paths: list[Path], wanted: Wanted, out: str | None, jobs: int, cluster: str | None
) -> int:
    """All sheets as one document; there is none where one cannot be made, or is not set as the others are."""
    check_tools(wanted)
    name = wanted.named("booklet")
    place = targets([name], out or ("." if wanted.format == "pdf" else None))
    spare(place, paths)
    with executor(jobs, cluster) as pool:
        data, found = bind(
            [Page(str(path), _read(path), wanted, name) for path in paths], pool
        )
    write(data, place[0])
    tell(found)
    return 0


def report(
    outcomes: Iterable[Outcome[Item, Result]],
    total: int,
    what: str,
    keep: Callable[[Result], object],
) -> int:
    """Show progress on a terminal, *keep* of each value what is wanted of it, say what went wrong, and give the exit code: that
    of the gravest error."""
    bad, code, debug = 0, 0, click.get_current_context().find_root().params.get("debug")
    for outcome in progress(outcomes, total, what):
        if outcome.value is not None:
            keep(outcome.value)
        if outcome.error:
            bad, code = bad + 1, max(code, outcome.code)
            click.echo(
                outcome.failure if debug and outcome.failure else outcome.error,
                err=True,
            )
    click.echo(f"{total - bad} of {total} {what}", err=True)
    return code


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """The items as they come, with a bar where a person watches and there is something to wait for."""
    screen = sys.stderr
    dull = not screen.isatty() or os.environ.get("TERM") == "dumb" or total < 3
    with click.progressbar(
        items, length=total, label=label, file=screen, hidden=dull
    ) as bar:
        yield from bar
