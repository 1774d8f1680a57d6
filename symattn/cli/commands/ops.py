"""``symattn ops``: the catalogue of operations."""

from __future__ import annotations

import click

from symattn.formats.templates import plain
from symattn.ops import OPS
from symattn.plan.tree import COUNTS, MOMENTS
from symattn.said import Said


@click.command()
def command() -> None:
    """List the operations of the line language.

    How each is written, what it does, and its known slips.
    """
    for op in sorted(OPS.values(), key=lambda op: op.name):
        click.echo(f"{op.spelling:<40}  {op.says}")
        for what, slips in (
            ("slip", op.slips),
            ("slip on the way back", op.backward_slips),
        ):
            for id in slips:
                click.echo(
                    f"{'':<42}{what} {id}: {plain(Said('slips', id, (('op', op.name),)))}"
                )
    for name, says in {**COUNTS, **MOMENTS}.items():
        click.echo(f"{f'{name}(A)':<40}  {says}")
