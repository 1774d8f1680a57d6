"""A notation file: which keys it may have, what they may say, and where a notation of a given name lies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symattn import toml
from symattn.errors import LimitError, SymattnError, nearest
from symattn.files import FileError, contents
from symattn.resources import folder

CHOICES: dict[str, tuple[str, ...]] = {
    "transpose": ("ᵀ", "⊤", "T", "′"),
    "product": ("", "×", "·"),
    "scores_product": ("", "×", "·"),
    "brackets": ("[]", "()"),
    "numbers": ("auto", "decimals", "fractions"),
    "tokens": ("rows", "columns"),
}
TEXTS = ("title", "base", "index", "join", "softmax", "width")
KEYS = (*TEXTS, *CHOICES, "first", "names")
LARGEST = 1_000_000  # bytes of a notation file
PLAIN = "paper"  # the notation of a sheet that names none


def shipped() -> dict[str, Path]:
    """Every shipped notation: its name and its file.

    >>> "paper" in shipped()
    True
    """
    return {path.stem: path for path in sorted((folder("worksheets") / "notations").glob("*.toml"))}


def wrong(table: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Everything wrong in a notation's table: the key, what is wrong, and what to write instead.

    >>> wrong({"produt": "×"})
    [('produt', 'unknown key', 'did you mean "product"?')]
    """
    found = []
    for key, value in table.items():
        if key not in KEYS:
            found.append((key, "unknown key", nearest(key, KEYS) or f"write one of {', '.join(KEYS)}"))
        elif key == "names":
            found += _wrong_names(value)
        elif key == "first":
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                found.append((key, f"{value!r} is no head number", "write 0 or 1"))
        elif not isinstance(value, str):
            found.append((key, f"{value!r} where text belongs", "write it between quotes"))
        elif key in CHOICES and value not in CHOICES[key]:
            known = ", ".join(f'"{c}"' for c in CHOICES[key])
            found.append((key, f'"{value}" is not known here', f"write one of {known}"))
    return found


def _wrong_names(value: object) -> list[tuple[str, str, str]]:
    if not isinstance(value, Mapping):
        return [("names", f"{value!r} where a table belongs", 'write [names] and under it lines such as Q_i = "Q^i"')]
    return [
        (f"names.{name}", f"{shown!r} where text belongs", "write the symbol as LaTeX between quotes")
        for name, shown in value.items()
        if not isinstance(shown, str)
    ] + [
        (f"names.{name}", "a control character in it", "write the symbol as LaTeX")
        for name, shown in value.items()
        if isinstance(shown, str) and not shown.isprintable()
    ]


def load(source: str | Mapping[str, Any] | None, beside: Path | None = None) -> dict[str, Any]:
    """A notation's whole table, what it is based on included, from its name, a path or a table.

    Raises SymattnError naming the key and the nearest known one.

    >>> load({"base": "paper", "product": "×"})["product"]
    '×'
    """
    return _load(source or PLAIN, beside, ())


def over(table: Mapping[str, Any], source: str | Mapping[str, Any] | None, beside: Path | None = None) -> Mapping[str, Any]:
    """A notation's table with what a question overrides; a name or a path replaces it altogether. Raises SymattnError.

    >>> over(load("paper"), {"tokens": "columns"})["tokens"]
    'columns'
    """
    if source is None:
        return table
    if isinstance(source, str) or "base" in source or wrong(source):
        return load(source, beside)
    return {**table, **source, "names": {**table["names"], **source.get("names", {})}}


def _load(source: str | Mapping[str, Any], beside: Path | None, seen: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(source, str):
        if source in seen:
            raise SymattnError(f'notation "{source}": it is based on itself; take the base out of one of the two')
        seen = (*seen, source)
        where, table = f'notation "{source}"', _read(source, beside)
    else:
        where, table = "notation", dict(source)
    problems = wrong(table)
    if problems:
        raise SymattnError("\n".join(f"{where}: {key}: {what}; {hint}" for key, what, hint in problems))
    if "base" not in table and source != PLAIN:
        table["base"] = PLAIN
    under = _load(table["base"], beside, seen) if "base" in table else {}
    return {**under, **table, "names": {**under.get("names", {}), **table.get("names", {})}}


def _read(name: str, beside: Path | None) -> dict[str, Any]:
    known = shipped()
    path = known.get(name) or _path(name, beside)
    if path is None:
        hint = nearest(name, known) or f"the shipped ones are {', '.join(known)}"
        raise SymattnError(f'notation "{name}": no such notation, and no such file; {hint}')
    try:
        return toml.loads(contents(path, LARGEST).decode("utf-8"))
    except FileError as error:
        raise SymattnError(f'notation "{name}": {path} cannot be read: {error.why}') from None
    except (LimitError, ValueError) as error:
        raise SymattnError(f'notation "{name}": {path} cannot be read: {error}') from None


def _path(name: str, beside: Path | None) -> Path | None:
    """The file of that name beside the sheet: never one that lies where the command happens to be started."""
    place = Path(name) if beside is None else beside / name
    return place if place.suffix == ".toml" and place.exists() else None
