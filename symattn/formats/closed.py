r"""What a sheet's author may not write in LaTeX: what opens files, writes raw PDF or runs programs, and what hides a name.

TeX has no box that holds: whatever a package needs, a prompt may call. So an author's text is read before it goes into a page,
and what is listed here is refused with its place, in a page that symattn sets as in a ``.tex`` that somebody else will set.
Packages are loaded by name, files of the sheet's folder by a plain name. What makes a command's name out of letters
(``\csname``, ``\catcode``, ``^^``) is refused too, or nothing else would be. ``SECURITY.md`` says what lies behind this wall.
"""

from __future__ import annotations

import re

from symattn.errors import TypesetError
from symattn.later import pattern

FILES = """
input@path @input @@input @iinput @input@ input@file openin openout closein closeout read readline write immediate newread
newwrite include includeonly InputIfFileExists IfFileExists verbatiminput lstinputlisting VerbatimInput BVerbatimInput
LVerbatimInput inputminted import subimport includefrom subincludefrom inputfrom subinputfrom subfile includepdf listinginput
tcbinputlisting csvreader csvautotabular csvloop DTLloaddb DTLloadrawdb pgfplotstableread pgfplotstabletypeset pgfimage
pgfdeclareimage includesvg includestandalone includemedia embedfile attachfile attachfilelink textattachfile animategraphics
bibliography addbibresource graphicspath DeclareGraphicsRule DeclareGraphicsExtensions svgpath verbatimtabinput filecontents
VerbatimOut tcbwritetemp CatchFileDef CatchFileEdef XeTeXpicfile XeTeXpdffile externaldocument verbinput documentclass
documentstyle LoadClass LoadClassWithOptions RequirePackageWithOptions @onefilewithoptions @fileswithoptions @fileswith@ptions
@fileswith@pti@ns inputencoding readdef readrecordarray loadglsentries DTLread DTLwrite DTLloadsbtex
tikzexternalize embeddedfile attachandlink includepdfmerge includemovie movie sound
"""
PACKAGES = """
embedfile attachfile attachfile2 navigator intopdf media9 movie15 multimedia animate shellesc luacode luatexbase pythontex minted
bashful catchfile filecontents filecontentsdef newfile pdfcomment rmannot zugferd pdfx hyperxmp insdljs eforms exerquiz
robust-externalize memoize texosquery sagetex gnuplottex asymptote
"""
PROGRAMS = """
special directlua latelua lateluafunction luafunction luafunctioncall luabytecode luabytecodecall luadirect luaexec luacode
luaescapestring luastring ShellEscape write18 primitive ifprimitive filedump filesize filemoddate mdfivesum dump
"""
HIDING = """
csname endcsname catcode scantokens scantextokens ExplSyntaxOn ProvidesExplPackage ProvidesExplFile UseName ExpandArgs
@nameuse csuse cslet letcs csletcs csexpandonce endlinechar escapechar
"""
CLOSED = frozenset(f"{FILES} {PROGRAMS} {HIDING}".split())
CLOSED_PACKAGES = frozenset(PACKAGES.split())
"""Control words, and names of environments, that an author's LaTeX may not have; nor any that begins with ``pdf``."""
PLAIN = r"[A-Za-z0-9][A-Za-z0-9+ _-]*(?:\.[A-Za-z0-9]+)?"
_PATH = rf"{PLAIN}(?:/{PLAIN})*"
NAMED = {
    "input": (rf"\s*\{{\s*{_PATH}\s*\}}", r"\input{name}, of a file beside the page or of TeX's own"),
    "includegraphics": (
        rf"\*?\s*(?:\[[^][]*\]\s*)*\{{\s*{_PATH}\s*\}}", r"\includegraphics{name}, of a picture beside the sheet"
    ),
    "usepackage": (rf"\s*(?:\[[^][]*\]\s*)?\{{\s*{PLAIN}(?:\s*,\s*{PLAIN})*\s*\}}", r"\usepackage{name}"),
    "RequirePackage": (rf"\s*(?:\[[^][]*\]\s*)?\{{\s*{PLAIN}(?:\s*,\s*{PLAIN})*\s*\}}", r"\RequirePackage{name}"),
    "usetikzlibrary": (rf"\s*\{{\s*{PLAIN}(?:\s*,\s*{PLAIN})*\s*\}}", r"\usetikzlibrary{name}"),
    "tcbuselibrary": (rf"\s*\{{\s*{PLAIN}(?:\s*,\s*{PLAIN})*\s*\}}", r"\tcbuselibrary{name}"),
    "begin": (r"\s*\{\s*[A-Za-z@*]+\s*\}", r"\begin{name}, the name in letters"),
    "end": (r"\s*\{\s*[A-Za-z@*]+\s*\}", r"\end{name}, the name in letters"),
}  # fmt: skip
"""What may only be followed by a plain name: the pattern of it, and how it is written."""
LOADING = ("usepackage", "RequirePackage")
WHY = "closed to the LaTeX of a sheet, as is whatever opens files, writes raw PDF or hides names"
LONGEST = 2_000
"""Characters of what follows a command that are looked at."""
_WORD = pattern(r"\\(?:([A-Za-z@]+)|.)", re.DOTALL)
_PLOT = pattern(
    r"(\\add)?plot[3+]*\s*(?:\[[^][]*\]\s*)?(file|table|graphics|gnuplot|function|shell|script)\b"
    r"\s*(?:\[[^][]*\]\s*)?(?:\{([^{}]*)\}?)?"
)
"""What a plot of TikZ or pgfplots is made from where it is not written out: a file, a picture, a program."""
_INLINE = pattern(r"\\\\|\S\s*\n\s*\S")
_ENVIRONMENT = pattern(r"\s*\{\s*([A-Za-z@*]+)\s*\}")


class ClosedError(TypesetError):
    """An author's LaTeX that reaches for what is closed to it; ``before`` is the text up to there."""

    def __str__(self) -> str:
        return self.complaint


def closed(latex: str) -> str:
    r"""An author's LaTeX as it is; raises ClosedError for what it may not have.

    >>> closed(r"\usepackage{array} Let $x$ be")
    '\\usepackage{array} Let $x$ be'
    >>> closed(r"\immediate\pdfobj stream file {secret}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    symattn.formats.closed.ClosedError: \immediate: closed to the LaTeX of a sheet, as is whatever opens files, writes raw PDF...
    """
    if (at := latex.find("^^")) >= 0:
        raise ClosedError(f"^^: {WHY}", latex[: at + 2])
    for found in _WORD.finditer(latex):
        word = found[1] or ""
        for known in {word, word.split("@")[0]}:  # as @ is a letter, and as it is none
            _check(known, latex, found.start() + 1 + len(known))
    for found in _PLOT.finditer(latex):
        added, kind, inner = found.groups()
        is_written_out = kind == "table" and inner and _INLINE.search(inner)
        if (added or inner is not None) and not is_written_out:
            raise ClosedError(
                f"plot {kind}: {WHY}; write its numbers into the sheet",
                latex[: found.end()],
            )
    return latex


def _check(word: str, latex: str, end: int) -> None:
    follows = latex[end : end + LONGEST]
    if word in NAMED:
        pattern, how = NAMED[word]
        if re.match(pattern, follows) is None:
            raise ClosedError(
                rf"\{word}: in the LaTeX of a sheet write {how}", latex[:end]
            )
        if word in LOADING:
            loaded = CLOSED_PACKAGES.intersection(
                re.split(r"[{},\s]+", follows.partition("}")[0])
            )
            if loaded:
                raise ClosedError(f"package {min(loaded)}: {WHY}", latex[:end])
    inner = _ENVIRONMENT.match(follows) if word in ("begin", "end") else None
    name = inner[1].rstrip("*") if inner else word
    if name in CLOSED or name.startswith("pdf") or (inner and name in NAMED):
        raise ClosedError(f"\\{name}: {WHY}", latex[:end])
