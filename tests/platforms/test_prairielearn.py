"""PrairieLearn's questions in its phase order, over a double of its elements written from their documentation; the same runs
over the elements themselves with ``tests/platforms/prairielearn.py``, which tells how."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import chevron
import jsonschema
import pytest

from symattn.course.platforms import export
from symattn.course.platforms.wheel import NAME, wheel
from symattn.files import shipped
from symattn.sheet import load

sys.path.insert(0, str(Path(__file__).parent))
from prairielearn import Data, Question, escaped

sys.path.pop(0)


class Double:
    """``pl-string-input`` and the three panels, as PrairieLearn's documentation describes them."""

    def server(self, folder: Path, phase: str, data: Data) -> Data:
        """The function of ``server.py``, which changes the data in place."""
        module = ModuleType("server")
        module.__file__ = str(folder / "server.py")
        exec(compile((folder / "server.py").read_text("utf-8"), module.__file__, "exec"), module.__dict__)
        if hasattr(module, phase):
            getattr(module, phase)(data)
        return data

    def elements(self, folder: Path, phase: str, data: Data, page: str) -> tuple[Data, str]:
        names: Sequence[str] = re.findall(r'<pl-string-input answers-name="([^"]+)"[^>]* allow-blank="true"', page)
        assert len(set(names)) == len(names) == page.count("<pl-string-input")
        for name in names:
            self._element(name, phase, data)
        return data, self._panel(page, data) if phase == "render" else ""

    def _element(self, name: str, phase: str, data: Data) -> None:
        right = data["correct_answers"].get(name)
        match phase:
            case "prepare":
                assert name not in data["answers_names"]
                data["answers_names"][name] = True
            case "parse" if data["submitted_answers"].get(name) is None:
                data["format_errors"][name] = "No submitted answer."
            case "grade" if right is not None:  # letter by letter: the question's own code has the last word
                data["partial_scores"][name] = {"score": int(data["submitted_answers"][name] == right), "weight": 1}
            case "test" if right is not None:  # a blank may be left, so there is no unreadable answer of its own
                wrong = data["test_type"] == "incorrect"
                data["raw_submitted_answers"][name] = f"{right}7" if wrong else right
                data["partial_scores"][name] = {"score": int(not wrong), "weight": 1}

    def _panel(self, page: str, data: Data) -> str:
        for panel in ("question", "submission", "answer"):
            kept = r"\1" if panel == data["panel"] else ""
            page = re.sub(rf"<pl-{panel}-panel>(.*?)</pl-{panel}-panel>", kept, page, flags=re.DOTALL)
        shown = {"submission": data["submitted_answers"], "answer": data["correct_answers"]}.get(data["panel"], {})
        return re.sub(r'<pl-string-input answers-name="([^"]+)".*?</pl-string-input>', lambda m: escaped(shown.get(m[1]) or ""), page)

    def mustache(self, template: str, data: Data) -> str:
        return str(chevron.render(template, data))


def questions(name: str, place: Path) -> dict[str, Question]:
    export("prairielearn", load(shipped()[name]), place)
    return {info.parent.name: Question(Double(), info.parent) for info in sorted((place / "questions").rglob("info.json"))}


SOME = ["two-heads-template", "softmax-step-by-step", "heads-in-batches", "designs", "latent-cache", "temperature", "counting-gpt2"]
"""A template, three questions with lines of the same names, matrices in batches, free choices, shapes, letters, counts."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SOME)
def test_right_wrong_unreadable_and_the_test_button_are_as_they_should(name: str, tmp_path: Path) -> None:
    for id, question in questions(name, tmp_path).items():
        right = question.generate(17)["correct_answers"]
        first = next(iter(right))
        assert question.submit(right)["score"] == 1, id
        assert escaped(right[first]) in question.page("answer")
        found = question.submit(right | {first: "1234567"})
        said = found["partial_scores"][first]["feedback"]
        assert 0 <= found["score"] < 1
        assert said
        assert escaped(said) in question.page("submission", found)
        assert escaped(said) not in question.page("question", found)
        found = question.submit(right | {first: "[[1, "})
        assert (found["gradable"], list(found["format_errors"])) == (False, [first])
        assert found["partial_scores"] == {}
        assert [question.button(kind) for kind in ("correct", "incorrect", "invalid")] == ["", "", ""]


@pytest.mark.exhaustive
def test_a_slip_is_named_and_earns_what_the_marker_gives(tmp_path: Path) -> None:
    (question,) = questions("two-heads-by-hand", tmp_path).values()
    right = question.generate(1)["correct_answers"]
    found = question.submit(right | {"L_1": "[[4, 10], [10, 24]]"})
    assert "You did not divide by √d" in found["partial_scores"]["L_1"]["feedback"]
    assert found["partial_scores"]["L_1"]["score"] < 1
    assert "You did not divide by √d" in question.page("submission", found)
    empty = question.submit(dict.fromkeys(right, ""))
    assert (empty["gradable"], empty["score"]) == (True, 0)


@pytest.mark.exhaustive
def test_the_page_has_the_worked_solution_in_the_answer_panel_alone(tmp_path: Path) -> None:
    (question,) = questions("two-heads-by-hand", tmp_path).values()
    question.generate(1)
    assert r"\begin{aligned}" in question.page("answer")
    assert r"\begin{aligned}" not in question.page("question")
    assert "minus infinity is -inf" in question.page("question")


@pytest.mark.exhaustive
def test_seeds_draw_other_numbers_and_the_same_seed_the_same(tmp_path: Path) -> None:
    (question,) = questions("two-heads-template", tmp_path).values()
    drawn = [question.generate(seed)["params"]["html"] for seed in (1, 2, 3, 1)]
    assert len(set(drawn)) == 3
    assert drawn[0] == drawn[3]


INFO = {
    "type": "object",
    "required": ["uuid", "title", "topic", "type"],
    "additionalProperties": False,
    "properties": {
        "uuid": {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"},
        "title": {"type": "string"},
        "topic": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "type": {"enum": ["v3"]},
        "singleVariant": {"type": "boolean"},
    },
}
"""The keys of ``info.json`` that are used, with the types and patterns that PrairieLearn's schema gives them."""


@pytest.mark.exhaustive
def test_every_question_says_what_prairielearn_requires(tmp_path: Path) -> None:
    found = [
        json.loads((question.folder / "info.json").read_text("utf-8"))
        for name in ("two-heads-template", "softmax-step-by-step")
        for question in questions(name, tmp_path / name).values()
    ]
    for info in found:
        jsonschema.validate(info, INFO)
    assert len({info["uuid"] for info in found}) == len({info["title"] for info in found}) == 4
    assert [info["singleVariant"] for info in found] == [False, True, True, True]


@pytest.mark.exhaustive
def test_symattn_goes_along_and_runs_where_it_is_put(tmp_path: Path) -> None:
    """As ``install.sh`` puts it there, but for what it needs from elsewhere."""
    (tmp_path / NAME).write_bytes(wheel())
    course = tmp_path / "serverFilesCourse"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile", "--target", str(course)]
    subprocess.run([*pip, str(tmp_path / NAME)], check=True, capture_output=True)
    says = (
        f"import sys; sys.path.insert(0, {str(course)!r}); import symattn; from symattn.sheet import load;"
        "from symattn.files import find; load(find('two-heads-by-hand')).solve(); print(symattn.__file__)"
    )
    ran = subprocess.run([sys.executable, "-c", says], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout.strip() == str(course / "symattn" / "__init__.py")


@pytest.mark.exhaustive
def test_what_install_takes_is_what_symattn_needs_and_prairielearn_lacks(tmp_path: Path) -> None:
    export("prairielearn", load(shipped()["causal-mask"]), tmp_path)
    script = (tmp_path / "symattn" / "install.sh").read_text("utf-8")
    assert f'"$here/{NAME}"' in script
    assert (tmp_path / "symattn" / NAME).is_file()
    taken = re.findall(r'"([a-z-]+)>=[\d.]+"', script)
    assert sorted([*taken, "jinja2", "sympy"]) == ["click", "jinja2", "python-flint", "sympy", "tomlkit"]
    assert html.unescape(script) == script
    subprocess.run(["bash", "-n", str(tmp_path / "symattn" / "install.sh")], check=True)
