"""The kinds of attention beyond the first three: the lines of each, and what does not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

import symattn as sa
from symattn.errors import SheetError, SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.page import page
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.sheet import loads, variants
from symattn.sheet.variants import VARIANTS, plan_of, variant

X = Matrix.of([[1, 2], [3, 4], [0, 1]])
WEIGHTS = [Matrix.of(rows) for rows in ([[1, 0], [2, 1]], [[0, 1], [1, 0]], [[1, 1], [0, 2]], [[2, 0], [1, 1]])]
PER_HEAD = {f"W_{letter}_{i}": WEIGHTS[(k + i) % 4] for k, letter in enumerate("QKV") for i in (1, 2)}


def run(name: str, options: dict[str, object], givens: dict[str, Matrix]) -> dict[str, Matrix]:
    return solve(plan_of(name, options, {n: getattr(m, "shape", (1, 1)) for n, m in givens.items()}), givens).values


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_says_what_it_is_and_runs_on_what_it_needs(name: str) -> None:
    found = variant(name)
    assert found.says.endswith(".")
    needed, optional = found.givens({})
    single = dict.fromkeys(found.given_numbers({}), Number.of(1))
    square = {given: single.get(given, WEIGHTS[k % 4]) for k, given in enumerate(needed)}
    if "X" in square:
        square["X"] = Matrix.of([[1, 5], [3, -2]])  # no row of a residual has equal entries, which no norm divides
    row = {given: Matrix.of([[1, 2]]) for given in (*needed, *optional) if given[:2] in ("b_", "c_", "g_") and given not in single}
    rest = {given: single.get(given, WEIGHTS[0]) for given in optional if given not in row}
    plain = run(name, {}, {**square, **{given: x for given, x in row.items() if given in needed}})
    assert run(name, {}, {**square, **rest, **row}).keys() >= plain.keys()


def test_a_kind_that_lacks_something_says_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half.toml").write_text("lines = ['Q = X @ W_Q']\n", "utf-8")
    monkeypatch.setitem(variants.KINDS, "half", tmp_path / "half.toml")
    monkeypatch.setattr(variants, "VARIANTS", ("half",))
    with pytest.raises(SymattnError, match=r"half\.toml: a kind of attention needs says"):
        variants.variant("half")


def test_as_many_groups_as_heads_is_multi_head_attention() -> None:
    givens = {"X": X, **PER_HEAD}
    grouped, usual = (run(name, {}, givens) for name in ("grouped-query-attention", "multi-head-attention"))
    assert grouped["H"] == usual["H"]


def test_one_group_is_multi_query_attention() -> None:
    shared = {name: x for name, x in PER_HEAD.items() if name.startswith("W_Q") or name.endswith("_1")}
    grouped = run("grouped-query-attention", {"groups": 1}, {"X": X, **shared})
    every = {**shared, "W_K_2": shared["W_K_1"], "W_V_2": shared["W_V_1"]}
    assert grouped["H"] == run("multi-head-attention", {}, {"X": X, **every})["H"]


@pytest.mark.parametrize(("first", "group"), [(0, "Q_3 @ K_1.T"), (1, "Q_3 @ K_2.T")])
def test_a_head_reads_its_group(first: int, group: str) -> None:
    names = [f"W_Q_{first + i}" for i in range(4)] + [f"W_{k}_{first + j}" for k in "KV" for j in range(2)]
    plan = plan_of("grouped-query-attention", {"groups": 2}, dict.fromkeys(["X", *names], (2, 2)))
    assert group in plan.line("S_3").text


def test_a_latent_of_the_tokens_themselves_is_multi_head_attention() -> None:
    one = Matrix.of([[1, 0], [0, 1]])
    latent = {name.replace("W_K", "W_UK").replace("W_V", "W_UV"): x for name, x in PER_HEAD.items()}
    found = run("latent-attention", {}, {"X": X, "W_DKV": one, **latent})
    assert found["H"] == run("multi-head-attention", {}, {"X": X, **PER_HEAD})["H"]
    assert next(iter(found)) == "C"


def test_a_cache_gives_the_last_row_of_causal_attention() -> None:
    w_q, w_k, w_v, w_o = WEIGHTS
    whole = run("attention", {"mask": "causal"}, {"X": X, "W_Q": w_q, "W_K": w_k, "W_V": w_v, "W_O": w_o})
    before, last = X.select(range(2), range(2)), X.select([2], range(2))
    givens = {"K_cache": before @ w_k, "V_cache": before @ w_v, "x": last, "W_Q": w_q, "W_K": w_k, "W_V": w_v, "W_O": w_o}
    cached = run("cached-attention", {}, givens)
    assert list(cached) == ["q", "k", "v", "K", "V", "S", "L", "A", "H", "Y"]
    assert cached["Y"] == whole["Y"].select([2], range(2))


BLOCK = {"X": X, "W_Q": WEIGHTS[0], "W_K": WEIGHTS[1], "W_V": WEIGHTS[2], "W_1": WEIGHTS[3], "W_2": WEIGHTS[0]}
BLOCK |= {name: Matrix.of([[1, 2]]) for name in ("g_1", "b_1", "g_2", "b_2", "c_1", "c_2")}
ORDERS = {
    "pre": ["N_1", "Q", "K", "V", "S", "L", "A", "H", "R", "N_2", "U", "F", "Y"],
    "post": ["Q", "K", "V", "S", "L", "A", "H", "R", "N_1", "U", "F", "Y"],
}


@pytest.mark.parametrize(("order", "names"), ORDERS.items(), ids=ORDERS)
def test_the_lines_of_a_block(order: str, names: list[str]) -> None:
    assert list(run("transformer-block", {"order": order}, BLOCK)) == names


def test_a_block_of_several_heads_joins_and_projects_them() -> None:
    several = {name: x for name, x in BLOCK.items() if name not in ("W_Q", "W_K", "W_V")} | PER_HEAD
    several["W_O"] = Matrix.of([[1, 0], [0, 1], [1, 1], [0, 0]])
    plan = plan_of("transformer-block", {}, {name: x.shape for name, x in several.items()})
    assert [plan.line(name).text for name in "HOR"] == ["H = concat(H_1, H_2)", "O = H @ W_O", "R = X + O"]


def sheet(variant: str, options: str = "", givens: str = "") -> str:
    """What is wrong in a sheet of one question, in the words of its message."""
    weights = "".join(f"W_{k}_{i} = [[1, 0], [0, 1]]\n" for k in "QKV" for i in (1, 2))
    text = f'[[question]]\nvariant = "{variant}"\n[question.options]\n{options}\n[question.given]\nX = [[1, 2]]\n{weights}{givens}'
    with pytest.raises(SheetError) as caught:
        loads(text)
    return str(caught.value)


def test_the_features_of_linear_attention() -> None:
    givens = {"X": X, **{f"W_{k}": WEIGHTS[n] for n, k in enumerate("QKV")}}
    for feature in ("relu", "exp", "elu+1", "none"):
        found = run("linear-attention", {"feature": feature}, givens)
        assert list(found) == ["Q", "K", "V", "phi_Q", "phi_K", "KV", "z", "H"]
        weights = found["phi_Q"] @ found["phi_K"].T  # as large as the tokens squared, which the kind itself never forms
        sums = weights @ Matrix.of([[1]] * 3)
        assert found["H"] == (weights @ found["V"]).over(sums)


def test_elu_is_below_zero_an_exponential() -> None:
    one = Matrix.of([[1, 0], [0, 1]])
    givens = {"X": Matrix.of([[-1, 2]]), "W_Q": one, "W_K": one, "W_V": one}
    phi = run("linear-attention", {"feature": "elu+1"}, givens)["phi_Q"]
    assert phi.decimals(4) == (("0.3679", "3.0000"),)


WRONG = {
    "groups that do not divide": ("grouped-query-attention", "heads = 2\ngroups = 3", "question.options.groups: 3 groups"),
    "groups of another variant": ("multi-head-attention", "groups = 2", 'unknown key "groups"'),
    "a word near another": ("transformer-block", 'order = "pree"', 'did you mean "pre"?'),
    "a mask for a cache": ("cached-attention", 'mask = "causal"', 'unknown key "mask"'),
    "a head without its weights": ("grouped-query-attention", "heads = 4", "W_Q_3, W_Q_4 are not given"),
    "a variant near another": ("grouped-query-atention", "", 'did you mean "grouped-query-attention"?'),
}


@pytest.mark.parametrize(("name", "options", "words"), WRONG.values(), ids=WRONG)
def test_what_does_not_go_together_is_said(name: str, options: str, words: str) -> None:
    assert words in sheet(name, options)


@pytest.mark.parametrize(("table", "matrix", "says"), [
    ("given", "[[1, 0, 2], [0, 1, 1]]", "W_Q has 3 columns"),
    ("shapes", "[2, 3]", "W_Q has 3 columns"),
    ("shapes", '[2, "d"]', "heads of letters cannot be cut"),
])  # fmt: skip
def test_what_cannot_be_cut_into_heads_is_said_at_its_matrix(table: str, matrix: str, says: str) -> None:
    givens = "".join(f"{name} = {matrix}\n" for name in ("W_Q", "W_K", "W_V"))
    with pytest.raises(SheetError) as caught:
        loads(f'[[question]]\nvariant = "fused-multi-head-attention"\noptions.heads = 2\n[question.{table}]\nX = {"[[1, 2]]" if table == "given" else "[1, 2]"}\n{givens}')
    assert f"worksheet.toml:6:7: question.{table}.W_Q: {says}" in str(caught.value)


def test_options_belong_to_a_variant() -> None:
    with pytest.raises(sa.SymattnError, match="options without a variant"):
        loads('[[question]]\nsteps = ["Y = X @ X"]\noptions.mask = "causal"\ngiven.X = [[1]]\n')


PLAIN = "X = [[1, 0], [0, 1], [1, 1]]\nW_Q = [[1, 0], [0, 1]]\nW_K = [[1, 1], [0, 1]]\nW_V = [[2, 0], [0, 2]]\n"
HEADED = PLAIN.replace("W_Q =", "W_Q_1 =").replace("W_K =", "W_K_1 =")
PAIR = HEADED + "W_Q_2 = [[1, 0], [1, 1]]\nW_K_2 = [[1, 1], [0, 1]]\n"
WITH_NUMBERS = {  # kind -> givens, and the last lines as one would write them by hand
    "sigmoid-attention": (PLAIN + "b = -1", ["A = sigmoid(L - 1)"]),
    "sink-attention": (PLAIN + "s = 0", ["A = exp(L) / (sum(exp(L), axis=1) + 1)"]),
    "sliding-window-attention": (PLAIN + "w = 2", ["A = softmax(window_mask(S / sqrt(2), 2))"]),
    "soft-capped-attention": (PLAIN + "c = 2", ["A = softmax(2 * tanh(S / sqrt(2) / 2))"]),
    "differential-attention": (PAIR + 'lambda = "0.5"', ["A = softmax(S_1 / sqrt(2)) - softmax(S_2 / sqrt(2)) / 2"]),
    "alibi-attention": (HEADED.replace("W_V =", "W_V_1 =") + 'slope_1 = "1/4"', ["A_1 = softmax(alibi(S_1 / sqrt(2), 1/4))"]),
    "expert-routing": (
        'X = [[1, 0], [0, 1], [1, 1]]\nW_g = [[1, 0, 2], [0, 1, 1]]\nk = 1\nalpha = "0.01"',
        ["G = softmax(top_k(Z, 1))", "l = 3 * sum(mean(heaviside(softmax(top_k(Z, 1))), axis=0) * mean(softmax(Z), axis=0)) / 100"],
    ),
}


@pytest.mark.sliced(9)
@pytest.mark.parametrize("kind", WITH_NUMBERS)
def test_a_kind_takes_numbers_where_its_paper_does(kind: str) -> None:
    given, by_hand = WITH_NUMBERS[kind]
    sheet = loads(f"[[question]]\nid = 'q'\nvariant = '{kind}'\n[question.given]\n{given}\n")
    question = sheet.questions[0]
    found = solve(question.plan, question.given)
    for line in by_hand:
        name = line.partition(" = ")[0]
        assert solve(Plan.read([line.replace(name, "OUT", 1)], (), question.plan.names), found.values).output == found[name]
    assert page(sheet, "text")


@pytest.mark.parametrize(("old", "new", "says"), [
    ('lambda = "0.5"', "lambda = [[1]]", "a matrix where a number belongs; write lambda = 2"),
    ('lambda = "0.5"', "", "lambda is not given"),
    ("W_V = [[2, 0], [0, 2]]", "W_V = 2", "a number where a matrix belongs"),
])  # fmt: skip
def test_a_number_and_a_matrix_stand_where_they_belong(old: str, new: str, says: str) -> None:
    given = WITH_NUMBERS["differential-attention"][0]
    assert old in given
    with pytest.raises(SheetError) as raised:
        loads(f"[[question]]\nvariant = 'differential-attention'\n[question.given]\n{given.replace(old, new)}\n")
    assert says in str(raised.value).replace("\n  ", "; ")


def test_the_shapes_of_a_kind_with_numbers_need_none() -> None:
    sheet = loads(
        "[[question]]\nvariant = 'sink-attention'\nshapes = { X = ['n', 'd'], W_Q = ['d', 'k'], W_K = ['d', 'k'], W_V = ['d', 'k'] }\n"
    )
    assert [str(size) for size in sheet.questions[0].shapes.table["A"].shape] == ["n", "n"]


GIVEN_LINES = [
    ("attention", {}, ("",), ("",)),
    ("attention", {"mask": "causal"}, ("",), ("",)),
    ("multi-head-attention", {}, ("_1", "_2"), ("_1", "_2")),
    ("grouped-query-attention", {"heads": 4, "groups": 2}, ("_1", "_2", "_3", "_4"), ("_1", "_2")),
    ("fused-multi-head-attention", {"heads": 2}, ("",), ("",)),
    ("linear-attention", {"feature": "relu"}, ("",), ("",)),
    ("cached-attention", {}, ("",), ("",)),
]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("name", "options", "heads", "groups"), GIVEN_LINES)
def test_queries_keys_and_values_may_be_given_in_place_of_what_they_are_made_of(
    name: str, options: dict[str, object], heads: tuple[str, ...], groups: tuple[str, ...], number: int
) -> None:
    small = name == "cached-attention"
    by = {"Q": heads, "K": groups, "V": groups}
    made = {("q" if small else stem).replace("q", stem.lower()) + end: WEIGHTS[(k + j + number) % 4] for j, (stem, ends) in enumerate(by.items()) for k, end in enumerate(ends)}
    if small:
        made = {key: Matrix.of([list(x.values[0])]) for key, x in made.items()} | {"K_cache": WEIGHTS[0], "V_cache": WEIGHTS[1]}
    plan = variants.plan_of(name, options, {key: x.shape for key, x in made.items()})
    assert not {*plan.names} & {*made}
    unit = Matrix.of([[1, 0], [0, 1]])
    if name == "attention":
        usual = run(name, options, {"X": unit, "W_Q": made["Q"], "W_K": made["K"], "W_V": made["V"]})
        assert run(name, options, made)["H"] == usual["H"]


def test_what_is_given_with_its_weights_is_still_refused_and_what_lacks_is_named() -> None:
    known = {"Q": (2, 2), "W_Q": (2, 2)}
    assert variants.variant("attention").from_given(known) is variants.variant("attention")
    assert variants.variant("attention").from_given({"Q": 0, "K": 0}).givens({})[0] == ("X", "W_V", "Q", "K")
    assert variants.variant("multi-head-attention").from_given(["Q_1", "K_1", "V_1", "Q_2"]).givens({}, ["Q_1", "K_1", "V_1", "Q_2"])[0][3:] == ("Q_2", "K_2", "V_2")


@pytest.mark.parametrize("form", ["text", "md"])
@pytest.mark.parametrize(("kind", "numbers"), [("attention", ("",)), ("multi-head-attention", ("_1", "_2"))])
def test_a_page_begins_with_the_scores_where_queries_keys_and_values_are_given(kind: str, numbers: tuple[str, ...], form: str) -> None:
    givens = "\n".join(f"{letter}{number} = {[[k + 1, 0], [1, 2]]}" for number in numbers for k, letter in enumerate("QKV"))
    found = page(loads(f'[[question]]\nvariant = "{kind}"\n[question.given]\n{givens}\n').solve(), form)
    assert "W_" not in found
    assert "X" not in found
    assert ("QKᵀ" if numbers == ("",) else "Q₁K₁ᵀ") in found or form == "md"
    lacking = givens.replace("V", "U", 1)
    with pytest.raises(SheetError, match=r"V|X, W_V"):
        loads(f'[[question]]\nvariant = "{kind}"\n[question.given]\n{lacking}\n')


@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("biased", [(), ("b_1",), ("b_2",), ("b_1", "b_2")], ids=" ".join)
def test_a_block_normalises_with_a_gain_and_a_bias_where_one_is_given(order: str, norm: str, biased: tuple[str, ...]) -> None:
    """RMSNorm has no bias (Zhang & Sennrich, 2019), and blocks of today leave it out of LayerNorm too."""
    gains = {"g_1": Matrix.of([[2, 3]]), "g_2": Matrix.of([[1, 5]])}
    biases = {"b_1": Matrix.of([[1, 4]]), "b_2": Matrix.of([[7, 2]])}
    single = dict(zip(("W_Q", "W_K", "W_V", "W_1", "W_2"), [*WEIGHTS, WEIGHTS[0]], strict=True))
    found = run("transformer-block", {"norm": norm, "order": order}, {"X": X, **single, **gains, **{b: biases[b] for b in biased}})
    plain = solve(Plan.read([f"N = {norm}_norm(X)", f"M = {norm}_norm(R)"]), {"X": X, "R": found["R"]}).values
    at = {"N_1": plain["N"], "N_2": plain["M"]} if order == "pre" else {"N_1": plain["M"]}
    for name, value in at.items():
        asked = value.entrywise(gains[f"g_{name[2]}"])
        assert found[name] == (asked + biases[f"b_{name[2]}"] if f"b_{name[2]}" in biased else asked)
