"""``symattn solve``: worked solutions."""

from __future__ import annotations

import click

from symattn.cli.deliver import deliver, output_options


@click.command()
@output_options()
@click.option("--detail", type=click.Choice(["brief", "standard", "full"]), default="standard", show_default=True,
              help="How much of the working is shown.")  # fmt: skip
def command(sheets: tuple[str, ...], form: str | None, out: str | None, decimals: int | None, detail: str) -> None:
    """Solve worksheets, exactly and step by step.

    SHEET is a path, or the name of a worksheet that `symattn list` shows.
    """
    deliver(sheets, form, out, key=True, detail=detail, decimals=decimals)
