"""Boxes as MathML: every kind of box, and what must not grow, break out or be misread."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn import formats
from symattn.boxes import Boxed, Fence, Frac, Grid, Ink, Root, Row, Script, number, row
from symattn.boxes.latex import read

N, K = Ink("2", "number"), Ink("K")
WRITTEN = {
    "a number": (N, "<mn>2</mn>"),
    "a letter": (K, "<mi>K</mi>"),
    "a bold letter is a letter of the bold alphabet": (Ink("Q", "bold"), "<mi>𝐐</mi>"),
    "a bold Greek letter": (Ink("ω", "bold"), "<mi>𝛚</mi>"),
    "a word is slanted letters": (Ink("head", "word"), "<mi>ℎ𝑒𝑎𝑑</mi>"),
    "a function's name is upright": (Ink("softmax", "upright"), "<mi>softmax</mi>"),
    "one upright letter": (Ink("E", "upright"), '<mi mathvariant="normal">E</mi>'),
    "an operator": (Ink("⊕", "operator"), "<mo>⊕</mo>"),
    "a relation is escaped": (Ink("<", "relation"), "<mo>&lt;</mo>"),
    "a sign before a number": (number(-2), '<mo form="prefix">−</mo><mn>2</mn>'),
    "text is text": (Ink("rows & columns", "text"), "<mtext>rows &amp; columns</mtext>"),
    "a space": (Ink("quad", "space"), '<mspace width="1em"></mspace>'),
    "the sign of a transpose": (Script(K, sup=Ink("ᵀ")), "<msup><mi>K</mi><mi>𝖳</mi></msup>"),
    "a fraction": (Frac(N, K), "<mfrac><mn>2</mn><mi>K</mi></mfrac>"),
    "a fraction of rows": (Frac(row(N, K), K), "<mfrac><mrow><mn>2</mn><mi>K</mi></mrow><mi>K</mi></mfrac>"),
    "something below and above": (Script(K, N, K), "<msubsup><mi>K</mi><mn>2</mn><mi>K</mi></msubsup>"),
    "a root": (Root(N), "<msqrt><mn>2</mn></msqrt>"),
    "a cube root": (Root(N, 3), "<mroot><mn>2</mn><mn>3</mn></mroot>"),
    "a framed result": (Boxed(N), '<mrow class="result"><mn>2</mn></mrow>'),
}


@pytest.mark.parametrize(("box", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_written(box, expected):
    assert formats.writer("html").write(box) == expected


def test_brackets_grow_around_what_is_tall_only():
    writer = formats.writer("html")
    assert 'stretchy="false"' in writer.write(Fence("(", K, ")"))
    assert 'stretchy="true"' in writer.write(Fence("(", Frac(N, K), ")"))
    assert writer.write(Grid(((N, K), (K, N)))).count('stretchy="true"') == 2


def test_a_matrix_knows_its_columns_rules_and_shaded_cells():
    text = formats.writer("html").write(Grid(((N, N), (N, N)), align="rc", rules=(1,), used=frozenset({(1, 0)})))
    assert text.count("<mtr>") == 2
    assert '<mtd class="right ruled"><mn>2</mn></mtd><mtd><mn>2</mn></mtd>' in text
    assert '<mtd class="right ruled used">' in text


def test_a_long_formula_in_a_sentence_may_break_before_a_relation():
    long = row(*[K] * 30, Ink("=", "relation"), *[K] * 30)
    assert formats.writer("html").inline(long).count("<math>") == 2
    assert formats.writer("html").inline(row(K, Ink("=", "relation"), N)).count("<math>") == 1


HOSTILE = "<script>alert(1)</script> & \"x\" 'y' \x00\x1b"


def test_text_cannot_break_out_of_the_page():
    writer = formats.writer("html")
    for made in (writer.escape(HOSTILE), writer.write(Ink(HOSTILE, "text")), writer.prose(HOSTILE)):
        assert "<script" not in made
    assert "\x1b" not in writer.escape(HOSTILE)


ink = st.builds(
    Ink,
    st.text("abKQεω<>&\"'12+−=", min_size=1, max_size=3),
    st.sampled_from(["number", "letter", "bold", "upright", "word", "operator", "relation", "punct", "text"]),
)
boxes = st.recursive(
    ink,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda items: Row(tuple(items))),
        st.builds(Frac, inner, inner),
        st.builds(Script, inner, inner, inner),
        st.builds(Root, inner, st.sampled_from([2, 3])),
        st.builds(lambda b: Fence("(", b, ")"), inner),
        st.builds(lambda a, b: Grid(((a, b), (b, a))), inner, inner),
        st.builds(Boxed, inner),
    ),
    max_leaves=8,
)


@pytest.mark.exhaustive
@given(boxes)
def test_every_formula_is_well_formed(box):
    tree = ET.fromstring(f"<math>{formats.writer('html').write(box)}</math>")
    for node in tree.iter():
        if node.tag in ("mfrac", "msub", "msup", "mroot"):
            assert len(node) == 2
        if node.tag == "msubsup":
            assert len(node) == 3


def test_an_authors_text():
    writer = formats.writer("html")
    assert writer.prose(r"\textbf{By $W$}, \texttt{a<b}") == ("<strong>By <math><mi>W</mi></math></strong>, <code>a&lt;b</code>")
    assert writer.prose("a\n\nb") == "a<br><br>b"
    assert writer.write(read(r"\frac{1}{2}")) == "<mfrac><mn>1</mn><mn>2</mn></mfrac>"


@pytest.mark.parametrize(("written", "html", "tex"), [
    (r"2{,}5", "<mn>2,5</mn>", "2{,}5"), (r"2 {,} 5x", "<mn>2,5</mn><mi>x</mi>", "2{,}5x"), (r"2{,}50^2", "<msup><mn>2,50</mn><mn>2</mn></msup>", "2{,}50^{2}"),
    (r"2,5", '<mn>2</mn><mo separator="true">,</mo><mn>5</mn>', "2,5"), (r"2{,}x", '<mn>2</mn><mo separator="true">,</mo><mi>x</mi>', "2,x"),
    (r"a{,}5", '<mi>a</mi><mo separator="true">,</mo><mn>5</mn>', "a,5"),
])  # fmt: skip
def test_a_comma_in_braces_between_digits_is_that_of_decimals(written, html, tex):
    assert formats.writer("html").write(read(written)) == html
    assert formats.writer("tex").write(read(written)) == tex


ENDED = ["(a)", "[a]", r"\{a\}", "|a|", r"\|a\|", r"\lceil a\rceil", r"\langle a,b\rangle", "a!", r"a+\dots", "f(x)", "(a)^2", r"(a)\,", "|(a)|"]
NOT_ENDED = ["", "=", "a=", r"a=\,", "(", "[", "|", "a+|", "a,", "a,~", r"a\cdot ", "a/", r"a\to "]


@pytest.mark.parametrize(("before", "sign"), [(x, "<mo>−</mo>") for x in ENDED] + [(x, '<mo form="prefix">−</mo>') for x in NOT_ENDED])
def test_a_minus_stands_between_two_things_or_before_one(before, sign):
    assert formats.writer("html").write(read(before + "-b")).endswith(f"{sign}<mi>b</mi>")
