"""What is said of lines that are wrong, to the last sign: where it is, what is wrong there, and what to write instead.

Each sentence of ``wrong-lines.txt`` was read and found true before it was kept; ``GOLDEN=1`` writes the file anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symattn.errors import SymattnError
from symattn.sheet import loads

GOLDEN = Path(__file__).parents[1] / "golden" / "wrong-lines.txt"
GIVEN = "X = [[1, 2], [3, 4], [5, 6]], W = [[1, 2, 3], [4, 5, 6]], r = [[1, 2, 3]]"
WRONG = r"""Y = X @ | Y = foo(X) | Y = sofmax(X) | Y = X + | = X | Y X | 1Y = X | Y = X; Z = X | softmax = X | Y = softmax()
Y = softmax(X, 2) | Y = softmax(X, axis=2) | Y = softmax(X, axes=1) | Y = softmax(X, axis=0, axis=1) | Y = X[0 | Y = X[5, :]
Y = X[:, [0, 7]] | Y = X[0, 1, 2] | Y = X[1:0, :] | Y = X[a, :] | Y = X @ X | Y = X + W | Y = X * r | Y = X / 0 | Y = X ** W
Y = X + 1/0 | Y = concat(X, W) | Y = stack(X, r) | Y = X.H | Y = X.T.T.Q | Y = (X | Y = X)  | Y = X @ * X | Y = "X"
Y = X = Z | Y = Q @ X | Y = Y + X | Y = rope(W) | Y = reshape(X, 4, 4) | Y = reshape(X, -1, -1) | Y = onehot(W, 2)
Y = gather(X, r) | Y = lookup(X, W) | Y = diag(X) | Y = det(X) | Y = inv(X) | Y = trace(X) | Y = top_k(X, 0) | Y = top_k(X, 9)
Y = keep_top_p(X, 2) | Y = mask(X, W) | Y = rows(X, X) | Y = rows(X @ X.T) | Y = cols() | Y = numbers(Z)
Y = multiplications() | Y = X > 1 > 0 | Y = X == | Y = not X | Y = lambda x: x | Y = X if X else X | Y = X and X | Y = X // 2
Y = X % 2 | Y = np.exp(X) | Y = X.sum() | Y = 2X | Y = X 2 | Y = log(X, 2, 3) | Y = 1e | Y = 0x1 | Y = round(X, -1)
Y = round(X, 1.5) | Y = where(X, X) | Y = clip(X, 1) | Y = clip(X, 1, -1) | Y = kron(X) | Y = swap(X, 0, 5) | Y = eye(0)
Y = eye(-1) | Y = eye(1.5) | Y = ones(2) | Y = [[1, 2], [3]] | Y = [1, 2 | Y = solve(X, 1) | Y = limit(X) | Y = expectation(X)
Y = variance() | Y = softmax(X)(X) | Y = cross_entropy(X, X) | Y = alibi(X, W)"""


def said(line: str) -> str:
    quote = "'" if '"' in line else '"'
    with pytest.raises(SymattnError) as raised:
        loads(f"[[question]]\nsteps = [{quote}{line}{quote}]\ngiven = {{ {GIVEN} }}").solve()
    return str(raised.value).replace("worksheet.toml:", "")


def test_what_is_said_of_wrong_lines() -> None:
    text = "\n".join(map(said, WRONG.replace("\n", " | ").split(" | "))) + "\n"
    if os.environ.get("GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
