"""What a key writes by the entries of a line with a name is read back, however that name is dressed and spelled."""

from __future__ import annotations

import pytest

from symattn.marking import check
from symattn.page import page
from symattn.sheet import loads

NAMES = {"p": "p", "ŷ": r"\hat{y}", "ỹ": r"\tilde{y}", "p⁽⁵⁾": "p^{(5)}"}
ENDINGS = {"text": "txt", "md": "md", "tex": "tex", "html": "html"}


def source(size: int, shown: str, name: str = "p") -> str:
    letters = [f"z_{k}" for k in range(1, size + 1)]
    return (
        f"[[question]]\nletters = {{ real = {letters} }}\nsteps = ['{name} = softmax(z)', 'J = softmax_jacobian({name})']\n"
        f"given.z = [{letters}]\n[question.notation.names]\n{name} = '{shown}'\n"
    )


def verdicts(sheet, answers) -> dict[str, str]:
    return {x.name: x.verdict for x in check(sheet, answers).answers[0].questions[0].results}


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("format", ENDINGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_key_by_entries_is_read_back(tmp_path, name: str, format: str, size: int) -> None:
    sheet = loads(source(size, NAMES[name]))
    written = page(sheet, format)
    file = tmp_path / f"key.{ENDINGS[format]}"
    file.write_text(written, encoding="utf-8")
    assert verdicts(sheet, file) == {"p": "correct", "J": "correct"}


SPELLED = [
    (r"\hat{y}", "ŷ₁", "ŷ₂"),
    (r"\hat{y}", r"\hat{y}_1", r"\hat{y}_2"),
    (r"\hat{y}", r"{\hat{y}}_{1}", r"{\hat y}_{2}"),
    (r"\hat{y}", "y_hat_1", "y_hat_2"),
    (r"\hat{y}", "y\u0302_1", "y\u0302₂"),
    (r"\tilde{y}", "y_tilde_1", r"\tilde y_{2}"),
    ("p^{(5)}", "(p⁽⁵⁾)₁", "p⁽⁵⁾₂"),
    ("p^{(5)}", "p_1^{(5)}", "p^{(5)}_2"),
    (r"\mathbf{p}", r"\mathbf{p}_1", "p₂"),
    ("p_t", "p_{t,1}", "p_{t,2}"),
]


@pytest.mark.parametrize(("shown", "one", "two"), SPELLED)
@pytest.mark.parametrize("name", ["p", "weights"])
@pytest.mark.parametrize(("slip", "verdict"), [("", "correct"), ("+1", "incorrect")])
def test_entries_are_read_in_any_spelling(shown: str, one: str, two: str, name: str, slip: str, verdict: str) -> None:
    rows = [[f"{one}(1 - {one}){slip}", f"-{one}·{two}"], [f"-{two}*{one}", f"{two} - {two}²"]]
    rows = [[cell.replace("²", "^2").replace("·", "*") if "\\" in cell or "{" in cell else cell for cell in row] for row in rows]
    assert verdicts(loads(source(2, shown, name)), {"q1": {"J": rows}})["J"] == verdict


def test_another_line_of_the_same_letter_is_none_of_it() -> None:
    rows = [["ỹ₁(1 - ỹ₁)", "-ỹ₁ỹ₂"], ["-ỹ₁ỹ₂", "ỹ₂(1 - ỹ₂)"]]
    assert verdicts(loads(source(2, r"\hat{y}")), {"q1": {"J": rows}})["J"] not in ("correct", "incorrect")
