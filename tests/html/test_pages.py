"""Every shipped worksheet's page in a real browser: no error, no request, no barrier, formulas of the right size."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from pathlib import Path

import pytest
from headless_chromium import NARROW, SHEETS, WIDE, node_module

pytestmark = pytest.mark.browser
KINDS = {
    "the key": {"key": True},
    "the key in full detail": {"key": True, "detail": "full"},
    "the blank": {"key": False},
}
every_page = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
every_sheet = pytest.mark.parametrize("sheet", SHEETS)

AXE = """
axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(
  v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 150) + " " + n.failureSummary).join(" | ")))
"""

# cells of one row overlap no neighbour, are as high as a line at least, and brackets reach around the cells
SIZES = """
(() => {
  const wrong = [], box = x => x.getBoundingClientRect();
  for (const table of document.querySelectorAll("mtable.matrix")) {
    const rows = [...table.children].map(row => [...row.children].map(box));
    if (!rows.length || box(table).width === 0) continue;
    rows.forEach((row, i) => row.forEach((cell, j) => {
      if (cell.height < 12 || cell.width < 4) wrong.push(["small", i, j, cell.width, cell.height]);
      if (j && row[j - 1].right > cell.left + 1) wrong.push(["over its neighbour", i, j]);
      if (i && rows[i - 1][j].bottom > cell.top + 1) wrong.push(["over the cell above", i, j]);
      if (j && Math.abs(row[0].top - cell.top) > 2) wrong.push(["not on one line", i, j]);
    }));
    const [left, right] = [table.previousElementSibling, table.nextElementSibling];
    if (left && left.localName === "mo" && "[(".includes(left.textContent) && rows.length > 1) {
      if (box(left).height < .8 * box(table).height) wrong.push(["low bracket", box(left).height, box(table).height]);
      if (!right || box(right).left < box(table).right - 2) wrong.push(["bracket inside"]);
    }
    for (const cell of table.querySelectorAll("mtd")) {
      const inner = [...cell.children].map(box);
      if (inner.some(b => b.left < box(cell).left - 1.5 || b.right > box(cell).right + 1.5)) wrong.push(["out of its cell", cell.textContent]);
    }
  }
  return wrong.slice(0, 5);
})()
"""


@pytest.mark.sliced(160)
@every_page
@every_sheet
def test_page_is_self_contained_and_has_no_barrier(chromium, pages, sheet, kind):
    page = pages(sheet, **kind)
    chromium.open(page)
    assert chromium.messages == []
    assert [url for url in chromium.requests if not url.startswith("data:")] == [page.as_uri()]
    assert chromium.run(SIZES) == []
    chromium.run((node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8") + "; 1")
    assert chromium.run(AXE) == []
    chromium.look(WIDE, dark=True)
    assert chromium.run(AXE) == []


@pytest.mark.exhaustive
@pytest.mark.sliced(160)
@every_page
@every_sheet
def test_only_boxes_scroll_never_the_page(chromium, pages, sheet, kind):
    chromium.open(pages(sheet, **kind), NARROW)
    for size in (NARROW, (768, 900), WIDE):
        chromium.look(size)
        wide = chromium.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, size


BEYOND = """
new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
  [...document.querySelectorAll(".display, .scroll")].filter(box => box.clientWidth && box.scrollWidth > box.clientWidth + 1)
    .map(box => [box.scrollWidth, box.clientWidth, box.style.zoom])))))
"""


BELOW = """[...document.querySelectorAll(".display, .scroll")].filter(box => box.clientHeight && box.scrollHeight > box.clientHeight)
    .map(box => [box.scrollHeight, box.clientHeight, box.textContent.slice(0, 40)])"""


@pytest.mark.exhaustive
@every_page
@every_sheet
def test_nothing_lies_beyond_an_edge_on_a_phone(chromium, pages, sheet, kind):
    """Formulas and tables are shown smaller there; in full detail, whose sums may be of any length, no smaller than half."""
    chromium.open(pages(sheet, **kind), (390, 800))
    beyond = chromium.run(BEYOND)
    assert beyond == [] or (kind.get("detail") == "full" and all(float(zoom) == 0.45 for *_, zoom in beyond))
    assert chromium.run(BELOW) == []
    chromium.look(WIDE)
    assert chromium.run(BEYOND) == []
    assert chromium.run(BELOW) == []
    assert chromium.run("[...document.querySelectorAll('.display')].filter(box => box.style.zoom).length") <= len(beyond) + 3


def test_pages_are_valid_html(pages, tmp_path):
    """All of them in one run of the validator, whose start takes longer than its work."""
    tool = node_module("html-validate") / "bin" / "html-validate.mjs"
    files = [str(pages(sheet, **kind)) for sheet in SHEETS for kind in KINDS.values()]
    config = str(Path(files[0]).parent / "htmlvalidate.json")
    rules = {"extends": ["html-validate:recommended"], "rules": {"no-inline-style": "off", "long-title": "off"}}
    with open(config, "w", encoding="utf-8") as out:
        json.dump({"root": True, **rules}, out)
    done = subprocess.run(
        ["node", str(tool), "--config", config, *files], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout[:3000] + done.stderr


@pytest.mark.sliced(160)
@every_page
@every_sheet
def test_page_is_small_and_takes_nothing_from_elsewhere(pages, sheet, kind):
    text = pages(sheet, **kind).read_text(encoding="utf-8")
    assert len(text.encode()) < 400_000
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", text)
    assert not re.search(r"url\((?!\"data:)", text)
    assert text.startswith("<!DOCTYPE html>\n<html lang=")


@pytest.mark.sliced(72)
@every_sheet
def test_headings_are_in_order(pages, sheet):
    levels = [int(n) for n in re.findall(r"<h(\d)", pages(sheet).read_text(encoding="utf-8"))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))


@pytest.mark.sliced(72)
@every_sheet
def test_a_blank_holds_no_answer(pages, sheet):
    text = pages(sheet, key=False).read_text(encoding="utf-8")
    assert "<details" not in text
    assert "Working</summary>" not in text


def test_the_maths_font_is_the_embedded_one(chromium, pages):
    chromium.open(pages("two-heads-by-hand"))
    fonts = chromium.run('[...document.fonts].map(f => f.family.replaceAll(`"`, ``) + ` ` + f.status)')
    assert fonts == ["Latin Modern Math Subset loaded"]


def test_without_a_script_everything_can_be_read(chromium, pages):
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.open(pages("two-heads-by-hand"))
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)
        assert chromium.run("document.querySelectorAll('.tools').length") == 0
        assert chromium.run("[...document.querySelectorAll('.display')].every(x => x.checkVisibility())")
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)


SEEN = "[...document.querySelectorAll('.working > *')].filter(x => x.checkVisibility()).length"
BUTTON = "[...document.querySelectorAll('.tools button')].find(b => b.textContent.includes('{}')).focus()"


def test_the_stepper_works_by_keyboard(chromium, pages):
    chromium.open(pages("two-heads-by-hand"))
    everything = chromium.run(SEEN)
    chromium.run(BUTTON.format("Step through"))
    chromium.press("Enter")
    assert chromium.run(SEEN) == 1
    chromium.press("ArrowRight")
    chromium.press("ArrowRight")
    assert chromium.run(SEEN) == 3
    assert chromium.run("document.querySelector('.where').textContent") == f"Step 3 of {everything}"
    chromium.press("ArrowLeft")
    assert chromium.run(SEEN) == 2
    chromium.press("Escape")
    assert chromium.run(SEEN) == everything


def test_answers_can_be_hidden_and_shown_by_keyboard(chromium, pages):
    chromium.open(pages("two-heads-by-hand"))
    chromium.run(BUTTON.format("Hide answers"))
    chromium.press("Enter")
    assert chromium.run(SEEN) == 0
    chromium.press("Enter")
    assert chromium.run(SEEN) > 5


def test_an_entry_lights_up_its_row_and_column(chromium, pages):
    chromium.open(pages("two-heads-by-hand"))
    where = "const t = document.querySelector('.working .display').querySelectorAll('mtable.matrix'); const c = t[2].children[1].children[0]; c.scrollIntoView({block: 'center'}); const b = c.getBoundingClientRect();"
    x, y = chromium.run(f"(() => {{ {where} return [b.x + b.width / 2, b.y + b.height / 2]; }})()")
    chromium.point(x, y)
    lit = "[...document.querySelectorAll('.working .display mtable.matrix')].slice(0, 3).map(t => [...t.children].map(r => [...r.children].map(c => +c.classList.contains('lit'))))"
    assert chromium.run(lit) == [[[0, 0], [1, 1]], [[1, 0], [1, 0]], [[0, 0], [1, 0]]]
    chromium.point(1, 1)
    assert chromium.run("document.querySelectorAll('.lit').length") == 0


@pytest.mark.exhaustive
def test_closed_answers_are_printed_too(chromium, pages):
    import base64

    chromium.open(pages("two-heads-by-hand"))
    full = len(base64.b64decode(chromium.call("Page.printToPDF")["data"]))
    chromium.run("document.querySelectorAll('details').forEach(d => d.open = false)")
    again = len(base64.b64decode(chromium.call("Page.printToPDF")["data"]))
    assert abs(full - again) < full // 10


@pytest.fixture(scope="session")
def feedback(tmp_path_factory):
    """The page a student gets back, with right, wrong and missing answers."""
    from symattn.course.delivery import Marked
    from symattn.course.feedback import page as feedback_page
    from symattn.files import shipped
    from symattn.marking import check
    from symattn.marking.sheet import Ready
    from symattn.sheet import load

    answers = {"S_1": [[4, 10], [10, 24]], "L_1": [[4, 10], [10, 24]], "Q_1": [[1, 2], [3, 5]]}
    page = tmp_path_factory.mktemp("feedback") / "feedback.html"
    sheet = load(shipped()["two-heads-by-hand"])
    page.write_text(feedback_page([Marked(Ready(sheet), check(sheet, answers).answers[0])], "html"), encoding="utf-8")
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["in light", "in dark"])
def test_feedback_is_self_contained_and_has_no_barrier(chromium, feedback, dark):
    chromium.open(feedback, WIDE, dark)
    assert chromium.messages == []
    assert [url for url in chromium.requests if not url.startswith("data:")] == [feedback.as_uri()]
    assert chromium.run(SIZES) == []
    chromium.run((node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8") + "; 1")
    assert chromium.run(AXE) == []
    chromium.look(NARROW, dark)
    assert chromium.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_a_screen_reader_hears_which_line_what_verdict_and_where(chromium, feedback):
    """The browser's own tree of the page, as it is handed to a screen reader."""
    chromium.open(feedback, WIDE)
    nodes = [n for n in chromium.call("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    named = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes]
    headings = [name for role, name in named if role == "heading"]
    parts = [name for name in headings[1:] if name.startswith("Part ")]
    assert [name.split()[1] for name in parts] == ["a", "b", "c", "d", "e"]
    assert [name for name in headings[1:] if name not in parts] == [
        "Q¹: wrong, ½ of 1 mark", "S¹: right, 1 of 1 mark", "L¹: wrong, ½ of 1 mark",
    ]
    heard = [name for role, name in named if role == "StaticText"]
    assert "Wrong: row 2, column 2." in heard
    assert "Every entry is wrong." in heard
    assert not {"✓", "✗"} & set(heard)  # signs for the eye, whose words stand beside them
    assert [name for role, name in named if role == "group"][:2] == ["Understood from what you wrote", "Working"]
    assert any(role == "MathMLTable" for role, _ in named)


@pytest.fixture(scope="session")
def markers(tmp_path_factory):
    """The marker's page of a small class with everything on it."""
    from click.testing import CliRunner

    from symattn.cli import main

    folder = tmp_path_factory.mktemp("class")
    (folder / "roster.csv").write_text("id,name\ns1,Ada\ns2,Bo\ns3,Cy\ns4,Di\ns5,Ed\ns6,Absent\n", "utf-8")
    for number, last in enumerate((7, 8, 8, "abc", 7), 1):
        place = folder / "hand" / f"s{number}"
        place.mkdir(parents=True)
        text = f"S_1 = [[4, 10], [10, {last}]]\nL_1 = [[4, 10], [10, {20 + number}]]\nV_1 = [[-1, 2], [3, 4]]\n"
        (place / "a.txt").write_text(text, "utf-8")
    (folder / "hand" / "s1" / "scan.pdf").write_bytes(b"%PDF")
    order = ["check", "two-heads-by-hand", folder / "hand", "--roster", folder / "roster.csv", "--format", "html", "-o", folder / "pages"]
    assert CliRunner().invoke(main, list(map(str, order)), standalone_mode=False).exception is None
    return folder / "pages" / "index.html"


@pytest.mark.exhaustive
@pytest.mark.parametrize("dark", [False, True], ids=["in light", "in dark"])
def test_the_markers_page_is_self_contained_and_has_no_barrier(chromium, markers, dark):
    chromium.open(markers, WIDE, dark)
    assert chromium.messages == []
    assert [url for url in chromium.requests if not url.startswith("data:")] == [markers.as_uri()]
    chromium.run((node_module("axe-core") / "axe.min.js").read_text(encoding="utf-8") + "; 1")
    assert chromium.run(AXE) == []
    chromium.look(NARROW, dark)
    assert chromium.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
