"""Answers with units: right in any unit of the same kind, bare in the unit shown, and wrong, and told so, in another kind."""

from __future__ import annotations

import json

import pytest

import symattn as sa
from symattn.sheet import loads

SHEET = """
decimals = 3
language = "{language}"
[[question]]
steps = ["M = L * B", "t = M / W", "r = t / u", "C = 6 * N * D", "K = M / 3", "n = 2 * N"]
given = {{ L = 3, B = "500 MB", W = "4 GB/s", u = "250 ms", N = "7e10", D = "1.4e12 FLOP" }}
show = {{ M = {{ unit = "GB", digits = 2 }}, t = {{ unit = "ms", digits = 0 }}, r = {{ as = "percent", digits = 1 }}, \
C = {{ as = "scientific", digits = 3, unit = "FLOP" }}, K = {{ unit = "MB", digits = 1 }} }}
"""
FORMATS = ("txt", "md", "tex", "toml", "json")


def written(name: str, text: str, format: str) -> str:
    match format:
        case "txt" | "md":
            return f"{name} = {text}\n"
        case "tex":
            inner = text.replace("%", r"\%").replace("·10^23", r"\cdot 10^{23}")
            number, _, unit = inner.partition(" ")
            return f"\\[ {name} = {number}" + (rf"\;\mathrm{{{unit}}}" if unit else "") + " \\]"
        case "toml":
            return f'[q1]\n{name} = "{text}"\n'
    return f'{{"q1": {{"{name}": "{text}"}}}}'


def verdict(tmp_path, name: str, text: str, format: str, language: str = "en"):
    file = tmp_path / f"a.{format}"
    file.write_text(written(name, text, format))
    report = sa.check(loads(SHEET.format(language=language)), file)
    return next(r for r in report.answers[0].questions[0].results if r.name == name)


RIGHT = {
    "M": ["1.5", "1.5 GB", "1.50 GB", "1500 MB", "1.5e9", "1500000 kB", "1500000000 B", "1.5e9 bytes", "12 Gbit", "1500000000"],
    "t": ["375", "375 ms", "0.375 s", "0.375", "375000 µs"],
    "r": ["150 %", "150", "1.5", "150%", "150.0 %"],
    "C": ["5.88e23", "5.88·10^23 FLOP", "588e21 FLOP", "5.880e23", "588 ZFLOP"],
    "K": ["500", "500 MB", "0.5 GB", "500.0 MB", "5e8 B"],
    "n": ["1.4e11", "140000000000"],
}
WRONG = {
    "M": ["1.5 TB", "1.5 MB", "1.6 GB", "150", "1.3 GiB"],
    "t": ["0.375 ms", "375 s", "37.5"],
    "r": ["15 %", "0.15"],
    "C": ["5.88e22", "5.87e23 FLOP", "5.88 FLOP"],
}
OTHER_KIND = {"M": ["1.5 s", "1.5 GFLOP", "150 %"], "t": ["375 MB", "375 FLOP"], "C": ["5.88e23 B", "5.88e23 FLOP/s"], "r": ["1.5 s"]}


@pytest.mark.sliced(16)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in RIGHT.items() for text in texts])
def test_every_way_of_writing_a_quantity_is_right(tmp_path, name, text, format):
    found = verdict(tmp_path, name, text, format)
    assert found.verdict == "correct", (text, found)


@pytest.mark.parametrize("text", ["2*33.3 %", "2*33.3", "2*0.333", "(33.3 + 33.3) %"])
@pytest.mark.parametrize(("digits", "verdict"), [(0, "correct"), (1, "imprecise")])
def test_a_decimal_that_is_worked_with_is_as_precise_in_per_cent(text: str, digits: int, verdict: str) -> None:
    """Two thirds are 66.7 %, and 33.3 stands for all from 33.25 to 33.35."""
    sheet = loads(f'[[question]]\nsteps = ["r = a / b"]\ngiven = {{ a = 2, b = 3 }}\nshow = {{ r = {{ as = "percent", digits = {digits} }} }}\n')
    assert sa.check(sheet, {"r": text}).answers[0].questions[0].results[0].verdict == verdict


@pytest.mark.sliced(8)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_another_quantity_is_wrong(tmp_path, name, text, format):
    assert verdict(tmp_path, name, text, format).verdict in ("incorrect", "slip"), text


@pytest.mark.sliced(12)
@pytest.mark.parametrize(("language", "said"), [("en", "Your answer is in"), ("de", "Ihre Antwort steht in")])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in OTHER_KIND.items() for text in texts])
def test_a_unit_of_another_kind_is_wrong_and_told(tmp_path, name, text, format, language, said):
    found = verdict(tmp_path, name, text, format, language)
    assert found.verdict == "incorrect", found
    assert said in found.message


@pytest.mark.parametrize(("language", "unit", "power"), [
    ("en", "right in {}, but you wrote", "The right one is {} times as large"), ("de", "stimmt in {}", "Der richtige ist das {}-Fache"),
    ("fr", "juste en {}", "La valeur juste est {} fois"),
])  # fmt: skip
@pytest.mark.parametrize(("name", "text", "right"), [("M", "1.5 TB", "GB"), ("t", "375 s", "ms"), ("C", "5.88e22", "10"), ("M", "1.5 MB", "GB"), ("C", "5.88e20", "1000")])
def test_a_wrong_unit_and_a_wrong_power_of_ten_are_told(tmp_path, name, text, right, language, unit, power):
    found = verdict(tmp_path, name, text, "toml", language)
    assert found.verdict == "incorrect"
    assert (power if right.isdecimal() else unit).format(right) in found.message


@pytest.mark.parametrize(("C", "t", "said"), [("4.2e22", "15.2 d", "correct"), ("4.2e22", "15.4 d", "incorrect"), ("4.3e22", "15.6 d", "follows")])
def test_nothing_follows_from_a_short_number_that_is_exact_but_itself(C, t, said):
    """4.2·10²² is all there is of 6·7·10⁹·10¹², and stands for no 4.24·10²²."""
    text = """
    [[question]]
    steps = ["C = a * N * D", "t = C / (n * F * u)"]
    given = { a = "6 FLOP/token", N = "7e9", D = "1e12 token", n = 256, F = "312 TFLOP/s", u = "40 %" }
    show = { C = { as = "scientific", digits = 2 }, t = { unit = "d", digits = 1 } }
    """
    results = sa.check(loads(text), {"C": C, "t": t}).answers[0].questions[0].results
    assert {one.name: one.verdict for one in results}["t"] == said


@pytest.mark.parametrize(("name", "text", "said"), [("M", "1,5 GB", "correct"), ("M", "1,5", "correct"), ("r", "150,0 %", "correct"),
                                                   ("t", "0,375 s", "correct"), ("M", "1,6 GB", "incorrect")])  # fmt: skip
@pytest.mark.parametrize("format", ["txt", "md", "toml", "json"])
def test_decimal_commas_before_units(tmp_path, name, text, said, format):
    assert verdict(tmp_path, name, text, format, "de").verdict == said


@pytest.mark.parametrize(("first", "then", "said"), [("3 GB", "750 ms", "follows"), ("3 GB", "375 ms", "correct"), ("3", "0.75 s", "follows"),
                                                   ("3000 MB", "700", "incorrect"), ("1.52 GB", "380 ms", "follows")])  # fmt: skip
def test_what_follows_from_a_wrong_quantity_follows(tmp_path, first, then, said):
    file = tmp_path / "a.txt"
    file.write_text(f"M = {first}\nt = {then}\n")
    report = sa.check(loads(SHEET.format(language="en")), file)
    found = {r.name: r.verdict for r in report.answers[0].questions[0].results}
    assert (found["M"], found["t"]) == ("incorrect", said)


PERIOD = """
decimals = 4
language = "en"
[[question]]
steps = ["p = L * u", "M = L * B"]
given = {{ L = "{seconds}", u = "1 s", B = "1 GB" }}
show = {{ M = {{ unit = "GB", digits = 4 }} }}
"""


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("seconds", "in_line", "in_another", "said"), [
    ("11/15", "0.7333", "733.3", "correct"), ("11/15", "0.733", "733", "imprecise"), ("11/15", "0.73", "730", "imprecise"),
    ("11/15", "0.7", "700", "incorrect"), ("11/15", "0.734", "734", "incorrect"), ("3/4", "0.75", "750", "correct"),
    ("29999/15000", "2", "2000", "incorrect"), ("2", "2", "2000", "correct"), ("18499/15000", "1.23", "1230", "imprecise"),
])  # fmt: skip
@pytest.mark.parametrize(("name", "unit", "smaller"), [("p", "s", "ms"), ("M", "GB", "MB")])
def test_digits_are_counted_in_the_unit_of_the_line(tmp_path, name, unit, smaller, seconds, in_line, in_another, said):
    """733 ms claims the digits of 0.733 s."""
    file, found = tmp_path / "a.txt", []
    for text in (f"{in_line} {unit}", f"{in_another} {smaller}"):
        file.write_text(f"{name} = {text}\n")
        results = sa.check(loads(PERIOD.format(seconds=seconds)), file).answers[0].questions[0].results
        found.append(next(r.verdict for r in results if r.name == name))
    assert found == [said, said]


def test_an_exact_value_in_another_unit_may_have_been_rounded_to_that_of_its_line() -> None:
    sheet = loads('decimals = 2\n[[question]]\nid = "q"\nsteps = ["M = n * T", "t = M / W"]\n[question.given]\nn = 8192\nT = "512 KiB"\nW = "936 GB/s"\n'
                  '[question.show]\nM = { unit = "GB", digits = 2 }\nt = { unit = "ms", digits = 2 }\n')  # fmt: skip
    for M, t, verdict in (("4 GiB", "4.58 ms", "correct"), ("4.29 GB", "4.58 ms", "correct"), ("4 GiB", "4.59 ms", "correct"), ("4 GiB", "4.56 ms", "incorrect")):
        (report,) = sa.check(sheet, {"M": M, "t": t}).answers
        assert [(r.name, r.verdict) for q in report.questions for r in q.results] == [("M", "correct"), ("t", verdict)]


BEHIND = [" (three layers)", " (at 500 MB each)", " for all layers", " per sequence", " in all (1 mark)", "/sequence", " for 3 layers at 500 MB each"]


@pytest.mark.parametrize(("number", "right"), [("1.5 GB", True), ("1500 MB", True), ("1.6 GB", False)])
@pytest.mark.parametrize("behind", BEHIND)
def test_words_behind_a_quantity_are_no_part_of_it(tmp_path, number: str, right: bool, behind: str) -> None:
    assert verdict(tmp_path, "M", number + behind, "txt").verdict == ("correct" if right else "incorrect")


@pytest.mark.parametrize("behind", [" (no, 1.5 GB)", " times layers", " times 2 layers"])
def test_a_number_that_words_behind_it_change_is_not_taken_as_it_stands(tmp_path, behind: str) -> None:
    assert verdict(tmp_path, "M", f"1.6 GB{behind}", "txt").verdict != "correct"


TITLES = [["quantity", "value", "unit"], ["item", "result", "unit"], ["", "value", "unit"]]


@pytest.mark.parametrize("suffix", ["md", "csv"])
@pytest.mark.parametrize("titles", TITLES)
@pytest.mark.parametrize("apart", [True, False])
def test_quantities_stand_in_tables_with_their_units_beside_them_or_behind(tmp_path, suffix: str, titles: list[str], apart: bool) -> None:
    told = [["M", "1.5", "GB"], ["t", "375", "s"], ["r", "150", "%"], ["K", "500", "MB"]]
    rows = [titles, *told] if apart else [titles[:2], *([name, f"{number} {unit} (rounded)"] for name, number, unit in told)]
    rows[1:1] = [["---"] * len(rows[0])] if suffix == "md" else []
    between = " | " if suffix == "md" else ","
    file = tmp_path / f"a.{suffix}"
    file.write_text("".join(f"| {between.join(row)} |\n" if suffix == "md" else f"{between.join(row)}\n" for row in rows))
    (answer,) = sa.check(loads(SHEET.format(language="en")), file).answers
    found = {r.name: r.verdict for r in answer.questions[0].results if r.name in "MtrK"}
    assert found == {"M": "correct", "t": "incorrect", "r": "correct", "K": "correct"}


@pytest.mark.parametrize(("value", "unit", "said"), [(375, "ms", "correct"), ("0.375", "s", "correct"), (375, "s", "incorrect"), (375, "", "correct")])
def test_a_unit_beside_a_value_in_a_table_is_its_own(tmp_path, value: object, unit: str, said: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"q1": {"t": {"value": value, "unit": unit}}}))
    (answer,) = sa.check(loads(SHEET.format(language="en")), file).answers
    assert next(r.verdict for r in answer.questions[0].results if r.name == "t") == said


@pytest.mark.parametrize("first", ["[1 2 x", "1.5 GB 7 [3", "12 x 3 x"])
def test_a_wrong_number_that_rests_on_one_that_cannot_be_read_is_for_a_person(tmp_path, first: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"M = {first}\nt = 500 ms\nn = 3e11\n")
    (answer,) = sa.check(loads(SHEET.format(language="en")), file).answers
    found = {r.name: (r.verdict, r.open) for r in answer.questions[0].results}
    assert found["t"] == ("undecided", 1)
    assert found["n"] == ("incorrect", 0)
