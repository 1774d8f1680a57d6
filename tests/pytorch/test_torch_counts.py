"""Counts against PyTorch: the parameters of its modules and of whole models, the work its FLOP counter sees, a cache's numbers.

Modules live on PyTorch's "meta" device: they have shapes and no memory, so whole models cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from symattn.files import folder
from symattn.sheet import loads

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytestmark = pytest.mark.torch


def counts(steps: Sequence[str], shapes: Mapping[str, Sequence[object]], sizes: Mapping[str, int], where: str = "[]") -> dict[str, int]:
    """What a sheet counts, by the names of its lines."""
    lines = "\n".join(f"{name} = {str(list(shape)).replace(chr(39), chr(34))}" for name, shape in shapes.items())
    known = ", ".join(f"{name} = {n}" for name, n in sizes.items())
    wanted = ", ".join(f'"{step}"' for step in steps)
    sheet = loads(f"[[question]]\nsteps = [{wanted}]\nsizes = {{ {known} }}\nwhere = {where}\n[question.shapes]\n{lines}\n")
    table = sheet.solve()["q1"].shapes
    assert table is not None
    found = {name: line.number for name, line in table.lines.items() if line.number is not None}
    return {name: int(str(n.rational)) for name, n in found.items()}


def parameters(make: Callable[[], Any]) -> int:
    with torch.device("meta"):
        return sum(p.numel() for p in make().parameters())


def test_the_parameters_of_multi_head_attention() -> None:
    sizes = {"d": 512, "h": 8}
    steps = ["plain = 4 * numbers(W)", "whole = plain + 4 * numbers(b)"]
    found = counts(steps, {"W": ["d", "d"], "b": [1, "d"]}, sizes)
    assert found["whole"] == parameters(lambda: torch.nn.MultiheadAttention(512, 8))
    assert found["plain"] == parameters(lambda: torch.nn.MultiheadAttention(512, 8, bias=False))
    assert found["plain"] == parameters(lambda: torch.nn.MultiheadAttention(512, 1, bias=False))  # heads cost no parameters


def test_the_parameters_of_encoder_and_decoder() -> None:
    steps = [
        "attention = 4 * numbers(W, b)", "feed = numbers(W_1, c_1, W_2, b)", "norm = 2 * numbers(b)",
        "encoder = L * (attention + feed + 2 * norm)", "decoder = L * (2 * attention + feed + 3 * norm)",
        "whole = encoder + decoder + 2 * norm",
    ]  # fmt: skip
    shapes = {"W": ["d", "d"], "b": [1, "d"], "W_1": ["d", "f"], "c_1": [1, "f"], "W_2": ["f", "d"]}
    found = counts(steps, shapes, {"d": 512, "f": 2048, "L": 6})
    assert found["encoder"] == parameters(
        lambda: torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(512, 8, 2048), 6, enable_nested_tensor=False)
    )
    assert found["whole"] == parameters(lambda: torch.nn.Transformer(512, 8, 6, 6, 2048, batch_first=True))


def gpt2(d: int, layers: int, words: int, n: int) -> Any:
    """A decoder as GPT-2 is built: pre-norm blocks, learned positions, the output layer shared with the embeddings."""
    nn = torch.nn
    blocks = [nn.TransformerEncoderLayer(d, d // 64, 4 * d, activation="gelu", norm_first=True) for _ in range(layers)]
    return nn.ModuleList([nn.Embedding(words, d), nn.Embedding(n, d), *blocks, nn.LayerNorm(d)])


@pytest.mark.parametrize(
    ("d", "layers", "published"), [(768, 12, 124_439_808), (1024, 24, 354_823_168), (1280, 36, 774_030_080), (1600, 48, 1_557_611_200)]
)
def test_the_shipped_sheet_counts_gpt2_of_every_size(d: int, layers: int, published: int) -> None:
    text = (folder("worksheets") / "counting-gpt2.toml").read_text(encoding="utf-8")
    sizes = "sizes = { d = 768, L = 12, V = 50257, n = 1024 }"
    assert sizes in text
    own = loads(text.replace(sizes, sizes.replace("768", str(d)).replace("12,", f"{layers},")))
    table = own.solve()["parameters"].shapes
    assert table is not None
    total = table["total"].number
    assert total is not None
    assert int(str(total.rational)) == published == parameters(lambda: gpt2(d, layers, 50257, 1024))


def test_the_work_of_attention_is_what_the_flop_counter_sees() -> None:
    """PyTorch counts products alone, 2mkn for each: what ``flops`` counts of these lines."""
    from torch.utils.flop_counter import FlopCounterMode

    n, d, k = 96, 64, 16
    steps = [
        "Q = X @ W_Q", "K = X @ W_K", "V = X @ W_V", "S = Q @ K.T", "A = softmax(S)", "H = A @ V", "Y = H @ W_O",
        "work = flops(Q, K, V, S, H, Y)", "pairs = flops(S, H)",
    ]  # fmt: skip
    shapes = {"X": ["n", "d"], **{f"W_{m}": ["d", "k"] for m in "QKV"}, "W_O": ["k", "d"]}
    found = counts(steps, shapes, {"n": n, "d": d, "k": k})
    with torch.device("meta"):
        x, w = torch.empty(n, d), {name: torch.empty(d, k) for name in "QKV"}
        counter = FlopCounterMode(display=False)
        with counter:
            q, key, v = (x @ w[name] for name in "QKV")
            _ = torch.softmax(q @ key.T, dim=-1) @ v @ torch.empty(k, d)
        assert found["work"] == counter.get_total_flops()
        counter = FlopCounterMode(display=False)
        with counter:
            torch.nn.functional.scaled_dot_product_attention(q[None, None], key[None, None], v[None, None])
        assert found["pairs"] == counter.get_total_flops()


def test_the_work_of_a_layer_is_what_the_flop_counter_sees() -> None:
    from torch.utils.flop_counter import FlopCounterMode

    n, d, h, f = 32, 64, 4, 256
    steps = [
        "Q = X @ W", "K = X @ W", "V = X @ W", "Q_h = split_heads(Q, h)", "K_h = split_heads(K, h)", "V_h = split_heads(V, h)",
        "S = Q_h @ K_h.T", "H = softmax(S) @ V_h", "Y = merge_heads(H) @ W", "F = Y @ W_1", "Z = F @ W_2",
        "work = 2 * multiplications(Q, K, V, S, H, Y, F, Z)",
    ]  # fmt: skip
    shapes = {"X": ["n", "d"], "W": ["d", "d"], "W_1": ["d", "f"], "W_2": ["f", "d"]}
    found = counts(steps, shapes, {"n": n, "d": d, "h": h, "f": f}, '["d = h*d_k"]')
    with torch.device("meta"):
        layer = torch.nn.TransformerEncoderLayer(d, h, f, batch_first=True).train()
        counter = FlopCounterMode(display=False)
        with counter:
            layer(torch.empty(1, n, d))
    assert found["work"] == counter.get_total_flops()


def test_a_cache_holds_what_its_tensors_hold() -> None:
    """Grouped keys and values of 32 layers, as a model keeps them, in 16 bits."""
    steps = ["cache = 2 * L * numbers(K)", "bytes = 2 * cache"]
    found = counts(steps, {"K": ["g", "n", "k"]}, {"L": 32, "g": 8, "n": 32768, "k": 128})
    with torch.device("meta"):
        kept = [torch.empty(1, 8, 32768, 128, dtype=torch.bfloat16) for _ in range(2 * 32)]
    assert found["cache"] == sum(t.numel() for t in kept)
    assert found["bytes"] == sum(t.numel() * t.element_size() for t in kept)
