"""Nothing is printed twice, names are numbered as one writes them, and full forms stand where they are asked or shorter."""

from __future__ import annotations

import re

import pytest

from symattn.errors import SheetError
from symattn.page import page
from symattn.sheet import loads


def heads(count: int, first: int, rows: int, mask: str = "none") -> str:
    """A sheet of heads whose weights all differ."""
    x = [[2 + i, 7 * i * i + 3] for i in range(rows)]
    given = "\n".join(
        f"W_{kind}_{h} = [[{1 + h - first if kind == 'Q' else 1}], [{1 + 10 * (h - first) * (kind == 'K')}]]"
        for h in range(first, first + count)
        for kind in "QKV"
    )
    return f"""[[question]]
variant = "multi-head-attention"
options = {{ heads = {count}, first = {first}, scale = false, mask = "{mask}" }}
[question.given]
X = {x}
{given}
"""


def names(text: str) -> list[str]:
    """The names that a page defines, in order."""
    return re.findall(r"^ *([εσ][₀-₉]+) = ", text, re.M)


SUBS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("rows", [2, 3])
@pytest.mark.parametrize("count", [1, 2])
def test_a_name_has_the_number_of_its_row_and_of_its_head_where_there_are_several(count: int, rows: int, first: int, mask: str) -> None:
    found = names(page(loads(heads(count, first, rows, mask)), "text"))
    start = 2 if mask == "causal" else 1  # in the first row one key alone is open
    wanted = [f"{h if count > 1 else ''}{i}".translate(SUBS) for h in range(first, first + count) for i in range(start, rows + 1)]
    assert [name[1:] for name in found] == wanted


def test_lines_that_are_no_heads_are_counted() -> None:
    text = page(loads('[[question]]\nsteps = ["A = softmax(X)", "B = softmax(Z)"]\ngiven = { X = [[0, 1], [0, 2]], Z = [[0, 3]] }'), "text")
    assert names(text) == ["ε₁", "ε₂", "ε₃"]


SHEET = '[[question]]\nsteps = ["A = softmax(X)", "H = A @ V"]\ngiven = {{ X = [[0, "sqrt(2)"]], V = [[3], [7]] }}\n{more}'


@pytest.mark.parametrize(
    ("more", "detail", "full"), [("", "standard", False), ('show = { H = { as = "exact" } }', "standard", True), ("", "full", True)]
)
def test_a_result_in_names_stands_in_full_only_where_that_is_asked(more: str, detail: str, full: bool) -> None:
    last = page(loads(SHEET.format(more=more)), "text", detail=detail).split("H = AV")[1]
    assert ("e^(√2)" in last) == full, last
    assert re.search(r"≈ 6\.2177\s", last)


@pytest.mark.parametrize("policy", ["decimals", "carried"])
def test_an_exact_form_that_is_asked_stands_on_a_page_of_decimals_too(policy: str) -> None:
    sheet = 'working = "{}"\n[[question]]\nsteps = ["h = log(X)"]\ngiven = {{ X = [[2, 1]] }}\n{}'
    assert "log(2)" not in page(loads(sheet.format(policy, "")), "text")
    if policy == "decimals":
        assert re.search(r"= \[log\(2\)  0\] ≈ \[0.6931  0\]", page(loads(sheet.format(policy, 'show = { h = { as = "exact" } }')), "text"))


@pytest.mark.parametrize(
    ("line", "once"),
    [("v = log(n)", "log(50257)"), ("v = 1 / n", "50257"), ("v = 1 / (n * n)", None), ("v = 2 * n", "100514")],
)
def test_a_result_is_not_printed_twice(line: str, once: str | None) -> None:
    text = page(loads(f'[[question]]\nsteps = ["{line}"]\ngiven = {{ n = 50257 }}'), "text")
    if once:
        assert text.split("v = ", 1)[1].count(once) == 1, text


@pytest.mark.parametrize("order", ["2 * L * h * k * b", "b * k * h * L * 2", "L * 2 * b**2 * h"])
def test_a_product_is_not_written_again_in_another_order(order: str) -> None:
    text = page(loads(f'working = "letters"\n[[question]]\nsteps = ["c = {order}"]\ngiven = {{ L = 3, h = 5, k = 7, b = 11 }}'), "text")
    assert text.split("c = ")[1].count("L") == 1, text


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("count", "reads", "framed"), [(1, False, 1), (2, False, 2), (3, False, 3), (4, False, 0), (4, True, 1), (6, True, 1)])
def test_frames_are_the_same_in_every_format_that_has_them(count: int, reads: bool, framed: bool) -> None:
    lines = [f"B_{k} = {k + 2} * A" for k in range(count)]
    if reads:
        lines[-1] = "C = B_0 + A"
    solution = loads(f"[[question]]\nsteps = {lines}\ngiven.A = [[1, 2]]").solve()
    assert page(solution, "md").count(r"\boxed{") == framed
    assert page(solution, "html").split("</style>")[-1].count('class="result"') == framed
    assert page(solution, "tex").split(r"\begin{document}")[1].count(r"\res{") == framed


def test_zeros_beside_a_derivative_are_a_zero_in_its_formula() -> None:
    source = '[[question]]\nsteps = ["z = C[-1, :] @ W", "t = sum(z)"]\ngiven = { C = [[1, 2], [3, 4]], W = [[1], [2]] }\ngradient = { of = "t", wrt = ["C"] }'
    for form in ("text", "tex", "md", "html"):
        assert "zeros" not in page(loads(source), form)


def test_a_chain_without_a_name_begins_behind_the_mark_of_its_column() -> None:
    source = '[[question]]\nsteps = ["S = Q @ K.T"]\ngiven = { Q = [[5], [-5]], K = [["log(2)"], ["log(3)"]] }'
    rows = [line for line in page(loads(source), "md").splitlines() if "&" in line and r"\begin{aligned}" not in line]
    assert rows
    assert all(line.lstrip().startswith("& ") or " & " in line.split("\\begin", 1)[0] for line in rows)


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", ["text", "tex", "md", "html"])
def test_a_line_that_a_choice_was_tried_with_is_worked_once(form: str) -> None:
    source = (
        '[[question]]\nsteps = ["W = V @ O", "y = x @ W"]\ngiven.x = [[1, 2]]\n[question.unknown]\nV = { shape = [2, 1], example = [[1], [0]] }\n'
        'O = { shape = [1, 2], example = [[0, 7]] }\n[[question.part]]\nasks = ["V", "O"]\n'
        'accept = [{ line = "W", equals = [[0, 7], [0, 0]] }]\n[[question.part]]\nasks = ["W", "y"]\n'
    )
    text = page(loads(source), form)
    once = {"text": "W = VO", "tex": "{W=VO}&", "md": "VO", "html": "<mi>V</mi><mi>O</mi>"}[form]
    assert text.split(r"\begin{document}")[-1].count(once) == 1
    if form == "text":
        assert text.count("[1]") == 4
        assert "W = ⎡0  7⎤     [1]" in text


def test_reasons_stand_below_shapes_where_the_formula_leaves_no_room_and_beside_a_fraction_all_the_same() -> None:
    lines = ["R = swap(reshape(Q, b, n, g, r, d), 1, 2)", "S = K @ K.T / sqrt(2)"]
    source = f'[[question]]\nsteps = {lines}\nwhere = ["h = g*r"]\nshapes = {{ Q = ["b", "n", "h", "d"], K = [2, 3, 4] }}'
    text = page(loads(source), "text")
    assert max(map(len, text.splitlines())) <= 80
    assert all(line.startswith("    ") for line in text.splitlines() if "no number changes" in line)
    source = '[[question]]\nsteps = ["S = Q @ K.T / sqrt(4)", "A = softmax(S)"]\nshapes = { Q = [2, 3, 4], K = [2, 3, 4] }'
    rows = page(loads(source), "text").splitlines()
    root = next(line for line in rows if line.strip().startswith("√4"))
    assert root.endswith("stays")


@pytest.mark.parametrize("line", ["rope(X, start={})", "layer_norm({} * X)", "rms_norm({} * X)"])
def test_what_an_operation_does_is_said_once(line: str) -> None:
    lines = [f"A = {line.format(1)}", "B = A + X", f"C = {line.format(2)} + B"]
    text = page(loads(f"[[question]]\nsteps = {lines}\ngiven.X = [[1, 4]]"), "text")
    assert sum(text.count(word) for word in ("In each row", "Each row")) == 1


@pytest.mark.parametrize("key", ["decimals", "places"])
def test_a_sheet_has_one_number_of_what_its_questions_ask_for(key: str) -> None:
    question = '[[question]]\n{} = {}\nsteps = ["s = 2 * a"]\ngiven.a = 7\n'
    assert loads(question.format(key, 1) * 2).questions
    with pytest.raises(SheetError, match=f"question.{key}: a sheet has one number of {key}, and 1 is written before"):
        loads(question.format(key, 1) + question.format(key, 0))
