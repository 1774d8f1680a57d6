"""What an author sets about a figure, and how a mistake is told."""

from __future__ import annotations

import pytest

from symattn import figures
from symattn.figures import Context
from symattn.figures.options import KINDS, wrong

RIGHT = {
    "only a name": {"name": "heat-map"},
    "everything": {
        "name": "multi-head", "hide": ["weights", "results"], "heads": "n_heads", "first": 0, "head": 1, "line": "A_1",
        "tokens": ["I"], "shapes": {"X": ["B", "n", 4]}, "causal": True, "output": False,
    },
    "nothing hidden": {"name": "attention", "hide": []},
}  # fmt: skip
WRONG = {
    "an unknown figure": ({"name": "multihead"}, "name", 'did you mean "multi-head"?'),
    "no name": ({"heads": 2}, "name", "write one of single-head"),
    "an unknown key": ({"name": "attention", "hid": []}, "hid", 'did you mean "hide"?'),
    "no heads": ({"name": "multi-head", "heads": 0}, "heads", "write a number or a letter"),
    "true is no number": ({"name": "multi-head", "first": True}, "first", "0 or 1"),
    "hide is a list": ({"name": "multi-head", "hide": "shapes"}, "hide", '["shapes"]'),
    "hide names what there is": ({"name": "multi-head", "hide": ["shape"]}, "hide", "shapes"),
    "a shape has two sizes": ({"name": "projections", "shapes": {"X": [4]}}, "shapes", "X ="),
    "tokens are words": ({"name": "causal-mask", "tokens": [1]}, "tokens", "write the words"),
}


@pytest.mark.parametrize("table", RIGHT.values(), ids=RIGHT)
def test_a_right_table(table: dict[str, object]) -> None:
    assert wrong(table) == []


@pytest.mark.parametrize(("table", "key", "hint"), WRONG.values(), ids=WRONG)
def test_a_wrong_table(table: dict[str, object], key: str, hint: str) -> None:
    ((found, what, advice),) = wrong(table)
    assert found == key
    assert what
    assert hint in advice


@pytest.mark.parametrize("name", [name for name in figures.FIGURES if name != "heat-map"])
def test_every_kind_of_answer_can_be_named(name: str) -> None:
    amount = {"line": "Y", "letter": "n", "sizes": {"n": 2}, "amount": lambda line, letter, n: n * n}
    drawn = figures.build(name, Context(symbol=str, heads=2, causal=True, shapes={"X": (2, 4)}, **amount))
    assert set(drawn.kinds) <= set(KINDS)
