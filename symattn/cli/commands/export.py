"""``symattn export``: worksheets for learning platforms."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli import KnownChoice, sheet_argument
from symattn.cli.deliver import (
    extensions_option,
    folder_option,
    path_option,
    tell,
    tell_untrusted,
)
from symattn.course.platforms import export, export_class, platforms
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.wheel import NAME
from symattn.course.vary import code_left, secret_in
from symattn.files import find, unwritten
from symattn.sheet import load
from symattn.sheet.lint import said


@click.command()
@click.argument("platform", type=KnownChoice(platforms))
@sheet_argument()
@folder_option
@click.option(
    "--count",
    metavar="N",
    type=click.IntRange(1, 500),
    default=MANY,
    show_default=True,
    help="A template's variants.",
)
@extensions_option
@path_option("--secret", "FILE", "Draw variants as another export did: its secret.txt.")
def command(
    platform: str,
    sheet: str,
    out: Path,
    count: int,
    templates: str | None,
    secret: Path | None,
) -> None:
    """Write a worksheet for a learning platform.

    canvas: a quiz, canvas.zip. gradescope: an autograder folder; SHEET may be the manifest.json of `symattn vary`. ilias: a
    question pool. moodle: cloze.xml and stack.xml to import. nbgrader, otter: notebooks that are assignments. prairielearn: a
    folder for every question, to copy into a course. numbas: sheet.exam. qti: qti.zip (QTI 2.1) and qti3.zip (QTI 3.0), and what
    is in them, for players of these versions. A README.md in the folder has the clicks.

    A template's variants are drawn with a secret, made with the first export into DIR and kept there in secret.txt, so that
    nobody who has the template can draw them; it is not for students.
    """
    found, drawn = find(sheet), secret_in(secret) if secret else ""
    tell_untrusted([found], templates)
    loaded = None if found.suffix == ".json" else load(found)
    try:
        paths = (
            export(platform, loaded, out, count, drawn)
            if loaded
            else export_class(platform, found, out)
        )
    except OSError as error:
        raise click.UsageError(unwritten(error, out)) from None
    click.echo("\n".join(map(str, paths)))
    if loaded is None:
        return
    tell(said(loaded))
    if (left := code_left(loaded)) and NAME in (path.name for path in paths):
        where = f"install {left} where symattn reads the sheet, or it is refused there"
        tell([f"{loaded.path}: no code goes along: {where}"])
