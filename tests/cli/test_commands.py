"""The commands and what each of them takes: list, pick, show, new, lint, and what options ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import pytest

from symattn.cli import commands, main
from symattn.course.delivery import Wanted
from symattn.files import shipped
from tests.cli.running import SOUND, Run


def test_list_names_each_shipped_sheet_on_a_line_of_its_own(symattn: Run) -> None:
    code, out, _ = symattn("list")
    names = [line.split()[0] for line in out.splitlines()]
    assert code == 0
    assert names == sorted(shipped())
    assert "Multi-head self-attention by hand (multi-head-attention)" in out
    assert "Two heads, your own numbers (template, multi-head-attention)" in out


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bank_read_once")
def test_list_finds_sheets_and_questions_by_topic_and_words(symattn: Run) -> None:
    code, out, _ = symattn("list", "--topic", "softmax", "--search", "LOGARITHMS made")
    assert (code, out.split("  ")[0]) == (0, "bank/softmax: softmax-of-logs")
    names = {line.split()[0] for line in symattn("list", "--search", "temperature")[1].splitlines()}
    assert {"temperature", "bank/sampling:", "bank/softmax:"} <= names
    found = [line.split()[0] for line in symattn("list", "--topic", "random")[1].splitlines()]
    assert found[:2] == ["random-vectors", "why-the-root"]
    assert "The weights of a query are p = softmax(s)." in symattn("list", "--topic", "gradients")[1]  # a terminal reads no LaTeX
    assert set(found[2:]) == {"bank/random:", "bank/blocks:"}
    assert symattn("list", "--search", "no such words anywhere") == (0, "", "")
    assert 'no topic "sofmax"; did you mean "softmax"?' in symattn("list", "--topic", "sofmax")[2]
    assert "the topics are" in symattn("list", "--topic", "zzzz")[2]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("bank_read_once")
def test_pick_writes_the_same_exam_for_the_same_seed(symattn: Run, tmp_path: Path) -> None:
    ask = ("pick", "--topic", "blocks", "--level", "1", "--marks", "7", "--seed", "7", "-o", "exam.toml")
    code, out, _ = symattn(*ask)
    first = (tmp_path / "exam.toml").read_text("utf-8")
    assert (code, out.split(", ")[1]) == (0, "7 marks")
    assert symattn(*ask)[0] == 0
    assert (tmp_path / "exam.toml").read_text("utf-8") == first
    assert symattn("lint", "exam.toml") == (0, "", "nothing to say\n")


@pytest.mark.sliced(3)
@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--marks", "0"], "0 is not from 0.25 to 200 in quarters"),
        (["--marks", "201"], "201 is not from 0.25 to 200 in quarters"),
        (["--marks", "1/3"], "1/3 is not from 0.25 to 200 in quarters"),
        (["--marks", "ten"], "'ten' is no number"),
        (["--minutes", "601"], "601 is not in the range 1<=x<=600"),
        (["--level", "4"], "4 is not in the range 1<=x<=3"),
        (["--seed", "x"], "no whole number"),
        (["--topic", "sofmax"], 'did you mean "softmax"?'),
    ],
)  # fmt: skip
def test_what_pick_cannot_do_is_said_and_nothing_written(symattn: Run, tmp_path: Path, args: list[str], told: str) -> None:
    code, _, error = symattn("pick", *args, "-o", "exam.toml")
    assert code == 2
    assert told in error
    assert not (tmp_path / "exam.toml").exists()


def test_show_prints_a_sheet_that_can_be_solved(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "copy.toml").write_text(symattn("show", "thinking-machine")[1], encoding="utf-8")
    assert symattn("solve", "copy.toml", "--format", "json") == symattn("solve", "thinking-machine", "--format", "json")


@pytest.mark.exhaustive
def test_new_writes_a_sheet_that_can_be_solved_and_names_its_schema(symattn: Run, tmp_path: Path) -> None:
    code, out, _ = symattn("new", "week4.toml")
    assert (code, out) == (0, "week4.toml: written; `symattn solve week4.toml` solves it\n")
    assert symattn("solve", "week4.toml", "--format", "json")[0] == 0
    assert symattn("lint", "week4.toml") == (0, "", "nothing to say\n")
    first = (tmp_path / "week4.toml").read_text(encoding="utf-8").split("\n")[0]
    assert first == "#:schema ./schema.json"
    assert (tmp_path / "schema.json").is_file()


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["counts", "gradients", "heads", "proof", "shapes"])
def test_every_kind_of_new_sheet_is_sound_and_solved(kind: str, symattn: Run) -> None:
    assert symattn("new", f"{kind}.toml", "--kind", kind)[0] == 0
    assert symattn("lint", f"{kind}.toml") == (0, "", "nothing to say\n")
    code, out, _ = symattn("solve", f"{kind}.toml")
    assert (code, bool(out)) == (0, True)
    assert symattn("blank", f"{kind}.toml", "--format", "tex")[0] == 0


def test_a_kind_that_is_none_names_those_that_are(symattn: Run) -> None:
    code, _, error = symattn("new", "a.toml", "--kind", "head")
    assert code == 2
    assert "'heads'" in error


def test_lint_says_nothing_of_a_sound_sheet(symattn: Run, sheet: Path) -> None:
    assert symattn("lint", str(sheet)) == (0, "", "nothing to say\n")


def test_lint_says_what_does_not_hold_with_exit_code_1(symattn: Run, sheet: Path) -> None:
    sheet.write_text(SOUND + "given.W = [[1]]\n", encoding="utf-8")
    assert symattn("lint", "week3.toml") == (
        1, "week3.toml:4:7: question.given.W: no line uses it\n  leave it out, or use it in a line\n  given.W = [[1]]\n        ^\n",
        "more on it: symattn lint --explain unused-given\n",
    )  # fmt: skip


def test_lint_of_a_bad_sheet_is_exit_code_2(symattn: Run, sheet: Path) -> None:
    sheet.write_text("[[question]]\n", encoding="utf-8")
    assert symattn("lint", str(sheet))[0] == 2


@pytest.mark.parametrize("name", main.list_commands(None))
def test_help_lists_every_command_with_the_first_sentence_of_its_own_help(name):
    command = main.get_command(None, name)
    assert commands.ABOUT[name] == click.Command(name, help=command.help).get_short_help_str(200)


ASKED = {  # what is asked for on the command line -> what is to be made, of what is otherwise as usual
    "solve a": {},
    "blank a": {"form": "blank"},
    "solve a --detail full": {"detail": "full"},
    "solve a --decimals 7": {"decimals": 7},
    "blank a --decimals 7": {"form": "blank", "decimals": 7},
    "solve a --templates own": {"templates": "own"},
    "blank a --templates own": {"form": "blank", "templates": "own"},
    "solve a --format md": {"format": "md"},
    "blank a --format md": {"form": "blank", "format": "md"},
    "solve a -o key.html": {"format": "html"},
    "blank a -o sheet.html": {"form": "blank", "format": "html"},
    "solve a --code sympy": {"format": "sympy"},
    "solve a --fragment": {"format": "tex", "whole": "fragment"},
    "blank a --fragment": {"form": "blank", "format": "tex", "whole": "fragment"},
    "solve a -o key.pdf --via chromium": {"format": "pdf", "via": "chromium"},
    "blank a -o sheet.pdf --via chromium": {"form": "blank", "format": "pdf", "via": "chromium"},
    "solve a --verify sympy": {"verified": "SymPy"},
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_for_is_what_is_made(asked: str, symattn: Run, sheet: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[Wanted] = []
    for name in ("solve", "blank"):
        monkeypatch.setattr(f"symattn.cli.commands.{name}.delivered", lambda sheets, wanted, *where: made.append(wanted) or 0)
    (tmp_path / "own").mkdir()
    command, _, *options = asked.split()
    assert symattn(command, sheet.name, *options)[0] == 0
    assert made == [replace(Wanted(), **ASKED[asked])]


def options() -> Iterator[str]:
    """Every argument and option of every command: how it is written, what it takes, how often, and what it is unless it is given."""
    context = click.Context(main)
    for name in main.list_commands(context):
        for option in main.get_command(context, name).params:  # type: ignore[union-attr]
            takes = "nothing" if getattr(option, "is_flag", False) else option.type.name
            often = "any" if option.multiple or option.nargs != 1 else "once"
            usual = "" if option.default in (None, False, ()) or "Sentinel" in type(option.default).__name__ else f" = {option.default}"
            yield f"{name} {' '.join((*option.opts, *option.secondary_opts))}: {takes}, {often}{', needed' * option.required}{usual}"


def test_what_each_command_takes() -> None:
    assert "\n".join(options()) + "\n" == (Path(__file__).parents[1] / "golden" / "options.txt").read_text(encoding="utf-8")
