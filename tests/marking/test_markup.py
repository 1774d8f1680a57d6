"""Formulas of web pages and of Word: what each element means, in one LaTeX for both."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from symattn.errors import LimitError
from symattn.limits import MOST_MARKUP_DEPTH
from symattn.marking.answers.markup import latex


def run(text: str, how: str = "") -> str:
    """A run of Word's."""
    return f"<r><rPr>{how}</rPr><t>{text}</t></r>"


def matrix(tag: str, row: str, cell: str, inner: str) -> str:
    """Two rows of two numbers."""
    rows = ("".join(f"<{cell}>{inner.format(number)}</{cell}>" for number in numbers) for numbers in ("12", "34"))
    return f"<{tag}>{''.join(f'<{row}>{cells}</{row}>' for cells in rows)}</{tag}>"


MN, RUN = "<mn>{}</mn>", run("{}")
MEANS: dict[str, tuple[str, ...]] = {  # LaTeX, and the elements that are read as it
    r"\sqrt{2}": ("<msqrt><mn>2</mn></msqrt>", f"<rad><radPr/><deg/><e>{run('2')}</e></rad>"),
    r"\sqrt[3]{2}": ("<mroot><mn>2</mn><mn>3</mn></mroot>", f"<rad><deg>{run('3')}</deg><e>{run('2')}</e></rad>"),
    r"\frac{1}{2}": ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", f"<f><fPr/><num>{run('1')}</num><den>{run('2')}</den></f>"),
    "a_{1}": ("<msub><mi>a</mi><mn>1</mn></msub>", f"<sSub><sSubPr/><e>{run('a')}</e><sub>{run('1')}</sub></sSub>"),
    "a^{2}": ("<msup><mi>a</mi><mn>2</mn></msup>", f"<sSup><e>{run('a')}</e><sup>{run('2')}</sup></sSup>"),
    "a_{1}^{2}": ("<msubsup><mi>a</mi><mn>1</mn><mn>2</mn></msubsup>", f"<sSubSup><e>{run('a')}</e><sub>{run('1')}</sub><sup>{run('2')}</sup></sSubSup>"),
    r"{\frac{1}{2}}^{2}": ("<msup><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>2</mn></msup>", f"<sSup><e><f><num>{run('1')}</num><den>{run('2')}</den></f></e><sup>{run('2')}</sup></sSup>"),
    r"\text{so}": ("<mtext>so</mtext>", run("so", "<nor/>")),
    "𝐒": ('<mi mathvariant="bold">S</mi>', run("S", '<sty val="b"/>')),
    r"\infty ": ("<mo>∞</mo>", run("∞")),
    r"\exp ": ("<mi>exp</mi>", run("exp")),
    r" \quad ": ('<mspace width="2em"/>', run("  ")),
    "": ("<mphantom><mn>5</mn></mphantom>", f"<phant><e>{run('5')}</e></phant>", "<annotation>x</annotation>", "<ctrlPr/>", run("", "<nor/>")),
    "1": ("<semantics><mn>1</mn><annotation-xml>x</annotation-xml></semantics>", "<mrow><mn>1</mn></mrow>", f"<oMath>{run('1')}</oMath>"),
    r"\begin{array}{c}1 & 2 \\ 3 & 4\end{array}": (matrix("mtable", "mtr", "mtd", MN), matrix("mtable", "mlabeledtr", "mtd", MN), matrix("m", "mr", "e", RUN)),
    r"(1)": (f"<d><e>{run('1')}</e></d>",),
    r"[1)": (f'<d><dPr><begChr val="["/><endChr val=")"/></dPr><e>{run("1")}</e></d>',),
    r"a=1 \\ b=2": (f"<eqArr><eqArrPr/><e>{run('a=1')}</e><e>{run('b=2')}</e></eqArr>",),
    r"a =1 \\ b =2": (f"<oMath><m><mr><e>{run('a')}</e><e>{run('=1')}</e></mr><mr><e>{run('b')}</e><e>{run('=2')}</e></mr></m></oMath>",),
    "S\u0302": ("<mover><mi>S</mi><mo>^</mo></mover>",),
    "max": ("<munder><mi>max</mi><mi>i</mi></munder>", f"<limLow><e>{run('max')}</e><lim>{run('i')}</lim></limLow>"),
}  # fmt: skip


@pytest.mark.parametrize(("means", "element"), [(means, element) for means, elements in MEANS.items() for element in elements])
def test_what_an_element_means(means: str, element: str) -> None:
    found = latex(fromstring(element))
    assert found == means or found.replace(r"\max ", "max") == means


@pytest.mark.parametrize("wrap", ["<mrow>{}</mrow>", "<msqrt>{}</msqrt>", "<e>{}</e>", "<d><e>{}</e></d>", "<eqArr><e>{}</e></eqArr>", "<m><mr><e>{}</e></mr></m>"])
def test_what_is_nested_beyond_every_formula_is_refused_and_no_sooner(wrap: str) -> None:
    depths, text = {1: "<mn>1</mn>"}, "<mn>1</mn>"
    for k in range(2, MOST_MARKUP_DEPTH + 3):
        text = depths[k] = wrap.format(text)
    assert "1" in latex(fromstring(depths[MOST_MARKUP_DEPTH // 3]))
    with pytest.raises(LimitError):
        latex(fromstring(depths[MOST_MARKUP_DEPTH + 2]))
