"""Work is counted: what a stranger writes costs in proportion to its length, whatever it repeats, and a sheet ends at a stated budget."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from dis import get_instructions
from functools import cache
from html import escape
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import attack
import pytest

from symattn import limits, toml
from symattn.boxes import Grid, Ink
from symattn.boxes import latex as mathematics
from symattn.cli import run
from symattn.course.delivery import Wanted, deliver
from symattn.course.vary import carried, variant
from symattn.course.vary.search import DrawnVariant
from symattn.course.vary.sheets import written as rewritten
from symattn.errors import LimitError, SheetError, SymattnError
from symattn.exact.budget import METER
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.formats import writer
from symattn.formats.html import Writer
from symattn.formats.prose import unread
from symattn.marking import check
from symattn.marking.answers.formats import formats
from symattn.marking.answers.prose import _passage
from symattn.plan import Plan, read_lines
from symattn.plan.derivation import solve
from symattn.sheet import loads

SHORT, LONG = 300, 1200
GROWTH = 2 * LONG // SHORT
"""The lines of Python run may grow with the length of a text, and twice that; with its square they would grow 16 times."""


@cache
def lines_of(code: CodeType) -> int | None:
    """How many lines a function has in which nothing is done again, so that one call runs no more; None of one with a loop, and 0 of what
    is not counted."""
    if "symattn" not in code.co_filename or code.co_filename.endswith("records.py"):  # what makes records
        return 0
    if any(step.opname == "FOR_ITER" or "JUMP_BACKWARD" in step.opname for step in get_instructions(code)):
        return None
    return len({line for *_, line in code.co_lines()})


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of symattn's Python are run by some work, at most: a count that is the same on every machine.

    Where nothing is done again within a call, all its lines are counted with it: each of them by itself takes twice the time.
    """
    count = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return traced

    def called(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        lines = lines_of(frame.f_code)
        if lines is None:
            return traced
        count += lines
        return None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        work()
    except SymattnError:
        pass
    finally:
        sys.settrace(before)
    return count


def reading(suffix: str, text: str) -> Callable[[], object]:
    return lambda: formats()[suffix].read(text.encode(), frozenset(["q1"]))


@pytest.mark.sliced(18)
@pytest.mark.parametrize("suffix", [".tex", ".md", ".txt"])
@pytest.mark.parametrize("piece", ["&", "& ", "&&", "\n", " ", "\n&", "\\\\", "head ", "1 & ", "=&", "A=\n", "Head 1: Q = ", "A = [1]\n", "Q:", "[1,2],", "q1:\n"])
def test_a_run_of_anything_is_read_in_work_of_its_length(suffix: str, piece: str) -> None:
    reading(suffix, piece * 9)()  # what is loaded with its first use is loaded
    counts = []
    for size in (SHORT, LONG):
        _passage.cache_clear()  # another file may have said the same, and what was read is remembered
        counts.append(lines_run(reading(suffix, (piece * size)[:size])))
    short, long = counts
    assert long <= GROWTH * short + 10_000, (short, long)


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", ["text", "tex", "html", "md"])
@pytest.mark.parametrize("align", ["r", "."])
def test_a_column_is_drawn_in_work_of_its_length(name: str, align: str) -> None:
    def drawing(rows: int) -> Callable[[], object]:
        column = Grid(tuple((Ink(f"{k / 8}", "number"),) for k in range(rows)), align=align)
        return lambda: writer(name).write(column)

    drawing(9)()
    short, long = (lines_run(drawing(size)) for size in (SHORT, LONG))
    assert short < long <= GROWTH * short + 10_000, (short, long)


SQUARE = loads('[[question]]\nsteps = ["C = A @ A"]\ngiven.A = [[1, 2], [3, 4]]\n', "week.toml")


def written(suffix: str, text: str) -> bytes:
    """An answer file of a format with a text in it, whatever the text is."""
    inside = {
        ".json": lambda: json.dumps({"C": text}),
        ".toml": lambda: f"C = {json.dumps(text)}\n",
        ".yaml": lambda: f"C: {json.dumps(text)}\n",
        ".csv": lambda: 'who,C\nada,"' + text.replace('"', '""') + '"\n',
        ".html": lambda: f"<p>{text}</p>",
        ".ipynb": lambda: json.dumps({"cells": [
            {"cell_type": "markdown", "source": [text]},
            {"cell_type": "code", "source": ["print(C)"], "outputs": [{"output_type": "stream", "text": [text]}]}], "nbformat": 4}),
    }  # fmt: skip
    if suffix == ".docx":
        return attack.packed(f"<w:document xmlns:w='w'><w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p></w:document>")
    return inside.get(suffix, lambda: text)().encode()


REPEATED = ["<mtable><tr><td>1", "1\n", "x", "&", "$", "(", "[", "{", "\\\\", "|", "≈1", "Q:", "q1:", "1,", "1/2 ", "=", "\\frac", "C = [[1]]\n", "- ", "# ", "<td>", "\n", "\u200b", "e\u0301",
            "e^", "0.1 ", "½", "C=", "C\n", "1 2\n", "C = 1\n", "C = 1\n5 6\n", "C = [7 8]\n", "a: ", "print(C)\n", "1;", "C = 0.1; 2 ", "[1 2]\n", "7 10\n15 22\n\n"]  # fmt: skip


READERS: dict[object, list[str]] = {}
"""The suffixes that one reader reads: behind it nothing asks for the suffix, so each piece goes to each reader, and to its suffixes in turn."""
for one in sorted(formats()):
    READERS.setdefault(formats()[one].read, []).append(one)
PLACED = [(suffixes[k % len(suffixes)], piece) for suffixes in READERS.values() for k, piece in enumerate(REPEATED)]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("suffix", "piece"), PLACED)
def test_a_file_is_read_placed_and_marked_in_work_of_its_length(
    suffix: str, piece: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the file to the report, in every format: also what looks back from one line to those before; read as a whole, as longer
    texts are, and not by passages, of which these would repeat themselves."""
    monkeypatch.setattr("symattn.marking.answers.passages.LONGEST_IN_PASSAGES", 0)
    counts = []
    for size in (9 * len(piece), 2_500, 7_500):  # beyond the longest line that is looked at as a row
        (tmp_path / f"ada{suffix}").write_bytes(written(suffix, (piece * size)[:size]))
        counts.append(lines_run(lambda: check(SQUARE, tmp_path / f"ada{suffix}")))
    assert counts[2] <= 6 * counts[1] + 20_000, counts


AGES = ["Q_" * 40 + " = 1", "Q_Q" * 40 + " = [1 2]", "Q^" * 40 + "= 1", ", ".join(["A_1_2_3"] * 40) + "! Q = [1 2]", "A_b_c, " * 40 + "= 1", "x_" * 300 + ": 1",
        "\\a_b and " * 40 + "= 1", "A_(1)_(2)" * 40 + " = 1", "a" * 300 + "_ = 1", " and ".join(["W_Q_1"] * 60) + " ∈ ℝ", ("Q_" * 900 + " = 1\n") * 70, ("Row: " + "Q_" * 900 + "! 1\n") * 70,
        ("x " * 900 + "[\n") * 40, ("=" + " " * 1900 + "[\n") * 50, ("⎡1 2⎤" + "x" * 1900 + "\n") * 50, ("1" * 1990 + "x\n") * 50, ("-" * 2_500 + "x\n") * 50, "A_{1}_" * 60 + "& B = 1"]  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("suffix", [".tex", ".md", ".txt"])
@pytest.mark.parametrize("text", AGES)
def test_no_pattern_tries_every_way_to_part_a_name(suffix: str, text: str) -> None:
    """What a pattern does is no line of Python; one that tries all ways would not end within a lifetime, so this ends or it does not."""
    formats()[suffix].read(text.encode(), frozenset(["q1"]))


@pytest.mark.sliced(4)
@pytest.mark.parametrize("suffix", [".tex", ".md", ".txt"])
@pytest.mark.parametrize("text", ["so 5 " + "1" * 90_000, "so 5 " + "1 " * 9_000 + "x", "\\begin{comment}1" * 6_000, "7 x" + "1" * 90_000 + " by"], ids=range(4))
def test_no_number_of_nobody_is_gone_through_from_each_digit(suffix: str, text: str, tmp_path: Path) -> None:
    """As above: a number of so many digits, looked at again from each, would take an hour."""
    (tmp_path / f"ada{suffix}").write_text(text, "utf-8")
    assert check(SQUARE, tmp_path / f"ada{suffix}").answers


TABLES: dict[str, tuple[str, str]] = {
    "a row of long cells": ("who," + ",".join(f"Q{k}" for k in range(49)) + "\nada," + ",".join(["we find 1 in the product "] * 49 * 300), "characters; at most 300,000"),
    "titles without end": ("who," + "a," * 400_000 + "\nada,1\n", "characters; at most 300,000"),
    "titles": ("who," + "a," * 2_500 + "\nada,1\n", "2,501 answers; at most 2,000"),
    "cells": ("who," + "Q," * 1_999 + "\n" + ("ada," + "1," * 1_999 + "\n") * 3, "6,000 answers; at most 2,000"),
    "rows": ("who,Q\n" + "ada,1\n" * 1_500, "3,000 answers; at most 2,000"),
    "more rows": ("who,Q\n" + "ada,1\n" * 5_001, "more than 5,000 rows"),
    "nothing but lines": ("who,Q\n" + "\n" * 900_000, "more than 5,000 rows"),
    "names and values": ("name,value\n" + ('Q,"' + "[1 2; 3 4] " * 90 + '"\n') * 400, "characters; at most 300,000"),
    "a long cell": ('who,Q\nada,1\neve,"' + "x" * 140_000 + '"\n', "line 3: a cell of more than 100,000 characters"),
    "quotes": ('"' * 500_000, "line 1: a cell of more than 100,000 characters"),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", TABLES)
def test_a_student_s_table_that_is_too_large_is_refused_before_its_cells_are_read(case: str, tmp_path: Path) -> None:
    text, said = TABLES[case]
    with pytest.raises(LimitError, match=re.escape(said)):
        reading(".csv", text)()
    assert lines_run(reading(".csv", text)) < 1_000 + 8 * (text.count(",") + text.count("\n"))


@pytest.mark.sliced(1)
@pytest.mark.parametrize("cells", [["1"] * 2_100, ["so 1 is it " * 9_000] * 4])
def test_one_who_fills_in_a_form_beyond_the_limits_stops_nobody_else(cells: list[str], tmp_path: Path) -> None:
    titles = ",".join(f"C{k}" for k in range(1, 9))
    (tmp_path / "form.csv").write_text(f"who,C,{titles}\nada,[7 10; 15 22]\neve,{','.join(cells)}\nbob,[7 10; 15 22]\n")
    assert [answer.right for answer in check(SQUARE, tmp_path / "form.csv").answers] == [True, False, True]


# ---- an author's text


AUTHORS = ["$", "$$", "&", "{", "}", "${", "$}", "$$${", "a $x$ ", "\\'", "\\'$", "\\\\", "\\[", "\\(", "\\[{", "\\begin{center}", "\\end{center}", "\\item ",
           "\\begin{x}", "\\begin{equation}", "\\begin{verbatim}", "\\emph", "\\bf ", "\\hspace", "\\vspace{1em}", "\\href{a}{b}", "\\url", "\\footnote",
           "~", "--", "``", "\n\n", "%\n", "\\$", "x^", "$x^$", "\\frac12", "[", "\\\\[", "\\sqrt[", "\\begin{tabular}{c}", "\\left", "\\right)"]  # fmt: skip


@pytest.mark.sliced(45)
@pytest.mark.parametrize("piece", AUTHORS)
@pytest.mark.parametrize("written", [unread, mathematics.unread, Writer().prose], ids=["prose", "formula", "html"])
def test_an_authors_text_is_gone_through_in_work_of_its_length(piece: str, written: Callable[[str], object]) -> None:
    written("Let $x$ be")
    short, long = (lines_run(lambda size=size: written((piece * size)[:size])) for size in (SHORT, LONG))  # type: ignore[misc]
    assert long <= GROWTH * short + 10_000, (short, long)


DEEP = ["{", "\\frac{1}{", "\\left(", "x^{", "\\begin{itemize}", "\\begin{center}", "\\emph", "\\emph{", "\\sqrt", "\\hat", "\\bf ", "\\text{", "\\mathbf{x_",
        "\\footnote{a", "\\boxed{", "\\begin{bmatrix}", "\\begin{cases}", "\\overset{a}", "x_", "x^{y_{", "\\textcolor{red}{"]  # fmt: skip
KEYS = {
    "prompt": "[[question]]\nprompt = '{}'\nsteps = ['B = A']\ngiven.A = [[1]]\n",
    "intro": "intro = '{}'\n[[question]]\nsteps = ['B = A']\ngiven.A = [[1]]\n",
    "remark": "[[question]]\nsteps = ['B = A']\ngiven.A = [[1]]\n[[question.part]]\nasks = ['B']\nremark = '{}'\n",
}


@pytest.mark.sliced(72)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("piece", DEEP)
def test_what_is_too_deep_is_said_at_its_line(piece: str, key: str) -> None:
    """Never by what Python's own stack has room for; and what is no deeper than people write is read, whoever shows it."""
    for text in (piece * 3_000, f"${piece * 3_000}$", f"\\[{piece * 3_000}\\]"):
        try:
            loads(KEYS[key].replace("{}", text), "week.toml")
        except SheetError as error:
            (problem,) = error.problems
            assert problem.path.endswith(key)
            assert problem.line == 1 + KEYS[key].partition("{}")[0].count("\n")
            assert f"more than {limits.MOST_DEEP}" in problem.what
        else:
            assert lines_run(lambda text=text: unread(text)) < 100 * len(text)  # type: ignore[misc]


@pytest.mark.sliced(3)
@pytest.mark.parametrize("form", ["html", "tex", "md", "text", "ipynb"])
@pytest.mark.parametrize("piece", ["{", "\\frac{1}{", "\\left(", "x^{", "x^{a+", "a_{b^{", "\\sqrt{", "\\hat{", "\\text{"])
def test_every_format_shows_what_is_as_deep_as_may_be(piece: str, form: str) -> None:
    text = f"${piece * (limits.MOST_DEEP // 2)}$"
    assert deliver(loads(KEYS["prompt"].replace("{}", text)), Wanted(form, "blank"))


# ---- a sheet's lines


def steps(lines: list[str], given: str = "A = [[1]]") -> str:
    return "[[question]]\nsteps = [\n" + "".join(f"  {line!r},\n" for line in lines) + f"]\n[question.given]\n{given}\n"


SHEETS: dict[str, tuple[str, int, str]] = {  # the sheet, the line of the problem, what is said of it
    "many lines": (steps([f"B{k} = A + A" for k in range(4_500)]), 2, "4,500 questions and lines up to here"),
    "many squares": (steps(["B0 = A @ A", *(f"B{k} = B{k - 1} @ B{k - 1}" for k in range(1, 2_500))], "A = [[2]]"), 2, "2,500 questions and lines"),
    "many operations": (steps([f"B{k} = A + A + A + A" for k in range(1_000)]), 669, "steps up to here"),
    "many questions": ("[[question]]\nsteps = ['B = A']\ngiven.A = [[1]]\n" * 2_001, 6_002, "2,001 questions and lines"),
    "many entries": (steps(["B = A @ A", "C = B @ B", "D = softmax(C)"], f"A = {[[1] * 100] * 100}"), 5, "30,000 entries in the lines up to here"),
    "many unknown names": (steps([f"B{k} = Nothing{k} + A" for k in range(1_900)]), 3, "Nothing0 is neither given"),
    "many unknown keys": ("[[question]]\n" + "".join(f"k{k} = 1\n" for k in range(3_000)), 2, "unknown key"),
    "a long text": (f"intro = '{'x' * 300_000}'\n" + steps(["B = A"]), 1, "a text of 300,000 characters"),
}  # fmt: skip


@pytest.mark.sliced(9)
@pytest.mark.parametrize(("text", "line", "said"), SHEETS.values(), ids=SHEETS)
def test_a_sheet_beyond_its_budget_is_refused_at_the_line(text: str, line: int, said: str) -> None:
    with pytest.raises(SheetError) as caught:
        loads(text, "week.toml")
    first = caught.value.problems[0]
    assert (first.line, said in first.what) == (line, True), first
    assert len(caught.value.problems) <= limits.MOST_PROBLEMS


def test_a_tiny_number_shown_with_a_power_is_carried_on_at_once() -> None:
    """Its denominator, 10^43433, was divided by 2 and by 5 as many times."""
    began = time.process_time()
    sheet = loads('working = "carried"\n[[question]]\nsteps = ["Z = softmax(M)", "Y = Z * 3"]\ngiven = { M = [[100000, 0]] }\nshow = { Z = { as = "engineering", digits = 3 } }\n')
    assert sheet.solve()["q1"]["Z"].shape == (1, 2)
    assert time.process_time() - began < 1.5


@pytest.mark.exhaustive
def test_a_value_that_is_held_by_its_definition_ends_where_others_end() -> None:
    """Squares of exponentials: twenty lines on, no page has room for a decimal of one."""
    chain = ["B0 = exp(A)", *(f"B{k} = B{k - 1} @ B{k - 1}" for k in range(1, 60))]
    with pytest.raises(LimitError, match=r"week\.toml:\d+:\d+: question\.steps: B\d+ = .*a value beyond 10\^1,000,000"):
        loads(steps(chain, "A = [['1/3', 2], [4, 'sqrt(2)']]"), "week.toml").solve()


HELD = steps(["B0 = softmax(A)", *(f"B{k} = softmax(B{k - 1})" for k in range(1, 60))], "A = [['1/3', 2], [4, 'sqrt(2)']]")
WIDE = steps(["B = exp(A)", "C = softmax(B)", "D = C @ C", "E = log(D)"], "A = [['1/3', 2, 1], [4, 'sqrt(2)', 0], [1, 1, 'pi']]")


@pytest.mark.parametrize("text", [HELD, WIDE], ids=["held by definitions", "in sums"])
def test_a_sheets_arithmetic_ends_at_its_budget_with_the_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line may be worked out, all of them together may not: what is told is the line at which the budget ends."""
    monkeypatch.setattr("symattn.sheet.sheet.MOST_SHEET_WORK", 20_000 if text == HELD else 500)
    with pytest.raises(LimitError, match=r"^week\.toml:(\d+):\d+: question\.steps: (\w+) = .*: more work up to here than") as caught:
        loads(text, "week.toml").solve()
    line = int(str(caught.value).split(":")[1])
    assert text.split("\n")[line - 1].strip().startswith(f"'{caught.value.what.split(': ')[2].split(' ')[0]} = ")
    assert METER.most == float("inf")


@pytest.mark.parametrize("form", ["tex", "html", "text", "ipynb", "json"])
def test_a_page_ends_at_its_budget_with_the_question(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = loads("title = 'A'\n" + steps(["B = exp(A)", "C = B + A"], "A = [[9000, 1], [1000, 2]]"), "week.toml")
    solved = sheet.solve()
    for place in ("page", "page.questions", "page.notebook", "sheet.json"):
        monkeypatch.setattr(f"symattn.{place}.MOST_PAGE_WORK", 20)
    with pytest.raises(LimitError, match=r"^week\.toml:2:\d+: question: .* takes more work than"):
        deliver(sheet, Wanted(form), solved)


def test_drawing_ends_at_its_budget_with_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template may ask for ten million tries at what cannot be."""
    monkeypatch.setattr("symattn.course.vary.search.MOST_DRAWING_WORK", 20_000)
    wish = "[vary]\ntries = 10000000\ndraw = [{ names = ['A'] }]\nwish = [{ names = ['B'], at_least = '1000000' }]\n"
    with pytest.raises(LimitError, match=r"^week\.toml:\d+:\d+: question: drawing its numbers takes more work than 20,000 steps"):
        variant(loads(steps(["B = A @ A"], "A = [[1, 2], [3, 4]]") + wish, "week.toml"), "ada", 1)


VAST = {"exp(1000000)": "3.0332·10⁴³⁴²⁹⁴", "-exp(100000)": "−2.8067·10⁴³⁴²⁹", "2^1100/7": "1.9404·10³³⁰", "3*10^500": "3·10⁵⁰⁰"}


@pytest.mark.parametrize("form", ["text", "tex", "html", "md"])
@pytest.mark.parametrize(("value", "shown"), VAST.items())
def test_a_vast_value_is_shown_by_its_first_digits(value: str, shown: str, form: str) -> None:
    """Nobody reads 434,295 digits: the first of them and a power of ten, certified as every decimal is."""
    page = deliver(loads(steps(["B = A * 1", "C = B + 0 * A"], f"A = [['{value}', '1/3'], [1, 2]]")), Wanted(form)).decode()
    assert form != "text" or shown in page
    assert len(page) < 1_000_000
    assert re.search(r"\d{600}", page) is None


def test_what_is_written_for_programs_has_all_digits() -> None:
    sheet = loads(steps(["B = exp(A)"], "A = [[100000]]"))
    assert len(deliver(sheet, Wanted("json"))) > 43_000


BEYOND = ["10^7", "3^900", "sqrt(2)*10^400", "10^20"]


@pytest.mark.parametrize("value", BEYOND)
@pytest.mark.parametrize("line", ["exp(A)", "exp(A / 1)", "exp(A + sqrt(3))"])
def test_an_exponential_beyond_all_values_is_said_at_its_line(value: str, line: str) -> None:
    """Also where a ball of it is so wide that it tells nothing."""
    with pytest.raises(LimitError, match=r"^week\.toml:3:\d+: question\.steps: B = .*: a value beyond 10\^1,000,000"):
        loads(steps([f"B = {line}"], f"A = [['{value}', 1]]"), "week.toml").solve()


@pytest.mark.parametrize("value", ["-10^9", "-10^30", "-10^400", "-sqrt(2)*10^400"])
def test_a_large_negative_number_in_place_of_a_mask_is_worked_out(value: str) -> None:
    page = deliver(loads(steps(["S = softmax(A)"], f"A = [['{value}', 1]]")), Wanted("text")).decode()
    assert "1.0000" in page


@pytest.mark.exhaustive
def test_a_sheet_within_its_budget_is_solved() -> None:
    assert len(loads(steps([f"B{k} = A + A" for k in range(limits.MOST_LINES - 1)])).questions[0].plan.lines) == limits.MOST_LINES - 1
    big = loads(steps(["B = A @ A"], f"A = {[[1] * 100] * 100}"))
    assert big.solve()["q1"]["B"].shape == (100, 100)


@pytest.mark.parametrize("command", ["solve", "blank", "check", "lint", "vary"])
def test_every_command_ends_at_the_limit_with_the_place(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Beyond a value's limit while it is worked out: 3; a sheet that asks for too much from the first: 2."""
    (tmp_path / "a.txt").write_text("B = [1]\n", "utf-8")
    more = {"check": [str(tmp_path / "a.txt")], "vary": ["--count", "1", "--seed", "1", "--format", "text", "-o", str(tmp_path / "out")]}
    vary = "[vary]\ndraw = [{ names = ['C'] }]\n"
    for name, given, code, line in (("far", "A = [['10^900000']]", 3, 1 if command == "vary" else 3), ("wide", "A = [[1]]", 2, 2)):
        lines = ["B = A @ A"] if name == "far" else [f"B{k} = A" for k in range(2_001)]
        (tmp_path / f"{name}.toml").write_text(steps([*lines, "D = C"], f"{given}\nC = [[1]]") + vary, "utf-8")
        monkeypatch.setattr(sys, "argv", ["symattn", command, str(tmp_path / f"{name}.toml"), *more.get(command, [])])
        with pytest.raises(SystemExit) as stopped:
            run()
        said = "".join(capfd.readouterr())
        assert stopped.value.code == code, said
        assert f"{name}.toml:{line}:" in said


@pytest.mark.parametrize("lines", [lambda n: [f"B{k} = A + A" for k in range(n)], lambda n: ["B = A"] * n, lambda n: [*(f"C{k} = B + A" for k in range(n)), "B = A"],
                                   lambda n: ["B0 = A", *(f"B{k} = B{k - 1} + A" for k in range(1, n))]],
                         ids=["side by side", "the same", "too late", "a chain"])  # fmt: skip
def test_lines_are_read_and_looked_up_in_work_of_their_number(lines: Callable[[int], list[str]]) -> None:
    read_lines(lines(3))
    short, long = (lines_run(lambda n=n: read_lines(lines(n))) for n in (40, 160))  # type: ignore[misc]
    assert long <= 6 * short
    plan = Plan.read([f"B{k} = A" for k in range(200)])
    solved = solve(plan, {"A": Matrix.of([[1]])})
    assert lines_run(lambda: [solved.of(name) for name in plan.names]) < 40 * 200


@pytest.mark.parametrize("sign", ["\u200b", "\ufeff", "\u2062", "\u200c", "\u2060", "\xad"])
@pytest.mark.parametrize(
    ("name", "text"),
    [("a.txt", "C = [7 1{}0; 15 22]"), ("a.md", "$C = \\begin{{pmatrix}}7&1{}0\\\\15&22\\end{{pmatrix}}$"),
     ("a.tex", "$$C = \\begin{{pmatrix}}7&1{}0\\\\15&22\\end{{pmatrix}}$$"), ("a.html", "<p>C = [7 1{}0; 15 22]</p>"),
     ("a.html", "<p>C = <math><mo>[</mo><mtable><mtr><mtd><mn>7</mn></mtd><mtd><mn>1{}0</mn></mtd></mtr><mtr><mtd><mn>15</mn></mtd>"
                "<mtd><mn>22</mn></mtd></mtr></mtable><mo>]</mo></math></p>"),
     ("a.json", '{{"C": [["7", "1{}0"], ["15", "22"]]}}')],
    ids=["plain", "Markdown", "LaTeX", "HTML", "MathML", "JSON"],
)  # fmt: skip
def test_a_number_with_an_unseen_sign_in_it_is_not_read(name: str, text: str, sign: str, tmp_path: Path) -> None:
    """A sign that nobody sees might be anything the student meant: it is told by its code point, and no digits are joined."""
    for inside, right in (("", True), (sign, False)):
        (tmp_path / name).write_text("\ufeff" * (not name.endswith("json")) + text.format(inside), "utf-8")
        found = check(SQUARE, tmp_path / name).answers[0].questions[0].results[0]
        assert (found.verdict == "correct") is right, found
        assert right or f"U+{ord(sign):04X}" in str(found) or sign == "\u2062", found


@pytest.mark.parametrize(("name", "line"), [("a.txt", "A = 1\n"), ("a.txt", "= 1 "), ("a.md", "- $A = 1$\n"), ("a.tex", "$A = 1$\\\\\n")])
def test_no_equation_is_dropped_without_a_word(name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those beyond the limit of one file stop the reading of it, with their number and the limit, and a person looks."""
    monkeypatch.setattr("symattn.marking.answers.statements.MOST_EQUATIONS", 30)
    monkeypatch.setattr("symattn.marking.answers.passages.LONGEST_IN_PASSAGES", 0)  # 10,000 characters hold no 5,000 equations
    for count in (30, 31):
        (tmp_path / name).write_text(line * (count - 1) + "\nC = [7 10; 15 22]\n", "utf-8")
        report = check(SQUARE, tmp_path / name).answers[0]
        assert report.limit is (count > 30), report
        assert not report.limit or "31 equations; at most 30 are read" in report.error


@pytest.mark.parametrize("name", ["a.json", "a.toml", "a.yaml", "a.txt", "a.md", "a.tex", "a.html", "a.csv"])
def test_no_more_numbers_are_accounted_for_than_may_be(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number of a file is looked at many times over: beyond a number of them the student's file is for a person."""
    for most in (50, 2):
        monkeypatch.setattr("symattn.marking.answers.ledger.MOST_NUMBERS", most)
        (tmp_path / name).write_bytes(written(Path(name).suffix, "[7 10; 15 22]"))
        report = check(SQUARE, tmp_path / name).answers[0]
        assert report.limit is (most == 2), report
        assert ("numbers; split the file" in report.error) is (most == 2)


def test_many_rows_of_one_student_are_named_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "week.toml").write_text(steps(["C = A @ A"]), "utf-8")
    (tmp_path / "form.csv").write_text("who,C\n" + "ada,[[1]]\n" * 60 + "bob,[[1]]\n", "utf-8")
    monkeypatch.setattr(sys, "argv", ["symattn", "check", str(tmp_path / "week.toml"), str(tmp_path / "form.csv")])
    with pytest.raises(SystemExit) as stopped:
        run()
    said = "".join(capfd.readouterr())
    assert stopped.value.code == 2
    assert "and 39 more, are both of ada" in " ".join(said.split())
    assert 20 <= said.count("#") <= 50, "named to the limit, and no more"


@pytest.mark.parametrize("suffix", [".json", ".toml"])
def test_what_has_too_many_numbers_is_refused_before_it_is_worked_out(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symattn.marking.answers.ledger.MOST_NUMBERS", 40)
    for count in (60, 600):
        text = json.dumps({f"C{k}": [[1, 2], [3, 4]] for k in range(count)}) if suffix == ".json" else "".join(f"C{k} = [[1, 2], [3, 4]]\n" for k in range(count))
        (tmp_path / f"a{suffix}").write_text(text, "utf-8")
        report = check(SQUARE, tmp_path / f"a{suffix}").answers[0]
        assert report.limit, report
        assert "numbers; split the file" in report.error
        formats()[suffix].read(text.encode(), frozenset())
        assert lines_run(lambda text=text: formats()[suffix].read(text.encode(), frozenset())) < 100 + 60 * count  # type: ignore[misc]


TOO_MUCH = {
    "text": ("a.txt", "we multiply them\n" * (1 + limits.MOST_TEXT // 17), "characters"),
    "matrices": ("a.txt", "1 2\n3 4\n\n" * (limits.MOST_MATRICES + 1), "matrices"),
    "answers": ("a.json", json.dumps({f"C{k}": 1 for k in range(limits.MOST_ANSWERS + 1)}), "answers"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_file_beyond_a_limit_of_reading_is_for_a_person_with_the_limit(name: str, tmp_path: Path) -> None:
    file, text, said = TOO_MUCH[name]
    (tmp_path / file).write_text(text, "utf-8")
    report = check(SQUARE, tmp_path / file).answers[0]
    assert report.limit
    assert said in report.error


LONG_NUMBERS = ("1000000*log(3)", "-999999*log(2)", "300000*log(7)")
FUNCTIONS = ("layer_norm(sigmoid(X * W))", "rms_norm(sigmoid(X * W))", "exp(exp(X * W) / 2)", "softmax(sigmoid(X * W))", "sqrt(sigmoid(X * W))",
             "log(exp(X * W) + W)", "tanh(exp(X * W))", "layer_norm(exp(X * W))", "gelu(exp(-X * W))", "silu(X * W)")  # fmt: skip


@pytest.mark.sliced(12)
@pytest.mark.parametrize("number", LONG_NUMBERS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_numbers_of_a_million_digits_cost_as_much_work_as_others(number: str, function: str) -> None:
    """A function of an entry so long is held by its definition: it was worked out with a million binary digits in every term."""
    counts = []
    for one in ("2*log(3)", number):
        before = METER.done
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(METER, "most", float("inf"))
            try:
                loads(f'[[question]]\nsteps = ["Y = {function}"]\n[question.given]\nX = [["{one}", "1/3", "pi", 7]]\nW = [[1, -2, "e", "sqrt(2)"]]\n').solve()
            except SymattnError as error:
                assert str(error).startswith("worksheet.toml:2:"), error
        counts.append(METER.done - before)
    assert counts[1] < 200_000, counts


def test_the_digits_of_coefficients_are_work() -> None:
    before = METER.done
    Number.of(3**100_000)
    assert METER.done - before > 500


DOTTED = {
    "names": "".join(f"notation.names.a{k} = 'b'\n" for k in range(60)),
    "givens": "".join(f"given.a{k} = 1\n" for k in range(101)),
    "between blanks": "".join(f" given . a{k}\t= 1\n" for k in range(101)),
    "between quotes": "".join(f'"given"."a{k}" = 1\n' for k in range(101)),
    "deep": f"a{'.b' * 50} = 1\nb{'.b' * 51} = 1\n",
    "in many tables": "".join(f"[[x]]\n{'c.d = 1' * (k == 0)}\n" + "".join(f"c.e{n} = 1\n" for n in range(90)) for k in range(24)),
}


@pytest.mark.sliced(1)
@pytest.mark.parametrize("case", DOTTED)
def test_dotted_keys_of_a_sheet_that_is_written_again_are_bounded(case: str, tmp_path: Path) -> None:
    """tomlkit takes a minute for two thousand of them."""
    text = f'logo = "x.png"\n[[question]]\nsteps = ["B = A @ A"]\ngiven.A = [[2]]\n{DOTTED[case]}'
    for rewrites in (lambda: carried(text, tmp_path / "a.toml"), lambda: rewritten(text, DrawnVariant({}, {}, {}))):
        with pytest.raises(LimitError, match=r"line \d+: more than 100 dots in the keys of one table, or 2,000 in all"):
            rewrites()


@pytest.mark.parametrize("text", ["x = [\n" + "0.5,\n" * 500 + "]", "x = '''\n" + "a.b = 1\n" * 500 + "'''", "# a.b = 1\n" * 500, "".join(f"[a.b{k}]\nc.d = 1\n" for k in range(500))])
def test_points_that_stand_in_no_key_are_not_counted(text: str) -> None:
    assert toml.rewritable(text) == text
