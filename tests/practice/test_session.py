"""The conversation between page and engine, without a browser: what is asked, what comes back, what is refused."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from symattn.files import find, shipped
from symattn.marking.course import Course
from symattn.practice.desk import Desk
from symattn.practice.session import REQUESTS, Session

X_ONLY = """
[[question]]
steps = ["B = A @ A", "C = B @ B", "D = softmax(C)"]
given.A = [[1, 2], [0, 1]]
"""


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """A function from a request to its answer."""
    monkeypatch.chdir(tmp_path)
    session = Session(Path())

    def answer(do: str, **facts):
        return json.loads(session.answer(json.dumps({"do": do, **facts})))

    return answer


@pytest.fixture
def opened(ask, tmp_path):
    """The same with a small sheet open."""
    (tmp_path / "sheet.toml").write_text(X_ONLY, encoding="utf-8")
    assert "error" not in ask("open", sheet="sheet.toml")
    return ask


def test_nothing_can_be_asked_before_a_sheet_is_open(ask):
    assert {ask(what)["error"] for what in REQUESTS} == {"no sheet is open"}


def test_what_is_pasted_is_understood_in_any_format(opened):
    for text in ("[[1, 1/2], [0, 0.50]]", r"\begin{pmatrix} 1 & \frac12 \\ 0 & 0.50 \end{pmatrix}", "1\t1/2\n0\t0.50", "[1 1/2; 0 0.50]",
                 "B = [1 1/2; 0 0.50]"):  # fmt: skip
        found = opened("read", question="q1", line="B", value=text)
        assert [len(row) for row in found["cells"]] == [2, 2], text
        assert found["cells"][1][1] == "0.50"
        assert "<mtable" in found["html"]
    wrong = opened("read", question="q1", line="B", value="[[1, 2], [3]]")
    assert wrong["cells"] == []
    assert "row" in wrong["says"]


def test_a_wrong_answer_does_not_show_what_is_right(opened):
    answers = {"q1": {"B": [["1", "4"], ["0", "1"]], "D": [["0.1", "0.9"], ["0.3", "0.7"]]}}
    found = opened("check", answers=answers)["lines"]["q1"]
    assert (found["B"]["kind"], found["C"]["kind"], found["D"]["kind"]) == ("right", "missing", "wrong")
    assert found["D"]["entries"] == [["incorrect", "incorrect"], ["incorrect", "incorrect"]]
    for digits in ("0.0003", "0.9997", "0.0180", "0.2689"):
        assert digits not in found["D"]["html"]


UNSCALED = """
[[question]]
steps = ["L = S / sqrt(cols(S))", "A = softmax(L)"]
given.S = [[1, 2, 0, 1], [0, 1, 3, 1]]
[[question]]
id = "shapes"
shapes.X = ["B", "n", "d"]
steps = ["Y = X.T"]
[[question.part]]
asks = ["Y"]
"""


def test_the_summary_tells_of_a_slip_made_earlier_as_the_feedback_does(ask, tmp_path):
    (tmp_path / "sheet.toml").write_text(UNSCALED, encoding="utf-8")
    assert "error" not in ask("open", sheet="sheet.toml")
    unscaled = [["0.1966", "0.5344", "0.0723", "0.1966"], ["0.0377", "0.1025", "0.7573", "0.1025"]]
    found = ask("check", answers={"q1": {"A": unscaled}})["lines"]["q1"]["A"]
    assert found["told"] == "wrong only by a slip made earlier"
    assert found["told"] in found["html"]


def test_what_is_understood_of_a_shape_is_the_shape(ask, tmp_path):
    (tmp_path / "sheet.toml").write_text(UNSCALED, encoding="utf-8")
    assert "html" not in ask("open", sheet="sheet.toml")  # the page has it, and need not wait for it
    assert Desk.opened(tmp_path / "sheet.toml", tmp_path).html().count("data-shape") == 1
    read = partial(ask, "read", question="shapes", line="Y")
    assert read(value="(B, n, d)")["says"] == ""
    assert "(B, n, d)" in read(value="(B, n, d)")["html"]
    assert "size" in read(value="(B, , d)")["says"]
    assert read(value="(B, , d)")["html"] == ""


def judged(ask, line, texts, **before):
    """The verdicts on the entries of a line that are filled in, by their places."""
    found = ask("cells", question="q1", line=line, texts=texts, answers={"q1": before})["cells"]
    return {(one["row"], one["column"]): one["verdict"] for one in found}


def test_entries_are_judged_one_by_one_however_many_there_are(opened):
    assert judged(opened, "B", [["1", "8/2"], ["1", "1"]]) == {
        (0, 0): "correct", (0, 1): "correct", (1, 0): "incorrect", (1, 1): "correct",
    }  # fmt: skip
    assert judged(opened, "B", [["", "?"], ["", "5"]]) == {(0, 1): "unreadable", (1, 1): "incorrect"}
    assert judged(opened, "B", [["", ""], ["", ""]]) == {}
    assert judged(opened, "B", [["1", "4", "0"]]) == dict.fromkeys([(0, 0), (0, 1), (0, 2)], "undecided")  # of another shape


def test_an_unreadable_entry_is_told_by_itself(opened):
    (one,) = opened("cells", question="q1", line="B", texts=[["", ""], ["", "2*"]], answers={})["cells"]
    assert (one["row"], one["column"], one["verdict"]) == (1, 1, "unreadable")
    assert one["why"].startswith("expected a number")
    assert "row" not in one["why"]


@pytest.mark.parametrize(("language", "begins"), [("de", "'?' hat hier keine"), ("fr", "'?' n’a pas de sens ici")])
def test_why_an_entry_cannot_be_read_is_said_in_the_language_of_the_sheet(ask, tmp_path, language, begins):
    (tmp_path / "sheet.toml").write_text(f'language = "{language}"\n{X_ONLY}', encoding="utf-8")
    ask("open", sheet="sheet.toml")
    (one,) = ask("cells", question="q1", line="B", texts=[["", "?"], ["", ""]], answers={})["cells"]
    assert one["why"].startswith(begins)
    says = ask("read", question="q1", line="B", value=[["1", "?"], ["0", "1"]])["says"]
    assert begins in says
    assert "column" not in says


def test_an_entry_may_follow_from_the_students_own_values(opened):
    wrong = [["1", "5"], ["0", "1"]]  # C would be [[1, 10], [0, 1]]
    assert judged(opened, "C", [["", "10"], ["", ""]], B=wrong) == {(0, 1): "follows"}
    assert judged(opened, "C", [["", "8"], ["", ""]], B=wrong) == {(0, 1): "correct"}
    assert judged(opened, "C", [["", "9"], ["", ""]], B=wrong) == {(0, 1): "undecided"}  # what is wrong before it may explain it
    assert judged(opened, "C", [["", "9"], ["", ""]]) == {(0, 1): "incorrect"}
    assert judged(opened, "D", [["0.0009", ""], ["0.5", ""]]) == {(0, 0): "correct", (1, 0): "incorrect"}
    assert judged(opened, "D", [["0.0010", "0.9989"], ["", ""]]) == {(0, 0): "undecided", (0, 1): "undecided"}  # rounding may lead there


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", [{}, {"Q": [["1", "1"], ["1", "0"]]}], ids=["alone", "after a wrong line"])
def test_a_check_finds_its_search_made_and_says_the_same(tmp_path, monkeypatch, first):
    """Work is counted: how often a line is run again with something done otherwise."""
    monkeypatch.chdir(tmp_path)
    runs: list[str] = []
    done = Course._done
    monkeypatch.setattr(Course, "_done", lambda course, call, *facts: (runs.append(call.out), done(course, call, *facts))[1])

    def opened():
        session = Session(tmp_path)
        session.answer(json.dumps({"do": "open", "sheet": str(find("cross-attention"))}))
        return lambda do, answers: json.loads(session.answer(json.dumps({"do": do, "answers": {"q1": answers}})))

    def checked(ask):
        runs.clear()
        found = ask("check", {**first, "Y": [["0.37", "0.41"], ["0.43", "0.47"]]})
        assert found["lines"]["q1"]["Y"]["verdict"] == "incorrect"
        return found, len(runs)

    plain, worked = checked(opened())
    ask = opened()
    pieces = 0
    while ask("prepare", first)["more"]:
        pieces += 1
    found, later = checked(ask)
    assert found == plain
    assert worked > 1000
    assert later < worked / 5  # what is left are the secants towards one wrong number
    assert pieces > 10
    assert not ask("prepare", first)["more"]


LONG = ("backward-through-a-head", "gated-block", "stated-weights")
"""The shipped sheets with the longest searches."""
MOST_RUNS = 6_000
"""Runs of a line that a check may do itself: a tenth or two of a second in a browser."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", LONG)
def test_the_line_that_the_student_goes_to_is_prepared_first(tmp_path, monkeypatch, name):
    """Straight to the last line, wrong without anything before it: after no more work than its search is, a check does little.
    Work is counted as runs of a line, whichever line."""
    monkeypatch.chdir(tmp_path)
    runs: list[str] = []
    done = Course._done
    monkeypatch.setattr(Course, "_done", lambda course, call, *facts: (runs.append(call.out), done(course, call, *facts))[1])

    def opened():
        session = Session(tmp_path)
        sheet = json.loads(session.answer(json.dumps({"do": "open", "sheet": str(find(name))})))
        last = [field for field in sheet["fields"] if field["rows"]][-1]
        return lambda do, **facts: json.loads(session.answer(json.dumps({"do": do, **facts}))), last

    ask, last = opened()
    wrong = [[f"0.{37 + 4 * (i * last['cols'] + j)}31" for j in range(last["cols"])] for i in range(last["rows"])]
    answers = {last["question"]: {last["line"]: wrong}}
    plain = ask("check", answers=answers)
    search = len(runs)

    ask, _ = opened()
    runs.clear()
    while len(runs) < search and ask("prepare", answers={}, first=[last["question"], last["line"]])["more"]:
        pass
    runs.clear()
    assert ask("check", answers=answers) == plain
    assert len(runs) < min(MOST_RUNS, search / 4)


def test_a_hint_has_numbers_only_where_the_student_has_them(opened):
    first = opened("help", question="q1", line="C", step="hint", answers={})["html"]
    then = opened("help", question="q1", line="C", step="hint", answers={"q1": {"B": [["1", "4"], ["0", "1"]]}})["html"]
    assert "<mn>4</mn>" not in first
    assert "<mn>4</mn>" in then
    assert "<mn>8</mn>" not in then  # the result


def test_help_goes_from_the_formula_to_the_solution(opened):
    shown = [opened("help", question="q1", line="B", step=step, answers={})["html"] for step in ("hint", "entry", "working", "solution")]
    assert re.search(r"row 1 of <math.*?A.*?</math> times column 1 of <math", shown[1])
    assert all("<mn>4</mn>" in html for html in shown[2:])
    assert "no such help" in opened("help", question="q1", line="B", step="everything", answers={})["error"]


def test_what_moves_is_said_and_shaded(opened):
    found = opened("change", question="q1", given="A", cells=[["1", "2"], ["0", "1"]])["html"]
    assert 'class="moves"' not in found
    found = opened("change", question="q1", given="A", cells=[["1", "3"], ["0", "1"]])["html"]
    assert found.count('class="moves"') == 3
    assert " used" in found or '"used' in found
    assert "<svg" in found
    assert "Before" in found
    assert re.search(r'aria-label="After: [^"]*1 at 2: \d\.\d\d', found)  # as lines from token to token
    told = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", found))
    assert "in row 1, because A moves" in told
    for temperature in ("", "2"):
        told = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", opened("change", question="q1", given="A", cells=[["1", "2"], ["0", "1"]], temperature=temperature)["html"]))
        assert "nothing that it is made of moves" in told
    assert "keeps its shape" in opened("change", question="q1", given="A", cells=[["1", "3"]])["error"]
    assert "no given" in opened("change", question="q1", given="B", cells=[["1"]])["error"]
    assert "error" in opened("change", question="q1", given="A", cells=[["1", "3"], ["0", "huh"]])


def test_a_temperature_moves_the_weights_and_what_is_made_of_them(opened):
    change = partial(opened, "change", question="q1", given="A", cells=[["1", "2"], ["0", "1"]])
    assert change(temperature="1")["html"] == change()["html"]
    assert change(temperature="2")["html"].count('class="moves"') == 1
    hot, cold = (re.findall(r'aria-label="After: ([^"]*)"', change(temperature=t)["html"])[0] for t in ("1000", "0.1"))
    assert "1 at 1: 0.50" in hot or "1 at 1: 0.49" in hot
    assert "1 at 2: 1.00" in cold
    assert {change(temperature=t).get("error", "")[-30:] for t in ("0", "-2")} == {"temperature; write a number above 0"[-30:]}


def test_the_answer_file_has_what_was_typed_and_no_more(opened):
    saved = opened("export", answers={"q1": {"B": [["0.50", ""], ["√2", '"']], "C": [["", ""]]}})
    assert saved["name"] == "answers.json"
    assert json.loads(saved["text"]) == {"q1": {"B": [["0.50", ""], ["√2", '"']]}}


@pytest.mark.exhaustive
def test_a_draw_is_the_same_for_everybody_and_a_bad_one_is_refused(ask):
    sheet = str(find("two-heads-template"))
    one = ask("open", sheet=sheet, seed="7")
    assert ask("open", sheet=sheet, seed="7") == one
    assert ask("open", sheet=sheet, seed="8")["html"] != one["html"]
    assert "no whole number" in ask("open", sheet=sheet, seed="x")["error"]
    assert "[vary]" in ask("open", sheet=str(find("causal-mask")), seed="7")["error"]


def test_letters_go_without_sympy(ask, monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)  # as in the browser
    for field in ask("open", sheet=str(find("positions-in-letters")))["fields"][:3]:
        assert "error" not in ask("help", question=field["question"], line=field["line"], step="working", answers={})


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_sheet_opens_and_helps(ask, name):
    fields = ask("open", sheet=str(shipped()[name]))["fields"]
    for field in fields[:3] + fields[-1:]:
        for step in ("hint", "entry", "working"):
            found = ask("help", question=field["question"], line=field["line"], step=step, answers={})
            assert "error" not in found, (field, step)


NAME = re.compile(r"<msub><mi>(?:[εςσ]</mi><mn>\d+</mn>|d</mi><mi>k</mi>)</msub>")


def undefined(html: str) -> set[str]:
    """The names in a piece of help that no equation in it begins with."""
    bare = re.sub(r"<[^>]*>|\s", "", html)
    names = {re.sub("<[^>]*>", "", found) for found in NAME.findall(html)}
    return {name for name in names if not re.search(f"{name}[=≈]", bare)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["two-heads-by-hand", "softmax-step-by-step", "backward-through-a-head"])
def test_help_has_no_name_that_it_does_not_define(ask, name):
    fields = ask("open", sheet=str(shipped()[name]))["fields"]
    for field in fields:
        for step in ("hint", "entry", "working", "solution"):
            html = ask("help", question=field["question"], line=field["line"], step=step, answers={})["html"]
            assert not undefined(html), (field["line"], step)


def test_a_slip_that_speaks_of_the_width_says_what_it_is(ask):
    ask("open", sheet=str(shipped()["two-heads-by-hand"]))
    html = ask("check", answers={"q1": {"L_1": [["4", "10"], ["10", "24"]]}})["lines"]["q1"]["L_1"]["html"]
    assert "did not divide" in html
    assert not undefined(html)


@pytest.mark.parametrize("typed", ["1/2", "1:2", "1⁄2", "½", "0,5", ".5", "max(0, 1/2)", "relu(1/2)", "2^-1", "1÷2"])
def test_a_half_is_typed_in_many_ways(ask, tmp_path, typed):
    (tmp_path / "sheet.toml").write_text('[[question]]\nsteps = ["B = A / 2"]\ngiven.A = [[1, 1]]\n', encoding="utf-8")
    ask("open", sheet="sheet.toml")
    assert judged(ask, "B", [[typed, "1:3"]]) == {(0, 0): "correct", (0, 1): "incorrect"}
    assert ask("check", answers={"q1": {"B": [[typed, "0.5"]]}})["lines"]["q1"]["B"]["verdict"] == "correct"


@pytest.mark.parametrize("typed", ["max(0, t)", "relu(t)", "ReLU(t)", "max(t, 0)", "(t + |t|)/2"])
def test_a_relu_of_a_letter_is_typed_in_many_ways(ask, tmp_path, typed):
    (tmp_path / "sheet.toml").write_text('[[question]]\nsteps = ["B = relu(A)"]\nletters.t = "real"\ngiven.A = [["t", "t"]]\n', encoding="utf-8")
    ask("open", sheet="sheet.toml")
    assert judged(ask, "B", [[typed, "t"]]) == {(0, 0): "correct", (0, 1): "incorrect"}


def test_what_is_no_quotient_is_not_read_as_one(ask, tmp_path):
    (tmp_path / "sheet.toml").write_text('[[question]]\nsteps = ["B = A / 2"]\ngiven.A = [[1, 1]]\n', encoding="utf-8")
    ask("open", sheet="sheet.toml")
    assert set(judged(ask, "B", [["12:30:15", "1:"]]).values()) == {"unreadable"}


EARNED = {
    "": ("1 of 4 entries is right, which earns ¼ mark.", "But for that slip it is right, which earns ½ mark.", "2 of 3 sizes are right, which earns ¼ mark."),
    "de": ("1 von 4 Einträgen ist richtig; das gibt ¼ Punkt.", "Abgesehen von diesem Fehler ist es richtig; das gibt ½ Punkt.", "2 von 3 Größen sind richtig; das gibt ¼ Punkt."),
    "fr": ("1 coefficient sur 4 est juste, ce qui vaut ¼ point.", "À cette erreur près, c’est juste, ce qui vaut ½ point.", "2 tailles sur 3 sont justes, ce qui vaut ¼ point."),
}  # fmt: skip


@pytest.mark.parametrize("language", EARNED)
def test_one_of_several_is_said_as_one(ask, tmp_path, language):
    text = find("batched-shapes").read_text(encoding="utf-8")
    (tmp_path / "sheet.toml").write_text(f'language = "{language}"\n{text}' if language else text, encoding="utf-8")
    assert "error" not in ask("open", sheet="sheet.toml")
    told = ask("check", answers={"q1": {"Q": "(B, n, 3)", "K": "(B, 3, 3)"}})["lines"]["q1"]
    one, two = {"": ("1 of 3 sizes is wrong.", "2 of 3 sizes are wrong."), "de": ("1 von 3 Größen ist falsch.", "2 von 3 Größen sind falsch."),
                "fr": ("1 taille sur 3 est fausse.", "2 tailles sur 3 sont fausses.")}[language]  # fmt: skip
    assert one in told["Q"]["html"]
    assert two in told["K"]["html"]


@pytest.mark.parametrize("language", EARNED)
def test_what_earned_a_part_of_the_marks_is_said(ask, tmp_path, language):
    for name, line, answer, told in (
        ("two-heads-by-hand", "V_1", [["1", "9"], ["7", "7"]], EARNED[language][0]),
        ("two-heads-by-hand", "L_1", [["4", "10"], ["10", "24"]], EARNED[language][1]),
        ("batched-shapes", "Q", "(B, n, 3)", EARNED[language][2]),
    ):
        text = find(name).read_text(encoding="utf-8")
        (tmp_path / "sheet.toml").write_text(f'language = "{language}"\n{text}' if language else text, encoding="utf-8")
        assert "error" not in ask("open", sheet="sheet.toml")
        assert told in ask("check", answers={"q1": {line: answer}})["lines"]["q1"][line]["html"]


SHAPES = ["1024x8x128", "1024 8 128", "torch.Size([1024, 8, 128])", "1024×8×128", "(1024, 8, 128)", "[1024 x 8 x 128]"]


@pytest.mark.parametrize("typed", SHAPES)
def test_a_shape_is_typed_in_many_ways(ask, tmp_path, typed):
    sheet = '[[question]]\nshapes.X = [1024, 8, 128]\nsteps = ["Y = X + X"]\n[[question.part]]\nasks = ["Y"]\n'
    (tmp_path / "sheet.toml").write_text(sheet, encoding="utf-8")
    assert "error" not in ask("open", sheet="sheet.toml")
    assert ask("check", answers={"q1": {"Y": typed}})["lines"]["q1"]["Y"]["verdict"] == "correct"


LETTERS = {"Bxnx2d": "correct", "B n 2d": "correct", "B by n by 2 * d": "correct", "(B x n x 2d)": "correct",
           "B n d": "incorrect", "B n 2 d": "unreadable", "B n": "unreadable", "2d": "incorrect"}  # fmt: skip


@pytest.mark.parametrize(("typed", "verdict"), LETTERS.items())
def test_the_letters_of_a_shape_are_told_apart(ask, tmp_path, typed, verdict):
    sheet = '[[question]]\nshapes.X = ["B", "n", "2*d"]\nsteps = ["Y = X + X"]\n[[question.part]]\nasks = ["Y"]\n'
    (tmp_path / "sheet.toml").write_text(sheet, encoding="utf-8")
    assert "error" not in ask("open", sheet="sheet.toml")
    assert ask("check", answers={"q1": {"Y": typed}})["lines"]["q1"]["Y"]["verdict"] == verdict
