"""A backward pass beside its forward pass, and a model of 96 layers counted.

Run with ``pytest tests/benchmarks``; the timed test run leaves this folder out.
"""

from __future__ import annotations

from time import process_time

from symattn.plan.derivation import derive
from symattn.sheet import Sheet, loads
from symattn.sheet.json import to_json


def drawn(rows: int, cols: int, start: int = 0) -> list[list[str]]:
    """Small fractions that are not alike, the same on every machine."""
    return [[f"{(7 * (i + start) ** 2 + 5 * j + 3 * i * j + start) % 17 - 8}/8" for j in range(cols)] for i in range(rows)]


def four_heads(*, backward: bool) -> Sheet:
    """8 tokens, 16 wide, 4 heads, and the derivatives with respect to every weight of a head and the input."""
    given = {"X": drawn(8, 16), "W_O": drawn(16, 16, 5)} | ({"dY": drawn(8, 16, 2)} if backward else {})
    given |= {f"W_{m}_{i}": drawn(16, 4, 3 * i + k) for i in range(1, 5) for k, m in enumerate("QKV")}
    lines = "\n".join(f"{name} = {str(rows).replace(chr(39), chr(34))}" for name, rows in given.items())
    wanted = '[question.gradient]\nof = "Y"\nwrt = ["X", "W_O", "W_Q_1", "W_K_1", "W_V_1"]\n' if backward else ""
    options = 'variant = "multi-head-attention"\noptions = { heads = 4 }\n'
    return loads(f"[[question]]\n{options}{wanted}[question.given]\n{lines}\n")


def whole(*, backward: bool) -> float:
    """Processor seconds from the sheet's text to the whole solution as JSON: every line's exact values and decimals."""

    def once() -> float:
        start = process_time()
        to_json(four_heads(backward=backward).solve(), 4)
        return process_time() - start

    return min(once() for _ in range(3))


def test_a_backward_pass_takes_less_than_twice_its_forward_pass() -> None:
    forward = whole(backward=False)
    assert whole(backward=True) - forward < 2 * forward


def test_the_lines_of_a_backward_pass_are_worked_out_in_less_than_a_fifth_of_a_second() -> None:
    """The forward lines take 3 ms and the backward ones 80: FLINT multiplies weights, but their derivatives are products of sums."""
    question = four_heads(backward=True).questions[0]
    start = process_time()
    steps = list(derive(question.plan, question.given))
    assert process_time() - start < 0.2
    assert steps[-1].value.shape == (16, 4)


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
