"""Which files a sheet's pages are made from, and when one of them has been saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

EVERY = 0.1
"""Seconds between two looks at the files."""
WATCHED = (".toml", ".j2", ".css", ".png", ".jpg", ".jpeg")
LOGO = ".pdf"
"""A page itself may be such a file, so that of these only those count that a sheet names."""
State = tuple[tuple[str, int, int], ...]


def state(path: Path) -> State:
    """Name, time and size of every file beside the sheet that a page is made from."""
    folder = path if path.is_dir() else path.parent
    files = [*folder.iterdir(), *folder.glob("templates/**/*")]
    found = []
    named = [file for file in files if file.suffix == LOGO and any(file.name.encode() in text for text in _sheets(path))]
    for file in sorted({path, *named, *(file for file in files if file.suffix in WATCHED)}):
        try:
            about = file.stat()
        except OSError:  # gone between two looks: editors replace files
            continue
        found.append((str(file), about.st_mtime_ns, about.st_size))
    return tuple(found)


def _sheets(path: Path) -> Iterator[bytes]:
    """What stands in the sheets: where a file is saved at this moment it is looked at again soon."""
    for sheet in path.glob("*.toml") if path.is_dir() else [path]:
        try:
            yield sheet.read_bytes()
        except OSError:
            continue


def changes(paths: Sequence[Path], sleep: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Once at first, and then whenever a file beside one of the sheets has changed; it never ends by itself.

    >>> import tempfile
    >>> sheet = Path(tempfile.mkdtemp()) / "a.toml"
    >>> _ = sheet.write_text("title = 'a'")
    >>> times = changes([sheet], lambda seconds: print("saved", sheet.write_text("title = 'another'")))
    >>> next(times), next(times)
    saved 17
    (None, None)
    """
    seen: list[State] = []
    while True:
        now = [state(path) for path in paths]
        if now != seen:
            seen = now
            yield
        else:
            sleep(EVERY)
