"""Rows that are joined to single entries, and columns below them, are written out where they have few entries."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads


def text(line: str, q: str, more: str = "") -> str:
    found = page(loads(f"[[question]]\nsteps = ['F = {line}']\ngiven.q = {q}\n{more}").solve(), "md")
    return re.sub(r"[{}\\ ]|left|right|boxed|[,;:!]", "", found.split("F", 1)[1])


PARTS = {
    "sqrt(2)*q": "sqrt2q_%d",
    "q ** 2": "q_%d^2",
    "-q": "-q_%d",
    "relu(q)": "operatornameReLU(q_%d)",
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize("part", list(PARTS))
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("down", [False, True])
def test_entries_of_few_stand_beside_an_entry(down: bool, first: bool, n: int, part: str) -> None:
    values = [[k] for k in range(3, 3 + n)] if down else [list(range(3, 3 + n))]
    line = f"{'stack' if down else 'concat'}({f'[1], {part}' if first else f'{part}, [1]'})"
    found = text(line, str(values))
    spelled = [PARTS[part] % k for k in range(1, n + 1)]
    places = [found.index(x) for x in spelled]
    assert places == sorted(places)
    assert "Concat" not in found


@pytest.mark.parametrize("line", ["concat(q, q)", "concat([1], q)", "concat(q, [3])", "concat([1], q @ W)", "concat(q, 2 * q)", "stack(q, q)"])
def test_rows_alone_and_products_stay_as_they_are_named(line: str) -> None:
    found = text(line, "[[1, 2]]", "given.W = [[1, 2], [3, 4]]" if "W" in line else "")
    assert "q_1" not in found


@pytest.mark.parametrize("n", [7, 8, 12])
def test_many_entries_stay_together(n: int) -> None:
    found = text("concat([1], 2 * q)", str([list(range(n))]))
    assert ("Concat" in found) == (n > 7)
    assert ("q_1" in found) == (n <= 7)


@pytest.mark.parametrize("n", [2, 3])
def test_a_feature_map_in_letters_is_a_row_of_its_entries(n: int) -> None:
    sheet = f"""[[question]]
[[question.part]]
[[question.part.proof]]
claim = "That is a feature map."
because = "Term by term."
steps = ["F = concat([1], sqrt(2)*q, q**2)", "G = concat([1], sqrt(2)*k, k**2)"]
check = "F @ G.T == 1 + 2 * q @ k.T + q**2 @ (k**2).T"
sizes = {{ q = [1, {n}], k = [1, {n}] }}
"""
    found = re.sub(r"[{}\\ ]", "", page(loads(sheet).solve(), "md"))
    for k in range(1, n + 1):
        assert f"sqrt2q_{k}" in found
        assert f"k_{k}^2" in found
    assert "Concat" not in found


TURNED = {
    "k[0,0]**2": "k_1^2",
    "k[0,0]**3": "k_1^3",
    "2*k[0,1]": "2k_2",
    "-k[0,1]": "-k_2",
    "exp(k[0,0])": r"\exp(k_1)",
    "k[0,0] - k[0,1]": "k_1-k_2",
    "q[0,1] * k[0,0]": r"q_2\cdotk_1",
    "q[0,0] / k[0,1]": r"\dfracq_1k_2",
    "q @ k.T": r"qk^\mathsfT",
}


@pytest.mark.parametrize("row", [False, True], ids=["an entry beside it", "a row beside it"])
@pytest.mark.parametrize("entry", list(TURNED))
def test_an_entry_of_what_is_turned_round_is_not_turned_itself(entry: str, row: bool) -> None:
    joined = f"concat({entry}, {'q' if row else 'q[0,0]'}).T"
    sheet = f"""[[question]]
[[question.part]]
[[question.part.proof]]
claim = "c"
because = "b"
check = "[[1, 2{', 3' * row}]] @ {joined} == {entry} + 2 * q[0,0]{' + 3 * q[0,1]' * row}"
sizes = {{ q = [1, 2], k = [1, 2] }}
"""
    found = re.sub(r"\\begin|\\end|[{} ]", "", page(loads(sheet).solve(), "md"))
    column = re.search(r"bmatrixbmatrix(.+?)\\\\(?:\[6pt\])?(.+?)bmatrix", found)
    assert column is not None, found
    assert column.groups() == (TURNED[entry], r"q^\mathsfT" if row else "q_1")
