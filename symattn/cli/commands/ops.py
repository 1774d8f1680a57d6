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
        for slip in op.slips.values():
            click.echo(f"{'':<42}slip {slip.id}: {plain(Said('slips', slip.id, (('op', op.name),)))}")
        for back in op.backward_slips.values():
            click.echo(f"{'':<42}slip on the way back {back.id}: {plain(Said('slips', back.id, (('op', op.name),)))}")
    for name, says in {**COUNTS, **MOMENTS}.items():
        click.echo(f"{f'{name}(A)':<40}  {says}")
