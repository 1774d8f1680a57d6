"""The practice page's times: from opening it to the first check, and every later one.

They are seconds of work of the page's process, all its threads together: on a machine with nothing else to do no more
than that goes by on the clock.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from symattn.console.slips import possible, wrong_rules
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.text import text
from symattn.files import find, shipped
from symattn.marking.course import Course
from symattn.marking.key import in_one
from symattn.plan.derivation import solve
from symattn.practice.site import needs_sympy, site
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).parents[1] / "html"))
from headless_chromium import Chromium
from test_practice import right_and_wrong, served, spent

pytestmark = pytest.mark.browser
FIRST, LATER, NAMED = 5.0, 0.2, 0.5  # seconds
SMALL = 20e6  # bytes of a site of every shipped sheet
SHEETS = tuple(sorted(shipped()))
SHEET = "two-heads-by-hand"
SOON = 2.5  # seconds of work after which whichever line a student goes to first is prepared: a field is not filled in sooner


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A browser that has opened the page, the seconds from there to the first check and of the first slip named, and the site."""
    made = site(list(map(find, SHEETS)), tmp_path_factory.mktemp("site"))
    server, address = served(made.folder)
    chromium = Chromium(tmp_path_factory.mktemp("profile"))
    chromium.go(f"{address}{SHEET}.html")
    chromium.run(OPENED)
    (field, *_), _ = asked(chromium, SHEET)
    checked(chromium, SHEET, {field["question"]: {field["line"]: [["1", "2"], ["3", "4"]]}})
    first = spent(chromium)
    while ask(chromium, SHEET, "prepare", answers={})["more"]:  # the page is at the same by itself, and has done then
        pass
    question, line, cells = slipped(SHEET)
    said, named = checked(chromium, SHEET, {question: {line: cells}})
    assert said[question][line]["verdict"] == "slip"
    yield chromium, first, named, made
    chromium.close()
    server.shutdown()
    server.server_close()


OPENED = "new Promise(done => { const look = () => window.practice ? done() : setTimeout(look, 20); look(); })"
Answers = dict[str, dict[str, object]]


def ask(chromium, place: str, do: str, /, **facts):
    """What the engine answers."""
    needs = ["sympy"] if needs_sympy(load(find(place))) else []
    found = chromium.run(f"practice.ask({', '.join(map(json.dumps, (do, facts, place, needs)))})")
    assert "error" not in found, found
    return found


def asked(chromium, sheet: str) -> tuple[list[dict[str, object]], float]:
    """The fields of a sheet, and the seconds that it takes to open it."""
    begun = spent(chromium)
    return ask(chromium, sheet, "open", sheet=f"{sheet}.toml", seed=None, student="")["fields"], spent(chromium) - begun


def checked(chromium, sheet: str, answers: Answers) -> tuple[dict[str, dict[str, dict[str, object]]], float]:
    """What is said to each line, and the seconds that a check takes."""
    begun = spent(chromium)
    return ask(chromium, sheet, "check", answers=answers)["lines"], spent(chromium) - begun


def slipped(sheet: str) -> tuple[str, str, list[list[str]]] | None:
    """The last line of a sheet at which a slip can happen, and what comes of it."""
    for answer in reversed(load(find(sheet)).solve().answers):
        for name in reversed([name for part in answer.question.parts for name in part.asks]):
            plan, given = answer.question.plan, answer.question.given
            if name not in plan.names:
                continue
            for trial in possible(Course(plan, given), name):
                try:
                    found = in_one(solve(plan, given, slips=wrong_rules(plan, given, {name: trial.id})).values[name]).cells()
                except SymattnError:  # its result has no place in the lines that follow
                    continue
                cells = [["-inf" if isinstance(x, Blocked) else text(x) for x in row] for row in found]
                if cells != right_and_wrong(sheet)[0][answer.question.id][name]:
                    return answer.question.id, name, cells
    return None


def test_the_first_check_comes_soon_and_so_does_the_name_of_the_first_slip(page):
    _, first, named, made = page
    print(f"\nfirst check after {first:.1f} s, first slip named in {named:.2f} s, {made.size / 1e6:.2f} MB")
    assert first < FIRST
    assert named < NAMED
    assert made.size < SMALL


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_later_check_is_quick_and_names_the_slip(page, sheet):
    """The page prepares for the line that the student is at; so much later nothing is left of its search for the check to do."""
    chromium = page[0]
    fields, opening = asked(chromium, sheet)
    right, wrong = right_and_wrong(sheet)
    if not fields:  # proofs and figures: a person reads what is handed in
        assert not right
        return
    for field in fields[:2]:  # SymPy's parts and the like come with the first
        question, line = field["question"], field["line"]
        _, once = checked(chromium, sheet, {question: {line: right.get(question, {}).get(line, "1")}})
    found = slipped(sheet)
    question, line, cells = found or (fields[-1]["question"], fields[-1]["line"], wrong.get(fields[-1]["question"], {}).get(fields[-1]["line"], "7"))
    begun = spent(chromium)
    while spent(chromium) - begun < SOON and ask(chromium, sheet, "prepare", answers={}, first=[question, line])["more"]:
        pass
    preparing, begun = spent(chromium) - begun, spent(chromium)
    if found:
        ask(chromium, sheet, "cells", question=question, line=line, texts=cells, answers={question: {line: cells}})
    looking = spent(chromium) - begun
    said, naming = checked(chromium, sheet, {question: {line: cells}})
    verdict = said[question][line]["verdict"]
    print(f"\n{sheet}: opened {opening:.2f}, checked {once:.2f}, prepared {preparing:.2f}, entries {looking:.2f}, {line} {verdict} {naming:.2f} s")
    assert once < LATER
    assert looking < LATER
    assert naming < NAMED
