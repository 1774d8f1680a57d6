"""``python -m symattn.testing FILE …``: try extensions; exit code 0 where everything holds, 1 where not, 2 for no extension."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from symattn.errors import SymattnError
from symattn.testing import tried


@click.command()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True),
)
def command(files: tuple[Path, ...]) -> None:
    """Try operations, slips, formats, platforms, notations, kinds of attention, worksheets and languages, each one FILE."""
    wrong = untried = 0
    for file in files:
        try:
            for one in tried(file):
                holds = "not tried:" if one.untried else "ok "
                click.echo(f"{'NOT' if one.faults else holds} {one.of}: {one.what}")
                for said in (*one.faults, *one.notes):
                    click.echo(f"      {said}")
                wrong += bool(one.faults)
                untried += one.untried
        except SymattnError as error:
            click.echo(f"{file}: {error}", err=True)
            sys.exit(2)
    all_of_it = (
        f"the rest holds, {untried} not tried" if untried else "everything holds"
    )
    do = "does" if wrong == 1 else "do"
    click.echo(f"{wrong} of these {do} not hold" if wrong else all_of_it)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    command(prog_name="python -m symattn.testing")
