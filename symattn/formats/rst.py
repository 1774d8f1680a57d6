"""Boxes and text as reStructuredText, for Sphinx: formulas are LaTeX in the ``math`` role and directive."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.boxes import Box
from symattn.formats import md
from symattn.formats.prose import Piece, pieces

_SPECIAL = re.compile(r"([\\`*_|])")
_LIST = re.compile(r"^([ \t]*)(?=(?:[-+•]|\d+\.|#\.|\(?[A-Za-z0-9]\))\s)", re.M)
_EXPLICIT = re.compile(r"^([ \t]*)(?=\.\.(?:\s|$)|__(?:\s|$)|>>>)", re.M)
"""What makes a directive, a target or a comment of a line: ``.. raw:: html`` puts lines into a page, ``.. include::`` a file."""
_OWN = "\x02"
"""Stands for the dots of a directive that is written here, until what people wrote is harmless; no text has it."""
_MANY = re.compile(r"\n{3,}")


class Writer(md.Writer):
    """reStructuredText.

    >>> Writer().prose(r"Find \\emph{all} of $Q_1$.")
    'Find \\\\ *all*\\\\  of \\\\ :math:`Q_1`\\\\ .'
    """

    name = "rst"

    def escape(self, text: str) -> str:
        """Plain text with the marks of reStructuredText made harmless."""
        return _EXPLICIT.sub(r"\1\\", _LIST.sub(r"\1\\ ", _SPECIAL.sub(r"\\\1", text.replace(_OWN, ""))))

    def write(self, box: Box, cell: bool = False) -> str:
        """A formula on one line, for the lines of a directive are indented alike."""
        return _closed(super().write(box, cell).replace("\n", " "))

    def inline(self, box: Box) -> str:
        """A formula in the ``math`` role, whatever it touches."""
        return rf"\ :math:`{self.write(box)}`\ "

    def prose(self, latex: str) -> str:
        """An author's LaTeX text: formulas stay as they are written, emphasis, lists and tables become markup."""
        return _MANY.sub("\n\n", _harmless(self._all(pieces(latex.replace(_OWN, ""))))).lstrip().replace(_OWN, "..")

    def _all(self, found: Sequence[Piece]) -> str:
        texts = map(self._one, found)
        apart = [False, *(piece.kind in ("display", "break", "list", "numbered", "table") for piece in found)]
        return "".join(text.lstrip() if after else text for text, after in zip(texts, apart, strict=False))

    def _one(self, piece: Piece) -> str:
        inner = self._all(piece.parts)
        plain = all(part.kind == "text" for part in piece.parts) and inner.strip()
        match piece.kind:
            case "math":
                return rf"\ :math:`{_closed(piece.on_one_line)}`\ "
            case "display":
                return f"\n\n{_OWN} math::\n\n   {piece.on_one_line}\n\n"
            case "emph" | "strong":  # markup does not nest
                mark = "**" if piece.kind == "strong" else "*"
                return rf"\ {mark}{inner.strip()}{mark}\ " if plain else inner
            case "code":
                return rf"\ ``{_closed(piece.text)}``\ "
            case "break":
                return "\n\n"
            case "list" | "numbered":
                mark = "-" if piece.kind == "list" else "#."
                items = (self._under(mark, self._all(item.parts)) for item in piece.parts)
                return "\n\n" + "\n".join(items) + "\n\n"
            case "table":
                cells = [[self._all(cell.parts) for cell in row.parts] for row in piece.parts]
                rows = (self._under("* -" if not k else "  -", cell) for row in cells for k, cell in enumerate(row))
                return f"\n\n{_OWN} list-table::\n   :header-rows: 1\n\n   " + "\n".join(rows).replace("\n", "\n   ") + "\n\n"
        return self.escape(piece.text)

    def _under(self, mark: str, text: str) -> str:
        return f"{mark} " + _harmless(text.strip()).replace("\n", "\n" + " " * (len(mark) + 1))


def _harmless(text: str) -> str:
    """Text put together of pieces, in which no line begins as a directive that is not written here.

    >>> _harmless("one\\n\\n.. raw:: html")
    'one\\n\\n\\\\.. raw:: html'
    """
    return _EXPLICIT.sub(r"\1\\", text)


def _closed(text: str) -> str:
    """What stands between backticks, without any: it would end the role and begin another."""
    return text.replace("`", "‘")


TEMPLATES = {
    "figure": "*Figure.* << (full if key else bare).description >>\n",
    "macros": r"""<% import "words/page.j2" as w with context %>
<% set used = "underlined" %>
<% macro chain(links) %><% for sign, box in links %><% if sign %> << math(relation(sign)) >> <% endif %><< math(box) >><% endfor
%><% endmacro %>
<% macro line(x) %><% if x.lhs is not none %><< math(x.lhs) >><% endif %> &<< chain(x.chain) >><% endmacro %>
<% macro mark(x) %><% if x.mark %> \qquad [\text{<< x.mark >>}]<% endif %><% endmacro %>
<% macro display(d) %>


.. math::

   \begin{aligned}
<% for x in d.lines %>   << line(x) >><% if x.right is not none %> \\ << line(x.right) >><% endif
%><< mark(x) >><% if not loop.last %> \\<% endif %>

<% endfor %>   \end{aligned}

<% endmacro %>
<% macro displays(ds) %><% for d in ds %><< display(d) >><% endfor %><% endmacro %>
<% macro headline(text) %>


**<< text >>** <% endmacro %>
<% macro say() %><< caller() >>

<% endmacro %>
<% macro table(t) %>


.. list-table::
   :header-rows: 1

<% for cells in [t.head] + (t.rows | list) %><% for cell in cells %><% if loop.first %>
   * - << cell >>
<% else %>
     - << cell >>
<% endif %><% endfor %><% endfor %>

<% endmacro %>
<% macro aside(title) %>


**<< title >>** << caller() >>
<% endmacro %>
<% macro remark(text) %>*<< w.remark >>.* << prose(text) >>

<% endmacro %>
<% macro grids(rows) %><% for r in rows %>


.. math::

   << math(r.box) >>

<% endfor %><% endmacro %>
<% macro checked(s) %><< s.check >>

*<< w.checked >> << w.checked_for >>* << s.sizes >>.

<% endmacro %>
""",
    "page": r"""<% import "words/page.j2" as w with context %>
<% import "rst/macros.j2" as fmt with context %>
<% set title %><< sheet.title or w.worksheet >><% if key %> (<< w.key_behind_title >>)<% endif %><% endset %>
<< title >>
<< "=" * (2 * title|length) >>

<% if sheet.course %><< sheet.course >>

<% endif %>
<% if sheet.student %><< sheet.student >>

<% elif sheet.header and not key %><% for blank in sheet.header %><< blank >>: ............ <% endfor %>


<% endif %>
<< prose(sheet.intro) >>
<% if not key and sheet.note.strip() %>

<< prose(sheet.note) >>
<% endif %>
<% for q in questions %>
<% set head %><< w.question(q.label) >><% if q.marks %> (<< marks(q.marks, words=True) >>)<% endif %><% endset %>


<< head >>
<< "-" * (2 * head|length) >>

<< prose(q.prompt) >>
<< fmt.grids(q.given) >>
<% if q.tokens %>

<< q.tokens >>
<% endif %>
<% for f in q.figures %>

<< f >>
<% endfor %>
<% for p in q.parts %>

<% if p.label or p.prompt %><% if p.label %>**(<< p.label >>)** <% endif %><< prose(p.prompt) >><% if p.marks
%> *[<< marks(p.marks, words=True) >>]*<% endif %>

<% endif %>
<% for f in p.figures %>

<< f >>
<% endfor %>
<% if key %>

<< p.working >>
<% if p.remark.strip() %><< fmt.remark(p.remark) >><% endif %>
<% else %><% for f in p.frames %>


.. math::

   << math(f.symbol) >> << math(f.sign) >> <% if not f.rows %>\square<% else %>\left[\begin{array}{<< "c" * f.cols
   >>}<% for i in range(f.rows) %><% for j in range(f.cols) %><% if j %> & <% endif
   %>\square<% endfor %> \\ <% endfor %>\end{array}\right]<% endif %>


<% endfor %>

|

|

<% endif %>
<% endfor %>
<% if key and q.beside is not none %><% call fmt.aside(w.beside) %><< q.beside >><% endcall %><% endif %>
<% endfor %>
<% if key and sheet.note.strip() %>

----

<< prose(sheet.note) >>
<% endif %>
<% if key and verified %>

<< fmt.remark(w.verified(verified)|string) >>
<% endif %>
""",
}
