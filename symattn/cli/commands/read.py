"""``symattn read``: what is understood of an answer file, before it is handed in."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli import sheet_argument
from symattn.cli.answers import OnAnswers
from symattn.cli.deliver import (
    extensions_option,
    target_of,
    tell_untrusted,
    write,
)
from symattn.errors import LimitError
from symattn.files import find, shown
from symattn.marking.answers import Submission, submissions
from symattn.marking.recognised import recognised
from symattn.marking.sheet import Ready
from symattn.marking.understood import WRITERS, understood
from symattn.sheet import load

FORMATS = ["text", "html", "json"]


@click.command(cls=OnAnswers)
@sheet_argument()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, readable=False),
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True
)
@click.option(
    "-o", "--output", "out", metavar="FILE", help='Where it goes; "-" is the screen.'
)
@extensions_option
def command(
    sheet: str,
    files: tuple[Path, ...],
    form: str,
    out: str | None,
    templates: str | None,
) -> int:
    """Show what is understood of an answer file.

    FILE is a FORMATS file, or a folder that is one submission. Every matrix in it stands beside the line of SHEET that it is
    read as, in the sheet's notation, or in the list of those that are not used, with the reason. Nothing is marked, and no
    answer is shown. Exit code 1 when something could not be read.
    """
    path = find(sheet)
    tell_untrusted([path], templates)
    ready = Ready(load(path))
    found = []
    for file in files:
        try:
            with ready.reading():
                found += [
                    understood(ready, recognised(ready, one))
                    for one in submissions(file, ready.namings)
                ]
        except LimitError as error:
            found.append(understood(ready, Submission(shown(file), error=str(error))))
    write(WRITERS[form](found, ready.sheet.title).encode(), target_of(out))
    return 0 if all(one.sure for one in found) else 1
