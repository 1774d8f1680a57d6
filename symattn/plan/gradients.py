"""Backward through a plan: the lines that compute derivatives, written in the line language from the operations' rules.

What comes out are lines like any others, so they are worked, printed, checked and marked as lines are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from symattn.errors import SymattnError
from symattn.language.lines import LONGEST_LINE
from symattn.ops import OPS, has
from symattn.ops.gradient import Went
from symattn.ops.shapes import Shape
from symattn.plan import Call, Line, Plan
from symattn.plan.functions import SIGNS
from symattn.plan.reader import read_line
from symattn.plan.spelling import spelled
from symattn.plan.tree import Apply, Expr, Ref, matrices, replaced

_RULE = "ABCDEFH"  # the matrices of an operation in its rule; G is what comes back, Y the result


def gradient_name(name: str) -> str:
    """What the derivative with respect to a matrix is called.

    >>> gradient_name("W_Q_1")
    'dW_Q_1'
    """
    return f"d{name}"


def backward(
    plan: Plan, of: str, wrt: Sequence[str], shapes: Mapping[str, Shape], *, upstream: str = "", blocked: Collection[str] = ()
) -> tuple[Line, ...]:
    """The lines of the derivatives of *of*, weighted by the given *upstream*, with respect to each name of *wrt*.

    They stand in the order of *wrt*, each behind what it needs, which may be more lines. *shapes* are those of the givens and
    of every call. Without *upstream* the derivative of *of* itself, a 1×1 matrix, is 1. *blocked* are the givens that hold
    minus infinity. Raises SymattnError where no such line is known.

    >>> plan, shapes = Plan.read(["H = A @ V"]), {"A": (2, 2), "V": (2, 3), "H": (2, 3)}
    >>> [line.text for line in backward(plan, "H", ["V", "A"], shapes, upstream="dH")]
    ['dV = A.T @ dH', 'dA = dH @ V.T']
    """
    if of in _blocked(plan, blocked):
        raise SymattnError(f"{of} holds scores that are minus infinity", "take the derivative of a line behind the softmax")
    way = _Way(plan, of, tuple(wrt), shapes, upstream)
    trees = way.trees()
    lines: list[Line] = []
    done: set[str] = set()
    for name in wrt:
        for other in way.before(name, trees, done):
            tree = trees[other]
            whole = tree if isinstance(tree, Apply) else Apply(SIGNS["A"], (tree,))
            lines.append(Line(gradient_name(other), f"{gradient_name(other)} = {spelled(whole)}", whole))
    return tuple(lines)


def _blocked(plan: Plan, given: Collection[str]) -> set[str]:
    """The names of all that holds minus infinity."""
    found = set(given)
    for call in plan.calls:
        if has(call.op, "blocks") or (OPS[call.op].masked == "carried" and found & set(call.args)):
            found.add(call.out)
    return found


@dataclass(frozen=True)
class _Way:
    """The way back from one line to the names that are wanted: every call between them."""

    plan: Plan
    of: str
    wrt: tuple[str, ...]
    shapes: Mapping[str, Shape]
    upstream: str
    back: dict[str, Expr] = field(default_factory=dict)

    def trees(self) -> dict[str, Expr]:
        """The derivative with respect to every name on the way, as a tree; what has a name is read by it."""
        between = self._between()
        uses: dict[str, list[Expr]] = {}
        trees: dict[str, Expr] = {}
        if not self.upstream:
            trees[self.of] = read_line("G = ones(1, 1)")[1]
        self.back[self.of] = Ref(self.upstream or gradient_name(self.of))
        for call in reversed(self.plan.calls):
            if call.out not in between:
                continue
            if call.out != self.of:
                tree = self._added(call.out, uses)
                self.back[call.out] = tree if call.hidden else Ref(gradient_name(call.out))
                trees.update({} if call.hidden else {call.out: tree})
            for place, name in enumerate(call.args):
                if name in between:
                    uses.setdefault(name, []).insert(0, self._through(call, place))
        for name in self.wrt:
            trees.setdefault(name, self._added(name, uses))
        return trees

    def _between(self) -> set[str]:
        """What is read on the way to the line and itself depends on a wanted name."""
        reads, depends = {self.of}, set(self.wrt)
        for call in reversed(self.plan.calls):
            reads |= set(call.args) if call.out in reads else set()
        for call in self.plan.calls:
            depends |= {call.out} if depends & set(call.args) else set()
        for name in self.wrt:
            if name not in reads or name == self.of:
                raise SymattnError(f"{self.of} does not depend on {name}", "name what stands before it")
        return reads & depends

    def _added(self, name: str, uses: Mapping[str, list[Expr]]) -> Expr:
        tree = reduce(lambda a, b: Apply(SIGNS["A + B"], (a, b)), uses[name])
        if len(spelled(tree)) > LONGEST_LINE // 2:
            raise SymattnError(f"the derivative with respect to {name} is too long for a line", "split the lines that read it")
        return tree

    def _through(self, call: Call, place: int) -> Expr:
        """What comes back through a call to one of its matrices."""
        op, made = OPS[call.op], (*call.args, call.out)
        if any(len(self.shapes.get(name, ())) != 2 for name in made):
            raise SymattnError(f"{call.op}: gradients are known for matrices, not for batches or sizes in letters")
        went = Went(tuple(self.shapes[name] for name in call.args), self.shapes[call.out], dict(call.params))
        texts = op.gradient(went) if op.gradient else ()
        if place >= len(texts) or not texts[place]:
            which = f" in its matrix {place + 1}" if any(texts) else ""
            raise SymattnError(f"{call.op} has no derivative{which} here", f"known are {', '.join(_known())}")
        numbers = {key: value for key, value in call.params if not isinstance(value, int | tuple | None)}
        parts: dict[str, object] = {**numbers, "G": self.back[call.out], "Y": self._tree(call.out)}
        parts |= zip(_RULE, map(self._tree, call.args), strict=False)
        tree = read_line(f"G = {texts[place]}", frozenset(numbers))[1]
        tree = tree.args[0] if isinstance(tree, Apply) and tree.op == SIGNS["A"] else tree

        def put(part: object) -> object:
            if isinstance(part, Ref):
                return parts[part.name]
            return _turned(part.args[0]) if isinstance(part, Apply) and part.op == SIGNS["A.T"] else part

        return replaced(tree, put)  # type: ignore[return-value]

    def _tree(self, name: str) -> Expr:
        """A matrix as a line reads it: by its name, or as the part of a line that it is."""
        if "." not in name:
            return Ref(name)
        call = next(call for call in self.plan.calls if call.out == name)
        return Apply(call.op, tuple(map(self._tree, call.args)), call.params)

    def before(self, name: str, trees: Mapping[str, Expr], done: set[str]) -> Iterator[str]:
        """A name behind all that its derivative reads and that is not done yet: the last line of the plan first."""
        by_gradient = {gradient_name(other): other for other in trees}
        found, queue = {name}, [name]
        while queue:
            read = (by_gradient[other] for other in matrices(trees[queue.pop()]) if other in by_gradient)
            new = [other for other in dict.fromkeys(read) if other not in found]
            found |= set(new)
            queue += new
        place = {line.name: k for k, line in enumerate(self.plan.lines)}
        yield from sorted(found - done, key=lambda other: -place.get(other, -1))
        done |= found


def _turned(tree: Expr) -> Expr:
    """The transpose, written as one does: of a transpose the matrix itself, of a product the factors turned."""
    if isinstance(tree, Apply) and tree.op == SIGNS["A.T"]:
        return tree.args[0]
    if isinstance(tree, Apply) and tree.op == SIGNS["A @ B"]:
        return Apply(tree.op, tuple(map(_turned, reversed(tree.args))))
    return Apply(SIGNS["A.T"], (tree,))


def _known() -> list[str]:
    return sorted(op.name for op in OPS.values() if op.gradient)
