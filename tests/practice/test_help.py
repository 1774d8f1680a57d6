"""Help from what the student has: smaller questions, the entry that is wrong, nothing of the lines before given away."""

from __future__ import annotations

import html
import json
import re
from functools import partial
from pathlib import Path

import pytest
from flint import arb

from symattn.exact.any_matrix import Blocked
from symattn.exact.ball import working
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Matrix
from symattn.exact.text import text
from symattn.files import find, shipped
from symattn.marking.sheet import Ready
from symattn.practice import own
from symattn.practice.desk import Desk
from symattn.practice.helps import asked_in
from symattn.practice.session import Session
from symattn.sheet import load

TWO = "two-heads-by-hand"


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """A function that opens a sheet, perhaps in another language, and gives what asks it."""
    monkeypatch.chdir(tmp_path)

    def open_(name: str, language: str = ""):
        sheet = find(name)
        if language:
            sheet = tmp_path / f"{name}.toml"
            sheet.write_text(f'language = "{language}"\n' + find(name).read_text(encoding="utf-8"), encoding="utf-8")
        session = Session(Path())
        ask = lambda do, **facts: json.loads(session.answer(json.dumps({"do": do, **facts})))  # noqa: E731
        assert "error" not in ask("open", sheet=str(sheet))
        return ask

    return open_


def told(found) -> str:
    """A piece of help as it is read."""
    assert "error" not in found, found
    return re.sub(r"\s+", "", html.unescape(re.sub(r"<[^>]*>", "", found["html"])))


L_1 = {"L_1": [["2.8284", "7.0711"], ["7.0711", "16.9706"]]}


def test_the_wrong_entry_is_explained_with_decimals_between(opened):
    answers = {"q1": {**L_1, "A_1": [["0.0142", "0.9858"], ["0.4", "0.9999"]]}}
    seen = told(opened(TWO)("help", question="q1", line="A_1", step="entry", answers=answers))
    assert "(𝐏1)2,1" in seen, seen
    assert "(𝐏1)1,1" not in seen
    assert "row2of𝐋1[7.071116.9706]" in seen
    assert seen.endswith("=e7.0711e7.0711+e16.9706≈1177.41177.4+23455134.9≈0.0001"), seen


def test_where_a_formula_has_no_parts_what_is_put_in_is_asked(opened):
    """x − m is one step: the smaller questions are what x and m are."""
    answers = {"q1": {"M": [["3"], ["4"]], "D": [["1", "0", "2"], ["-2", "-2", "4"]]}}
    seen, whole = (told(opened("norm-by-hand")("help", question="q1", line="D", step=step, answers=answers)) for step in ("question", "entry"))
    assert "(X)1,1=(M)1,1=Nowputthemin:1−3" in seen
    assert "=1−3=−2" in whole


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["", "de", "fr"])
def test_what_to_do_in_a_derivative_and_between_entries_is_said(opened, language):
    ask = opened("softmax-backwards", language)
    seen = [ask("help", question="jacobian", line=line, step="hint", answers={})["html"] for line in ("J", "h")]
    assert "p(1 − p)" in seen[0]
    assert "−p q" in seen[0]
    assert sum(one.count("<p>") for one in seen) >= 2
    assert seen[1].count({"": "multiply the numbers that", "de": "die Zahlen multiplizieren", "fr": "multipliez les nombres"}[language]) == 1


def test_what_stands_on_a_wrong_line_is_told_from_that_line(opened):
    """0.5 and 0.5 are wrong weights: the entry is explained with them, the right ones are shown nowhere."""
    answers = {"q1": {"V_1": [["1", "-2"], ["3", "-4"]], "A_1": [["0.5", "0.5"], ["0.5", "0.5"]], "H_1": [["7", ""], ["", ""]]}}
    seen = told(opened(TWO)("help", question="q1", line="H_1", step="entry", answers=answers))
    assert "0.5·1+0.5·3=0.5+1.5=2" in seen
    assert "0.0142" not in seen


@pytest.mark.parametrize("step", ["hint", "question", "entry"])
def test_no_step_before_the_working_gives_away_a_line_before(opened, step):
    seen = told(opened(TWO)("help", question="q1", line="H_1", step=step, answers={}))
    assert "Firstfind" in seen
    for value in ("0.0142", "0.9858", "e3", "2.9717"):
        assert value not in seen, value


def test_the_solution_of_one_line_of_several_is_that_of_no_other(opened):
    ask = opened(TWO)
    seen = told(ask("help", question="q1", line="K_1", step="solution", answers={}))
    assert "𝐊1=" in seen
    assert "𝐐1" not in seen
    assert "𝐕1" not in seen
    led = told(opened("softmax-step-by-step")("help", question="q3", line="H", step="solution", answers={}))
    assert all(f"{name}=" in led for name in "VH"), "what nothing asks for on the way is there"
    assert not any(f"{name}=" in led for name in "SLA")


def test_the_solution_of_a_choice_is_the_part_s_on_the_key(tmp_path, monkeypatch):
    """A choice, which is no line."""
    monkeypatch.chdir(tmp_path)
    desk = Desk(Ready(load(find("designs"))), Path())
    single = [(q, part) for q in desk.sheet.questions for part in q.parts if len(asked_in(part)) == 1]
    assert len(single) > 1
    for question, part in single:
        seen = desk.help(question.id, asked_in(part)[0], "solution", {})["html"]
        assert desk.help(question.id, part.label, "solution", {})["html"] == seen
        assert "<math" in seen


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", shipped())
def test_a_solution_shows_no_line_asked_beside_it_and_is_offered_where_it_says_more_than_the_working(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    desk = Desk(Ready(load(find(name))), Path())
    for question in desk.sheet.questions:
        for part in question.parts:
            for field in desk.fields(question, part):
                step = field.steps[-1]
                seen = desk.help(question.id, field.line, step, {})["html"]
                assert seen.count("<p>") or "<math" in seen
                if len(asked_in(part)) > 1 and step == "working":
                    assert desk.help(question.id, field.line, "solution", {})["html"].count("<math") <= seen.count("<math"), field.line


@pytest.mark.parametrize(("language", "why"), [("", "Why:"), ("de", "Warum:"), ("fr", "Pourquoi")])
def test_a_hint_says_what_to_do_and_why(opened, language, why):
    seen = opened(TWO, language)("help", question="q1", line="A_1", step="hint", answers={})["html"]
    assert why in seen
    assert "softmax" in told({"html": seen})


@pytest.mark.parametrize(("language", "says"), [("", "Any choice is right"), ("de", "Richtig ist jede Wahl,"), ("fr", "Est juste tout choix")])
def test_before_a_choice_there_is_no_other(opened, language, says):
    assert says in opened("designs", language)("help", question="average", line="q", step="hint", answers={})["html"]


def test_a_count_that_cannot_be_read_is_told_as_students_are(opened):
    seen = opened("counting-gpt2")("read", question="parameters", line="norms", value="?")["says"]
    assert seen == "'?' has no meaning here; write a polynomial such as 3*d^2 + d, or a number"


@pytest.mark.parametrize(("sheet", "question", "line"), [("transformer-block", "q1", "R"), ("transformer-block", "q1", "Y"), ("backward-through-a-head", "head", "dX")])
def test_only_a_mask_that_is_added_blocks(opened, tmp_path, sheet, question, line):
    assert "−∞" not in opened(sheet)("help", question=question, line=line, step="hint", answers={})["html"]
    masked = '[[question]]\nsteps = ["L = S + M", "A = softmax(L)"]\ngiven.S = [[1, 2]]\ngiven.M = [[0, "-inf"]]\n'
    (tmp_path / "masked.toml").write_text(masked, encoding="utf-8")
    assert "e to −∞ is 0" in opened("masked.toml")("help", question="q1", line="L", step="hint", answers={})["html"]


@pytest.mark.sliced(2)
@pytest.mark.parametrize("line", ["M", "v"])
@pytest.mark.parametrize(("language", "why"), [("", "Why:"), ("de", "Warum:"), ("fr", "Pourquoi")])
def test_a_mean_and_a_variance_are_told_how_and_why(opened, language, why, line):
    assert why in opened("norm-by-hand", language)("help", question="q1", line=line, step="hint", answers={})["html"]


@pytest.mark.exhaustive
def test_a_limit_is_told_how_to_find(opened):
    seen = opened("temperature")("help", question="temperature", line="C", step="hint", answers={})
    assert "exponential that grows fastest" in seen["html"], seen


@pytest.mark.exhaustive
def test_smaller_questions_lead_to_the_entry(opened):
    ask = opened(TWO)
    answers = {"q1": {**L_1, "A_1": [["0.1", "0.9858"], ["0.0001", "0.9999"]]}}
    seen = ask("help", question="q1", line="A_1", step="question", answers=answers)["html"]
    assert seen.count("<li>") == 2
    assert 'class="together" hidden' in seen
    small = partial(ask, "small", question="q1", line="A_1", row=0, column=0, answers=answers)
    for piece, right, wrong in ((0, "16.92", "16.8"), (1, "1177", "1160"), (1, "e^7.0711", "7.0711")):
        assert small(piece=piece, text=right) == {"right": True, "read": True}
        assert small(piece=piece, text=wrong) == {"right": False, "read": True}
    assert small(piece=0, text="huh") == {"right": False, "read": False}
    assert "not asked" in small(piece=2, text="1")["error"]


def test_a_slip_is_asked_with_its_reason(opened):
    ask = opened(TWO)
    found = ask("check", answers={"q1": {"L_1": [["4", "10"], ["10", "24"]]}})
    line = found["lines"]["q1"]["L_1"]
    assert "Could it be that you did not divide" in line["html"]
    assert "softmax saturates" in line["html"]
    assert "You did not divide" in found["report"]  # the marker says what it says


@pytest.mark.parametrize(("sheet", "question", "line", "answer"), [
    (TWO, "q1", "A_1", [["0.01", "0.99"], ["0", "1"]]), ("backward-through-a-head", "head", "A", [["0.2", "0.8"], ["0.2", "0.8"]]),
    ("gated-block", "q1", "A", [["1", "0"], ["0.7", "0.3"]]), ("differential-attention", "q1", "A_2", [["0.7", "0.3"], ["0.7", "0.3"]]),
])  # fmt: skip
def test_rounded_right_values_make_no_slip_likely(opened, sheet, question, line, answer):
    """A slip that comes to the same digits is not asked for: that digits are missing is said."""
    html_ = opened(sheet)("check", answers={question: {line: answer}})["lines"][question][line]["html"]
    assert "Could it be" not in html_
    assert "Right in the digits you give" in html_


@pytest.mark.parametrize(
    ("lines", "place", "hidden"),
    [
        ({"H_1": [["2.9717", "-3.9717"], ["2.9717", "-3.9717"]]}, "look again at row 2, column 1", "in place of"),
        ({"L_1": [["2.8284", "7.0711"], ["7.0711", "9.8995"]]}, "look again at row 2, column 2", "24"),
    ],
    ids=["said", "only asked"],
)
def test_one_wrong_entry_of_an_earlier_line_is_told_by_its_place_alone(opened, lines, place, hidden):
    """What the entry would have to be is for the student to find."""
    found = opened(TWO)("check", answers={"q1": lines})["lines"]["q1"]
    (html_,) = [found[name]["html"] for name in lines]
    assert place in html_
    assert hidden not in html_


def test_only_what_moves_is_said_to_move(opened):
    """Another first number moves three of four scores, and no more than a row of queries."""
    seen = told(opened(TWO)("change", question="q1", given="X", cells=[["3", "2"], ["3", "4"]]))
    assert "inrow1,because𝐗moves" in seen
    assert "whatisshaded,because𝐐1and𝐊1move" in seen
    assert "allofit,becauseℎ" in seen  # M


def test_lines_are_called_as_the_sheet_calls_them(opened):
    ask = opened(TWO)
    found = ask("check", answers={"q1": {"A_1": [["1", "0"], ["0", "1"]]}})["lines"]["q1"]
    assert {name: one["called"] for name, one in found.items() if name in ("A_1", "H_1", "Y")} == {"A_1": "P¹", "H_1": "head₁", "Y": "M"}
    called = ask("givens")["q1"]["called"]
    assert (called["W_O"], called["A_1"]) == ("W^o", "P¹")


@pytest.mark.exhaustive
def test_all_that_can_be_reached_is_said_to_be_reached(opened):
    ask, sheet = opened("seven-steps"), load(find("seven-steps"))
    answers: dict[str, dict[str, object]] = {}
    for answer in sheet.solve().answers:
        for part in answer.question.parts:
            for name in part.shapes:
                answers.setdefault(answer.question.id, {})[name] = f"({', '.join(map(str, answer.shapes[name].shape))})"
    found = ask("check", answers=answers)
    assert found["right"]
    assert (found["marks"], found["reach"], found["hand"], found["of"]) == ("30", "30 marks", "4", "34 marks")


def right_answers(sheet):
    """The answers to every line asked, exactly and as decimals in turn."""
    for answer in sheet.solve().answers:
        question = answer.question
        for name in question.asked:
            if not question.shapes and name not in question.unknown and isinstance(answer.follow[name], Matrix):
                value = answer.follow[name]
                yield question, name, value


def written(x, exact: bool, places: int) -> str:
    if isinstance(x, Blocked):
        return "-inf"
    try:
        return text(x) if exact else decimal(x, places)
    except Exception:  # letters have no decimals
        return text(x)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", shipped())
def test_entries_are_told_what_the_line_is_told(opened, name):
    """Right entries are right, alone and together; what is called wrong alone is wrong in the line, on every shipped sheet."""
    ask, sheet = opened(name), load(shipped()[name])
    answers: dict[str, dict[str, object]] = {}
    for k, (question, line, value) in enumerate(right_answers(sheet)):
        rows = [[written(x, bool(k % 2), sheet.decimals + 2) for x in row] for row in value.cells()]
        facts = {"question": question.id, "line": line, "answers": answers}
        assert {one["verdict"] for one in ask("cells", texts=rows, **facts)["cells"]} <= {"correct", "undecided"}, line
        off = [[f"{cell} + 1" if cell != "-inf" else "1" for cell in row] for row in rows]
        cells = ask("cells", texts=off, **facts)["cells"]
        alone = {(one["row"], one["column"]) for one in cells if one["verdict"] == "incorrect"}
        result = ask("check", answers={**answers, question.id: {**answers.get(question.id, {}), line: off}})["lines"][question.id][line]
        for i, j in alone if result["entries"] else ():
            assert result["entries"][i][j] in ("incorrect", "imprecise"), (line, i, j, result["verdict"])
        for step in ("question", "entry"):
            assert "error" not in ask("help", step=step, **{**facts, "answers": {question.id: {line: off}}}), (line, step)
        answers.setdefault(question.id, {})[line] = rows


@pytest.mark.exhaustive
@pytest.mark.parametrize("step", ["hint", "question", "entry"])
@pytest.mark.parametrize(("sheet", "question", "line", "needs"), [
    ("temperature", "temperature", "A", ["L"]), ("temperature", "temperature", "C", ["A"]), ("temperature", "temperature", "D", ["A"]),
    ("positions-in-letters", "rotary", "S", ["Q", "K"]), ("positions-in-letters", "rotary", "N", ["Q"]), ("positions-in-letters", "sines", "T", ["P"]),
])  # fmt: skip
def test_what_is_right_in_letters_need_not_be_found_first(opened, sheet, question, line, needs, step):
    """What it is made of stands there once it is right, and is asked for while it is not."""
    right = load(find(sheet)).solve()[question]
    lettered = {name: [[text(x) for x in row] for row in right.exact[name].cells()] for name in needs}
    ask = opened(sheet)
    for k, name in enumerate(needs):
        wrong = told(ask("help", question=question, line=line, step=step, answers={question: lettered | {name: [["7"] * len(lettered[name][0])]}}))
        assert "Firstfind" in wrong or step != "hint", (k, wrong)
    seen = told(ask("help", question=question, line=line, step=step, answers={question: lettered}))
    assert "Firstfind" not in seen, seen
    assert "yourownvalues" not in seen, seen
    assert step == "hint" or re.search(r"[λmk]", seen), seen


@pytest.mark.parametrize(("language", "says"), [("", "not decided yet"), ("de", "noch nicht entschieden"), ("fr", "pas encore décidé")])
def test_a_line_that_waits_for_another_waits_for_no_person(opened, language, says):
    """On paper a person looks at it; here there is nobody but the student, who is told what it rests on."""
    answers = {"q1": {"Q_1": [["1", "?"], ["3", "4"]], "S_1": [["7", "8"], ["9", "9"]]}}
    line = opened(TWO, language)("check", answers=answers)["lines"]["q1"]["S_1"]
    assert (line["verdict"], line["told"]) == ("undecided", says)
    assert says in line["html"]
    assert "person" not in line["html"].lower()
    assert "𝐐1" in told(line)


def test_of_own_values_is_said_what_may_be_wrong_alone(opened):
    ask = opened(TWO)
    for cell, says in (("7", False), ("8", True)):
        answers = {"q1": {"S_1": [["4", "10"], ["10", "24"]], "L_1": [["2.8284", "7.0711"], ["7.0711", "16.9706" if cell == "7" else "17.9706"]], "A_1": [["1", "1"], ["1", "1"]]}}
        seen = ask("help", question="q1", line="A_1", step="entry", answers=answers)["html"]
        assert ("These are your own values" in seen) == says


@pytest.mark.parametrize(("name", "line", "steps"), [(TWO, "A_1", 4), ("attention-sink", "E", 5), ("causal-mask", "H", 5), ("batched-shapes", "Q", 4), ("seven-steps", "X", 3), ("counting-gpt2", "attention", 3), ("designs", "q", 2)])
def test_steps_are_offered_as_a_line_is(name, line, steps):
    fields = {line: offered for _, line, offered in FIELD.findall(Desk(Ready(load(find(name))), Path()).html())}
    assert len(fields[line].split()) == steps


FIELD = re.compile(r'data-question="([^"]*)" data-line="([^"]*)"[^>]* data-steps="([^"]*)"')


@pytest.mark.parametrize(("place", "made"), [((0, 0), "0.5·(1−0.5)=0.25"), ((0, 1), "−0.5·0.25=−0.125")])
def test_an_entry_of_the_derivative_of_softmax_has_its_numbers_put_in(opened, place, made):
    J = [["7" if (i, j) == place else "" for j in range(3)] for i in range(3)]
    answers = {"jacobian": {"p": [["0.5", "0.25", "0.25"]], "J": J}}
    assert told(opened("softmax-backwards")("help", question="jacobian", line="J", step="entry", answers=answers)).endswith(made)


@pytest.mark.exhaustive
@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_step_that_is_offered_has_something_to_say(opened, name):
    ask, fields = opened(name), FIELD.findall(Desk(Ready(load(find(name))), Path()).html())
    for question, line, offered in fields:
        for step in offered.split():
            assert "Thereisnomoretosay" not in told(ask("help", question=question, line=line, step=step, answers={})), (line, step)


@pytest.mark.parametrize(("value", "is_told"), [("0.000001", False), ("0.00000101", True), ("999999999", True), ("1000000000", False)])
def test_a_decimal_too_small_or_too_large_is_left_to_words(value, is_told):
    with working(own.MATRIX_BITS):
        try:
            own._decimal(arb(value))
        except own.Unread:
            assert not is_told
        else:
            assert is_told
