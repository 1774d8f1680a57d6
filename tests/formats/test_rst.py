"""reStructuredText: what docutils says of the page of every shipped sheet."""

from __future__ import annotations

import io

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.formats import writer
from symattn.resources import shipped
from symattn.sheet import load

LOUD = {"report_level": 1, "halt_level": 5, "math_output": "MathML"}


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("form", ["key", "blank"])
def test_docutils_has_nothing_to_say(name: str, form: str) -> None:
    core = pytest.importorskip("docutils.core")
    said = io.StringIO()
    page = deliver(load(shipped()[name]), Wanted("rst", form, "full")).decode()
    core.publish_doctree(page, settings_overrides={**LOUD, "warning_stream": said})
    assert said.getvalue() == ""


PROSE = {
    "a formula beside a letter": ("$d$s", r"\ :math:`d`\ s"),
    "marks of its own": ("a*b_ `c`", r"a\*b\_ \`c\`"),
    "bold that holds a formula": (r"\textbf{by $W$}", r"by \ :math:`W`\ "),
    "what follows a display is no quotation": ("See $$x$$ and on.", "See \n\n.. math::\n\n   x\n\nand on."),
    "a line that looks like a list": ("- a", r"\ - a"),
}


@pytest.mark.parametrize(("latex", "written"), PROSE.values(), ids=PROSE)
def test_an_authors_text(latex: str, written: str) -> None:
    assert writer("rst").prose(latex) == written
