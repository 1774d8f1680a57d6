"""``symattn solve``: worked solutions."""

from __future__ import annotations

import click

from symattn.cli.deliver import delivered, output_options
from symattn.cli.output import format_of
from symattn.course.delivery import DETAILS, PROGRAMS, Wanted


@click.command()
@output_options
@click.option("--detail", type=click.Choice(DETAILS), default="standard", show_default=True,
              help="How much of the working is shown.")  # fmt: skip
@click.option("--code", type=click.Choice(PROGRAMS), help="The plain program in place of a page.")
def command(
    sheets: tuple[str, ...], form: str | None, out: str | None, jobs: int, cluster: str | None, decimals: int | None,
    templates: str | None, detail: str, code: str | None,
) -> int:  # fmt: skip
    """Solve worksheets, exactly and step by step.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    wanted = Wanted(code or format_of(form, out), detail=detail, decimals=decimals, templates=templates or "")
    return delivered(sheets, wanted, out, jobs, cluster)
