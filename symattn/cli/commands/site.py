"""``symattn site``: the gallery of sheets and the guide as a static site."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli import main, sheet_argument
from symattn.cli.deliver import assets_option, folder_option, tell_untrusted
from symattn.course.delivery import makes_pdf
from symattn.files import find, languages, shipped, unwritten
from symattn.said import Strings
from symattn.site.pages import SiteWanted, site
from symattn.site.pages import workshop as write_workshop


@click.command()
@sheet_argument(many=True, required=False)
@folder_option
@click.option(
    "--no-workshop",
    "without",
    is_flag=True,
    help="Without the page on which sheets are written.",
)
@click.option(
    "--practice/--no-practice",
    default=None,
    help="With pages to practise on; usual beside the workshop.",
)
@assets_option("workshop")
@click.option(
    "--pdf/--no-pdf",
    default=None,
    help="With a PDF of each sheet and key; usual where TeX or Chromium is.",
)
@click.option(
    "--language",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    help="Of what stands around them.",
)
def command(
    sheets: Strings,
    out: Path,
    without: bool,
    practice: bool | None,
    assets: Path | None,
    pdf: bool | None,
    language: str,
) -> None:
    """Write a static site: a gallery of SHEET…, the guide, and the workshop.

    Without sheets, all that are shipped. Each has its page: the students' sheet, the key at three levels of detail, the file, and
    a page to practise on. The workshop is a page on which sheets are written, solved and marked in the browser; it needs what
    symattn practice fetches, and an editor. DIR holds everything, any web server can serve it, and once it was opened it works
    without a network.
    """
    if practice and without:
        raise click.UsageError(
            "--practice goes with the workshop, whose engine it shares; `symattn practice` writes pages alone"
        )
    paths = [find(sheet) for sheet in sheets or shipped()]
    tell_untrusted(paths)
    with_pdf = makes_pdf() if pdf is None else pdf
    if pdf is None and not with_pdf:
        click.echo(
            "without PDFs: neither TeX nor a Chromium is installed, which make them",
            err=True,
        )
    asked = SiteWanted(
        "" if language == "en" else language,
        with_pdf,
        not without if practice is None else practice,
        not without,
    )
    try:
        made = site(paths, out, reference(), asked)
        sizes = [path.stat().st_size for path in made]
        if not without:
            sizes += write_workshop(paths, out, asked, assets).values()
    except OSError as error:
        raise click.UsageError(unwritten(error, out)) from None
    click.echo(out / "index.html")
    click.echo(f"{len(sizes)} files, {sum(sizes) / 1e6:.1f} MB", err=True)


def reference() -> str:
    """Every command and its options, in Markdown."""
    out = ["# Every command"]
    with click.Context(main, info_name="symattn") as above:
        for name in main.list_commands(above):
            found = main.get_command(above, name)
            if found is not None:
                with click.Context(found, parent=above, info_name=name) as ctx:
                    out += [
                        f"## `symattn {name}`",
                        f"```text\n{found.get_help(ctx)}\n```",
                    ]
    return "\n\n".join(out)
