"""Which files a sheet's pages are made from, and when one of them has been saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

EVERY = 0.1
"""Seconds between two looks at the files."""
WATCHED = (".toml", ".j2", ".css", ".png", ".jpg", ".jpeg")
State = tuple[tuple[str, int, int], ...]


def state(path: Path) -> State:
    """Name, time and size of every file beside the sheet that a page is made from."""
    folder = path if path.is_dir() else path.parent
    files = [*folder.iterdir(), *folder.glob("templates/**/*")]
    found = []
    for file in sorted({path, *(file for file in files if file.suffix in WATCHED)}):
        try:
            about = file.stat()
        except OSError:  # gone between two looks: editors replace files
            continue
        found.append((str(file), about.st_mtime_ns, about.st_size))
    return tuple(found)


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
