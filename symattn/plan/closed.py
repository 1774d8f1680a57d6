"""Derivatives in closed form: with those that a line reads put in, U(ŷ − y) for U dz."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from symattn.ops.shapes import Shapes
from symattn.plan import Plan
from symattn.plan.ones import put_into, shape_of
from symattn.plan.tree import Expr, matrices, spelled

LONGEST = 90
"""Signs of a derivative in closed form: what is longer is read better step by step."""


def in_closed_form(plan: Plan, known: Shapes) -> dict[str, Expr]:
    """The derivatives that no other one reads, as expressions of what is no derivative; *known* are the shapes of all lines and
    givens. Those that read no other, and those that would be long, are left out.

    >>> from symattn.plan.gradients import backward
    >>> plan, shapes = Plan.read(["z = v @ U", "a = sigmoid(z)"]), {"U": (3, 1), "v": (1, 3), "z": (1, 1), "a": (1, 1)}
    >>> plan = Plan((*plan.lines, *backward(plan, "a", ["z", "v"], shapes)))
    >>> known = {**shapes, "dz": (1, 1), "dv": (1, 3)}
    >>> [(name, spelled(tree)) for name, tree in in_closed_form(plan, known).items()]
    [('dv', 'a * (1 - a) @ U.T')]
    """
    back = {line.name: line.tree for line in plan.lines if line.back}
    read = {name for tree in back.values() for name in matrices(tree) if name in back}
    return {
        name: tree
        for name, tree in _whole(plan, known)
        if name not in read and read.intersection(matrices(back[name]))
    }


def _whole(plan: Plan, known: Shapes) -> Iterator[tuple[str, Expr]]:
    back = {line.name for line in plan.lines if line.back}
    found: dict[str, Expr] = {}

    for line in plan.lines:
        if line.name not in back or not back.intersection(line.reads) <= found.keys():
            continue
        tree = put_into(line.tree, found, partial(shape_of, known=known))
        if len(spelled(tree)) <= LONGEST:
            found[line.name] = tree
            yield line.name, tree
