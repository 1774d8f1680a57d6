"""What is told of an entry, operation by operation: the sentence, the entry spelled out, what it is made of, and what may be asked
on the way to it. Each line of ``entries.txt`` was worked out again before it was kept; ``GOLDEN=1`` writes the file anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from symattn.exact.any_matrix import Blocked
from symattn.exact.matrix import Matrix
from symattn.exact.text import shown
from symattn.formats.templates import plain
from symattn.formats.text import flat
from symattn.language import read
from symattn.ops import OPS
from symattn.page.entry import Seen, explained
from symattn.plan import Plan
from symattn.plan.derivation import solve

GOLDEN = Path(__file__).parents[1] / "golden" / "entries.txt"
GIVEN = {
    "A": "[[1, -2, 4], [3, 0, 1/2]]", "B": "[[2, 5, -1], [1, 1, 3]]", "S": "[[2, 1], [1, 3]]", "P": "[[1/2, 1/4, 1/4], [0, 1/3, 2/3]]",
    "M": "[[1, 1, 0], [0, 1, 1]]", "r": "[[1, 2, 3]]", "k": "[[2], [0]]", "t": "[[1, 0]]", "c": "[[5], [7], [9]]", "e": "[[1]]",
    "w": "[[2, 0], [1, 1]]",
}  # fmt: skip
LINES = """A @ B.T | A.T | A + B | A + r | A - B | -A | A * B | A * r | A / B | 3 * A | A / 4 | A ** 2 | 2 ** A | A[:, [2, 0]]
A[1, :] | sum(A, axis=1) | sum(A, axis=0) | sum(A) | mean(A, axis=1) | mean(A, axis=0) | var(A, axis=1) | max(A, axis=1)
max(A, axis=0) | max(A) | max(r, axis=1) | min(A, axis=1) | min(k) | prod(A, axis=1) | norm(A, axis=0) | norm(A, axis=1)
cumsum(A, axis=1) | cumsum(A, axis=0) | softmax(A) | softmax(A, axis=0) | normalize(B) | logsumexp(A) | logsumexp(A, axis=0)
entropy(P) | entropy(P, axis=0) | layer_norm(A) | layer_norm(A, axis=0) | rms_norm(A, eps=1/2) | norm_scale(A, r, r)
softmax_jacobian(P[0, :]) | cross_entropy(A, k) | causal_mask(A) | mask(A, M) | window_mask(A, 1) | alibi(A, 1/2)
top_k(A, 2) | keep_top_k(P, 2) | keep_top_p(P, 0.7) | top_p(A, 0.9) | argmax(A, axis=1) | argmax(A, axis=0) | argmax(A)
argsort(A) | sort(A) | top_places(A, 2) | gather(A, k) | gather(A, w) | gather(A, t) | gather(c, e) | lookup(r, k) | lookup(A.T, t) | onehot(k, 3) | concat(A, B)
stack(A, B) | repeat(A, 2) | reshape(A, 3, 2) | kron(S, A) | diag(r) | diag(S) | tril(S) | triu(S) | det(S) | inv(S)
trace(S) | rank(A) | eigenvalues(S) | squared_distances(A, B) | rope(A[:, 0:2], start=1) | rope(B[:, 0:2], base=100)
positional_encoding(2, 4) | arange(3, start=1, step=1/2) | eye(2) | ones(2, 3) | zeros(2, 3) | exp(A) | log(P[0, :])
log2(B ** 2) | log10(r) | sqrt(r) | abs(A) | sign(A) | relu(A) | heaviside(A) | A == B | A > B | A <= r | clip(A, -1, 1)
where(A > 0, A, B) | maximum(A, B) | minimum(A, r) | floor(A / 2) | ceil(A / 2) | round(A / 3, 1) | sigmoid(A) | tanh(A)
silu(A) | gelu_tanh(A) | gelu_sigmoid(A) | sin(A) | cos(A)"""


def places(value: Matrix) -> Iterator[tuple[int, int]]:
    """The first entry of the last row, and the last but one of the first."""
    yield from dict.fromkeys([(value.rows - 1, 0), (0, max(0, value.cols - 2))])


def told(line: str) -> Iterator[str]:
    plan = Plan.read([f"Z = {line}"])
    values = {name: Matrix.of([[read(x).number for x in row] for row in _rows(GIVEN[name])]) for name in plan.givens}
    steps = {step.call.out: step for step in solve(plan, values).steps}
    yield line
    for i, j in places(steps["Z"].value):
        said, links, parts = explained(steps, "Z", i, j)
        chain = " ".join(f"{sign} {flat(box)}" for sign, box in links)
        yield f"    {i + 1}, {j + 1}  {chain}  {plain(said)}"
        if parts:
            yield "          of " + ", ".join(f"{name} {m + 1}, {n + 1}" for name, m, n in parts)
        asks = OPS[steps["Z"].op].asks
        for question, answer in asks(Seen(steps, steps["Z"], i, j)) if asks else ():
            yield f"          {plain(question)}: {'-oo' if isinstance(answer, Blocked) else shown(answer)}"


def _rows(text: str) -> list[list[str]]:
    return [row.split(", ") for row in text.strip("[]").split("], [")]


def test_what_is_told_of_the_entries_of_every_operation() -> None:
    text = "\n".join(part for line in LINES.replace("\n", " | ").split(" | ") for part in told(line)) + "\n"
    if os.environ.get("GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
