"""``symattn preview``: the page in a browser, made again whenever the file is saved."""

from __future__ import annotations

import time
import webbrowser

import click

from symattn.cli import sheet_argument
from symattn.cli.deliver import tell_untrusted
from symattn.course.preview import Preview, doorway, served
from symattn.files import contents, find, reason
from symattn.limits import LARGEST_SHEET
from symattn.practice.site import previewed


@click.command()
@sheet_argument()
@click.option(
    "--detail",
    type=click.Choice(["brief", "standard", "full"]),
    default="standard",
    show_default=True,
    help="How much of the working is shown.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port on 127.0.0.1; any free one unless given.",
)
@click.option(
    "--open/--no-open", "opened", default=True, help="Whether a browser is opened."
)
def command(sheet: str, detail: str, port: int, opened: bool) -> None:
    """Show SHEET in a browser, made again at every save.

    Key, blank and practice page. The practice page needs what symattn practice fetches; it is asked for when that page is
    first looked at. Mistakes in the file are shown on the page, with their place. Ctrl-C ends it. The address that is printed
    is new each time and a secret: it keeps the key from other users of this machine.
    """
    path = find(sheet)
    contents(path, LARGEST_SHEET)  # or why it cannot be read
    tell_untrusted([path])
    try:
        with (
            served(Preview(path, detail, previewed()), port) as address,
            doorway(address) as page,
        ):
            click.echo(f"{address} shows {path}; Ctrl-C ends it")
            if opened:
                webbrowser.open(page.as_uri())
            while True:
                time.sleep(3600)
    except OSError as error:
        raise click.UsageError(
            f"cannot listen on port {port}: {reason(error)}"
        ) from None
    except KeyboardInterrupt:
        click.echo()
