"""What students get back: complete, in words and signs, without files or internal names, in every format alike."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from mpmath import mp

from symattn.boxes import Ink
from symattn.course.delivery import DETAILS, FEEDBACK, Marked, Wanted
from symattn.course.feedback import give_back, page
from symattn.errors import SymattnError
from symattn.files import shipped
from symattn.formats.templates import plain
from symattn.limits import MOST_PAGE_STEPS
from symattn.marking import check
from symattn.marking.results import Result
from symattn.marking.sheet import Ready
from symattn.marking.understood import mine, values_of
from symattn.ops import OPS
from symattn.page import page as key
from symattn.said import Said
from symattn.sheet import Sheet, load, loads
from tests.test_catalogue import ANYWHERE

TWO = """
title = "Two questions"
notation = "superscript-heads"
[[question]]
variant = "multi-head-attention"
[question.given]
X = [[1, 2], [3, 4]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[0, 1], [1, 0]]
W_V_1 = [[1, 0], [0, 1]]
[[question.part]]
label = "a"
asks = ["Q_1", "K_1", "S_1", "L_1", "A_1", "H_1"]
marks = 6
[[question.part]]
label = "b"
prompt = "Why?"
answer = "So."
marks = 2
[[question]]
steps = ["Z = X @ W"]
[question.shapes]
X = ["n", "d"]
W = ["d", "k"]
[[question.part]]
prompt = "Shapes"
asks = ["Z"]
"""
ANSWERS = {"q1": {"Q_1": [[1, 2], [3, 5]], "S_1": [[4, 10], [11, 27]], "L_1": [[4, 10], [11, 27]]}, "q2": {"Z": "(n, d)"}}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return loads(TWO)


def written(sheet: Sheet, form: str, answers: object = None, detail: str = "standard") -> str:
    report = check(sheet, ANSWERS if answers is None else answers).answers[0]  # type: ignore[arg-type]
    return page([Marked(Ready(sheet), report)], form, detail)


def bare(form: str, text: str) -> str:
    """The words of a page, its commands left out."""
    text = re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    text = text.partition("\\begin{document}")[2] if form == "tex" else text
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", FEEDBACK)
def test_a_page_says_everything_about_every_line(sheet: Sheet, form: str) -> None:
    text = bare(form, written(sheet, form))
    assert "Question 1" in text
    assert "Question 2" in text
    assert "Wrong: row 2, column 2." in text
    assert "Understood from what you wrote" in text
    assert "it would be" in text  # L from the student's own S
    assert "How it is worked out" in text
    assert "Right is" in text
    assert "A person marks: part b (2 marks)" in text
    assert re.search(r"it cost 2 marks", text), text  # A and H; L shows K
    assert "worked on rightly" in text  # S
    assert "Wrong: size 2." in text


@pytest.mark.parametrize("form", FEEDBACK)
def test_a_page_names_no_file_and_nothing_of_ours(sheet: Sheet, form: str, tmp_path: Path) -> None:
    (tmp_path / "homework-final.toml").write_text("[q1]\nQ_1 = [[1, 2], [3, 5]]\nL_1 = [[4, 10], [11, 27]]\n", "utf-8")
    report = check(sheet, tmp_path / "homework-final.toml").answers[0]
    text = bare(form, page([Marked(Ready(sheet), report)], form))
    assert "homework" not in text
    assert not re.search(r"\bq[12]\b", text)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", FEEDBACK)
def test_one_working_is_shown_at_the_level_asked(sheet: Sheet, form: str) -> None:
    brief, standard, full = (written(sheet, form, detail=detail) for detail in ("brief", "standard", "full"))
    assert all(text.count("How it is worked out") == 1 for text in (brief, standard, full))
    assert len(brief) < len(standard) < len(full)


def test_marks_are_printed_as_on_the_key(sheet: Sheet) -> None:
    text = written(sheet, "text", {"q1": {"Q_1": [[1, 2], [5, 5]]}})
    assert "¼ of 1 mark" in text
    assert "0.25" not in text


def test_of_a_shape_that_is_right_or_was_not_handed_in_nothing_is_worked_out(sheet: Sheet) -> None:
    right, missing, wrong = (written(sheet, "text", {"q2": answers}).partition("Question 2")[2] for answers in ({"Z": "(n, k)"}, {}, {"Z": "(n, d)"}))
    assert "✓ Z" in right
    assert "Not handed in; it cost 1 mark: Z" in missing
    assert "✗ Z" in wrong
    assert [("(n, k)" in text or "n × k" in text or "n×k" in text) for text in (right, missing, wrong)] == [False, False, True]


CARRIED = """[[question]]
variant = "attention"
[question.given]
X = [[1, 2], [3, 4]]
W_Q = [[1, 0], [0, 1]]
W_K = [[0, 1], [1, 0]]
W_V = [[1, 0], [0, 1]]
"""


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "wrong only by a slip made earlier, 1 of 1 mark"), ("de", "nur durch einen früheren Fehler falsch, 1 von 1 Punkt")],
)
def test_a_line_wrong_by_an_earlier_slip_is_not_wrong_and_fully_paid(language: str, says: str) -> None:
    """The weights of scores that were not divided by the root: the slip is at L, where its mark is lost."""
    from symattn.console.calls import attention

    given = [[1, 2], [3, 4]], [[1, 0], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]]
    weights = [list(row) for row in attention(*given, scale=False).decimals("A", 12)]
    text = written(loads(f'language = "{language}"\n' + CARRIED), "text", {"q1": {"A": weights}})
    assert says in text


@pytest.mark.parametrize(("language", "says"), [
    ("en", "wrong, but it costs nothing here, 1 of 1 mark"), ("de", "falsch, aber es kostet hier nichts, 1 von 1 Punkt"), ("fr", "faux, mais cela ne coûte rien ici, 1 sur 1 point"),
])  # fmt: skip
def test_a_habit_that_is_charged_in_one_head_is_said_to_cost_nothing_in_the_other(language: str, says: str) -> None:
    sheet = loads(f'language = "{language}"\n[[question]]\nsteps = ["S_1 = Q_1 @ K.T", "S_2 = Q_2 @ K.T", "L_1 = S_1 / sqrt(2)", "L_2 = S_2 / sqrt(2)"]\n'
                  "given = { Q_1 = [[1, 2], [3, 5]], Q_2 = [[2, 1], [1, 7]], K = [[1, 0], [2, 3]] }\n")
    text = written(sheet, "text", {"q1": {"L_1": [[1, 8], [3, 21]], "L_2": [[2, 7], [1, 23]]}})
    assert says in text


@pytest.mark.parametrize("form", FEEDBACK)
def test_a_script_that_cannot_be_read_says_so_without_its_name(sheet: Sheet, form: str, tmp_path: Path) -> None:
    file = tmp_path / "homework.pdf"
    file.write_bytes(b"%PDF-1.4")
    report = check(sheet, file).answers[0]
    text = bare(form, page([Marked(Ready(sheet), report)], form))
    assert "Not read" in text
    assert "homework" not in text


HOSTILE = r"\input{/etc/passwd}<script>alert(1)</script>$\write18{ls}$"


@pytest.mark.parametrize("form", FEEDBACK)
def test_pages_hold_nothing_of_a_students_text_but_escaped(sheet: Sheet, form: str) -> None:
    answers = {"q1": {"Q_1": [["1", "2"], ["0", HOSTILE + "\x1b[31m"]], "L_1": HOSTILE, HOSTILE: [[1]]}, "q2": {"Z": HOSTILE}}
    out = written(sheet, form, answers)
    for alive in {"html": ["<script>"], "tex": [r"\input{/etc", r"\write18", "<script>$"], "text": ["\x1b"]}[form]:
        assert alive not in out


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", FEEDBACK)
@pytest.mark.parametrize("name", ["heads-in-batches", "counting-gpt2", "stated-weights", "positions", "transformer-block"])
def test_every_kind_of_line_has_its_place(name: str, form: str) -> None:
    """A wrong number for every line that is asked: batches, counts, stated values, long sheets."""
    sheet = load(shipped()[name])
    answers = {
        q.id: {name: "17" if q.shapes else [[17]] for part in q.parts for name in (*part.asks, *part.shapes)} for q in sheet.questions
    }
    text = written(sheet, form, answers)
    assert "Right is" in text or "How it is worked out" in text


@pytest.mark.parametrize("form", ["html", "tex"])
@pytest.mark.parametrize("detail", DETAILS)
def test_no_result_is_framed_but_those_of_a_key(sheet: Sheet, form: str, detail: str) -> None:
    """What a single line is said to be is no part's result."""
    frame = {"html": '<mrow class="result">', "tex": r"\res{"}[form]
    assert frame in key(sheet, form).partition("begin{document}" if form == "tex" else "</style>")[2]
    assert frame not in written(sheet, form, detail=detail).partition("begin{document}" if form == "tex" else "</style>")[2]


def test_an_unknown_format_is_refused(sheet: Sheet) -> None:
    with pytest.raises(SymattnError):
        written(sheet, "docx")


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_the_page_is_typeset(sheet: Sheet, tmp_path: Path) -> None:
    report = check(sheet, ANSWERS).answers[0]
    source = give_back([Marked(Ready(sheet), report, "Ada"), Marked(Ready(sheet), report, "Bob")], Wanted("tex", "feedback"))
    (tmp_path / "page.tex").write_bytes(source)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout


def test_every_slip_has_its_sentence() -> None:
    """At every operation that knows it; what may happen anywhere is said with its facts."""
    facts = {"other": "K", "right": "2", "what": "Q", "mine": "3", "i": 1, "j": 1, "of": "X"}
    for op in OPS.values():
        for id in op.slips:
            assert plain(Said("slips", id, (("op", op.name),)))
    for id in ANYWHERE:
        assert plain(Said("slips", id, tuple(facts.items())))


def test_a_line_is_called_as_the_sheet_calls_it(sheet: Sheet) -> None:
    text = " ".join(written(sheet, "text").split())
    assert "Right from your Q¹." in text
    assert re.search(r"The line is L¹ = S¹/√dₖ, dₖ = \d\.", text)
    assert not re.search(r"\b[A-Z]_1\b", text)


@pytest.mark.exhaustive
def test_the_entries_of_a_page_are_read_no_further_than_its_steps() -> None:
    entries = [f"{k}/7+sqrt({k}+e^{k})" for k in range(2, 802)]
    values = values_of([entries])
    assert None in values[0]
    assert None not in values[0][: MOST_PAGE_STEPS // 50]
    grid = mine(Result("B", "incorrect", (("incorrect",) * 800,), written=(tuple(entries),)), values)
    assert grid is not None
    assert grid.rows[0][-1] == Ink(entries[-1], "text"), "what is beyond stands as it was written"


def test_every_slip_has_its_reason_in_every_language() -> None:
    """One sentence each, of its own in every language that is shipped."""
    slips = {(op.name, id) for op in OPS.values() for id in (*op.slips, *op.backward_slips)} | {("", id) for id in (*ANYWHERE, "path-dropped")}
    for op, id in slips:
        said = [plain(Said("because", id, (("op", op),)), language=language) for language in ("", "de")]
        assert all(text.endswith(".") for text in said), id
        assert said[0] != said[1], id


HEADS = """language = "LANGUAGE"
[[question]]
variant = "multi-head-attention"
[question.given]
X = [[1, 2], [3, 4]]
W_Q_1 = [[1, 0], [0, 1]]
W_K_1 = [[0, 1], [1, 0]]
W_V_1 = [[1, 0], [0, 1]]
W_Q_2 = [[1, 1], [0, 1]]
W_K_2 = [[0, 1], [1, 1]]
W_V_2 = [[1, 0], [0, 2]]
[[question.part]]
label = "b"
asks = ["S_1", "S_2"]
marks = 2
[[question.part]]
label = "a"
asks = ["A_1", "A_2", "H_1"]
marks = 3
"""


@pytest.mark.sliced(6)
@pytest.mark.parametrize(("language", "why", "parts"), [("en", "softmax saturates", ["Part b", "Part a"]), ("de", "Softmax sättigt", ["Teil b", "Teil a"])])
@pytest.mark.parametrize("form", FEEDBACK)
def test_a_page_goes_by_parts_in_the_sheets_order_and_says_why_once(form: str, language: str, why: str, parts: list[str]) -> None:
    sheet = loads(HEADS.replace("LANGUAGE", language))
    with mp.workdps(30):
        answers = {f"A_{h}": [[str(x) for x in row] for row in scores_normalised(SCORES[h])] for h in (1, 2)}
    text = bare(form, written(sheet, form, {"q1": answers}))
    assert text.count(why) == 1
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert "(a)" not in text


SCORES = {1: [[4, 10], [10, 24]], 2: [[11, 25], [27, 61]]}


def scores_normalised(scores: list[list[int]]) -> list[list[object]]:
    """Weights of undivided scores."""
    rows = [[mp.e ** (x - max(row)) for x in row] for row in scores]
    return [[mp.nstr(x / sum(row), 8) for x in row] for row in rows]


HEAD = """language = "LANGUAGE"
[[question]]
variant = "attention"
[question.given]
X = [[1, 0], [0, 1]]
W_Q = [[1, 2], [0, 1]]
W_K = [[1, 0], [1, 1]]
W_V = [[1, 0], [0, 1]]
[[question.part]]
asks = ["S", "L", "A"]
"""
SITUATIONS: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {  # answers; language → what is said, and what is not
    "more digits than asked, from rounded values": (
        "A = [[0.19559, 0.80441], [0.33025, 0.66975]]", {"en": ("3 of 3 marks", "in place of"), "de": ("3 von 3 Punkten", "statt")},
    ),
    "zeros left out": ("L = [[0.7071, 2.1213], [0.0, 0.7071]]", {"en": ("2 of 3 marks", "digits"), "de": ("2 von 3 Punkten", "Stellen richtig")}),
    "too few digits": (
        "A = [[0.20, 0.80], [0.33, 0.67]]",
        {"en": ("Right in the digits you give; 4 decimals are asked. Understood", "Too few digits"),
         "de": ("In den angegebenen Stellen richtig; verlangt sind 4 Nachkommastellen. So wurde", "Zu wenige Stellen")},
    ),
    "a wrong line that somebody may have meant otherwise": (
        "A = [[0.5, 0.5], [0.25, 0.75]]", {"en": ("of 4 entries are wrong", "looks as if"), "de": ("von 4 Einträgen sind falsch", "sieht so aus")},
    ),
    "not readable": (
        "L = [[1, u], [3, 4]]", {"en": ("What you wrote: [[1, u], [3, 4]]", "Understood"), "de": ("Das haben Sie geschrieben: [[1, u], [3, 4]]", "verstanden")},
    ),
    "why it is not readable, as a sentence": (
        "L = [[1, 2], [3]]", {"en": ("still open. Row 2 has 1 entry", "row 2 has"), "de": ("noch offen. Zeile 2 hat", "row")},
    ),
    "an earlier slip": (
        "S = [[1, 3], [0, 1]]\nA = [[0.1192, 0.8808], [0.2689, 0.7311]]",
        {"en": ("wrong only by a slip made earlier, 1 of 1 mark", "✗"), "de": ("nur durch einen früheren Fehler falsch, 1 von 1 Punkt", "✗")},
    ),
    "two values set equal": (
        "S = [[1, 3], [0, 1]] = [[2, 3], [0, 1]]",
        {"en": ("You set [[1, 3], [0, 1]] equal to [[2, 3], [0, 1]], but in row 1, column 1 the one has 1 and the other 2.", "chain"),
         "de": ("Sie setzen [[1, 3], [0, 1]] und [[2, 3], [0, 1]] gleich, aber in Zeile 1, Spalte 1 steht einmal 1 und einmal 2.", "kette")},
    ),
    "another shape": (
        "S = [[1, 3, 1], [0, 1, 1]]", {"en": ("S is 2×2, your answer is 2×3.", "this is"), "de": ("S hat die Größe 2×2, Ihre Antwort 2×3.", "dies ist")},
    ),
    "worked on from an earlier answer": (
        "S = [[1, 3], [0, 2]]\nL = [[0.7071, 2.1213], [0, 1.4142]]",
        {"en": ("worked on rightly, 1 of 1 mark. Right from your S.", "earlier values"),
         "de": ("richtig weitergerechnet, 1 von 1 Punkt. Folgerichtig aus Ihrem S.", "früheren Werten")},
    ),
    "a zero made it easy": (
        "S = [[0, 0], [0, 0]]\nL = [[0, 0], [0, 0]]",
        {"en": ("With your S (all zeros) next to nothing is left to work out here", "easy"), "de": ("Mit Ihrem S (lauter Nullen) ist hier fast nichts mehr zu rechnen", "Abschrift")},
    ),
    "rounded on the way": (
        "A = [[0.1955, 0.8045], [0.3302, 0.6698]]", {"en": ("", "0 decimals"), "de": ("", "auf 0 Stellen")},
    ),
    "no root, wherever it is written": (
        "L = [[1, 3], [0, 1]]", {"en": ("You did not divide by √dₖ. The line is", "rounded"), "de": ("Auf dem Blatt steht L = S/√dₖ", "Die Zeile lautet")},
    ),
    "a table": ("S =\n| 1 | 3 |\n| 0 | 1 |", {"en": ("1 of 3 marks", "abs(x)"), "de": ("1 von 3 Punkten", "abs(x)")}),
    "in the file, and not to be read as a matrix": (
        "S is the matrix with 1 and 7 and 0 and 1 in it (see the scan)", {"en": ("0 of 3 marks", "✗"), "de": ("0 von 3 Punkten", "✗")},
    ),
}  # fmt: skip


@pytest.mark.sliced(10)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("answers", "said"), SITUATIONS.values(), ids=SITUATIONS)
def test_what_is_said_in_a_situation(answers: str, said: dict[str, tuple[str, str]], language: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(answers + "\n", "utf-8")
    sheet = loads(HEAD.replace("LANGUAGE", language))
    text = " ".join(page([Marked(Ready(sheet), check(sheet, tmp_path / "a.txt").answers[0])], "text").split())
    says, never = said[language]
    assert says in text
    assert never not in text


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", FEEDBACK)
@pytest.mark.parametrize(("answers", "open_"), [("L = [[1, u], [3, 4]]", 2), ("S = [[1, 3], [0, 1]]\nA = [[0.1192, 0.8808], [0.2689, 0.7311]]", 0)])
def test_nothing_is_crossed_out_that_is_open_or_earned_in_full(form: str, answers: str, open_: int, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(answers + "\n", "utf-8")
    sheet = loads(HEAD.replace("LANGUAGE", "en"))
    report = check(sheet, tmp_path / "a.txt").answers[0]
    assert sum(result.open > 0 for q in report.questions for result in q.results) == open_
    body = page([Marked(Ready(sheet), report)], form).partition("\\begin{document}")[2 if form == "tex" else 0]
    body = body.partition({"html": "</header>", "tex": "hrule", "text": "marks"}[form])[2]
    assert not re.search(r"✗|\\wrongsign|\\used\{|menclose|class=\"line wrong", body)
