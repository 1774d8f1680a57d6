"""What nobody sees is wrong with a file is said: the character by its code point, the depth by its line, a broken notebook as one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn import toml
from symattn.course.batch.roster import roster
from symattn.errors import SheetError, SymattnError
from symattn.marking.answers.formats import formats
from symattn.sheet import loads

SHEET = 'title = "Week"\n[[question]]\nid = "one"\nsteps = ["B = A + A"]\n[question.given]\nA = [[1]]\n'
ODD = {
    "a zero width space": ("\u200b", "U+200B (zero width space)"),
    "a soft hyphen": ("\u00ad", "U+00AD (soft hyphen)"),
    "a no-break space": ("\u00a0", "U+00A0 (no-break space)"),
    "a turning sign": ("\u202e", "U+202E (right-to-left override)"),
    "a byte order mark": ("\ufeff", "U+FEFF (zero width no-break space)"),
    "a Cyrillic letter": ("\u0430", "U+0430 (cyrillic small letter a)"),
    "a full-width sign": ("\uff3f", "U+FF3F (fullwidth low line)"),
}


@pytest.mark.parametrize(("sign", "said"), ODD.values(), ids=ODD)
def test_an_odd_sign_in_a_key_is_named_with_its_place(sign: str, said: str) -> None:
    for written in (f"A{sign} = [[1]]", f'"A{sign}" = [[1]]'):
        with pytest.raises(SheetError) as caught:
            loads(SHEET.replace("A = [[1]]", written), "week.toml")
        assert any(problem.line == 6 and said in str(problem) for problem in caught.value.problems), caught.value
    with pytest.raises(ValueError, match="at line 1") as told:
        toml.loads(f"A{sign} = 1")
    assert said in str(told.value)


@pytest.mark.parametrize(("sign", "said"), ODD.values(), ids=ODD)
@pytest.mark.parametrize("place", ["id", "asks"])
def test_an_odd_sign_in_a_name_is_named_with_its_place(sign: str, said: str, place: str) -> None:
    texts = {
        "id": SHEET.replace('"one"', f'"one{sign}"'),
        "asks": SHEET + f'[[question.part]]\nasks = ["B{sign}"]\n',
    }
    line = {"id": 3, "asks": 8}[place]
    with pytest.raises(SheetError) as caught:
        loads(texts[place], "week.toml")
    assert any(problem.line == line and said in str(problem) for problem in caught.value.problems), caught.value


@pytest.mark.parametrize("sign", "\u200b\u00ad\u202e\ufeff\u0430")
def test_an_odd_sign_in_a_line_is_named_with_its_place(sign: str) -> None:
    with pytest.raises(SheetError, match=rf"4:\d+: question.steps: [^\n]*(?s:.*)U\+{ord(sign):04X}"):
        loads(SHEET.replace("A + A", f"A + A{sign}"), "week.toml")


@pytest.mark.parametrize("text", [SHEET.replace("\n", "\r"), SHEET.replace("\n[", "\r["), SHEET.replace("Week", "We\rek")])
def test_a_carriage_return_alone_is_named(text: str) -> None:
    with pytest.raises(SheetError, match=r"U\+000D \(a carriage return alone, no line end\)") as caught:
        loads(text, "week.toml")
    assert caught.value.problems[0].line == 1


@pytest.mark.parametrize(("sign", "said"), [pair for name, pair in ODD.items() if name != "a no-break space"])
def test_an_odd_sign_in_a_rosters_id_is_named(tmp_path: Path, sign: str, said: str) -> None:
    (tmp_path / "class.csv").write_text(f"id,name\nbob,Bob\na{sign}da,Ada\n", "utf-8")
    with pytest.raises(SheetError) as caught:
        roster(tmp_path / "class.csv")
    assert caught.value.problems[0].line == 3
    assert said in str(caught.value)


def test_words_of_ones_own_script_are_no_problem() -> None:
    assert loads(SHEET.replace("Week", "Неделя 3").replace('"one"', '"неделя"')).questions[0].id == "неделя"


@pytest.mark.parametrize("opened", ["x = " + "[" * 9_999, "x = " + "{a = " * 9_999, "x = " + '["a", ' * 9_999])
def test_toml_that_is_too_deep_is_said_where_it_is(opened: str) -> None:
    with pytest.raises(SheetError) as caught:
        loads(f"title = 'a'\n{opened}", "week.toml")
    assert [problem.line for problem in caught.value.problems] == [2]


NOTEBOOKS = {
    "outputs that are a number": {"cells": [{"cell_type": "code", "source": "", "outputs": 5}]},
    "outputs that are a text": {"cells": [{"cell_type": "code", "source": "", "outputs": "Q = [1]"}]},
    "outputs that are a table": {"cells": [{"cell_type": "code", "source": "", "outputs": {"text": "Q"}}]},
    "cells that are a number": {"cells": 5},
    "cells that are a table": {"cells": {"a": 1}},
    "a cell that is a number": {"cells": [5]},
    "no cells": {},
    "a list": [1],
    "a number": 7,
    "nothing": None,
}


@pytest.mark.parametrize("tree", NOTEBOOKS.values(), ids=NOTEBOOKS)
def test_what_is_no_notebook_is_refused_as_one(tree: object) -> None:
    with pytest.raises(SymattnError, match="notebook"):
        formats()[".ipynb"].read(json.dumps(tree).encode(), frozenset())


ODD_NOTEBOOKS = [
    {"cells": [{"cell_type": "code", "source": 5, "outputs": [5, None, "x", {}, {"data": 5}, {"text": 5}, {"text": [1, None]}, {"data": {"text/plain": {}}}]}]},
    {"cells": [{"cell_type": "markdown", "source": None}, {"source": {}}, {"cell_type": [], "source": [[], {}]}]},
    {"cells": [{"cell_type": "code", "outputs": None}]},
]


@pytest.mark.parametrize("tree", ODD_NOTEBOOKS)
def test_an_odd_cell_is_passed_over(tree: object) -> None:
    assert formats()[".ipynb"].read(json.dumps(tree).encode(), frozenset())[0].answers == []
