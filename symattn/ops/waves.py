"""Sines and cosines of the entries of a matrix."""

from __future__ import annotations

from flint import arb

from symattn.exact import functions
from symattn.exact.any_matrix import Function, Mat
from symattn.ops.pointwise import called, function_op
from symattn.ops.record import always, dialects, each

SIN = Function(functions.sin, arb.sin)
COS = Function(functions.cos, arb.cos)


@function_op(
    "sin", SIN, dialects("np.sin({0})", "torch.sin({0})", "{0}.applyfunc(sin)"),
    called("sin"), count=each(exponentials=1), gradient=always("G * cos(A)"),
)  # fmt: skip
def sin(a: Mat) -> Mat:
    """Take the sine of every entry, in radians.

    >>> from symattn.exact.matrix import Matrix
    >>> sin.run(Matrix.of([[0]]))
    Matrix([[0]])
    """
    return a.each(SIN)


@function_op(
    "cos", COS, dialects("np.cos({0})", "torch.cos({0})", "{0}.applyfunc(cos)"),
    called("cos"), count=each(exponentials=1), gradient=always("-(G * sin(A))"),
)  # fmt: skip
def cos(a: Mat) -> Mat:
    """Take the cosine of every entry, in radians.

    >>> from symattn.exact.matrix import Matrix
    >>> cos.run(Matrix.of([[0]]))
    Matrix([[1]])
    """
    return a.each(COS)


sin.slip_backward("sign-of-derivative", always("-(G * cos(A))"))
cos.slip_backward("sign-of-derivative", always("G * sin(A)"))
