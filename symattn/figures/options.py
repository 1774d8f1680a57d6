"""What an author may set about a figure, and what is wrong in a table that sets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symattn.errors import nearest
from symattn.figures.model import ShapeKind
from symattn.figures.names import FIGURES
from symattn.said import Named
from symattn.tables import only

KINDS = tuple(ShapeKind)


def _texts(value: object) -> bool:
    return isinstance(value, list | tuple) and only(value, str)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _shapes(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(shape, list | tuple)
        and len(shape) > 1
        and all(_whole(size) or isinstance(size, str) for size in shape)
        for shape in value.values()
    )


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


OPTIONS: dict[str, tuple[Callable[[object], bool], str]] = {
    "name": (_is(str), 'write the figure\'s name, such as "multi-head"'),
    "hide": (_texts, 'write what the blank keeps back, such as ["shapes"], or [] for nothing'),
    "heads": (lambda value: (_whole(value) and bool(value)) or isinstance(value, str), 'write a number or a letter, such as "h"'),
    "first": (_whole, "write the number of the first head: 0 or 1"),
    "head": (_whole, "write the number of the head that is shown"),
    "line": (_is(str), 'write the name of a line, such as "A_1"'),
    "letter": (_is(str), 'write the letter that grows, such as "n"'),
    "tokens": (_texts, 'write the words, such as ["I", "love"]'),
    "shapes": (_shapes, 'write shapes by name, such as { X = ["n", "d"] }'),
    "causal": (_is(bool), "write true or false"),
    "output": (_is(bool), "write true or false"),
}  # fmt: skip


def wrong(table: Named) -> list[tuple[str, str, str]]:
    """Everything wrong in a figure's table: the key, what is wrong, and what to write instead.

    >>> wrong({"name": "multihead", "heads": 0})
    [('name', "no figure 'multihead'", 'did you mean "multi-head"?'), ('heads', '0 does not belong here', \
'write a number or a letter, such as "h"')]
    """
    found = (
        []
        if "name" in table
        else [("name", "a figure without a name", f"write one of {', '.join(FIGURES)}")]
    )
    for key, value in table.items():
        if key not in OPTIONS:
            hint = nearest(key, OPTIONS, "write one of")
            found.append((key, "unknown key", hint))
        elif not OPTIONS[key][0](value):
            found.append((key, f"{value!r} does not belong here", OPTIONS[key][1]))
        elif key == "name" and value not in FIGURES:
            found.append(
                (
                    key,
                    f"no figure {value!r}",
                    nearest(str(value), FIGURES, "write one of"),
                )
            )
        elif key == "hide" and isinstance(value, list | tuple):
            known = ", ".join(KINDS)
            found += [
                (key, f"nothing is called {k!r}", f"write some of {known}")
                for k in value
                if k not in KINDS
            ]
    return found
