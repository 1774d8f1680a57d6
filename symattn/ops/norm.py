"""What stands around attention in a block: ReLU, layer normalisation, gain and bias."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.exact.number import ZERO, Number
from symattn.ops.registry import Shape, op
from symattn.ops.shapes import same, together


@op("relu", same)
def relu(a: Matrix) -> Matrix:
    """Replace every negative entry by 0; the sign of each is proved.

    >>> relu.run(Matrix.of([[-1, 2]]))
    Matrix([[0, 2]])
    """
    return a.relu()


@op("layer_norm", same)
def layer_norm(a: Matrix, *, eps: Number = ZERO) -> Matrix:
    """Every row minus its mean, over the root of its population variance plus eps (Ba et al., 2016).

    >>> layer_norm.run(Matrix.of([[1, 3]]))
    Matrix([[-1, 1]])
    """
    return a.layer_norm(eps)


def _gained(a: Shape, gain: Shape, bias: Shape) -> Shape:
    return together(together(a, gain), bias)


@op("norm_scale", _gained)
def norm_scale(a: Matrix, gain: Matrix, bias: Matrix) -> Matrix:
    """Multiply each column by its gain and add its bias.

    >>> norm_scale.run(Matrix.of([[1, 2]]), Matrix.of([[3, 4]]), Matrix.of([[0, 1]]))
    Matrix([[3, 9]])
    """
    return a.entrywise(gain) + bias


@norm_scale.slip("bias-dropped", "left the bias out")
def _unbiased(a: Matrix, gain: Matrix, bias: Matrix) -> Matrix:
    return a.entrywise(gain)
