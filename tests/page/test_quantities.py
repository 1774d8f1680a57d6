"""Quantities on pages: every format's key reads back as right in every policy, and the students' sheet says what is asked."""

from __future__ import annotations

from decimal import Decimal

import pytest

import symattn as sa
from symattn.errors import SheetError
from symattn.page import evaluated, notebook, page
from symattn.sheet import loads
from symattn.sheet.json import to_json
from symattn.sheet.working import POLICIES

FORMATS = {"tex": "tex", "md": "md", "text": "txt", "html": "html", "ipynb": "ipynb", "json": "json"}
SHEETS = {
    "time": """
steps = ["C = 6 * N * D", "t = C / (G * F)", "days = t / w", "M = 2 * L * B", "r = t / w", "U = m / F"]
given = { N = 70000000000, D = 1.4e12, G = "1_000", F = "312 TFLOP/s", L = 80, B = "2 MiB", w = "1 d", m = "3.3e24 FLOP" }
show = { C = { as = "scientific", digits = 3, unit = "FLOP" }, t = { digits = 1, unit = "h" }, M = { digits = 2, unit = "GB" }, \
r = { as = "percent", digits = 1 } }
""",
    "weights": """
steps = ["A = softmax(S)", "H = A @ V", "g = sum(A) / 7", "t = g * w", "u = t * t / w"]
given = { S = [[1, 2, 0]], V = [[1], [3], [2]], w = "12 GB" }
show = { A = { as = "percent", digits = 1 }, H = { as = "scientific", digits = 3 }, t = { digits = 2, unit = "GiB" } }
""",
    "small": """
steps = ["K = 2 * L * h * d * b", "T = K * n", "s = T / W", "p = s / u", "e = P * s", "f = T / (2 * F)"]
given = { L = 32, h = 8, d = 128, b = 2, n = 2048, W = "3.35 TB/s", u = "1.5 ms", P = "700 W", F = "1 GB" }
show = { T = { as = "binary", digits = 2 }, s = { as = "engineering", digits = 4 }, p = { digits = 2 }, e = { unit = "mWh", digits = 3 }, \
K = { unit = "kB", digits = 1 }, f = { as = "percent", digits = 0 } }
""",
    "whole": """
steps = ["t = D / (n * w)", "H = n * t", "r = 22 / k", "s = 1000 * r", "v = 1000 / k"]
given = { D = "1.4e10 token", n = 2048, w = "380 token/s", k = 7 }
show = { t = { unit = "d", digits = 1 }, H = { unit = "d", digits = 0 }, r = { digits = 0 }, s = { digits = 0 }, v = { digits = 0 } }
""",
}


def made(solution, format: str, key: bool = True) -> str:
    if format == "json":
        return to_json(solution, 3)
    return notebook.page(solution, key) if format == "ipynb" else page(solution, format, key=key)


def sheet(name: str, policy: str, language: str = "en"):
    return loads(f'decimals = 3\nworking = "{policy}"\nlanguage = "{language}"\n[[question]]{SHEETS[name]}')


@pytest.mark.sliced(40)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", SHEETS)
def test_a_key_with_quantities_reads_back_as_right(tmp_path, name, format, policy, language):
    solution = sheet(name, policy, language).solve()
    file = tmp_path / f"key.{FORMATS[format]}"
    file.write_text(made(solution, format), encoding="utf-8")
    results = sa.check(sheet(name, policy, language), file).answers[0].questions[0].results
    assert {r.name: r.verdict for r in results} == {r.name: "correct" for r in results}


@pytest.mark.sliced(3)
@pytest.mark.parametrize("format", ["tex", "md", "text", "html", "ipynb"])
@pytest.mark.parametrize(("language", "said"), [
    ("en", ["in FLOP to 3 significant digits", "in h to 1 decimal", "in GB to 2 decimals", "to 1 decimal", "in s"]),
    ("de", ["in FLOP auf 3 geltende Ziffern", "in h auf 1 Nachkommastelle", "in GB auf 2 Nachkommastellen", "in s an."]),
])  # fmt: skip
def test_the_students_sheet_says_units_and_digits(format, language, said):
    text = " ".join(made(sheet("time", "exact", language).solve(), format, key=False).split())
    assert [words for words in said if words not in text] == []


def test_lines_that_are_asked_alike_are_told_together():
    digits = ", ".join(f'{name} = {{ as = "scientific", digits = 3 }}' for name in "abc")
    text = "[[question]]\nsteps = ['a = 3 * x', 'b = 5 * x', 'c = 7 * x', 'd = x / 4']\ngiven = { x = 9 }\n"
    text += f'show = {{ {digits}, d = {{ as = "percent", digits = 1 }} }}'
    shown = " ".join(page(loads(text).solve(), "text").split())
    assert "Give a, b and c to 3 significant digits and d in % to 1 decimal." in shown


def test_a_binary_prefix_of_ones_own_choice_gives_no_size_away():
    text = " ".join(page(sheet("small", "exact").solve(), "text", key=False).split())
    assert "T with a binary prefix (KiB, MiB, …) to 2 decimals" in text
    assert "256 MiB" in page(sheet("small", "exact").solve(), "text")


COUNTED = """
decimals = 1
language = "{language}"
[[question]]
steps = ["q = 3 * d", "t = q / 7", "w = -q / 7", "c = numbers(X)", "A = X * q"]
given = {{ d = 12345, X = [[1, 2000], [3, 4]] }}
"""


@pytest.mark.sliced(2)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("format", "group"), [("tex", r"\,"), ("html", "\u202f"), ("text", ""), ("md", "")])
def test_whole_numbers_stand_in_groups_but_in_matrices_and_read_back(tmp_path, format, group, language):
    source = loads(COUNTED.format(language=language))
    text = page(source.solve(), format)
    assert f"12{group}345" in text
    assert f"37{group}035" in text
    assert "74070000" in text or format == "text", "no groups in a matrix"
    file = tmp_path / f"key.{FORMATS[format]}"
    file.write_text(text, encoding="utf-8")
    (question,) = sa.check(source, file).answers[0].questions
    assert {r.name: r.verdict for r in question.results} == dict.fromkeys("qtwcA", "correct")


@pytest.mark.parametrize(("given", "steps", "show", "shown"), [
    ('t = "10 ms", u = "20 ms"', "T = 71 * (t + u)", "", "= 2130 ms"), ('c = "32 bit/parameter"', "b = c / 64", "", "= 0.5 bit/parameter"),
    ('M = "80 GB", n = 8', "T = M * n", 'T = { unit = "TB" }', "= 0.64 TB"), ('H_0 = 224, P = 16', "n = H_0 / P", "", "n = ── = ─── = 14"),
    ('T_max = "2 s", t = "80 ms"', "k = T_max / t", "", "= 25"), ('N = "7e9 parameters"', "M = 2 * N", 'M = { unit = "GB" }', "= 14 GB"),
    ('N = "7e9 parameters"', "M = 2 * N", 'M = { unit = "GB" }', "= 2 B/parameter·7·10⁹ parameters = "),
    ('N = "7e9"', "M = 2 * N", 'M = { unit = "GB" }', "M = 2·N = 2·7·10⁹ B = 14 GB"),
    ('N = 7, d = 3', "M = N + d", 'M = { unit = "B" }', "M = N + d = (7 + 3) B = 10 B"),
    ('N = "7e9", D = "1e12"', "C = 6 * N * D", 'C = { unit = "FLOP" }', "= 4.2·10²² FLOP"),
    ('N = "7e9 parameters", R = "1e4 tokens/s", F = "1e15 FLOP/s"', "u = 6 * N * R / F", 'u = { as = "percent" }', "= 42 %"),
    ('r = "10_000 /d", n = 5', "q = n * r", "", "= 50000 /d"), ('c = "6 FLOP/(token·parameter)"', "q = 2 * c", "", "= 12 FLOP/(token·parameter)"),
    ('a = 8, b = 3', "q = log(b) / log(a / 2)\", \"s = a * 2**q", "", "s = a·2^q ≈ 8·2^0.79248 ≈ 13.8564"),
    ('n = 16', "q = 2 ** (-8 / n)\", \"s = 3 * q", "", "s = 3·q ≈ 3·0.7071 ≈ 2.1213"), ('k = "2 $/GPU-hour", K = "9 $"', "h = K / k", "", "$9 h = ─ = ───────────── "),
    ('N = 10', "T = N * 50 % + 7%", "", "= 10·0.5 + 0.07 = 5.07"),
    ('p = 64, a = 5', "T = 2 * log2(p) * (a + p)", "", "T = 2 log₂(p)·(a + p) = 2·log₂(64)·(5 + 64) = 828"),
])  # fmt: skip
def test_a_line_of_quantities_stands_as_one_writes_it(given, steps, show, shown):
    text = page(loads(f'[[question]]\nprompt = "At 5 % or more."\nsteps = ["{steps}"]\ngiven = {{ {given} }}\nshow = {{ {show} }}'), "text")
    assert shown in " ".join(text.split())
    assert "At 5 % or more." in text
    assert "to 4 decimals" not in text  # what the sheet says anyway


PRICES = """decimals = 3
{head}[[question]]
steps = ["c = p * n * t", "s = c / N", "k = 1000 * c"]
given = {{ p = "2.50 $/h", n = 8, t = "30 d", N = "1e9 tokens" }}
show = {{ s = {{ unit = "$/Mtoken" }}, k = {{ as = "scientific", digits = 3 }} }}
"""


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("head", "shown"), [("", "$14.4/Mtoken"), ('language = "de"\n', "14,4 $/Mtoken")])
def test_prices_have_the_dollar_where_the_language_has_it_and_read_back(tmp_path, format, head, shown):
    source = loads(PRICES.format(head=head))
    text = made(source.solve(), format)
    assert shown in text or format != "text"
    file = tmp_path / f"key.{FORMATS[format]}"
    file.write_text(text, encoding="utf-8")
    (question,) = sa.check(source, file).answers[0].questions
    assert {r.name: r.verdict for r in question.results} == dict.fromkeys("csk", "correct")


@pytest.mark.parametrize(("written", "verdict"), [
    ("$14.4/Mtoken", "correct"), ("14.4 $/Mtoken", "correct"), ("$14.40 / Mtoken", "correct"), ("0.0000144 $/token", "correct"),
    ("$15/Mtoken", "incorrect"), ("14.4 /Mtoken", "incorrect"), ("$14.4/token", "incorrect"),
])  # fmt: skip
@pytest.mark.parametrize(("name", "whole"), [("a.txt", "q1\ns = {}\n"), ("a.md", "$s = {escaped}$\n"), ("a.toml", "[q1]\ns = '{}'\n"),
    ("a.tex", "\\documentclass{{article}}\\begin{{document}}\n\\[ s = \\frac{{c}}{{N}} = {escaped} \\]\n\\end{{document}}")])  # fmt: skip
def test_a_price_is_read_as_people_write_it(tmp_path, written, verdict, name, whole):
    file = tmp_path / name
    file.write_text(whole.format(written, escaped=written.replace("$", r"\$")), encoding="utf-8")
    (question,) = sa.check(loads(PRICES.format(head="")), file).answers[0].questions
    assert {r.name: r.verdict for r in question.results}["s"] == verdict


BROUGHT = {  # lines of letters that have a unit from an equation -> what stands behind =
    "M = B * D": "BD", "M = B * D + D * F": "BD + DF", "M = 2 * B * D * F": "2BDF", "M = 2 * B * D * F / (B * D + D * F + B * F)": "2BDF",
    "M = B / D": "B", "M = w * B * D": "18.5BD GB", "M = w * D / W": "9.25D s", "M = B_0 * D": "250D",
}  # fmt: skip

GIVEN = {"P": "4e14 FLOP/s", "V": "8e11 B/s", "w": "18.5 GB", "W": "2 GB/s"}


@pytest.mark.parametrize("format", ["text", "md", "html"])
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("line", BROUGHT)
def test_a_letter_brings_its_unit_and_none_stands_behind_it_again(tmp_path, line, before, format):
    of_all = '"S = solve(D * I == I * B_0, D)", "X = solve(F == I, F)"'
    lines = [f'"{line}"', f'"I = P / V", "B_0 = solve(2*B == I, B)", {of_all}']
    if "B_0" in line or not before:
        lines.reverse()
    source = loads(f"""[[question]]
steps = [{", ".join(lines)}]
letters.positive = ["B", "D", "F"]
given = {{ {", ".join(f'{name} = "{x}"' for name, x in GIVEN.items() if name in "PV" or name in line.split("=")[1].split())} }}""")
    shown = made(source.solve(), format)
    assert format != "text" or f" {BROUGHT[line]} " in " ".join(shown.split())
    assert not any(f"{unit}{power}" in shown for unit in ("FLOP", "B") for power in "²³")
    file = tmp_path / f"key.{FORMATS[format]}"
    file.write_text(shown, encoding="utf-8")
    (question,) = sa.check(source, file).answers[0].questions
    assert not [r.name for r in question.results if r.verdict == "incorrect"]


@pytest.mark.parametrize(("written", "verdict"), [("B*D", "correct"), ("D*B", "correct"), ("2*B*D", "incorrect"), ("B*D + 1", "incorrect")])
def test_letters_with_units_are_answered_without(tmp_path, written, verdict):
    source = loads("""[[question]]
steps = ["M = B * D", "I = P / V", "B_0 = solve(2*B == I, B)"]
letters.positive = ["B", "D"]
given = { P = "4e14 FLOP/s", V = "8e11 B/s" }""")
    file = tmp_path / "a.txt"
    file.write_text(f"q1\nM = {written}\n", encoding="utf-8")
    (question,) = sa.check(source, file).answers[0].questions
    assert {r.name: r.verdict for r in question.results}["M"] == verdict


ASKED = {  # a line beside a free letter, how it is shown -> what stands last, and an answer that is right, and one that is not
    "6 * P * T": ('as = "scientific", digits = 3', "≈ 1.88·10¹¹T", "1.876e11*T", "1.9e11*T"),
    "6 * P * T * T": ('as = "scientific", digits = 2', "≈ 1.9·10¹¹T²", "1.9e11*T**2", "1.9e11*T"),
    "T / P": ('as = "scientific", digits = 3', "≈ 3.20·10⁻¹¹T", "3.198e-11*T", "3.1e-11*T"),
    "P * T + 2": ('as = "scientific", digits = 4', "≈ 3.127·10¹⁰T + 2", "3.127e10*T + 2", "3.127e10*T"),
    "T / 7": ("digits = 2", "≈ 0.14T", "0.143*T", "0.15*T"), "T / 8": ("digits = 3", "= 0.125T", "0.125*T", "0.13*T"),
    "1e9 * T": ('as = "engineering", digits = 3', "= 10⁹T", "1e9*T", "1.1e9*T"), "T * S / 3": ("digits = 1", "≈ 0.3ST", "0.33*S*T", "0.4*S*T"),
}  # fmt: skip


@pytest.mark.parametrize("policy", ["exact", "letters"])
@pytest.mark.parametrize("format", ["text", "md", "tex", "html"])
@pytest.mark.parametrize("line", ASKED)
def test_numbers_before_letters_are_shown_and_marked_as_asked(tmp_path, line, format, policy):
    show, shown, right, wrong = ASKED[line]
    letters = [x for x in "ST" if x in line.replace("/", " ").split()]
    given = "given.P = 31270109184\n" if "P" in line else ""
    source = loads(f'working = "{policy}"\n[[question]]\nsteps = ["C = {line}"]\nletters.positive = {letters}\n{given}show.C = {{ {show} }}')
    text = made(source.solve(), format)
    assert shown in " ".join(text.split()) or format != "text"
    for answer, verdict in ((text, "correct"), (f"q1\nC = {right}\n", "correct"), (f"q1\nC = {wrong}\n", "incorrect")):
        file = tmp_path / f"key.{FORMATS[format] if answer is text else 'txt'}"
        file.write_text(answer, encoding="utf-8")
        (question,) = sa.check(source, file).answers[0].questions
        assert [r.verdict for r in question.results] == [verdict], answer


@pytest.mark.parametrize(("unit", "many", "shown"), [("B/token", 512, "512 KiB/token"), ("B", 3, "3 KiB"), ("B/s", 5 * 1024, "5 MiB/s"), ("B/token", 7 * 1024**2, "7 GiB/token")])
@pytest.mark.parametrize("format", ["text", "md", "html"])
def test_binary_prefixes_are_those_of_any_unit_that_counts_bytes(tmp_path, unit, many, shown, format):
    source = loads(f'[[question]]\nsteps = ["M = n * s"]\ngiven = {{ n = {many * 1024}, s = "1 {unit}" }}\nshow.M = {{ as = "binary", digits = 0 }}')
    text = made(source.solve(), format)
    assert format != "text" or f"= {shown} " in text
    file = tmp_path / f"key.{FORMATS[format]}"
    file.write_text(text, encoding="utf-8")
    (question,) = sa.check(source, file).answers[0].questions
    assert [r.verdict for r in question.results] == ["correct"]


@pytest.mark.parametrize("unit", ["year", "years", "yr", "month", "months"])
@pytest.mark.parametrize("where", ["given", "show"])
def test_how_long_a_year_is_has_to_be_said(unit, where):
    given, show = ('"2 d"', f"show.t.unit = '{unit}'") if where == "show" else (f'"2 {unit}"', "")
    with pytest.raises(SheetError) as raised:
        loads(f'[[question]]\nsteps = ["t = x / 2"]\ngiven.x = {given}\n{show}')
    days = "30" if "month" in unit else "365"
    assert f'"{unit}" may be {days} days' in str(raised.value)
    assert f'a = "{days} d"' in str(raised.value)


@pytest.mark.parametrize(("days", "shown"), [(21, "= 3 weeks"), (7, "= 1 week "), (10, "≈ 1.4 weeks")])
def test_a_week_has_seven_days(days, shown):
    source = loads(f'[[question]]\nsteps = ["t = x / 2"]\ngiven.x = "{2 * days} d"\nshow.t = {{ unit = "week", digits = 1 }}')
    assert shown in made(source.solve(), "text")


@pytest.mark.parametrize("places", [1, 2, 4])
@pytest.mark.parametrize(("of", "by"), [("", "min"), ("", "h"), ("", "d"), ("", "week"), ("$", "h"), ("GB", "d"), ("kB", "min")])
def test_a_carried_number_ends_in_the_unit_in_which_it_is_shown_where_it_does_not_in_base_units(of: str, by: str, places: int) -> None:
    """$0.7/h is a fraction of a dollar a second, whose decimals were counted without end."""
    unit = f"{of or 1}/{by}"
    source = f"""working = "carried"
decimals = {places}
[[question]]
steps = ["r = c / t", "k = 2 * r"]
given = {{ c = "{f"50 {of}".strip()}", t = "3 {by}" }}
show = {{ r = {{ unit = "{unit}" }}, k = {{ unit = "{unit}" }} }}"""
    solved = loads(source).solve()
    r = (Decimal(50) / 3).quantize(Decimal(10) ** -places)
    shown = " ".join(page(solved, "text").split())
    assert f"≈ {f'${r}/h' if of == '$' else f'{r} {unit}'} [1]" in shown
    assert f"{f'${2 * r}/h' if of == '$' else f'{2 * r} {unit}'} [1]" in shown
    assert evaluated(solved).passed.total() == 0


@pytest.mark.parametrize("policy", ["decimals", "carried"])
@pytest.mark.parametrize(("of", "by"), [("", "min"), ("", "h"), ("$", "h"), ("GB", "d")])
@pytest.mark.parametrize(("number", "third"), [("2.1", "0.7"), ("6", "2"), ("0.75", "0.25")])
def test_a_number_that_ends_in_the_unit_in_which_it_is_shown_is_exact(number: str, third: str, of: str, by: str, policy: str) -> None:
    """It was told beside itself as what comes out without rounding, with a difference of 0."""
    source = f"""working = "{policy}"
decimals = 2
[[question]]
steps = ["r = c / t"]
given = {{ c = "{f"{number} {of}".strip()}", t = "3 {by}" }}
show = {{ r = {{ unit = "{of or 1}/{by}" }} }}"""
    shown = " ".join(page(loads(source).solve(), "text").split())
    assert f"= {f'${third}/h' if of == '$' else f'{third} {of or 1}/{by}'} [1]" in shown
    assert "≈" not in shown
    assert "difference" not in shown
