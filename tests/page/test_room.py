"""Room on the students' sheet as the author wants it: a length, ruled lines, the grid or none; pages, frames."""

from __future__ import annotations

import re

import pytest

from symattn import page as pages
from symattn.errors import SheetError
from symattn.formats import pdf
from symattn.sheet import Sheet, loads

HEAD = """{top}
[[question]]
steps = ["B = A @ A", "C = B @ A"]
given.A = [[1, 2], [0, 1]]
[[question.part]]
asks = ["B"]
{part}
[[question.part]]
asks = ["C"]
"""
LONG = """[[question]]
steps = ["B = A @ A", "C = softmax(B)"]
given.A = [["1/3", "sqrt(2)", "1/7"], [1, 2, 3], [5, 6, 7]]
[[question.part]]
asks = ["B"]
[[question.part]]
asks = ["C"]
{more}
"""
ROOM = {'"4cm"': r"\blankroom{40mm}", '"25.4 mm"': r"\blankroom{25mm}", '"2in"': r"\blankroom{51mm}", '"6 lines"': r"\ruledroom{6}",
        '"1 line"': r"\ruledroom{1}", '"none"': r"\noroom"}  # fmt: skip


def sheet(part: str = "", top: str = "") -> Sheet:
    return loads(HEAD.format(part=part, top=top))


def body(of: Sheet, key: bool = False) -> str:
    """What stands behind the macros of a page."""
    return pages.page(of, "tex", key=key).split(r"\begin{document}")[1]


def needs(of: Sheet) -> list[int]:
    """The millimetres that the heading and the later parts need on a page of the students' sheet."""
    written = r"\\need\{(?:\\ifprintanswers\d+\\else\\ifdim\\pagefilstretch>0pt )?(\d+)(?:\\else \d+\\fi\\fi )?mm\}"
    return [int(high) for high in re.findall(written, body(of))]


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize(("own", "count"), [("4cm", 1), ("11cm", 1), ("12cm", 1), ("14cm", 2)])
def test_what_comes_behind_room_that_does_not_grow_shrinks_rather_than_leave_a_page_empty(own: str, count: int) -> None:
    text = LONG.format(more="").replace('asks = ["B"]', f'asks = ["B"]\nroom = "{own}"')
    log = pdf.compiled(pages.page(loads(text), "tex", key=False), "pdflatex")[1]
    assert f"({count} page" in log


@pytest.mark.sliced(2)
@pytest.mark.parametrize("room", ROOM)
def test_room_is_the_authors(room: str) -> None:
    text = body(sheet(f"room = {room}"))
    assert text.count(ROOM[room]) == 1
    assert text.count(r"\room{") == 1, "the other part has the room that its working asks for"
    assert text.index(r"\answers{") < text.index(ROOM[room]), "frames stand below it"
    key = body(sheet(f"room = {room}"), key=True)
    assert rf"\def\ownroom{{{ROOM[room]}}}" in key, "a document of the course prints it without answers"
    assert key.count(r"\let\ownroom\empty") == 1


def test_the_grid_may_be_asked_for() -> None:
    assert body(sheet('room = "grid"')) == body(sheet())


@pytest.mark.parametrize(("room", "lines", "rules"), [("4cm", 5, 0), ("6 lines", 6, 6), ("none", 0, 0), ("grid", 2, 0)])
def test_room_in_markdown_is_as_many_lines(room: str, lines: int, rules: int) -> None:
    without = pages.page(sheet('room = "none"'), "md", key=False)
    text = pages.page(sheet(f'room = "{room}"'), "md", key=False)
    assert text.count("&nbsp;") - without.count("&nbsp;") == lines
    assert text.count("\n---\n") - without.count("\n---\n") == rules


@pytest.mark.parametrize(
    ("room", "html"),
    [('"4cm"', 'class="room blank" style="height: 40mm"'), ('"6 lines"', 'class="room lines" style="height: 48mm"'), ('"none"', None)],
)
def test_room_in_html(room: str, html: str | None) -> None:
    text = pages.page(sheet(f"room = {room}"), "html", key=False)
    assert text.count('<div class="room"') == 1
    assert html is None or html in text


@pytest.mark.exhaustive
def test_a_part_begins_a_page_or_stays_on_one() -> None:
    assert body(sheet("newpage = true")).count(r"\ifprintanswers\else\freshpage\fi") == 1
    assert needs(sheet()) == [70, *needs(sheet())[1:]], "the first question of a sheet begins below its head"
    assert needs(sheet('room = "12cm"'))[0] > 150, "unless its first part stays on one page"
    whole, shrunk = (needs(loads(LONG.format(more=more)))[1] for more in ("samepage = true", ""))
    assert whole > shrunk > 42, "a part takes the page on which its frames have room"
    html = pages.page(sheet("newpage = true\nsamepage = true"), "html", key=False)
    assert 'class="part newpage samepage"' in html
    assert 'class="part newpage' not in pages.page(sheet("newpage = true"), "html", key=True)


@pytest.mark.parametrize("form", ["tex", "html", "md"])
def test_a_sheet_may_be_without_frames(form: str) -> None:
    framed, plain = (pages.page(sheet(top=f"frames = {value}"), form, key=False) for value in ("true", "false"))
    sign = {"tex": r"\answers{%", "html": 'class="frames"', "md": r"\square"}[form]
    assert sign in framed
    assert sign not in plain


@pytest.mark.parametrize(
    ("room", "what"),
    [('"4 apples"', '"4 apples" is no room'), ('"0 lines"', "0 lines"), ('"31 lines"', "31 lines"), ('"9m"', "is no room"),
     ('"25cm"', "25cm of room"), ("4", "a number"), ('"1.5 lines"', "1.5 lines"), ('"-2cm"', "is no room")],
)  # fmt: skip
def test_what_is_no_room_is_told_at_its_place(room: str, what: str) -> None:
    with pytest.raises(SheetError) as told:
        sheet(f"room = {room}")
    (problem,) = told.value.problems
    assert problem.line == 7
    assert what in problem.what


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize("more", ["", "newpage = true", "samepage = true"])
def test_room_in_print(more: str) -> None:
    parts = "".join(f'[[question.part]]\nasks = ["B"]\nroom = {room}\n{more}\n' for room in ROOM)
    text = 'title = "Room"\n[[question]]\nsteps = ["B = A @ A"]\ngiven.A = [[1, 2], [0, 1]]\n' + parts
    for key in (False, True):
        assert pdf.pdf(pages.page(loads(text), "tex", key=key)).startswith(b"%PDF")


@pytest.mark.parametrize(("marks", "rows"), [("1", 3), ("2", 6), ("5", 15)])
def test_words_have_room_for_their_marks_on_the_students_sheet(marks: str, rows: int) -> None:
    part = f"[[question.part]]\nprompt = 'Why is that so?'\nmarks = {marks}"
    page = pages.page(sheet(part=part), "tex", key=False)
    assert re.search(r"Why is that so\?(?:(?!\\part).)*\\room\{(\d+)\}", page, re.S)[1] == str(rows)  # type: ignore[index]
    assert "Why is that so?" in pages.page(sheet(part=part), "tex")
