"""What a formula on a page comes to, by mpmath: boxes are read back as mathematics, with 400 digits.

Nothing of how the page decides between = and ≈ is used here. A box that is more than arithmetic of matrices (a mask, RoPE)
comes to None and is passed over by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mpmath import mp, mpf

from symattn.boxes import Box, Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, Stack

EQUAL = mpf(10) ** -350
FUNCTIONS: dict[str, Callable[[mpf], mpf]] = {"log": mp.log, "sin": mp.sin, "cos": mp.cos, "exp": mp.exp, "tanh": mp.tanh}


class Unknown(Exception):
    """The box is more than arithmetic."""


def worth(box: Box, names: Mapping[Box, object]) -> object | None:
    """The value of a box, a number or rows of numbers (None for minus infinity); None for what is not arithmetic."""
    try:
        return _value(box, names)
    except Unknown:
        return None


def _value(box: Box, names: Mapping[Box, object]) -> object:
    if box in names:
        return names[box]
    match box:
        case Ink(text, "number"):
            return mpf(text)
        case Ink("e", "letter"):
            return mp.e
        case Ink("π"):
            return mp.pi
        case Row(items):
            return _sum(list(items), names)
        case Frac(top, bottom):
            return _by(_value(top, names), 1 / _number(_value(bottom, names)))
        case Root(body, index):
            return mp.root(_number(_value(body, names)), index)
        case Fence("|", body, _):
            inner = _value(body, names)
            return [[abs(x) for x in r] for r in _rows(inner)] if isinstance(inner, list) else abs(inner)  # type: ignore[arg-type]
        case Fence(_, body, _) | Boxed(body):
            return _value(body, names)
        case Script(base, None, Ink("ᵀ" | "⊤")):
            return [list(column) for column in zip(*_rows(_value(base, names)), strict=True)]
        case Script(base, None, sup) if sup is not None:
            return mp.power(_number(_value(base, names)), _number(_value(sup, names)))
        case Grid(rows):
            return [[None if _infinite(cell) else _number(_value(cell, names)) for cell in r] for r in rows]
    raise Unknown(box)


def _infinite(box: Box) -> bool:
    return box == Row((Ink("−", "punct"), Ink("∞", "number")))


def _sum(items: list[Box], names: Mapping[Box, object]) -> object:
    total: object | None = None
    sign, term = 1, list[Box]()
    for item in [*items, Ink("+", "operator")]:
        if isinstance(item, Ink) and item.text in "+−" and item.kind in ("operator", "punct"):
            if term:
                value = _product(term, names)
                total = _by(value, mpf(sign)) if total is None else _plus(total, _by(value, mpf(sign)))
                term = []
                sign = 1
            sign = -1 if item.text == "−" else 1
        else:
            term.append(item)
    if total is None:
        raise Unknown(items)
    return total


def _product(items: list[Box], names: Mapping[Box, object]) -> object:
    total: object | None = None
    below, k = False, 0
    while k < len(items):
        item = items[k]
        k += 1
        if isinstance(item, Ink) and (item.kind == "space" or item.text in "·×"):
            continue
        if item == Ink("/", "punct"):
            below = True
            continue
        if isinstance(item, Ink) and item.kind == "upright" and item not in names:
            if item.text not in FUNCTIONS or k == len(items):
                raise Unknown(item)
            inner = _value(items[k], names)
            value: object = [[FUNCTIONS[item.text](x) for x in r] for r in _rows(inner)] if isinstance(inner, list) else None
            value = FUNCTIONS[item.text](_number(inner)) if value is None else value
            k += 1
        else:
            value = _value(item, names)
        if below:
            value, below = 1 / _number(value), False
        total = value if total is None else _times(total, value)
    if total is None:
        raise Unknown(items)
    return total


def _number(value: object) -> mpf:
    if isinstance(value, list):
        if len(value) == 1 and len(value[0]) == 1 and value[0][0] is not None:
            return value[0][0]
        raise Unknown(value)
    return value  # type: ignore[return-value]


def _rows(value: object) -> list[list[mpf]]:
    if not isinstance(value, list) or any(x is None for r in value for x in r):
        raise Unknown(value)
    return value


def _by(value: object, factor: mpf) -> object:
    return [[x if x is None else x * factor for x in r] for r in value] if isinstance(value, list) else value * factor  # type: ignore[operator]


def _times(a: object, b: object) -> object:
    if not isinstance(a, list) or not isinstance(b, list):
        return _by(b, a) if not isinstance(a, list) else _by(a, b)  # type: ignore[arg-type]
    if len(a[0]) != len(b):
        raise Unknown((a, b))
    return [[mp.fsum(x * y for x, y in zip(r, c, strict=True)) for c in zip(*_rows(b), strict=True)] for r in _rows(a)]


def _plus(a: object, b: object) -> object:
    if not isinstance(a, list) or not isinstance(b, list):
        return _number(a) + _number(b)
    rows, cols = max(len(a), len(b)), max(len(a[0]), len(b[0]))
    wide = [[[m[i % len(m)][j % len(m[0])] for j in range(cols)] for i in range(rows)] for m in (_rows(a), _rows(b))]
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(*wide, strict=True)]


def same(a: object, b: object) -> bool:
    """Whether two values are equal as far as 350 digits tell."""
    return all((x is None) == (y is None) and (x is None or abs(x - y) < EQUAL) for x, y in _pairs(a, b))


def _pairs(a: object, b: object) -> Sequence[tuple[mpf | None, mpf | None]]:
    left, right = (x if isinstance(x, list) else [[x]] for x in (a, b))
    if [len(r) for r in left] != [len(r) for r in right]:
        return [(mpf(0), mpf(1))]
    return [(x, y) for r, s in zip(left, right, strict=True) for x, y in zip(r, s, strict=True)]


def units(box: Box) -> list[mpf]:
    """Half a unit in the last place of every number of a rounded form, cell by cell; 0 where nothing is rounded off."""
    match box:
        case Boxed(body):
            return units(body)
        case Fence("(", Row(items), ")"):
            parts: list[list[Box]] = [[]]
            for item in items:
                if item == Ink(",", "punct"):
                    parts.append([])
                elif not (isinstance(item, Ink) and item.kind == "space"):
                    parts[-1].append(item)
            return [_unit(Row(tuple(part))) for part in parts]
        case Grid(rows):
            return [_unit(cell) for r in rows for cell in r]
        case Row(items) if any(isinstance(x, (Fence, Grid, Frac)) for x in items):
            return []  # a sum or a product of numbers has no last place
    return [_unit(box)]


def _unit(box: Box) -> mpf:
    inks = [x for x in (box.items if isinstance(box, Row) else (box,)) if not (isinstance(x, Ink) and x.text == "−")]
    if inks and isinstance(inks[-1], Script) and isinstance(inks[-1].sup, (Ink, Row)) and isinstance(inks[-3], Ink):
        power = mpf(10) ** int(worth(inks[-1].sup, {}))  # type: ignore[call-overload]
        return power * _unit(inks[-3])
    digits = inks[-1].text.partition(".")[2] if inks and isinstance(inks[-1], Ink) else ""
    return mpf(10) ** -len(digits) / 2 if digits else mpf(0)


def stripped(box: Box) -> Box:
    """The box without accents and frames."""
    return stripped(box.body) if isinstance(box, (Boxed, Stack)) else box
