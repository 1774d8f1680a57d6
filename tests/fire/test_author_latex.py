"""The author of a downloaded sheet, by its LaTeX: no file of the reader's gets into a page, and no link or script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.errors import SymattnError
from symattn.files import folder, shipped
from symattn.formats import pdf
from symattn.formats.closed import CLOSED, ClosedError, closed
from symattn.formats.tex import Writer
from symattn.sheet import load, loads

SECRET = "thesecretofthemachine"
REFUSED = [
    r"\immediate\pdfobj stream file {/etc/passwd}",
    r"\pdfobj stream file {/etc/passwd}\pdfrefobj\pdflastobj",
    r"\pdfobj reserveobjnum",
    r"\pdfximage{/etc/x.pdf}",
    r"\pdfliteral{q}",
    r"\pdfliteral direct{q}",
    r"\pdfannot width 1cm {/Subtype/Link /A << /S /Launch /F (x) >>}",
    r"\pdfcatalog{/OpenAction << /S /JavaScript /JS (app.alert(1)) >>}",
    r"\pdfnames{/JavaScript 1 0 R}",
    r"\pdfoutline goto page 1 {/Fit} {a}",
    r"\pdfdest name {a} fit",
    r"\pdfstartlink user {/A << /S /URI /URI (http://a) >>}x\pdfendlink",
    r"\pdfinfo{/A (b)}",
    r"\pdftrailer{/A 1}",
    r"\pdfpageattr{/AA << >>}",
    r"\pdfpagesattr{/AA << >>}",
    r"\pdffiledump length 99 {/etc/passwd}",
    r"\pdfmdfivesum file {/etc/passwd}",
    r"\pdffilemoddate{/etc/passwd}",
    r"\pdfmapfile{/etc/passwd}",
    r"\pdfmapline{x <</etc/passwd}",
    r"\pdfprimitive\pdfobj",
    r"\pdfextension obj stream file {/etc/passwd}",
    r"\input /etc/passwd",
    r"\input{/etc/passwd}",
    r"\input{../secret}",
    r"\input{|id}",
    r"\input{~/secret}",
    r"\input{$HOME/secret}",
    r"\input\file",
    r"\def\f{/etc/passwd}\input{\f}",
    r"\expandafter\input\expandafter{\f}",
    r"\let\x\input\x /etc/passwd",
    r"\include{x}",
    r"\InputIfFileExists{/etc/passwd}{}{}",
    r"\makeatletter\@input{/etc/passwd}",
    r"\makeatletter\@@input /etc/passwd",
    r"\makeatletter\@iinput /etc/passwd",
    r"\makeatletter\@nameuse{input}/etc/passwd",
    r"\input@x",
    r"\newread\r\openin\r=/etc/passwd",
    r"\openin5=/etc/passwd",
    r"\read5 to\x",
    r"\readline5 to\x",
    r"\newwrite\w\immediate\openout\w=x.tex",
    r"\openout5=x.tex",
    r"\write18{id}",
    r"\immediate\write18{id>x}",
    r"\ShellEscape{id}",
    r"\special{pdf: put @catalog}",
    r"\directlua{os.execute('id')}",
    r"\latelua{os.execute('id')}",
    r"\luaexec{x}",
    r"\begin{luacode}x\end{luacode}",
    r"\begin{filecontents}{x.tex}\end{filecontents}",
    r"\begin{filecontents*}{x.tex}\end{filecontents*}",
    r"\begin{input}/etc/passwd\end{input}",
    r"\begin{pdfobj}x\end{pdfobj}",
    r"\def\p{pdf}\begin{\p obj}",
    r"\newcommand\run[1]{\begin{#1obj}}\run{pdf}",
    r"\end{input}/etc/passwd",
    r"\csname pdfobj\endcsname",
    r"\csname in\string put\endcsname",
    r"\expandafter\let\expandafter\x\csname input\endcsname",
    r"^^5cpdfobj",
    r"\^^70dfobj",
    r"\catcode`\!=0 !pdfobj",
    r"\catcode33=0 !input /etc/passwd",
    r"\scantokens{\x}",
    r"\ExplSyntaxOn\tex_pdfobj:D",
    r"\UseName{input}",
    r"\ExpandArgs{c}\x{input}",
    r"\csuse{input}",
    r"\letcs\x{input}",
    r"\verbatiminput{/etc/passwd}",
    r"\lstinputlisting{/etc/passwd}",
    r"\VerbatimInput{/etc/passwd}",
    r"\includegraphics{/etc/x.png}",
    r"\includegraphics[width=1cm]{../x.png}",
    r"\includegraphics[width=1cm]{a/../../x.png}",
    r"\includegraphics{\x}",
    r"\includegraphics{http://a/x.png}",
    r"\includepdf{/etc/x.pdf}",
    r"\graphicspath{{/etc/}}",
    r"\DeclareGraphicsRule{*}{mps}{*}{`id}",
    r"\usepackage{../x}",
    r"\usepackage{/home/x/y}",
    r"\usepackage{embedfile}",
    r"\usepackage{array,attachfile2}",
    r"\usepackage[a]{navigator}",
    r"\RequirePackage{media9}",
    r"\LoadClass{../x}",
    r"\documentclass{../x}",
    r"\usetikzlibrary{../../x}",
    r"\import{/etc/}{passwd}",
    r"\bibliography{/etc/passwd}",
    r"\csvreader{/etc/passwd}{}{}",
    r"\embedfile{/etc/passwd}",
    r"\attachfile{/etc/passwd}",
    r"\addplot table {/etc/passwd};",
    r"\addplot+ [red] table[x=a, y=b] {../../secret};",
    r"\addplot3 file {/etc/passwd};",
    r"\addplot graphics {/etc/x.png};",
    r"\addplot gnuplot {system('id')};",
    r"\addplot shell {id};",
    r"\tikz\draw plot file {/etc/passwd};",
    r"\tikz\draw plot[smooth] function{system('id')};",
    r"\addplot table \file;",
    r"\readdef{/etc/passwd}{\x}",
    r"\loadglsentries{/etc/passwd}",
    r"\DTLread{/etc/passwd}",
    r"\tikzexternalize",
    r"\usepackage{robust-externalize}",
    r"\usepackage{texosquery}",
    r"\usepackage{sagetex}",
    r"\usepackage{gnuplottex}",
    r'\input"|id"',
    r"\^^69nput /etc/passwd",
    r"^^5e^5e5cinput",
    r"\futurelet\x\input /etc/passwd",
    r"\makeatletter\@tempcnta=1\@input{x}",
    r"\begin{\string i nput}",
    r"\usepackage{./evil}",
    r"\pdfunescapehex{5c}",
    r"\uppercase{\input x}",
    r"\AtBeginDocument{\input{/etc/passwd}}",
    r"\begingroup\catcode`|=0 |input /etc/passwd\endgroup",
    r"\expandafter\csname in\expandafter put\endcsname",
    r"\tikz\node{\includegraphics{/x}};",
]
"""What is refused wherever it stands, before any TeX is started."""
ACCEPTED = [
    r"\usepackage{array}",
    r"\usepackage[table, svgnames]{xcolor}",
    r"\usepackage{array, booktabs,tikz-cd}",
    r"\usetikzlibrary{matrix,arrows.meta}",
    r"\includegraphics{crest.png}",
    r"\includegraphics[width=3cm, angle=90]{pictures/crest-2.pdf}",
    r"\input{macros}",
    r"\input{parts/macros.tex}",
    r"\newcommand\R{\mathbb{R}}",
    r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}}",
    r"\begin{align*} a &= b \\ c &= d \end{align*}",
    r"\DeclareMathOperator{\softmax}{softmax}",
    r"$1 & 2 \\[2pt] 3$ and \verb|x|",
    r"\makeatletter\def\my@x{1}\makeatother",
    r"a \\pdf is a line break and a word",
    r"\expandafter\def\expandafter\x\expandafter{\y}",
    "x % a comment\n\\emph{y}",
    r"\begin {center} x\end{center}",
    r"\let\x\relax \protected\def\y{\meaning\x}",
    r"\foreach \x in {1,2} {\x}",
    r"\texttt{C:\textbackslash pdf}",
    r"\addplot coordinates {(0,1) (1,2)};",
    r"\addplot[red, domain=0:1] {x^2};",
    "\\addplot table {\nx y\n0 1\n1 2\n};",
    r"\addplot table[row sep=\\] {x y\\ 0 1\\};",
    r"We plot function values, plot tables, and plot file sizes.",
    r"\draw plot[domain=0:1] (\x, {\x^2});",
]
"""What courses write."""


def sheet(prompt: str = "x", preamble: str = "") -> str:
    return f"preamble = '''{preamble}'''\n[[question]]\nprompt = '''{prompt}'''\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"


@pytest.mark.sliced(45)
@pytest.mark.parametrize("latex", REFUSED)
@pytest.mark.parametrize("form", ["tex", "pdf"])
def test_a_sheet_that_reaches_for_files_or_raw_pdf_is_refused_with_its_place(latex: str, form: str, tmp_path: Path) -> None:
    for name, text in {"prompt": sheet(f"Compute $B$.{latex}"), "preamble": sheet(preamble=latex)}.items():
        place = tmp_path / f"{name}.toml"
        place.write_text(text, "utf-8")
        with pytest.raises(SymattnError, match=rf"{name}\.toml:{3 if name == 'prompt' else 1}:\d+: "):
            deliver(load(place), Wanted(form, form="blank"))


FIELDS = {
    "intro": "intro = '''{}'''\n",
    "note": "note = '''{}'''\n",
    "a part's prompt": "[[question.part]]\nprompt = '''{}'''\nasks = ['B']\n",
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("whole", ["page", "fragment", "leaf"])
@pytest.mark.parametrize("latex", [r"\immediate\pdfobj stream file {x}", r"\csname input\endcsname", r"\input /etc/passwd"])
def test_wherever_an_author_writes_latex(field: str, whole: str, latex: str) -> None:
    written = FIELDS[field].format(latex)
    text = sheet() + written if "part" in field else written + sheet()
    with pytest.raises(SymattnError, match=r"closed to the LaTeX|in the LaTeX of a sheet write"):
        deliver(loads(text), Wanted("tex", form="blank", whole=whole))


@pytest.mark.parametrize("latex", ACCEPTED)
def test_what_courses_write_goes_in(latex: str) -> None:
    assert closed(latex) == latex
    assert Writer().prose(latex).endswith(latex.strip())


@pytest.mark.sliced(12)
@pytest.mark.parametrize("word", sorted(CLOSED))
@pytest.mark.parametrize("around", ["\\{}x", "{{\\{}}}", "$\\{}$", "\\expandafter\\{} ", "%\n\\{}", "\\let\\a=\\{}"])
def test_every_word_that_is_closed(word: str, around: str) -> None:
    with pytest.raises(ClosedError):
        closed(around.format(f"{word}{{}}" if "x" in around else word))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["two-heads-by-hand", "multi-head-figure"])
def test_a_page_takes_the_commands_away_before_the_sheet_says_anything(name: str) -> None:
    text = deliver(load(shipped()[name]), Wanted("tex")).decode()
    assert text.index("guard@take") < text.index(r"\begin{document}")
    assert len(re.findall(r"\\guard@take\{pdf#1", text)) == 1


NAMES = ["primitive", "filedump", "filemoddate", "mdfivesum", "mapfile", "mapline", "trailer", "info", "annot", "catalog", "names", "outline", "dest", "startlink", "thread", "pageattr", "pagesattr", "fontattr", "objcompresslevel", "compresslevel"]


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("before", ["", "\\DocumentMetadata{lang=en}\n"])
def test_no_name_is_left_for_them(before: str) -> None:
    """One page asks for every name: a package that is loaded afterwards comes to none of them either. Of a page that somebody sets
    with a line of their own before it, eight stay under the names that LaTeX itself has for them."""
    asked = [form.format(name) for name in NAMES for form in ("pdf{}", "pdf@{}", "tex_pdf{}:D", "tex_{}:D")]
    asked += ["special", "tex_special:D", "directlua", "tex_primitive:D", "__file_timestamp:n"]
    there = "".join(f"\\expandafter\\ifx\\csname {name}\\endcsname\\relax\\else\\typeout{{STILL {name}}}\\fi\n" for name in asked)
    text = deliver(loads(sheet(preamble=r"\usepackage{hyperref,listings,graphicx}")), Wanted("tex")).decode()
    made, log = pdf.compiled(before + text.replace(r"\begin{questions}", there + r"\begin{questions}", 1), "pdflatex")
    assert made.startswith(b"%PDF")
    still = set(re.findall("^STILL (.*)", log, re.M))
    assert still == ({f"tex_{name}:D" for name in ("pdfinfo", "pdfcatalog", "pdfnames", "pdfpageattr", "pdfpagesattr", "mdfivesum", "filemoddate", "pdfcompresslevel")} if before else set())


READS = {
    "into the PDF": r"\immediate\pdfobj stream file {%s}\pdfrefobj\pdflastobj",
    "into the PDF, later": r"\pdfobj stream file {%s}\pdfrefobj\pdflastobj",
    "an input": r"\input{%s}",
    "TeX's own input": r"\makeatletter\@@input %s ",
    "a stream": r"\newread\r\openin\r=%s \ifeof\r\else\read\r to\x \x\fi",
    "a dump": r"\pdffiledump length 99 {%s}",
    "listings": r"\usepackage{verbatim}\AtBeginDocument{\verbatiminput{%s}}",
}


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("latex", READS.values(), ids=READS)
def test_behind_that_wall_tex_sees_nobodys_files(latex: str, tmp_path: Path) -> None:
    """As if what is refused had been let through: the file is not there for TeX where the machine has namespaces."""
    secret = tmp_path / "secret.tex"
    secret.write_text(SECRET, "utf-8")
    if "pdfobj" in latex and not pdf._boxed():
        pytest.skip("no namespace here")
    for uncompressed in (rf"\pdfcompresslevel=0 {latex % secret}",):
        text = "\\documentclass{article}" + ("%s\\begin{document}a" if "usepackage" in latex else "\\begin{document}a%s") % uncompressed
        try:
            made, log = pdf.compiled(text + "\\end{document}", "pdflatex")
        except SymattnError as error:
            assert SECRET not in str(error)
            continue
        assert SECRET.encode() not in made
        assert SECRET.encode().hex().upper().encode() not in made
        assert SECRET not in log


@pytest.mark.exhaustive
@pytest.mark.tex
def test_a_tree_of_ones_own_is_not_looked_into(tmp_path: Path, monkeypatch) -> None:
    mine = tmp_path / "texmf" / "tex" / "latex"
    mine.mkdir(parents=True)
    (mine / "ownsecret.sty").write_text(f"\\typeout{{{SECRET}}}", "utf-8")
    for name in ("HOME", "TEXMFHOME", "TEXINPUTS"):
        monkeypatch.setenv(name, {"HOME": str(tmp_path), "TEXMFHOME": str(tmp_path / "texmf"), "TEXINPUTS": f"{mine}:"}[name])
    text = "\\documentclass{article}\\IfFileExists{ownsecret.sty}{\\typeout{FOUND}}{}\\begin{document}a\\end{document}"
    _, log = pdf.compiled(text, "pdflatex")
    assert "FOUND" not in log


@pytest.mark.exhaustive
@pytest.mark.tex
def test_pages_hold_no_links_and_no_scripts() -> None:
    preamble = r"\usepackage{hyperref}"
    prompt = r"See \href{http://a.example}{here}, \url{http://b.example} and \ref{x}."
    made = deliver(loads(sheet(prompt, preamble)), Wanted("pdf", form="blank"))
    for word in (b"/Annot", b"/JavaScript", b"/Launch", b"/OpenAction", b"/URI", b"/EmbeddedFile", b"/AA"):
        assert word not in made


def test_the_guard_stands_in_every_page_of_latex() -> None:
    for page in ("tex/page.j2", "tex/booklet.j2", "feedback/tex.j2"):
        text = (folder("templates") / page).read_text("utf-8")
        assert text.index("tex/guard.tex") < text.index("sheet.preamble")
