"""reStructuredText: what docutils says of the page of every shipped sheet."""

from __future__ import annotations

import io

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.files import shipped
from symattn.formats import writer
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


RAW = "\n\n.. raw:: html\n\n   <script>alert(1)</script>\n\n"
LOADED = {
    "a paragraph": f"x{RAW}y",
    "an item": f"\\begin{{itemize}}\\item .. raw:: html{RAW}\\end{{itemize}}",
    "of pieces": "x\n\n.\\emph{}. raw:: html\n\n   <script>alert(1)</script>\n\ny",
    "a sign of our own": f"x{RAW.replace('..', chr(2))}",
    "in code": f"\\verb|x{RAW}|",
    "in code, of our own": f"\\verb|x{RAW.replace('..', chr(2))}|",
    "a target": "x\n\n__ http://evil\n\ny",
    "a role after a formula": "$a` :raw:`<script>`$",
    "a role after code": r"\verb|a`` :raw:`<script>` ``|",
}


@pytest.mark.parametrize("written", ["prose", "escape"])
@pytest.mark.parametrize("text", LOADED.values(), ids=LOADED)
def test_nothing_that_people_wrote_is_a_directive(text: str, written: str) -> None:
    core, nodes = pytest.importorskip("docutils.core"), pytest.importorskip("docutils.nodes")
    page = getattr(writer("rst"), written)(text)
    tree = core.publish_doctree(page, settings_overrides={"report_level": 5, "halt_level": 5, "math_output": "MathML"})
    assert not list(tree.findall(lambda node: isinstance(node, (nodes.raw, nodes.comment, nodes.target))))
    assert "alert" not in core.publish_string(page, writer="html5", settings_overrides={"report_level": 5, "embed_stylesheet": False}).decode(
    ).replace("&lt;script&gt;alert", "")
