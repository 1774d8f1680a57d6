"""What the formula of a line says, in every way it is usually written: QKᵀ, S/√d_k, softmax(S/√2), AV."""

from __future__ import annotations

import re
from collections.abc import Mapping

from symattn.later import pattern
from symattn.notation import Notation
from symattn.notation.symbols import symbol, typed
from symattn.plan.tree import Expr
from symattn.said import Glossary, Strings

_WIDTH = pattern(r"sqrt\(cols\(([^()]*)\)\)")
_ROOT = pattern(r"√\(d_\{[^{}]*\}\)")
MOST = 24  # formulas of one line


def of_lines(
    lines: Glossary,
    trees: Mapping[str, Expr],
    notation: Notation,
    columns: Mapping[str, int] | None = None,
) -> dict[str, Strings]:
    """The formulas of every line: as the sheet's lines say it, in the sheet's symbols, with the line before put in.

    >>> of_lines({"S": "S = Q @ K.T", "A": "A = softmax(S)"}, {}, Notation.load("paper"))["A"]
    ('softmax(S)', 'softmax(Q @ K.T)')
    """
    found: dict[str, Strings] = {}
    for name, line in lines.items():
        right = line.partition("=")[2].strip()
        ways = [right]
        if name in trees:
            ways.append(typed(notation.formula(trees[name])))
            ways.append(
                re.sub(
                    r"(?<![\w.])[A-Za-z]\w*(?!\w|\()",
                    lambda m: _symbol(m[0], notation),
                    right,
                )
            )
        for way in list(ways):
            ways += [
                _put(way, other, f)
                for other, forms in found.items()
                for f in forms[:2]
                if _mentions(way, other)
            ]
        ways += [_WIDTH.sub("sqrt(d_k)", way) for way in ways if "cols(" in way]
        ways += [
            _WIDTH.sub(lambda m: f"sqrt({(columns or {}).get(m[1], 'd_k')})", way)
            for way in ways
            if "cols(" in way
        ]
        wide = [
            str((columns or {})[m])
            for m in _WIDTH.findall(right)
            if m in (columns or {})
        ]
        ways += [
            _ROOT.sub(f"√({wide[0]})", way)
            for way in ways
            if wide and _ROOT.search(way)
        ]
        own = typed(notation.symbol(name))
        ways = [own] * (
            symbol(own) is None
        ) + ways  # P(A | B), which is no letter with scripts
        found[name] = tuple(dict.fromkeys(way for way in ways if len(way) < 200))[:MOST]
    return found


def _symbol(name: str, notation: Notation) -> str:
    return (
        name
        if name == "T" or notation.names.unnamed(name)
        else typed(notation.symbol(name))
    )


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _put(text: str, name: str, value: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda m: value, text, count=1)
