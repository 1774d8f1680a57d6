"""What is said of a slip names nothing that the sheet has not: no √d_k where something else divides, no rows where columns add up."""

from __future__ import annotations

from math import log2, log10

import pytest

from symattn.files import languages
from symattn.formats.templates import plainly
from symattn.marking import check
from symattn.said import Said
from symattn.sheet import loads

S = "S = [[1, 2], [4, 7]]"
HEAD = "Q = [[1, 0], [2, 3]]\nK = [[2, 1], [0, 5]]"
ALL = "(exp(1) + exp(2) + exp(4) + exp(7))"
WHOLE = [[f"exp(1)/{ALL}", f"exp(2)/{ALL}"], [f"exp(4)/{ALL}", f"exp(7)/{ALL}"]]
BLOCKED = [["1", "-inf", "-inf"], ["0", "1", "-inf"], ["2", "1", "1"]]
SAID = {
    "any other divisor": (["B = S / 3"], S, {"B": [["1", "2"], ["4", "7"]]}, "You did not divide."),
    "the width of keys": (
        ["Z = Q @ K.T", "L = Z / sqrt(2)"], HEAD, {"L": [["2", "0"], ["7", "15"]]}, "You did not divide by √d_k.",
    ),
    "scores over another number": (["Z = Q @ K.T", "L = Z / 5"], HEAD, {"L": [["2", "0"], ["7", "15"]]}, "You did not divide."),
    "a transpose of whatever": (["G = S @ S.T"], S, {"G": [["9", "16"], ["32", "57"]]}, "You left out the transpose."),
    "down the columns": (["A = softmax(S, axis=0)"], S, {"A": WHOLE}, "in place of column by column."),
    "along the rows": (["A = softmax(S)"], S, {"A": WHOLE}, "in place of row by row."),
    "no heads": (
        ["J = concat(S, R)"], f"{S}\nR = [[3, 5], [6, 8]]", {"J": [["3", "5", "1", "2"], ["6", "8", "4", "7"]]},
        "You joined the matrices in another order.",
    ),
    "logarithms to another base": (
        ["W = log(S)"], S, {"W": [["0", f"{log10(2):.4f}"], [f"{log10(4):.4f}", f"{log10(7):.4f}"]]}, "You took logarithms to base 10",
    ),
    "a wrong number below zero": (
        ["B = T - 1", "C = B @ T"], "T = [['1.37', '2.91'], ['-4.83', '7.19']]", {"C": [["-8.7184", "14.8096"], ["-37.2683", "28.8503"]]},
        "You have −5.38 in place of −5.83 in row 2, column 1 of B",
    ),
    "logarithms behind a mask": (
        ["L = causal_mask(S)", "A = softmax(L)"], S, {"A": [["0", "-inf"], ["-3.0486", "-0.0486"]]}, "You took the logarithms of the weights",
    ),
    "a loss in bits": (
        ["c = cross_entropy(S, t)"], f"{S}\nt = [[1], [0]]", {"c": [[f"{0.313262 * log2(2.718282):.4f}"], [f"{3.048587 * log2(2.718282):.4f}"]]},
        "You took logarithms to base 2",
    ),
    "down in place of along": (["m = mean(T, axis=1)"], "T = [['1.37', '2.91'], ['4.83', '7.19']]", {"m": [["3.1000"], ["5.0500"]]}, "went down the columns"),
    "along in place of down": (
        ["m = max(T, axis=0)", "D = T - m"], "T = [['7.13', '9.39'], ['1.37', '2.91']]",
        {"m": [["9.3900", "2.9100"]], "D": [["-2.2600", "6.4800"], ["-8.0200", "0.0000"]]}, "went along the rows",
    ),
    "a sum for a mean": (["m = mean(T, axis=1)"], "T = [['1.37', '2.91'], ['4.83', '7.19']]", {"m": [["4.2800"], ["12.0200"]]}, "did not divide by their number"),
    "the Jacobian without its products": (
        ["J = softmax_jacobian(p)"], "p = [['0.1', '0.2', '0.7']]", {"J": [["0.1", "0", "0"], ["0", "0.2", "0"], ["0", "0", "0.7"]]},
        "You left out −pᵀp, all that stands beside the diagonal.",
    ),
    "the Jacobian's products alone": (
        ["J = softmax_jacobian(p)"], "p = [['0.1', '0.2', '0.7']]",
        {"J": [["-0.01", "-0.02", "-0.07"], ["-0.02", "-0.04", "-0.14"], ["-0.07", "-0.14", "-0.49"]]}, "You left out diag(p)",
    ),
    "the Jacobian's diagonal alone": (
        ["J = softmax_jacobian(p)"], "p = [['0.1', '0.2', '0.7']]", {"J": [["0.09", "0", "0"], ["0", "0.16", "0"], ["0", "0", "0.21"]]}, "You used the diagonal p(1 − p)",
    ),
    "e to minus infinity": (
        ["L = causal_mask(T)", "E = exp(L)"], "T = [[1, 2, 0], [0, 1, 3], [2, 1, 1]]",
        {"L": BLOCKED, "E": [["2.7183", "1.0000", "1.0000"], ["1.0000", "2.7183", "1.0000"], ["7.3891", "2.7183", "2.7183"]]}, "You took e to −∞ for 1",
    ),
    "a weight of e to minus infinity": (
        ["L = causal_mask(T)", "A = softmax(L)"], "T = [[1, 2, 0], [0, 1, 3], [2, 1, 1]]",
        {"L": BLOCKED, "A": [["0.5761", "0.2119", "0.2119"], ["0.2119", "0.5761", "0.2119"], ["0.5761", "0.2119", "0.2119"]]}, "You took e to −∞ for 1",
    ),
    "0 for the one −∞": (["L = causal_mask(S / 3)"], S, {"L": [["0.3333", "0"], ["1.3333", "2.3333"]]}, "You wrote 0 in place of −∞."),
    "a number for the one −∞": (["L = causal_mask(S / 3)"], S, {"L": [["0.3333", "0.6667"], ["1.3333", "2.3333"]]}, "You did not mask at all."),
    "the Jacobian with a sum": (
        ["J = softmax_jacobian(p)"], "p = [['0.1', '0.2', '0.7']]",
        {"J": [["0.11", "0.02", "0.07"], ["0.02", "0.24", "0.14"], ["0.07", "0.14", "1.19"]]}, "You added pᵀp to diag(p)",
    ),
    "a line that is right but was not worked on with": (
        ["L = causal_mask(S / 3)", "A = softmax(L)"], "S = [[1, 2, 0], [4, 7, 1], [2, 5, 3]]",
        {"L": [["1/3", "-inf", "-inf"], ["4/3", "7/3", "-inf"], ["2/3", "5/3", 1]],
         "A": [["0.3213", "0.4484", "0.2302"], ["0.2447", "0.6652", "0.0900"], ["0.1955", "0.5315", "0.2729"]]}, "Your L is right, but it is not what you worked on with here: you did not mask",
    ),
    "the Jacobian turned": (
        ["J = softmax_jacobian(p)"], "p = [['0.1', '0.2', '0.7']]",
        {"J": [["-0.09", "0.02", "0.07"], ["0.02", "-0.16", "0.14"], ["0.07", "0.14", "-0.21"]]}, "with the other sign",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("steps", "given", "answer", "said"), SAID.values(), ids=SAID)
def test_a_slip_is_told_by_what_the_line_does(steps: list[str], given: str, answer: dict[str, list[list[str]]], said: str) -> None:
    sheet = loads(f"[[question]]\nsteps = {steps}\n[question.given]\n{given}\n")
    results = check(sheet, answer).answers[0].questions[0].results
    assert said in " ".join(result.message for result in results)


ASKED = {
    "every sign of a logarithm": (
        ["W = log(T)"], "T = [['1.37', '2.91'], ['4.83', '7.19']]", {"W": [["-0.3148", "-1.0682"], ["-1.5748", "-1.9727"]]}, "turned every sign of the result", "right but for their signs",
    ),
    "two rows": (
        ["B = T @ T"], "T = [['1.37', '2.91'], ['4.83', '7.19']]", {"B": [["41.3448", "65.7514"], ["15.9322", "24.9096"]]}, "exchanged rows 1 and 2", "rows 1 and 2 stand the other way round",
    ),
    "two columns": (
        ["B = T @ T"], "T = [['1.37', '2.91'], ['4.83', '7.19']]", {"B": [["24.9096", "15.9322"], ["65.7514", "41.3448"]]}, "exchanged columns 1 and 2", "columns 1 and 2 stand the other way round",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("steps", "given", "answer", "said", "fact"), ASKED.values(), ids=ASKED)
def test_how_a_right_result_came_to_stand_so_is_asked_and_never_said(
    steps: list[str], given: str, answer: dict[str, list[list[str]]], said: str, fact: str
) -> None:
    (result,) = check(loads(f"[[question]]\nsteps = {steps}\n[question.given]\n{given}\n"), answer).answers[0].questions[0].results
    assert (result.verdict, result.slip) == ("incorrect", None)
    assert said in str(plainly((), "en")(result.maybe))
    assert fact in result.message


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "id", ["unscaled", "scaled-by-width", "scaled-by-model-width", "root-rounded", "multiplied-by-root", "scaled-by-tokens"]
)
def test_the_width_is_named_where_it_divides(id: str, language: str) -> None:
    words = plainly((), language)
    told = [str(words(Said("slips", id, (("op", "divide"), ("axis", 1), ("width", width))))) for width in (1, 0)]
    assert any(words in told[0] for words in ("√d_k", "square root", "Wurzel", "racine"))
    assert "√d_k" not in told[1]
    assert told[0] != told[1]
