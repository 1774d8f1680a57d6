"""Where the project's templates and worksheets lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os
from pathlib import Path

from symattn.errors import SymattnError, nearest


def folder(name: str) -> Path:
    """The folder *name*, ``templates`` or ``worksheets``.

    >>> folder("worksheets").name
    'worksheets'
    """
    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def languages() -> tuple[str, ...]:
    """The languages that pages are written in: English, and every folder of templates that has words of its own.

    >>> "en" in languages()
    True
    """
    return ("en", *sorted(place.parent.name for place in folder("templates").glob("*/words")))


def shipped() -> dict[str, Path]:
    """Every shipped worksheet: its name and its file.

    >>> all(path.suffix == ".toml" for path in shipped().values())
    True
    """
    return {path.stem: path for path in sorted(folder("worksheets").glob("*.toml"), key=lambda path: path.stem)}


def find(name: str | os.PathLike[str]) -> Path:
    """The file of a worksheet: a path that exists, or the name of a shipped one; raises SymattnError.

    >>> find("two-heads")
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: no worksheet "two-heads"; did you mean "two-heads-by-hand"?
    """
    path, known = Path(name), shipped()
    if path.exists():
        return path
    if str(name) in known:
        return known[str(name)]
    near = nearest(path.name.removesuffix(".toml"), known) or "`symattn list` names the shipped ones"
    what = "there is no such file; " if path.suffix or len(path.parts) > 1 else ""
    raise SymattnError(f'no worksheet "{name}"{": " if what else "; "}{what}{near}')
