"""Worksheets by path or by the name of a shipped one."""

from __future__ import annotations

from pathlib import Path

import click

from symattn.errors import nearest
from symattn.resources import folder


def shipped() -> dict[str, Path]:
    """Every shipped worksheet: its name and its file.

    >>> all(path.suffix == ".toml" for path in shipped().values())
    True
    """
    return {path.stem: path for path in sorted(folder("worksheets").glob("*.toml"))}


def find(name: str) -> Path:
    """The file of a worksheet: a path that exists, or the name of a shipped one; raises click.UsageError.

    >>> find("two-heads")
    Traceback (most recent call last):
        ...
    click.exceptions.UsageError: no worksheet "two-heads"; did you mean "two-heads-by-hand"?
    """
    known = shipped()
    if Path(name).exists():
        return Path(name)
    if name in known:
        return known[name]
    near = nearest(Path(name).name.removesuffix(".toml"), known)
    raise click.UsageError(f'no worksheet "{name}"; {near or "`symattn list` names the shipped ones"}')
