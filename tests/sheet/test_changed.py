"""What is said of a sheet that was mended after it was handed out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import SymattnError
from symattn.sheet import loads
from symattn.sheet.changed import changes, facts, facts_in

SHEET = """title = "Week 3"
intro = "Read this."
note = "Done."
[[question]]
prompt = "Find all of it."
steps = ["B = A @ A", "C = B + A"]
given.A = [[2, 1], [0, 1]]
[[question.part]]
label = "a"
prompt = "Square it."
asks = ["B"]
marks = 3
[[question.part]]
prompt = "And then?"
asks = ["C"]
"""
MENDED = [
    ("Week 3", "Week 4", ["the title is another"]),
    ("Read this", "Read that", ["the intro is another"]),
    ("Done", "Ready", ["the note is another"]),
    ("Find all", "Find most", ["q1: the prompt is another; no number and no value is"]),
    ("[2, 1]", "[2, 5]", ['q1: A is given as [["2", "5"], ["0", "1"]], and was [["2", "1"], ["0", "1"]]', "q1: the values of B, C are others"]),
    ("B + A", "B - A", ["q1: the value of C is another"]),
    ("marks = 3", "marks = 4", ["q1: part a: 4 marks, and had 3"]),
    ("And then?", "And now?", ["q1: part 2: the prompt is another"]),
    ('asks = ["C"]', 'asks = ["C", "B"]\nmarks = 1', ["q1: part 2: asks C, B, and asked C"]),
    ('"C = B + A"]', '"C = B + A", "D = C @ C"]', ["q1: D: this line is new"]),
    ('steps = ["B = A @ A", "C = B + A"]\n', 'id = "z"\nsteps = ["B = A @ A", "C = B + A"]\n', ["q1: this question is gone", "z: this question is new"]),
    ("[[question.part]]\nprompt", "[[question.part]]\nnewpage = true\nroom = '4cm'\nprompt", []),
    ("title", "working = 'decimals'\nnotation = 'course-concat'\ntitle", []),
]  # fmt: skip


@pytest.mark.parametrize(("was", "now", "said"), MENDED)
def test_what_changed_is_said_and_nothing_else(was: str, now: str, said: list[str], tmp_path: Path) -> None:
    mended = SHEET.replace(was, now, 1)
    assert mended != SHEET
    assert changes(facts(loads(SHEET)), facts(loads(mended))) == said
    assert changes(facts(loads(mended)), facts(loads(mended))) == []


@pytest.mark.parametrize(("command", "known"), [("solve", ["values"]), ("blank", ["prompt", "given", "marks"])])
def test_json_that_was_made_of_a_sheet_says_what_it_has(command: str, known: list[str], tmp_path: Path) -> None:
    place = tmp_path / "old.json"
    (tmp_path / "old.toml").write_text(SHEET)
    assert CliRunner().invoke(main, [command, str(tmp_path / "old.toml"), "-o", str(place)]).exit_code == 0
    before = facts_in(place)
    assert changes(before, facts(loads(SHEET))) == []
    found = " ".join(changes(before, facts(loads(SHEET.replace("[2, 1]", "[2, 5]").replace("marks = 3", "marks = 4").replace("Find", "Seek")))))
    assert [word for word in ("values", "prompt", "given", "marks") if word in found] == known


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"questions": [1], "title": ""}', "[" * 100_000])
def test_other_json_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(SymattnError, match="is no JSON that `symattn solve`"):
        facts_in(tmp_path / "x.json")


@pytest.mark.exhaustive
def test_commands_say_it(tmp_path: Path) -> None:
    """``solve`` of one sheet, ``check`` of a class; of a class once for all of whom it is true."""
    def run(*words: object) -> str:
        done = CliRunner().invoke(main, list(map(str, words)))
        return f"{done.output}{done.exception or ''}"

    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    vary = "[vary]\n[[vary.draw]]\nnames = ['A']\nlow = 1\nhigh = 9\n"
    old.write_text(SHEET + vary)
    new.write_text(SHEET.replace("Square it", "Take the square") + vary)
    assert "part a: the prompt is another" in run("solve", new, "--against", old)
    assert "as it was handed out" in run("solve", old, "--against", old)
    run("vary", old, "--count", 3, "--seed", 7, "-o", tmp_path / "week3")
    refused = run("vary", new, "--count", 3, "--seed", 7, "-o", tmp_path / "week3")
    assert f"--seed 7 --secret {tmp_path / 'week3'}" in refused
    run("vary", new, "--count", 3, "--seed", 7, "--secret", tmp_path / "week3", "-o", tmp_path / "mended")
    (tmp_path / "in").mkdir()
    for number in (1, 2, 3):
        sheets = [tmp_path / folder / "sheets" / f"0{number}.toml" for folder in ("week3", "mended")]
        assert changes(*map(facts_in, sheets)) == ["q1: part a: the prompt is another"], "the numbers are the same"
        (tmp_path / "in" / f"0{number}.json").write_text(json.dumps({"q1": {"B": [[1, 1], [1, 1]]}}))
    said = run("check", tmp_path / "mended" / "manifest.json", tmp_path / "in", "--against", tmp_path / "week3")
    assert f"{tmp_path / 'week3'}: q1: part a: the prompt is another (of 3 sheets)" in said
