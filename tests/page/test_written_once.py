"""What one would write once: the entries that a triangle keeps, no rules in a matrix that is put in, rows of a product by their names."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from symattn.page import page
from symattn.sheet import loads


def text(lines: list[str], given: str, more: str = "") -> str:
    steps = ", ".join(f'"{line}"' for line in lines)
    return page(loads(f"{more}\n[[question]]\nsteps = [{steps}]\ngiven = {{ {given} }}\n").solve(), "text")


@pytest.mark.parametrize("base", ["1/2", "2", "1/3"])
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize(("half", "sign"), [("tril", "⁻"), ("triu", "⁻"), ("tril", ""), ("triu", "")])
def test_a_triangle_of_what_is_written_out_has_the_entries_that_it_keeps(half: str, sign: str, n: int, base: str) -> None:
    power = f"arange({n}).T - arange({n})" if (half == "tril") == (sign == "") else f"arange({n}) - arange({n}).T"
    found = text([f"D = {half}(g ** ({power}))"], f'g = "{base}"')
    assert ("g⁻¹" in found) is (sign == "⁻")
    assert ("g¹" in found) is (sign == "")
    assert "∘" not in found
    assert half not in found
    assert found.count("g⁰") == n


RULES = {("stack", "text"): "╌", ("stack", "md"): r"\hline", ("stack", "tex"): r"\hline", ("concat", "text"): "│", ("concat", "md"): "r|r", ("concat", "tex"): "r|r"}


@pytest.mark.parametrize("policy", ["exact", "decimals", "letters"])
@pytest.mark.parametrize(("join", "format"), RULES)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_rules_of_joined_parts_stand_where_they_are_joined(join: str, format: str, n: int, policy: str) -> None:
    parts = ", ".join(f"v_{k}" for k in range(1, n + 1))
    given = ", ".join(f"v_{k} = [[{k}, 0], [1, {k}]]" for k in range(1, n + 1))
    line = {"stack": "V @ A", "concat": "A @ V"}[join]
    sheet = f'working = "{policy}"\n[[question]]\nsteps = ["V = {join}({parts})", "B = {line}"]\ngiven = {{ {given}, A = [[1, 1], [2, 0]] }}'
    both, alone = (page(loads(source).solve(), format).count(RULES[join, format]) for source in (sheet, sheet.replace(f', "B = {line}"', "")))
    assert both == alone > 0


@pytest.mark.parametrize("policy", ["exact", "decimals", "carried"])
@pytest.mark.parametrize("n", ["2 1 1", "5 3", "0 1 2 2", "0.5 1.5", "7 0"])
@pytest.mark.parametrize("line", ["n / sum(n)", "n / sum(n, axis=1)", "normalize(n)"])
def test_counts_stand_over_what_they_add_up_to(line: str, n: str, policy: str) -> None:
    counts = n.split()
    below = str(sum(map(Decimal, counts)))
    sheet = f'working = "{policy}"\n[[question]]\nsteps = ["f = {line}"]\ngiven.n = [[{", ".join(counts)}]]'
    found = re.sub(r"\\dfrac\{([\d.]+)\}\{([\d.]+)\}", r"\1/\2", page(loads(sheet).solve(), "md"))
    assert " & ".join("0" if k == "0" else "1" if k == below else f"{k}/{below}" for k in counts) in found
    assert "+" not in found
