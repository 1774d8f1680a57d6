"""``symattn new``: a starter sheet with comments."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.cli.output import write
from symattn.resources import folder


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Write a commented starter sheet to FILE, which must not exist yet."""
    if file.exists():
        raise click.UsageError(f"{file} exists and is left as it is; name another file")
    if not file.parent.is_dir():
        raise click.UsageError(f"cannot write {file}: there is no folder {file.parent}")
    text = (folder("worksheets") / "new" / "starter.toml").read_text(encoding="utf-8")
    schema = folder("worksheets") / "schema.json"
    write(f"#:schema {schema}\n{text}".encode(), file)
    click.echo(f"{file}: written; `symattn solve {file}` solves it")
