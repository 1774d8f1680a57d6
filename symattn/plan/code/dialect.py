"""What one way of writing programs knows: its imports and how numbers are written. Each operation knows its own code."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import field
from functools import cached_property
from keyword import iskeyword

from symattn.binding import ATOM, PRODUCT, Written
from symattn.exact.form import Plain
from symattn.exact.matrix import Blocked, Entry
from symattn.exact.number import Number
from symattn.exact.sympy import to_sympy, written_symbols
from symattn.exact.text import text
from symattn.exact.zero import kind_of
from symattn.later import pattern
from symattn.ops import OPS
from symattn.ops.record import CodeRule, Use, rule_of
from symattn.records import frozen
from symattn.said import Glossary

_NUMERAL = pattern(r"[+-]?(0|[1-9]\d*)(\.\d*)?|[+-]?\.\d+")
_DECIMAL = pattern(r"[+-]?\d*\.\d*")
_WHOLE = pattern(
    r"-?[\d(]([\d()+* -]|\w+(\[0\])?\.(rows|cols))*|\w+(\[0\])?\.(rows|cols)"
)


class ExactLiterals(Plain):
    """Exact values as a library is given them."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect

    def word(self, name: str) -> str:
        """A function or π as the library calls it; Python's own is |x|."""
        return name if name == "abs" else self.dialect.word(name)

    def name(self, letter: str) -> str:
        """A letter as the program calls it."""
        return self.dialect.called(letter)

    def fraction(self, top: str, bottom: str) -> Written:
        """A fraction that the library does not round."""
        written = self.dialect.fraction(f"{top}/{bottom}")
        return written, PRODUCT if "/" in written else ATOM


@frozen
class Dialect:
    """A library and how plans are written in it; where it has no ``batches`` a batch is a list of matrices."""

    name: str
    head: str
    matrix: str
    zeros: str
    minus_infinity: str
    word: Callable[[str], str]
    fraction: Callable[[str], str] = str
    sizes: Glossary = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    shape: str = "{0}.shape"
    batches: bool = True
    filled: str = (
        ""  # what a logarithm is taken of where 0 log 0 is 0: 1 in the place of 0
    )
    symbols: bool = False
    renamed: Glossary = field(
        default_factory=dict
    )  # lines that a page calls otherwise: its heads begin elsewhere

    def rule(self, op: str, use: Use) -> CodeRule | None:
        """How an operation is written for one use; None where the dialect cannot write it.

        >>> DIALECTS["numpy"].rule("matmul", Use(((2, 2), (2, 2)), (2, 2), {})).template
        '{0} @ {1}'
        """
        code = OPS[op].code[self.name]
        return None if code is None else rule_of(code, use)

    @cached_property
    def taken(self) -> frozenset[str]:
        """The names that the library and the helpers of operations have."""
        uses = [
            Use(((2, 2),) * 2, (2, 2), dict.fromkeys(op.signature.kinds, ("list", ())))
            for op in OPS.values()
        ]
        rules = (self.rule(name, use) for name, use in zip(OPS, uses, strict=True))
        return self.own | {rule.helper_name for rule in rules if rule is not None}

    def said(self, name: str) -> str:
        """What a line is called where the program prints it.

        >>> from dataclasses import replace
        >>> replace(NUMPY, renamed={"Q_1": "Q_0"}).said("Q_1")
        'Q_0'
        """
        return self.renamed.get(name, name)

    def called(self, name: str) -> str:
        """A line's name as the program writes it: Python's own words and the library's get a _ behind.

        >>> DIALECTS["numpy"].called("lambda"), DIALECTS["numpy"].called("print"), DIALECTS["numpy"].called("Q_1")
        ('lambda_', 'print_', 'Q_1')
        """
        name = self.said(name)
        return (
            f"{name}_"
            if iskeyword(name) or hasattr(builtins, name) or name in self.taken
            else name
        )

    def number(self, value: Entry, written: str = "") -> str:
        """A number as code: the sheet's own digits where they are a numeral, else its exact form."""
        if isinstance(value, Blocked):
            return self.minus_infinity
        if _NUMERAL.fullmatch(written):
            return self.fraction(written)
        return text(value, self._exact)

    @cached_property
    def _exact(self) -> ExactLiterals:
        return ExactLiterals(self)

    def whole(self, code: str) -> str:
        """A whole number that a name stands for: quotients of Python's own would be floats.

        >>> DIALECTS["sympy"].whole("3 * 4"), DIALECTS["sympy"].whole("q / 7"), DIALECTS["numpy"].whole("12")
        ('Integer(3 * 4)', 'q / 7', '12')
        """
        return f"Integer({code})" if self.symbols and _WHOLE.fullmatch(code) else code

    def letter(self, name: str, value: Number, stand_in: Number) -> str:
        """What a letter without a value is in a program: a symbol, or where there are none a number that stands for it.

        >>> from symattn.exact.functions import symbol
        >>> [DIALECTS[name].letter("m", symbol("m"), Number.of(2)) for name in ("numpy", "sympy")]
        ['2  # any other real number will do', "Symbol('m')"]
        """
        if self.symbols:
            return written_symbols(to_sympy(value))[name]
        return f"{text(stand_in)}  # any other {kind_of(value)} number will do"


def _exact(written: str) -> str:
    """A numeral or a fraction of whole numbers so that nothing is rounded.

    >>> _exact("1/3"), _exact("0.10"), _exact("2")
    ('Rational(1, 3)', 'Rational("0.10")', '2')
    """
    if _DECIMAL.fullmatch(written):
        return f'Rational("{written}")'
    return f"Rational({written.replace('/', ', ')})" if "/" in written else written


NUMPY = Dialect(
    name="numpy",
    head="import numpy as np\n",
    matrix="np.array({rows})",
    zeros="np.zeros(({0}))",
    minus_infinity="-np.inf",
    word=lambda word: f"np.{word}",
    filled="np.where({0} == 0, 1, {0})",
    sizes={"rows": "{0}.shape[-2]", "cols": "{0}.shape[-1]", "root": "np.sqrt({0})"},
    own=frozenset({"np"}),
)
TORCH = Dialect(
    name="torch",
    head="import math\n\nimport torch\n\ntorch.set_printoptions(precision=8)\n",
    matrix="torch.tensor({rows}, dtype=torch.float64)",
    zeros="torch.zeros(({0}))",
    minus_infinity="-torch.inf",
    word=lambda word: f"math.{word}",
    filled="torch.where({0} == 0, 1, {0})",
    sizes={"rows": "{0}.shape[-2]", "cols": "{0}.shape[-1]", "root": "math.sqrt({0})"},
    own=frozenset({"torch", "math"}),
    shape="tuple({0}.shape)",
)
_OWN = (
    "Matrix MatrixBase Symbol Rational Integer N exp sqrt log pi oo ones zeros eye diag sin cos tanh Max Min Mul Abs sign"
    " floor ceiling Heaviside kronecker_product limit solve"
)
"""What programs use of SymPy; its other names (S, E, I, O, Q, C) are free for lines."""
SYMPY = Dialect(
    name="sympy",
    head="from sympy import *\n",
    matrix="Matrix({rows})",
    zeros="zeros({0})",
    minus_infinity="-oo",
    word=str,
    filled="{0}.applyfunc(lambda x: x if x else 1)",
    fraction=_exact,
    sizes={"rows": "{0}.rows", "cols": "{0}.cols", "root": "sqrt({0})"},
    own=frozenset(_OWN.split()),
    batches=False,
    symbols=True,
)
DIALECTS = {dialect.name: dialect for dialect in (NUMPY, TORCH, SYMPY)}
