"""What is worked out once for a class is the same for everyone: whoever comes first, whatever is kept, however much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from by_hand import Setup, decimals, lines

from symattn.errors import LimitError
from symattn.marking import check, ways
from symattn.marking.checking import check_file
from symattn.marking.records import packed
from symattn.marking.sheet import Ready
from symattn.marking.ways import Replay, Way
from symattn.sheet import loads

SETUP = Setup(2, "causal", 2, 4, 3, whole=False, seed=2)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Right lines, slips, one wrong entry, nonsense; all lines and the last alone."""
    right = {name: decimals(m) for name, m in lines(SETUP).items() if not name.startswith("_")}
    slip = {name: decimals(m) for name, m in lines(SETUP, "unscaled", "L_1").items() if name in right}
    junk = [[f"{(7 * i + 3 * j) % 11}.{1234 + 571 * i * j}" for j in range(len(right["Y"][0]))] for i in range(len(right["Y"]))]
    off = [[*right["S_2"][0][:-1], "7.25"], *right["S_2"][1:]]
    handed = [right, {"Y": right["Y"]}, slip, {"Y": slip["Y"]}, {"H": slip["H"], "Y": right["Y"]}, {**right, "S_2": off}]
    handed += [{"S_2": off}, {"Y": junk}, {**right, "Y": junk}, {"H": junk}]
    folder = tmp_path_factory.mktemp("class")
    files = [folder / f"{number}.json" for number in range(len(handed))]
    for file, answers in zip(files, handed, strict=True):
        file.write_text(json.dumps(answers), "utf-8")
    return files


def alone(file: Path) -> object:
    return packed(check_file(Ready(loads(SETUP.sheet)), file))


@pytest.fixture(scope="module")
def apart(scripts: list[Path]) -> list[object]:
    """The report on each script by itself."""
    return list(map(alone, scripts))


@pytest.mark.exhaustive
@pytest.mark.parametrize("kept", [400_000, 0], ids=["all is kept", "all is forgotten"])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_report_does_not_depend_on_those_before_it(
    scripts: list[Path], apart: list[object], kept: int, backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "MOST_KEPT", kept)
    ready = Ready(loads(SETUP.sheet))
    order = range(len(scripts))[:: -1 if backwards else 1]
    assert {k: packed(check_file(ready, scripts[k])) for k in order} == dict(enumerate(apart))


@pytest.mark.exhaustive
def test_nothing_is_kept_of_large_matrices(scripts: list[Path], apart: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MOST_ENTRIES", 1)
    monkeypatch.setattr(Way, "size", property(lambda way: 1 / 0 if way._known else 0))
    ready = Ready(loads(SETUP.sheet))
    assert [packed(check_file(ready, file)) for file in scripts] == apart


@pytest.mark.exhaustive
def test_what_is_kept_has_a_limit(scripts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Ready(loads(SETUP.sheet))
    for file in scripts:
        check_file(ready, file)
    (key,) = map(ready.key, ready.sheet.questions)
    run = key.bare[0]
    kept = sum(way.size for way in run.ways.values())
    assert kept > 100
    monkeypatch.setattr(ways, "MOST_KEPT", kept - 1)
    before = len(run.ways)
    assert before > 1
    run.way("S_1", ["Q_1"])
    assert len(run.ways) == 1


def test_an_error_is_met_by_everyone_who_comes_that_far() -> None:
    def items():
        yield 1
        raise LimitError("no further")

    replay = Replay(items())
    for _ in range(2):
        found = iter(replay)
        assert next(found) == 1
        with pytest.raises(LimitError):
            next(found)


def test_a_letter_is_what_each_student_says_it_is(tmp_path: Path) -> None:
    ready = Ready(loads('[[question]]\nsteps = ["B = A + A"]\n[question.given]\nA = [["1/8", "3/8"]]\n'))
    verdicts = []
    for name, epsilon in (("ada", "0.5000"), ("bob", "0.2500"), ("cyd", "1/4")):
        (tmp_path / f"{name}.md").write_text(f"ε₁ = {epsilon}\n\nB = [ε₁ 3ε₁]\n", encoding="utf-8")
        (report,) = check_file(ready, tmp_path / f"{name}.md")
        verdicts.append(report.questions[0].results[0].verdict)
    assert verdicts == ["incorrect", "correct", "correct"]


def test_a_letter_of_one_sheet_is_none_of_the_next() -> None:
    question = '[[question]]\nsteps = ["B = A + A"]\n[question.given]\nA = [[{}]]\n'
    lettered = loads(question.format('"m", 1') + '[question.letters]\nm = "integer"\n')
    plain = loads(question.format("3, 1"))
    for sheet, verdict in ((lettered, "correct"), (plain, "unreadable"), (lettered, "correct")):
        (answer,) = check(sheet, {"B": [["2m", "2"]]}).answers
        assert answer.questions[0].results[0].verdict == verdict
