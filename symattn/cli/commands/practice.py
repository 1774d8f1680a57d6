"""``symattn practice``: a static site on which students work on a sheet in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli import sheet_argument
from symattn.cli.deliver import assets_option, folder_option, tell, tell_untrusted
from symattn.course.vary import code_left
from symattn.files import find, unwritten
from symattn.practice.site import site
from symattn.said import Strings
from symattn.sheet import load


@click.command()
@sheet_argument(many=True)
@folder_option
@assets_option("site")
@click.option(
    "--engine",
    type=click.Choice(["cdn-free"]),
    default="cdn-free",
    show_default=True,
    help="Everything is in the folder; there is no other way.",
)
def command(sheets: Strings, out: Path, assets: Path | None, engine: str) -> None:
    """Write a site to work on SHEET in the browser.

    What students enter is checked there, without a network once the page is loaded. DIR holds everything: any web server or
    learning platform can serve it. Python and FLINT for the browser come from npm and PyPI with the first site that is
    written, and are kept; where they cannot be had the exit code is 4.
    """
    paths = [find(sheet) for sheet in sheets]
    tell_untrusted(paths)
    try:
        made = site(paths, out, assets)
    except OSError as error:
        raise click.UsageError(unwritten(error, out)) from None
    click.echo("\n".join(str(made.folder / page) for page in made.pages))
    click.echo(made, err=True)
    tell(
        f"{sheet.path}: no code goes along: the page has symattn's own operations alone, and cannot read a sheet with {left}"
        for sheet in map(load, paths)
        if (left := code_left(sheet))
    )
