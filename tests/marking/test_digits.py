"""Digits as asked: when a decimal is right, when it has too few of them, and what it stands for afterwards."""

from __future__ import annotations

import decimal
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from flint import fmpq

from symattn.cli import main
from symattn.errors import SheetError
from symattn.exact.decimals import decimal as fixed
from symattn.exact.matrix import Blocked
from symattn.marking import check
from symattn.marking.rule import Rule, magnitude
from symattn.ops import OPS
from symattn.ops.shapes import ParameterKind
from symattn.sheet import loads
from symattn.sheet.sheet import Sheet

SHEET = "decimals = {places}\n{marking}\n[[question]]\nsteps = ['B = A * 1']\ngiven = {{ A = [['{value}']] }}\n"


def verdict(value: str, written: str, places: int = 4, marking: str = "") -> str:
    """The verdict on one number written as the value of a line."""
    sheet = loads(SHEET.format(places=places, value=value, marking=marking and f"[marking]\n{marking}"))
    return check(sheet, {"B": [[written]]}).answers[0].questions[0].results[0].verdict


VALUES = {  # the value, what is written, the digits asked -> the verdict
    "digits follow": ("0.89304118", "0.8930412", 4, "correct"),
    "zeros lack": ("0.89302", "0.893", 4, "correct"),
    "a whole number for less than half a unit": ("0.00002", "0", 4, "correct"),
    "a whole number for a third": ("1/3", "0", 4, "incorrect"),
    "a whole number for three thousandths": ("0.003", "0", 4, "incorrect"),
    "rounded, then more digits from elsewhere": ("0.195574", "0.19559", 4, "correct"),
    "a tie, up": ("0.12345", "0.1235", 4, "correct"),
    "a tie, down": ("0.12345", "0.1234", 4, "correct"),
    "a written tie rounds either way": ("0.19562", "0.19565", 4, "correct"),
    "one unit off": ("0.195574", "0.1957", 4, "incorrect"),
    "one unit off with more digits": ("0.195574", "0.195720", 4, "incorrect"),
    "three of four": ("0.195574", "0.196", 4, "imprecise"),
    "two of four": ("0.195574", "0.20", 4, "imprecise"),
    "one of four": ("0.195574", "0.2", 4, "incorrect"),
    "two of five": ("0.195574", "0.20", 5, "incorrect"),
    "three of five": ("0.195574", "0.196", 5, "imprecise"),
    "one of two": ("0.1655", "0.2", 2, "incorrect"),
    "two of three": ("0.195574", "0.20", 3, "imprecise"),
    "a tie of two of three, up": ("0.125", "0.13", 3, "imprecise"),
    "a tie of two of three, down": ("0.125", "0.12", 3, "imprecise"),
    "a tie of three of four, down": ("0.1955", "0.195", 4, "imprecise"),
    "more than a tie of two of three, down": ("0.1251", "0.12", 3, "incorrect"),
    "none of one": ("2.83", "3", 1, "incorrect"),
    "none asked": ("2.83", "3", 0, "correct"),
    "too few, and wrong": ("0.195574", "0.19", 4, "incorrect"),
    "cut off in place of rounded": ("0.195574", "0.1955", 4, "imprecise"),
    "one too large for rounding": ("0.195574", "0.1957", 4, "incorrect"),
    "cut off, with a digit more": ("0.195576", "0.19550", 4, "incorrect"),
    "one below what has no further digits": ("0.7", "0.699", 3, "incorrect"),
    "cut off, with one digit asked": ("0.19", "0.1", 1, "incorrect"),
    "a power of ten": ("0.00123", "1.2e-3", 4, "correct"),
    "a power of ten with too few": ("0.0237", "2e-2", 4, "imprecise"),
    "an exact form": ("1/3", "1/3", 4, "correct"),
    "another exact form": ("1/3", "0.3333 + 0.0000", 4, "correct"),
    "a decimal worked with": ("sqrt(2)", "2 * 0.7071", 4, "correct"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "written", "places", "expected"), VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("sign", ["", "-"])
def test_decimals(value: str, written: str, places: int, expected: str, sign: str) -> None:
    assert verdict(f"{sign}({value})", written if not sign or written == "0" else f"-({written})" if "+" in written else f"-{written}", places) == expected


CUT = {  # broken off, not rounded
    "cut": ("0.19559", "0.1955", "correct"),
    "rounded": ("0.19559", "0.1956", "incorrect"),
    "cut, then more digits": ("0.19559", "0.19552", "correct"),
    "the next number, never reached by cutting": ("0.1956", "0.1955", "incorrect"),
    "the next number with fewer digits": ("0.1956", "0.195", "imprecise"),
    "the next number with fewer digits, never reached either": ("0.196", "0.195", "incorrect"),
    "the value itself": ("0.1956", "0.1956", "correct"),
    "zero from below": ("-0.00009", "0", "correct"),
    "zeros lack": ("0.30004", "0.3", "correct"),
}


@pytest.mark.parametrize(("value", "written", "expected"), CUT.values(), ids=CUT)
def test_broken_off(value: str, written: str, expected: str) -> None:
    assert verdict(value, written, 4, 'rounding = "truncate"') == expected


SIGNIFICANT = {
    "as asked": ("1234.5", "1230", "correct"),
    "more": ("1234.5", "1234.5", "correct"),
    "below a power of ten": ("0.99996", "1.00", "correct"),
    "not quite a power of ten": ("0.9985", "1.00", "incorrect"),
    "small": ("0.0012345", "0.00123", "correct"),
    "two of three": ("0.0012345", "0.0012", "imprecise"),
    "a tie of two of three, down": ("0.00125", "0.0012", "imprecise"),
    "one of three": ("0.0012345", "0.001", "incorrect"),
    "zero is right for zero alone": ("0.00000012", "0", "incorrect"),
    "zero": ("0", "0.000", "correct"),
}


@pytest.mark.parametrize(("value", "written", "expected"), SIGNIFICANT.values(), ids=SIGNIFICANT)
def test_significant_digits(value: str, written: str, expected: str) -> None:
    assert verdict(value, written, 4, "significant = 3") == expected


def test_zero_has_no_first_digit() -> None:
    from flint import fmpq

    with pytest.raises(ValueError, match="zero"):
        magnitude(fmpq(0))


HEAD = """
decimals = 4
[[question]]
variant = "attention"
given = { X = [[1, 0], [0, 1]], W_Q = [[1, 2], [0, 1]], W_K = [[1, 0], [1, 1]], W_V = [["1/3", 1], [1, "1/7"]] }
"""


def lines(answers: dict) -> dict[str, str]:
    """The verdicts on the lines of one head that were handed in."""
    results = check(loads(HEAD), answers).answers[0].questions[0].results
    return {r.name: r.verdict for r in results if r.verdict != "missing"}


def test_what_follows_from_few_digits_is_right_with_the_digits_asked() -> None:
    few = [["0.20", "0.80"], ["0.33", "0.67"]]
    assert lines({"A": few, "H": [["0.8667", "0.3143"], ["0.7800", "0.4257"]]}) == {"A": "imprecise", "H": "correct"}
    assert lines({"A": few, "H": [["0.87", "0.31"], ["0.78", "0.43"]]}) == {"A": "imprecise", "H": "imprecise"}


FROM_FEW = """
decimals = 3
[[question]]
given = { Z = [["2/3", "1/3"]], E = [["3/4", "1/4"]], V = [["6", "1"], ["0", "2"]] }
steps = ["P = Z * 1", "A = E - P/2", "H = 2 * A @ V"]
"""


@pytest.mark.parametrize(
    ("A", "H", "expected"),
    [
        (["0.415", "0.085"], ["4.98", "1.17"], ("correct", "correct")),  # 0.75 − 0.67/2 ends there, and so does what follows
        (["0.415", "0.085"], ["4.99", "1.17"], ("correct", "imprecise")),
        (["0.42", "0.09"], ["4.98", "1.17"], ("imprecise", "imprecise")),
    ],
)
def test_what_comes_exactly_of_few_digits_lacks_no_zeros(A: list[str], H: list[str], expected: tuple[str, str]) -> None:
    results = check(loads(FROM_FEW), {"P": [["0.67", "0.33"]], "A": [A], "H": [H]}).answers[0].questions[0].results
    assert tuple(result.verdict for result in results) == ("imprecise", *expected)


def test_rounding_on_the_way_is_right_only_with_the_digits_asked() -> None:
    on_the_way = [["0.8696", "0.3105"], ["0.7799", "0.4259"]]  # 0.7798 from exact weights; A rounded to four decimals
    assert lines({"H": on_the_way})["H"] == "correct"
    assert lines({"H": [["0.9", "0.3"], ["0.8", "0.4"]]})["H"] == "incorrect"


def test_root_rounded_to_a_whole_number_is_a_slip_and_no_rounding() -> None:
    text = "[[question]]\nsteps = ['S = Q @ K.T', 'L = S / sqrt(cols(K))', 'A = softmax(L)']\n"
    text += "given = { Q = [[1, 2, 0], [0, 1, 3]], K = [[1, 0, 1], [2, 1, 0]] }\n"
    wrong = {"A": [["0.1824", "0.8176"], ["0.7311", "0.2689"]]}  # scores [1 4; 3 1] over 2
    (found,) = (r for r in check(loads(text), wrong).answers[0].questions[0].results if r.name == "A")
    assert (found.verdict, found.slip and found.slip.id) == ("slip", "root-rounded")


ORDERS = {
    "imprecise = 0.4": "slip = 0.5 is more than imprecise = 0.4",
    "slip = 0.8": "slip = 0.8 is more than imprecise = 0.75",
    "entries = 0.6": "entries = 0.6 is more than slip = 0.5",
    "imprecise = 0.2\nslip = 0.3\nentries = 0.4": "slip = 0.3 is more than imprecise = 0.2",
}


@pytest.mark.parametrize(("table", "said"), ORDERS.items(), ids=ORDERS)
def test_a_table_out_of_order_is_refused(table: str, said: str) -> None:
    with pytest.raises(SheetError, match=said.replace(".", r"\.")):
        loads(f"[marking]\n{table}\n{HEAD}".replace("decimals = 4\n", ""))


def test_open_marks_stand_beside_the_earned_ones(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "ada.toml").write_text('Q = [[1, 2], [0, 1]]\nA = [["?", 1], [2, 3]]\nH = [[1, 1], [1, 1]]\n', encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("sheet.toml", "ada.toml")]
    out = CliRunner().invoke(main, ["check", *paths, "--format", "json"], standalone_mode=False).stdout
    (answer,) = json.loads(out)["answers"]
    (question,) = answer["questions"]
    opened = {r["name"]: r["open"] for r in question["results"] if r["open"]}
    assert opened == {"A": 1, "H": 1, **dict.fromkeys("KVSL", 1)}  # the wrong H rests on A, and what is not handed in on both
    assert (answer["marks"], answer["open"], question["open"], answer["of"]) == (1, 6, 6, 7)
    rows = CliRunner().invoke(main, ["check", *paths, "--format", "csv"], standalone_mode=False).stdout.splitlines()
    head, row = (line.split(",") for line in rows[:2])
    assert (row[head.index("open")], row[head.index("q1.A open")]) == ("6", "1")


CUTS_ON_THE_WAY = """
language = "{language}"
decimals = 3
[marking]
rounding = "truncate"
[[question]]
steps = ["S = X @ W", "L = S / sqrt(2)", "E = exp(L)", "H = E @ V"]
given = {{ X = [[1, 2], [3, 1]], W = [["0.3", "0.7"], ["0.4", "0.1"]], V = [[10, 30], [50, 20]] }}
"""
SAID = {  # of what was kept on the way, by language: cut, rounded
    "en": ("cut off behind {} decimals", "rounded to {} decimals"),
    "de": ("nach {} Nachkommastellen abgeschnitten", "auf {} Nachkommastellen"),
    "fr": ("à {} décimales par troncature", "à {} décimales"),
}


def on_the_way(places: int, cut: bool) -> list[list[str]]:
    """The last line of that sheet from lines of so many decimals, by decimal arithmetic of its own, itself cut to three."""
    how = decimal.ROUND_DOWN if cut else decimal.ROUND_HALF_UP

    def kept(x: decimal.Decimal, to: int = places, by: str = how) -> decimal.Decimal:
        return x.quantize(decimal.Decimal(1).scaleb(-to), by)

    scores = [[decimal.Decimal(x) for x in row] for row in (("1.1", "0.9"), ("1.3", "2.2"))]
    weights = [[kept(kept(x / decimal.Decimal(2).sqrt()).exp()) for x in row] for row in scores]
    values = ((10, 30), (50, 20))
    rows = [[sum(row[k] * values[k][j] for k in (0, 1)) for j in (0, 1)] for row in weights]
    return [[str(kept(decimal.Decimal(x), 3, decimal.ROUND_DOWN)) for x in row] for row in rows]


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("cut", [True, False])
@pytest.mark.parametrize("places", [3, 4])
def test_decimals_are_cut_on_the_way_where_the_sheet_cuts_them(places: int, cut: bool, language: str) -> None:
    (result,) = (r for r in check(loads(CUTS_ON_THE_WAY.format(language=language)), {"H": on_the_way(places, cut)}).answers[0].questions[0].results if r.name == "H")
    assert result.verdict == "correct"
    assert SAID[language][not cut].format(places) in result.message
    assert (SAID[language][0].format(places) in result.message) == cut


@pytest.mark.parametrize(("written", "verdict"), [("110.000", "correct"), ("109.900", "incorrect")])
def test_a_number_that_ends_is_not_cut_to_the_one_before_it(written: str, verdict: str) -> None:
    """1.1 is 1.100 when it is cut, never 1.099."""
    sheet = loads('decimals = 3\n[marking]\nrounding = "truncate"\n[[question]]\nsteps = ["S = X * 1.1", "H = S * 100"]\ngiven = { X = [[1]] }')
    (report,) = check(sheet, {"H": [[written]]}).answers[0].questions
    assert [result.verdict for result in report.results if result.name == "H"] == [verdict]


RATE = """decimals = 3
[[question]]
steps = ["a = d ** (-0.5) * minimum(100 ** (-0.5), 100 * w ** (-1.5))"]
given = {{ d = 512, w = 4000 }}
[question.show]
a = {{ as = "{way}", digits = 3 }}
"""


@pytest.mark.parametrize(("way", "written", "expected"), [("scientific", "0", "incorrect"), ("scientific", "0.0000175", "correct"), ("decimal", "0", "correct")])
def test_rounding_on_the_way_earns_no_zero_where_significant_digits_are_asked(way: str, written: str, expected: str) -> None:
    (result,) = check(loads(RATE.format(way=way)), {"a": written}).answers[0].questions[0].results
    assert result.verdict == expected


@pytest.mark.parametrize("step", ["round(A / s, 0)", "round(A / (s * 2) * 2, 0)", "round(A * 3 / s, 0) - round(A * 2 / s, 0)"])
@pytest.mark.parametrize("written", ["0.4", "0.40", "2.8/7", "4e-1"])
@pytest.mark.parametrize(("whole", "verdict"), [(["4", "-3"], "correct"), (["3", "-2"], "incorrect"), (["4", "-2"], "incorrect")])
def test_a_scale_that_is_exact_is_no_rounded_one(step: str, written: str, whole: list[str], verdict: str) -> None:
    """1.4/0.4 is 3.5, a half; a scale of 0.4 that may be any from 0.35 to 0.45 would make 3 of it. (0.4000 may have been rounded.)"""
    sheet = loads(f'decimals = 4\n[[question]]\nsteps = ["s = M / 7", "C = {step}"]\ngiven = {{ M = 2.8, A = [[1.4, -1]] }}')
    (report,) = check(sheet, {"s": written, "C": [whole]}).answers[0].questions
    assert {result.name: result.verdict for result in report.results} == {"s": "correct", "C": verdict}


BY_A_NUMBER = [
    "A * s", "A / s", "A ** s", "s ** A", "layer_norm(A, eps=s)", "rms_norm(A, eps=s)", "top_p(softmax(A), s / 2)", "arange(3, start=s)", "arange(3, step=s)",
    "rope(A, base=s)", "rope(A, start=s)", "rope(A, step=s)", "positional_encoding(2, 4, base=s)", "alibi(A, s)", "A + s", "-s * A", "A / sqrt(s)",
    "A * exp(s)", "softmax(A / s)", "softmax(causal_mask(A) * s)", "softmax(causal_mask(A) / s)", "1 / (1 + s * A)", "log(A * s)", "round(A / s, 0)",
    "A * (s - 1)", "A / (s + 1)", "s * s", "sqrt(s)", "log(s)", "exp(-s)", "maximum(A, s)", "floor(A * s)", "A * s ** 2",
    "keep_top_p(softmax(A), s / 2)", "clip(A, s, 2)", "clip(A, 0, s)",
]  # fmt: skip


def by_a_number(line: str, number: str) -> tuple[Sheet, list[list[str]]]:
    """A sheet whose second line takes the first, a number; the second line's decimals."""
    sheet = loads(f'decimals = 2\n[[question]]\nsteps = ["s = M / 1", "C = {line}"]\ngiven = {{ M = "{number}", A = [[1, 2], [3, 1]] }}')
    exact = sheet.solve().answers[0].exact["C"]
    return sheet, [["-inf" if isinstance(x, Blocked) else fixed(x, 2) for x in row] for row in exact.cells()]


def test_every_operation_that_takes_a_number_is_among_them() -> None:
    takes = {name for name, record in OPS.items() if ParameterKind.SCALAR in record.signature.kinds.values()} - {"limit", "solve"}  # of letters
    found = {call.op for line in BY_A_NUMBER for call in by_a_number(line, "3/7")[0].questions[0].plan.calls}
    assert not takes - found


@pytest.mark.parametrize("line", BY_A_NUMBER)
def test_a_number_that_is_a_line_is_taken_as_it_was_handed_in(line: str) -> None:
    """Right from its decimals, follows from another number, and wrong is wrong: nothing is left to a person."""
    sheet, right = by_a_number(line, "3/7")
    for number in ("3/7", "0.43", "2"):
        written = by_a_number(line, number)[1]
        results = check(sheet, {"s": number, "C": written}).answers[0].questions[0].results
        assert [(r.verdict, r.failure) for r in results] == [
            ("incorrect" if number == "2" else "correct", ""),
            ("follows" if number == "2" and written != right else "correct", ""),
        ], number
    for odd in ("0", "-1", [["1", "2"]], [["1"], ["2"]]):
        first, last = check(sheet, {"s": odd, "C": right}).answers[0].questions[0].results
        assert (first.verdict in ("incorrect", "shape"), last.verdict, first.failure, last.failure) == (True, "correct", "", ""), odd
        (*_, last) = check(sheet, {"s": odd, "C": [["7.31", "8.47"], ["9.13", "6.29"]]}).answers[0].questions[0].results
        assert (last.verdict in ("incorrect", "shape"), last.failure) == (True, ""), odd
    for number in ("3/7", "0.43", "2"):
        nowhere = [[x if x == "-inf" else f"{float(x) + 7.31:.2f}" for x in row] for row in right]
        (*_, result) = check(sheet, {"s": number, "C": nowhere}).answers[0].questions[0].results
        assert (result.verdict, result.failure) == ("incorrect", "")


@pytest.mark.parametrize("line", ["A / s", "A * s", "softmax(A / s)", "sqrt(s) * A", "rope(A, base=s)"])
@pytest.mark.parametrize("odd", ["0", "-1", "[1 2]", "[1; 2]", "x"])
def test_feedback_is_written_whatever_stands_for_a_number(line: str, odd: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(f'decimals = 2\n[[question]]\nsteps = ["s = M / 7", "C = {line}"]\ngiven = {{ M = 3, A = [[1, 2], [3, 1]] }}')
    (tmp_path / "ada.txt").write_text(f"s = {odd}\nC = [7.31 8.47; 9.13 6.29]\n")
    found = CliRunner().invoke(main, ["check", str(tmp_path / "s.toml"), str(tmp_path / "ada.txt"), "--detail", "full"])
    assert found.exception is None
    assert "C  wrong" in found.output


OWN_DIGITS = """language = "{language}"
decimals = 3
[[question]]
steps = ["M = N * b", "s = M / W"]
given = {{ N = "13.3e9", b = "2 B", W = "3.35 TB/s" }}
[question.show]
M = {{ unit = "GB", digits = 0 }}
s = {{ unit = "ms", digits = 2 }}
"""
SIGNIFICANT = """language = "{language}"
marking = {{ significant = 3 }}
[[question]]
steps = ["L = X / sqrt(2)", "A = exp(L)"]
given = {{ X = [["10.5", "0.1"]] }}
"""
AS_ASKED = {"en": "rounded to the digits asked", "de": "auf die verlangten Stellen", "fr": "au nombre de chiffres demandé"}


@pytest.mark.parametrize("language", AS_ASKED)
@pytest.mark.parametrize(
    ("text", "name", "written", "verdict"),
    [
        (OWN_DIGITS, "s", "8.06", "correct"),  # 27 GB over 3.35 TB/s; 7.94 from 26.6 GB
        (OWN_DIGITS, "s", "7.94", "exact"),
        (OWN_DIGITS, "s", "8.36", "incorrect"),  # from 28 GB
        (SIGNIFICANT, "A", [["1670", "1.07"]], "correct"),  # e^7.42; e^7.4246 is 1677
        (SIGNIFICANT, "A", [["1680", "1.07"]], "exact"),
        (SIGNIFICANT, "A", [["1640", "1.07"]], "incorrect"),  # e^7.4
    ],
)
def test_rounding_on_the_way_goes_by_the_digits_asked_of_each_line(text: str, name: str, written: object, verdict: str, language: str) -> None:
    (*_, result) = check(loads(text.format(language=language)), {name: written}).answers[0].questions[0].results
    assert (result.verdict, AS_ASKED[language] in result.message) == (verdict.replace("exact", "correct"), verdict == "correct")


def test_a_whole_number_may_be_rounded_where_no_decimals_are_asked() -> None:
    script = {"M": "7", "s": "1.97"}  # 6.6 GB, written as asked: wrong, and worked on with as it was
    report = check(loads(OWN_DIGITS.format(language="en")), script).answers[0].questions[0]
    assert [result.verdict for result in report.results] == ["incorrect", "follows"]
@pytest.mark.parametrize(("place", "verdict"), [(0, "incorrect"), (1, "correct"), (2, "incorrect")])
def test_small_probabilities_are_not_rounded_to_nothing_on_the_way(place: int, verdict: str) -> None:
    sheet = loads('[[question]]\nsteps = ["s = c * p", "j = argmax(s)"]\ngiven = { c = [["2e-5", "3e-5", "1e-5"]], p = [["1e-5", "1e-4", "1e-5"]] }')
    (found,) = (r for r in check(sheet, {"j": [[place]]}).answers[0].questions[0].results if r.name == "j")
    assert found.verdict == verdict


@pytest.mark.parametrize(("dr", "verdict"), [("[0, 0.333, 0]", "correct"), ("[0, 0, 0]", "incorrect"), ("[0.667, 0.333, 0]", "incorrect")])
def test_what_is_equal_is_so_however_lines_are_rounded(dr: str, verdict: str) -> None:
    """min(rA, cA), where c is r for the second: rounding both puts neither below the other, and the way back is not 0."""
    sheet = loads("""
decimals = 3
[[question]]
steps = ["r = exp(z)", "c = clip(r, 4/5, 6/5)", "m = minimum(r * A, c * A)", "J = mean(m)"]
gradient = { of = "J", wrt = ["r"] }
given = { z = [["2/5", "-1/10", "-4/5"]], A = [[2, 1, -1]] }
""")
    results = check(sheet, {"dr": [[x.strip() for x in dr[1:-1].split(",")]]}).answers[0].questions[0].results
    assert [r.verdict for r in results if r.name == "dr"] == [verdict]


@pytest.mark.parametrize(("language", "said"), [("en", "all digits of the whole number are asked"), ("de", "alle Stellen der ganzen Zahl"), ("fr", "tous les chiffres du nombre entier")])
def test_a_whole_number_with_a_power_of_ten_lacks_no_decimals(language: str, said: str) -> None:
    sheet = loads(f'language = "{language}"\n' + SHEET.format(places=3, marking="", value="268435456"))
    (found,) = check(sheet, {"B": "2.68e8"}).answers[0].questions[0].results
    assert said in found.message


@pytest.mark.parametrize(("written", "said"), [("8.4 GB", "2 decimals are asked"), ("8.4", "2 decimals are asked")])
def test_a_whole_number_of_bytes_lacks_decimals_of_the_unit_that_it_is_shown_in(written: str, said: str) -> None:
    sheet = loads('[[question]]\nid = "q1"\nsteps = ["M = n * b"]\ngiven = { n = 2097152000, b = "4 B" }\nshow = { M = { unit = "GB", digits = 2 } }')
    (found,) = check(sheet, {"M": written}).answers[0].questions[0].results
    assert said in found.message


@pytest.mark.parametrize("places", [1, 2, 3, 5])
def test_the_last_significant_digit_is_worth_ten_times_less_just_below_a_power_of_ten(places: int) -> None:
    """Above 1 so many digits are parts of 1, below it tenths of that; away from 0 on both sides of it."""
    for written in ("1", "10", "0.1", "9.99", "100", "0.05", "3", "0.999", "1000000", "12345"):
        size = decimal.Decimal(written).adjusted()
        above = fmpq(10) ** (size - places + 1)
        below = above / 10 if set(written) <= set("01.") else above
        x = fmpq(*Fraction(written).as_integer_ratio())
        rule = Rule(significant=places)
        assert rule._asked(x) == (below, above), written
        assert rule._asked(-x) == (above, below), written
        assert rule.worth(x) == above
        in_kibi = Rule(significant=places, unit=Fraction(1024))  # shown in that unit
        assert in_kibi._asked(x * 1024) == (below * 1024, above * 1024), written
    assert Rule(significant=places)._asked(fmpq(0)) == (0, 0)
    assert Rule(places=places)._asked(fmpq(3)) == (fmpq(1, 10**places),) * 2
