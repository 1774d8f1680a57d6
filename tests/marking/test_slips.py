"""Every slip of the table at every line where it can happen, found from answers that mpmath worked out, not symattn."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from by_hand import PLACES, Setup, decimals, lines, places
from mpmath import mp
from written_cases import differing

from symattn.exact.matrix import BLOCKED, Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.formats.templates import plain
from symattn.marking import check
from symattn.marking.answers.tables import of_value
from symattn.marking.course import Course, in_one
from symattn.marking.handed import Handed
from symattn.marking.marking import Marking
from symattn.marking.sheet import Ready
from symattn.marking.trials import trials
from symattn.ops import OPS
from symattn.ops.slips import rank
from symattn.plan import Plan
from symattn.plan.tree import leading_to
from symattn.sheet import loads

SETUPS = {
    "one head": Setup(1, seed=1, whole=False),
    "one head, causal, biases": Setup(1, "causal", 3, 3, 3, True, seed=1, whole=False),
    "two heads": Setup(2, "none", 2, 4, 3, whole=False, seed=2),
    "two heads, causal": Setup(2, "causal", 3, 4, 2, seed=3),
    "two heads, a mask of their own, biases": Setup(2, "matrix", 3, 4, 2, True, whole=False, seed=4),
    "one head, not scaled": Setup(1, "none", 4, 2, 2, scale=False, whole=False, seed=5),
    "four heads, causal": Setup(4, "causal", 3, 3, 2, whole=False, seed=9),
}


@cache
def key_of(name: str):
    return Ready(sheet := loads(SETUPS[name].sheet)).keys[sheet.questions[0].id]


def handed(rows) -> Handed:
    return Handed("x", of_value("x", rows).cells)


def little(result, wrong, right) -> bool:
    """Whether a slip was seen, but an entry or two are too little evidence to say so."""
    return result.verdict == "incorrect" and result.maybe is not None and differing(wrong, right) <= 2


def wrong_answers(name: str):
    """(slip, line where it was made, line handed in, the lines before it, the wrong matrix)."""
    setup = SETUPS[name]
    right = lines(setup)
    names = key_of(name).plan.names
    for slip in PLACES:
        for at in places(setup, slip):
            try:
                values = lines(setup, slip, at)
            except AssertionError:
                continue  # the shapes do not allow it here
            before = names[: names.index(at)]
            for target, known in ((at, before), (at, ()), (names[-1], ())):
                if target in values and differing(decimals(values[target]), decimals(right[target])):
                    yield slip, at, target, {n: right[n] for n in known}, values[target]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SETUPS)
def test_every_slip_is_named(name: str) -> None:
    """No wrong answer passes, and the slip made is the one named, or one that gives the same matrix goes before it."""
    key, asked, missed = key_of(name), 0, []
    with mp.workdps(80):
        for slip, at, target, known, wrong in wrong_answers(name):
            answers = {n: handed(decimals(m)) for n, m in known.items()} | {target: handed(decimals(wrong))}
            result = Marking(key, answers).results[target]
            ids = [result.slip.id, *result.slip.others] if result.slip else []
            assert len(ids) == len(set(ids))
            assert ids == sorted(ids, key=rank), "the first of the table goes first"
            asked += 1
            assert result.verdict not in ("correct", "follows", "imprecise"), (slip, at, target)
            if slip not in ids and not little(result, decimals(wrong), key.exact[target].decimals(4)):
                missed.append((slip, at, target, result.verdict, ids))
    assert asked > 20
    assert len(missed) <= asked * 0.02, missed


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SETUPS)
def test_all_lines_after_a_slip_follow(name: str) -> None:
    """A whole sheet handed in with one slip: the line has the slip, what comes before is correct, after it follows."""
    setup, key = SETUPS[name], key_of(name)
    with mp.workdps(80):
        right = lines(setup)
        for slip in PLACES:
            for at in places(setup, slip):
                try:
                    values = lines(setup, slip, at)
                except AssertionError:
                    continue
                if not differing(decimals(values[at]), decimals(right[at])):
                    continue
                answers = {n: handed(decimals(values[n])) for n in key.plan.names if n in values}
                results = Marking(key, answers).results
                others = {n: r.verdict for n, r in results.items() if n != at and r.verdict not in ("correct", "follows")}
                assert not others, (slip, at, others)
                assert results[at].verdict == "slip" or little(results[at], decimals(values[at]), decimals(right[at]))


@pytest.mark.parametrize("name", SETUPS)
def test_right_answers_are_correct(name: str) -> None:
    with mp.workdps(80):
        answers = {n: handed(decimals(m)) for n, m in lines(SETUPS[name]).items() if not n.startswith("_")}
    assert {r.verdict for r in Marking(key_of(name), answers).results.values()} == {"correct"}


def test_the_same_slip_in_every_head_is_one() -> None:
    setup, key = SETUPS["two heads"], key_of("two heads")
    with mp.workdps(80):
        one, two = lines(setup, "unscaled", "L_1"), lines(setup, "unscaled", "L_2")
        joined = [a + b for a, b in zip(one["H_1"], two["H_2"], strict=True)]
        found = Marking(key, {"H": handed(decimals(joined))}).results["H"]
    assert (found.slip.id, found.slip.at, found.slip.second) == ("unscaled", "L_1", None)
    assert "in every head" in plain(found.slip.what)


@pytest.mark.exhaustive
def test_two_slips_composed() -> None:
    setup, key = SETUPS["two heads"], key_of("two heads")
    with mp.workdps(80):
        one, two = lines(setup, "unscaled", "L_1"), lines(setup, "softmax-columns", "A_2")
        joined = [a + b for a, b in zip(one["H_1"], two["H_2"], strict=True)]
        found = Marking(key, {"H": handed(decimals(joined))}).results["H"]
    assert found.verdict == "slip"
    assert (found.slip.id, found.slip.at) == ("unscaled", "L_1")
    assert (found.slip.second.id, found.slip.second.at) == ("softmax-columns", "A_2")


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", SETUPS)
def test_one_wrong_entry_is_no_slip(name: str) -> None:
    key = key_of(name)
    for line in key.plan.names[-2:]:
        rows = [list(row) for row in key.exact[line].decimals(4)]
        rows[-1][-1] = "12.3456"
        result = Marking(key, {line: handed(rows)}).results[line]
        assert result.verdict == "incorrect"
        assert sum(entry == "incorrect" for row in result.entries for entry in row) == 1


def test_a_flipped_sign_is_found_at_its_line() -> None:
    key = key_of("one head")
    rows = [list(row) for row in key.exact["Q"].decimals(4)]
    rows[0][0] = rows[0][0].lstrip("-") if rows[0][0].startswith("-") else f"-{rows[0][0]}"
    slip = Marking(key, {"Q": handed(rows)}).results["Q"].slip
    assert "sign" in (slip.id, *slip.others)
    assert slip.at == "Q"


def exactly(matrix) -> list[list[str]]:
    return [["-inf" if cell is BLOCKED else text(cell) for cell in row] for row in matrix.cells()]


def latex(matrix) -> str:
    rows = (" & ".join(r"-\infty" if x == "-inf" else x for x in row) for row in matrix.decimals(5))
    return r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"


def printed(matrix) -> str:
    return "array([" + ",\n       ".join(f"[{', '.join(row)}]" for row in matrix.decimals(8)) + "])"


FORMS = {"exact": exactly, "LaTeX": latex, "NumPy": printed}


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["one head, causal, biases", "two heads"])
def test_slips_in_every_form(name: str, form: str) -> None:
    """Each slip at its line as exact text, as LaTeX, as NumPy prints it."""
    key = key_of(name)
    course, asked = Course(key.plan, key.givens), 0
    for call in key.plan.calls:
        for trial in trials(course, call):
            wrong = in_one(course.changes(trial.patch, course.before(trial.at)).get(trial.at))
            if trial.id == "wrong-operand" or wrong is None or wrong.shape != key.exact[trial.at].shape:
                continue
            if wrong.decimals(2) == key.exact[trial.at].decimals(2):
                continue  # 1 and 0 for weights that are nearly so are right as far as they go
            answer = Handed("x", of_value("x", FORMS[form](wrong)).cells)
            result = Marking(key, {trial.at: answer}).results[trial.at]
            named = (result.slip.id, *result.slip.others) if result.slip else ()
            assert trial.id in named or little(result, wrong.decimals(4), key.exact[trial.at].decimals(4))
            asked += 1
    assert asked > 20


@pytest.mark.parametrize(("slip", "line"), [("softmax-all", "A"), ("unscaled", "L"), ("scaled-by-model-width", "L")])
def test_a_slip_is_found_where_tokens_are_columns(slip: str, line: str) -> None:
    """The sheet's matrices are transposed, and so is the answer: the slip is the same."""
    setup = Setup(1, d=3, seed=1, whole=False)
    with mp.workdps(80):
        wrong = decimals(lines(setup, slip, line)[line])
    setup.given = {name: [list(column) for column in zip(*rows, strict=True)] for name, rows in setup.given.items()}
    sheet = loads('notation = "columns"\n' + setup.sheet)
    answer = [list(column) for column in zip(*wrong, strict=True)]
    results = {r.name: r for r in check(sheet, {line: answer}).answers[0].questions[0].results}
    assert results[line].slip.id == slip


def doubled(call):
    return lambda values, *inputs, **params: OPS[call.op].run(*inputs, **params).scaled(Number.of(2))


def test_two_changes_known_are_those_of_one_run_with_both() -> None:
    """Whatever they change, and whatever stands behind it: sums, joined heads, products of two that were changed, squares."""
    lines = ["Q = X @ W", "K = X @ V", "C = concat(Q, K)", "Y = C @ U", "S = Q @ K.T", "T = S + Q", "R = Y * Y"]
    given = {name: Matrix.of(rows) for name, rows in {"X": [[1, 2], [3, 5]], "W": [[1, -1], [2, 1]], "V": [[2, 1], [0, 3]], "U": [[1], [2], [4], [8]]}.items()}
    plan = Plan.read(lines)
    course = Course(plan, given)
    for target in ("C", "Y", "S", "T", "R"):
        path = leading_to([target], plan.calls, ())
        for a, b in combinations(path, 2):
            one, other = {a.out: doubled(a)}, {b.out: doubled(b)}
            first, second, whole = (course.changes(patch, path) for patch in (one, other, {**one, **other}))
            mixed = frozenset(first.keys() & second.keys())
            both = course.changes({**one, **other}, path, known={**second, **first}, mixed=mixed)
            assert both[target] == whole.get(target, course.own[target]), (target, a.out, b.out)
