"""``symattn blank``: the students' sheet."""

from __future__ import annotations

import click

from symattn.cli.deliver import again, delivered, format_for, output_options
from symattn.course.delivery import Wanted
from symattn.said import Strings


@click.command()
@output_options
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
) -> int:
    """Write the students' sheet, without answers.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    wanted = Wanted(
        format_for(form, out, whole, via),
        "blank",
        decimals=decimals,
        templates=templates or "",
        whole=whole or "page",
        via=via or "",
    )
    return again(
        watch, sheets, out, lambda: delivered(sheets, wanted, out, jobs, cluster)
    )
