"""The practice page's times: from opening it to the first check, and every later one.

They are seconds of work of the page's process, all its threads together: on a machine with nothing else to do no more
than that goes by on the clock.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from symattn.files import find
from symattn.practice.site import site

sys.path.insert(0, str(Path(__file__).parents[1] / "html"))
from headless_chromium import Chromium
from test_practice import renderers, served

pytestmark = pytest.mark.browser
FIRST, LATER = 10.0, 0.3  # seconds
SHEET = "two-heads-by-hand"
ANSWERS = (
    {"Q_1": [["1", "2"], ["3", "4"]]},
    {"Q_1": [["1", "2"], ["3", "4"]], "S_1": [["4", "10"], ["10", "25"]]},
    {"Q_1": [["1", "2"], ["3", "4"]], "S_1": [["4", "10"], ["10", "24"]], "L_1": [["4", "10"], ["10", "24"]]},
    {"S_1": [["4", "10"], ["10", "24"]], "L_1": [["2.8284", "7.0711"], ["7.0711", "16.9706"]], "A_1": [["0.5", "0.5"], ["0.2", "0.8"]]},
    {"A_1": [["0.0142", "0.9858"], ["0.0001", "0.9999"]]},
)
LONG = {"gated-block": "Y", "backward-through-a-head": "dX", "stated-weights": "Y"}
"""The shipped sheets with the longest searches, and their last lines."""
SOON = 2.5  # seconds of work after which whichever line a student goes to first is prepared: a field is not filled in sooner
ALONE = [["0.37", "0.37"], ["0.37", "0.37"]]  # a last matrix that nothing explains, with nothing before it: the longest search


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A browser that has opened the page, and the seconds from there to the first check."""
    made = site([find(name) for name in (SHEET, *LONG)], tmp_path_factory.mktemp("site"))
    server, address = served(made.folder)
    chromium = Chromium(tmp_path_factory.mktemp("profile"))
    chromium.go(f"{address}{SHEET}.html")
    checked(chromium, ANSWERS[0])
    first = spent(chromium)
    prepared(chromium, {})  # the page is at the same by itself
    yield chromium, first
    chromium.close()
    server.shutdown()
    server.server_close()


def spent(chromium) -> float:
    """The seconds that the page's processes have worked."""
    numbers = [(process / "stat").read_text().rpartition(")")[2].split() for process in renderers(chromium)]
    return sum(int(own[11]) + int(own[12]) for own in numbers) / os.sysconf("SC_CLK_TCK")


def checked(chromium, answers) -> float:
    """The seconds that a check takes."""
    begun = spent(chromium)
    facts = json.dumps({"answers": {"q1": answers}})
    wait = "new Promise(done => { const look = () => window.practice ? done() : setTimeout(look, 20); look(); })"
    opened = "practice.ask('open', {sheet: 'two-heads-by-hand.toml', seed: null, student: ''})"
    found = chromium.run(f"{wait}.then(() => window.begun ??= {opened}).then(() => practice.ask('check', {facts}))")
    assert "error" not in found, found
    return spent(chromium) - begun


def test_the_first_check_comes_soon(page):
    print(f"\nfirst check after {page[1]:.1f} s")
    assert page[1] < FIRST


@pytest.mark.parametrize("answers", ANSWERS[1:], ids=["a wrong entry", "a slip", "wrong weights", "digits"])
def test_every_later_check_is_quick(page, answers):
    seconds = checked(page[0], answers)
    print(f"\n{seconds:.2f} s")
    assert seconds < LATER


@pytest.mark.parametrize("first", [{}, {"Q_1": [["1", "2"], ["3", "4"]]}], ids=["alone", "after a right line"])
def test_what_nothing_explains_was_searched_while_the_student_wrote(page, first):
    """As the page does after every check: what the next one needs is asked for until there is no more."""
    prepared(page[0], first)
    begun = spent(page[0])
    facts = json.dumps({"question": "q1", "line": "Y", "value": ALONE})
    assert page[0].run(f"practice.ask('look', {facts})") == {"right": []}
    looked, seconds = spent(page[0]) - begun, checked(page[0], {**first, "Y": ALONE})
    print(f"\nlooked at after {looked:.2f} s, searched in {seconds:.2f} s")
    assert looked < LATER
    assert seconds < LATER


@pytest.mark.parametrize("sheet", LONG)
def test_a_line_gone_to_at_once_is_soon_prepared(page, sheet):
    """The page prepares for the line that the student is at; so much later nothing is left of its search for the check to do."""
    chromium = page[0]

    def ask(do, **facts):
        return chromium.run(f"practice.ask({json.dumps(do)}, {json.dumps(facts)}, {json.dumps(sheet)})")

    fields = ask("open", sheet=f"{sheet}.toml", seed=None, student="")["fields"]
    (field,) = [field for field in fields if field["line"] == LONG[sheet]]
    begun = spent(chromium)
    while spent(chromium) - begun < SOON and ask("prepare", answers={}, first=[field["question"], field["line"]])["more"]:
        pass
    begun = spent(chromium)
    wrong = [[f"0.{37 + 4 * (i * field['cols'] + j)}31" for j in range(field["cols"])] for i in range(field["rows"])]
    found = ask("check", answers={field["question"]: {field["line"]: wrong}})["lines"][field["question"]][field["line"]]
    print(f"\n{spent(chromium) - begun:.2f} s")
    assert found["verdict"] == "incorrect"
    assert spent(chromium) - begun < LATER


def prepared(chromium, answers) -> None:
    """Everything ahead of the next check made."""
    facts = json.dumps({"answers": {"q1": answers}})
    chromium.run(f"(async () => {{ while ((await practice.ask('prepare', {facts})).more); }})()")
