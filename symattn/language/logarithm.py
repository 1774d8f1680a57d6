"""The rule for logarithms: the log of a product, quotient or power splits over its factors, as they are written."""

from __future__ import annotations

from flint import fmpq

from symattn.exact.decide import sign, sign_if_told
from symattn.exact.functions import absolute, log
from symattn.exact.number import Number, scaled, total
from symattn.exact.zero import symbolic
from symattn.language.tree import OF_NUMBERS, NodeKind, Tree, too_large
from symattn.limits import MOST_TERMS
from symattn.wording import undefined


def split_log(tree: Tree, index: int, values: list[Number]) -> Number:
    """The logarithm of a node's value; raises SymattnError unless that is proved positive; of letters that is asked.

    >>> tree = Tree()
    >>> e = tree.add("constant", (), "e", 0)
    >>> from symattn.exact.functions import exp
    >>> split_log(tree, e, [exp(1)])
    Number(1)
    """
    if symbolic(values[index]) and sign_if_told(values[index]) is None:
        return log(values[index])
    if sign(values[index]) <= 0:
        raise undefined("logarithm")
    parts: list[Number] = []
    waiting: list[tuple[int, Number]] = [(index, Number.of(1))]
    while waiting:
        at, times = waiting.pop()
        node = tree.nodes[at]
        if not times.terms:  # x to the power 0 is 1, whatever x is
            continue
        if node.op == NodeKind.NEGATIVE or (
            node.op in OF_NUMBERS and OF_NUMBERS[node.op].signed
        ):
            waiting.append((node.args[0], times))
        elif node.op == NodeKind.PRODUCT:
            waiting += [
                (i, -times if mark == "/" else times)
                for mark, i in zip(node.text, node.args, strict=True)
            ]
        elif node.op == NodeKind.FRACTION:
            waiting += [(node.args[0], times), (node.args[1], -times)]
        elif node.op == NodeKind.POWER:
            waiting.append((node.args[0], times * values[node.args[1]]))
        elif node.op == NodeKind.ROOT:
            order = values[node.args[1]].rational if len(node.args) > 1 else fmpq(2)
            waiting.append((node.args[0], scaled(times, 1 / order)))
        else:
            parts.append(times * log(absolute(values[at])))
        if len(waiting) + len(parts) > MOST_TERMS:
            too_large("long_logarithm", MOST_TERMS)
    return total(parts)
