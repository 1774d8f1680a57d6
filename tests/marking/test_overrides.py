"""A grader's own marks: for a line, several lines, a question, a script; for a student, several, an explanation."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from symattn.errors import SymattnError
from symattn.marking.findings import findings
from symattn.marking.overrides import GraderMarks
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result
from symattn.marking.said import reading, told

SLIP = Found("L", "unscaled", told("quoted", text="did not divide by √d_k"))


def line(name: str, verdict: str = "correct", marks: float = 2, slip: Found | None = None) -> Result:
    still_open = Fraction(2 if verdict == "unreadable" else 0)
    return Result(name, verdict, marks=Fraction(marks), of=Fraction(2), open=still_open, slip=slip, written=(("1",),))


def script() -> AnswerReport:
    """Two questions: S right, L with a slip, A right from it and T asked for no marks; two lines that cannot be read."""
    first = (line("S"), line("L", "slip", 1, SLIP), line("A", "follows"), Result("T", "correct", written=(("1",),)))
    second = (line("S", "unreadable", 0), line("A", "unreadable", 0))
    return AnswerReport("in/ada.toml", (QuestionReport("q1", first), QuestionReport("q2", second)), student="ada")


CASES: dict[str, tuple[str, dict[str, float]]] = {
    "nothing": ("", {}),
    "a line": ("[ada.q1]\nS.marks = 0\n", {"q1.S": 0}),
    "a line, as one key": ('[ada]\n"q1.S" = { marks = 0 }\n', {"q1.S": 0}),
    "every line of a question": ('[ada]\n"q2.*" = { marks = 1 }\n', {"q2.S": 1, "q2.A": 1}),
    "every line of a question, in its table": ('[ada.q2]\n"*" = { marks = 1 }\n', {"q2.S": 1, "q2.A": 1}),
    "a line in every question": ('[ada]\n"*.S" = { marks = 1 }\n', {"q1.S": 1, "q2.S": 1}),
    "every line, but for one": ('[ada]\n"*" = { marks = 1 }\nq1.L.marks = 2\n', {"q1.S": 1, "q1.L": 2, "q1.A": 1, "q2.S": 1, "q2.A": 1}),
    "a question": ("[ada]\nq2.marks = 3\n", {"q2.S": 1.5, "q2.A": 1.5}),
    "a question, with less than it has": ("[ada.q1]\nmarks = 4\n", {"q1.S": 1.6, "q1.L": 0.8, "q1.A": 1.6}),
    "a question in full": ("[ada.q1]\nmarks = 6\n", {"q1.L": 2}),
    "the script": ("[ada]\nmarks = 10\n", {"q1.L": 2, "q2.S": 2, "q2.A": 2}),
    "the script, half of what it lacks": ("[ada]\nmarks = 7.5\n", {"q1.L": 1.5, "q2.S": 1, "q2.A": 1}),
    "the script, nothing": ("[ada]\nmarks = 0\n", {"q1.S": 0, "q1.L": 0, "q1.A": 0}),
    "a line and then the question": ("[ada.q2]\nmarks = 3\nS = { marks = 2 }\n", {"q2.S": 2, "q2.A": 1}),
    "everybody": ('["*"]\nq1.S.marks = 0\n', {"q1.S": 0}),
    "everybody but one": ('["*"]\nq1.S.marks = 0\n[ada]\nq1.S.marks = 1\n', {"q1.S": 1}),
    "some students": ('[[group]]\nscripts = ["a*", "bo"]\nq1.S.marks = 0\n', {"q1.S": 0}),
    "somebody else": ('["b*"]\nmarks = 0\n', {}),
    "an explanation": ('[[group]]\nexplanation = "unscaled at q1.L"\nq1.L.marks = 2\n', {"q1.L": 2}),
    "an explanation, wherever": ('[[group]]\nexplanation = "unscaled at *"\nq1.L.marks = 2\n', {"q1.L": 2}),
    "the lines that an explanation costs": ('[[group]]\nexplanation = "unreadable at *"\n"*" = { marks = 1 }\n', {"q2.S": 1, "q2.A": 1}),
    "the lines of a question that cannot be read": ('[[group]]\nexplanation = "unreadable at q2.*"\n"q2.*" = { marks = 1 }\n', {"q2.S": 1, "q2.A": 1}),
    "an explanation and a question": ('[[group]]\nexplanation = "unreadable at q2"\nq2.marks = 2\n', {"q2.S": 1, "q2.A": 1}),
    "an explanation, and a student's question": (
        '[[group]]\nexplanation = "unreadable at q2"\n"q2.*" = { marks = 1 }\n[ada.q2]\nmarks = 4\n', {"q2.S": 2, "q2.A": 2},
    ),
    "an explanation's question, and a student's line": (
        '[[group]]\nexplanation = "unreadable at q2"\nq2.marks = 4\n[ada.q2]\nS.marks = 1\n', {"q2.S": 1},
    ),
    "an explanation that does not fit": ('[[group]]\nexplanation = "hardmax at *"\nmarks = 0\n', {}),
}  # fmt: skip


def decided(folder: Path, text: str, report: AnswerReport) -> AnswerReport:
    (folder / "marks.toml").write_text(text, "utf-8")
    return GraderMarks.read(folder / "marks.toml").on(report)


@pytest.mark.parametrize(("text", "changed"), CASES.values(), ids=CASES)
def test_marks_go_where_they_are_said_to(tmp_path: Path, text: str, changed: dict[str, float]) -> None:
    before = {f"{q.id}.{r.name}": r for q in script().questions for r in q.results}
    after = {f"{q.id}.{r.name}": r for q in decided(tmp_path, text, script()).questions for r in q.results}
    assert {name: float(r.marks) for name, r in after.items() if r.marks != before[name].marks} == changed
    assert all(after[name].graded and not after[name].open for name in changed)


def unread(*names: str, slip: Found | None = None) -> AnswerReport:
    """A question in which some lines cannot be read, L has a slip, and the others are wrong."""
    lines = [line(name, "unreadable", 0) if name in names else line(name, "incorrect", 0.5) for name in "SAH"]
    return AnswerReport("in/ada.toml", (QuestionReport("q1", (*lines, line("L", "slip", 1, slip or SLIP))),), student="ada")


BOTH = '[[group]]\nexplanation = "%s at q1%s"\nq1.S = { marks = 2 }\nq1.A = { marks = 0 }\nq1.L = { marks = 0 }\n'


@pytest.mark.parametrize(("names", "changed"), [("S", {"S": 2}), ("SA", {"S": 2}), ("A", {}), ("", {})])
def test_what_is_said_of_lines_that_cannot_be_read_holds_where_they_cannot_be(tmp_path: Path, names: str, changed: dict[str, float]) -> None:
    """A class's group lists every line that somebody's file had unreadable: a slip told at one of them in another's file keeps its marks."""
    report = unread(*names)
    before = {r.name: r.marks for r in report.questions[0].results}
    after = decided(tmp_path, BOTH % ("unreadable", ""), report).questions[0].results
    assert {r.name: r.marks for r in after if r.marks != before[r.name]} == changed
    assert {r.name for r in after if r.graded} == set(names)


def test_a_slip_at_a_line_of_no_marks_is_decided_where_it_costs(tmp_path: Path) -> None:
    """It costs the first line with marks that shows it, A in one file and S in another: what is said of A holds in the first alone."""
    shown = Found("T", "unscaled", SLIP.what)
    for at, other in (("A", "S"), ("S", "A")):
        lines = (line(at, "slip", 1, shown), line(other, "incorrect", 0.5), Result("T", "missing"))
        report = AnswerReport("in/ada.toml", (QuestionReport("q1", lines),), student="ada")
        after = decided(tmp_path, BOTH.replace("q1.L = { marks = 0 }", "") % ("unscaled", ".T"), report).questions[0].results
        assert {r.name for r in after if r.graded} == {at}


def test_a_remark_on_a_whole_stands_once(tmp_path: Path) -> None:
    found = decided(tmp_path, '[ada]\nmarks = 10\nremark = "seen on paper"\n', script())
    said = [r.message for q in found.questions for r in q.results]
    assert sum("seen on paper" in words for words in said) == 1
    assert found.marks == found.of
    assert found.open == 0


def test_a_file_that_cannot_be_read_is_one_explanation_whose_script_gets_marks(tmp_path: Path) -> None:
    report = AnswerReport("in/ada.tex", script().questions, student="ada", error=reading("not_utf8", byte=3))
    (found,) = findings(report)
    assert found.name == "unreadable file: byte … is not UTF-8"
    other = AnswerReport("in/bo.tex", script().questions, student="bo", error=reading("not_utf8", byte=77))
    assert findings(other) == (found,)
    assert decided(tmp_path, '[[group]]\nexplanation = "unreadable file: *"\nmarks = 8\n', report).marks == 8


def test_two_slips_are_two_explanations() -> None:
    both = Found("L", "unscaled", SLIP.what, second=Found("A", "softmax-columns", SLIP.what))
    report = AnswerReport("ada", (QuestionReport("q1", (line("L"), line("A", "slip", 0, both))),))
    assert [(one.name, one.lines) for one in findings(report)] == [("unscaled at q1.L", ("L",)), ("softmax-columns at q1.A", ("A",))]


WRONG = {
    "a line that is not there": ("[ada.q1]\nX.marks = 1\n", "ada: q1.X: no such line"),
    "a question that is not there": ("[ada.q3]\nmarks = 1\n", "ada: q3: no such line"),
    "more than a line has": ('[ada]\n"q1.*" = { marks = 3 }\n', "q1.S: 3 marks; write a number from 0 to 2"),
    "more than a question has": ("[ada.q1]\nmarks = 7\n", "ada: q1: 7 marks; write a number from 0 to 6"),
    "more than a script has": ("[ada]\nmarks = 11\n", "ada: the script: 11 marks; write a number from 0 to 10"),
    "no marks": ('[ada]\n"q1.*" = { points = 3 }\n', "write [STUDENT.QUESTION]"),
    "marks without a place": ("ada = 20\n", "write [STUDENT.QUESTION]"),
    "no number": ('[ada]\nmarks = "20"\n', "write [STUDENT.QUESTION]"),
    "twice": ('[ada.q1]\nS.marks = 1\n[[group]]\nscripts = ["ada"]\n"q1.S".marks = 1\n', "decided twice"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SymattnError) as caught:
        decided(tmp_path, text, script())
    assert said in str(caught.value)


@pytest.mark.parametrize(("name", "met"), [("ada", True), ("a*", True), ("zoe", False), ("z*", False)])
def test_names_that_mean_nobody_are_told(name: str, met: bool) -> None:
    assert GraderMarks({name: {}}, {name: {}}).unused(["ada", "bo"]) == GraderMarks({}, {name: {}}).unmet(["ada"]) == ([] if met else [name])
