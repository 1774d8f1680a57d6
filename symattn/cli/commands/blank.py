"""``symattn blank``: the students' sheet."""

from __future__ import annotations

import click

from symattn.cli.deliver import deliver, output_options


@click.command()
@output_options(without=("json",))
def command(sheets: tuple[str, ...], form: str | None, out: str | None, decimals: int | None) -> None:
    """Write the students' sheet, without answers.

    SHEET is a path, or the name of a worksheet that `symattn list` shows.
    """
    deliver(sheets, form, out, key=False, detail="standard", decimals=decimals)
