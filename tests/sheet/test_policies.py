"""Ways of working: which lines are rounded, what is carried on, and that marks know exact values whatever a key shows."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, getcontext

import pytest

from symattn.errors import SheetError
from symattn.marking.answers.tables import of_value
from symattn.marking.handed import Handed
from symattn.marking.marking import Marking
from symattn.marking.sheet import Ready
from symattn.sheet import loads
from symattn.sheet.json import steps
from symattn.sheet.sheet import Answer

HEAD = """
decimals = {places}
[[question]]
steps = ["Q = X @ W_Q", "K = X @ W_K", "S = Q @ K.T", "L = S / sqrt(cols(K))", "A = softmax({what})", "H = A @ X"]
[question.given]
X = [[1, 0.5], ["1/3", 2]]
W_Q = [[1, 0], [0, 1]]
W_K = [[0.25, 1], [2, "1/7"]]
"""


def answer(working: str, places: int = 2, what: str = "L") -> Answer:
    return loads(f"working = {working}\n{HEAD.format(places=places, what=what)}").solve()["q1"]


def test_a_line_is_rounded_from_the_first_that_does_not_end_and_where_it_follows_from_one() -> None:
    assert answer('"exact"').rounded == frozenset()
    for working in ('"decimals"', '"carried"'):
        assert answer(working).rounded == {"Q", "K", "S", "L", "A", "H"}
    whole = loads('working = "decimals"\n[[question]]\nsteps = ["B = A @ A", "C = A / 3", "D = B * 2", "E = C * 3"]\ngiven.A = [[2]]')
    assert whole.solve()["q1"].rounded == {"C", "E"}  # E is a whole number again, but follows from what is rounded


@pytest.mark.parametrize("line", ["Q", "S", "A", "H"])
def test_a_policy_begins_at_a_line(line: str) -> None:
    names = ["Q", "K", "S", "L", "A", "H"]
    for policy in ("decimals", "carried"):
        assert answer(f'{{ {policy} = "{line}" }}').rounded == set(names[names.index(line) :])


def by_calculator(places: int) -> dict[str, list[list[Decimal]]]:
    """Head and tail as a person with a calculator has them: each line rounded, a tie away from zero."""
    getcontext().prec = 60
    unit = Decimal(1).scaleb(-places)

    def cut(rows: list[list[Decimal]]) -> list[list[Decimal]]:
        return [[x.quantize(unit, ROUND_HALF_UP) for x in row] for row in rows]

    def times(a: list[list[Decimal]], b: list[list[Decimal]]) -> list[list[Decimal]]:
        return [[sum((x * y for x, y in zip(row, column, strict=True)), Decimal(0)) for column in zip(*b, strict=True)] for row in a]

    third, seventh = Decimal(1) / 3, Decimal(1) / 7
    x = [[Decimal(1), Decimal("0.5")], [third, Decimal(2)]]
    found = {"Q": cut(x), "K": cut(times(x, [[Decimal("0.25"), Decimal(1)], [Decimal(2), seventh]]))}
    found["S"] = cut(times(found["Q"], [list(c) for c in zip(*found["K"], strict=True)]))
    found["L"] = cut([[s / Decimal(2).sqrt() for s in row] for row in found["S"]])
    powers = [[entry.exp() for entry in row] for row in found["L"]]
    found["A"] = cut([[p / sum(row) for p in row] for row in powers])
    found["H"] = cut(times(found["A"], x))
    return found


@pytest.mark.parametrize("places", [0, 1, 2, 3, 5, 8])
def test_carried_values_are_those_of_a_calculator(places: int) -> None:
    found = answer('"carried"', places)
    for name, rows in by_calculator(places).items():
        written = [[Decimal(text) for text in row] for row in found.question.stated_text[name]]
        assert written == rows, name
    assert {step["name"]: "carried" in step for step in steps(found, places) if step["name"]} == dict.fromkeys("QKSLAH", True)


def test_a_small_number_below_a_logarithm_or_a_bar_is_not_carried_on_as_nothing() -> None:
    text = 'working = "carried"\ndecimals = 2\n[[question]]\nsteps = ["P = softmax(L)", "{line}"]\ngiven.L = [[0, 9]]'
    for line in ("C = -sum(P * log(P))", "Z = L / P", "C = log(P)"):
        assert loads(text.format(line=line)).solve()["q1"].question.stated_text["P"] == (("0.00012", "1.00"),), line
    assert loads(text.format(line="C = P * P")).solve()["q1"].question.stated_text["P"] == (("0.00", "1.00"),)


def test_masked_scores_stay_masked() -> None:
    found = answer('"carried"', what="causal_mask(L)")
    assert found.question.stated_text["A"][0] == ("1", "0")


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("policy", "places"), [(p, n) for p in ('"exact"', '"decimals"', '"carried"') for n in (2, 4)])
def test_marks_take_exact_and_carried_values_whatever_the_key_shows(policy: str, places: int) -> None:
    sheet = loads(f"working = {policy}\n{HEAD.format(places=places, what='L')}")
    key = Ready(sheet).keys["q1"]
    exact = {name: [[str(x) for x in row] for row in answer('"exact"', places)[name].decimals(places + 3)] for name in "QKSLAH"}
    texts = answer('"carried"', places).question.stated_text
    carried = {name: [[f"{Decimal(x):.{places}f}" for x in row] for row in texts[name]] for name in "QKSLAH"}
    for handed in (exact, carried):
        found = {name: Handed(name, of_value(name, rows).cells) for name, rows in handed.items()}
        verdicts = {name: result.verdict for name, result in Marking(key, found).results.items()}
        assert set(verdicts.values()) <= {"correct", "follows"}, verdicts


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ('working = "decimal"', 'unknown working "decimal"', "decimals"),
        ('working = { decimals = "B" }', "no line of any question defines B", "name a line"),
        ("working = { decimals = 3 }", "a table", 'write its name, or { decimals = "A" } for line A on'),
        ("working = 2", "a number", "write one of"),
    ],
)
def test_what_is_no_way_of_working_is_told(text: str, what: str, hint: str) -> None:
    with pytest.raises(SheetError) as told:
        loads(f"{text}\n{HEAD.format(places=2, what='L')}")
    (problem,) = told.value.problems
    assert problem.line == 1
    assert what in problem.what
    assert hint in problem.hint


def test_a_question_may_work_otherwise_than_its_sheet() -> None:
    text = f'working = "decimals"\n{HEAD.format(places=2, what="L")}'.replace("[question.given]", 'working = "exact"\n[question.given]')
    assert loads(text).solve()["q1"].rounded == frozenset()
    with pytest.raises(SheetError, match="no line defines B"):
        loads(text.replace('working = "exact"', 'working = { carried = "B" }'))
