"""``symattn blank``: the students' sheet."""

from __future__ import annotations

import click

from symattn.cli.deliver import delivered, output_options
from symattn.cli.output import format_of
from symattn.course.delivery import Wanted


@click.command()
@output_options
def command(
    sheets: tuple[str, ...], form: str | None, out: str | None, jobs: int, cluster: str | None, decimals: int | None,
    templates: str | None,
) -> int:  # fmt: skip
    """Write the students' sheet, without answers.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    wanted = Wanted(format_of(form, out), "blank", decimals=decimals, templates=templates or "")
    return delivered(sheets, wanted, out, jobs, cluster)
