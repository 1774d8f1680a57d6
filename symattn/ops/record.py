"""What an operation's record is made of besides its value: code, counts, gradients, reasons of shapes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from symattn.binding import ANY, ATOM, SIDES, SUM
from symattn.errors import SymattnError
from symattn.later import pattern
from symattn.ops.shapes import Amount, Shape, Size, multiplied
from symattn.records import frozen
from symattn.said import Facts, Glossary, Integers, Keyed, Strings
from symattn.tables import in_each, in_turn, some
from symattn.tex.signs import GREEK

# --- code ---
# An operation as code: a template, how tightly it binds, and the helper function it calls.

_DEFINED = pattern(r"^def (\w+)\(", re.M)


@frozen
class CodeRule:
    """One operation as code: ``template`` has {0}, {1} … for matrices, {all} for all of them, {name} for parameters.

    ``level`` is how tightly the code binds, ``needs`` how tightly each matrix must, else it stands in brackets; one whose
    method or entries are taken does so in any case. ``helper`` is the text of a function that the program must define before.

    >>> from symattn.binding import PRODUCT, SUM
    >>> CodeRule("{0} + {1}", SUM, (SUM, PRODUCT)).need(1) == PRODUCT, CodeRule("{0}.T").need(0) == ATOM
    (True, True)
    """

    template: str
    level: int = ATOM
    needs: Integers = ()
    helper: str = ""

    def need(self, k: int) -> int:
        """How tightly the k-th matrix must bind."""
        if f"{{{k}}}." in self.template or f"{{{k}}}[" in self.template:
            return ATOM
        return self.needs[k] if k < len(self.needs) else ANY

    @property
    def helper_name(self) -> str:
        """The name of the function that the helper defines; empty where there is none."""
        found = _DEFINED.search(self.helper)
        return found[1] if found else ""


def infix(sign: str, right: str = "{1}") -> CodeRule:
    """A sign between two sides as code: what it needs of them is that of every text.

    >>> infix("+") == CodeRule("{0} + {1}", SIDES["+"][0], SIDES["+"][1:])
    True
    """
    level, *needs = SIDES[sign]
    return CodeRule(f"{{0}} {sign} {right}", level, tuple(needs))


@frozen
class Use:
    """One use of an operation, known by shapes: those of its matrices and of its result; its parameters as the line has them.

    ``by_rows`` says that what comes back has a row for each entry of one row, or a column for each of a column, as Jacobians do.
    """

    inputs: tuple[Shape, ...]
    out: Shape
    params: Keyed
    op: str = ""
    by_rows: bool = False

    @property
    def batch(self) -> bool:
        """Whether some matrix has axes before its rows and columns."""
        return any(len(shape) > 2 for shape in self.inputs)

    @property
    def spread(self) -> bool:
        """Whether the shapes differ, so that a row or a column is repeated."""
        return len(set(self.inputs)) > 1

    @property
    def axis(self) -> int:
        """What it runs along, each row unless the line says otherwise."""
        return int(self.params.get("axis", 1))

    @property
    def many(self) -> Amount:
        """How many entries of the first matrix come together in one of the result: those of a row, of a column, or all."""
        (rows, cols), axis = self.inputs[0][-2:], self.params.get("axis")
        many: Amount = rows * cols if axis is None else cols if axis == 1 else rows
        return many

    def in_numbers(self) -> Use:
        """The same; raises SymattnError where a size is a letter."""
        if some(in_turn((*self.inputs, self.out)), Size):
            raise SymattnError(
                "this way back is known for sizes in numbers",
                "give values, or leave this derivative out",
            )
        return self


CodeOfUse = Callable[[Use], CodeRule | None]
"""Which rule there is for a use, if there is one."""
Code = CodeRule | CodeOfUse
Codes = Mapping[str, Code | None]
"""An operation's code by dialect, None where one cannot write it."""


def rule_of(code: Code, use: Use) -> CodeRule | None:
    """The rule for one use; None where it cannot be written.

    >>> rule_of(CodeRule("-{0}"), Use(((2, 2),), (2, 2), {})) == CodeRule("-{0}")
    True
    """
    return code if isinstance(code, CodeRule) else code(use)


def dialects(numpy: Code | str, torch: Code | str, sympy: Code | str | None) -> Codes:
    """An operation's code in each dialect, None where one cannot write it; a text is the template of a rule.

    >>> dialects("np.exp({0})", "torch.exp({0})", "{0}.applyfunc(exp)")["numpy"]
    CodeRule(template='np.exp({0})', level=6, needs=(), helper='')
    """
    written = {"numpy": numpy, "torch": torch, "sympy": sympy}
    return in_each(
        lambda code: CodeRule(code) if isinstance(code, str) else code, written
    )


_ENTRYWISE = """
def entrywise(f, a):  # a matrix entry by entry, or a number
    return a.applyfunc(f) if hasattr(a, "rows") else f(a)
"""


def entrywise(function: str) -> CodeRule:
    """A function of SymPy's over a matrix, or of a number where an operation takes one.

    >>> entrywise("floor").template
    'entrywise(floor, {0})'
    """
    return CodeRule(f"entrywise({function}, {{0}})", helper=_ENTRYWISE)


def defined(call: str, numpy: str, torch: str, sympy: str) -> Codes:
    """The same call in every dialect, of a function that each defines in its own way.

    >>> defined("f({0})", "def f(a): ...", "def f(a): ...", "def f(a): ...")["torch"].helper_name
    'f'
    """
    return dialects(
        *(CodeRule(call, helper=helper) for helper in (numpy, torch, sympy))
    )


def either_way(along: str, down: str, helper: str = "") -> CodeOfUse:
    """One call where an operation runs along the rows, another where it runs down the columns (``axis=0``).

    >>> either_way("f({0})", "f({0}, axis=-2)")(Use((), (), {"axis": 0})).template
    'f({0}, axis=-2)'
    """
    return lambda use: CodeRule(
        down if use.params.get("axis") == 0 else along, helper=helper
    )


def with_origin(codes: Codes, places: str = "") -> Codes:
    """Code whose *places* go in, as "{1}", or come out, counted from ``first`` where that is not 0.

    >>> rule_of(with_origin(dialects("at({0})", "", None), "{0}")["numpy"], Use((), (), {"first": 1})).template
    'at({0} - {first})'
    """

    def counted(dialect: str, code: Code) -> CodeOfUse:
        def rule(use: Use) -> CodeRule | None:
            found = rule_of(code, use)
            if found is None or not use.params.get("first"):
                return found
            text, sign = places or found.template, "-" if places else "+"
            there = (
                f"{text}.applyfunc(lambda k: k {sign} {{first}})"
                if dialect == "sympy"
                else f"{text} {sign} {{first}}"
            )
            return CodeRule(
                found.template.replace(text, there),
                ATOM if places else SUM,
                (ATOM, ATOM),
                found.helper,
            )

        return rule

    return {dialect: code and counted(dialect, code) for dialect, code in codes.items()}


# --- counts ---
# How much work an operation is: scalar operations by kind, as numbers or as sizes in letters.


@frozen
class Count:
    """Scalar operations by kind; counts add up.

    ``comparisons``, ``roots``, ``sines`` (cosines too), ``roundings`` and ``logarithms`` are kept apart, so that no work
    counts as none.

    >>> str((Count(2) + Count(multiplications=Size.letter("n"))).multiplications)
    'n+2'
    """

    multiplications: Amount = 0
    additions: Amount = 0
    divisions: Amount = 0
    exponentials: Amount = 0
    comparisons: Amount = 0
    roots: Amount = 0
    sines: Amount = 0
    roundings: Amount = 0
    logarithms: Amount = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            *(
                a + b
                for a, b in zip(
                    self.amounts.values(), other.amounts.values(), strict=True
                )
            )
        )

    def __mul__(self, times: Amount) -> Count:
        return Count(*(amount * times for amount in self.amounts.values()))

    @property
    def amounts(self) -> dict[str, Amount]:
        """Every kind with its amount."""
        return {kind: getattr(self, kind) for kind in self.__dataclass_fields__}


Counting = Callable[[Use], Count]
"""The work of one use."""


def entries(shape: Shape) -> Amount:
    """How many numbers a shape holds: what a weight matrix has in parameters.

    >>> entries((1024, 8, 128))
    1048576
    """
    return multiplied(1, shape)


def parameters(shapes: Iterable[Shape]) -> Amount:
    """The parameters of some weights together.

    >>> parameters([(2, 3), (3,)])
    9
    """
    return sum(map(entries, shapes), 0)


def nothing(use: Use) -> Count:
    """No work: numbers only change places.

    >>> nothing(Use(((2, 3),), (3, 2), {})) == Count()
    True
    """
    return Count()


def each(**kinds: int) -> Counting:
    """So much of each kind for every entry of the result.

    >>> each(additions=1)(Use(((2, 3), (2, 3)), (2, 3), {})).additions
    6
    """
    return lambda use: Count(**kinds) * entries(use.out)


def each_row(work: Callable[[Amount, Use], Count]) -> Counting:
    """So much for every row, given how long a row is; with ``axis=0`` for every column.

    >>> each_row(lambda n, use: Count(additions=n - 1))(Use(((2, 3),), (2, 3), {})).additions
    4
    """

    def counting(use: Use) -> Count:
        *lead, rows, cols = use.inputs[0]
        long, many = (rows, cols) if use.params.get("axis") == 0 else (cols, rows)
        return work(long, use) * multiplied(1, (*lead, many))

    return counting


compared = each_row(lambda n, use: Count(comparisons=n - 1))
"""Every entry of a row but one is compared with another."""


def one_of_each(use: Use) -> Count:
    """Every entry of a row, of a column or of all but one is compared with another, where one of each is left.

    >>> one_of_each(Use(((2, 3),), (2, 1), {})).comparisons
    4
    """
    return Count(comparisons=entries(use.inputs[0]) - entries(use.out))


# --- gradient ---
# How a derivative goes back through an operation: a line for each of its matrices, in the line language itself.
#
# In such a line ``G`` is the derivative with respect to the result ``Y``, ``A`` and ``B`` are the matrices that went in, and
# a parameter that is a number goes by its own name: a product has ``G @ B.T`` and ``A.T @ G``. ``ROWS`` and ``COLS`` are the
# sizes of ``A``, ``MANY`` is ``Use.many``.


Gradient = Callable[[Use], Sequence[str]]
"""A line for each matrix, and the empty text for one that only picks, as a mask does."""

Between = Callable[[Use], Glossary]
"""What a page may show on the way back, as lines by name: a softmax's Jacobian of one row."""


@frozen
class BackwardSlip:
    """A known wrong way back through an operation: its id, the wrong lines, written as a ``Gradient`` is, and what was done
    in words, where templates/words/slips.j2 has no macro of the id. The empty text where the slip cannot happen. ``of`` is the
    module that entered it."""

    id: str
    lines: Gradient
    says: str = ""
    of: str = ""


def always(*texts: str) -> Gradient:
    """The same lines whatever the shapes are.

    >>> always("G.T")(Use(((1, 2),), (2, 1), {}))
    ('G.T',)
    """
    return lambda went: texts


def along_axis(*texts: str) -> Gradient:
    """The same lines, AXIS in them what the operation runs along.

    >>> along_axis("sum(G, AXIS)")(Use(((1, 2),), (2, 1), {"axis": 0}))
    ('sum(G, axis=0)',)
    """
    return lambda went: tuple(
        text.replace("AXIS", f"axis={went.axis}") for text in texts
    )


def spread(*texts: str) -> Gradient:
    """Lines for matrices of which a row, a column or a number may have been repeated: what reached the copies adds up.

    >>> spread("G", "-G")(Use(((2, 3), (1, 3)), (2, 3), {}))
    ('G', 'sum(-G, axis=0)')
    """
    return lambda went: tuple(
        _onto(text, shape, went.out)
        for text, shape in zip(texts, went.inputs, strict=True)
    )


def _onto(text: str, shape: Shape, out: Shape) -> str:
    down, along = (
        own != whole for own, whole in zip(shape[-2:], out[-2:], strict=True)
    )
    axis = "" if down and along else ", axis=0" if down else ", axis=1"
    return f"sum({text}{axis})" if down or along else text


def cut(went: Use, axis: int) -> Strings:
    """For matrices that were joined along an axis: to each its own rows (0) or columns (1).

    >>> cut(Use(((2, 1), (2, 3)), (2, 4), {}), 1)
    ('G[:, 0:1]', 'G[:, 1:4]')
    """
    found, start = [], 0
    for shape in went.in_numbers().inputs:
        end = start + shape[axis - 2]
        found.append(f"G[:, {start}:{end}]" if axis else f"G[{start}:{end}, :]")
        start = end
    return tuple(found)


# --- reasons ---
# What a reason of a shape is told from, and sizes and shapes in LaTeX; the words stand in templates/words/reasons.j2.


def itself(done: Use) -> Facts:
    """The facts of a reason that needs none: its sentence is the same for all shapes.

    >>> itself(Use(((2, 3),), (3, 2), {}))
    ()
    """
    return ()


def repeated(done: Use) -> Facts:
    """The facts of a reason entry by entry: of two shapes that differ, the one that is repeated.

    >>> repeated(Use(((2, 3), (1, 3)), (2, 3), {}))
    (('repeated', '(1, 3)'),)
    """
    a, b = done.inputs
    return () if a == b else (("repeated", shape_latex(min(a, b, key=_repeats))),)


def _repeats(shape: Shape) -> tuple[int, int]:
    return len(shape), -sum(n == 1 for n in shape)


def size_latex(size: object) -> str:
    """A size in LaTeX.

    >>> size_latex(Size.letter("h") * Size.letter("d_k")), size_latex(Size.letter("d_model"))
    ('h \\\\cdot d_k', 'd_{\\\\text{model}}')
    """
    if not isinstance(size, Size):
        return str(size)
    words = size.written(" * ").replace("+", " + ").replace("-", " - ").split(" ")
    return " ".join(
        "\\cdot" if word == "*" else _letter(word) for word in words
    ).strip()


def count_latex(size: object) -> str:
    """A count in LaTeX, as one writes a polynomial: no dots between a number and a letter, or between letters of one sign.

    >>> D, h, d_k = (Size.letter(name) for name in ("D", "h", "d_k"))
    >>> count_latex(D * D * 4 + D * 3), count_latex(D * h * d_k * 2)
    ('4D^2 + 3D', '2D h \\\\cdot d_k')
    """
    latex = re.sub(r"(?<![\w^])(\d+) \\cdot (?=[A-Za-z\\])", r"\1", size_latex(size))
    while (shorter := _BESIDE.sub(r"\1 ", latex)) != latex:
        latex = shorter
    return latex


_SIGN = r"(?:(?<![A-Za-z_{\\])[A-Za-z](?![A-Za-z_])|\\(?!cdot|text)[a-z]+(?![A-Za-z_]))"
_BESIDE = pattern(rf"({_SIGN}(?:\^\d+)?) \\cdot (?={_SIGN})")


def shape_latex(shape: Shape) -> str:
    """A shape in LaTeX, in round brackets.

    >>> shape_latex((4, Size.letter("d_k")))
    '(4, d_k)'
    """
    return "(" + ", ".join(map(size_latex, shape)) + ")"


def maths(size: object) -> str:
    """A size as LaTeX prose writes it.

    >>> maths(3)
    '$3$'
    """
    return f"${size_latex(size)}$"


def _letter(word: str) -> str:
    base, _, power = word.partition("^")
    stem, _, sub = base.partition("_")
    below = (
        f"_{sub}"
        if len(sub) == 1
        else f"_{{\\text{{{sub.replace('_', ' ')}}}}}"
        if sub
        else ""
    )
    return (
        (f"\\{stem}" if stem in GREEK else stem)
        + below
        + (f"^{power}" if power else "")
    )
