"""From worksheets to results: what ``solve`` and ``blank`` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from symattn.cli.output import SUFFIXES, format_of, make_folder, targets, write
from symattn.errors import SheetError, SymattnError, ToolError
from symattn.resources import find

if TYPE_CHECKING:
    from symattn.worksheet import Sheet

Decorated = Callable[..., Any]


def output_options(without: tuple[str, ...] = ()) -> Callable[[Decorated], Decorated]:
    """The argument and options of a command that turns worksheets into pages."""
    formats = [name for name in SUFFIXES if name not in without]
    decorators = [
        click.argument("sheets", metavar="SHEET…", nargs=-1, required=True),
        click.option("--format", "form", type=click.Choice(formats), help="Default: as FILE's suffix says, else text."),
        click.option("-o", "--output", "out", metavar="FILE-OR-DIR", help='Where results go; "-" is the screen.'),
        click.option("--decimals", type=click.IntRange(0, 1000), help="Digits shown; default: the sheet's own."),
    ]

    def decorate(command: Decorated) -> Decorated:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def deliver(
    names: tuple[str, ...], form: str | None, out: str | None, *, key: bool, detail: str, decimals: int | None
) -> None:
    """Solve every sheet, then write every result: a bad sheet among them means that nothing is written."""
    form = format_of(form, out)
    paths = [find(name) for name in names]
    stems = [path.stem if key else f"{path.stem}-blank" for path in paths]
    places = targets(stems, SUFFIXES[form], out if out or form != "pdf" else ".")
    source = pdf_source() if form == "pdf" else form
    pages = [page(sheet, source, key=key, detail=detail, decimals=decimals) for sheet in loaded(paths)]
    make_folder(out, len(pages))
    if form == "pdf":
        deliver_pdf(pages, places, source)
        return
    for text, place in zip(pages, places, strict=True):
        write(text.encode(), place)


def loaded(paths: list[Path]) -> list[Sheet]:
    """All sheets; raises SymattnError with the problems of every file."""
    from symattn.worksheet import load

    sheets, bad = [], []
    for path in paths:
        try:
            sheets.append(load(path))
        except SheetError as error:
            bad.append(str(error))
    if bad:
        raise SymattnError("\n".join(bad))
    return sheets


def page(sheet: Sheet, form: str, *, key: bool, detail: str, decimals: int | None) -> str:
    """One result as text."""
    places = sheet.decimals if decimals is None else decimals
    solution = sheet.solve()
    if form == "json":
        from symattn.worksheet.json import to_json

        return to_json(solution, places)
    from symattn import render

    return render.page(solution, format=form, key=key, detail=detail, decimals=places)


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
