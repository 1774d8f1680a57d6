"""Derivatives against PyTorch: its autograd over the programs that are printed, and its own modules with the same weights."""

from __future__ import annotations

import runpy
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from symattn.exact.matrix import Matrix
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program, text_of
from symattn.plan.derivation import shapes, sizes_of, solve
from symattn.plan.gradients import backward
from symattn.sheet import loads

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.torch


def drawn(rows: int, cols: int, start: int = 0, over: int = 8) -> list[list[str]]:
    """Small fractions that are not alike, the same on every machine."""
    return [[f"{(7 * (i + start) ** 2 + 5 * j + 3 * i * j + start) % 17 - 8}/{over}" for j in range(cols)] for i in range(rows)]


def weights(names: Sequence[str], rows: int, cols: int, start: int = 0) -> dict[str, list[list[str]]]:
    return {name: drawn(rows, cols, start + 2 * k) for k, name in enumerate(names)}


def sheet_of(variant: str, given: Mapping[str, object], of: str, wrt: Sequence[str], options: str = "") -> str:
    lines = "\n".join(f"{name} = {str(rows).replace(chr(39), chr(34))}" for name, rows in given.items())
    wanted = ", ".join(f'"{name}"' for name in wrt)
    return (
        f'[[question]]\nvariant = "{variant}"\noptions = {{ {options} }}\n[question.gradient]\nof = "{of}"\n'
        f"wrt = [{wanted}]\n[question.given]\n{lines}\n"
    )


HEADS = {
    **weights(["W_Q_1", "W_K_1", "W_V_1", "W_Q_2", "W_K_2", "W_V_2"], 4, 2, 1),
    **weights(["b_Q_1", "b_K_1", "b_V_1", "b_Q_2", "b_K_2", "b_V_2"], 1, 2, 5),
}
BLOCK = {
    "X": drawn(2, 4),
    **weights([f"W_{m}_{i}" for i in (1, 2) for m in "QKV"], 4, 2, 1),
    "W_O": drawn(4, 4, 3),
    **weights(["g_1", "b_1", "g_2", "b_2"], 1, 4, 4),
    "W_1": drawn(4, 6, 2), "c_1": drawn(1, 6, 9), "W_2": drawn(6, 4, 6), "c_2": drawn(1, 4, 2),
    "dY": drawn(2, 4, 11),
}  # fmt: skip
SMALL = {
    "X": [[1, 2]], **weights(["W_Q_1", "W_K_1", "W_V_1", "W_1", "W_2"], 2, 2, 1), "g_1": [[1, 2]], "b_1": [[0, 1]], "g_2": [[2, 1]],
    "b_2": [[1, 0]], "dY": [[1, -1]],
}  # fmt: skip
SHEETS = {
    "causal head": sheet_of(
        "attention", {"X": drawn(3, 2), **weights(["W_Q", "W_K", "W_V"], 2, 2, 1), "dH": drawn(3, 2, 9)}, "H",
        ["V", "A", "L", "S", "Q", "K", "W_Q", "W_K", "W_V", "X"], 'mask = "causal"',
    ),
    "two heads with biases": sheet_of(
        "multi-head-attention", {"X": drawn(3, 4), **HEADS, "W_O": drawn(4, 3, 3), "b_O": drawn(1, 3, 6), "dY": drawn(3, 3, 7)},
        "Y", ["H", "W_O", "b_O", "A_2", "L_1", "W_Q_1", "b_Q_1", "W_V_2", "X"], "heads = 2",
    ),
    "grouped queries": sheet_of(
        "grouped-query-attention",
        {"X": drawn(3, 2), **weights(["W_Q_1", "W_Q_2", "W_K_1", "W_V_1"], 2, 2, 1), "dH": drawn(3, 4, 7)}, "H",
        ["W_K_1", "W_V_1", "X"], "heads = 2, groups = 1",
    ),
    "latent": sheet_of(
        "latent-attention",
        {"X": drawn(3, 4), "W_DKV": drawn(4, 2, 8), "W_Q_1": drawn(4, 2, 1), "W_UK_1": drawn(2, 2, 3), "W_UV_1": drawn(2, 2, 5),
         "dH": drawn(3, 2, 7)}, "H", ["C", "W_DKV", "X"], "heads = 1",
    ),
    "linear": sheet_of(
        "linear-attention", {"X": drawn(3, 2), **weights(["W_Q", "W_K", "W_V"], 2, 2, 1), "dH": drawn(3, 2, 7)}, "H",
        ["W_Q", "W_V", "X"], 'feature = "exp"',
    ),
    **{
        f"block {order}": sheet_of(
            "transformer-block", BLOCK, "Y", ["W_2", "c_1", "W_1", "g_2", "g_1", "W_O", "W_Q_1", "X"], f'heads = 2, order = "{order}"',
        )
        for order in ("pre", "post")
    },
    "gated block": sheet_of(
        "transformer-block", SMALL, "Y", ["W_2", "W_1", "g_2", "g_1", "W_Q_1", "X"],
        'heads = 1, order = "pre", norm = "rms", activation = "silu"',
    ),
}  # fmt: skip


def steps(texts: Sequence[str], given: Mapping[str, object], of: str, wrt: Sequence[str]) -> tuple[Plan, dict[str, Matrix]]:
    """Lines of one's own with their derivatives, and the givens."""
    plan = Plan.read(texts, matrices=given)
    values = {name: loads(f"[[question]]\nsteps = [\"Y = X\"]\n[question.given]\nX = {str(rows).replace(chr(39), chr(34))}\n")
              .questions[0].given["X"] for name, rows in given.items()}  # fmt: skip
    found, problems = shapes(plan, {name: value.shape for name, value in values.items()}, sizes_of({}))
    assert not problems
    return Plan((*plan.lines, *backward(plan, of, wrt, found, upstream=f"d{of}"))), values


OWN = {
    "rotated and sloped": (
        ["Q = rope(X @ W_Q)", "K = rope(X @ W_K)", "L = causal_mask(alibi(Q @ K.T, 1 / 2))", "A = softmax(L)", "H = A @ X"], "H",
        {"X": drawn(3, 2), **weights(["W_Q", "W_K"], 2, 2, 1), "dH": drawn(3, 2, 7)}, ["W_Q", "W_K", "X"],
    ),
    "the loss of the next word": (
        ["Z = X @ W", "C = cross_entropy(Z, t)", "m = mean(C)"], "m",
        {"X": drawn(3, 2), "W": drawn(2, 4, 1), "t": [[3], [0], [1]], "dm": [[1]]}, ["Z", "W", "X"],
    ),
    "additive scores": (
        ["h = tanh(X @ W)", "e = h @ v.T", "a = softmax(e.T)", "c = a @ X", "g = sigmoid(c) * c"], "g",
        {"X": drawn(3, 2), "W": drawn(2, 3, 1), "v": drawn(1, 3, 4), "dg": drawn(1, 2, 7)}, ["W", "v", "X"],
    ),
}  # fmt: skip


def near(mine: object, theirs: object) -> None:
    """Raise where a matrix of ours, exact or a tensor, is not theirs to twelve digits."""
    rows = [[float(x) for x in row] for row in mine.decimals(16)] if isinstance(mine, Matrix) else mine
    torch.testing.assert_close(torch.as_tensor(rows, dtype=torch.float64), theirs, rtol=1e-12, atol=1e-12)


def run(plan: Plan, given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The names of the PyTorch program of a plan, whose givens want their derivatives."""
    text = text_of(program(plan, given, DIALECTS["torch"])).replace("torch.float64)", "torch.float64, requires_grad=True)")
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return runpy.run_path(str(path))


def compared(plan: Plan, given: Mapping[str, Any], of: str, folder: Path) -> Iterator[str]:
    """Every line of derivatives, exactly and as its program prints it, against autograd over the lines before it."""
    exact, names = solve(plan, given), run(plan, given, folder)
    total = (names[of] * names[f"d{of}"].detach()).sum()
    for line in plan.lines:
        if line.back is not None:
            (theirs,) = torch.autograd.grad(total, [names[line.back.of]], retain_graph=True)
            near(exact[line.name], theirs)
            near(names[line.name].detach(), theirs)
            yield line.name


@pytest.mark.parametrize("case", SHEETS)
def test_a_sheets_derivatives_are_those_of_autograd(case: str, tmp_path: Path) -> None:
    question = loads(SHEETS[case]).questions[0]
    of = "Y" if "Y" in question.plan.names else "H"
    wanted = set(question.parts[0].asks)
    assert {name for name in wanted if name.startswith("d")} <= set(compared(question.plan, question.given, of, tmp_path))


@pytest.mark.parametrize("case", OWN)
def test_derivatives_of_lines_of_ones_own_are_those_of_autograd(case: str, tmp_path: Path) -> None:
    texts, of, given, wrt = OWN[case]
    plan, values = steps(texts, given, of, wrt)
    assert {f"d{name}" for name in wrt} <= set(compared(plan, values, of, tmp_path))


def tensor(rows: Any) -> Any:
    """What a sheet gives, as PyTorch has it."""
    numbers = [[int(x.partition("/")[0]) / int(x.partition("/")[2] or 1) if isinstance(x, str) else x for x in row] for row in rows]
    return torch.tensor(numbers, dtype=torch.float64)


def loaded(model: Any, values: Mapping[str, Any]) -> Any:
    """A module of PyTorch's with these parameters, all of them."""
    model = model.double()
    own = dict(model.named_parameters())
    assert own.keys() == values.keys()
    with torch.no_grad():
        for name, value in values.items():
            own[name].copy_(value.reshape(own[name].shape))
    return model


def heads_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of MultiheadAttention: all heads' Q, then K, then V, transposed."""
    stacked = torch.cat([torch.cat([tensor(given[f"W_{m}_{i}"]) for i in (1, 2)], dim=1).T for m in "QKV"])
    biases = [tensor(given[f"b_{m}_{i}"])[0] if f"b_{m}_{i}" in given else torch.zeros(2).double() for m in "QKV" for i in (1, 2)]
    width = tensor(given["W_O"]).shape[1]
    bias = tensor(given["b_O"])[0] if "b_O" in given else torch.zeros(width).double()
    return {"in_proj_weight": stacked, "in_proj_bias": torch.cat(biases), "out_proj.weight": tensor(given["W_O"]).T, "out_proj.bias": bias}


def test_multihead_attention_of_pytorch_has_the_same_derivatives() -> None:
    """The module as it stands in torch.nn, a causal mask and biases among it."""
    given = {"X": drawn(3, 4), **HEADS, "W_O": drawn(4, 4, 3), "b_O": drawn(1, 4, 6), "dY": drawn(3, 4, 7)}
    names = [f"{kind}_{m}_{i}" for kind in "Wb" for m in "QKV" for i in (1, 2)]
    sheet = sheet_of("multi-head-attention", given, "Y", [*names, "W_O", "b_O", "X"], 'heads = 2, mask = "causal"')
    exact = loads(sheet).solve()["q1"].exact
    model = loaded(torch.nn.MultiheadAttention(4, 2, batch_first=True), heads_of(given))
    x = tensor(given["X"]).requires_grad_()
    blocked = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)
    y, _ = model(x[None], x[None], x[None], attn_mask=blocked, need_weights=False)
    near(exact["Y"], y[0].detach())
    y.backward(tensor(given["dY"])[None])
    near(exact["dX"], x.grad)
    near(exact["dW_O"], model.out_proj.weight.grad.T)
    near(exact["db_O"], model.out_proj.bias.grad[None])
    w, b = model.in_proj_weight.grad, model.in_proj_bias.grad
    for place, (m, i) in enumerate((m, i) for m in "QKV" for i in (1, 2)):
        near(exact[f"dW_{m}_{i}"], w[2 * place : 2 * place + 2].T)
        near(exact[f"db_{m}_{i}"], b[None, 2 * place : 2 * place + 2])


@pytest.mark.parametrize("order", ["pre", "post"])
def test_a_transformer_layer_of_pytorch_has_the_same_derivatives(order: str) -> None:
    names = ["W_1", "c_1", "W_2", "c_2", "g_1", "b_1", "g_2", "b_2", "W_O", "W_Q_1", "W_V_2", "X"]
    exact = loads(sheet_of("transformer-block", BLOCK, "Y", names, f'heads = 2, order = "{order}"')).solve()["q1"].exact
    layer = torch.nn.TransformerEncoderLayer(
        4, 2, dim_feedforward=6, dropout=0.0, activation="relu", layer_norm_eps=0.0, batch_first=True, norm_first=order == "pre"
    )
    attention = {f"self_attn.{name}": value for name, value in heads_of(BLOCK).items()}
    rows = {
        "linear1.weight": tensor(BLOCK["W_1"]).T, "linear1.bias": tensor(BLOCK["c_1"])[0],
        "linear2.weight": tensor(BLOCK["W_2"]).T, "linear2.bias": tensor(BLOCK["c_2"])[0],
        **{f"norm{k}.{their}": tensor(BLOCK[f"{our}_{k}"])[0] for k in (1, 2) for our, their in (("g", "weight"), ("b", "bias"))},
    }  # fmt: skip
    model = loaded(layer, {**attention, **rows})
    x = tensor(BLOCK["X"]).requires_grad_()
    y = model(x[None])
    near(exact["Y"], y[0].detach())
    y.backward(tensor(BLOCK["dY"])[None])
    near(exact["dX"], x.grad)
    near(exact["dW_1"], model.linear1.weight.grad.T)
    near(exact["dc_1"], model.linear1.bias.grad[None])
    near(exact["dW_2"], model.linear2.weight.grad.T)
    near(exact["dc_2"], model.linear2.bias.grad[None])
    for k, norm in ((1, model.norm1), (2, model.norm2)):
        near(exact[f"dg_{k}"], norm.weight.grad[None])
        near(exact[f"db_{k}"], norm.bias.grad[None])
    near(exact["dW_O"], model.self_attn.out_proj.weight.grad.T)
    near(exact["dW_Q_1"], model.self_attn.in_proj_weight.grad[:2].T)
    near(exact["dW_V_2"], model.self_attn.in_proj_weight.grad[10:].T)
