"""Quantities in worksheets: how they are read, what units follow for lines, how lines are shown, and what is refused where."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest

import symattn as sa
from symattn.boxes import Ink
from symattn.errors import SheetError, SymattnError
from symattn.exact.number import Number
from symattn.exact.units import IEC, SI, at_end, base, behind, reading, unit
from symattn.formats.tex import Writer
from symattn.limits import LONGEST_UNIT, MOST_UNIT_POWER
from symattn.page import page
from symattn.sheet import loads
from symattn.sheet.json import to_json
from symattn.sheet.measures import STYLES, Show


def sheet(steps, given, show="", more=""):
    shown = f"[question.show]\n{show}" if show else ""
    return loads(f"decimals = 3\n{more}\n[[question]]\nsteps = {json.dumps(steps)}\ngiven = {{ {given} }}\n{shown}")


@pytest.mark.parametrize(("text", "value", "dims"), [
    ("80 GB", 80 * 10**9, "B"), ("3.3e24 FLOP", 33 * 10**23, "FLOP"), ("512 kB", 512_000, "B"), ("2 MiB", 2**21, "B"),
    ("1_000_000", 10**6, ""), ("5 %", Fraction(1, 20), ""), ("1.5 ms", Fraction(3, 2000), "s"), ("312 TFLOP/s", 312 * 10**12, "FLOP/s"),
    ("2 bits", Fraction(1, 4), "B"), ("100 kWh", 360 * 10**6, "J"), ("3 $", 3, "$"), ("1_024 tokens", 1024, "token"), ("2 B/param", 2, "B/parameter"),
    ("-5 s", -5, "s"), ("90 d", 90 * 86400, "s"), ("80GB", 80 * 10**9, "B"), ("1.5 µs", Fraction(3, 2 * 10**6), "s"),
    ("1.5 us", Fraction(3, 2 * 10**6), "s"), ("3·10^8 B/s", 3 * 10**8, "B/s"), ("2^20 B", 2**20, "B"), ("1/3 GB", Fraction(10**9, 3), "B"),
    ("6 FLOP/(token·parameter)", 6, "FLOP/(token·parameter)"), ("2.5 J/(s token)", Fraction(5, 2), "J/(token·s)"), ("3e2 GB/(s)", 3 * 10**11, "B/s"),
    ("400 g/kWh", Fraction(400, 3_600_000), "g/J"), ("1.5 t", 1_500_000, "g"), ("2 kg", 2000, "g"), ("3 $/Mtoken", Fraction(3, 10**6), "$/token"),
    ("10_000 /d", Fraction(10_000, 86_400), "1/s"), ("2.5e6 GPU-hours", 9 * 10**9, "GPU·s"), ("2 $/(GPU·h)", Fraction(2, 3600), "$/(GPU·s)"),
    ("5 queries/s", 5, "query/s"), ("3 kparams", 3000, "parameter"), ("$2.21/h", Fraction(221, 360_000), "$/s"),
    ("$0.90/Mtoken", Fraction(9, 10**7), "$/token"), ("$1_000", 1000, "$"), ("$3e6", 3 * 10**6, "$"),
])  # fmt: skip
def test_a_given_quantity_is_exact_in_base_units(text, value, dims):
    question = sheet(["y = 2 * x"], f'x = "{text}"').questions[0]
    assert question.given["x"] == Number.of(value)
    assert base(question.measures.dims.get("x", ())) == dims
    assert base(question.measures.dims.get("y", ())) == dims


@pytest.mark.parametrize("prefix", [*SI, *IEC])
@pytest.mark.parametrize("symbol", ["B", "bit", "FLOP", "s", "W"])
def test_a_prefix_is_worth_what_its_table_says(prefix, symbol):
    allowed = {"B": lambda p: SI.get(p, 1) > 0 or p in IEC, "FLOP": lambda p: SI.get(p, -1) > 0, "s": lambda p: SI.get(p, 1) < 0}
    allowed |= {"bit": allowed["B"], "W": lambda p: p in SI}
    if not allowed[symbol](prefix):
        with pytest.raises(SymattnError):
            unit(prefix + symbol)
        return
    worth = Fraction(10) ** SI[prefix] if prefix in SI else Fraction(2) ** IEC[prefix]
    assert Fraction(str(unit(prefix + symbol).factor)) == worth * Fraction(str(unit(symbol).factor))


@pytest.mark.parametrize(("line", "dims"), [
    ("M / W", "s"), ("M * 3", "B"), ("M + M / 2", "B"), ("W * t", "B"), ("sqrt(M * M)", "B"), ("M ** 2 / M", "B"), ("maximum(M, 2 * M)", "B"),
    ("t / t", ""), ("floor(M / B)", ""), ("log(M / B)", ""), ("1 / t", "1/s"), ("-M", "B"), ("0 - M", "B"),
])  # fmt: skip
def test_units_follow_for_lines(line, dims):
    question = sheet([f"y = {line}"], 'M = "80 GB", W = "2 TB/s", t = "5 ms", B = "1 GB"').questions[0]
    assert base(question.measures.dims["y"]) == dims


@pytest.mark.parametrize(("line", "what"), [
    ("M + t", "a sum of B and s"), ("M - 1", "a difference of B and numbers without a unit"), ("log(M)", "log of B"),
    ("floor(M)", "floor of B"), ("maximum(M, t)", "maximum of B and s"), ("2 ** M", "to the power of B"), ("exp(-t)", "exp of s"),
])  # fmt: skip
def test_units_that_do_not_fit_are_told_at_their_line(line, what):
    with pytest.raises(SheetError) as found:
        sheet(["x = 2 * M", f"y = {line}"], 'M = "80 GB", t = "5 ms"')
    (problem,) = found.value.problems
    assert what in problem.what
    assert (problem.path, problem.line) == ("question.steps", 4)


@pytest.mark.parametrize("letter", ["B", "t"])
def test_a_unit_that_is_a_letter_of_the_question_is_asked_about(letter):
    text = f'[[question]]\nsteps = ["y = b * {letter}"]\nletters = {{ {letter} = "positive" }}\ngiven.b = "2 {letter}"'
    with pytest.raises(SheetError, match=f"a quantity in {letter}, or a number times the letter {letter}") as found:
        loads(text)
    assert f'write "2*{letter}" for the product' in str(found.value)
    assert loads(text.replace(f'"2 {letter}"', f'"2*{letter}"'))


@pytest.mark.parametrize(("show", "what", "path"), [
    ('y = { unit = "s" }', "y is in B, not in s", "question.show.y.unit"),
    ('y = { unit = "GBs" }', '"GBs" is no unit', "question.show.y.unit"),
    ('y = { unit = "KB/s" }', '"KB" is no unit', "question.show.y.unit"),
    ('y = { unit = "TFLOPS" }', "operations in a second", "question.show.y.unit"),
    ('z = { digits = 2 }', "no line defines z", "question.show.z"),
    ('y = { as = "percent" }', "y is in B", "question.show.y.as"),
    ('y = { as = "engineering", digits = 2 }', "2 significant digits", "question.show.y.digits"),
    ('y = { as = "scientific", digits = 0 }', "0 significant digits", "question.show.y.digits"),
    ('y = { as = "percent", unit = "GB" }', "percent has no other unit", "question.show.y.unit"),
    ('y = { as = "binary", unit = "GB" }', "GB is no binary unit", "question.show.y.unit"),
    ('y = { as = "sientific" }', 'unknown way of showing "sientific"', "question.show.y.as"),
    ('y = { digit = 2 }', 'unknown key "digit"', "question.show.y.digit"),
])  # fmt: skip
def test_what_cannot_be_shown_so_is_told_at_its_place(show, what, path):
    with pytest.raises(SheetError) as found:
        sheet(["y = 2 * M", "r = M / M"], 'M = "80 GB"', show)
    assert [(p.path, what in p.what or what in p.message) for p in found.value.problems if p.path == path] == [(path, True)]


def test_every_problem_is_told_at_once():
    with pytest.raises(SheetError) as found:
        sheet(["y = M + t", "z = 2 * t"], 'M = "80 GB", t = "5 ms"', 'z = { unit = "GB" }\nw = { digits = 1 }')
    assert [p.path for p in found.value.problems] == ["question.steps", "question.show.z.unit", "question.show.w"]
    with pytest.raises(SheetError) as found:
        sheet(["y = M + t"], 'M = "80 GBx", t = "5 ms"', "w = { digits = 1 }")
    assert [p.path for p in found.value.problems] == ["question.given.M", "question.show.w"]


VALUES = [Number.of(Fraction(x)) for x in ("1/3", "2", "1234.5", "3.3e24", "0.0000123", "588e21", "1073741824", "999.96", "0", "-2.5")]


@pytest.mark.parametrize("x", VALUES, ids=str)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("digits", [3, 4, 6])
def test_what_is_shown_is_the_value_to_the_digits_asked(x, style, digits):
    found = Show(style, digits, unit("GiB") if style == "binary" else None).amount(x, 3)
    factor = Fraction(str(found.unit.factor)) if found.unit else 1
    shown = Fraction(found.digits) * Fraction(10) ** (found.power or 0) * factor
    exactly = Fraction(str(x.rational))
    last = Fraction(10) ** ((found.power or 0) - len(found.digits.partition(".")[2])) * factor
    assert (shown == exactly) is found.exact
    assert abs(shown - exactly) <= last / 2
    if style in ("scientific", "engineering") and exactly and not found.exact:
        assert sum(c.isdigit() for c in found.digits.lstrip("-0.")) == digits



@pytest.mark.sliced(2)
@pytest.mark.parametrize(("show", "text"), [
    ('C = { as = "scientific", digits = 3, unit = "FLOP" }', "3.3·10²⁴ FLOP"), ('C = { as = "engineering" }', "3.3·10²⁴ FLOP"),
    ('C = { unit = "YFLOP" }', "3.3 YFLOP"), ("", "3.3·10²⁴ FLOP"), ('C = { as = "scientific", unit = "TFLOP" }', "3.3·10¹² TFLOP"),
])  # fmt: skip
def test_a_large_number_is_shown_as_its_author_says(show, text):
    solution = sheet(["C = 6 * N * D"], 'N = "1.1e12", D = "5e11 FLOP"', show)
    assert f"= {text}" in page(solution.solve(), "text")


@pytest.mark.sliced(18)
@pytest.mark.parametrize("x", ["1e300000 B", "1e-300000 B", "1e999900 YB", "9999999999999999999999999999 B"])
@pytest.mark.parametrize("show", ["", 'y = { unit = "GB" }', 'y = { as = "engineering" }', 'y = { as = "binary" }'])
def test_whatever_its_size_a_quantity_takes_a_line(x, show):
    assert len(page(sheet(["y = 2 * x", "z = 1 / y"], f'x = "{x}"', show).solve(), "text")) < 600


@pytest.mark.parametrize("text", ["B²", "1/s", "B²/s", "FLOP·s", "1/s²", "µs"])
def test_units_with_powers_are_written_and_read(text):
    assert base(unit(text).dims) in (text, "s")
    with reading([]):
        assert at_end(f"3 {text}")[1] == unit(text)
        assert at_end(rf"3\; {Writer().write(Ink(text, 'unit'))}")[1].dims == unit(text).dims


@pytest.mark.parametrize("line", ["sqrt(M)", "M ** 200", "M ** (1/2)"])
def test_powers_that_no_unit_has_are_refused(line):
    with pytest.raises(SheetError):
        sheet([f"y = {line}"], 'M = "80 GB"')


def test_the_limits_of_units():
    longest = "·".join(["B"] * ((LONGEST_UNIT + 1) // 2))
    assert unit(longest).dims
    with pytest.raises(SymattnError, match="is no unit"):
        unit(longest + "·B")
    with pytest.raises(SymattnError, match='write "kB", 1000, or "KiB", 1024'):
        unit("KB/s")
    assert sheet([f"y = M ** {MOST_UNIT_POWER}"], 'M = "2 B"').questions[0].measures.dims["y"]
    with pytest.raises(SheetError, match=f"up to {MOST_UNIT_POWER}"):
        sheet([f"y = M ** {MOST_UNIT_POWER + 1}"], 'M = "2 B"')


def test_units_know_where_they_stand():
    assert behind("80 GB")[0] == "80"
    for first, second in pairwise(["KiB", "MiB", "GiB", "TiB"]):
        assert unit(second).factor == 1024 * unit(first).factor


def test_json_has_the_values_in_base_units_and_as_they_are_shown():
    data = json.loads(to_json(sheet(["y = 2 * M"], 'M = "80 GB"', 'y = { unit = "TB", digits = 2 }').solve(), 3))
    (step,) = data["questions"][0]["steps"]
    assert (step["exact"], step["unit"], step["shown"]) == ([["160000000000"]], "B", [["0.16 TB"]])


@pytest.mark.parametrize(("unit", "refused"), [("h", True), ("d", True), ("kWh", True), ("GB", False), ("KiB", False), ("TFLOP", False), ("s", False)])
def test_bare_numbers_are_shown_in_units_that_keep_their_digits(unit: str, refused: bool) -> None:
    """1023391.7·1 = 284 h would be false as it stands."""
    text = f'[[question]]\nsteps = ["t = a * b"]\ngiven = {{ a = "1023391.7", b = 1 }}\nshow.t = {{ unit = "{unit}" }}\n'
    if not refused:
        assert loads(text).solve()
        return
    with pytest.raises(SheetError, match=f"t is made of bare numbers, and {unit} would change its digits"):
        loads(text)


def test_a_dollar_before_a_number_opens_no_formula(tmp_path):
    file = tmp_path / "answer.txt"
    file.write_text("k = $0.0185\nm = 0.0035 $\n", encoding="utf-8")
    results = sa.check(sheet(["k = 37 * p", "m = 7 * p"], 'p = "0.0005 $"'), file).answers[0].questions[0].results
    assert {r.name: r.verdict for r in results} == {"k": "correct", "m": "correct"}
