"""Products, sums and scalings: the operations of linear algebra."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.ops.registry import op
from symattn.ops.shapes import product, same, together, turned


@op("matmul", product)
def matmul(a: Matrix, b: Matrix) -> Matrix:
    """Multiply two matrices: n×k times k×m is n×m.

    >>> matmul.run(Matrix.of([[1, 2]]), Matrix.of([[3], [4]]))
    Matrix([[11]])
    """
    return a @ b


@op("transpose", turned)
def transpose(a: Matrix) -> Matrix:
    """Turn rows into columns: n×m becomes m×n.

    >>> transpose.run(Matrix.of([[1, 2]]))
    Matrix([[1], [2]])
    """
    return a.T


@op("add", together)
def add(a: Matrix, b: Matrix) -> Matrix:
    """Add two matrices; a single row or column (a bias) is added to every one.

    >>> add.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[10, 20]]))
    Matrix([[11, 22], [13, 24]])
    """
    return a + b


@op("subtract", together)
def subtract(a: Matrix, b: Matrix) -> Matrix:
    """Subtract the second matrix; a single row or column is subtracted from every one.

    >>> subtract.run(Matrix.of([[1, 2]]), Matrix.of([[1, 1]]))
    Matrix([[0, 1]])
    """
    return a - b


@op("negate", same)
def negate(a: Matrix) -> Matrix:
    """Change the sign of every entry.

    >>> negate.run(Matrix.of([[1, -2]]))
    Matrix([[-1, 2]])
    """
    return -a


@op("multiply", same)
def multiply(a: Matrix, *, by: Number) -> Matrix:
    """Multiply every entry by a number.

    >>> multiply.run(Matrix.of([[1, 2]]), by=Number.of(3))
    Matrix([[3, 6]])
    """
    return a.scaled(by)


@op("divide", same)
def divide(a: Matrix, *, by: Number) -> Matrix:
    """Divide every entry by a number, as scores are divided by √d_k (Vaswani et al., 2017).

    >>> divide.run(Matrix.of([[1, 2]]), by=Number.of(2))
    Matrix([[1/2, 1]])
    """
    return a.scaled(1 / by)


@op("round", same)
def round_(a: Matrix, *, places: int) -> Matrix:
    """Round every entry half away from zero to so many decimal places.

    >>> round_.run(Matrix.of([[Number.of(1) / 8]]), places=2)
    Matrix([[13/100]])
    """
    return a.rounded(places)


@op("copy", same)
def copy(a: Matrix) -> Matrix:
    """Take the matrix as it stands under a new name.

    >>> copy.run(Matrix.of([[1]]))
    Matrix([[1]])
    """
    return a
