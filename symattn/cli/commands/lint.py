"""``symattn lint``: what in a sheet does not hold."""

from __future__ import annotations

import click

from symattn.cli import sheet_argument
from symattn.cli.deliver import extensions_option, tell_untrusted
from symattn.errors import SheetError, exit_code, pointed
from symattn.files import find
from symattn.marking.stated import departures
from symattn.page import DETAILS, evaluated
from symattn.said import Strings
from symattn.sheet import load
from symattn.sheet.explained import explained, names
from symattn.sheet.lint import said


@click.command()
@sheet_argument(many=True, required=False)
@click.option(
    "--explain",
    metavar="NAME",
    help="Explain a problem, by its name or by what is said of it; with no sheet.",
)
@extensions_option
@click.pass_context
def command(
    ctx: click.Context, sheets: Strings, explain: str | None, templates: str | None
) -> None:
    """Say what in a sheet does not hold.

    Stated values that are not so, tokens that do not fit, givens that no line uses, lines that are asked twice. Of a sheet in
    which nothing was found every link of the keys is evaluated, at each level of detail.
    Exit code 1 when something was found, 2 when the sheet cannot be read, 3 when a link does not hold.
    """
    if explain is not None:
        click.echo(explained(explain).told())
        return
    if not sheets:
        raise click.UsageError("Missing argument 'SHEET…'.")
    tell_untrusted(map(find, sheets), templates)
    found: list[str] = []
    for name in sheets:
        try:
            sheet = load(find(name))
        except SheetError as error:
            click.echo(pointed(error), err=True)
            _explaining([problem.what for problem in error.problems])
            ctx.exit(exit_code(error))
        problems = said(sheet)
        found += problems
        found += (
            [f"{find(name)}: {why}" for why in departures(sheet)] if problems else []
        )
        if not problems:
            solution = sheet.solve()
            for detail in DETAILS:
                evaluated(solution, detail)
    for line in found:
        click.echo(line)
    _explaining(found)
    if found:
        ctx.exit(1)
    click.echo("nothing to say", err=True)


def _explaining(found: list[str]) -> None:
    """Where more is said of what was found."""
    if known := names(found):
        click.echo(
            f"more on {'it' if len(known) == 1 else 'each'}: symattn lint --explain {' | '.join(known)}",
            err=True,
        )
