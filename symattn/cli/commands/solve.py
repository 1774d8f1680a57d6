"""``symattn solve``: worked solutions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from symattn.cli.against import against_option, say_changes
from symattn.cli.deliver import (
    again,
    delivered,
    format_for,
    loaded,
    output_options,
    sheets_in,
)
from symattn.course.delivery import DETAILS, PROGRAMS, Wanted
from symattn.files import find, shown
from symattn.page import evaluated
from symattn.said import Strings
from symattn.sheet import Sheet
from symattn.sheet.verifying import verify

LIBRARIES = {"sympy": "SymPy", "mpmath": "mpmath"}
"""The libraries that compute every line again, as a key calls them."""
LINKS = "links"


@click.command()
@output_options
@click.option(
    "--detail",
    type=click.Choice(DETAILS),
    default="standard",
    show_default=True,
    help="How much of the working is shown.",
)
@click.option(
    "--verify",
    type=click.Choice([*LIBRARIES, LINKS]),
    help="Compute every line again by this library, and compare; links: count what was evaluated.",
)
@against_option
@click.option(
    "--code", type=click.Choice(PROGRAMS), help="The plain program in place of a page."
)
def command(
    sheets: Strings,
    form: str | None,
    out: str | None,
    jobs: int,
    cluster: str | None,
    decimals: int | None,
    templates: str | None,
    whole: str | None,
    via: str | None,
    watch: bool,
    detail: str,
    verify: str | None,
    code: str | None,
    against: Path | None,
) -> int:
    """Solve worksheets, exactly and step by step.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    form = code or format_for(form, out, whole, via)
    failed, every = verified(sheets, verify) if verify in LIBRARIES else (0, False)
    wanted = Wanted(
        form,
        detail=detail,
        decimals=decimals,
        templates=templates or "",
        whole=whole or "page",
        via=via or "",
        verified=LIBRARIES[verify] if verify in LIBRARIES and every else "",
    )
    say_changes([find(name) for name in sheets], against)
    if verify == LINKS:
        say_links(sheets, wanted)
    return max(
        failed,
        again(
            watch, sheets, out, lambda: delivered(sheets, wanted, out, jobs, cluster)
        ),
    )


def say_links(sheets: Strings, wanted: Wanted) -> None:
    """Say of every sheet how many links of the chains on its key were evaluated, and why others were not; raises FalseLink."""
    for where, sheet in _each(sheets):
        found = evaluated(
            sheet.solve(), wanted.detail, wanted.decimals, wanted.own
        ).told(sheet.language)
        click.echo(f"{where}{found}", err=True)


def _each(sheets: Strings) -> Iterator[tuple[str, Sheet]]:
    """The sheets, each with its file as a line on it begins where there are several."""
    paths = sheets_in(find(name) for name in sheets)
    for path, sheet in zip(paths, loaded(paths), strict=True):
        yield f"{shown(path)}: " if len(paths) > 1 else "", sheet


def verified(sheets: Strings, engine: str) -> tuple[int, bool]:
    """Compute every line of the sheets again by another library and say what came out: 3 where a line is not equal, and
    whether every line of theirs was computed again and is equal."""
    code, every = 0, True
    for where, sheet in _each(sheets):
        found = verify(sheet.solve(), engine)
        click.echo(
            "\n".join(f"{where}{line}" for line in str(found).splitlines()), err=True
        )
        code = max(code, 0 if found.holds else 3)
        every = (
            every
            and found.holds
            and not found.passed
            and not any(question.shapes for question in sheet.questions)
        )
    return code, every
