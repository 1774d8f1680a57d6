"""An expression as a line writes it: the way back from a tree to its text."""

from __future__ import annotations

import re

from symattn.ops import OPS
from symattn.plan.tree import Expr, Func, Num, Ref, Root, Size, Sum

SUM, PRODUCT, UNARY, POWER, ATOM = range(1, 6)  # how tightly a piece of text binds
_LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "@": PRODUCT, "**": POWER}
Placed = tuple[str, int]


def spelled(tree: Expr) -> str:
    """The text of an expression, which reads back as the same.

    >>> from symattn.plan.reader import read_line
    >>> spelled(read_line("L = causal_mask((S / (sqrt(cols(K)))))")[1])
    'causal_mask(S / sqrt(cols(K)))'
    """
    return _placed(tree)[0]


def _at(placed: Placed, level: int) -> str:
    text, own = placed
    return text if own >= level else f"({text})"


def _joined(left: Placed, sign: str, right: Placed, level: int) -> Placed:
    """Two sides of a sign: the left one may bind as tightly, the right one has to bind more tightly."""
    if level == POWER:
        return f"{_at(left, ATOM)} {sign} {_at(right, UNARY)}", POWER
    return f"{_at(left, level)} {sign} {_at(right, level + 1)}", level


def _placed(tree: Expr) -> Placed:
    if isinstance(tree, Ref):
        return tree.name, ATOM
    args, params = [_placed(arg) for arg in tree.args], dict(tree.params)
    op = OPS[tree.op]
    if not op.written:
        texts = [text for text, _ in args]
        texts += [f"{key}={_param(value)}" if key in op.signature.defaults else _param(value) for key, value in tree.params]
        return f"{tree.op}({', '.join(texts)})", ATOM
    if infix := re.fullmatch(r"A (\S+) [Bc]", op.written):
        right = args[1] if len(args) > 1 else _number(next(iter(params.values())))
        return _joined(args[0], infix[1], right, _LEVELS[infix[1]])
    if op.written.endswith("]"):
        return f"{_at(args[0], ATOM)}[{_index(params['rows'])}, {_index(params['cols'])}]", ATOM
    match op.written:
        case "A.T":
            return f"{_at(args[0], ATOM)}.T", ATOM
        case "-A":
            return f"-{_at(args[0], UNARY)}", UNARY
        case "A":
            return args[0]
    return _number(next(iter(params.values())))


def _param(value: object) -> str:
    return f"({', '.join(map(_param, value))})" if isinstance(value, tuple) else _number(value)[0]


def _number(value: object) -> Placed:
    match value:
        case Num(text):
            return text, ATOM
        case Ref(name):
            return name, ATOM
        case Size(axis, of):
            return f"{axis}({of.name})", ATOM
        case Root(of):
            return f"sqrt({_number(of)[0]})", ATOM
        case Func(name, args):
            return f"{name}({', '.join(_number(arg)[0] for arg in args)})", ATOM
        case Sum("-", Num("0"), right):
            return f"-{_at(_number(right), UNARY)}", UNARY
        case Sum(sign, left, right):
            sign = "**" if sign == "^" else sign
            return _joined(_number(left), sign, _number(right), _LEVELS[sign])
    return str(value), ATOM


def _index(spec: object) -> str:
    match spec:
        case ("slice", start, stop, step):
            bounds = ["" if bound is None else str(bound) for bound in (start, stop)]
            return ":".join([*bounds, str(step)] if step is not None else bounds)
        case ("list", places):
            return f"[{', '.join(map(str, places))}]"  # type: ignore[call-overload]
        case ("at", place):
            return str(place)
    raise TypeError(f"{spec!r} picks nothing")
