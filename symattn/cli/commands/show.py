"""``symattn show``: a shipped worksheet's file, the LaTeX package, or the schema of worksheets."""

from __future__ import annotations

import click

from symattn.cli import sheet_argument
from symattn.files import dumped, find
from symattn.formats.templates import Templates
from symattn.sheet.schema import json_schema

PACKAGE, SCHEMA = "symattn.sty", "schema.json"


@click.command()
@sheet_argument()
def command(sheet: str) -> None:
    """Print a worksheet's file, to read or to copy.

    SHEET is the name of a shipped worksheet, or a path; `symattn.sty` is the LaTeX package for fragments, `schema.json`
    the JSON Schema by which editors complete and check the keys of a worksheet that begins with #:schema ./schema.json
    """
    if sheet == SCHEMA:
        click.echo(dumped(json_schema()))
        return
    if sheet == PACKAGE:
        click.echo(Templates("tex").render(f"tex/{PACKAGE}"), nl=False)
        return
    try:
        click.echo(find(sheet).read_text(encoding="utf-8"), nl=False)
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(
            f"cannot read {sheet}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}"
        ) from None
