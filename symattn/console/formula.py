"""Matrices known by name and shape only: SymPy's MatrixSymbols give the formula and the shape of every line."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from symattn.console import page
from symattn.console.convert import given_from, plain, put_in
from symattn.console.derived import Derivation, no_line, not_given
from symattn.console.display import BREAK, say
from symattn.console.shown import LinesOnGivens, planned
from symattn.errors import ShapeError, SymattnError
from symattn.exact.number import Number
from symattn.exact.sympy import from_sympy, is_sympy, to_sympy
from symattn.ops import OPS, has
from symattn.ops.shapes import Shape, written
from symattn.plan import Call
from symattn.plan.amounts import Operand
from symattn.plan.derivation import resolve, shapes
from symattn.said import Named, Strings
from symattn.tables import in_each

if TYPE_CHECKING:
    from sympy import Basic, Expr, MatrixExpr


class Unentered(SymattnError, AttributeError):
    """What takes entries is asked of matrices that are known by name and shape only.

    >>> print(Unentered("decimals takes entries"))
    decimals takes entries
    """

    __str__ = SymattnError.__str__


def is_formula(x: object) -> TypeGuard[MatrixExpr]:
    """Whether x is a matrix known by its name and shape only: SymPy's MatrixSymbol or what is made of it.

    A matrix of entries is none, nor is one whose entries are known, such as an identity of a known size.

    >>> is_formula([[1, 2]])
    False
    """
    if not is_sympy(x) or not hasattr(x, "is_MatrixExpr") or not x.is_MatrixExpr:
        return False
    from sympy import MatrixSymbol

    return bool(x.atoms(MatrixSymbol)) or not all(
        isinstance(_size(n), int) for n in x.shape
    )


class Formula(LinesOnGivens):
    """The lines as SymPy matrix expressions: ``f["S"]`` is written in the givens, ``f.shapes["S"]`` its shape.

    >>> from sympy import MatrixSymbol, symbols
    >>> from symattn.console.calls import derive
    >>> n, d = symbols("n d")
    >>> f = derive(["S = X @ X.T", "A = softmax(S)"], X=MatrixSymbol("X", n, d))
    >>> f["A"], f.shapes["A"]
    (softmax(X*X.T), (n, n))
    """

    def __init__(self, recipe: Strings, givens: Named) -> None:
        self.recipe = recipe
        exact = {
            name: x if is_formula(x) else given_from(x, name)
            for name, x in givens.items()
        }
        self.givens = {
            name: x if is_formula(x) else to_sympy(x) for name, x in exact.items()
        }
        sized = {
            name: sizes(x) for name, x in self.givens.items() if hasattr(x, "shape")
        }
        self.plan = plan = planned(recipe, exact)
        missing = [name for name in plan.givens if name not in self.givens]
        if missing:
            raise SymattnError(
                f"not given: {', '.join(missing)}; the lines read {', '.join(plan.givens)}"
            )
        found, problems = shapes(plan, sized)
        if problems:
            raise ShapeError("\n".join(str(error) for _, error in problems))
        self.shapes = {
            name: found[name] for name in (*sized, *plan.names) if name in found
        }
        self._values: dict[str, Basic] = dict(self.givens)
        for call in plan.calls:
            self._values[call.out] = self._expression(call, found[call.out])

    def __getitem__(self, name: str) -> Basic:
        if not isinstance(name, str) or name not in self.names:
            raise no_line(name, self.names, self.plan.names)
        return self._values[name]

    def __getattr__(self, name: str) -> object:
        if not name.startswith("_") and hasattr(Derivation, name):
            free = [k for k, x in self.givens.items() if is_formula(x)]
            wanted = ", ".join(f"{k}=…" for k in free)
            hint = f"put in what is known by name and shape only: f.with_({wanted})"
            raise Unentered(f"{name} takes entries", hint)
        raise AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}"
        )

    @property
    def lines(self) -> Strings:
        """Every line with its shape, as text."""
        return tuple(
            f"{line.text.strip()}   {written(self.shapes[line.name])}"
            for line in self.plan.lines
        )

    def with_(self, **givens: object) -> Formula | Derivation:
        """The same lines on other givens: a Derivation once all of them have entries.

        >>> from sympy import MatrixSymbol
        >>> f = Formula(("S = X @ X",), {"X": MatrixSymbol("X", 2, 2)})
        >>> f.with_(X=[[1, 0], [0, 2]])["S"]
        Matrix([
        [1, 0],
        [0, 4]])
        """
        for name in givens:
            if name not in self.givens:
                raise not_given(name, self.givens)
        return derived(self.recipe, {**self.givens, **in_each(plain, givens)})

    def subs(self, *args: object, **options: object) -> Formula | Derivation:
        """The same lines with matrices, numbers or expressions put in, written as for SymPy's ``subs``."""
        return derived(
            self.recipe,
            {name: x.subs(*put_in(args), **options) for name, x in self.givens.items()},
        )

    def diff(self, *symbols: Basic, name: str | None = None) -> Basic:
        """The derivative of a line (the last unless named) by symbols, by entries such as ``X[0, 0]``, or by whole matrices.

        Raises SymattnError where a size is a letter: the entries are differentiated.

        >>> from sympy import MatrixSymbol
        >>> X = MatrixSymbol("X", 1, 1)
        >>> Formula(("S = X @ X",), {"X": X}).diff(X[0, 0])
        Matrix([[2*X[0, 0]]])
        """
        return _functions().entries_moved(
            self.output if name is None else self[name], symbols
        )

    def show(self, name: str | None = None) -> None:
        """Show every line, or one, as its expression in the givens, with its shape."""
        say(
            lambda form: BREAK.join(
                self._told(k, form) for k in ([name] if name else self.plan.names)
            )
        )

    def _told(self, name: str, form: str) -> str:
        if form == "md":
            shape = written(self.shapes[name]).replace("×", r" \times ")
            return f"$$\n{page.latex(self, name)} \\qquad {shape}\n$$"
        return f"    {name} = {self[name]}   {written(self.shapes[name])}"

    def __reduce__(self) -> tuple[object, ...]:
        return Formula, self._key()

    def _expression(self, call: Call, shape: Shape) -> Basic:
        inputs = [self._values[name] for name in call.args]
        params = {key: self._param(value) for key, value in call.params}
        write = OPS[call.op].expression
        if write is not None and (
            len(inputs) < 2
            or has(call.op, "product")
            or len({tuple(x.shape) for x in inputs}) == 1
        ):
            return write(*inputs, **params)
        return _functions().MatrixFunction.of(call.op, shape, inputs, params)

    def _param(self, value: object) -> object:
        """A scalar parameter as a SymPy expression: a size may be a letter."""
        known = {
            name: _Sized(*x.shape) if hasattr(x, "shape") else from_sympy(x)
            for name, x in self._values.items()
        }
        found = resolve(value, cast(dict[str, Operand], known))
        return to_sympy(found) if isinstance(found, Number) else found

    def __repr__(self) -> str:
        return "\n".join(self.lines)


class _Sized:
    """Stands for a matrix of which only the shape is known; sizes are exact values, letters among them."""

    def __init__(self, rows: Expr, cols: Expr) -> None:
        self.shape = given_from(rows, "rows"), given_from(cols, "columns")


def _size(n: Expr | int) -> Expr | int:
    return int(n) if isinstance(n, int) or n.is_Integer else n


def sizes(x: Any) -> tuple[Any, ...]:
    """The shape of a matrix, whose sizes may be letters.

    >>> sizes(given_from([[1, 2]], "X"))
    (1, 2)
    """
    return tuple(map(_size, x.shape))


def derived(recipe: Strings, givens: Named) -> Formula | Derivation:
    """Lines on givens: a Formula where one of them is known by name and shape only, else a Derivation."""
    if any(map(is_formula, givens.values())):
        return Formula(recipe, givens)
    return Derivation(recipe, {name: given_from(x, name) for name, x in givens.items()})


def _functions() -> ModuleType:
    """Classes among SymPy's own: to define them SymPy is loaded."""
    from symattn.console import matrix_function

    return matrix_function
