"""An operation that SymPy has no matrix expression for, softmax above all, as one of SymPy's own expressions."""

from __future__ import annotations

from collections.abc import Iterable

import sympy
from sympy import Basic, Expr, ImmutableMatrix, MatrixExpr, Tuple
from sympy.core.symbol import Str
from sympy.printing.pretty.stringpict import prettyForm
from sympy.printing.printer import Printer
from sympy.tensor.array.expressions.arrayexpr_derivatives import array_derive

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.sympy import from_sympy, to_sympy
from symattn.ops import OPS
from symattn.ops.shapes import ParameterKind
from symattn.said import Named


class MatrixFunction(MatrixExpr):  # type: ignore[misc]
    """An operation on matrices, written as a function of them: ``softmax(X*X.T)``.

    Once its sizes are numbers ``as_explicit``, ``[i, j]`` and ``diff`` give entries, in the letters of the matrices or, after
    ``subs``, in their numbers; ``doit`` works it out where all is known. ``args`` are its name, its shape, its matrices
    and its parameters.

    >>> from sympy import MatrixSymbol
    >>> S = MatrixSymbol("S", 1, 2)
    >>> f = MatrixFunction.of("softmax", (1, 2), [S], {})
    >>> f, f.subs(S, sympy.Matrix([[0, 1]])).doit()
    (softmax(S), Matrix([[1/(1 + E), E/(1 + E)]]))
    """

    def __new__(
        cls,
        name: str | Str,
        shape: Iterable[Expr],
        matrices: Iterable[Basic],
        params: Iterable[Basic] = (),
    ) -> MatrixFunction:
        made: MatrixFunction = MatrixExpr.__new__(
            cls, Str(str(name)), Tuple(*shape), Tuple(*matrices), Tuple(*params)
        )
        return made

    @classmethod
    def of(
        cls,
        op: str,
        shape: Iterable[Expr],
        matrices: Iterable[Basic],
        params: Named,
    ) -> MatrixFunction:
        """An operation on SymPy's matrices, with its parameters worked out."""
        kept = [Tuple(Str(key), _kept(value)) for key, value in params.items()]
        return cls(op, shape, matrices, Tuple(*kept))

    @property
    def op(self) -> str:
        """The operation's name."""
        return str(self.args[0].name)

    @property
    def shape(self) -> tuple[Expr, ...]:
        """Rows and columns."""
        return tuple(self.args[1])

    @property
    def matrices(self) -> tuple[Basic, ...]:
        """The matrices that go in."""
        return tuple(self.args[2])

    def as_explicit(self) -> ImmutableMatrix:
        """The entries; raises SymattnError where a size is a letter."""
        inputs = [self._exact(m) for m in self.matrices]
        kinds = OPS[self.op].signature.kinds
        params = {
            str(key.name): _param(value, kinds[key.name]) for key, value in self.args[3]
        }
        return to_sympy(OPS[self.op].run(*inputs, **params))

    def _exact(self, m: Basic) -> Matrix:
        found = from_sympy(_entries(m))
        assert isinstance(found, Matrix)
        return found

    def _entry(self, i: Expr, j: Expr, **options: object) -> Expr:
        """An entry in letters, or unevaluated where a size or the place is a letter."""
        if all(map(_is_number, (*self.shape, i, j))):
            return self.as_explicit()[int(i), int(j)]
        return sympy.matrices.expressions.matexpr.MatrixElement(self, i, j)

    def doit(self, **hints: object) -> Basic:
        """Worked out where all matrices are known; else with what they are made of worked out."""
        matrices = [m.doit(**hints) for m in self.matrices]
        again = self.func(self.args[0], self.args[1], matrices, self.args[3])
        known = not again.atoms(sympy.MatrixSymbol) and all(
            map(_is_number, again.shape)
        )
        return again.as_explicit() if known else again

    def diff(self, *symbols: Basic, **options: object) -> Basic:
        """The derivative of every entry by symbols or entries; by a whole matrix, an array as ``derive_by_array`` gives it."""
        return entries_moved(self, symbols)

    def _eval_derivative(self, x: Basic) -> Basic:
        return self.diff(x)

    def _eval_transpose(self) -> None:
        return None

    def _numpycode(self, printer: Printer) -> str:
        """What ``lambdify`` computes with: the entries."""
        return printer._print(self.as_explicit())  # type: ignore[no-any-return]

    def _inside(self, printer: Printer) -> str:
        free = [
            value for _, value in self.args[3] if getattr(value, "free_symbols", None)
        ]
        return ", ".join(printer._print(arg) for arg in (*self.matrices, *free))

    def _sympystr(self, printer: Printer) -> str:
        return f"{self.op}({self._inside(printer)})"

    def _latex(self, printer: Printer, exp: Expr | None = None) -> str:
        name = self.op.replace("_", r"\ ")
        return rf"\operatorname{{{name}}}\left({self._inside(printer)}\right)"

    def _pretty(self, printer: Printer) -> prettyForm:
        inner = printer._print_seq(self.matrices, "(", ")")
        return prettyForm(*prettyForm(self.op).right(inner))


def entries_moved(m: MatrixExpr, symbols: Iterable[Basic]) -> Basic:
    """The entries of a matrix expression, differentiated; raises SymattnError where a size is a letter.

    SymPy takes a product of matrices for constant where an entry of one of them moves (Q*Q.T by Q[0, 0] is 0 there).

    >>> Q = sympy.MatrixSymbol("Q", 1, 1)
    >>> entries_moved(Q * Q, [Q[0, 0]])
    Matrix([[2*Q[0, 0]]])
    """
    found = _entries(m)
    for symbol in symbols:
        whole = isinstance(symbol, MatrixExpr)
        found = (
            sympy.derive_by_array(found, _entries(symbol))
            if whole
            else found.diff(symbol)
        )
    return found


def _entries(m: MatrixExpr) -> Basic:
    if all(map(_is_number, m.shape)):
        return m.as_explicit()
    sizes = "×".join(map(str, m.shape))
    raise SymattnError(
        f"a matrix of {sizes} has no entries to write",
        "put numbers in for its sizes first, with subs",
    )


@array_derive.register(MatrixFunction)  # type: ignore[untyped-decorator]
def _(m: MatrixFunction, by: MatrixExpr) -> None:
    """What SymPy asks of a factor when it differentiates a product by a whole matrix; it has no form for such a derivative."""
    raise SymattnError(
        f"SymPy has no form for the derivative of {m} by {by} in a product",
        "differentiate f, not f['…']: f.diff",
    )


def _is_number(n: object) -> bool:
    return bool(getattr(n, "is_Integer", isinstance(n, int)))


def _kept(value: object) -> Basic:
    """A parameter as an argument of SymPy's: an expression as it is, an index specification as nested tuples."""
    if isinstance(value, (tuple, list)):
        return Tuple(*map(_kept, value))
    if isinstance(value, (str, type(None))):
        return Str(str(value))
    return sympy.Integer(value) if isinstance(value, int) else value


def _param(value: Basic, kind: str) -> object:
    """A parameter as the operation takes it."""
    if isinstance(value, Tuple):
        return tuple(_param(part, kind) for part in value)
    if isinstance(value, Str):
        return None if value.name == "None" else value.name
    return from_sympy(value) if kind == ParameterKind.SCALAR else int(value)
