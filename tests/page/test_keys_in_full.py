"""Keys of small sheets, to the last sign: every line of them was worked out again, or looked up, before it was kept.

Each sheet has what goes together: weights with a mask, down columns, in decimals and carried; derivatives in numbers, in letters and
as Jacobians; places, quantities, counts, random entries. One is there in every format that is written as text, key and students' sheet.
``GOLDEN=1 pytest tests/page/test_keys_in_full.py`` writes the files anew; every line that changes wants a reason.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from symattn.page import notebook, page
from symattn.sheet import load

KEYS = Path(__file__).parents[1] / "golden" / "keys"
LESS = {"columns": "brief", "forms": "standard", "kinds": "standard", "letters-in-values": "standard", "second-derivatives": "standard"}
"""Keys that are there with less than all of their working."""
LONGER = {"derivatives", "heads", "kinds", "letters-in-values", "memory", "norms", "places", "quantities", "rows", "wide"}
NAMES = sorted(path.stem for path in KEYS.glob("*.toml"))


def same_as(file: Path, text: str) -> None:
    """The text is that of the file, which is written anew where GOLDEN is set."""
    if os.environ.get("GOLDEN"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.exhaustive] * (name in LONGER)) for name in NAMES])
def test_a_key_in_full(name: str) -> None:
    same_as(KEYS / f"{name}.txt", page(load(KEYS / f"{name}.toml").solve(), "text", detail=LESS.get(name, "full")))


FORMS = [("forms", form, key) for form in ("md", "tex", "cells") for key in (True, False)]
FORMS += [("heads", "tex", True), ("wide", "tex", True), ("batch", "md", True)]
BRIEF = pytest.param("softmax", "md", True, marks=pytest.mark.exhaustive)


@pytest.mark.parametrize(("name", "form", "key"), [*FORMS, BRIEF])
def test_a_sheet_in_every_format(name: str, form: str, key: bool) -> None:
    solution = load(KEYS / f"{name}.toml").solve()
    if form == "cells":  # of a notebook, and what they print
        cells = json.loads(notebook.page(solution, key))["cells"]
        told = (map("".join, [cell["source"], *(out["text"] for out in cell.get("outputs", ()))]) for cell in cells)
        text = "\n---\n".join(map("\n>>>\n".join, told)) + "\n"
    else:
        text = page(solution, form, key=key, detail="brief" if name == "softmax" else "standard")
    if form == "tex":
        text = text[text.index(r"\begin{document}") :]
    same_as(KEYS / f"{name}{'' if key else '-blank'}.{form}", text)
