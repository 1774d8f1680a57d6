"""Givens with an axis more: every line runs along the last two, and a key with batches is read back whatever it is written in."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path

import numpy as np
import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SheetError
from symattn.limits import MOST_AXES
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.page import page
from symattn.sheet import loads

LEADS = ((1,), (2,), (3,), (2, 2), (1, 2))
FORMS = {"text": "txt", "tex": "tex", "md": "md", "html": "html", "json": "json", "ipynb": "ipynb"}


def batch(lead: tuple[int, ...], rows: int, cols: int, seed: int) -> list[object]:
    """Small whole numbers, nested as deep as there are axes."""
    found: list[object] = np.random.default_rng(seed).integers(-2, 4, (*lead, rows, cols)).tolist()
    return found


def sheet(lead: tuple[int, ...], working: str = "exact") -> str:
    """Attention in a batch, and matrices that stand beside one."""
    given = {"Q": batch(lead, 2, 2, 1), "K": batch(lead, 3, 2, 2), "V": batch(lead, 3, 2, 3), "W": batch((), 2, 2, 4), "b": batch((), 1, 2, 5)}
    lines = ["S = Q @ K.T", "A = softmax(S / sqrt(cols(K)))", "H = A @ V", "Z = Q @ W + b", "R = relu(Z) * 2"]
    return f'working = "{working}"\n[[question]]\nsteps = {lines}\n[question.given]\n' + "\n".join(f"{name} = {x}" for name, x in given.items())


@pytest.mark.parametrize("lead", LEADS)
def test_lines_run_along_the_last_two_axes(lead: tuple[int, ...]) -> None:
    answer = loads(sheet(lead)).solve()["q1"]
    q, k, v = (np.array(batch(lead, *size)) for size in ((2, 2, 1), (3, 2, 2), (3, 2, 3)))
    scores = q @ np.swapaxes(k, -1, -2)
    weights = np.exp(scores / 2**0.5)
    weights = weights / weights.sum(-1, keepdims=True)
    assert np.array_equal(np.array(answer.exact["S"].decimals(0), dtype=float), scores)
    assert np.allclose(np.array(answer.exact["H"].decimals(12), dtype=float), weights @ v)


@pytest.mark.exhaustive
@pytest.mark.parametrize("working", ["exact", "decimals", "carried"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lead", LEADS)
def test_a_key_of_batches_is_read_back(lead: tuple[int, ...], form: str, working: str, tmp_path: Path) -> None:
    made = loads(sheet(lead, working))
    key = tmp_path / f"key.{FORMS[form]}"
    key.write_bytes(deliver(made, Wanted(form)))
    (report,) = check_file(Ready(made), key)
    assert {r.name: r.verdict for q in report.questions for r in q.results} == dict.fromkeys("SAHZR", "correct"), report.error


@pytest.mark.sliced(6)
@pytest.mark.parametrize("lead", LEADS)
def test_every_place_of_a_batch_stands_on_key_and_blank_sheet(lead: tuple[int, ...]) -> None:
    made = loads(sheet(lead))
    places = ["".join(f"⁽{'⁰¹²³'[k + 1]}⁾" for k in place) for place in product(*map(range, lead))]
    assert len(places) == prod(lead)
    for key in (True, False):
        text = page(made if not key else made.solve(), "text", key=key)
        assert all(f"Q{place} = " in text for place in places)
        assert all((f"S{place} = " in text) == key for place in places)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("[[[1, 0]], [[1], [2]]]", "parts 1 and 2 of a batch are 1×2 and 2×1"),
        ("[[[1, 0], [1]]]", "row 2 has 1 entry, but row 1 has 2"),
        ('[[[1, "a b"]]]', 'cannot read "a b"'),
        ("[[[1, 0]], 2]", "a number where a matrix belongs"),
        ("[" * (MOST_AXES + 1) + "1" + "]" * (MOST_AXES + 1), f"a given has at most {MOST_AXES} axes"),
    ],
)
def test_what_is_wrong_in_a_batch_is_told_at_its_place(given: str, told: str) -> None:
    with pytest.raises(SheetError, match=told):
        loads(f'[[question]]\nsteps = ["S = Q * 2"]\ngiven.Q = {given}')


NO_BATCH = {
    "stated": ("[question.stated]\nS = [[[1, 2]]]", "a batch where a matrix belongs"),
    "vary": ('[vary]\n[[vary.draw]]\nnames = ["Q"]\nlow = 1\nhigh = 5', "Q is a batch"),
    "gradient": ('[question.gradient]\nof = "S"\nwrt = ["Q"]\nupstream = "G"', "gradients are known for matrices, not for batches"),
}


@pytest.mark.parametrize(("more", "told"), NO_BATCH.values(), ids=NO_BATCH)
def test_what_a_batch_cannot_be_is_refused(more: str, told: str) -> None:
    with pytest.raises(SheetError, match=told):
        page(loads(f'[[question]]\nsteps = ["S = Q * 2"]\ngiven = {{ Q = [[[1, 2]]], G = [[[1, 1]]] }}\n{more}').solve(), "text")


@pytest.mark.parametrize("spelled", ["S[{0}]", "S^({1})", "S^{{({1})}}", r"\mathbf{{S}}^{{({1})}}"])
def test_matrices_of_a_batch_are_named_by_their_place(spelled: str, tmp_path: Path) -> None:
    made = Ready(loads('[[question]]\nsteps = ["S = Q * 2"]\ngiven.Q = [[[1, 2]], [[3, 4]]]'))
    answer = tmp_path / "answer.tex"
    rows = ("2 & 4", "6 & 8")
    lines = (f"$${spelled.format(k, k + 1)} = \\begin{{bmatrix}} {cells} \\end{{bmatrix}}$$" for k, cells in enumerate(rows))
    answer.write_text("\n\n".join(lines))
    (report,) = check_file(made, answer)
    assert [r.verdict for q in report.questions for r in q.results] == ["correct"], report.error
