"""A sheet solved once and written in all formats, with what its reader is told beside the page."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from flint import arb
from student.pages import Count, read

from symattn.course.delivery import Wanted, deliver
from symattn.sheet import load, loads

FORMS = ("tex", "md", "text", "html")
SAMPLES = {"integer": (3, 5, 2, 7, 4), "positive": ("1.37", "0.77", "2.23", "1.91"), "real": ("0.83", "-1.21", "2.07", "0.61")}
GREEK = {"lambda": "λ", "theta": "θ", "alpha": "α", "beta": "β", "sigma": "σ", "mu": "μ", "gamma": "γ", "tau": "τ"}


def letters(question: Mapping[str, Any]) -> dict[str, arb]:
    """A value for every letter of a question, of its kind, no two alike; sizes are what they are."""
    out = {GREEK.get(x, x): arb(SAMPLES[kind][k % len(SAMPLES[kind])]) for k, (x, kind) in enumerate(question.get("letters", {}).items())}
    out |= {GREEK.get(x, x): arb(n) for x, n in question.get("sizes", {}).items()}
    for shape in question.get("shapes", {}).values():
        out |= {x: arb(3 + len(out)) for x in shape if isinstance(x, str) and x.isalpha() and GREEK.get(x, x) not in out}
    return out


def read_back(
    text: str | Path, where: str, *, forms: Iterable[str] = FORMS, details: Iterable[str] = ("standard",), columns: bool = False
) -> Iterator[tuple[str, Count]]:
    """What is true in a sheet's key, in each format."""
    sheet = load(text) if isinstance(text, Path) else loads(text)
    table = tomllib.loads(text.read_text("utf-8") if isinstance(text, Path) else text)
    solution = sheet.solve()
    questions = table["question"]
    for form in forms:
        for detail in details:
            page = deliver(sheet, Wanted(form, detail=detail), solution).decode()
            yield form, read(
                page, form, f"{where} ({form}, {detail})", [letters(q) for q in questions], sheet.language, columns,
                any("stated" in q for q in questions),
            )  # fmt: skip
