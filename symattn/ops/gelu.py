"""GELU as it can be worked out exactly: by tanh, as GPT-2 has it, and by a sigmoid.

GELU itself is x Φ(x) with the normal distribution Φ (Hendrycks and Gimpel, 2016), which sums, roots and exponentials do not give.
Its authors write two approximations, and 1/2 (1 + tanh u) is σ(2u), so both are x times a sigmoid.
"""

from __future__ import annotations

from flint import arb

from symattn.boxes import Box, Ink, Script, applied
from symattn.exact.any_matrix import Function, Mat
from symattn.exact.functions import root, sigmoid
from symattn.exact.matrix import Matrix as Matrix
from symattn.exact.number import PI, Number
from symattn.ops.formula import EntryFormula, Writing, pointwise, transposed
from symattn.ops.record import CodeRule, Counting, always, dialects, each
from symattn.ops.registry import Enters, op
from symattn.ops.shapes import same

# Both numbers stand in the paper, section 2: x σ(1.702 x), and x³ with 0.044715 below the tanh.
_SLOPE = Number.of(1702) / 1000
_CUBE = Number.of(44715) / 1000000
_NUMPY = "np.sqrt(2 / np.pi) * (a + 0.044715 * a**3)"
_INNER = "(A + A ** 3 * 0.044715) * sqrt(8/π)"


def _by_tanh(x: Number) -> Number:
    return x * sigmoid(root(8 / PI) * (x + _CUBE * x * x * x))


def _tanh_ball(x: arb) -> arb:
    cube = x * x * x  # x**3 of a ball around 0 is no number in FLINT
    inside = (arb(8) / arb.pi()).sqrt() * (x + arb(44715) / 1000000 * cube)
    return x / (1 + (-inside).exp())


def _by_sigmoid(x: Number) -> Number:
    return x * sigmoid(_SLOPE * x)


def _sigmoid_ball(x: arb) -> arb:
    return x / (1 + (-(arb(1702) / 1000 * x)).exp())


def _gelu_op(
    name: str,
    below: str,
    code: tuple[str, str, str],
    inner: str,
    slope: str,
    count: Counting,
) -> Enters:
    """Enter one of the two: what stands below its name, what the three dialects write, and its way back as that of x σ(inner)."""
    numpy, torch, sympy = code
    symbol = Script(
        Ink("GELU", "upright"), sub=Ink(below, "text" if len(below) > 1 else "letter")
    )

    def formula(w: Writing) -> Box:
        return transposed(applied(symbol, w.plain(0)), w.turned)

    def written(x: Box, e: EntryFormula) -> Box:
        return applied(symbol, x)

    return op(
        name,
        same,
        columns="kept",
        count=count,
        formula=formula,
        why=pointwise(written),
        code=dialects(
            CodeRule(
                f"{name}({{0}})", helper=f"\ndef {name}(a):\n    return {numpy}\n"
            ),
            torch,
            f"{{0}}.applyfunc(lambda x: {sympy})",
        ),
        reserved=False,
        masked="refused",
        gradient=always(
            f"G * (sigmoid({inner}) + Y * (1 - sigmoid({inner})) * ({slope}))"
        ),
    )


@_gelu_op(
    "gelu_tanh",
    "tanh",
    (
        f"a / 2 * (1 + np.tanh({_NUMPY}))",
        "torch.nn.functional.gelu({0}, approximate='tanh')",
        "x / 2 * (1 + tanh(sqrt(2 / pi) * (x + Rational('0.044715') * x**3)))",
    ),
    _INNER,
    "(1 + A ** 2 * 0.134145) * sqrt(8/π)",
    each(multiplications=4, additions=2, divisions=1, exponentials=1),
)
def gelu_tanh(a: Mat) -> Mat:
    """GELU as GPT-2 has it: x/2 · (1 + tanh(√(2/π)(x + 0.044715x³))) of every entry x (Hendrycks and Gimpel, 2016).

    >>> gelu_tanh.run(Matrix.of([[0, 2]])).decimals(4)
    (('0.0000', '1.9546'),)
    """
    return a.each(Function(_by_tanh, _tanh_ball))


@_gelu_op(
    "gelu_sigmoid",
    "σ",
    (
        "a / (1 + np.exp(-1.702 * a))",
        "({0} * torch.sigmoid(1.702 * {0}))",
        "x / (1 + exp(-Rational('1.702') * x))",
    ),
    "A * 1.702",
    "1.702",
    each(multiplications=1, additions=1, divisions=1, exponentials=1),
)
def gelu_sigmoid(a: Mat) -> Mat:
    """GELU by a sigmoid: x · σ(1.702x) of every entry x (Hendrycks and Gimpel, 2016).

    >>> gelu_sigmoid.run(Matrix.of([[0, 2]])).decimals(4)
    (('0.0000', '1.9357'),)
    """
    return a.each(Function(_by_sigmoid, _sigmoid_ball))
