"""``symattn trust``: let what lies beside somebody's sheets run when pages are made."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.files import inert, shown
from symattn.formats import trust


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--forget", is_flag=True, help="Trust the folder no longer.")
def command(folder: Path, forget: bool) -> None:
    """Trust the templates beside the sheets in FOLDER.

    A folder `templates` that came with a sheet is not used until you say so: read it, then trust it. What is changed or added
    there afterwards has to be trusted again. Sheets, notations and catalogues are data and need no trust.
    """
    if forget:
        click.echo(
            f"{inert(shown(folder))}: {'trusted no longer' if trust.forget(folder) else 'was not trusted'}"
        )
        return
    names = trust.trust(folder)
    click.echo(
        "\n".join(inert(f"{shown(folder / trust.RUN)}/{name}") for name in names)
    )
    click.echo(
        "trusted as they are now; what is changed or added there has to be trusted again",
        err=True,
    )
