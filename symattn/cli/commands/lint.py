"""``symattn lint``: what in a sheet does not hold."""

from __future__ import annotations

import click

from symattn.cli import sheet_argument
from symattn.files import find
from symattn.marking.stated import departures
from symattn.page import DETAILS, evaluated
from symattn.sheet import load
from symattn.sheet.lint import said


@click.command()
@sheet_argument(many=True)
@click.pass_context
def command(ctx: click.Context, sheets: tuple[str, ...]) -> None:
    """Say what in a sheet does not hold.

    Stated values that are not so, tokens that do not fit, givens that no line uses, lines that are asked twice. Of a sheet in
    which nothing was found every link of the keys is evaluated, at each level of detail.
    Exit code 1 when something was found, 2 when the sheet cannot be read, 3 when a link does not hold.
    """
    found: list[str] = []
    for name in sheets:
        sheet = load(find(name))
        problems = said(sheet)
        found += problems
        found += [f"{find(name)}: {why}" for why in departures(sheet)] if problems else []
        if not problems:
            solution = sheet.solve()
            for detail in DETAILS:
                evaluated(solution, detail)
    for line in found:
        click.echo(line)
    if found:
        ctx.exit(1)
    click.echo("nothing to say", err=True)
