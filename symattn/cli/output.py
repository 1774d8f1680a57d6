"""Where results go: standard output, a file, or a folder; written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from symattn.course.delivery import formats_known
from symattn.course.delivery import suffix as ending
from symattn.files import write_whole


def format_of(chosen: str | None, out: str | None, usual: str = "text") -> str:
    """The format asked for, else the one that the file's suffix names, else the *usual* one; raises click.UsageError.

    >>> format_of(None, "key.tex"), format_of(None, None), format_of("md", "key.txt")
    ('tex', 'text', 'md')
    """
    suffix = Path(out).suffix.lower() if out else ""
    endings = {ending(name): name for name in formats_known()}
    found = chosen or endings.get(suffix)
    if found is None and out and suffix and not is_folder(out, 1):
        known = ", ".join(endings)
        raise click.UsageError(f"no format is written to {suffix} files; known are {known}, or name a --format")
    return found or usual


def is_folder(out: str, results: int) -> bool:
    """Whether -o names a folder: one that exists, one written with a slash, or a new name for several results."""
    return out.endswith(("/", os.sep)) or Path(out).is_dir() or (results > 1 and out != "-" and not Path(out).exists())


def make_folder(out: str | None, results: int) -> None:
    """Make the folder that -o names, unless it is there; raises click.UsageError."""
    if out is not None and is_folder(out, results):
        try:
            Path(out).mkdir(exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"cannot make the folder {out}: {(error.strerror or str(error)).lower()}") from None


def targets(names: list[str], out: str | None) -> list[Path | None]:
    """The file each result goes to, or None for standard output; raises click.UsageError.

    >>> targets(["a.tex", "b.tex"], "keys/")
    [PosixPath('keys/a.tex'), PosixPath('keys/b.tex')]
    >>> targets(["a.tex"], None)
    [None]
    """
    if out is not None and is_folder(out, len(names)):
        if len(set(names)) < len(names):
            raise click.UsageError("two of the sheets have the same file name; solve them one after the other")
        return [Path(out) / name for name in names]
    if len(names) > 1:
        raise click.UsageError(f"{len(names)} sheets make {len(names)} results; name a folder for them: -o FOLDER")
    return [None if out is None or out == "-" else Path(out)]


def spare(places: list[Path | None], sheets: list[Path]) -> None:
    """Refuse a result that would take a worksheet's own place; raises click.UsageError.

    >>> spare([Path("key.tex"), None], [Path("week3.toml")])
    """
    for place in places:
        if place is not None and place.exists() and any(place.samefile(sheet) for sheet in sheets):
            raise click.UsageError(f"{place} is the worksheet itself; name another file for the result")
        if place is not None and place.exists() and place.suffix.lower() == ".toml":
            raise click.UsageError(f"{place} is there, and no result is a .toml file; name another file for the result")


def write(data: bytes, target: Path | None) -> None:
    """Write a result to a file, whole or not at all, or to standard output; raises click.UsageError."""
    if target is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        if target.exists() and not target.is_file():  # a pipe or a device cannot be replaced
            target.write_bytes(data)
        else:
            write_whole(Path(os.path.realpath(target)), data)
    except OSError as error:
        raise click.UsageError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from None
