"""What an expression may stand for when the decimals in it are rounded numbers: 1/1.414 is no exact 500/707."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import arb, ctx, fmpq

from symattn.exact.decide import BITS, EVERYTHING, Span
from symattn.language.evaluate import decimal
from symattn.language.functions import OF_NUMBERS
from symattn.language.precision import precision
from symattn.language.tree import Kind, Node, Tree


def rounded(tree: Tree, index: int) -> bool:
    """Whether decimals stand inside an expression that is no plain decimal itself.

    >>> tree = Tree()
    >>> half = tree.add("numeral", (), "0.5", 0)
    >>> rounded(tree, tree.add("power", (half, half), "", 0))
    True
    """
    seen, waiting = set(), [index]
    while waiting:
        node = tree.nodes[waiting.pop()]
        if node.op == Kind.NUMERAL and ("." in node.text or "e" in node.text.lower()):
            return True
        new = [i for i in node.args if i not in seen]
        seen.update(new)
        waiting += new
    return False


def spans(tree: Tree) -> list[Span]:
    """All the numbers every node may stand for, each decimal in it being rounded; a node without bounds is the whole line.

    >>> tree = Tree()
    >>> one, d = (tree.add("numeral", (), text, 0) for text in ("1", "0.5"))
    >>> quotient = tree.add("fraction", (one, d), "", 0)
    >>> spans(tree)[quotient]
    [1.8181818, 2.2222222]
    """
    with ctx.workprec(BITS):
        balls: list[arb] = []
        for k, node in enumerate(tree.nodes):
            if node.op == Kind.NUMERAL:
                balls.append(_numeral(tree, k))
                continue
            rule = _RULES.get(node.op)
            balls.append(rule(node, [balls[i] for i in node.args]) if rule else arb("nan"))
        return [Span(x.lower(), x.upper()) if x.is_finite() else EVERYTHING for x in balls]


def _numeral(tree: Tree, k: int) -> arb:
    text = tree.nodes[k].text
    middle = decimal(text)
    found = precision(tree, k) if "." in text or "e" in text.lower() else None
    if found is None:
        return arb(middle)
    half = fmpq(found.unit.numerator, 2 * found.unit.denominator)
    return arb(middle - half).union(arb(middle + half))


def _product(node: Node, args: Sequence[arb]) -> arb:
    out = arb(1)
    for sign, x in zip(node.text, args, strict=True):
        out = out / x if sign == "/" else out * x
    return out


def _raised(node: Node, args: Sequence[arb]) -> arb:
    base, exponent = args
    whole = exponent.unique_fmpz()
    return base ** int(whole) if whole is not None and abs(int(whole)) < 10_000 else base**exponent


def _root(node: Node, args: Sequence[arb]) -> arb:
    return args[0].sqrt() if len(args) == 1 else args[0] ** (1 / args[1])


def _log(node: Node, args: Sequence[arb]) -> arb:
    return args[0].log() / args[1].log() if len(args) == 2 else args[0].log()


def _one(function: Callable[[arb], arb]) -> Callable[[Node, Sequence[arb]], arb]:
    return lambda node, args: function(args[0])


_RULES: dict[str, Callable[[Node, Sequence[arb]], arb]] = {
    Kind.CONSTANT: lambda node, args: arb.pi() if node.text == "pi" else arb(1).exp(),
    Kind.SUM: lambda node, args: sum(args[1:], args[0]),
    Kind.NEGATIVE: lambda node, args: -args[0],
    Kind.FRACTION: lambda node, args: args[0] / args[1],
    Kind.PRODUCT: _product, Kind.POWER: _raised, Kind.ROOT: _root, Kind.LOG: _log,
    **{name: _one(function.ball) for name, function in OF_NUMBERS.items()},
}  # fmt: skip
