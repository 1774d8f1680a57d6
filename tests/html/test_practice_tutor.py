"""The conversation on the practice page in a real Chromium and a real Firefox: entries judged when they are left, focus that goes on, smaller
questions, help on the wrong entry; by keyboard, on a phone, dark, enlarged, in three languages."""

from __future__ import annotations

import json

import pytest
from headless_chromium import WIDE
from test_practice import PHONE, SMALL, axe, button, focused, served, started, tap, until

from symattn.errors import ToolError
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import find
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.practice.site import site
from symattn.sheet import load

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive]
TWO = "two-heads-by-hand"
READY = {"en": "Ready", "de": "Bereit", "fr": "Pr"}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A site with one sheet in three languages."""
    folder, sheets = tmp_path_factory.mktemp("sheets"), []
    for language in READY:
        sheets.append(folder / f"two-{language}.toml")
        sheets[-1].write_text(f'language = "{language}"\n' + find(TWO).read_text(encoding="utf-8"), encoding="utf-8")
    try:
        built = site(sheets, tmp_path_factory.mktemp("site"))
    except ToolError as error:
        pytest.skip(str(error))
    server, found = served(built.folder)
    yield found
    server.shutdown()
    server.server_close()


def fields(line: str) -> str:
    return f"[...document.querySelectorAll('[data-line={line}] .write input[type=text]')]"


def looks(either, line: str) -> list[str]:
    return either.run(f"{fields(line)}.map(input => input.className)")


def written(either, line: str, texts: list[str]) -> None:
    """Texts typed into a line's fields, each left by Enter but the last."""
    either.run(f"{fields(line)}[0].focus()")
    for k, text in enumerate(texts):
        either.run(f"{fields(line)}[{k}].select()")
        either.type(text)
        if k + 1 < len(texts):
            either.press("Enter")


def fresh(either, address: str, language: str, size: tuple[int, int] = WIDE) -> None:
    """A page on which nothing was written yet."""
    either.go(address + "style.css")
    either.run("localStorage.clear()")
    started(either, f"{address}two-{language}.html", READY[language], size)


def test_entries_are_judged_when_they_are_left_and_focus_goes_on(either, address):
    fresh(either, address, "en")
    written(either, "Q_1", ["1", "?", "5", ""])
    until(either, f"{fields('Q_1')}[2].className")
    assert looks(either, "Q_1") == ["right", "unread", "wrong", ""]
    notes = either.run("document.querySelector('[data-line=Q_1] .cell-notes').textContent")
    assert "Row 1, column 2: cannot be read." in notes
    assert "sqrt(2)" in notes
    assert either.run(f"{fields('Q_1')}.map(input => input.getAttribute('aria-invalid'))") == ["false", "true", "true", None]
    either.press("Enter")  # not all is there: what is right so far, and on to what cannot be read
    until(either, "document.querySelector('[data-line=Q_1] .verdict-box p')")
    assert "Right so far: 1 of 4 entries; empty: 1." in either.run("document.querySelector('[data-line=Q_1]').textContent")
    assert focused(either) == "Q¹, row 1, column 2"
    written(either, "Q_1", ["1", "2", "3", "4"])
    either.press("Enter")
    until(either, "document.activeElement.getAttribute('aria-label') === 'K¹, row 1, column 1'")
    assert looks(either, "Q_1") == ["right"] * 4
    written(either, "L_1", ["4", "10", "10", "24"])
    either.press("Enter")
    until(either, "document.querySelector('[data-line=L_1] .lead') && document.activeElement.className === 'wrong'")
    assert "Could it be that you did not divide by" in either.run("document.querySelector('[data-line=L_1]').textContent")
    assert focused(either) == "L¹, row 1, column 1"
    written(either, "K_1", ["?", "?", ""])
    until(either, f"{fields('K_1')}.filter(input => input.className === 'unread').length === 2")
    notes = either.run("document.querySelector('[data-line=K_1] .cell-notes').textContent")
    assert all(f"Row 1, column {j}: cannot be read." in notes for j in (1, 2))
    assert notes.count("has no meaning here") == notes.count("sqrt(2)") == 1  # why is said once for all that are alike
    assert either.messages == []


def test_a_wrong_entry_leaves_the_others_right_and_what_they_earn_is_said(either, address):
    """They are right by the student's rounded weights alone."""
    fresh(either, address, "en")
    for line, texts in (("A_1", ["0.0142", "0.9858", "0.0001", "0.9999"]), ("H_1", ["2.9716", "-3.9716", "2.9998", "7"])):
        written(either, line, texts)
        either.press("Enter")
        until(either, f"document.querySelector('[data-line={line}] .lead')")
    assert looks(either, "H_1") == ["right", "right", "right", "wrong"]
    told = either.run("document.querySelector('[data-line=H_1] .verdict-box').textContent")
    assert "1 of 4 entries is wrong." in told
    assert "3 of 4 entries are right, which earns ¼ mark." in told
    either.run(f"{fields('H_1')}[0].focus()")
    for texts in (["9"], ["2.9716"]):  # another is wrong for a while
        written(either, "H_1", texts)
        either.run(f"{fields('H_1')}[1].focus()")
        until(either, f"{fields('H_1')}[0].className === '{'wrong' if texts == ['9'] else 'right'}'")
        assert looks(either, "H_1")[1:3] == ["right", "right"]


def test_help_stands_on_what_was_written_and_asks_smaller_questions(either, address):
    fresh(either, address, "en")
    for line, texts in (("L_1", ["2.8284", "7.0711", "7.0711", "16.9706"]), ("A_1", ["0.5", "0.9858", "0.0001", "0.9999"])):
        written(either, line, texts)
        either.press("Enter")
        until(either, f"document.querySelector('[data-line={line}] .lead')")
    written(either, "A_1", ["0.4"])
    either.run("document.querySelector('[data-line=A_1] button.main').click()")
    until(either, "document.querySelector('[data-line=A_1] .stuck')")  # wrong twice
    for steps in (1, 2, 3):
        either.run("document.querySelectorAll('[data-line=A_1] .buttons button')[1].click()")
        until(either, f"document.querySelectorAll('[data-line=A_1] .helps .headline').length === {steps}")
    small = "document.querySelectorAll('[data-line=A_1] .small-questions input')"
    assert either.run("document.querySelector('[data-line=A_1] .together').hidden")
    either.run(f"{small}[0].focus()")
    for text in ("16.9", "1177"):
        either.type(text)
        either.press("Enter")
        until(either, f"[...{small}].some(input => input.className === 'right' && input.value === '{text}')")
    assert not either.run("document.querySelector('[data-line=A_1] .together').hidden")
    shown = either.run("document.querySelector('[data-line=A_1] .made-of').textContent").replace(" ", "")
    assert "1177.4" in shown
    assert "16.918" in shown
    assert shown.endswith("0.0142")
    problems = []
    for size, dark in ((WIDE, False), (WIDE, True), (PHONE, False), (PHONE, True), ((600, 450), False)):  # the last is 200 % of 1200
        either.look(size, dark)
        assert either.run("document.documentElement.scrollWidth") <= size[0]
        problems += axe(either)
    assert not problems, "\n".join(dict.fromkeys(problems))
    assert either.messages == []


def test_help_goes_where_the_student_is_and_on_from_what_is_mended(either, address):
    fresh(either, address, "en")
    for line, texts in (("L_1", ["2.8284", "7.0711", "7.0711", "16.9706"]), ("A_1", ["0.5", "0.9858", "0.4", "0.9999"])):
        written(either, line, texts)
        either.press("Enter")
        until(either, f"document.querySelector('[data-line={line}] .lead')")
    small = "document.querySelector('[data-line=A_1] .small-questions')"
    place = f"{small} && [{small}.dataset.row, {small}.dataset.column].join()"
    either.run(f"{fields('A_1')}[2].focus()")
    assert either.run("document.querySelector('[data-line=A_1] .stuck button').textContent") == "A smaller question"
    either.run("document.querySelector('[data-line=A_1] .stuck button').click()")
    until(either, f"({place}) === '1,0'")  # the entry that is written in, not the first that is wrong
    either.run(f"{fields('A_1')}[0].focus()")
    until(either, "document.querySelector('[data-line=A_1] .another')")
    assert either.run("document.querySelector('[data-line=A_1] .another').textContent") == "Help with row 1, column 1"
    written(either, "A_1", ["0.0142"])
    either.run(f"{fields('A_1')}[1].focus()")
    until(either, f"{fields('A_1')}[0].className === 'right' && !document.querySelector('[data-line=A_1] .another')")
    assert either.run(place) == "1,0"
    either.run(f"{fields('A_1')}[0].select()")
    written(either, "A_1", ["0.3", "0.9858", "0.0001"])
    either.run(f"{fields('A_1')}[3].focus()")
    until(either, f"({place}) === '0,0'")  # what it was about is right now
    assert either.messages == []


def test_what_has_to_be_found_first_is_asked(either, address):
    fresh(either, address, "en")
    either.run("document.querySelectorAll('[data-line=A_2] .buttons button')[1].click()")
    until(either, "document.querySelector('[data-line=A_2] .helps .headline')")
    either.run("document.querySelectorAll('[data-line=A_2] .buttons button')[1].click()")
    until(either, "document.querySelector('[data-line=A_2] .small-questions input')")
    assert either.run("document.querySelector('[data-line=A_2] .small-questions').dataset.line") == "Q_2"
    either.run("document.querySelector('[data-line=A_2] .small-questions input').focus()")
    either.type("2")
    either.press("Enter")
    until(either, "document.querySelector('[data-line=A_2] .small-questions .said').textContent")
    assert either.messages == []


@pytest.mark.parametrize(("language", "hint", "wrong"), [("de", "Ein Hinweis", "falsch"), ("fr", "Un indice", "faux")])
def test_by_touch_in_other_languages(either, address, language, hint, wrong):
    either.touched(True)
    try:
        fresh(either, address, language, PHONE)
        for k, text in enumerate(("0,5", "2")):
            tap(either, f"{fields('Q_1')}[{k}]")
            either.type(text)
        tap(either, f"{fields('Q_1')}[2]")
        until(either, f"{fields('Q_1')}[1].className")
        assert looks(either, "Q_1")[:2] == ["wrong", "right"]
        tap(either, f"{fields('Q_1')}[0]")
        tap(either, f"{fields('Q_1')}[3]")
        for sign in "√−":
            tap(either, f"[...document.querySelectorAll('#signs button')].find(one => one.textContent === '{sign}')")
        assert either.run(f"{fields('Q_1')}[3].value") == "√−"
        tap(either, button(hint))
        until(either, "document.querySelector('[data-line=Q_1] .helps .headline')")
        tap(either, "document.querySelector('details.how summary')")
        assert "0,5" in either.run("document.querySelector('details.how').textContent")
        assert either.run("document.documentElement.scrollWidth") <= PHONE[0]
        assert either.run(SMALL) == []
        told = either.run(f"practice.ask('check', {json.dumps({'answers': {'q1': {'Q_1': [['7', '2'], ['3', '4']]}}})}, 'two-{language}')")
        assert wrong in told["lines"]["q1"]["Q_1"]["html"]
    finally:
        either.touched(False)


def test_a_given_is_slid_and_the_weights_are_warmed(either, address):
    """By the keyboard, as the exact solver has it."""
    question = load(find(TWO)).questions[0]
    slid = dict(question.given) | {"X": Matrix.of([[Number.of(11) / 10, 2], [3, 4]])}
    exact = solve(question.plan, slid)
    warmed = solve(Plan.read(["A = softmax(L / 2)"]), {"L": exact["L_1"]})["A"]
    fresh(either, address, "en")
    either.run(f"{button('What if')}.click()")
    until(either, "document.querySelector('.moved-lines tbody tr')")
    assert either.run("document.querySelectorAll('.moved-lines .moves').length") == 0
    assert either.run("document.getElementById('slide').hidden")
    either.run("document.querySelector('.matrix-input[aria-label=X] input').focus()")
    assert either.run("document.querySelector('label[for=slide]').textContent") == "Slide entry X, row 1, column 1"
    for slider, times, value in (("slide", 1, exact["L_1"]), ("warm", 10, warmed)):
        either.run(f"document.getElementById('{slider}').focus()")
        for _ in range(times):
            either.press("ArrowRight")
        wanted = json.dumps([decimal(x, 4) for row in value.cells() for x in row])
        until(either, f"[...document.querySelectorAll('.moved-lines tr')].some(row => {wanted}.every(x => row.cells[3].textContent.includes(x)))")
    assert either.run("document.querySelector('.matrix-input[aria-label=X] input').value") == "1.1"
    assert either.run("document.querySelector('.fields-row output').textContent") == "2"
    assert either.run("[...document.querySelectorAll('.looks svg')].map(drawing => drawing.querySelectorAll('path').length)") == [3, 4] * 2  # a weight of 0.00 has no line
    for size, dark in ((WIDE, False), (PHONE, True)):
        either.look(size, dark)
        assert either.run("document.documentElement.scrollWidth") <= size[0]
        assert axe(either) == []
    assert either.messages == []


def test_row_and_column_meet_where_the_entry_stands(either, address):
    stage = ".stage[data-line=Q_1]"
    lit = f"document.querySelector('{stage} .lit')"
    met = f"""[...document.querySelectorAll('{stage} .from')].map(part => {{
        const middle = x => (b => [b.x + b.width / 2, b.y + b.height / 2])(x.getBoundingClientRect());
        const near = k => Math.abs(middle(part)[k] - middle({lit})[k]) < 1;
        return [part.dataset.of, part.dataset.i, part.dataset.j, near(1) ? 'beside' : near(0) ? 'above' : 'elsewhere'];
    }})"""

    def meeting(row: int, column: int) -> None:
        until(either, f"{lit}?.dataset.i === '{row}' && {lit}.dataset.j === '{column}' && document.querySelector('{stage} .from')")
        until(either, f"{met}.every(([of, i, j]) => of === 'X' ? i === '{row}' : j === '{column}')")  # the last ones have gone
        rows = [["X", str(row), str(k), "beside"] for k in range(2)]
        assert sorted(either.run(met)) == [["W_Q_1", str(k), str(column), "above"] for k in range(2)] + rows
        until(either, f"document.querySelector('{stage} .lit-says')?.textContent.includes('row {row + 1} of')")

    fresh(either, address, "en")
    either.run(f"{button('Picture')}.click()")
    until(either, f"document.querySelector('{stage} .result button')")
    either.run(f"document.querySelector('{stage} .result button').focus()")
    meeting(0, 0)
    either.press("ArrowDown")
    meeting(1, 0)
    either.press("ArrowRight")
    meeting(1, 1)
    cell = f"document.querySelectorAll('{stage} .result button')[1]"
    either.point(*either.run(f"({cell}.scrollIntoView({{block: 'center'}}), (b => [b.x + b.width / 2, b.y + b.height / 2])({cell}.getBoundingClientRect()))"))
    meeting(0, 1)
    either.touched(True)
    tap(either, f"document.querySelectorAll('{stage} .result button')[2]")
    meeting(1, 0)
    either.touched(False)
    for size, dark in ((WIDE, False), (PHONE, True)):
        either.look(size, dark)
        assert either.run("document.documentElement.scrollWidth") <= size[0]
        assert axe(either) == []
    assert either.messages == []
