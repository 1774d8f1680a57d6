"""Colons and semicolons of a page: each as its language writes them, of what is told in text and Markdown."""

from __future__ import annotations

import re

import pytest

from symattn.page import page
from symattn.sheet import loads

COLONS = """language = '{}'
header = ["Nom"]
[[question]]
steps = ["A = softmax(S)"]
given.S = [[1, 2]]
[[question.part]]
asks = ["A"]
remark = 'Exact.'
figures = [{{ name = "heat-map", line = "A" }}]
[[question.part]]
[[question.part.proof]]
claim = 'x'
check = "b @ S + b @ S == 2 * b @ S"
sizes.S = [1, 2]
sizes.b = [1, 1]
"""


@pytest.mark.parametrize(("language", "colon"), [("en", ":"), ("de", ":"), ("fr", " :")])
def test_a_colon_stands_as_the_language_has_it(language: str, colon: str) -> None:
    solution = loads(COLONS.format(language)).solve()
    wanted = (("text", True), ("text", False), ("md", False))
    assert not re.search(r"^\s*[:;]", page(solution, "text", detail="full"), re.MULTILINE)
    key, sheet, web = (page(solution, form, key=key).replace("\N{NO-BREAK SPACE}", " ") for form, key in wanted)
    words = {"en": ("Figure", "Remark"), "de": ("Abbildung", "Bemerkung"), "fr": ("Figure", "Remarque")}[language]
    for word in words:
        assert f"{word}{colon} " in key
    assert re.search(rf"\){colon}$", key, re.MULTILINE)  # the step of a proof, with its marks
    assert re.search(rf"1×2{colon.replace(':', ';')} b ", key)
    assert f"Nom{colon} ___" in sheet
    assert f"Nom{colon} \\_" in web
