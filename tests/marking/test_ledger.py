"""Every number of an answer file is accounted for: over all corpora, and what nobody claims opens the line named before it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from symattn.marking.answers import submissions
from symattn.marking.answers.ledger import ANSWER, GIVEN, LONGEST, PROSE, STRUCK, UNACCOUNTED, AnswerText, Ledger
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads
from tests.marking.answers_corpus import CASES
from tests.marking.test_answers_corpus import ready
from tests.marking.test_handed_in import ready as handed_to

TEXTS = {name: (suffix, text) for name, suffix, text, _, unused in CASES if not unused and suffix in (".txt", ".md", ".tex", ".toml")}
HANDED = tomllib.loads((Path(__file__).parent / "handed_in.toml").read_text("utf-8"))["case"]
NUMBER = re.compile(r"\d+(?:\.\d+)?")
SHEET = """[[question]]
steps = ["S = Q @ K.T", "L = S / sqrt(2)"]
given = { Q = [[1, 0], [0, 1]], K = [[1, 0], [3, 1]] }"""


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", TEXTS)
def test_no_number_of_a_file_that_is_read_whole_is_left_over(tmp_path: Path, name: str) -> None:
    suffix, text = TEXTS[name]
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (found,) = submissions(file, ready().namings)
    assert [entry for entry in found.ledger if entry.kind == UNACCOUNTED and not entry.text.isdecimal()] == []


@pytest.mark.sliced(6)
@pytest.mark.parametrize("text", [text for _, _, text, *_ in CASES] + [case["text"] for case in HANDED])
def test_numbers_in_are_numbers_accounted_for(text: str) -> None:
    ledger = Ledger([AnswerText(text)])
    ledger.claim(text[: len(text) // 2], 1, ANSWER, "A")
    assert len(ledger.runs) == len(ledger.fates)
    assert re.sub(r"\D", "", "".join(text[start:end] for _, start, end, _ in ledger.runs)) == re.sub(r"\D", "", text)
    whole = Counter(run for entry in ledger.entries() for run in NUMBER.findall(entry.text))
    assert all(entry.kind in (ANSWER, GIVEN, PROSE, STRUCK, UNACCOUNTED) for entry in ledger.entries())
    assert whole.total() <= len(ledger.runs)


@pytest.mark.parametrize("said", ["A = [1 2; 3 4]", "[[1, 2], [3, 4]]", "1 2 3 4"])
@pytest.mark.parametrize("codes", [codes for codes in product([False, True], repeat=3) if not all(codes)])
def test_an_answer_takes_the_numbers_that_are_printed_and_not_those_of_the_program(codes: tuple[bool, ...], said: str) -> None:
    """The first cell that is no program, whichever cells before and behind it are."""
    ledger = Ledger([AnswerText(said, code=code, cell=k + 1) for k, code in enumerate(codes)])
    ledger.claim(said, 0, ANSWER, "A")
    taken = {ledger.runs[k][0] for k, fate in enumerate(ledger.fates) if fate is not None}
    assert taken == {codes.index(False)}
    assert len([fate for fate in ledger.fates if fate is not None]) == 4


@pytest.mark.parametrize("before", ["3,5", "3,57", "3,5; 3,75"])
@pytest.mark.parametrize("between", [" then ", "\n", " x 9 y "])
@pytest.mark.parametrize("claimed", ["7 3,", "3, 8", "8 1 3,"])
def test_a_number_with_a_comma_behind_it_is_no_decimal(before: str, between: str, claimed: str) -> None:
    text = f"{before}{between}3, so"
    ledger = Ledger([AnswerText(text)])
    ledger.claim(claimed, 0, ANSWER, "A")
    assert [start for (_, start, _, _), fate in zip(ledger.runs, ledger.fates, strict=True) if fate] == [len(before + between)]


WHOLE = [(name, suffix, text) for name, suffix, text, *_ in CASES if suffix in (".txt", ".md", ".tex", ".toml", ".json")]


@pytest.mark.sliced(12)
@pytest.mark.parametrize(("name", "suffix", "text"), WHOLE, ids=[name for name, *_ in WHOLE])
def test_the_numbers_of_a_file_are_those_of_its_ledger_in_order(tmp_path: Path, name: str, suffix: str, text: str) -> None:
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    (found,) = submissions(file, ready().namings)
    if any(entry.text.endswith("…") for entry in found.ledger):
        assert len(text) > LONGEST  # what is shown of an entry is cut off
        return
    assert [run for entry in found.ledger for run in re.findall(r"\d+", entry.text)] == re.findall(r"\d+", text)


AS_TEXT = (".txt", ".md", ".tex", ".org", ".log", ".R", ".typ", ".rst", ".adoc", ".py", ".m", ".jl")
IN_TEXT = {case["name"]: case for case in HANDED if case["suffix"] in AS_TEXT}


@pytest.mark.sliced(60)
@pytest.mark.parametrize("name", IN_TEXT)
def test_the_numbers_of_what_was_handed_in_are_those_of_its_ledger_in_order(tmp_path: Path, name: str) -> None:
    case = IN_TEXT[name]
    file = tmp_path / f"answers{case['suffix']}"
    file.write_text(case["text"], encoding="utf-8")
    (found,) = check_file(handed_to(case.get("sheet", ""), case.get("sheet_text", "")), file)
    assert {entry.line for entry in found.ledger} == {k for k, line in enumerate(case["text"].split("\n"), 1) if re.search("[0-9]", line)}
    if not any(entry.text.endswith("…") for entry in found.ledger):
        assert [run for entry in found.ledger for run in re.findall("[0-9]+", entry.text)] == re.findall("[0-9]+", case["text"])


OPENED = {  # text → what becomes of S and L, the lines of the sheet
    "S = [1 9; 0 1]\n\n5 6\n7 8\n": ("undecided", "unreadable"),  # wrong, with numbers below that are nobody's and may be of L
    "S = [1 3; 0 1]\n\n5 6\n7 8\n": ("correct", "unreadable"),  # right is right
    "S = [1 3; 0 1]\nL: see (0.7071, 2.1213)\n": ("correct", "unreadable"),
    "S = softmax([1 3; 0 1])\n": ("unreadable", "missing"),
    "S = [1 3; 0 1] (2)\nL = [7 8; 9 10]   2 marks\n": ("correct", "incorrect"),
    "S = [1 9; 0 1] as on page 7\n": ("incorrect", "missing"),
    "S = 1.5 or 1.6\n": ("unreadable", "missing"),  # what is said of a line that has nothing else is looked at
    "S is below 2 and L < 3\n": ("missing", "missing"),  # one that only speaks of it is not
    "S < 2\n": ("unreadable", "missing"),
    "S = Q K.T / 2\n": ("missing", "missing"),
    "S = 2 eye(2)\n": ("unreadable", "missing"),  # numbers with nothing of the sheet are no formula
    "S = [1 3; 0 1]\nS = diag(2, 1)\n": ("correct", "missing"),
    "S_row1 = [1 3]\nS_row2 = [0 1]\nL = [0.7071 2.1213; 0 0.7071]\n": ("unreadable", "correct"),  # near S
    "S = Q K.T / 1.414\n": ("unreadable", "missing"),
    "S = [1 3; 0 1]\nS = 1.5 or 1.6\n": ("correct", "missing"),
}


@pytest.mark.parametrize(("text", "verdicts"), OPENED.items(), ids=OPENED)
def test_numbers_of_nobody_open_the_line_named_before_them(tmp_path: Path, text: str, verdicts: tuple[str, str]) -> None:
    file = tmp_path / "answers.txt"
    file.write_text(text, encoding="utf-8")
    (answer,) = check_file(Ready(loads(SHEET)), file)
    assert tuple(result.verdict for result in answer.questions[0].results) == verdicts


def test_the_numbers_of_an_answer_are_those_that_stand_together(tmp_path: Path) -> None:
    """Exact forms before their decimals, and the same 0 in each line: nothing is taken from another line's numbers."""
    exact, rounded = "3/4 ln 3, 0, e/(1 + e)", "0.8240, 0, 0.7311"
    file = tmp_path / "answers.txt"
    file.write_text(f"gate S:\n  ({exact}) = ({rounded})\n  (3/4 ln 3, 0, 0) = (0.8240, 0, 0)\nother L:\n  (2, 1, 0)\n  (2, 0, -4)\n", encoding="utf-8")
    steps = "steps = [\"S = silu(X)\", \"L = X @ V\"]\ngiven = { X = [[\"log(3)\", 0, 1], [\"log(3)\", 0, 0]], V = [[0, 0, 0], [0, 0, 0], [2, 1, 0]] }"
    (answer,) = check_file(Ready(loads(f"[[question]]\n{steps}")), file)
    found = [(entry.text, entry.line, entry.what) for entry in answer.ledger]
    assert found == [
        (f"{exact}) = ({rounded}", 2, "S"), ("3/4 ln 3, 0, 0) = (0.8240, 0, 0", 3, "S"), ("2, 1, 0", 5, "L"), ("2, 0, -4", 6, "L"),
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "verdict", "loose"), [
    ("The entries c[0] and c[1] add up", "missing", []),  # a name and its places
    ("The entries c{1} and c{2} add up", "missing", []),
    ("The line is c(0.5, 0.8) in R", "unreadable", ["0.5, 0.8"]),
])  # fmt: skip
def test_places_behind_a_name_that_is_a_function_of_r_too_are_no_numbers(tmp_path: Path, text: str, verdict: str, loose: list[str]) -> None:
    file = tmp_path / "answers.txt"
    file.write_text(f"{text}\n", encoding="utf-8")
    sheet = '[[question]]\nsteps = ["c = 2 * A", "s = sum(c)"]\ngiven = { A = [["0.25", "0.35"]] }\ndecimals = 3\n'
    (report,) = check_file(Ready(loads(sheet)), file)
    assert {one.name: one.verdict for one in report.questions[0].results}["c"] == verdict
    assert [entry.text for entry in report.ledger if entry.kind == UNACCOUNTED] == loose
