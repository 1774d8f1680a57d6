"""Every key of a worksheet file with what it is for and an example: read out of the schema, so that nothing is missing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from symattn.sheet.kinds import KeyOf, Keys, Kind, ListOf, Table, TableOf
from symattn.sheet.options import Options, every_option
from symattn.sheet.schema import SHEET

INDENT = "    "


def tables(
    table: Table[Keys] = SHEET, path: str = ""
) -> Iterator[tuple[str, Table[Keys]]]:
    """Every table of the format below the head by which a file begins it; the file's own keys have none.

    >>> [head for head, _ in tables()][:3]
    ['', '[marking]', '[vary]']
    """
    yield path, table
    for name, key in table.keys.items():
        below = _below(key.kind, ".".join(filter(None, [path.strip("[]"), name])))
        if below:
            yield from tables(*below)


def _below(kind: Kind[object], path: str) -> tuple[Table[Keys], str] | None:
    """The table that a kind consists of, with its head."""
    if isinstance(kind, ListOf) and isinstance(kind.item, Table):
        return kind.item, f"[[{path}]]"
    if isinstance(kind, TableOf) and isinstance(kind.item, Table):
        return kind.item, f"[{path}.NAME]"
    if isinstance(kind, Options):
        return every_option(), f"[{path}]"
    return (kind, f"[{path}]") if isinstance(kind, Table) else None


def entry(name: str, key: KeyOf[object]) -> str:
    """A key, what it is for, and an example as a file has it.

    >>> print(entry("decimals", SHEET.keys["decimals"]))
    decimals: digits shown behind the point, and asked of students
        decimals = 4
    """
    needed = " (needed)" if key.required else ""
    return f"{name}{needed}: {key.about}" + (
        f"\n{INDENT}{name} = {key.example}" if key.example else ""
    )


def reference() -> str:
    """The whole format as text."""
    return "\n\n".join(_section(head, table) for head, table in tables())


def _section(head: str, table: Table[Keys]) -> str:
    title = f"## {head}" if head else "## The file itself, before every [table]"
    return "\n\n".join([title, *(entry(name, key) for name, key in table.keys.items())])


CARD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>symattn: every key of a worksheet</title><style>
@page { size: A4 landscape; margin: 7mm; }
body { font: 6.1pt/1.25 sans-serif; columns: 5; column-gap: 4mm; margin: 0; }
h1 { font-size: 9pt; margin: 0 0 1mm; }
h2 { font-size: 7pt; margin: 1.2mm 0 .4mm; border-bottom: .2mm solid #1b3a5c; break-after: avoid; }
p { margin: 0 0 .35mm; padding-left: 2mm; text-indent: -2mm; break-inside: avoid; overflow-wrap: anywhere; }
code { color: #1b3a5c; }
@media screen { body { font-size: 12px; columns: 18rem; margin: 1rem; } h1, h2 { font-size: 1.2em; } }
</style></head><body>
<h1>symattn: every key of a worksheet</h1>
"""


def card() -> str:
    """The whole format on one printed page, as HTML: of every key an example, or its name, and what it is for.

    >>> "<code>decimals = 4</code> digits shown" in card()
    True
    """
    out = [CARD]
    for head, table in tables():
        out.append(f"<h2>{escape(head or 'above every [table]')}</h2>\n")
        for name, key in table.keys.items():
            shown = f"{name} = {key.example}" if key.example else name
            out.append(f"<p><code>{escape(shown)}</code> {escape(key.about)}</p>\n")
    return "".join([*out, "</body></html>\n"])
