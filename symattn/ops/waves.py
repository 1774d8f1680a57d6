"""Sines and cosines of the entries of a matrix."""

from __future__ import annotations

from flint import arb

from symattn.exact import functions
from symattn.exact.any_matrix import Function, Mat
from symattn.ops.pointwise import library_op
from symattn.ops.record import always, each

SIN = Function(functions.sin, arb.sin)
COS = Function(functions.cos, arb.cos)


@library_op("sin", SIN, "G * cos(A)", count=each(sines=1))
def sin(a: Mat) -> Mat:
    """Take the sine of every entry, in radians.

    >>> from symattn.exact.matrix import Matrix
    >>> sin.run(Matrix.of([[0]]))
    Matrix([[0]])
    """
    return a.each(SIN)


@library_op("cos", COS, "-(G * sin(A))", count=each(sines=1))
def cos(a: Mat) -> Mat:
    """Take the cosine of every entry, in radians.

    >>> from symattn.exact.matrix import Matrix
    >>> cos.run(Matrix.of([[0]]))
    Matrix([[1]])
    """
    return a.each(COS)


sin.slip_backward("sign-of-derivative", always("-(G * cos(A))"))
cos.slip_backward("sign-of-derivative", always("G * sin(A)"))
