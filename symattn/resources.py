"""Where the project's templates and worksheets lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path


def folder(name: str) -> Path:
    """The folder *name*, ``templates`` or ``worksheets``.

    >>> folder("worksheets").name
    'worksheets'
    """
    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
