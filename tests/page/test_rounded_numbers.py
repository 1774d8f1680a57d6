"""Rounded numbers that are put into a line come to what is printed behind them, or they are left out."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb

from symattn.boxes import Grid, Ink, number, row
from symattn.notation import Notation
from symattn.page import page, present
from symattn.page.arithmetic import close
from symattn.page.digits import half_a_unit
from symattn.page.in_rows import in_rows
from symattn.page.work import Work
from symattn.page.worth import Reader
from symattn.sheet import loads

LINES = {
    "turned": (["R = rope(X, start=1)", "S = R @ R.T"], '[["1/2", 1, -2, 3], [0, "-5/7", 1, "1/3"]]'),
    "cancelled": (["R = layer_norm(X)", "S = R - 100 * R @ R.T @ R"], '[["sqrt(2)", 1, -2, 3], [0, "-5/7", 1, "1/3"]]'),
    "powers": (["R = positional_encoding(3, 4)", "S = R ** 3 * 50"], '[[1]]'),
    "weights": (["A = softmax(X)", "R = A @ A.T", "S = 300 * R @ X"], "[[1, 3, 2], [0, 5, 7], [2, 2, 9]]"),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize(("places", "name"), list(product((0, 2, 4, 6), LINES)))
def test_rounded_numbers_come_to_what_is_printed(name: str, places: int) -> None:
    steps, given = LINES[name]
    sheet = loads(f"[[question]]\nsteps = {steps}\n[question.given]\nX = {given}\n".replace("'", '"'))
    work = Work.of(sheet.solve().answers[0], Notation.load(None), places, "standard")
    for line in work.question.plan.lines:
        shown = present.present(work, line)
        if shown.numbers is None or shown.numbers.exact:
            continue
        put = Reader({}).worth(shown.numbers.box)
        result = Reader({}, rough=True, whole=half_a_unit(places)).worth(shown.forms[-1].box)
        assert close(put, result), line.text


def test_a_whole_number_beside_decimals_is_rounded_as_they_are() -> None:
    grid = Grid(((number("6.52"), number(18)), (number(-3), row(number(2), Ink("·", "operator"), number(3)))))
    found = Reader({}, rough=True, whole=half_a_unit(2)).worth(grid)
    assert not isinstance(found, arb)
    assert [[float(x.rad()) > 0.004 for x in r] for r in found.values] == [[True, True], [True, False]]
    exact = Reader({}, whole=half_a_unit(2)).worth(grid)
    assert not isinstance(exact, arb)
    assert all(x.is_exact() or float(x.rad()) < 1e-9 for r in exact.values for x in r)


@pytest.mark.sliced(18)
@pytest.mark.parametrize(("language", "said"), [("en", "as many digits as the last one printed needs"), ("de", "so vielen Stellen eingesetzt, wie die letzte gedruckte braucht")])
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("places", [2, 4])
def test_more_digits_than_are_printed_are_said_once(name: str, places: int, language: str, said: str) -> None:
    steps, given = LINES[name]
    sheet = loads(f"language = '{language}'\n[[question]]\nsteps = {steps}\n[question.given]\nX = {given}\n".replace("'", '"')).solve()
    work = Work.of(sheet.answers[0], Notation.load(None), places, "standard")
    lines = [present.present(work, line) for line in work.question.plan.lines]
    more = any(line.more or in_rows(work, line).more for line in lines)
    text = " ".join(page(sheet, "text", decimals=places).split())
    assert text.count(said) == more


ENTRIES = ("3", "-4", "2", "-9", "5", "1/7", "-2/3", "0.25")


@pytest.mark.sliced(6)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("detail", ["standard", "full"])
def test_what_differs_from_a_short_number_by_a_tiny_weight_is_no_false_link(seed: int, detail: str) -> None:
    by = Random(seed)
    grid = [[by.choice(ENTRIES[: 5 if seed % 2 else 8]) for _ in range(2)] for _ in range(2)]
    steps = '["A = softmax(S)", "H = A @ V", "C = concat(H, H)", "Y = C @ W", "Z = H @ U"]'
    w = [[by.randint(-3, 3) for _ in range(2)] for _ in range(4)]
    text = f"[[question]]\nsteps = {steps}\n[question.given]\nS = [[0, 60], [45, 1]]\nV = {grid}\nW = {w}\nU = {w[:2]}\n"
    assert page(loads(text.replace("'", '"')).solve(), "text", detail=detail)


@pytest.mark.parametrize("notation", ["paper", "columns"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("places", [1, 2, 3, 4])
def test_numbers_beside_a_mask_come_to_what_is_printed_too(places: int, axis: int, notation: str) -> None:
    steps = ["R = rope(X, start=1)", f"L = causal_mask(300 * R @ R.T, axis={axis})"]
    text = f"[[question]]\nsteps = {steps}\n[question.given]\nX = [['1/2', 1], ['-5/7', '1/3']]\n".replace("'", '"')
    work = Work.of(loads(text).solve().answers[0], Notation.load(notation), places, "standard")
    shown = present.present(work, work.question.plan.lines[-1])
    if shown.numbers is None:
        return
    *items, plus, mask = shown.numbers.box.items
    put, result = Reader({}).worth(row(*items)), Reader({}, rough=True, whole=half_a_unit(places)).worth(shown.forms[-1].box)
    assert plus.text == "+"
    assert "mask" in str(mask)
    cells = ((put.values[i][j], result.values[i][j]) for i in range(2) for j in range(2) if (i, j) not in result.blocked)
    assert all(close(a, b) for a, b in cells)


@pytest.mark.parametrize(("score", "places", "shown"), [
    ("8.3", 2, "0.9998"), ("8.3", 3, "0.9998"), ("8.3", 4, "0.9998"), ("8.3", 6, "0.999752"), ("7", 2, "0.999"), ("5", 2, "0.99"), ("6", 2, "0.998"),
    ("9.8", 3, "0.9999"), ("12", 3, "1 − 6.144·10⁻⁶"), ("15", 4, "1 − 3.059·10⁻⁷"), ("20", 2, "1 − 2.061·10⁻⁹"),
])  # fmt: skip
def test_what_is_near_one_has_the_places_that_show_it_and_a_power_only_beyond_four(score: str, places: int, shown: str) -> None:
    sheet = loads(f"decimals = {places}\n[[question]]\nsteps = ['A = softmax(z)']\ngiven.z = [['{score}', 0]]")
    assert f"≈ [{shown} " in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("score", "places", "shown"), [
    ("8.3", 2, ["0.9998", "0.0002"]), ("8.3", 3, ["0.9998", "0.0002"]), ("8.3", 4, ["0.9998", "0.0002"]), ("8.3", 6, ["0.999752", "0.000248"]),
    ("7", 2, ["0.999", "0.001"]), ("6", 2, ["0.998", "0.002"]), ("5", 2, ["0.99", "0.01"]), ("5", 1, ["0.99", "0.01"]), ("9.8", 3, ["0.9999", "0.0001"]),
    ("12", 3, ["1 − 6.144·10⁻⁶", "6.144·10⁻⁶"]), ("15", 4, ["1 − 3.059·10⁻⁷", "3.059·10⁻⁷"]),
])  # fmt: skip
def test_a_weight_near_zero_has_the_places_of_that_near_one_beside_it(score: str, places: int, shown: list[str], turned: bool) -> None:
    scores, weights = [f'"{score}"', "0"], list(shown)
    if turned:
        scores, weights = scores[::-1], weights[::-1]
    sheet = loads(f"decimals = {places}\n[[question]]\nsteps = ['A = softmax(z)']\ngiven.z = [[{', '.join(scores)}]]")
    assert f"≈ [{' '.join(weights)}]" in " ".join(page(sheet, "text").split())


@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
@pytest.mark.parametrize("line", ["keep_top_k(p, {kept})", "where(p > {above}, p, 0)", "p * onehot(0, 4)", "tril(p)"])
@pytest.mark.parametrize("kept", [1, 2])
def test_a_zero_that_an_operation_makes_is_a_bare_one_beside_decimals(line: str, kept: int, policy: str) -> None:
    p = ["0.45", "0.25", "0.20", "0.10"]
    kept = kept if "{" in line else 1
    step = line.format(kept=kept, above={1: "0.3", 2: "0.22"}[kept])
    sheet = loads(f"decimals = 2\nworking = '{policy}'\n[[question]]\nsteps = ['a = {step}', 'b = normalize(a)']\ngiven.p = [[{', '.join(p)}]]")
    text = " ".join(page(sheet.solve(), "text").split())
    assert f"= [{' '.join([*p[:kept], *'0' * (4 - kept)])}]" in text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("questions", [1, 2, 3])
@pytest.mark.parametrize("format", ["text", "md", "tex", "html"])
def test_more_digits_are_said_once_in_a_sheet(language: str, questions: int, format: str) -> None:
    said = {"en": "the last one printed needs", "de": "wie die letzte gedruckte braucht", "fr": "en demande le dernier imprim"}[language]
    lines = 'steps = ["p = sqrt(m) / 7", "r = 9000 * p", "s = sqrt(m) / 3", "t = 7000 * s"]\ngiven.m = 5\n'
    source = loads(f'decimals = 2\nworking = "decimals"\nlanguage = "{language}"\n' + f"[[question]]\n{lines}" * questions)
    text = page(source.solve(), format)
    assert " ".join(text.split()).count(said) == 1
    assert "9000·0.32" not in text


@pytest.mark.parametrize("places", [1, 2, 3, 4])
@pytest.mark.parametrize("power", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("op", "left", "right"), [("ceil", "⌈", "⌉"), ("floor", "⌊", "⌋")])
def test_what_is_made_whole_stands_in_full_where_it_has_no_more_places_than_are_shown(places: int, power: int, op: str, left: str, right: str) -> None:
    """Else with two, or with the one that there is: 113 over 2, 4, 8 … has as many places as 2 stands there."""
    exact = Decimal(113) / 2**power
    shown = exact if power <= places else exact.quantize(Decimal(10) ** -min(places, 2), ROUND_HALF_UP)
    text = page(loads(f'decimals = {places}\n[[question]]\nsteps = ["h = {op}(d / {2**power})"]\ngiven = {{ d = "113" }}\n'), "text")
    assert f"= {left}{shown}{right} = " in text


def test_what_is_divided_by_is_never_put_in_as_zero() -> None:
    sheet = loads("""
    [[question]]
    steps = ["Z = X * Y", "S = 1 / Z", "T = Y / Z"]
    given = { X = [["0.1", "1e-17"]], Y = [[3, "0.0000000000000000000123"]] }
    """)
    text = page(sheet.solve(), format="text")
    assert "0.0000⎦" not in text
    assert "1.23·10⁻³⁷" in text
    assert "≈ [0.3000  0.0000]" in text  # where nothing is divided by it


@pytest.mark.parametrize("k", [2, 10, 37, 61, 89, 97, 101, 103, 123, 202, 777])
def test_a_root_stands_beside_its_decimals_while_its_numbers_are_read_at_a_glance(k: int) -> None:
    """√k/10 of a sheet with decimals is written exactly too where k is at most 100, and of one with fractions always."""
    for given, shown in ((f"[[{k / 100}, 0.5]]", k <= 100), (f"[['{k}/100', '1/2']]", True)):
        text = page(loads(f"working = 'exact'\n[[question]]\nsteps = ['Z = sqrt(A)']\ngiven.A = {given}\n"), "text")
        line = next(line for line in text.splitlines() if line.lstrip().startswith("Z = √A"))
        assert ("√" in line.partition("√A")[2].rpartition("=")[2]) == shown, line
        assert f"{(k / 100) ** 0.5:.4f}" in line


ENDING = {  # what 3A is -> whether decimals that end stand beside it: of two numbers from 100 on nobody sees how large their quotient is
    "1/2": False, "303/64": False, "3/128": False, "99/64": False, "303/128": True, "-303/128": True, "201/128": True, "129/128": True, "129/256": True, "99/128": False,
    "303/64, 303/128": True, "303/128, 303/64": True, "1/2, 303/128": True, "303/128, 3": True, "3, 1/4": False, "303/64, 99/64": False,
}


@pytest.mark.parametrize(("value", "beside"), ENDING.items(), ids=ENDING)
def test_decimals_that_end_stand_beside_a_fraction_of_two_long_numbers(value: str, beside: bool) -> None:
    given = [str(Fraction(x) / 3) for x in value.split(", ")]
    text = page(loads(f"working = 'exact'\n[[question]]\nsteps = ['Z = 3 * A']\ngiven.A = [{given}]\n"), "text")
    line = next(line for line in text.splitlines() if line.lstrip().startswith("Z = 3A"))
    assert ("." in line) == beside, line


def test_what_is_divided_by_a_number_may_be_put_in_as_zero() -> None:
    sheet = loads("""
    notation = { base = "paper", numbers = "decimals" }
    decimals = 1
    [[question]]
    steps = ["S = Q @ K.T", "L = S / sqrt(cols(K))", "A = softmax(L)"]
    given = { Q = [["0.0003", "0.0000000001"]], K = [["-300", "-1"], ["0.00002", "3"]] }
    """)
    text = page(sheet.solve(), format="text")
    assert "[−0.1  0.0] ≈ [−0.1  0.0]" in text


@pytest.mark.parametrize(("how", "digits", "given", "shown"), [("engineering", 3, "1000", "333"), ("engineering", 3, "-1000", "−333"), ("scientific", 1, "7", "2"), ("scientific", 1, "29", "10¹"), ("scientific", 1, "-29", "−1·10¹")])
def test_a_whole_number_of_as_many_digits_as_are_asked_is_a_rounded_one(how: str, digits: int, given: str, shown: str) -> None:
    sheet = loads(f'[[question]]\nsteps = ["h = d / 3"]\ngiven = {{ d = "{given}" }}\nshow = {{ h = {{ as = "{how}", digits = {digits} }} }}\n')
    assert f"≈ {shown}  " in page(sheet.solve(), format="text")


def test_numbers_that_are_all_rounded_to_nothing_stand_over_their_sum() -> None:
    sheet = loads("""
    working = "decimals"
    decimals = 0
    [[question]]
    steps = ["P = abs(X)", "Q = normalize(P)"]
    given = { X = [["sqrt(2)"], ["1/6"], ["-1/7"]] }
    """)
    assert "Q = normalise(P)" in page(sheet.solve(), format="text")


def test_what_a_line_comes_to_without_rounding_may_be_rounded_to_a_whole_number() -> None:
    sheet = loads("""
    working = "carried"
    decimals = 2
    [[question]]
    steps = ["Q = X @ W", "R = 2 * Q"]
    given = { X = [["1", "2"]], W = [["300", "3"], ["1e-5", "4"]] }
    """)
    assert "Q ≈ [300  11]" in page(sheet.solve(), format="text")


def test_weights_of_stated_scores_are_not_named_as_those_of_the_exact_ones() -> None:
    sheet = loads("""
    decimals = 1
    [[question]]
    steps = ["S = Q @ K.T", "A = softmax(S)"]
    given = { Q = [["0.1", "0.3"], ["-0.1", "-0.3"]], K = [["0.1", "0"], ["-0.1", "0"]] }
    stated = { S = [["-0.4", "0.4"], ["0.6", "-0.6"]] }
    """)
    text = page(sheet.solve(), format="text", detail="full")
    assert "weights = (" not in text.replace("⎛", "(") or "1 − ε₁,  ε₁" not in text
    assert "≈ (0.3,  0.7)" in text


@pytest.mark.parametrize(("how", "digits", "shown"), [("decimal", 0, "2508"), ("decimal", 1, "2508.3"), ("scientific", 1, "3·10³"), ("engineering", 3, "2.51·10³")])
def test_what_is_counted_may_be_rounded_to_a_whole_number(how: str, digits: int, shown: str) -> None:
    sheet = loads(f"""
    [[question]]
    steps = ["p = numbers(W, U)", "z = sqrt(p)"]
    sizes = {{ d = 768, D = 4096 }}
    show = {{ z = {{ as = "{how}", digits = {digits} }} }}
    [question.shapes]
    W = ["d", "D"]
    U = ["d", "D"]
    """)
    assert f"≈ {shown}  " in page(sheet.solve(), format="text")


@pytest.mark.parametrize(("line", "how", "digits", "shown"), [("Z = M @ M", "scientific", 1, "(Z)₂₂ = 11(3) + 1003(1003) ≈ 10⁶"), ("Z = M @ N", "decimal", 0, "(Z)₁₁ = 10(1/3) + 3(2) ≈ 9"), ("Z = rms_norm(M)", "scientific", 1, "≈ [2·10⁻²  1]")])
def test_entries_and_rows_are_rounded_as_their_line_is_shown(line: str, how: str, digits: int, shown: str) -> None:
    other = 'N = [["1/3", 0], [2, 1]]' if "N" in line else ""
    sheet = loads(f'[[question]]\nsteps = ["{line}"]\n[question.given]\nM = [[10, 3], [11, 1003]]\n{other}\n[question.show]\nZ = {{ as = "{how}", digits = {digits} }}\n')
    assert shown in page(sheet.solve(), format="text", detail="full")
