"""What is said and written of single numbers, of a factor −1 and of positions by a step that is a name."""

from __future__ import annotations

import pytest

from symattn.page import page
from symattn.sheet import loads


@pytest.mark.parametrize(("language", "told"), [("en", ("same number", "sign changes")), ("de", ("derselben Zahl", "Vorzeichen")), ("fr", ("même nombre", "signe"))])
@pytest.mark.parametrize("given", ["[[1]]", "[[1, 2]]"])
def test_of_one_number_no_word_is_said_of_every_entry(given: str, language: str, told: tuple[str, ...]) -> None:
    sheet = loads(f"language = '{language}'\n[[question]]\nsteps = ['B = 3 * A', 'C = A + B', 'D = -C']\ngiven.A = {given}\n")
    text = page(sheet.solve(), "text", detail="full")
    assert all((word in text) is (given == "[[1, 2]]") for word in told)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Y = A * B * -1", "−A ∘ B = −[1  2] ∘ [3  6]"),
        ("Y = -1 * A", "Y = −A = "),
        ("Y = B - -1 * A", "B − (−A)"),
        ("Y = arange(8, step=s)", "[0  s  …  7·s] = [0  2  4  6  8  10  12  14]"),
        ("Y = arange(3, step=s)", "[0  s  2·s] = [0  2  4]"),
        ("Y = arange(2, start=s, step=s)", "[s  s + s] = [2  4]"),
        ("Y = arange(1, step=s)", "Y = 0 "),
    ],
)
def test_a_line_as_one_would_write_it(line: str, shown: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['{line}']\ngiven = {{ A = [[1, 2]], B = [[3, 6]], s = 2 }}\n")
    assert shown in page(sheet.solve(), "text")
