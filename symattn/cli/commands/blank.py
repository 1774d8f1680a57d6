"""``symattn blank``: the students' sheet."""

from __future__ import annotations

from typing import Any

import click

from symattn.cli.deliver import deliver, output_options


@click.command()
@output_options()
def command(**wanted: Any) -> int:
    """Write the students' sheet, without answers.

    SHEET is a path, a folder of worksheets, or the name of a worksheet that `symattn list` shows.
    """
    return deliver(key=False, detail="standard", **wanted)
