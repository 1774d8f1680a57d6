"""``symattn list``: the shipped worksheets."""

from __future__ import annotations

import click

from symattn.resources import shipped


@click.command()
def command() -> None:
    """Name the shipped worksheets, one a line."""
    for name in shipped():
        click.echo(name)
