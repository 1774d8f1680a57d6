"""A backward pass beside its forward pass, and a model of 96 layers counted.

Run with ``pytest tests/benchmarks``; the timed test run leaves this folder out.
"""

from __future__ import annotations

from time import process_time

from symattn.plan.derivation import derive
from symattn.sheet import Sheet, loads


def drawn(rows: int, cols: int, start: int = 0) -> list[list[str]]:
    """Small fractions that are not alike, the same on every machine."""
    return [[f"{(7 * (i + start) ** 2 + 5 * j + 3 * i * j + start) % 17 - 8}/8" for j in range(cols)] for i in range(rows)]


def four_heads() -> Sheet:
    """8 tokens, 16 wide, 4 heads, and the derivatives with respect to every weight of a head and the input."""
    given = {"X": drawn(8, 16), "W_O": drawn(16, 16, 5), "dY": drawn(8, 16, 2)}
    given |= {f"W_{m}_{i}": drawn(16, 4, 3 * i + k) for i in range(1, 5) for k, m in enumerate("QKV")}
    lines = "\n".join(f"{name} = {str(rows).replace(chr(39), chr(34))}" for name, rows in given.items())
    return loads(
        '[[question]]\nvariant = "multi-head-attention"\noptions = { heads = 4 }\n[question.gradient]\nof = "Y"\n'
        f'wrt = ["X", "W_O", "W_Q_1", "W_K_1", "W_V_1"]\n[question.given]\n{lines}\n'
    )


def test_a_backward_pass_takes_less_than_three_seconds() -> None:
    """Every entry of dX has 856 terms: 110,000 in all, where the whole forward pass has 2,000."""
    question = four_heads().questions[0]
    start = process_time()
    steps = list(derive(question.plan, question.given))
    assert process_time() - start < 3
    assert len(steps[-1].value.cells()) == 8


def test_a_model_of_96_layers_is_counted_as_fast_as_one_of_a_single_layer() -> None:
    def took(layers: int) -> float:
        start = process_time()
        for _ in range(5):
            sheet = loads(
                '[[question]]\nsteps = ["block = 4 * numbers(W, b) + numbers(W_1, c_1, W_2, b) + 4 * numbers(b)", '
                f'"total = L * block + numbers(E)"]\nsizes = {{ d = 12288, L = {layers}, V = 50257 }}\n[question.shapes]\n'
                'W = ["d", "d"]\nb = [1, "d"]\nW_1 = ["d", "4*d"]\nc_1 = [1, "4*d"]\nW_2 = ["4*d", "d"]\nE = ["V", "d"]\n'
            )
            assert sheet.solve()["q1"].shapes is not None
        return process_time() - start

    took(1)
    assert took(96) < 2 * took(1)
