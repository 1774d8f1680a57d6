"""PrairieLearn: a folder for every question, whose numbers are drawn and whose answers are marked by symattn.

symattn goes along as a wheel, to be put into the course's ``serverFilesCourse`` once, as PrairieLearn's documentation has it
for libraries ("Question runtime environment"). The functions below are what a question's ``server.py`` calls, phase by phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from html import escape
from math import lcm
from pathlib import Path
from typing import TypedDict

from symattn.course.platforms.markup import engine, titled
from symattn.course.platforms.variants import SECRET
from symattn.course.platforms.view import AskedLine, View, left_out, views
from symattn.course.platforms.wheel import NAME, needed, wheel
from symattn.course.vary import secret_in, variant, written
from symattn.errors import LimitError, SymattnError
from symattn.exact.text import text
from symattn.files import Files, distinct, dumped
from symattn.marking import check
from symattn.marking.answers.splitting import stacked
from symattn.marking.results import Result
from symattn.marking.sheet import by_hand
from symattn.page.engine import Engine
from symattn.said import Glossary, Named
from symattn.sheet import Answer, Sheet, load, loads
from symattn.sheet.json import exact

THERE = ("jinja2", "sympy")
"""Libraries that PrairieLearn brings along."""


class Score(TypedDict, total=False):
    """What PrairieLearn keeps of one answer."""

    score: float
    weight: int
    feedback: str


class Data(TypedDict, total=False):
    """What PrairieLearn hands to a question (its documentation, "server.py", the ``data`` dictionary)."""

    params: dict[str, str]
    correct_answers: dict[str, str]
    submitted_answers: dict[str, str]
    raw_submitted_answers: dict[str, str]
    format_errors: dict[str, str]
    partial_scores: dict[str, Score]
    score: float
    variant_seed: str | int
    test_type: str


def files(sheet: Sheet, source: str, many: int = 0, secret: str = "") -> Files:
    """A folder for every question in ``questions``, and ``symattn``: the wheel with a script that puts it into the course.

    Numbers are drawn there, not here. Every question stands by itself, so that lines of the same name in two of them do not meet.
    """
    made, plain = engine(sheet.language, point=sheet.point), Engine("text")
    found: Files = {}
    worth: dict[str, str] = {}
    places = slugs(question.id for question in sheet.questions)
    for view in views(sheet.solve(), made, numbers=False):
        names = [line.name for line in _lines(view)]
        place = f"questions/{(named := f'{slug(sheet.path.stem)}/{places[view.id]}')}"
        marks = sheet[view.id].marks - sum(by_hand(sheet[view.id]).values())
        worth[named] = f"{float(marks):g}"
        found[f"{place}/question.html"] = made.render(
            "prairielearn/question.html.j2", names=names
        ).encode()
        found[f"{place}/server.py"] = plain.render(
            "prairielearn/server.py.j2", id=view.id
        ).encode()
        found[f"{place}/info.json"] = (
            f"{dumped(_info(sheet, view.id, source))}\n".encode()
        )
        found[f"{place}/sheet.toml"] = source.encode()
        if secret:
            found[f"{place}/{SECRET}"] = f"{secret}\n".encode()
    known = {
        "worth": worth,
        "left": left_out(sheet),
        "wheel": NAME,
        "needed": [one for one in needed() if not one.startswith(THERE)],
    }
    for name in ("install.sh", "README.md"):
        found[f"symattn/{name}"] = plain.render(
            f"prairielearn/{name}.j2", **known
        ).encode()
    return {**found, f"symattn/{NAME}": wheel()}


def slug(name: str) -> str:
    """A name as PrairieLearn's folders have it.

    >>> slug("Frage 1 (a)")
    'Frage-1-a'
    """
    return re.sub(r"\W+", "-", name).strip("-") or "question"


def slugs(names: Iterable[str]) -> Glossary:
    """Names as folders have them, each another whatever its case: what two would share gets a number behind it.

    >>> slugs(["1 a", "1-a", "1-A"])
    {'1 a': '1-a', '1-a': '1-a-2', '1-A': '1-A-3'}
    """
    every = list(dict.fromkeys(names))
    return dict(zip(every, distinct(map(slug, every)), strict=True))


def _info(sheet: Sheet, id: str, source: str) -> Named:
    several = f": {id}" if len(sheet.questions) > 1 else ""
    return {
        "uuid": _uuid(f"{source}\0{id}"),
        "title": f"{titled(sheet)}{several}",
        "topic": "Attention",
        "tags": ["symattn"],
        "type": "v3",
        "singleVariant": sheet.vary is None,
    }


def _uuid(source: str) -> str:
    """A version 4 UUID made from the sheet's text: the same sheet is the same question."""
    h = sha256(source.encode()).hexdigest()
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:32]}"


def _lines(view: View) -> list[AskedLine]:
    return list(
        {line.name: line for part in view.sections for line in part.lines}.values()
    )


def generate(data: Data, folder: str, id: str) -> None:
    """Draw a variant: its text, what the page shows of it, its worked solution and right answers."""
    sheet = load(Path(folder) / "sheet.toml")
    source = sheet.path.read_text("utf-8")
    if sheet.vary is not None:
        kept = Path(folder) / SECRET
        secret = secret_in(kept) if kept.exists() else ""
        source = written(
            source, variant(_only(sheet, id), str(data["variant_seed"]), 0, secret)
        )
    made = engine(sheet.language, point=sheet.point)
    solution = _only(loads(source, str(sheet.path)), id).solve()
    (view,), answer = views(solution, made, numbers=False), solution[id]
    data["params"] |= {
        "sheet": source,
        "html": str(made.render("prairielearn/sheet.j2", question=view)),
        "solution": str(made.render("prairielearn/solution.j2", question=view)),
    }
    for line in _lines(view):
        data["params"][f"symbol_{line.name}"] = str(line.symbol)
        data["correct_answers"][line.name] = _typed(answer, line.name, sheet.decimals)


def _only(sheet: Sheet, id: str) -> Sheet:
    return replace(sheet, questions=(sheet[id],))


def _typed(answer: Answer, name: str, places: int) -> str:
    """The right answer as a student may type it: a shape, a number of letters, or a value, exact where it is short enough.

    >>> _typed(loads("[[question]]\\nsteps = ['A = X / 2']\\ngiven.X = [[2, 1]]\\n").solve()["q1"], "A", 4)
    '[[1, 1/2]]'
    """
    if answer.shapes is not None:
        line = answer.shapes.lines[name]
        return (
            text(line.value)
            if line.value is not None
            else f"({', '.join(map(str, line.shape))})"
        )
    try:
        return str(exact(answer[name])).replace("'", "")
    except LimitError:
        return str([list(row) for row in answer[name].decimals(places)]).replace(
            "'", ""
        )


def parse(data: Data, folder: str, id: str) -> None:
    """Refuse what cannot be read, which costs no try, with the reason."""
    unread = _unread(_marked(data, data["submitted_answers"], folder, id))
    data["format_errors"] |= unread


def _unread(results: Iterable[Result]) -> Glossary:
    """Why answers cannot be read; PrairieLearn shows it as HTML, and it quotes what a student typed."""
    return {
        result.name: escape(result.message)
        for result in results
        if result.verdict == "unreadable"
    }


def grade(data: Data, folder: str, id: str) -> None:
    """Mark what was submitted, line by line, with what there is to say."""
    _keep(data, _scores(_marked(data, data["submitted_answers"], folder, id)))


def _keep(data: Data, scores: dict[str, Score]) -> None:
    data["partial_scores"] |= scores
    total = sum(score["weight"] for score in scores.values())
    data["score"] = (
        sum(score["score"] * score["weight"] for score in scores.values()) / total
        if total
        else 0.0
    )


def test(data: Data, folder: str, id: str) -> None:
    """What the Test button hands in, and what has to come of it: right answers, wrong ones, one that nobody can read."""
    right = dict(data["correct_answers"])
    first = next(iter(right))
    tried = {"correct": right, "incorrect": dict.fromkeys(right, "1234567")}
    typed = tried.get(data["test_type"], right | {first: "[[1, "})
    data["raw_submitted_answers"] |= typed
    results = _marked(data, typed, folder, id)
    if unread := _unread(results):
        data["format_errors"] |= unread
        data["partial_scores"].clear()
        data["score"] = 0.0
        return
    scores = _scores(results)
    if (
        data["test_type"] == "correct"
    ):  # whatever the marker says: this is the right answer
        scores = {name: {**score, "score": 1.0} for name, score in scores.items()}
    _keep(data, scores)


def _marked(data: Data, typed: Glossary, folder: str, id: str) -> list[Result]:
    """The results of the lines that are asked; an empty box is no answer."""
    sheet = _only(loads(data["params"]["sheet"], str(Path(folder) / "sheet.toml")), id)
    answers = {
        name: taken(typed[name])
        for name in data["correct_answers"]
        if str(typed.get(name) or "").strip()
    }
    (answer,) = check(sheet, {id: answers}).answers
    return [
        result
        for result in answer.questions[0].results
        if result.name in data["correct_answers"]
    ]


_BRACKETS = frozenset("[({;&\\\\")


def taken(typed: str) -> object:
    """What was typed: lines without any bracket are the rows of a matrix; a batch of matrices is lists, so that the marker can
    tell it from one matrix.

    >>> taken("[[1, 2]]"), taken(" 1/2, 1 \\n\\n3, 4\\n")
    ('[[1, 2]]', '[1/2, 1; 3, 4]')
    """
    rows = [line.strip() for line in typed.splitlines() if line.strip()]
    if len(rows) > 1 and not _BRACKETS & set(typed):
        return f"[{'; '.join(rows)}]"
    try:
        return stacked(typed) or typed
    except SymattnError:
        return typed  # the marker says what is wrong with it


def _scores(results: Iterable[Result]) -> dict[str, Score]:
    """The share that each line earns, its marks as a weight, which is whole, and what is said to it."""
    results, scores = list(results), dict[str, Score]()
    unit = lcm(4, *(result.of.denominator for result in results))
    for result in results:
        scores[result.name] = {
            "score": float(result.share),
            "weight": int(result.of * unit),
        }
        if result.message:
            scores[result.name]["feedback"] = result.message
    return scores
