"""When a file has been saved that a sheet's pages were made from: whatever was really read, or looked for in vain."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from symattn.files import Noted, is_as_noted
from symattn.limits import LARGEST_SHEET

EVERY = 0.1
"""Seconds between two looks at the files."""


def is_current(read: Noted) -> bool:
    """Whether every file is as it was when it was read.

    >>> is_current({"nowhere/mine.toml": ""}), is_current({"nowhere/mine.toml": "0a1b"})
    (True, False)
    """
    return all(
        is_as_noted(path, digest, LARGEST_SHEET) for path, digest in read.items()
    )


def changes(
    paths: Sequence[Path], read: Noted, sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """Once at first, and then whenever a file has changed that was *read* for what was made, or a sheet has come into a folder
    among the *paths*; it never ends by itself. Whoever makes something notes in *read* what it read.

    >>> import tempfile
    >>> from symattn.files import contents, noted
    >>> sheet, read = Path(tempfile.mkdtemp()) / "a.toml", {}
    >>> _ = sheet.write_text("title = 'a'")
    >>> times = changes([sheet], read, lambda seconds: print("saved", sheet.write_text("title = 'another'")))
    >>> next(times)
    >>> with noted() as now:
    ...     _ = contents(sheet, 100)
    >>> read.update(now)
    >>> next(times)
    saved 17
    """
    seen: list[Path] | None = None
    while True:
        there = sorted(
            sheet for path in paths if path.is_dir() for sheet in path.glob("*.toml")
        )
        if there != seen or not is_current(read):
            seen = there
            yield
        else:
            sleep(EVERY)
