"""A variant as a worksheet file: the template's own text with the drawn numbers in place of its own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomlkit

from symattn import toml
from symattn.course.vary.draws import Cells
from symattn.course.vary.search import DrawnVariant
from symattn.errors import LimitError, SymattnError
from symattn.files import shown
from symattn.notation import table as notations
from symattn.ops import OPS
from symattn.said import Keyed
from symattn.sheet import Sheet
from symattn.sheet.logo import logo_of
from symattn.sheet.variants import table_of


def written(
    template: str, variant: DrawnVariant, about: Keyed = MappingProxyType({})
) -> str:
    """The variant's worksheet: the template's text without ``[vary]``, its givens replaced, keys of *about* on top.

    >>> text = "[[question]]\\nid = 'q'\\n[question.given]\\nX = [[0]]\\n[vary]\\ntries = 1\\n"
    >>> print(written(text, DrawnVariant({("q", "X"): (("2", "log(3)"),)}, {}, {})))
    [[question]]
    id = 'q'
    [question.given]
    X = [[2, "log(3)"]]
    <BLANKLINE>
    """
    document = tomlkit.parse(toml.rewritable(template))
    document.pop("vary", None)
    for key, value in about.items():
        document[key] = value
    for number, question in enumerate(document.get("question", []), start=1):
        for (where, name), rows in variant.given.items():
            if where == question.get("id", f"q{number}"):
                table = question[
                    "given" if name in question.get("given", {}) else "sizes"
                ]
                table[name] = _toml(
                    rows if isinstance(table[name], list) else rows[0][0]
                )
    return tomlkit.dumps(document)


def carried(text: str, sheet: Path) -> str:
    """A worksheet's text that needs no file beside it: a notation and a kind of attention of one's own stand in it as tables, a
    logo as an address. Raises LimitError.

    What is made of a sheet, a variant or a platform's folder, is read elsewhere, where those files are not.
    """
    if not _names_files(text):
        return text
    try:
        document = tomlkit.parse(toml.rewritable(text))
    except LimitError as error:
        raise LimitError(f"{shown(sheet)}: {error}") from None
    folder = sheet.parent
    logo = document.get("logo")
    if logo is not None:
        with suppress(SymattnError):  # said with its place when the sheet is read
            document["logo"] = logo_of(str(logo), folder).address
    tables = [document, *document.get("question", [])]
    own = [table for table in tables if _is_own(table.get("notation"))]
    for table in own:
        table["notation"] = _inline(
            notations.load(_plain(table["notation"]), folder).written()
        )
    kinds = [
        table for table in tables if str(table.get("variant", "")).endswith(".toml")
    ]
    for table in kinds:
        with suppress(SymattnError):  # said with its place when the sheet is read
            table["variant"] = _inline(table_of(folder, str(table["variant"])))
    return tomlkit.dumps(document) if own or kinds or logo is not None else text


def code_left(sheet: Sheet) -> str:
    """The operations on a worksheet that extensions brought, each with its file: code does not go along. The empty text where
    there are none.

    >>> from symattn.sheet import loads
    >>> code_left(loads("[[question]]\\nsteps = ['B = exp(A)']\\ngiven.A = [[2]]"))
    ''
    """
    used = dict.fromkeys(
        call.op for question in sheet.questions for call in question.plan.calls
    )
    homes = {name: OPS[name].run.__module__ for name in used if name in OPS}
    return ", ".join(
        f"{name} ({shown(str(sys.modules[home].__file__))})"
        for name, home in homes.items()
        if not home.startswith("symattn.")
    )


def _names_files(text: str) -> bool:
    """Whether a notation, a kind or a logo lies beside the sheet: nearly never, so it is asked of the faster reader; so it may be
    where that reads nothing."""
    try:
        plain = toml.loads(text)
    except (ValueError, SymattnError):
        return True
    asked = plain.get("question", [])
    tables = [
        table
        for table in (plain, *(asked if isinstance(asked, list) else []))
        if isinstance(table, dict)
    ]
    own = any(
        _is_own(table.get("notation"))
        or str(table.get("variant", "")).endswith(".toml")
        for table in tables
    )
    return own or "logo" in plain


def _is_own(notation: Any) -> bool:
    """Whether a notation lies in a file beside the sheet, or is based on one that does."""
    name = notation.get("base") if isinstance(notation, Mapping) else notation
    return isinstance(name, str) and name not in notations.shipped()


def _plain(notation: Any) -> Any:
    return notation.unwrap() if hasattr(notation, "unwrap") else str(notation)


def _inline(table: Keyed) -> Any:
    made = tomlkit.inline_table()
    for key, value in table.items():
        made[key] = _inline(value) if isinstance(value, Mapping) else value
    return made


def _toml(cells: Cells | str) -> Any:
    """The cells as TOML, or a number's one: numbers bare, everything else between quotes."""
    return tomlkit.parse(f"x = {_written(cells)}")["x"]


def _written(cells: Any) -> str:
    if not isinstance(cells, str):
        return f"[{', '.join(map(_written, cells))}]"
    digits = cells.lstrip("-").replace(".", "", 1)
    return cells if digits.isdigit() else f'"{cells}"'
