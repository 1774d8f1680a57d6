"""Questions that courses ask, each as a sheet, against answers that were published, or worked out without symattn (asked.toml, worked.toml).

An error in what was published is shown to be one.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import symattn as sa
from symattn.exact.number import Number
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.sheet import loads
from symattn.sheet.sheet import Answer

FILES = ("published.toml", "asked.toml", "worked.toml")
CASES = {case["id"]: case for file in FILES for case in tomllib.loads((Path(__file__).parent / file).read_text())["case"]}


def _with(key: str) -> list[str]:
    return [id for id, case in CASES.items() if key in case]


def _answer(id: str, key: str = "sheet") -> Answer:
    return loads(f"[[question]]\n{CASES[id][key]}").solve()["q1"]


def _says(answer: Answer, name: str, i: int, j: int, published: str) -> bool:
    """Whether an entry is what was published: decimals to the places written, anything else exactly."""
    found = answer.exact[name].select([i], [j])
    _, point, places = published.partition(".")
    if point:
        return found.decimals(len(places))[0][0] == published
    return sa.equal(found, f"[[{published}]]").decision == "equal"



@pytest.mark.sliced(3)
@pytest.mark.parametrize("id", _with("expect"))
def test_the_published_values_come_out(id: str) -> None:
    case, answer = CASES[id], _answer(id)
    for name, rows in case["expect"].items():
        for i, row in enumerate(rows):
            for j, published in enumerate(row):
                if case.get("rounded"):
                    places = len(published.partition(".")[2])
                    assert answer.exact[name].select([i], [j]).decimals(places)[0][0] == published
                    continue
                known = [error for error in case.get("wrong", {}).get(name, []) if error[:2] == [i, j]]
                assert known or _says(answer, name, i, j, published), (name, i, j, answer.exact[name].decimals(6))


@pytest.mark.parametrize("id", _with("wrong"))
def test_what_was_published_and_is_wrong_is_shown_to_be(id: str) -> None:
    answer = _answer(id)
    for name, errors in CASES[id]["wrong"].items():
        for i, j, published in errors:
            assert not _says(answer, name, i, j, published), (name, i, j)


@pytest.mark.parametrize("id", _with("same"))
def test_lines_are_what_was_published_for_them(id: str) -> None:
    answer = _answer(id)
    known: dict[str, Any] = {**answer.exact.givens, **answer.exact.values}
    for name, published in CASES[id]["same"]:
        scalars = [given for given, value in known.items() if isinstance(value, Number)]
        other = solve(Plan.read([f"OTHER = {published}"], scalars), known)["OTHER"]
        assert sa.equal(answer.exact[name], other).decision == "equal", name


@pytest.mark.sliced(3)
@pytest.mark.parametrize("id", _with("proofs"))
def test_claims_are_proved(id: str) -> None:
    proofs = [checked for part in _answer(id).proofs for checked in part]
    assert proofs
    assert [checked.says for checked in proofs if not checked.holds] == []


@pytest.mark.parametrize("id", _with("shapes"))
def test_shapes(id: str) -> None:
    table = _answer(id).shapes
    assert table is not None
    for name, shape in CASES[id]["shapes"].items():
        assert [str(n).replace("·", "*") for n in table[name].shape] == [str(n) for n in shape], name


@pytest.mark.parametrize("id", _with("counts"))
def test_counts(id: str) -> None:
    table = _answer(id).shapes
    assert table is not None
    for name, number in CASES[id]["counts"].items():
        assert str(table[name].number.rational) == number  # type: ignore[union-attr]


@pytest.mark.parametrize("id", _with("choices"))
def test_choices(id: str) -> None:
    sheet = loads(f"[[question]]\n{CASES[id]['sheet']}")
    for choice in CASES[id]["choices"]:
        names = {name: value for name, value in choice.items() if name != "right"}
        found = [r.verdict == "correct" for r in sa.check(sheet, names).answers[0].questions[0].results if r.name in names]
        assert found == [choice["right"]] * len(names), names


@pytest.mark.parametrize("id", _with("alike"))
def test_two_ways_give_the_same(id: str) -> None:
    one, other = _answer(id), _answer(id, "again")
    assert all(sa.equal(one.exact[name], other.exact[name]).decision == "equal" for name in CASES[id]["alike"])
