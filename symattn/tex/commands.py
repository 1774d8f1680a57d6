"""Every command of LaTeX that is known, in one row each: its arguments, and what it is to a value, to a formula and to a text.

A reader looks up what a command *means* and does that; what means nothing to it is not known there, stays as it is written,
and is named. A new way of writing is a row here. Arguments: ``o`` in square brackets, if any, ``a`` in braces, ``d`` a length.

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

from typing import NamedTuple


class Command(NamedTuple):
    """A command: its arguments, and what it means to a value, to a formula and to a text; "" where it means nothing there.

    >>> COMMANDS["textcolor"]
    Command(takes='oaa', value='kept', formula='kept', text='kept')
    """

    takes: str = ""
    value: str = ""
    formula: str = ""
    text: str = ""


_ROWS = (
    # What has a value
    ("frac dfrac tfrac cfrac ffrac", "aa", "fraction", "fraction", ""),
    ("nicefrac sfrac flatfrac", "oaa", "=\\frac", "fraction", ""),
    ("over", "", "over", "over", ""),
    ("sqrt", "oa", "root", "root", ""),
    ("exp ln log sin cos tanh sinh cosh", "", "function", "", ""),
    ("abs", "a", "function", "bars", ""),
    ("sigmoid", "", "function", "", ""),
    ("pi", "", "constant", "", ""),
    ("cdot times", "", "times", "", ""),
    ("div", "", "divided", "", ""),
    ("infty", "", "endless", "", ""),
    # Dressing
    ("mathbf boldsymbol bm pmb", "a", "kept", "bold", ""),
    ("mathsf operatorname", "a", "kept", "upright", ""),
    ("mathrm", "a", "kept", "upright", "kept"),
    ("mathit", "a", "kept", "word", ""),
    ("mathtt", "a", "kept", "text", ""),
    ("mathbb mathcal mathfrak", "a", "kept", "letters", ""),
    ("mathscr", "a", "", "letters", ""),
    ("mbox text textnormal textrm textsf textup", "a", "kept", "text", "kept"),
    ("emph textit textsl", "a", "kept", "text", "emph"),
    ("textbf", "a", "kept", "text", "strong"),
    ("texttt", "a", "kept", "text", "code"),
    ("textsc", "a", "", "text", "kept"),
    ("mathop mathrel mathbin mathord mathinner mathopen mathclose smash", "a", "kept", "kept", ""),
    ("ensuremath hbox", "a", "kept", "kept", "kept"),
    ("vcenter", "a", "", "kept", ""),
    ("centerline uppercase", "a", "", "", "kept"),
    ("num hl lhs res used makecell tcbhighmath", "a", "kept", "kept", ""),
    ("symbf mathbfit", "a", "kept", "bold", ""),
    ("boxed Aboxed", "a", "kept", "boxed", ""),
    ("fbox", "a", "kept", "boxed", "kept"),
    ("framebox", "ooa", "kept", "boxed", ""),
    ("makebox mathmakebox", "ooa", "kept", "kept", ""),
    ("scalebox", "aoa", "kept", "kept", ""),
    ("resizebox", "aaa", "kept", "kept", ""),
    ("raisebox", "aooa", "kept", "kept", ""),
    ("parbox", "oooaa", "kept", "", ""),
    ("foreignlanguage", "oaa", "kept", "kept", "kept"),
    ("textcolor colorbox", "oaa", "kept", "kept", "kept"),
    ("fcolorbox", "oaaa", "kept", "kept", "kept"),
    ("href", "oaa", "kept", "", "kept"),
    ("underline", "a", "kept", "accent", "emph"),
    ("overset stackrel underset", "aa", "kept", "stack", ""),
    ("overbrace underbrace", "a", "braced", "accent", ""),
    ("overbracket underbracket", "a", "braced", "", ""),
    ("hat widehat bar overline vec overrightarrow tilde widetilde dot ddot check breve mathring", "a", "", "accent", ""),
    ("binom dbinom tbinom", "aa", "column", "binom", ""),
    ("xrightarrow", "oa", "arrow", "arrow", ""),
    ("xleftarrow", "oa", "", "arrow", ""),
    ("xRightarrow xLongrightarrow xlongrightarrow xmapsto", "oa", "arrow", "", ""),
    # What goes
    ("cancel bcancel xcancel sout st", "a", "struck", "", ""),
    ("phantom hphantom vphantom", "oa", "gone", "gone", ""),
    ("color hspace vspace label", "oa", "gone", "gone", "gone"),
    ("tag", "oa", "gone", "tag", ""),
    ("rule", "oaa", "gone", "gone", ""),
    ("strut mathstrut allowbreak", "", "=", "nothing", "nothing"),
    ("hfill hfil", "", "gap", "nothing", "nothing"),
    ("hskip", "d", "gap", "gone", "gone"),
    ("vskip kern mkern mskip", "d", "gone", "gone", "gone"),
    ("pagestyle thispagestyle", "a", "gone", "", "gone"),
    ("setlength", "oaa", "gone", "", "gone"),
    ("addtolength setcounter", "oaa", "gone", "", ""),
    ("definecolor answerframe sheet", "oaaa", "gone", "", ""),
    ("ref eqref cite title author date usepackage documentclass geometry hypersetup input include includegraphics bibliography"
     " usetikzlibrary tcbset pgfplotsset sisetup lstset newcounter newlength noalign rowcolor"
     " answerbox axis blankline blanks earn mk need total widest worth", "oa", "gone", "", ""),
    # Spaces, sizes and letters' shapes
    (", thinspace", "", "= ", "", "=\u2009"),
    (": ; enspace", "", "= ", "", "= "),
    ("! / @", "", "= ", "", "="),
    ("> shown", "", "= ", "", ""),
    ("quad", "", "gap", "", "=\u2003"),
    ("qquad", "", "gap", "", "=\u2003\u2003"),
    ("nobreak relax null", "", "= ", "nothing", "nothing"),
    ("left", "", "fence", "fence", ""),
    ("right middle", "", "fence", "nothing", ""),
    ("big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm limits nolimits nonumber notag"
     " scriptstyle scriptscriptstyle textstyle displaylimits", "", "=", "nothing", ""),
    ("displaystyle centering footnotesize large normalsize protect small", "", "=", "nothing", "nothing"),
    ("rm boldmath", "", "=", "nothing", "nothing"),
    ("Large ignorespaces leavevmode scriptsize", "", "=", "nothing", "nothing"),
    ("bold sf mathsurround phantomsection qedhere begingroup endgroup", "", "=", "nothing", ""),
    ("bf", "", "=", "nothing", "strong on"),
    ("it", "", "=", "nothing", "emph on"),
    ("tt", "", "=", "nothing", "code on"),
    ("bfseries", "", "", "", "strong on"),
    ("em itshape", "", "", "", "emph on"),
    ("ttfamily", "", "", "", "code on"),
    ("hrule indent raggedbottom raggedright rmfamily selectfont sffamily sloppy vfill", "", "", "", "nothing"),
    # Signs
    ("approx simeq cong approxeq thickapprox", "", "=≈", "", ""),
    ("coloneq coloneqq doteq eq equiv triangleq", "", "==", "", ""),
    ("to rightarrow Rightarrow longrightarrow Longrightarrow Leftrightarrow mapsto leadsto rightsquigarrow implies iff"
     " therefore because hence", "", "=⇒", "", ""),
    ("ldots", "", "=\\dots", "", "=…"),
    ("cdots vdots ddots", "", "=\\dots", "", ""),
    ("dots textellipsis", "", "", "", "=…"),
    ("lbrack", "", "=[", "", ""),
    ("rbrack", "", "=]", "", ""),
    ("checkmark", "", "= ✓ ", "", "=✓"),
    ("S", "", "=", "", "=§"),
    ("-", "", "=", "", "="),
    ("$", "", "= ", "", "=$"),
    ("&", "", "= and ", "", "=&"),
    ("#", "", "=#", "", "=#"),
    ("%", "", "=%", "", "=%"),
    ("_", "", "=_", "", "=_"),
    ("{", "", "", "", "={"),
    ("}", "", "", "", "=}"),
    ("not", "a", "", "not", ""),
    ("mod bmod", "", "", "mod", ""),
    ("pmod", "a", "", "pmod", ""),
    ("P", "", "", "", "=¶"),
    ("ss", "", "", "", "=ß"),
    ("ae", "", "", "", "=æ"),
    ("AE", "", "", "", "=Æ"),
    ("o", "", "", "", "=ø"),
    ("O", "", "", "", "=Ø"),
    ("aa", "", "", "", "=å"),
    ("AA", "", "", "", "=Å"),
    ("oe", "", "", "", "=œ"),
    ("l", "", "", "", "=ł"),
    ("lq", "", "", "", "=‘"),
    ("rq textquoteright", "", "", "", "=’"),
    ("slash", "", "", "", "=/"),
    ("euro", "", "", "", "=€"),
    ("copyright", "", "", "", "=©"),
    ("degree textdegree", "", "", "", "=°"),
    ("LaTeX", "", "", "", "=LaTeX"),
    ("TeX", "", "", "", "=TeX"),
    ("textbackslash", "", "", "", "=\\"),
    ("textendash", "", "", "", "=–"),
    ("textemdash", "", "", "", "=—"),
    ("textasciitilde", "", "", "", "=~"),
    ("textasciicircum", "", "", "", "=^"),
    ("textless", "", "", "", "=<"),
    ("textgreater", "", "", "", "=>"),
    ("textbar", "", "", "", "=|"),
    ("textquotedbl", "", "", "", '="'),
    ("texttimes", "", "", "", "=×"),
    ("textperiodcentered", "", "", "", "=·"),
    ("textonehalf", "", "", "", "=½"),
    ("textonequarter", "", "", "", "=¼"),
    ("textthreequarters", "", "", "", "=¾"),
    ("textbullet", "", "", "", "=•"),
    ("' ` ^ \" ~ = . c v H u r k", "a", "", "", "accent"),
    # How a page is laid out
    ("\\", "o", "row", "", "row"),
    ("begin", "a", "begin", "environment", ""),
    ("end", "a", "end", "", ""),
    ("[ ]", "", "display", "", ""),
    ("( )", "", "inline", "", ""),
    ("substack", "a", "", "substack", ""),
    ("bordermatrix", "a", "bordered", "", ""),
    ("mqty pmqty bmqty Pmqty vmqty smqty spmqty sbmqty matrixquantity", "", "matrix", "", ""),
    ("hline toprule midrule bottomrule", "", "line", "nothing", "nothing"),
    ("cline", "a", "line", "gone", "gone"),
    ("cmidrule", "oa", "", "", "gone"),
    ("addlinespace", "o", "space", "", "gone"),
    ("item", "o", "item", "", ""),
    ("intertext shortintertext", "a", "between", "", ""),
    ("chapter section subsection subsubsection paragraph subparagraph titledquestion step part", "oa", "heading", "", ""),
    ("par bigskip medskip smallskip newpage clearpage", "", "wall", "", "break"),
    ("linebreak newline pagebreak", "", "", "", "break"),
    ("noindent", "", "wall", "", "nothing"),
    ("maketitle question remark", "", "wall", "", ""),
    ("newcommand renewcommand providecommand DeclareRobustCommand DeclareMathOperator def gdef let", "", "define", "", ""),
    ("footnote", "a", "", "", "footnote"),
    ("url", "a", "", "", "address"),
    ("verb", "a", "", "", "code"),
)  # fmt: skip
COMMANDS: dict[str, Command] = {name: Command(*meanings) for names, *meanings in _ROWS for name in names.split()}
"""By name, without the backslash and a star."""
COMMANDS |= {" ": Command("", "= ", "", "= "), "\n": Command("", "= ", "", "")}


def named(meaning: str) -> frozenset[str]:
    """The names of the commands that mean this to a value.

    >>> sorted(named("times"))
    ['cdot', 'times']
    """
    return frozenset(name for name, command in COMMANDS.items() if command.value == meaning)


def meaning_of(name: str) -> str:
    """What a command means to a value, ``=`` for any sign; "" for one that is not known.

    >>> meaning_of("boxed"), meaning_of("nicefrac"), meaning_of("foo")
    ('kept', '=', '')
    """
    meaning = COMMANDS[name].value if name in COMMANDS else ""
    return "=" if meaning[:1] == "=" else meaning
