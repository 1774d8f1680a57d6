"""``symattn console``: a session with everything at hand."""

from __future__ import annotations

import click

from symattn.console.start import start


@click.command()
@click.option(
    "--plain", is_flag=True, help="Plain Python, even where IPython is installed."
)
def command(plain: bool) -> None:
    """Start IPython (or Python) with SymPy and symattn ready."""
    start(plain)
