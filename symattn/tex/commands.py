"""Every command of LaTeX that is known, in one row each: its arguments, and what it is to a value, to a formula and to a text.

A reader looks up what a command *means* and does that; what means nothing to it is not known there, stays as it is written,
and is named. A new way of writing is a row here. Arguments: ``o`` in square brackets, if any, ``p`` in round ones, if any, ``a``
in braces, ``d`` a length.

To a value, and to what is handed in:

- ``fraction``, ``root``, ``function``, ``constant``, ``times``, ``over``, ``divided``, ``endless``: a value, or a part of one;
- ``kept``: dressing, the last argument stays; ``braced``: so too, without the words below or above it;
- ``gone``: it goes with its arguments; ``struck``: so too, a blank stays, since what is struck out is no answer;
- ``gap``: blank enough to stand between two equations; ``=…``: the same as what follows;
- all others say how a page is laid out, and matter to who reads a whole file.

To a formula: an alphabet of letters (``bold``, ``upright``, ``word``, ``text``, ``letters``), a shape (``fraction``, ``root``,
``accent`` …), ``kept``, ``gone``, ``nothing``. Signs have no row: ``symattn.tex.signs`` says what they look like.

To a text: ``kept``, ``gone``, ``nothing``, ``break``; ``emph``, ``strong``, ``code`` of its argument, or of all behind it with
``on``; ``=…``: a sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from symattn.later import pattern


class Command(NamedTuple):
    """A command: its arguments, and what it means to a value, to a formula and to a text; "" where it means nothing there.

    >>> COMMANDS["textcolor"]
    Command(takes='oaa', value='kept', formula='kept', text='kept')
    """

    takes: str = ""
    value: str = ""
    formula: str = ""
    text: str = ""


_ROWS = r"""
# arguments ¦ to a value ¦ to a formula ¦ to a text ¦ commands
# What has a value
aa   ¦ fraction ¦ fraction   ¦          ¦ frac dfrac tfrac cfrac
oaa  ¦ =\frac   ¦ fraction   ¦          ¦ nicefrac sfrac flatfrac ffrac
     ¦ over     ¦ over       ¦          ¦ over
oa   ¦ root     ¦ root       ¦          ¦ sqrt
     ¦ function ¦            ¦          ¦ exp ln log sin cos tanh sinh cosh
a    ¦ function ¦            ¦          ¦ abs
     ¦ function ¦            ¦          ¦ sigmoid
     ¦ constant ¦            ¦          ¦ pi
     ¦ times    ¦            ¦          ¦ cdot times
     ¦ divided  ¦            ¦          ¦ div
     ¦ endless  ¦            ¦          ¦ infty
# Dressing
a    ¦ kept     ¦ bold       ¦          ¦ mathbf boldsymbol bm pmb
a    ¦ kept     ¦ upright    ¦          ¦ mathsf operatorname
a    ¦ kept     ¦ upright    ¦ kept     ¦ mathrm
a    ¦ kept     ¦ word       ¦          ¦ mathit
a    ¦ kept     ¦ text       ¦          ¦ mathtt
a    ¦ kept     ¦ letters    ¦          ¦ mathbb mathcal mathfrak
a    ¦          ¦ letters    ¦          ¦ mathscr
a    ¦ kept     ¦ text       ¦ kept     ¦ mbox text textnormal textrm textsf textup
a    ¦ kept     ¦ text       ¦ emph     ¦ emph textit textsl
a    ¦ kept     ¦ text       ¦ strong   ¦ textbf
a    ¦ kept     ¦ text       ¦ code     ¦ texttt
a    ¦          ¦ text       ¦ kept     ¦ textsc
a    ¦ kept     ¦ kept       ¦          ¦ mathop mathrel mathbin mathord mathinner mathopen mathclose smash
a    ¦ kept     ¦ kept       ¦ kept     ¦ ensuremath hbox
a    ¦          ¦ kept       ¦          ¦ vcenter
a    ¦          ¦            ¦ kept     ¦ centerline uppercase
a    ¦ kept     ¦ kept       ¦          ¦ num
a    ¦ kept     ¦            ¦          ¦ hl lhs res used makecell tcbhighmath
a    ¦ kept     ¦            ¦          ¦ symbf mathbfit vb
a    ¦ kept     ¦ boxed      ¦          ¦ boxed Aboxed
a    ¦ kept     ¦ boxed      ¦ kept     ¦ fbox
ooa  ¦ kept     ¦            ¦          ¦ framebox
ooa  ¦ kept     ¦            ¦          ¦ makebox mathmakebox
aoa  ¦ kept     ¦            ¦          ¦ scalebox
aaa  ¦ kept     ¦            ¦          ¦ resizebox
aooa ¦ kept     ¦            ¦          ¦ raisebox
oooaa¦ kept     ¦            ¦          ¦ parbox
oaa  ¦ kept     ¦            ¦ kept     ¦ foreignlanguage
oaa  ¦ kept     ¦ kept       ¦ kept     ¦ textcolor colorbox
oaaa ¦ kept     ¦ kept       ¦ kept     ¦ fcolorbox
oaa  ¦ kept     ¦            ¦ kept     ¦ href
a    ¦ kept     ¦ accent     ¦ emph     ¦ underline
aa   ¦ kept     ¦ stack      ¦          ¦ overset stackrel underset
a    ¦ braced   ¦ accent     ¦          ¦ overbrace underbrace
a    ¦ braced   ¦            ¦          ¦ overbracket underbracket
a    ¦          ¦ accent     ¦          ¦ hat widehat bar overline vec overrightarrow tilde widetilde dot ddot check
a    ¦          ¦ accent     ¦          ¦ breve mathring
aa   ¦ column   ¦ binom      ¦          ¦ binom dbinom tbinom
oa   ¦ arrow    ¦ arrow      ¦          ¦ xrightarrow
oa   ¦          ¦ arrow      ¦          ¦ xleftarrow
oa   ¦ arrow    ¦            ¦          ¦ xRightarrow xLongrightarrow xlongrightarrow xmapsto
# What goes
a    ¦ struck   ¦            ¦          ¦ cancel bcancel xcancel sout st
oa   ¦ gone     ¦ gone       ¦          ¦ phantom hphantom vphantom
oa   ¦ gone     ¦ gone       ¦ gone     ¦ color hspace vspace label
oa   ¦ gone     ¦ tag        ¦          ¦ tag
oaa  ¦ gone     ¦ gone       ¦          ¦ rule
     ¦ =        ¦ nothing    ¦ nothing  ¦ strut mathstrut allowbreak
     ¦ gap      ¦ nothing    ¦ nothing  ¦ hfill hfil
d    ¦ gap      ¦ gone       ¦ gone     ¦ hskip
d    ¦ gone     ¦ gone       ¦ gone     ¦ vskip kern mkern mskip
a    ¦ gone     ¦            ¦ gone     ¦ pagestyle thispagestyle
oaa  ¦ gone     ¦            ¦ gone     ¦ setlength
oaa  ¦ gone     ¦            ¦          ¦ addtolength setcounter
oaaa ¦ gone     ¦            ¦          ¦ definecolor answerframe sheet
oa   ¦ gone     ¦            ¦          ¦ ref eqref cite title author date usepackage documentclass geometry
oa   ¦ gone     ¦            ¦          ¦ hypersetup input include includegraphics bibliography usetikzlibrary tcbset
oa   ¦ gone     ¦            ¦          ¦ pgfplotsset sisetup lstset newcounter newlength noalign rowcolor answerbox
oa   ¦ gone     ¦            ¦          ¦ axis blankline blanks earn mk need total widest worth
# Spaces, sizes and letters' shapes
     ¦ =␣       ¦            ¦ =˽       ¦ , thinspace
     ¦ =␣       ¦            ¦ =␣       ¦ : ; enspace
     ¦ =␣       ¦            ¦ =        ¦ ! / @
     ¦ =␣       ¦            ¦          ¦ > shown
     ¦ gap      ¦            ¦ =⍽       ¦ quad
     ¦ gap      ¦            ¦ =⍽⍽      ¦ qquad
     ¦ =␣       ¦ nothing    ¦ nothing  ¦ nobreak relax
     ¦ =␣       ¦            ¦ nothing  ¦ null
     ¦ fence    ¦ fence      ¦          ¦ left
     ¦ fence    ¦ nothing    ¦          ¦ right middle
     ¦ =        ¦ nothing    ¦          ¦ big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm
     ¦ =        ¦ nothing    ¦          ¦ biggm Biggm limits nolimits nonumber notag scriptstyle scriptscriptstyle
     ¦ =        ¦ nothing    ¦          ¦ textstyle displaylimits
     ¦ =        ¦ nothing    ¦ nothing  ¦ displaystyle centering footnotesize large normalsize protect small
     ¦ =        ¦ nothing    ¦ nothing  ¦ rm boldmath
     ¦ =        ¦ nothing    ¦ nothing  ¦ Large ignorespaces leavevmode scriptsize
     ¦ =        ¦ nothing    ¦          ¦ sf
     ¦ =        ¦            ¦          ¦ bold mathsurround phantomsection qedhere begingroup endgroup
     ¦ =        ¦ nothing    ¦ strong on¦ bf
     ¦ =        ¦ nothing    ¦ emph on  ¦ it
     ¦ =        ¦ nothing    ¦ code on  ¦ tt
     ¦          ¦            ¦ strong on¦ bfseries
     ¦          ¦            ¦ emph on  ¦ em itshape
     ¦          ¦            ¦ code on  ¦ ttfamily
     ¦          ¦            ¦ nothing  ¦ hrule indent raggedbottom raggedright rmfamily selectfont sffamily sloppy
     ¦          ¦            ¦ nothing  ¦ vfill
# Signs
     ¦ =≈       ¦            ¦          ¦ approx simeq cong approxeq thickapprox
     ¦ ==       ¦            ¦          ¦ coloneq coloneqq doteq eq equiv triangleq
     ¦ =⇒       ¦            ¦          ¦ to rightarrow Rightarrow longrightarrow Longrightarrow Leftrightarrow mapsto
     ¦ =⇒       ¦            ¦          ¦ leadsto rightsquigarrow implies iff therefore because hence
     ¦ =\dots   ¦            ¦ =…       ¦ ldots
     ¦ =\dots   ¦            ¦          ¦ cdots vdots ddots
     ¦          ¦            ¦ =…       ¦ dots textellipsis
     ¦ =[       ¦            ¦          ¦ lbrack
     ¦ =]       ¦            ¦          ¦ rbrack
     ¦ =␣✓␣     ¦            ¦ =✓       ¦ checkmark
     ¦ =        ¦            ¦ =§       ¦ S
     ¦ =        ¦            ¦ =        ¦ -
     ¦ =$       ¦            ¦ =$       ¦ $
     ¦ =␣and␣   ¦            ¦ =&       ¦ &
     ¦ =#       ¦            ¦ =#       ¦ #
     ¦ =%       ¦            ¦ =%       ¦ %
     ¦ =_       ¦            ¦ =_       ¦ _
     ¦          ¦            ¦ ={       ¦ {
     ¦          ¦            ¦ =}       ¦ }
a    ¦          ¦ not        ¦          ¦ not
     ¦          ¦ mod        ¦          ¦ mod bmod
a    ¦          ¦ pmod       ¦          ¦ pmod
     ¦          ¦            ¦ =¶       ¦ P
     ¦          ¦            ¦ =ß       ¦ ss
     ¦          ¦            ¦ =æ       ¦ ae
     ¦          ¦            ¦ =Æ       ¦ AE
     ¦          ¦            ¦ =ø       ¦ o
     ¦          ¦            ¦ =Ø       ¦ O
     ¦          ¦            ¦ =å       ¦ aa
     ¦          ¦            ¦ =Å       ¦ AA
     ¦          ¦            ¦ =œ       ¦ oe
     ¦          ¦            ¦ =ł       ¦ l
     ¦          ¦            ¦ =‘       ¦ lq
     ¦          ¦            ¦ =’       ¦ rq textquoteright
     ¦          ¦            ¦ =/       ¦ slash
     ¦          ¦            ¦ =€       ¦ euro
     ¦          ¦            ¦ =©       ¦ copyright
     ¦          ¦            ¦ =°       ¦ degree textdegree
     ¦          ¦            ¦ =LaTeX   ¦ LaTeX
     ¦          ¦            ¦ =TeX     ¦ TeX
     ¦          ¦            ¦ =\       ¦ textbackslash
     ¦          ¦            ¦ =–       ¦ textendash
     ¦          ¦            ¦ =—       ¦ textemdash
     ¦          ¦            ¦ =~       ¦ textasciitilde
     ¦          ¦            ¦ =^       ¦ textasciicircum
     ¦          ¦            ¦ =<       ¦ textless
     ¦          ¦            ¦ =>       ¦ textgreater
     ¦          ¦            ¦ =|       ¦ textbar
     ¦          ¦            ¦ ="       ¦ textquotedbl
     ¦          ¦            ¦ =×       ¦ texttimes
     ¦          ¦            ¦ =·       ¦ textperiodcentered
     ¦          ¦            ¦ =½       ¦ textonehalf
     ¦          ¦            ¦ =¼       ¦ textonequarter
     ¦          ¦            ¦ =¾       ¦ textthreequarters
     ¦          ¦            ¦ =•       ¦ textbullet
a    ¦          ¦            ¦ accent   ¦ ' ` ^ " ~ = . c v H u r k
# How a page is laid out
o    ¦ row      ¦            ¦ row      ¦ \
a    ¦ begin    ¦ environment¦          ¦ begin
a    ¦ end      ¦            ¦          ¦ end
     ¦ display  ¦            ¦          ¦ [ ]
     ¦ inline   ¦            ¦          ¦ ( )
a    ¦          ¦ substack   ¦          ¦ substack
a    ¦ bordered ¦            ¦          ¦ bordermatrix pmatrix matrix
     ¦ matrix   ¦            ¦          ¦ mqty pmqty bmqty Pmqty vmqty smqty spmqty sbmqty matrixquantity
     ¦ line     ¦ nothing    ¦ nothing  ¦ hline toprule midrule bottomrule
a    ¦ line     ¦ gone       ¦ gone     ¦ cline
opa  ¦ line     ¦            ¦ gone     ¦ cmidrule
o    ¦ space    ¦            ¦ gone     ¦ addlinespace
o    ¦ item     ¦            ¦          ¦ item question
a    ¦ between  ¦            ¦          ¦ intertext shortintertext
oa   ¦ heading  ¦            ¦          ¦ chapter section subsection subsubsection paragraph subparagraph
oa   ¦ heading  ¦            ¦          ¦ titledquestion step part
     ¦ wall     ¦            ¦ break    ¦ par bigskip medskip smallskip newpage clearpage
     ¦          ¦            ¦ break    ¦ linebreak newline pagebreak
     ¦ wall     ¦            ¦ nothing  ¦ noindent
     ¦ wall     ¦            ¦          ¦ maketitle remark
     ¦ define   ¦            ¦          ¦ newcommand renewcommand providecommand DeclareRobustCommand
     ¦ define   ¦            ¦          ¦ newenvironment renewenvironment
     ¦ define   ¦            ¦          ¦ DeclareMathOperator def gdef let
a    ¦          ¦            ¦ footnote ¦ footnote
a    ¦          ¦            ¦ address  ¦ url
a    ¦          ¦            ¦ code     ¦ verb
"""
_BLANKS = str.maketrans("␣⍽˽", " \u2003\u2009")


def _commands() -> Iterator[tuple[str, Command]]:
    for line in _ROWS.strip().split("\n"):
        if line[:1] != "#":
            *meanings, names = line.split("¦")
            command = Command(
                *(meaning.strip().translate(_BLANKS) for meaning in meanings)
            )
            yield from ((name, command) for name in names.split())


COMMANDS: dict[str, Command] = dict(_commands())
"""By name, without the backslash and a star."""
COMMANDS |= {" ": Command("", "= ", "", "= "), "\n": Command("", "= ", "", "")}


def named(meaning: str) -> frozenset[str]:
    """The names of the commands that mean this to a value.

    >>> sorted(named("times"))
    ['cdot', 'times']
    """
    return frozenset(
        name for name, command in COMMANDS.items() if command.value == meaning
    )


_MEANINGS = {
    name: "=" if command.value[:1] == "=" else command.value
    for name, command in COMMANDS.items()
}


def meaning_of(name: str) -> str:
    """What a command means to a value, ``=`` for any sign; "" for one that is not known.

    >>> meaning_of("boxed"), meaning_of("nicefrac"), meaning_of("foo")
    ('kept', '=', '')
    """
    return _MEANINGS.get(name, "")


_STANDARD = {"\\num": r"\mathord", "\\bm": r"\boldsymbol", "\\symbf": r"\mathbf"} | {
    "\\" + name: command.value[1:]
    for name, command in COMMANDS.items()
    if command.value.startswith("=\\") and command.formula
}
_NOT_STANDARD = pattern(
    "|".join(rf"{re.escape(name)}(?![A-Za-z])" for name in _STANDARD)
)


def standard(latex: str) -> str:
    """LaTeX with the commands of packages that no page has, written as pages have them.

    >>> standard(r"$\\nicefrac12 + \\num{0.5}$")
    '$\\\\frac12 + \\\\mathord{0.5}$'
    """
    return _NOT_STANDARD.sub(lambda found: _STANDARD[found[0]], latex)
