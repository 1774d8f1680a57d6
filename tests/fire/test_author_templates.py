"""The author of a downloaded sheet, by the templates beside it: they are not used, and where they are they reach nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import LimitError, SymattnError
from symattn.files import folder as shipped_folder
from symattn.formats import templates, trust
from symattn.formats.sandbox import Sandbox, is_plain, is_record, names_of
from symattn.formats.templates import Templates
from symattn.page import page
from symattn.sheet import load

SHEET = """
title = "Week 3"
[[question]]
variant = "attention"
[question.given]
X = [[1, 2], [0, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[1, 0], [0, 1]]
W_V = [[1, 1], [1, 0]]
"""
SECRET = "the secret of the machine"


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """A folder that was downloaded: a sheet, and templates beside it; a secret lies outside."""
    place = tmp_path / "week"
    (place / "templates" / "text").mkdir(parents=True)
    (place / "week.toml").write_text(SHEET, "utf-8")
    (place / "templates" / "text" / "page.j2").write_text("worded by a stranger\n", "utf-8")
    (tmp_path / "secret").write_text(SECRET, "utf-8")
    return place


def run(*words: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(main, list(words), standalone_mode=False)
    if isinstance(found.exception, SymattnError):
        return 2, found.stdout, str(found.exception)
    assert found.exception is None, found.exception
    return found.return_value or 0, found.stdout, found.stderr


def solved(week: Path, *words: str) -> tuple[str, str]:
    code, out, said = run("solve", str(week / "week.toml"), *words)
    assert code == 0, said
    return out, said


# --- who is trusted ---


def test_templates_beside_a_sheet_are_not_used_and_that_is_said(week: Path) -> None:
    out, said = solved(week)
    assert "worded by a stranger" not in out
    assert "Week 3" in out
    assert f"symattn trust {week}" in said
    assert "not used" in said


@pytest.mark.exhaustive
def test_they_are_used_once_the_folder_is_trusted(week: Path) -> None:
    code, names, _ = run("trust", str(week))
    assert (code, names) == (0, f"{week}/templates/text/page.j2\n")
    assert solved(week) == ("worded by a stranger\n", "")
    run("trust", str(week), "--forget")
    assert "not used" in solved(week)[1]


def test_a_folder_that_is_named_needs_no_trust(week: Path) -> None:
    assert solved(week, "--templates", str(week / "templates"))[0] == "worded by a stranger\n"


def changed(week: Path) -> None:
    (week / "templates" / "text" / "page.j2").write_text("<< embedded('x') >>", "utf-8")


def added(week: Path) -> None:
    (week / "templates" / "steps").mkdir()
    (week / "templates" / "steps" / "exp.j2").write_text("new", "utf-8")


def hidden(week: Path) -> None:
    (week / "templates" / ".macros.j2").write_text("new", "utf-8")


def taken_away(week: Path) -> None:
    (week / "templates" / "text" / "page.j2").rename(week / "page.j2")


def linked(week: Path) -> None:
    page = week / "templates" / "text" / "page.j2"
    page.rename(week / "page.j2")
    page.symlink_to(week / "page.j2")


def folder_linked(week: Path) -> None:
    (week / "templates").rename(week / "others")
    (week / "templates").symlink_to(week / "others")


def link_added(week: Path) -> None:
    (week / "templates" / "more").symlink_to(week.parent)


CHANGES = {
    "changed": (changed, "text/page.j2 was changed"),
    "added": (added, "steps/exp.j2 was added"),
    "hidden": (hidden, ".macros.j2 was added"),
    "taken away": (taken_away, "text/page.j2 was taken away"),
    "made a link": (linked, "text/page.j2 was made a link"),
    "a link added": (link_added, "more was added"),
    "the folder made a link": (folder_linked, "page.j2 was taken away"),
}


@pytest.mark.sliced(9)
@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("form", ["text", "html", "md"])
def test_what_is_other_than_it_was_trusted_asks_again(change, says: str, form: str, week: Path) -> None:
    run("trust", str(week))
    change(week)
    out, said = solved(week, "--format", form)
    assert "worded by a stranger" not in out
    assert says in said
    assert "symattn trust" in said


def test_a_copy_of_a_trusted_folder_is_another_folder(week: Path) -> None:
    run("trust", str(week))
    week.rename(week.parent / "elsewhere")
    assert "not used" in solved(week.parent / "elsewhere")[1]


@pytest.mark.parametrize("change", [linked, link_added, folder_linked])
def test_links_are_not_trusted(change, week: Path) -> None:
    change(week)
    code, _, said = run("trust", str(week))
    assert code == 2
    assert "no link is followed" in said


@pytest.mark.parametrize("name", ["notations", "empty"])
def test_a_folder_without_templates_needs_no_trust(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    code, _, said = run("trust", str(tmp_path / name))
    assert code == 2
    assert "data and need no trust" in said


def test_where_nothing_of_the_users_own_is_safe_nothing_is_trusted(week: Path, tmp_path: Path, monkeypatch) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    run("trust", str(week))
    monkeypatch.setenv("XDG_STATE_HOME", str(open_to_all))
    open_to_all.chmod(0o777)
    assert "not used" in solved(week)[1]
    code, _, said = run("trust", str(week))
    assert code == 2
    assert "--templates" in said


@pytest.mark.parametrize("note", [b"", b"[]", b"{", b'{"files": {}}', b'{"folder": "00", "files": {"text/page.j2": ""}}', b"\xff"])
def test_a_spoilt_note_trusts_nothing(note: bytes, week: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    run("trust", str(week))
    (kept,) = (tmp_path / "state").rglob("*.json")
    kept.write_bytes(note)
    assert "not used" in solved(week)[1]


def test_a_name_is_shown_without_what_a_terminal_obeys(week: Path) -> None:
    run("trust", str(week))
    (week / "templates" / "a\x1b[2Jb.j2").write_text("x", "utf-8")
    assert "\x1b" not in solved(week)[1]


def test_nothing_among_the_answers_is_a_template(week: Path) -> None:
    hand = week.parent / "hand"
    (hand / "templates" / "feedback").mkdir(parents=True)
    (hand / "templates" / "feedback" / "text.j2").write_text("worded by a student", "utf-8")
    (hand / "s01.toml").write_text("[q1]\nQ = [[1, 2], [0, 1]]\n", "utf-8")
    sheet = week.parent / "alone.toml"
    sheet.write_text(SHEET, "utf-8")
    assert "worded by a student" not in run("check", str(sheet), str(hand / "s01.toml"))[1]


# --- what a template reaches ---


def used(place: Path, words: str, template: str = "text/page.j2", form: str = "text") -> str:
    """The page with one template that the user has named."""
    (place / "week.toml").write_text(SHEET, "utf-8")
    own = place / "own" / template
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(words, "utf-8")
    return page(load(place / "week.toml"), form, templates=[place / "own"])


REACHES = [
    '<< embedded("/etc/passwd") >>',
    '<< embedded("../SECURITY.md") >>',
    '<< embedded("html/style.css") >>',
    "<< sheet.path >>",
    "<< sheet.path.read_text() >>",
    '<< sheet.path.home().joinpath("x").write_text("y") >>',
    "<< sheet.path.parent >>",
    '<< sheet["path"] >>',
    "<< [sheet]|map(attribute='path')|first >>",
    "<< sheet.of >>",
    "<< sheet._fields >>",
    "<< sheet.__class__ >>",
    "<< sheet|string >>",
    "<< sheet ~ '' >>",
    "<< '%s' % (sheet,) >>",
    "<< '%s'|format(sheet) >>",
    "<< [sheet]|join >>",
    "<< questions|string >>",
    "<< questions|tojson >>",
    "<< sheet|e >>",
    "<< math >>",
    "<< math.__self__ >>",
    "<< math.__func__.__globals__ >>",
    "<< prose.__self__.writer >>",
    "<< ''.__class__.__mro__ >>",
    "<< ''['__class__'] >>",
    "<< ''|attr('__class__') >>",
    "<< ('{0.__class__.__init__.__globals__}'|attr('format'))(sheet) >>",
    "<< '{0.__class__}'.format(sheet) >>",
    "<< '{0.__class__}'.format_map({}) >>",
    "<< ''.join >>",
    "<< ''.encode('utf-8').hex() >>",
    "<< self.__init__.__globals__ >>",
    "<< self._TemplateReference__context >>",
    "<< cycler.__init__.__globals__ >>",
    "<< lipsum.__globals__ >>",
    "<< joiner >>",
    "<< dict.mro() >>",
    "<< range.__class__ >>",
    "<< namespace.__init__ >>",
    "<% set ns = namespace(f=math) %><< ns.f.__self__ >>",
    "<< work >>",
    "<< environment >>",
    "<< context >>",
    "<< questions[0].__dict__ >>",
    "<< questions[0].parts[0].working.__html__.__globals__ >>",
    "<< questions|map('attr', '__class__')|list >>",
    "<< ({}).__class__ >>",
    "<< {}.pop >>",
    "<< [].append >>",
    "<% set q = questions.append %><< q(1) >>",
    "<< none.__class__ >>",
    "<< (1).to_bytes(9, 'big') >>",
    "<< true.__class__ >>",
    "<% include '/etc/passwd' %>",
    "<% include '../../secret' %>",
    "<% include 'templates/../../../secret' %>",
    "<% import '../week.toml' as w %>",
    "<% extends '../../secret' %>",
    "<% include sheet.title ~ '/../../../secret' %>",
]
"""What a template writes to come out of its box: each is a mistake that is told with the template and its line."""


@pytest.mark.sliced(21)
@pytest.mark.parametrize("words", REACHES)
def test_a_template_reaches_nothing_but_what_it_is_given(words: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET, "utf-8")
    with pytest.raises(SymattnError, match=r"page\.j2:1: "):
        used(tmp_path, words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own", "secret", "week.toml"]


STEPS = [
    "<< step.line >>",
    "<< step.value.cells() >>",
    "<< step.line.tree >>",
    "<< lines[0].__init__ >>",
    "<< step|symbol|string >>",
    "<< fmt.__init__ >>",
    "<< fmt._body_stream >>",
    "<< working.__closure__ >>",
    "<< again.__globals__ >>",
]


@pytest.mark.parametrize("words", STEPS)
def test_a_template_of_a_step_reaches_nothing_but_what_it_is_given(words: str, tmp_path: Path) -> None:
    with pytest.raises(SymattnError, match=r"matmul\.j2:1: "):
        used(tmp_path, words, "steps/matmul.j2")


@pytest.mark.parametrize("form", ["text", "html", "tex", "md"])
@pytest.mark.parametrize("target", ["secret", "week.toml", "/dev/zero"])
def test_no_link_is_followed(form: str, target: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET, "utf-8")
    place = tmp_path / "own" / form / "page.j2"
    place.parent.mkdir(parents=True)
    place.symlink_to(os.path.relpath(tmp_path / target, place.parent) if target[0] != "/" else target)
    (tmp_path / "week.toml").write_text(SHEET, "utf-8")
    with pytest.raises(SymattnError, match="link"):
        page(load(tmp_path / "week.toml"), form, templates=[tmp_path / "own"])


FEW = 50_000
ENDLESS = {
    "loops": "<% for i in range(99999) %><% for j in range(99999) %>x<% endfor %><% endfor %>",
    "a loop that writes nothing": "<% for i in range(99999) %><% for j in range(99999) %><% endfor %><% endfor %>",
    "a loop over what a filter makes": "<% for i in range(99999)|map('string') %><% for j in range(99999)|list %><% endfor %><% endfor %>",
    "calls itself": "<% macro a() %><< a() >><% endmacro %><< a() >>",
    "calls itself twice": "<% macro a(n) %><% if n %><< a(n - 1) >><< a(n - 1) >><% endif %><% endmacro %><< a(60) >>",
    "includes itself": '<% include "text/page.j2" %>',
    "extends itself": '<% extends "text/page.j2" %>',
    "a loop in itself": "<% for i in [1] recursive %><< loop([1]) >><% endfor %>",
    "a text twice as long each time": "<% set x = namespace(a='aaaa') %><% for i in range(60) %><% set x.a = x.a ~ x.a %><% endfor %>",
    "a text that is added to itself": "<% set x = namespace(a='aaaa') %><% for i in range(60) %><% set x.a = x.a + x.a %><% endfor %>",
    "a text that is set": "<% set x = namespace(a='aaaa') %><% for i in range(60) %><% set y %><< x.a >><< x.a >><% endset %><% set x.a = y %><% endfor %>",
    "a list in a list": "<% set x = namespace(a=[1]) %><% for i in range(60) %><% set x.a = [x.a, x.a] %><% endfor %>",
    "a table in a table": "<% set x = namespace(a={}) %><% for i in range(60) %><% set x.a = {'a': x.a, 'b': x.a} %><% endfor %>",
    "a list added up": "<% set x = namespace(a=[1]) %><% for i in range(60) %><% set x.a = [x.a, x.a]|sum(start=[]) %><% endfor %>",
    "a text times a number": "<< 'a' * 10000000000 >>",
    "a list times a number": "<% set x = [1] * 10000000000 %>",
    "a number times a text": "<< 10000000000 * 'a' >>",
    "a number times a list": "<% set x = 10000000000 * [1] %>",
    "a number times a pair": "<% set x = 10000000000 * (1, 2) %>",
    "a long text in place of each sign": "<< ('a' * 100000)|replace('a', 'b' * 100000) >>",
    "a long text between many": "<< range(99999)|join('x' * 100000) >>",
    "a power": "<< 10 ** 99999999 >>",
    "a number squared": "<% set x = namespace(a=9) %><% for i in range(60) %><% set x.a = x.a * x.a %><% endfor %>",
    "working": "<% for i in range(99999) %><% set x = working() %><% endfor %>",
    "decimals": "<% for i in range(99999) %><% set x = 'Q'|approx(300) %><% endfor %>",
}


@pytest.mark.sliced(24)
@pytest.mark.parametrize("words", ENDLESS.values(), ids=ENDLESS)
def test_a_template_without_an_end_is_told_with_its_line(words: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(templates, "MOST_TEMPLATE_STEPS", FEW)  # else each takes seconds
    template = "steps/matmul.j2" if "working" in words or "approx" in words else "text/page.j2"
    with pytest.raises(LimitError, match=r"(page|matmul)\.j2:2: "):
        used(tmp_path, f"\n{words}", template)


def test_the_run_ends_with_the_place(week: Path, monkeypatch) -> None:
    monkeypatch.setattr(templates, "MOST_TEMPLATE_STEPS", FEW)
    (week / "templates" / "text" / "page.j2").write_text(ENDLESS["loops"], "utf-8")
    found = CliRunner().invoke(main, ["solve", str(week / "week.toml"), "--templates", str(week / "templates")], standalone_mode=False)
    assert isinstance(found.exception, LimitError)
    assert "text/page.j2:1: more than" in str(found.exception)


ALLOWED = {
    "<< sheet.title >>, << sheet['title'] >>": "Week 3, Week 3",
    "<< sheet.title|upper >> << sheet.title.lower() >>": "WEEK 3 week 3",
    "<< sheet.title ~ '!' >>": "Week 3!",
    "<< '%3d'|format(7) >>": "  7",
    "<< [1, 2, 3][1:]|join(', ') >>": "2, 3",
    "<< {'a': 'b'}.items()|map('first')|join >>": "a",
    "<< questions|length >>": "1",
    "<% for q in questions %><< loop.index >> of << loop.length >><% endfor %>": "1 of 1",
    "<< sheet.title.split(' ')|last >>": "3",
    "<< 2 * 3 + 2 ** 3 >>": "14",
    "<< 'ab' * 2 >>": "abab",
    "<% macro twice(x) %><< x >><< x >><% endmacro %><< twice('ab') >>": "abab",
    "<% set x = namespace(n=1) %><% for i in range(3) %><% set x.n = x.n * 2 %><% endfor %><< x.n >>": "8",
    "<< [[1, 2], [3]]|sum(start=[])|join >>": "123",
    "<< sheet.title|replace('Week', 'Day') >>": "Day 3",
    "<< questions[0].parts|map(attribute='label')|list|length >>": "1",
}


@pytest.mark.sliced(6)
@pytest.mark.parametrize(("words", "shown"), ALLOWED.items())
def test_what_a_template_needs_it_has(words: str, shown: str, tmp_path: Path) -> None:
    assert used(tmp_path, words).strip() == shown.strip()


def reachable(value: object, seen: dict[int, object]) -> None:
    """Everything that a template comes to from a value, by the fields of records and the entries of tables."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    kind = type(value)
    if isinstance(value, dict):
        within = [*value, *value.values()]
    elif isinstance(value, (list, tuple)) and not is_record(kind):
        within = list(value)
    elif is_record(kind):
        within = [found for name in names_of(kind) if is_plain(found := getattr(value, name, None))]
    else:
        return
    for one in within:
        reachable(one, seen)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["two-heads-by-hand", "two-heads-template", "why-the-root", "softmax-jacobian"])
def test_no_template_comes_to_a_file_or_to_a_sheet(name: str, monkeypatch) -> None:
    met: dict[int, object] = {}
    plain = Templates.render

    def watched(self: Templates, *templates: str, **context: object):
        for key, value in context.items():
            if key.isidentifier():
                reachable(value, met)
        return plain(self, *templates, **context)

    monkeypatch.setattr(Templates, "render", watched)
    place = shipped_folder("worksheets") / f"{name}.toml"
    if not place.exists():
        place = shipped_folder("worksheets") / "two-heads-by-hand.toml"
    for form in ("text", "html", "tex"):
        page(load(place), form)
    assert len(met) > 100
    kinds = {type(value).__name__ for value in met.values()}
    assert not any(isinstance(value, (Path, bytes)) or callable(getattr(value, "read_text", None)) for value in met.values())
    assert not {"Sheet", "Solution", "Work", "Notation", "Answer"} & kinds


def test_every_filter_that_is_open_is_bounded() -> None:
    found = Sandbox().filters
    assert not {"attr", "center", "format_map", "indent", "urlize", "wordwrap", "xmlattr", "pprint", "batch", "slice"} & set(found)


def test_shipped_templates_are_not_asked_for() -> None:
    assert trust.untrusted(shipped_folder("worksheets") / "two-heads-by-hand.toml") == ""


COMMANDS = [("solve",), ("blank",), ("check", "ada.toml"), ("vary", "--count", "1", "--seed", "3", "-o", "out")]


@pytest.mark.parametrize("named", ["", "templates", "./templates/", "../week/templates", "other"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_templates_that_are_named_for_this_run_are_not_said_to_be_unused(command: tuple[str, ...], named: str, week: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The warning says how: with --templates, which it then did not heed."""
    monkeypatch.chdir(week)
    (week / "other").mkdir()
    (week / "ada.toml").write_text("A = [[1, 0], [0, 1]]\n", "utf-8")
    if command[0] == "vary":
        (week / "week.toml").write_text(SHEET + '[[vary.draw]]\nnames = ["X"]\nlow = 0\nhigh = 3\n', "utf-8")
    words, more = (command[0], "week.toml", *command[1:]), ("--templates", named) if named else ()
    *_, said = run(*words, *more)
    assert ("are not used, for nobody has trusted them" in said) == (named in {"", "other"}), said


@pytest.mark.parametrize("name", ["steps/softmax.j2", "mine.py"])
def test_what_changes_between_the_look_and_the_use_is_not_used(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who can write in the folder waits until it was found as it was trusted."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    own = tmp_path / "course" / "templates"
    (own / name).parent.mkdir(parents=True)
    (own / name).write_text("", encoding="utf-8")
    sheet = own.parent / "s.toml"
    sheet.write_text("[[question]]\nsteps = ['A = softmax(S)']\ngiven.S = [[0, 1]]\n", encoding="utf-8")
    trust.trust(own.parent)
    looked, here = trust._changes, None if name.endswith(".py") else load(sheet)

    def and_then_changed(home: Path) -> list[str]:
        found = looked(home)
        (own / name).write_text("raise SystemExit" if name.endswith(".py") else "mine", encoding="utf-8")
        return found

    monkeypatch.setattr(trust, "_changes", and_then_changed)
    with pytest.raises(SymattnError, match="changed since it was trusted, while it was being used"):
        page(here or load(sheet), "md")
