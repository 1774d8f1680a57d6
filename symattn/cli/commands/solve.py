"""``symattn solve``: worked solutions."""

from __future__ import annotations

from typing import Any

import click

from symattn.cli.deliver import deliver, output_options


@click.command()
@output_options()
@click.option("--detail", type=click.Choice(["brief", "standard", "full"]), default="standard", show_default=True,
              help="How much of the working is shown.")  # fmt: skip
@click.option("--code", type=click.Choice(["numpy", "torch", "sympy"]), help="The plain program in place of a page.")
def command(**wanted: Any) -> int:
    """Solve worksheets, exactly and step by step.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    return deliver(key=True, **wanted)
