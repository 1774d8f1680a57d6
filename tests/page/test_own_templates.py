"""An instructor's own templates: a folder beside the sheet, or one that is named, is looked in before the shipped one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import SymattnError
from symattn.formats.trust import trust
from symattn.page import page
from symattn.sheet import load

SHEET = """
[[question]]
variant = "attention"
[question.given]
X = [[1, 2], [0, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[1, 0], [0, 1]]
W_V = [[1, 1], [1, 0]]
"""


def text(folder: Path, template: str, words: str, **options: object) -> str:
    """The page of the sheet with one template of one's own beside it."""
    (folder / "week.toml").write_text(SHEET)
    own = folder / "templates" / template
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(words)
    trust(folder)
    return page(load(folder / "week.toml"), "text", **options)  # type: ignore[arg-type]


def test_a_chain_in_another_order(tmp_path: Path) -> None:
    shown = text(tmp_path, "steps/matmul.j2", '<< working("exact", "approx") >>')
    assert "    Q = ⎡1  2⎤     [1]" in shown
    assert "XW^Q = ⎡" not in shown


def test_other_words_and_other_places(tmp_path: Path) -> None:
    words = "<% call fmt.say() %>Jetzt softmax.<% endcall %>\n<< working('formula', 'approx', places=2) >>"
    shown = text(tmp_path, "steps/softmax.j2", words)
    assert "    Jetzt softmax." in shown
    assert "    A = softmax(L) ≈ ⎡0.89  0.11⎤" in shown


def test_a_step_and_the_filters(tmp_path: Path) -> None:
    words = (
        "<% call fmt.say() %><< step.op >> of << step.args|join(' and ') >>: << step|symbol >> = << step|formula >>"
        " = << step|numbers >> = << step|exact >> ≈ << step|approx(1) >>; "
        "<< 'X'|symbol >> is << 'X'|exact >>, << step|names|length >> names<% endcall %>"
    )
    shown = text(tmp_path, "steps/divide.j2", words)
    said = "divide of S: L = S/√dₖ = (1/√2)[5 2; 2 1] = [5√2/2 √2; √2 √2/2] ≈ [3.5 1.4; 1.4 0.7]; X is [1 2; 0 1], 0 names"
    assert " ".join(said.split()) in " ".join(shown.split())


def test_a_folder_that_is_named_goes_before_the_one_beside_the_sheet(tmp_path: Path) -> None:
    named = tmp_path / "mine" / "steps"
    named.mkdir(parents=True)
    (named / "matmul.j2").write_text("<% call fmt.say() %>Mine.<% endcall %>")
    shown = text(tmp_path, "steps/matmul.j2", "Beside.", templates=[tmp_path / "mine"])
    assert "Mine." in shown
    assert "Beside." not in shown


WRONG = {
    "a part of a chain that there is not": ('<< working("exakt") >>', r"steps/matmul.j2:1: a chain has no part 'exakt'.*\"exact\""),
    "a name that there is not": ("<< stp >>", "steps/matmul.j2:1: 'stp' is undefined"),
    "a block that does not end": ("<% if step %>", "matmul.j2:1"),
    "a line that there is not": ("<< 'Q_7'|formula >>", "a template asks for Q_7, which is no line"),
    "a way out of the sandbox": ("<< ''.__class__.__mro__ >>", "access to attribute '__class__'|is undefined|unsafe"),
}


@pytest.mark.parametrize(("words", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_said_with_its_template(tmp_path: Path, words: str, says: str) -> None:
    with pytest.raises(SymattnError, match=says):
        text(tmp_path, "steps/matmul.j2", words)


@pytest.mark.parametrize(
    ("template", "words", "says"),
    [
        ("words/page.j2", '<% set question = "Exercise" %>', r"text/page.j2:\d+: TypeError: 'str' object is not callable; .* your own words/page.j2"),
        ("words/page.j2", "<% macro question() %>Exercise<% endmacro %>", r"text/page.j2:\d+: TypeError: macro 'question' takes .* your own words/page.j2"),
    ],
)
def test_what_a_shipped_template_calls_is_told_where_ones_own_has_it_otherwise(tmp_path: Path, template: str, words: str, says: str) -> None:
    with pytest.raises(SymattnError, match=says):
        text(tmp_path, template, words)


@pytest.mark.exhaustive
def test_a_copied_template_is_the_shipped_one_until_it_is_changed(tmp_path: Path) -> None:
    (tmp_path / "week.toml").write_text(SHEET)
    before = page(load(tmp_path / "week.toml"), "text", detail="full")
    run = CliRunner().invoke
    out = str(tmp_path / "templates")
    names = run(main, ["templates"]).output.split()
    assert set(names) > {"matmul", "softmax"}
    assert run(main, ["templates", *(arg for name in names for arg in ("--copy", name)), "-o", out]).exit_code == 0
    trust(tmp_path)
    assert page(load(tmp_path / "week.toml"), "text", detail="full") == before
    again = run(main, ["templates", "--copy", "matmul", "-o", out])
    assert (again.exit_code, "is there already" in again.output) == (2, True)
    wrong = run(main, ["templates", "--copy", "matmull", "-o", out])
    assert (wrong.exit_code, 'did you mean "matmul"' in wrong.output) == (2, True)


@pytest.mark.parametrize("most", [1, 10, 100, 700])
def test_what_takes_too_many_steps_is_told_with_its_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Shipped ones too, of which the first step is one; between templates, where lines are put together, none is named."""
    monkeypatch.setattr("symattn.formats.templates.MOST_TEMPLATE_STEPS", most)
    named = {1: r"template \S+\.j2:\d+", 700: r"template \S+/steps/matmul\.j2:1"}.get(most, r"(template \S+\.j2:\d+|a template)")
    with pytest.raises(SymattnError, match=rf"question: {named}: more than {most} steps of work"):
        text(tmp_path, "steps/matmul.j2", "<% for k in range(1000) %><<k>><% endfor %>")
