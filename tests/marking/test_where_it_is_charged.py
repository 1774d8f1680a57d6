"""Where a mistake is charged: at its own line, else at the first line with marks that shows it, handed in or not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Matrix
from symattn.files import find
from symattn.marking import check
from symattn.marking.results import QuestionReport
from symattn.marking.sheet import Ready
from symattn.ops import OPS, has
from symattn.plan.tree import stem_and_head
from symattn.sheet import load, loads

GIVEN = """
[[question]]
id = "q1"
variant = "attention"
[question.given]
X = [[1, 0, 2, -1, 1], [0, 1, 1, 1, -1]]
W_Q = [[1, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0]]
W_K = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]]
W_V = [[1, 0], [0, 2], [1, 1], [0, 1], [1, 0]]
W_O = [[1, 2], [-1, 1]]
"""
LINES = ("Q", "K", "V", "S", "L", "A", "H", "Y")
Rows = list[list[str]]


def sheet_without(name: str, way: str) -> str:
    """The sheet with no marks for one line: asked for nothing, or not asked at all."""
    asked = [line for line in LINES if line != name or way == "asked for nothing"]
    marks = ", ".join(f"{line} = {0 if line == name else 1}" for line in asked)
    return f"{GIVEN}[[question.part]]\nasks = {list(asked)}\nmarks = {{ {marks} }}\n".replace("'", '"')


def written(value: Matrix) -> Rows:
    return [["-inf" if isinstance(x, Blocked) else decimal(x, 4) for x in row] for row in value.cells()]


def script(wrong: dict[str, Rows], given: str = GIVEN) -> dict[str, Rows]:
    """Every line, as it follows from some wrong ones."""
    mine = {name: Matrix.of([[Fraction(x) for x in row] for row in rows]) for name, rows in wrong.items()}
    course = Ready(loads(given)).keys["q1"].bare[0].exact.over(mine)
    return {name: wrong.get(name) or written(course.own[name]) for name in LINES}


def marked(sheet: str, answers: dict[str, Rows]) -> QuestionReport:
    return check(loads(sheet), answers).answers[0].questions[0]


def unscaled() -> dict[str, Rows]:
    return script({"L": [["-3", "8"], ["3", "0"]]})


def spoiled(name: str) -> dict[str, Rows]:
    """A script with a line that is wrong throughout, from which the others follow."""
    right = script({})[name]
    return script({name: [[str(Fraction(x) + 3 + i + 2 * j) for j, x in enumerate(row)] for i, row in enumerate(right)]})


WAYS = ["asked for nothing", "not asked"]


@pytest.mark.parametrize("way", WAYS)
def test_a_slip_in_a_line_without_marks_costs_the_same_handed_in_or_not(way: str) -> None:
    shown = marked(sheet_without("L", way), unscaled())
    hidden = marked(sheet_without("L", way), {name: rows for name, rows in unscaled().items() if name != "L"})
    assert {r.name: r.verdict for r in shown.results if r.verdict != "correct"} == {"L": "slip", "A": "follows", "H": "follows", "Y": "follows"}
    for report in (shown, hidden):
        assert {r.name for r in report.results if r.marks != r.of} == {"A"}
        assert (report.marks, report.of) == (Fraction(13, 2), 7)


@pytest.mark.sliced(4)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LINES[:-1])
def test_what_is_wrong_without_a_name_costs_no_less_than_a_slip_there(name: str, way: str) -> None:
    report = marked(sheet_without(name, way), spoiled(name))
    first = next(r for r in report.results if r.verdict == "follows")
    assert {r.name for r in report.results if r.marks != r.of} == {first.name}
    assert first.marks == Fraction(1, 2)
    assert next(r for r in report.results if r.name == name).verdict == "incorrect"


@pytest.mark.sliced(3)
@pytest.mark.parametrize("first", [1, 2, 4])
@pytest.mark.parametrize("name", LINES[:-1])
def test_a_line_left_out_spares_nobody_what_a_mistake_before_it_costs(name: str, first: int) -> None:
    worth = {line: 0 if line == name else (1, 2, 4)[(k + first) % 3] for k, line in enumerate(LINES)}
    table = ", ".join(f"{line} = {marks}" for line, marks in worth.items())
    sheet = f"{GIVEN}[[question.part]]\nasks = {list(LINES)}\nmarks = {{ {table} }}\n".replace("'", '"')
    whole = spoiled(name)
    most = marked(sheet, whole)
    for out in {*LINES} - {name}:
        fewer = marked(sheet, {line: rows for line, rows in whole.items() if line != out})
        assert fewer.marks + fewer.open <= most.marks + most.open, out


@pytest.mark.parametrize("way", WAYS)
def test_what_nothing_follows_from_costs_nothing_in_a_line_without_marks(way: str) -> None:
    wrong = {"slip": unscaled()["L"], "incorrect": spoiled("L")["L"]}
    for verdict, rows in wrong.items():
        report = marked(sheet_without("L", way), script({}) | {"L": rows})
        assert {r.name: r.verdict for r in report.results if r.verdict != "correct"} == {"L": verdict}
        assert report.marks == report.of == 7


def test_a_line_that_follows_is_worth_no_more_for_the_slip_that_is_charged_there() -> None:
    few = marked("[marking]\nfollow = 0.25\n" + sheet_without("L", "not asked"), unscaled())
    assert next(r.marks for r in few.results if r.name == "A") == Fraction(1, 4)


@pytest.mark.parametrize("name", ["Q", "K", "V", "S", "A"])
@pytest.mark.parametrize("number", ["9", "-2", "0.5", "1"])
def test_one_number_everywhere_is_easy_in_the_place_of_weights_alone(name: str, number: str) -> None:
    right = script({})
    answers = script({name: [[number] * len(row) for row in right[name]]})
    found = {r.name: r for r in marked(GIVEN, answers).results}
    after = {"Q": "S", "K": "S", "V": "H", "S": "L", "A": "H"}[name]
    assert found[name].verdict == "incorrect"
    assert (found[after].verdict, found[after].trivial) == (("incorrect", True) if name == "A" else ("follows", False))


def test_what_several_lines_explain_together_has_made_nothing_easy() -> None:
    """The largest score alone, told by H, dV and dL together: its derivatives are zeros all the way to dX."""
    zero, right = [["0", "0"], ["0", "0"]], [["1", "1"], ["-0.5000", "-4.5000"]]
    script = {"H": [["1", "5"], ["1", "5"]], "dV": [["0", "0"], ["1.5000", "-1"]], "dA": right, "dL": zero, "dS": zero, "dQ": zero, "dK": zero}
    report = check(load(find("backward-through-a-head")), {"head": {**script, "dX": [["0", "0"], ["0.5000", "-2"]]}}).answers[0].questions[0]
    found = {result.name: result for result in report.results}
    assert {found[name].verdict for name in ("H", "dV", "dL")} == {"slip"}
    assert {found[name].verdict for name in ("dS", "dQ", "dK", "dX")} == {"follows"}
    assert report.of - report.marks == Fraction(1, 2)


FUSED = """
[[question]]
id = "q1"
variant = "fused-multi-head-attention"
options = { heads = 2 }
[question.given]
X = [[1, 0, 1, 0], [0, 1, 0, 1]]
W_Q = [[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]]
W_K = [[0, 1, 1, 0], [1, 0, 0, 0], [0, 0, 1, 1], [1, 0, 0, 1]]
W_V = [[1, 2, 0, 0], [0, 1, 0, 3], [0, 0, 1, 0], [5, 0, 0, 1]]
"""


def test_one_habit_in_several_lines_is_named_in_all_of_them() -> None:
    whole = script_of_fused()
    report = marked(FUSED, whole)
    cut = {name for name in whole if stem_and_head(name)[1] and name[0] in "QKV"}
    assert {r.name: r.slip.id for r in report.results if r.slip} == dict.fromkeys(cut, "heads-interleaved")
    assert {r.name for r in report.results if r.marks != r.of} == {"Q_1", "K_1", "V_1"}  # once where it was made, not in each head


FOUR = """
decimals = 4
[[question]]
id = "q1"
variant = "fused-multi-head-attention"
options = { heads = 4 }
[question.given]
X = [[1, 0, 1, 0, 0, 1, 0, 1], [0, 1, 1, 0, 1, 0, 1, 0]]
W_Q = [[1,0,0,1,0,0,1,0],[0,1,0,0,1,0,0,1],[0,0,1,0,0,1,0,0],[1,0,0,0,0,0,0,1],[0,1,1,0,0,1,0,0],[0,0,0,1,1,0,1,0],[1,0,0,0,0,1,0,0],[0,0,1,0,0,0,0,1]]
W_K = [[0,1,1,0,0,1,0,0],[1,0,0,1,0,0,1,0],[0,0,0,1,1,0,0,1],[0,0,1,0,0,0,1,0],[1,0,0,0,0,1,0,1],[0,1,0,0,1,0,0,0],[0,0,0,1,0,0,1,0],[1,0,0,0,1,0,0,1]]
W_V = [[1,0,0,0,0,0,0,2],[0,1,0,0,0,0,3,0],[0,0,1,0,0,4,0,0],[0,0,0,1,1,0,0,0],[2,0,0,0,1,0,0,0],[0,3,0,0,0,1,0,0],[0,0,1,0,0,0,1,0],[0,0,0,2,0,0,0,1]]
W_O = [[1,0],[0,1],[1,0],[0,1],[1,1],[0,1],[1,0],[0,-1]]
"""


def test_a_habit_that_weights_and_a_head_show_together_is_charged_once() -> None:
    """The columns of V dealt out as those of Q and K: by itself the head says too little of that."""
    key = Ready(loads(FOUR)).keys["q1"]
    cut = {f"{letter}_{head}": key.exact[letter].select(range(2), (head - 1, head + 3)) for letter in "QKV" for head in range(1, 5)}
    whole = key.bare[0].exact.over(cut).own
    report = marked(FOUR, {name: [[f"{float(x):.4f}" for x in row] for row in whole[name].decimals(12)] for name in ("A_1", "H_1", "Y")})
    assert {r.name: r.verdict for r in report.results if r.verdict != "missing"} == {"A_1": "slip", "H_1": "follows", "Y": "follows"}


COLUMNS = """
notation = "columns"
decimals = 3
[[question]]
id = "q1"
variant = "attention"
[question.given]
X = [[1, 0, 2], [2, 1, -1]]
W_Q = [["0.5", "0.2"], ["-0.4", "0.3"]]
W_K = [["0.6", "-0.1"], ["0.2", "0.7"]]
W_V = [["1", "0.5"], ["-1", "2"]]
"""


@pytest.mark.parametrize("names", [("Q", "K", "V", "S", "L", "A", "H"), ("Q", "K"), ("S", "A", "H"), ("V",)])
def test_tokens_as_rows_where_they_are_columns_is_one_habit(names: tuple[str, ...]) -> None:
    key = Ready(loads(COLUMNS)).keys["q1"]
    report = marked(COLUMNS, {name: written(key.exact[name].T if name in names else key.exact[name]) for name in key.plan.names})
    assert {r.name: r.slip.id for r in report.results if r.slip} == dict.fromkeys(names, "result-transposed")
    assert [(r.name, r.marks) for r in report.results if r.marks != r.of] == [(names[0], Fraction(1, 2))]


def script_of_fused() -> dict[str, Rows]:
    """Every line of a script whose heads have the columns dealt out in turn: those of K alone say too little of that."""
    key = Ready(loads(FUSED)).keys["q1"]
    columns = {"1": (0, 2), "2": (1, 3)}
    cut = {f"{letter}_{head}": key.exact[letter].select(range(2), columns[head]) for letter in "QKV" for head in columns}
    course = key.bare[0].exact.over(cut)
    return {name: written(cut.get(name) or course.own[name]) for name in key.plan.names}


BLOCKING = {
    "causal_mask": "causal_mask(S)", "mask": "mask(S, M)", "window_mask": "window_mask(S, 2)", "top_k": "top_k(S, 2)", "top_p": "top_p(S, 0.5)",
}  # fmt: skip
SCORES = "S = [[1.25, 2.5, 7.75], [3.5, 1.75, 3.25], [6.5, 2.25, 1.5]]\nM = [[1, 0, 1], [1, 1, 0], [0, 1, 1]]\n"


def test_these_are_all_operations_that_block_scores() -> None:
    assert {name for name in OPS if has(name, "blocks")} == BLOCKING.keys()


@pytest.mark.parametrize("slip", ["unmasked", "mask-zero"])
@pytest.mark.parametrize("op", BLOCKING)
def test_no_mask_and_0_for_a_blocked_score_are_named_at_every_operation_that_blocks(op: str, slip: str) -> None:
    sheet = f'[[question]]\nid = "q1"\nsteps = ["L = {BLOCKING[op]}", "A = softmax(L)"]\n[question.given]\n{SCORES}'
    right = written(loads(sheet).solve()["q1"]["L"])
    scores = [["1.25", "2.5", "7.75"], ["3.5", "1.75", "3.25"], ["6.5", "2.25", "1.5"]]
    wrong = [[("0" if slip == "mask-zero" else x) if y == "-inf" else x for x, y in zip(r, s, strict=True)] for r, s in zip(scores, right, strict=True)]
    report = marked(sheet, {"L": wrong})
    assert {r.name: (r.slip.id, r.slip.at) for r in report.results if r.slip} == {"L": (slip, "L")}


@pytest.mark.parametrize(("line", "given"), [
    ("Z = norm_scale(N, g, b)", "g = [[1, 2, 3]]\nb = [[5, 7, 11]]"),
    ("Z = N + b", "b = [[5, 7, 11]]"),
], ids=["gain and bias", "bias"])  # fmt: skip
@pytest.mark.parametrize("slip", ["bias-dropped", "bias-subtracted"])
def test_a_bias_left_out_or_subtracted_is_named(line: str, given: str, slip: str) -> None:
    sheet = f'[[question]]\nid = "q1"\nsteps = ["{line}"]\n[question.given]\nN = [[1.25, 2.5, 7.75], [3.5, 1.75, 3.25]]\n{given}\n'
    course = Ready(loads(sheet)).keys["q1"].bare[0].exact
    call = course.plan.calls[-1]
    wrong = OPS[call.op].slips[slip].run(*(course.read[arg] for arg in call.args))
    report = marked(sheet, {"Z": written(wrong)})
    assert [r.slip.id for r in report.results if r.slip] == [slip]
