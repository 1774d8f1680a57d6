"""Expectations of squares, products and sums are asked in one line, with a reason for each step."""

from __future__ import annotations

import re

import pytest

from symattn import SymattnError
from symattn.page import evaluated, page
from symattn.sheet import loads

SQUARE = r"An entry of {} is a square: E\[x²\] = Var\[x\] \+ E\[x\]²\."
CASES = {  # what is asked in one line with E[q] = 2, Var[q] = 3, E[k] = 0, Var[k] = 1: its working, and a reason
    "expectation(s ** 2)": ("E[s²] = 7d + 0·0 = 7d", SQUARE.format("s²")),
    "expectation((q @ k.T) ** 2)": ("E[(qkᵀ)²] = d·7·1 + 0·0 = 7d", SQUARE.format(r"\(qkᵀ\)²")),
    "expectation(s * s)": ("E[s·s] = 7d + 0·0 = 7d", SQUARE.format("s·s")),
    "expectation((q + k) ** 2)": ("E[(q + k)²] = 3 + 1 + 2·2 = 8", "For q \\+ k, independent entries are added"),
    "expectation((q + k) * (q + k))": ("E[(q + k) ∘ (q + k)] = 3 + 1 + 2·2 = 8", SQUARE.format(r"\(q \+ k\) ∘ \(q \+ k\)")),
    "expectation((q - 3 * k) ** 2)": ("E[(q − 3k)²] = 3 + 9·1 + 2·2 = 16", "independent entries"),
    "expectation(q * k)": ("E[q ∘ k] = 2·0 = 0", "a product of independent entries"), "expectation(q * q * k)": ("E[q ∘ q ∘ k] = 7·0 = 0", "a product of independent entries"),
    "expectation(2 * q + 1)": ("E[2q + 1] = 2·2 + 1 = 5", "The factor in 2q multiplies the expectation"), "2 * expectation(q ** 2) + 1": ("2·E[q²] + 1 = 15", SQUARE.format("q²")),
    "variance(q @ k.T / sqrt(cols(k)))": ("·d·7·1 = 7", "An entry of qkᵀ adds d products of independent entries"), "variance(q + q)": ("Var[q + q] = 12", "made of the same"),
    "covariance(q + k, q)": ("Cov[q + k, q] = 3", "A covariance is worked out term by term"), "variance(q - k)": ("Var[q − k] = 3 + 1 = 4", "independent entries"),
}  # fmt: skip


def asked(line: str, size: str = '"d"', language: str = "en") -> str:
    steps = [*(["s = q @ k.T"] if "s" in re.findall(r"\b\w\b", line) else []), f"e = {line}"]
    return f"language = '{language}'\n[[question]]\nsteps = {steps}\nshapes = {{ q = [1, {size}], k = [1, {size}] }}\nrandom = {{ q = {{ mean = 2, variance = 3 }} }}"


@pytest.mark.parametrize("line", CASES)
def test_an_expectation_is_asked_in_one_line_and_reasoned(line: str) -> None:
    sheet = loads(asked(line))
    shown = " ".join(page(sheet, "text").split())
    working, reason = CASES[line]
    assert f"{working} [1]" in shown
    assert re.search(reason, shown)
    assert evaluated(sheet.solve()).passed.total() == ("expectation" in line[1:] or "cols" in line)  # letters that no line defines


@pytest.mark.parametrize("line", CASES)
@pytest.mark.parametrize("size", ["1", "8", "64"])
def test_it_is_what_a_line_of_its_own_gives(line: str, size: str) -> None:
    inner = re.search(r"\b(expectation|variance)\((.*?)\)( \+ 1)?$", line)
    if inner is None:
        return
    name, of = inner[1], inner[2]
    apart = asked(line, size).replace(f"{name}({of})", f"{name}(t)").replace("'e = ", f"'t = {of}', 'e = ")
    shown = [" ".join(page(loads(text), "text").split()) for text in (asked(line, size), apart)]
    one, two = (re.search(r" e = .*?= ([^=\[]*?) \[1\]", text) for text in shown)
    assert one
    assert two
    assert one[1] == two[1]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("format", ["text", "tex", "html", "md"])
def test_so_it_is_in_every_language_and_format(language: str, format: str) -> None:
    assert page(loads(asked("expectation((q + k) ** 2)", language=language)), format)


@pytest.mark.parametrize(("line", "says"), [
    ("expectation(q @ k)", "d columns of the first meet 1 row of the second"), ("expectation(exp(q))", "no rule is known for the expectation behind exp"),
    ("expectation(q ** 3)", "only of squares is the expectation known"), ("covariance(q, q ** 2)", "both made of q"), ("expectation(z ** 2)", "z"),
    ("expectation((q @ k.T) * mean(q))", "is not independent"), ("numbers(q @ k.T)", "takes the names of lines or givens"), ("expectation(q ** 2, k)", "the name of one line"),
])  # fmt: skip
def test_what_has_no_rule_is_refused_at_its_place(line: str, says: str) -> None:
    with pytest.raises(SymattnError, match=says):
        page(loads(asked(line)), "text")


@pytest.mark.parametrize(("line", "shown"), [("-q", "−2"), ("-q + q", "−2 + 2 = 0"), ("-(q + q)", "−4"), ("-k", "0")])
def test_an_expectation_that_begins_with_a_minus_has_it(line: str, shown: str) -> None:
    sheet = loads(asked("expectation(t)").replace("steps = [", f"steps = ['t = {line}', "))
    assert f"e = E[t] = {shown} [1]" in " ".join(page(sheet, "text").split())
