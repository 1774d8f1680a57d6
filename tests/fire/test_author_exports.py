"""The author of a downloaded sheet, by what platforms evaluate: STACK's Maxima, Moodle's filters, Numbas, MathJax, PrairieLearn."""

from __future__ import annotations

import io
import re
import zipfile
from html import escape, unescape

import pytest

from symattn.course.platforms import moodle, numbas, qti
from symattn.course.platforms.markup import Writer
from symattn.course.platforms.prairielearn import _unread
from symattn.formats.md import Writer as Markdown
from symattn.marking import check
from symattn.sheet import loads

EVALUATED = {
    "STACK": r"\{@|\{#|\[\[",
    "Moodle's algebra filter": "@@",
    "Moodle's TeX filter": r"\$\$",
    "links and styles of MathJax": r"\\(href|style|class|cssId|require|bbox|unicode|data|includegraphics|action)\b",
    "Numbas' expressions": r"\\(var|simplify)\b",
    "tags": r"<script|<img|javascript:PWN\(\)['\"]",
}
TYPED = [
    "Let $x_{@PWN@}$ be",
    r"Let $\{@PWN@\}$ be",
    r"Let $x_{#PWN#}$ be",
    r"Let $\{#PWN#\}$ be",
    r"\[ x_{@PWN@} \]",
    r"\[ \{@PWN@\} \]",
    "Let {@PWN@} be",
    r"Let \{@PWN@\} be",
    "Let @@PWN@@ be",
    "Let $a@@b@@c$ be",
    r"pay \$\$PWN\$\$",
    r"Let $\text{\$\$PWN\$\$}$ be",
    "[[PWN]] and $[[PWN]]$",
    "[[input:ans1]] $[[[input:ans1]]]$",
    r"\emph{[[PWN]] {@PWN@} @@PWN@@}",
    r"\textbf{$x_{@PWN@}$}",
    r"\begin{itemize}\item $x_{@PWN@}$ {@PWN@} \end{itemize}",
    r"$\href{javascript:PWN()}{x}$",
    r"$\style{background:url(//a)}{x}$",
    r"$\class{PWN}{x}\cssId{PWN}{y}$",
    r"$\require{html}\unicode{60}$",
    r"$\bbox[url(//a)]{x}$",
    r"$\data{a=b}{x}$",
    r"$\includegraphics{//a/b.png}$",
    r"$\htmlClass{a}{x}\htmlStyle{a}{x}$",
    r"$\var{PWN}$ and $\simplify{PWN}$",
    "<script>PWN()</script>",
    "<img src=x onerror=PWN()>",
    "$<script>PWN()</script>$",
]


def sheet(prompt: str) -> str:
    return f"title = '''{prompt}'''\n[[question]]\nprompt = '''{prompt}'''\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n[[question.part]]\nprompt = '''{prompt}'''\nlabel = 'a'\nasks = ['B']\n"


@pytest.mark.parametrize("typed", TYPED)
def test_text_and_formulas_of_platforms_are_evaluated_by_none(typed: str) -> None:
    for writer in (Writer(), numbas.Writer()):
        shown = writer.prose(typed)
        for who, pattern in EVALUATED.items():
            assert re.search(pattern, shown) is None, (who, shown)


@pytest.mark.parametrize("typed", [one for one in TYPED if "{" in one or "[[" in one])
def test_what_an_export_holds_of_it(typed: str) -> None:
    """In STACK's file our own blocks and Maxima's value of a variant are all that is evaluated."""
    made = {name: data.decode() for name, data in moodle.files(loads(sheet(typed)), sheet(typed), 1).items()}
    ours = r"\[\[(?:input|validation|feedback):\w+\]\]|\{@v@\}"
    left = re.sub(ours, "", made["stack.xml"])
    assert re.search(r"\{@|\{#|@@", left) is None
    assert "PWN" not in re.sub(r"\s", "", "".join(re.findall(r"\[\[[^]]*\]\]|\{[@#].*?[@#]\}|@@.*?@@|\$\$.*?\$\$", left)))


@pytest.mark.parametrize("typed", [one for one in TYPED if "\\" in one])
def test_markdown_and_notebooks_make_no_links_of_formulas(typed: str) -> None:
    shown = Markdown().prose(typed)
    for who in ("links and styles of MathJax", "Numbas' expressions"):
        assert re.search(EVALUATED[who], shown) is None, shown


@pytest.mark.sliced(12)
@pytest.mark.parametrize("typed", TYPED)
def test_qti_holds_no_live_tags(typed: str) -> None:
    made = qti.files(loads(sheet(typed)), sheet(typed), 1)
    for data in (data for name, data in made.items() if name.endswith(".zip")):
        with zipfile.ZipFile(io.BytesIO(data)) as found:
            for name in found.namelist():
                assert re.search(rb"<script|<img[^>]*onerror|href=.javascript", found.read(name)) is None


@pytest.mark.parametrize("typed", ["<img src=x onerror=alert(1)>", "<script>a()</script>", "[[<b>1</b>]]", "'\"><svg onload=a()>", "1 < 2 & 3"])
def test_what_a_student_typed_is_text_in_prairielearns_messages(typed: str) -> None:
    found = check(loads(sheet("x")), {"B": typed}).answers[0].questions[0].results
    said = _unread(found)
    assert all("<" not in text and '"' not in text for text in said.values())
    assert {unescape(text) for text in said.values()} == {one.message for one in found if one.verdict == "unreadable"}
    assert escape("<") == "&lt;"


@pytest.mark.parametrize("typed", ["$x_1$", r"$\frac{1}{2}$ and {x} costs \$5 at a@b", r"\[ a_{i} = [1, 2] \]", r"$\mathbf{A} \text{ of } [a]$"])
def test_what_is_meant_stays_as_it_is(typed: str) -> None:
    shown = unescape(re.sub("<[^>]*>", "", Writer().prose(typed)))
    assert "{}" not in shown
