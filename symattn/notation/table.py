"""A notation file: which keys it may have, what they may say, and where a notation of a given name lies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

from symattn import extensions, toml
from symattn.boxes.latex import unread
from symattn.errors import LimitError, SymattnError, nearest
from symattn.files import FileError, MissingFile, contents, folder, open_inside
from symattn.limits import LARGEST_NOTATION
from symattn.ops import OPS
from symattn.records import frozen
from symattn.said import Glossary, Keyed, Pairs, Strings
from symattn.tables import among, not_none
from symattn.tex.signs import GREEK

NotationLike: TypeAlias = str | Keyed | None
"""A notation as a file names it: a shipped one or a path, a table, or nothing."""
PLAIN = "paper"  # the notation of a sheet that names none


class NotationError(SymattnError):
    """What is wrong in a notation: its ``problems``, each with what to write instead.

    >>> str(NotationError((("notation: produt: unknown key", 'did you mean "product"?'),)))
    'notation: produt: unknown key; did you mean "product"?'
    """

    def __init__(self, problems: Pairs) -> None:
        super().__init__("\n".join(f"{what}; {hint}" for what, hint in problems))
        self.args = (problems,)
        self.problems = problems


Product = Literal["", "×", "·"]


@frozen
class NotationTable:
    """A whole notation: every key that a file may have, and what it may say.

    ``words`` is what it calls operations. In a file these are keys of their own: ``softmax = "Softmax"``.

    >>> load("course-concat").words["softmax"], load("paper").width
    ('Softmax', 'd_k')
    """

    index: str
    transpose: Literal["ᵀ", "⊤", "T", "′"]
    product: Product
    join: str
    brackets: Literal["[]", "()"]
    numbers: Literal["auto", "decimals", "fractions"]
    tokens: Literal["rows", "columns"]
    width: str
    names: Glossary
    words: Glossary
    title: str = ""
    base: str = ""
    scores_product: Product | None = None
    first: int | None = None

    def written(self) -> dict[str, object]:
        """The keys of a file that says all of it, based on no other.

        >>> load("course-concat").written()["softmax"]
        'Softmax'
        """
        said = {key: getattr(self, key) for key in (*OWN, "names") if key != "base"}
        return not_none(said) | dict(self.words)


def _choices(kind: object) -> Iterator[str]:
    """The texts that a Literal, or a union with one, admits."""
    for part in get_args(kind):
        yield from [part] if isinstance(part, str) else _choices(part)


OWN = {
    key: tuple(_choices(kind))
    for key, kind in get_type_hints(NotationTable).items()
    if key not in ("names", "words")
}
"""The keys with one value, and what each admits; nothing where any text will do."""


def keys() -> Strings:
    """All keys there are: those above, and an operation for its symbol.

    >>> {"softmax", "names", "index"} <= set(keys())
    True
    """
    return (*OWN, "names", *OPS.functions)


def shipped() -> dict[str, Path]:
    """Every shipped notation: its name and its file.

    >>> "paper" in shipped()
    True
    """
    return extensions.files("notations") | _own()


@cache  # asked for every notation, of every question
def _own() -> dict[str, Path]:
    return {
        path.stem: path
        for path in sorted((folder("worksheets") / "notations").glob("*.toml"))
    }


def wrong(table: Keyed) -> list[tuple[str, str, str]]:
    """Everything wrong in a notation's table: the key, what is wrong, and what to write instead.

    >>> wrong({"produt": "×"})
    [('produt', 'unknown key', 'did you mean "product"?')]
    """
    found = []
    known = keys()
    for key, value in table.items():
        if key not in known:
            found.append(
                (
                    key,
                    "unknown key",
                    nearest(key, known)
                    or f"write one of {', '.join(OWN)}, names, or an operation",
                )
            )
        elif key == "names":
            found += _wrong_names(value)
        elif key == "first":
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                found.append((key, f"{value!r} is no head number", "write 0 or 1"))
        elif not isinstance(value, str):
            found.append(
                (key, f"{value!r} where text belongs", "write it between quotes")
            )
        elif OWN.get(key) and value not in OWN[key]:
            choices = ", ".join(f'"{c}"' for c in OWN[key])
            found.append(
                (key, f'"{value}" is not known here', f"write one of {choices}")
            )
    return found


def _wrong_names(value: object) -> list[tuple[str, str, str]]:
    if not isinstance(value, Mapping):
        return [
            (
                "names",
                f"{value!r} where a table belongs",
                'write [names] and under it lines such as Q_i = "Q^i"',
            )
        ]
    found = []
    for name, shown in value.items():
        if not isinstance(shown, str):
            found.append(
                (
                    name,
                    f"{shown!r} where text belongs",
                    "write the symbol as LaTeX between quotes",
                )
            )
        elif not shown.isprintable():
            found.append(
                (name, "a control character in it", "write the symbol as LaTeX")
            )
        elif strange := _unread(shown):
            small = strange[0][1:2].islower()
            known = [f"\\{one}" for one in GREEK if one[0].islower() == small]
            hint = (
                nearest(strange[0], known)
                or r"write a letter, or a command such as \mathbf{Q}"
            )
            found.append((name, f"no command {strange[0]} is known here", hint))
        elif name.endswith("_i") and "i" not in re.sub(r"\\[A-Za-z]+", "", shown):
            how = f"write i where it stands, such as {name[:-2]}^{{(i)}}"
            found.append((name, f"no i in '{shown}' for the head's number", how))
    return [(f"names.{name}", what, hint) for name, what, hint in found]


_unread = lru_cache(maxsize=4096)(unread)


def load(source: NotationLike, beside: Path | None = None) -> NotationTable:
    """A notation's whole table, what it is based on included, from its name, a path or a table.

    Raises SymattnError naming the key and the nearest known one.

    >>> load({"base": "paper", "product": "×"}).product
    '×'
    """
    found = _load(source or PLAIN, beside, ())
    return NotationTable(
        **{key: found[key] for key in (*OWN, "names") if key in found},
        words=_words(found),
    )


def over(
    table: NotationTable, source: NotationLike, beside: Path | None = None
) -> NotationTable:
    """A notation's table with what a question overrides; a name or a path replaces it altogether. Raises SymattnError.

    >>> over(load("paper"), {"tokens": "columns"}).tokens
    'columns'
    """
    if source is None:
        return table
    if isinstance(source, str) or "base" in source or wrong(source):
        return load(source, beside)
    own = among(source, OWN)
    names = {**table.names, **source.get("names", {})}
    words = {**table.words, **_words(source)}
    return replace(table, **own, names=names, words=words)


def _words(found: Keyed) -> dict[str, str]:
    return {name: found[name] for name in OPS.functions if name in found}


def _load(source: str | Keyed, beside: Path | None, seen: Strings) -> dict[str, Any]:
    if isinstance(source, str):
        if source in seen:
            raise SymattnError(
                f'notation "{source}": it is based on itself',
                "take the base out of one of the two",
            )
        seen = (*seen, source)
        where, table = f'notation "{source}"', _read(source, beside)
    else:
        where, table = "notation", dict(source)
    problems = wrong(table)
    if problems:
        raise NotationError(
            tuple((f"{where}: {key}: {what}", hint) for key, what, hint in problems)
        )
    if "base" not in table and source != PLAIN:
        table["base"] = PLAIN
    under = _load(table["base"], beside, seen) if "base" in table else {}
    return {
        **under,
        **table,
        "names": {**under.get("names", {}), **table.get("names", {})},
    }


def _read(name: str, beside: Path | None) -> dict[str, Any]:
    known = shipped()
    if name in known:
        return dict(_parsed(known[name].read_text("utf-8")))
    path = (
        Path(name) if beside is None else beside / name
    )  # beside the sheet, never where the command happens to be started
    try:
        return dict(_parsed(_text(name, beside)))
    except MissingFile:
        hint = nearest(name, known, "the shipped ones are")
        raise SymattnError(
            f'notation "{name}": no such notation, and no such file', hint
        ) from None
    except FileError as error:
        raise SymattnError(
            f'notation "{name}": {path} cannot be read: {error.why}'
        ) from None
    except (LimitError, ValueError) as error:
        raise SymattnError(
            f'notation "{name}": {path} cannot be read: {error}'
        ) from None


@lru_cache(
    maxsize=64
)  # every question of every sheet asks for its notation, and for those that this is based on
def _parsed(text: str) -> Keyed:
    return toml.loads(text)


def _text(name: str, beside: Path | None) -> str:
    """What is in a notation's file, which a sheet may name in its own folder alone; what is no .toml file is missing.
    Raises FileError, LimitError, ValueError."""
    if Path(name).suffix != ".toml":
        raise MissingFile(name, "no notation")
    return (
        contents(name, LARGEST_NOTATION)
        if beside is None
        else open_inside(beside, name, LARGEST_NOTATION)
    ).decode("utf-8")
