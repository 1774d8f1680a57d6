"""``symattn show``: a shipped worksheet's file."""

from __future__ import annotations

import click

from symattn.formats.templates import Templates
from symattn.resources import find

PACKAGE = "symattn.sty"


@click.command()
@click.argument("sheet")
def command(sheet: str) -> None:
    """Print a worksheet's file, to read or to copy.

    SHEET is the name of a shipped worksheet, or a path; `symattn.sty` is the LaTeX package for fragments.
    """
    if sheet == PACKAGE:
        click.echo(Templates("tex").render(f"tex/{PACKAGE}"), nl=False)
        return
    try:
        click.echo(find(sheet).read_text(encoding="utf-8"), nl=False)
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"cannot read {sheet}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from None
