"""What attention, multi_head_attention and derive return: every line's exact value, and what one can ask about it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, cast

from symattn.console import compared, page, why
from symattn.console.convert import (
    Given,
    Givens,
    given_from,
    matrix_from,
    put_in,
    to_domain,
    whole,
)
from symattn.console.display import fragment, say
from symattn.console.shown import LinesOnGivens, Valued, planned
from symattn.console.slips import wrong_rules
from symattn.errors import LimitError, ShapeError, SymattnError, nearest
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import Number
from symattn.exact.sympy import sympy, to_sympy
from symattn.exact.tensor import Tensor
from symattn.ops.shapes import written
from symattn.plan import derivation
from symattn.said import Glossary, Strings, Texts
from symattn.sheet import verifying

if TYPE_CHECKING:
    from sympy import Basic, ImmutableMatrix

    from symattn.console.compared import Compared
    from symattn.console.why import Explained
    from symattn.exact.domain import ExactDomainMatrix
    from symattn.sheet.verifying import Verified

LARGE = 64  # entries; a larger result is shown by its shape in a representation


class Step(Valued):
    """One operation carried out: ``name`` (None on the way to a line), ``op``, ``args``, ``value``.

    SymPy's printers, and whatever takes a matrix, take it for its value.

    >>> from symattn.console.calls import derive
    >>> step = derive(["S = X @ X"], X=[[2]]).steps[0]
    >>> step.name, step.op, step.args, step.value
    ('S', 'matmul', ('X', 'X'), Matrix([[4]]))
    >>> print(step)
    S = X @ X = Matrix([[4]])
    """

    def __init__(self, exact: derivation.PlanStep) -> None:
        self.exact, self.name, self.op, self.args = (
            exact,
            exact.name,
            exact.op,
            exact.args,
        )

    @cached_property
    def value(self) -> ImmutableMatrix:
        """The value as an ImmutableMatrix."""
        return to_sympy(self.exact.value)

    def _repr_latex_(self) -> str:
        """The line's symbol, or the operation on the way to one, and its value."""
        name = page.symbol(self.name) if self.name else rf"\text{{{self.op}}}"
        return rf"$\displaystyle {name} = {sympy.latex(self.value)}$"

    def _shown(self) -> Basic:
        return self.value

    def __str__(self) -> str:
        return f"{self._line} = {self.exact.value}"

    def __repr__(self) -> str:
        return f"Step({self._line!r}, {written(self.exact.value.shape)})"

    @property
    def _line(self) -> str:
        return (
            self.exact.line.text.strip()
            if self.name
            else f"{self.op}({', '.join(self.args)})"
        )


class Unknown(SymattnError, KeyError):
    """A name that no line defines and nobody gave.

    >>> str(Unknown("no line B"))
    'no line B'
    """

    __str__ = SymattnError.__str__


def no_line(name: object, names: Iterable[str], lines: Iterable[str]) -> Unknown:
    """What is raised for a name that cannot be asked for."""
    hint = nearest(str(name), names) or "the lines are " + ", ".join(lines)
    return Unknown(f"there is no line {name!r}; {hint}")


def not_given(name: str, givens: Iterable[str]) -> Unknown:
    """What is raised for a name that takes no other value."""
    return Unknown(f"{name} was not given; {nearest(name, givens, 'given are')}")


class Derivation(Valued, LinesOnGivens):
    """An exact derivation; ``d["A_1"]`` is a SymPy ImmutableMatrix, ``d.show()`` prints the working.

    >>> from symattn.console.calls import derive
    >>> d = derive(["S = X @ X", "A = softmax(S)"], X=[[1, 0], [0, 1]])
    >>> d["S"], d.decimals("A", 3)
    (Matrix([
    [1, 0],
    [0, 1]]), (('0.731', '0.269'), ('0.269', '0.731')))
    >>> list(d), [step.op for step in d.steps], d.evalf(3)[0, 0]
    (['X', 'S', 'A'], ['matmul', 'softmax'], 0.731)
    >>> d.with_(X=[[0, 1], [1, 0]]).output == d.replace("S", [[1, 0], [0, 1]])["A"] == d.output
    True
    >>> print(d.why("A", 0, 1))
    A[0, 1]: e to its score, over the sum of that for row 0 of S
    A[0, 1] = e⁰/(e¹ + e⁰)
            = 1/(1 + e)
            ≈ 0.2689
    >>> d.slip("A", "not-normalised")["A"][1]
    Matrix([
    [E, 1],
    [1, E]])
    >>> d.domain_matrix("A").rank(), d.verify()
    (2, 2 lines proved equal to what SymPy's matrices give; decimals and the working shown are not compared)

    With symbols among the givens:

    >>> from sympy import Symbol
    >>> t = Symbol("t", positive=True)
    >>> e = derive(["A = softmax(S / t)"], S=[[0, 1]], t=t)
    >>> e.subs(t, 1) == derive(["A = softmax(S / t)"], S=[[0, 1]], t=1), e["A"].diff(t).shape, e.free_symbols
    (True, (1, 2), {t})
    """

    def __init__(
        self,
        recipe: Strings,
        givens: Givens,
        yours: Matrices = derivation.NOTHING,
        slips: Glossary = derivation.NOTHING,
    ) -> None:
        self.recipe, self.yours, self.slips = recipe, dict(yours), dict(slips)
        self.givens: dict[str, Given] = dict(givens)
        self.plan = planned(recipe, self.givens)
        rules = (
            wrong_rules(self.plan, self.givens, self.slips)
            if slips
            else derivation.NOTHING
        )
        self.exact = derivation.solve(
            self.plan, self.givens, yours=self.yours, slips=rules
        )
        self._sympy: dict[str, Basic] = {}

    # ---- values

    def __getitem__(self, name: str) -> ImmutableMatrix:
        """The exact value of a line or given as an ImmutableMatrix (a scalar given as a number)."""
        if not isinstance(name, str):
            raise no_line(name, self.names, self.plan.names)
        if name not in self._sympy:
            self._sympy[name] = to_sympy(self.value(name))
        return self._sympy[name]

    def value(self, name: str) -> Given:
        """The exact value in symattn's own type; raises SymattnError for an unknown name."""
        found = self.exact.values.get(name, self.givens.get(name))
        if found is None:
            raise no_line(name, self.names, self.plan.names)
        return found

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every operation in order: name, op, args, value."""
        return tuple(map(Step, self.exact.steps))

    def decimals(self, name: str | None = None, places: int = 4) -> Texts:
        """Every entry of a line correctly rounded to so many places, in fixed point; "-inf" where one is blocked."""
        try:
            return cast(Texts, self._matrix(name).decimals(_places(places)))
        except LimitError:
            letters = ", ".join(sorted(map(str, self.free_symbols)))
            if not letters:
                raise
            raise SymattnError(
                f"symbols stand in it ({letters}); put numbers in first, with d.subs"
            ) from None

    def _matrix(self, name: str | None) -> Matrix | Tensor:
        found = self.value(self.plan.names[-1] if name is None else name)
        return Matrix.of([[found]]) if isinstance(found, Number) else found

    def domain_matrix(self, name: str | None = None) -> ExactDomainMatrix:
        """A line as SymPy's DomainMatrix over ``symattn.EXACT``: rank, inverse, determinant … by proof."""
        return to_domain(self._matrix(name))

    def evalf(self, n: int = 15, **options: object) -> ImmutableMatrix:
        """The output in floating point with n correct digits."""
        found = self.output  # a batch is an array, which SymPy has no evalf for
        return (
            found.evalf(n, **options)
            if hasattr(found, "evalf")
            else found.applyfunc(lambda x: x.evalf(n, **options))
        )

    n = evalf

    # ---- what if

    def subs(self, *args: object, **options: object) -> Derivation:
        """The derivation with numbers or expressions in the place of symbols, written as for SymPy's ``subs``; a decimal as a
        text is exact, as it is everywhere here."""
        args = put_in(args)
        givens = {
            k: given_from(to_sympy(x).subs(*args, **options), k)
            for k, x in self.givens.items()
        }
        yours = {
            k: matrix_from(to_sympy(x).subs(*args, **options), k)
            for k, x in self.yours.items()
        }
        return self._again(givens, yours)

    def with_(self, **givens: object) -> Derivation:
        """The derivation run again with other givens: ``d.with_(W_Q=[[1, 0], [0, 1]])``."""
        for name in givens:
            if name not in self.givens:
                raise not_given(name, self.givens)
        return self._again(
            {
                **self.givens,
                **{name: given_from(x, name) for name, x in givens.items()},
            },
            self.yours,
        )

    def replace(self, name: str, value: object) -> Derivation:
        """The derivation continued from another value of a line, a student's say: later lines read that one."""
        ours, theirs = self._matrix(name), matrix_from(value, name)
        if name in self.givens:
            raise SymattnError(f"{name} is a given; write d.with_({name}=…)")
        if ours.shape != theirs.shape:
            raise ShapeError(
                f"{name} is {written(ours.shape)}, but the value to replace it is {written(theirs.shape)}"
            )
        return self._again(self.givens, {**self.yours, name: theirs})

    def slip(self, name: str, slip: str) -> Compared:
        """The right path beside the one with a known slip in one line: ``d.slip("L", "unscaled")``."""
        wrong = Derivation(
            self.recipe, self.givens, self.yours, {**self.slips, name: slip}
        )
        return compared.Compared(self, wrong, f"{name}: {slip}")

    def _again(self, givens: Givens, yours: Matrices) -> Derivation:
        return Derivation(self.recipe, givens, yours, self.slips)

    # ---- words, pages, pictures, programs

    def verify(self, engine: str = "sympy") -> Verified:
        """Every line computed again by "sympy" (proved equal) or "mpmath" (to 30 digits); printing says what came out."""
        return verifying.verify(page.solution_of(self), engine)

    def show(self, name: str | None = None, *, detail: str = "standard") -> None:
        """Show the working of all lines or of one; *detail* is "brief", "standard" or "full"."""
        say(lambda form: page.working(self, name, detail, form))

    def why(self, name: str, i: int, j: int, *, language: str = "") -> Explained:
        """One entry explained: what it is made of, with the numbers put in. Rows and columns count from 0; *language* is that of
        the sentence."""
        return why.why(self, name, i, j, language)

    def fragment(self, name: str | None = None, *, detail: str = "standard") -> str:
        """The working of all lines or of one as LaTeX to put into a paper; it needs amsmath and nothing else."""
        return fragment(page.working(self, name, detail, "md"))

    def latex(self, *, detail: str = "standard") -> str:
        """The working as a LaTeX document."""
        return page.document(self, "tex", detail)

    def html(self, *, detail: str = "standard") -> str:
        """The working as one self-contained HTML page."""
        return page.document(self, "html", detail)

    def code(self, language: str = "numpy") -> str:
        """The same computation as a program for "numpy", "torch" or "sympy"."""
        return page.program(self, language)

    # ---- how it behaves as a Python object

    def __getattr__(self, name: str) -> object:
        said = f"{type(self).__name__!r} object has no attribute {name!r}"
        if name in self.names:
            said += f"; a line is asked for by its name: d[{name!r}]"
        elif not name.startswith("_") and hasattr(sympy.ImmutableMatrix, name):
            said += f"; ask a line for it: d[{self.plan.names[-1]!r}].{name}"
        raise AttributeError(said)

    def __repr__(self) -> str:
        name, value = self.plan.names[-1], self.exact.output
        large = prod(value.shape) > LARGE
        return f"{name} = {written(value.shape) + ' matrix' if large else value}"

    def _key(self) -> tuple[object, ...]:
        return self.recipe, self.givens, self.yours, self.slips

    def __reduce__(self) -> tuple[object, ...]:
        return Derivation, self._key()


def _places(places: int) -> int:
    found = whole(places)
    if found is None or found < 0:
        raise SymattnError(
            f"{places!r} decimal places; write a whole number, 0 or more"
        )
    return found
