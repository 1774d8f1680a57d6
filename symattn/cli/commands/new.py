"""``symattn new``: a starter sheet with comments."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli.deliver import write
from symattn.files import dumped, folder
from symattn.sheet.schema import json_schema

COMMENTED = "starter"
KINDS = sorted(
    path.stem
    for path in (folder("worksheets") / "new").glob("*.toml")
    if path.stem != COMMENTED
)
"""What a new sheet may ask for: the files in worksheets/new."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    help="What it asks for; default: one head, with every key explained.",
)
def command(file: Path, kind: str | None) -> None:
    """Write a starter sheet to FILE, which must not exist yet.

    Beside it goes schema.json, unless one is there, by which editors complete and check its keys.
    """
    if file.exists():
        raise click.UsageError(f"{file} exists and is left as it is; name another file")
    if not file.parent.is_dir():
        raise click.UsageError(f"cannot write {file}: there is no folder {file.parent}")
    text = (folder("worksheets") / "new" / f"{kind or COMMENTED}.toml").read_text(
        encoding="utf-8"
    )
    schema = file.parent / "schema.json"
    if (
        not schema.exists()
    ):  # first: where the disk is full behind it, the same command can be run again
        write(f"{dumped(json_schema())}\n".encode(), schema)
    write(f"#:schema ./schema.json\n{text}".encode(), file)
    click.echo(f"{file}: written; `symattn solve {file}` solves it")
