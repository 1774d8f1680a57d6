"""Marks in order: of two scripts that differ in the verdict on one line only, the better verdict never earns less."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from simulated import Case, is_tame
from simulated import written as decimals

from symattn.exact.ball import working
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Matrix
from symattn.files import shipped
from symattn.marking import check
from symattn.marking.diagnosis import _slips_of
from symattn.marking.quick import BITS, Quick
from symattn.marking.results import QuestionReport
from symattn.marking.sheet import Ready
from symattn.sheet import load, loads

RANK = {"unreadable": 6, "undecided": 6, "correct": 5, "follows": 4, "imprecise": 3, "slip": 2, "incorrect": 1}
"""What is open counts as earned: nothing earns more."""
Rows = list[list[str]]


def written(value: Matrix, places: int) -> Rows:
    """A matrix as its decimals."""
    return [["-inf" if isinstance(x, Blocked) else decimal(x, places) for x in row] for row in value.cells()]


def slipped(found: Quick, places: int) -> Rows:
    """A wrong matrix that a slip leads to, rounded."""
    rows = enumerate(found.values)
    return [["-inf" if (i, j) in found.blocked else f"{float(x.mid()):.{places}f}" for j, x in enumerate(row)] for i, row in rows]


def spoiled(rows: Rows, all_of_it: bool) -> Rows:
    """A matrix with one entry, or every entry, off by three."""
    wrong = [[x if x == "-inf" else f"{float(x) + 3:.4f}" for x in row] for row in rows]
    return wrong if all_of_it else [[wrong[0][0], *rows[0][1:]], *rows[1:]]


OPEN: Rows = [["?"]]
"""What nobody can read."""


def following(ready: Ready, question: str, name: str, handed: dict[str, Rows]) -> list[Rows]:
    """One line as it comes out of the lines handed in."""
    key = ready.keys[question]
    mine = {n: Matrix.of([[Fraction(x) for x in row] for row in rows]) for n, rows in handed.items() if "-inf" not in str(rows)}
    value = key.bare[0].exact.over({n: rows for n, rows in mine.items() if n != name}).own.get(name)
    return [written(value, ready.sheet.decimals)] if isinstance(value, Matrix) else []


def qualities(ready: Ready, question: str, name: str) -> list[Rows]:
    """One line in every quality: right, with ever fewer digits, with slips of the table, with wrong entries, unreadable."""
    key, places = ready.keys[question], ready.sheet.decimals
    right = written(key.exact[name], places)
    found = [right, *(written(key.exact[name], k) for k in range(places - 1, 0, -1)), spoiled(right, False), spoiled(right, True), OPEN]
    with working(BITS):
        run = key.bare[0]
        way = run.way(name, ())
        slips = [wrong for _, wrong in _slips_of(way) if isinstance(wrong, Quick) and wrong.m.nrows()]
        return found + [slipped(wrong, places) for wrong in slips[:: max(1, len(slips) // 6)]]


def reports(ready: Ready, question: str, name: str, handed: dict[str, Rows]) -> list[QuestionReport]:
    """What a script comes to with one line in each quality, beside what else is handed in."""
    tries = [*qualities(ready, question, name), *following(ready, question, name, handed)]
    found = [check(ready.sheet, {question: {**handed, name: rows}}) for rows in tries]
    return [next(q for q in report.answers[0].questions if q.id == question) for report in found]


def others(report: QuestionReport, name: str) -> tuple[str, ...]:
    return tuple(r.verdict for r in report.results if r.name != name)


def check_order(found: list[QuestionReport], name: str) -> None:
    for one, other in product(found, found):
        mine, theirs = (next(r.verdict for r in report.results if r.name == name) for report in (one, other))
        if "follows" in (mine, theirs) and {"imprecise", "slip"} & {mine, theirs}:
            continue  # from a wrong line; they are from none
        if others(one, name) == others(other, name) and RANK.get(mine, 0) > RANK.get(theirs, 0) > 0:
            assert one.marks + one.open >= other.marks + other.open, (name, mine, one.marks, theirs, other.marks)


def asked_lines(sheet_name: str) -> list[tuple[str, str]]:
    sheet = load(shipped()[sheet_name])
    usable = [q for q in sheet.questions if not (q.shapes or q.letters or q.unknown)]
    return [(q.id, name) for q in usable for name in q.asked if name in q.plan.names]


HEAD = """
[[question]]
id = "q1"
variant = "attention"
given = { X = [[1, 0], [0, 1]], W_Q = [[1, 2], [0, 1]], W_K = [[1, 0], [1, 1]], W_V = [["1/3", 1], [1, "1/7"]] }
[[question.part]]
asks = ["Q", "K", "V", "S", "L", "A"]
marks = 3
[[question.part]]
asks = ["H"]
marks = 5
"""


@pytest.mark.sliced(9)
@pytest.mark.parametrize("whole", [True, False], ids=["all lines", "that line alone"])
@pytest.mark.parametrize("name", ["S", "L", "A", "H"])
def test_the_better_verdict_never_earns_less(name: str, whole: bool) -> None:
    ready = Ready(loads(HEAD))
    handed = {n: written(ready.keys["q1"].exact[n], 4) for n in ready.keys["q1"].plan.names} if whole else {}
    check_order(reports(ready, "q1", name, handed), name)


def test_too_few_digits_cost_no_more_than_a_slip_on_the_way() -> None:
    ready = Ready(loads(HEAD))
    rough = check(ready.sheet, {"H": [["0.870", "0.310"], ["0.780", "0.426"]]}).answers[0]
    found = {r.name: (r.verdict, r.marks) for r in rough.questions[0].results}
    assert found["H"] == ("imprecise", Fraction(19, 4))  # of 5; a slip at L, which carries half a mark, costs a quarter
    assert rough.marks == Fraction(31, 4)


def test_precision_is_charged_once_in_a_question() -> None:
    few = {"A": [["0.196", "0.804"], ["0.330", "0.670"]], "H": [["0.870", "0.310"], ["0.780", "0.426"]]}
    (answer,) = check(loads(HEAD.replace("marks = 3", "marks = 6")), few).answers
    assert {r.name: r.marks for r in answer.questions[0].results if r.verdict == "imprecise"} == {"A": 1, "H": Fraction(9, 2)}  # as a slip at V


@pytest.mark.parametrize("beside", [(), ("A",), ("A", "L")], ids=["alone", "beside the weights", "beside what leads to them"])
def test_too_few_digits_show_what_lies_before_them_whatever_stands_beside(beside: tuple[str, ...]) -> None:
    ready = Ready(loads(HEAD))
    right = {name: written(ready.keys["q1"].exact[name], 4) for name in beside}
    (answer,) = check(ready.sheet, {**right, "H": [["0.870", "0.310"], ["0.780", "0.426"]]}).answers
    found = {r.name: (r.verdict, r.marks, r.open) for r in answer.questions[0].results}
    assert (found["H"][0], *found["V"]) == ("imprecise", "missing", Fraction(1, 2), 0)


SKIPPED = {  # a table in order, though what was skipped earns less than what follows, or than a slip
    "less than what follows": "follow = 0.75\nskipped = 0.5",
    "less than a slip": "skipped = 0.25",
}


@pytest.mark.parametrize("marking", SKIPPED.values(), ids=SKIPPED)
@pytest.mark.parametrize("name", ["L", "A", "H"])
def test_what_was_skipped_earns_no_more_for_a_slip(marking: str, name: str) -> None:
    check_order(reports(Ready(loads(f"[marking]\n{marking}\n{HEAD}")), "q1", name, {}), name)


def test_two_slips_that_one_answer_tells_cost_no_more_than_a_number_without_a_name() -> None:
    given = HEAD.replace("[[1, 0], [0, 1]]", "[[1.3, -0.7], [0.4, 2.1], [-1.1, 0.9]]", 1).replace("[[1, 2], [0, 1]]", "[[0.6, 1.2], [-0.3, 0.8]]")
    ready = Ready(loads(given.replace("[[1, 0], [1, 1]]", "[[1.1, -0.2], [0.4, 0.9]]").replace("marks = 3", "marks = 6")))
    right = {name: written(ready.keys["q1"].exact[name], 4) for name in "QVS"}
    both = [["2.1800", "-0.9500", "-2.0600"], ["-0.9500", "4.5700", "1.4500"], ["-2.0600", "1.4500", "2.0200"]]  # X in place of K, and of Q
    made = {"scores": both, "a number": spoiled(right["S"], False)}
    rest = {"Q": right["Q"], "V": right["V"], "A": slipped(unnormalised(ready), 4)}
    marks = {kind: check(ready.sheet, {**rest, "S": rows}).answers[0].questions[0] for kind, rows in made.items()}
    assert [r.slip and len(r.slips) for r in marks["scores"].results if r.name == "S"] == [2]
    assert marks["scores"].marks >= marks["a number"].marks


def unnormalised(ready: Ready) -> Quick:
    """The weights of a script in which the exponentials were not divided by their sums."""
    with working(BITS):
        way = ready.keys["q1"].bare[0].way("A", ())
        return next(wrong for trial, wrong in _slips_of(way) if trial.id == "not-normalised" and isinstance(wrong, Quick))


TWO = """
[[question]]
variant = "multi-head-attention"
options = { heads = 2 }
[question.given]
X = [[1, 2], [3, 4]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[0, 1], [1, 0]]
W_V_1 = [[1, 1], [0, 1]]
W_Q_2 = [[1, 1], [0, 1]]
W_K_2 = [[1, 0], [1, 1]]
W_V_2 = [[0, 1], [1, 1]]
"""


def unscaled() -> dict[str, Rows]:
    """Every line of a script in which the scores were never divided."""
    text = TWO.replace("options = { heads = 2 }", "options = { heads = 2, scale = false }")
    key = Ready(loads(text)).keys["q1"]
    return {name: written(key.exact[name], 4) for name in key.plan.names}


WHERE = {  # what is handed in of it -> the lines that are lost for not being handed in
    "every line": (lambda name: True, ()),
    "all but the scaled scores": (lambda name: name[0] != "L", ()),
    "the weights alone": (lambda name: name[0] == "A", ("V_1", "V_2", "H_1", "H_2", "H")),
    "the heads side by side": (lambda name: name == "H", ()),
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("kept", "missing"), WHERE.values(), ids=WHERE)
def test_one_habit_costs_the_same_wherever_it_shows(kept, missing: tuple[str, ...]) -> None:
    (answer,) = check(loads(TWO), {name: rows for name, rows in unscaled().items() if kept(name)}).answers
    lost = {r.name: r.of - r.marks for r in answer.questions[0].results if r.of != r.marks}
    assert lost == {"L_1": Fraction(1, 2), **dict.fromkeys(missing, Fraction(1))}


def test_what_few_digits_say_too_little_of_is_for_a_person_to_decide() -> None:
    (answer,) = check(loads(HEAD), {"A": [["0.20", "0.80"], ["0.33", "0.67"]]}).answers
    found = {r.name: (r.verdict, r.marks, r.open) for r in answer.questions[0].results}
    assert found["A"] == ("imprecise", Fraction(1, 2), 0)
    assert found["S"] == ("missing", 0, Fraction(1, 2))
    assert found["V"] == ("missing", 0, 0)


MOST_LINES = 5  # of one sheet whose qualities are tried


@pytest.mark.exhaustive
@pytest.mark.parametrize("sheet_name", shipped())
def test_marks_are_in_order_on_every_sheet(sheet_name: str) -> None:
    ready = Ready(load(shipped()[sheet_name]))
    every = asked_lines(sheet_name)
    for question, name in every[:: -(-len(every) // MOST_LINES) or 1]:
        key = ready.keys[question]
        if not isinstance(key.exact[name], Matrix):
            continue
        whole = {n: written(key.exact[n], ready.sheet.decimals) for n in key.plan.names if isinstance(key.exact[n], Matrix)}
        before = [n for n in key.plan.line(name).reads if n in whole]
        wrong = {n: spoiled(rows, False) if n in before[:1] else rows for n, rows in whole.items()}
        for handed in ({}, whole, wrong):
            check_order(reports(ready, question, name, handed), name)


MADE = [("unscaled", "L"), ("softmax-columns", "A"), ("not-normalised", "A"), ("scores-transposed", "S")]


def costs(slip: str, at: str, variants: int) -> tuple[set[Fraction], int, int]:
    """What one slip costs on so many variants, all lines handed in, all but its own, the last alone: the different costs where
    it is named, and how often it was and was not."""
    found: set[Fraction] = set()
    named, silent, seed = 0, 0, 0
    while variants:
        seed += 1
        case = Case("single", seed)
        right, wrong = case.values(), case.values(slip, at)
        if (slip, at) not in case.slips() or not (is_tame(right) and is_tame(wrong)) or decimals(right[at]) == decimals(wrong[at]):
            continue
        variants -= 1
        for names in (case.names, [name for name in case.names if name != at], case.names[-1:]):
            handed = {name: decimals(wrong[name]) for name in names}
            (answer,) = check(loads(case.toml), handed).answers
            if any(result.slip for question in answer.questions for result in question.results):
                found.add(answer.of - answer.marks - answer.open)
                named += 1
            else:
                silent += any(rows != decimals(right[name]) for name, rows in handed.items())
    return found, named, silent


@pytest.mark.exhaustive
@pytest.mark.parametrize(("slip", "at"), MADE)
def test_a_slip_costs_the_same_with_other_numbers_and_wherever_it_is_named(slip: str, at: str) -> None:
    found, named, _ = costs(slip, at, 5)
    assert found == {Fraction(1, 2)}
    assert named


@pytest.mark.exhaustive
@pytest.mark.parametrize(("slip", "at"), MADE[:2])
def test_a_slip_costs_the_same_on_a_hundred_variants(slip: str, at: str) -> None:
    found, named, silent = costs(slip, at, 100)
    assert found == {Fraction(1, 2)}
    assert silent < named / 5


@pytest.mark.parametrize(("handed", "earned"), [
    ([["5/sqrt(2)", "2/sqrt(2)"], ["2/sqrt(2)", "1/sqrt(2)"]], [4, 2]),  # right, so it did not happen here
    ([[5, 2], [2, 1]], [2, 4]),
    ([[5, 2, 1]], [2, 4]),  # of another shape, but what comes after it shows what was done
    (None, [2, 4]),
], ids=["right", "the slip", "another shape", "nothing"])  # fmt: skip
def test_a_slip_is_charged_where_it_happened(handed: Rows | None, earned: list[int]) -> None:
    answers: dict[str, Rows] = {"A": [["e^5/(e^5+e^2)", "e^2/(e^5+e^2)"], ["e^2/(e^2+e)", "e/(e^2+e)"]]}
    report = check(UNSCALED, answers | ({"L": handed} if handed else {})).answers[0].questions[0]
    assert [result.marks for result in report.results if result.name in "LA"] == earned


UNSCALED = loads("""
[[question]]
steps = ["Q = X @ W", "S = Q @ Q.T", "L = S / sqrt(2)", "A = softmax(L)"]
given = { X = [[1, 2], [0, 1]], W = [[1, 0], [0, 1]] }
[[question.part]]
asks = ["L", "A"]
marks = 8
""")


@pytest.mark.parametrize(("scores", "handed", "earned"), [
    (1, {"A": [[1]]}, {"A"}),
    (1, {"H": [[3, 1]]}, {"A", "V", "H"}),
    (2, {"A": [["1/(1+e)", "e/(1+e)"]]}, {"Q", "S", "A"}),
], ids=["weights of one score", "what they weigh", "weights of two"])  # fmt: skip
def test_a_right_line_counts_for_those_alone_that_it_tells_of(scores: int, handed: dict[str, Rows], earned: set[str]) -> None:
    keys = {1: "[[2, 1]]", 2: "[[2, 1], [3, 1]]"}[scores]
    sheet = loads(
        '[[question]]\nsteps = ["Q = X * 1", "S = Q @ K.T", "A = softmax(S)", "V = K + B", "H = A @ V"]\n'
        f"given = {{ X = [[1, 0]], K = {keys}, B = [[1, 0]] }}\n"
    )
    report = check(sheet, handed).answers[0].questions[0]
    assert {result.name for result in report.results if result.marks} == earned
    assert {result.name for result in report.results if result.verdict == "missing" and not result.marks} == set("QSAVH") - earned


@pytest.mark.parametrize("row", ["[1, 2, 3]", "[3, 1, 2]", "[3, 2, 1]", "[-1, -2, -3]", "[1, -1, 2]"])
@pytest.mark.parametrize("line", ["argsort(S)", "argmax(S)", "rank(S)", "heaviside(S)"])
def test_what_sees_order_or_sign_alone_tells_of_its_numbers_whatever_they_are(line: str, row: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["S = X * 1", "P = {line}"]\ngiven.X = [{row}]\n')
    right = sheet.solve()["q1"]["P"]
    report = check(sheet, {"P": [[str(x) for x in cells] for cells in right.values]}).answers[0].questions[0]
    assert [result.marks for result in report.results] == [1, 1], report.results
