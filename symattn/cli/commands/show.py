"""``symattn show``: a shipped worksheet's file."""

from __future__ import annotations

import click

from symattn.resources import find


@click.command()
@click.argument("sheet")
def command(sheet: str) -> None:
    """Print a worksheet's file, to read or to copy.

    SHEET is the name of a shipped worksheet, or a path.
    """
    try:
        click.echo(find(sheet).read_text(encoding="utf-8"), nl=False)
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"cannot read {sheet}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from None
