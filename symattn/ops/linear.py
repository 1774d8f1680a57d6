"""Products, sums and scalings: the operations of linear algebra."""

from __future__ import annotations

from symattn.exact.functions import root
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


@matmul.slip("scores-transposed", "multiplied K by Qᵀ in place of Q by Kᵀ", when="scores")
def _turned_round(a: Matrix, b: Matrix) -> Matrix:
    return (a @ b).T


@matmul.slip("swapped-product", "multiplied in the other order, B A in place of A B")
def _swapped(a: Matrix, b: Matrix) -> Matrix:
    return b @ a


@matmul.slip("added-not-multiplied", "added the two matrices in place of multiplying them")
def _added(a: Matrix, b: Matrix) -> Matrix:
    return a + b


@matmul.slip("entrywise-product", "multiplied entry by entry in place of rows by columns")
def _entrywise(a: Matrix, b: Matrix) -> Matrix:
    return a.entrywise(b)


@op("transpose", turned)
def transpose(a: Matrix) -> Matrix:
    """Turn rows into columns: n×m becomes m×n.

    >>> transpose.run(Matrix.of([[1, 2]]))
    Matrix([[1], [2]])
    """
    return a.T


@transpose.slip("not-transposed", "left out the transpose, Q K in place of Q Kᵀ")
def _left(a: Matrix) -> Matrix:
    return a


@op("add", together)
def add(a: Matrix, b: Matrix) -> Matrix:
    """Add two matrices; a single row or column (a bias) is added to every one.

    >>> add.run(Matrix.of([[1, 2], [3, 4]]), Matrix.of([[10, 20]]))
    Matrix([[11, 22], [13, 24]])
    """
    return a + b


@add.slip("bias-dropped", "left the bias out", when="bias")
def _unbiased(a: Matrix, b: Matrix) -> Matrix:
    return a


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


@divide.slip("unscaled", "did not divide by √d_k")
def _unscaled(a: Matrix, *, by: Number) -> Matrix:
    return a


@divide.slip("scaled-by-width", "divided by d_k in place of its square root", needs=("d_k",))
def _by_width(a: Matrix, *, by: Number, d_k: int) -> Matrix:
    return a.scaled(1 / Number.of(d_k))


@divide.slip("scaled-by-model-width", "divided by √d_model in place of √d_k", needs=("d_model",))
def _by_model_width(a: Matrix, *, by: Number, d_model: int) -> Matrix:
    return a.scaled(1 / root(d_model))


@divide.slip("scaled-twice", "divided by √d_k twice")
def _twice(a: Matrix, *, by: Number) -> Matrix:
    return a.scaled(1 / by).scaled(1 / by)


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


@copy.slip("scaled", "divided by √d_k, though the sheet does not scale", needs=("d_k",), when="unscaled")
def _scaled(a: Matrix, *, d_k: int) -> Matrix:
    return a.scaled(1 / root(d_k))
