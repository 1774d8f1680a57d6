"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(target: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file beside its place, then move it there: a reader sees the old file or the new one; raises OSError.

    The data may come piece by piece.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "b.txt", b"text")
    ...     (Path(folder) / "b.txt").read_bytes()
    b'text'
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, else those any new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
