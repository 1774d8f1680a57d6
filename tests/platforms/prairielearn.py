"""Questions driven as PrairieLearn drives them: generate, prepare, render, parse, grade, test, in this order and with its rules.

With PrairieLearn's own tree its Python worker and its elements run:

    python tests/platforms/prairielearn.py TREE PYTHON COURSE [QUESTION …]

TREE is a checkout of PrairieLearn, PYTHON an interpreter of the version it names with the packages of its ``pyproject.toml``
(chevron, lxml, numpy, pandas, sympy, … and nothing of symattn), COURSE a folder in which ``symattn export prairielearn SHEET -o
COURSE`` and then ``COURSE/symattn/install.sh`` were run. Printed is, for every question, what 20 seeds, right answers, wrong and
unreadable ones and the Test button came to. Without a tree ``tests/platforms/test_prairielearn.py`` runs the same over a double
of the elements, written from their documentation.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

Data = dict[str, Any]
SEEDS = range(1, 21)
PLACES = (
    "client_files_question_url", "client_files_course_url", "client_files_question_dynamic_url", "course_element_files_url",
    "course_element_extension_files_url", "submission_files_url", "external_image_capture_url", "base_url", "workspace_url",
)  # fmt: skip
"""What a page is told of places, of which these questions use none."""


class Runner(Protocol):
    """What runs a question's code and its page's elements."""

    def server(self, folder: Path, phase: str, data: Data) -> Data:
        """A function of ``server.py``; the data as they are where it has none of that name."""
        ...

    def elements(self, folder: Path, phase: str, data: Data, html: str) -> tuple[Data, str]:
        """The phase of every element of the page, and the page."""
        ...

    def mustache(self, template: str, data: Data) -> str:
        """The template with the data in it."""
        ...


class Question:
    """One variant after the other of a question, as ``question-servers/freeform.ts`` goes through the phases."""

    def __init__(self, runner: Runner, folder: Path) -> None:
        self.runner, self.folder = runner, folder
        self.variant: Data = {}

    def _phase(self, phase: str, data: Data) -> Data:
        """One phase: the elements, the score that they come to, then the question's own code."""
        if phase != "generate":
            html = self.runner.mustache((self.folder / "question.html").read_text("utf-8"), data)
            data, _ = self.runner.elements(self.folder, phase, data, html)
            if phase in ("grade", "test"):
                data["score"] = weighted(data["partial_scores"])
        data = self.runner.server(self.folder, phase, data)
        if phase in ("parse", "grade", "test") and data["format_errors"]:
            data["gradable"] = False
        return json.loads(json.dumps(data))  # all of it is kept as JSON

    def generate(self, seed: int) -> Data:
        """A variant: its parameters and right answers."""
        data = self._phase("generate", {"params": {}, "correct_answers": {}, "variant_seed": seed, "options": {}})
        data = self._phase("prepare", {**copy.deepcopy(data), "answers_names": {}})
        self.variant = {key: data[key] for key in ("params", "correct_answers", "variant_seed", "options")}
        return self.variant

    def submit(self, typed: dict[str, str]) -> Data:
        """What a student typed, parsed, and graded if it could be read."""
        empty: Data = {"feedback": {}, "format_errors": {}, "partial_scores": {}, "score": 0, "gradable": True}
        data = {**copy.deepcopy(self.variant), **empty, "submitted_answers": dict(typed), "raw_submitted_answers": dict(typed)}
        data = self._phase("parse", data)
        return self._phase("grade", data) if data["gradable"] else data

    def button(self, kind: str) -> str:
        """What the Test button finds wrong; nothing when all is as ``test()`` says (``lib/question-testing.ts``)."""
        empty: Data = {"feedback": {}, "format_errors": {}, "partial_scores": {}, "score": 0, "gradable": True}
        wanted = self._phase(
            "test", {**copy.deepcopy(self.variant), **empty, "raw_submitted_answers": {}, "test_type": kind}
        )
        found = self.submit(wanted["raw_submitted_answers"])
        keys = ["gradable"] + ["partial_scores", "score"] * bool(wanted["gradable"] and found["gradable"])
        wrong = [f"{key}: {wanted[key]} and {found[key]}" for key in keys if wanted[key] != found[key]]
        if sorted(wanted["format_errors"]) != sorted(found["format_errors"]):
            wrong.append(f"format_errors: {wanted['format_errors']} and {found['format_errors']}")
        if wanted["gradable"] != (kind != "invalid") or (wanted["score"] == 1) != (kind == "correct"):
            wrong.append(f"test() does not hand in what is {kind}")
        return "; ".join(wrong)

    def page(self, panel: str, submission: Data | None = None) -> str:
        """A panel as the student sees it."""
        data = {
            "partial_scores": {}, "format_errors": {}, "submitted_answers": {}, "raw_submitted_answers": {}, "feedback": {},
            "score": 0, "editable": True, "manual_grading": False, "ai_grading": False, "correct_answer_shown": True,
            "num_valid_submissions": 1, **copy.deepcopy(submission or {}), **copy.deepcopy(self.variant), "panel": panel,
            "preferences": {}, "options": dict.fromkeys(PLACES, "/x"),
        }  # fmt: skip
        html = self.runner.mustache((self.folder / "question.html").read_text("utf-8"), data)
        return self.runner.elements(self.folder, "render", data, html)[1]


def weighted(scores: dict[str, Any]) -> float:
    """The score of a question from those of its answers."""
    total = sum(one.get("weight", 1) for one in scores.values())
    return sum(one.get("weight", 1) * (one.get("score") or 0) for one in scores.values()) / (total or 1)


class Tree:
    """PrairieLearn's own Python worker, ``zygote.py``, over its own elements."""

    def __init__(self, tree: Path, python: str, course: Path) -> None:
        self.app, self.course = tree / "apps" / "prairielearn", course
        self.known: dict[str, Any] = {}
        for info in sorted(self.app.glob("elements/*/info.json")):
            about = json.loads(info.read_text("utf-8"))
            for name in (info.parent.name, *about.get("additionalNames", [])):
                self.known[name] = {"name": info.parent.name, "controller": about["controller"], "type": "core"}
        answers, answered = os.pipe()
        _log, logged = os.pipe()


        def ends() -> None:  # the worker answers on 3 and says on 4 that it has
            os.dup2(answered, 103), os.dup2(logged, 104), os.dup2(103, 3), os.dup2(104, 4)

        self.process = subprocess.Popen(
            [python, "-B", str(self.app / "python" / "zygote.py")], stdin=subprocess.PIPE, preexec_fn=ends, close_fds=False,
            env={**os.environ, "PYTHONPATH": str(self.app / "python"), "PYTHONIOENCODING": "utf-8"}, text=True,
        )  # fmt: skip
        os.close(answered)
        self.answers = os.fdopen(answers)

    def _call(self, file: str, phase: str, args: Sequence[object], folder: Path) -> Any:
        paths = [str(self.course / "serverFilesCourse"), str(self.app / "python")]
        asked = {"file": file, "fcn": phase, "args": args, "cwd": str(folder), "paths": paths, "forbidden_modules": []}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.answers.readline()
        if not line:
            raise RuntimeError(f"PrairieLearn's worker stopped at {file}: {phase}")
        return json.loads(line)

    def server(self, folder: Path, phase: str, data: Data) -> Data:
        found = self._call("server", phase, [data], folder)
        return found["val"] if found["present"] else data

    def elements(self, folder: Path, phase: str, data: Data, html: str) -> tuple[Data, str]:
        page = {"html": html, "elements": self.known, "element_extensions": {}, "course_path": str(self.course)}
        found = self._call("question.html", phase, [page, data], folder)["val"]
        return found["data"], found["html"]

    def mustache(self, template: str, data: Data) -> str:
        import chevron

        return chevron.render(template, data)


def tried(question: Question) -> list[str]:
    """What went wrong with a question, over all seeds."""
    wrong = []
    for seed in seeds(question.folder):
        variant = question.generate(seed)
        right, first = variant["correct_answers"], next(iter(variant["correct_answers"]))
        found = question.submit(right)
        if found["score"] != 1:
            wrong.append(f"seed {seed}: right answers earn {found['score']}")
        found = question.submit({**right, first: "1234567"})
        said = found["partial_scores"][first].get("feedback", "")
        if found["score"] >= 1 or not said or escaped(said) not in question.page("submission", found):
            wrong.append(f"seed {seed}: a wrong answer earns {found['score']}, and is told {said!r}")
        found = question.submit({**right, first: "[[1, "})
        if found["gradable"] or first not in found["format_errors"]:
            wrong.append(f"seed {seed}: what cannot be read is graded")
        if escaped(right[first]) not in question.page("answer"):
            wrong.append(f"seed {seed}: the answer panel lacks the answer")
        wrong += [f"seed {seed}: Test {kind}: {said}" for kind in ("correct", "incorrect", "invalid") if (said := question.button(kind))]
    return wrong


def seeds(folder: Path) -> range:
    """The seeds to try: one where the question says that all its variants are the same."""
    return SEEDS[:1] if json.loads((folder / "info.json").read_text("utf-8"))["singleVariant"] else SEEDS


def escaped(text: str) -> str:
    """A text as a page has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def main(tree: str, python: str, course: str, *wanted: str) -> int:
    place = Path(course).resolve()
    runner = Tree(Path(tree).resolve(), python, place)
    code = 0
    for info in sorted((place / "questions").rglob("info.json")):
        id = info.parent.relative_to(place / "questions").as_posix()
        if wanted and id not in wanted:
            continue
        start = time.monotonic()
        wrong = tried(Question(runner, info.parent))
        print(f"{id}: {len(seeds(info.parent))} seeds, {len(wrong)} wrong, {time.monotonic() - start:.1f} s", *wrong[:5], sep="\n  ", flush=True)
        code = code or bool(wrong)
    runner.process.kill()
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
