"""From worksheets to results: what ``solve`` and ``blank`` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from symattn.cli.many import make_all, sheets_in
from symattn.cli.many import pages as pages_of
from symattn.cli.output import PROGRAM, SUFFIXES, format_of, make_folder, spare, targets, write
from symattn.errors import SheetError, SymattnError, ToolError
from symattn.resources import find

if TYPE_CHECKING:
    from symattn.sheet import Sheet

Decorated = Callable[..., Any]


def output_options() -> Callable[[Decorated], Decorated]:
    """The argument and options of a command that turns worksheets into pages."""
    formats = list(SUFFIXES)
    decorators = [
        click.argument("sheets", metavar="SHEET…", nargs=-1, required=True),
        click.option("--format", "form", type=click.Choice(formats), help="Default: as FILE's suffix says, else text."),
        click.option("-o", "--output", "out", metavar="FILE-OR-DIR", help='Where results go; "-" is the screen.'),
        click.option("-j", "--jobs", type=click.IntRange(1, 256), default=1, help="Processes at work on many sheets."),
        click.option("--cluster", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786."),
        click.option("--decimals", type=click.IntRange(0, 1000), help="Digits shown; default: the sheet's own."),
    ]

    def decorate(command: Decorated) -> Decorated:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def deliver(
    sheets: tuple[str, ...],
    form: str | None,
    out: str | None,
    jobs: int = 1,
    cluster: str | None = None,
    code: str | None = None,
    **wanted: Any,
) -> int:
    """Solve every sheet, then write every result: a bad sheet among them means that nothing is written.

    *wanted* are key, detail and decimals. Folders, several processes or a cluster are for many sheets: there a bad
    one is reported and the rest is done.
    """
    form = code or format_of(form, out)
    suffix = PROGRAM if code else SUFFIXES[form]
    paths = [find(name) for name in sheets]
    if jobs > 1 or cluster or any(path.is_dir() for path in paths):
        if out is None or out == "-":
            raise click.UsageError("many sheets make many results; name a folder for them: -o FOLDER")
        sheets_here = sheets_in(paths)
        return make_all(pages_of(sheets_here, form, suffix, **wanted), len(sheets_here), Path(out), jobs, cluster)
    stems = [path.stem if wanted["key"] else f"{path.stem}-blank" for path in paths]
    places = targets(stems, suffix, out if out or form != "pdf" else ".")
    spare(places, paths)
    source = pdf_source() if form == "pdf" else form
    texts = [written(sheet, source, **wanted) for sheet in loaded(paths)]
    make_folder(out, len(texts))
    if form == "pdf":
        deliver_pdf(texts, places, source)
        return 0
    for text, place in zip(texts, places, strict=True):
        write(text.encode(), place)
    return 0


def written(sheet: Sheet, form: str, **wanted: Any) -> str:
    """One result as text."""
    from symattn.course.delivery import page_text

    return page_text(sheet, form, **wanted)


def loaded(paths: list[Path]) -> list[Sheet]:
    """All sheets; raises SymattnError with the problems of every file."""
    from symattn.sheet import load

    sheets, bad = [], []
    for path in paths:
        try:
            sheets.append(load(path))
        except SheetError as error:
            bad.append(str(error))
    if bad:
        raise SymattnError("\n".join(bad))
    return sheets


def pdf_source() -> str:
    """What a PDF is made from here: LaTeX, or the HTML page where there is a browser but no TeX.

    >>> pdf_source() in ("tex", "html")
    True
    """
    from symattn.formats import pdf, printed

    return "html" if pdf.tool() is None and printed.browser() is not None else "tex"


def deliver_pdf(pages: list[str], places: list[Path | None], source: str) -> None:
    """Typeset or print every page; where neither can be done the LaTeX is written instead, and ToolError says so."""
    from symattn.formats.pdf import pdf
    from symattn.formats.printed import printed

    try:
        results = [printed(text) if source == "html" else pdf(text) for text in pages]
    except ToolError as error:
        kept = [place.with_suffix(f".{source}") for place in places if place is not None]
        for text, path in zip(pages, kept, strict=False):
            write(text.encode(), path)
        written = f"; {', '.join(map(str, kept))} written instead" if kept else ""
        raise ToolError(f"{error}{written}") from None
    for data, place in zip(results, places, strict=True):
        write(data, place)
