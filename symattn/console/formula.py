"""Matrices known by name and shape only: SymPy's MatrixSymbols give the formula and the shape of every line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeGuard, cast

from symattn.console.convert import given_from, matrix_from
from symattn.console.recipe import Recipe
from symattn.console.shown import Shown
from symattn.errors import ShapeError, SymattnError, nearest
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, is_sympy, to_sympy
from symattn.later import later
from symattn.ops import OPS, has
from symattn.ops.shapes import Shape, written
from symattn.plan import Call, Plan
from symattn.plan.amounts import Operand
from symattn.plan.derivation import resolve, shapes

if TYPE_CHECKING:
    from sympy import Basic, Expr, MatrixExpr

    from symattn.console import matrix_function
    from symattn.sheet import variants
else:
    matrix_function, variants = later("symattn.console.matrix_function"), later("symattn.sheet.variants")


def is_formula(x: object) -> TypeGuard[MatrixExpr]:
    """Whether x is a matrix known by its name and shape only: SymPy's MatrixSymbol or what is made of it.

    A matrix of entries is none, nor is one whose entries are known, such as an identity of a known size.

    >>> is_formula([[1, 2]])
    False
    """
    if not is_sympy(x) or not hasattr(x, "is_MatrixExpr") or not x.is_MatrixExpr:
        return False
    from sympy import MatrixSymbol

    return bool(x.atoms(MatrixSymbol)) or not all(isinstance(_size(n), int) for n in x.shape)


class Formula(Shown):
    """The lines as SymPy matrix expressions: ``f["S"]`` is written in the givens, ``f.shapes["S"]`` its shape.

    >>> from sympy import MatrixSymbol, symbols
    >>> from symattn.console.calls import derive
    >>> n, d = symbols("n d")
    >>> f = derive(["S = X @ X.T", "A = softmax(S)"], X=MatrixSymbol("X", n, d))
    >>> f["A"], f.shapes["A"]
    (softmax(X*X.T), (n, n))
    """

    def __init__(self, plan: Plan, givens: Mapping[str, object]) -> None:
        self.plan = plan
        self.givens = {name: x if is_formula(x) else to_sympy(given_from(x, name)) for name, x in givens.items()}
        sized = {name: tuple(x.shape) for name, x in self.givens.items() if hasattr(x, "shape")}
        missing = [name for name in plan.givens if name not in self.givens]
        if missing:
            raise SymattnError(f"not given: {', '.join(missing)}; the lines read {', '.join(plan.givens)}")
        found, problems = shapes(plan, {name: tuple(map(_size, shape)) for name, shape in sized.items()})
        if problems:
            raise ShapeError("\n".join(str(error) for _, error in problems))
        self.shapes = {name: found[name] for name in (*sized, *plan.names) if name in found}
        self._values: dict[str, Basic] = dict(self.givens)
        for call in plan.calls:
            self._values[call.out] = self._expression(call, found[call.out])

    @staticmethod
    def of_variant(variant: str, options: Mapping[str, object], givens: Mapping[str, object]) -> Formula:
        """A kind of attention on matrices of which some are known by name and shape only."""
        return Formula(variants.plan_of(variant, options, {name: _shape(x, name) for name, x in givens.items()}), givens)

    @staticmethod
    def of_lines(texts: Iterable[str], givens: Mapping[str, object]) -> Formula:
        """Lines of one's own on such matrices."""
        exact = {name: given_from(x, name) for name, x in givens.items() if not is_formula(x)}
        return Formula(Recipe.of_lines(texts, exact).plan(exact), givens)

    def __getitem__(self, name: str) -> Basic:
        if name not in self._values or "." in name:
            hint = nearest(str(name), self.plan.names) or "the lines are " + ", ".join(self.plan.names)
            raise SymattnError(f"there is no line {name!r}; {hint}")
        return self._values[name]

    def _ipython_key_completions_(self) -> list[str]:
        return [name for name in self._values if "." not in name]

    @property
    def output(self) -> Basic:
        """The last line's expression."""
        return self._values[self.plan.names[-1]]

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line with its shape, as text."""
        return tuple(f"{line.text.strip()}   {written(self.shapes[line.name])}" for line in self.plan.lines)

    def _expression(self, call: Call, shape: Shape) -> Basic:
        inputs = [self._values[name] for name in call.args]
        params = {key: self._param(value) for key, value in call.params}
        write = OPS[call.op].expression
        if write is not None and (len(inputs) < 2 or has(call.op, "product") or len({tuple(x.shape) for x in inputs}) == 1):
            return write(*inputs, **params)
        return matrix_function.MatrixFunction.of(call.op, shape, inputs, params)

    def _param(self, value: object) -> object:
        """A scalar parameter as a SymPy expression: a size may be a letter."""
        known = {name: _Sized(*x.shape) if hasattr(x, "shape") else from_sympy(x) for name, x in self._values.items()}
        found = resolve(value, cast(dict[str, Operand], known))
        return to_sympy(found) if isinstance(found, Number) else found

    def _shown(self) -> Basic:
        return self.output

    def __repr__(self) -> str:
        return "\n".join(self.lines)


class _Sized:
    """Stands for a matrix of which only the shape is known; sizes are exact values, letters among them."""

    def __init__(self, rows: Expr, cols: Expr) -> None:
        self.shape = given_from(rows, "rows"), given_from(cols, "columns")


def _size(n: Expr | int) -> Expr | int:
    return int(n) if isinstance(n, int) or n.is_Integer else n


def _shape(x: object, name: str) -> Shape:
    found = x if is_formula(x) else matrix_from(x, name.removesuffix("_matrix"))
    return tuple(map(_size, found.shape)) if is_formula(x) else found.shape
