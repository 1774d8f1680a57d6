"""PrairieLearn: a question folder whose numbers are drawn, and whose answers are marked, by symattn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from symattn.course.platforms.view import views
from symattn.page.engine import Engine
from symattn.sheet import Sheet, load, loads

Data = dict[str, Any]


def files(sheet: Sheet, source: str) -> dict[str, bytes]:
    """``info.json``, ``question.html``, ``server.py`` and the sheet, for the course's ``questions`` folder."""
    engine = Engine("html")
    asked = [line for view in views(sheet.solve(), engine) for part in view.sections for line in part.asked]
    names = list(dict.fromkeys(line.name for line in asked))
    made = {name: engine.render(f"prairielearn/{name}.j2", names=names) for name in ("question.html", "server.py")}
    info = json.dumps(_info(sheet, source), ensure_ascii=False, indent=2) + "\n"
    return {name: str(text).encode() for name, text in made.items()} | {
        "info.json": info.encode(),
        "sheet.toml": source.encode(),
    }


def _info(sheet: Sheet, source: str) -> dict[str, Any]:
    return {
        "uuid": _uuid(source),
        "title": sheet.title or sheet.path.stem,
        "topic": "Attention",
        "tags": ["symattn"],
        "type": "v3",
        "singleVariant": sheet.vary is None,
    }


def _uuid(source: str) -> str:
    """A version 4 UUID made from the sheet's text: the same sheet is the same question."""
    h = sha256(source.encode()).hexdigest()
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:32]}"


def generate(data: Data, folder: str) -> None:
    """Fill in a variant: the sheet's text, and what the page shows of it (PrairieLearn's ``generate``)."""
    sheet = load(Path(folder) / "sheet.toml")
    text = sheet.path.read_text("utf-8")
    if sheet.vary is not None:
        from symattn.course.vary import variant, written

        text = written(text, variant(sheet, str(data["variant_seed"]), 0))
    engine = Engine("html")
    shown = views(loads(text, str(sheet.path)).solve(), engine)
    data["params"]["sheet"] = text
    data["params"]["html"] = str(engine.render("prairielearn/sheet.j2", questions=shown))
    for view in shown:
        for part in view.sections:
            for line in part.asked:
                data["params"][f"symbol_{line.name}"] = str(line.symbol)


def grade(data: Data, folder: str) -> None:
    """Mark what was submitted, line by line (PrairieLearn's ``grade``)."""
    from symattn.marking import check

    sheet = loads(data["params"]["sheet"], str(Path(folder) / "sheet.toml"))
    report = check(sheet, _answers(sheet, data["submitted_answers"]))
    (answer,) = report.answers
    earned = possible = 0.0
    for question in answer.questions:
        for result in question.results:
            of = float(result.of)
            part = float(result.marks / result.of) if result.of else 0.0
            data["partial_scores"][result.name] = {"score": part, "weight": of, "feedback": result.message}
            earned, possible = earned + part * of, possible + of
    data["score"] = earned / possible if possible else 0.0


def _answers(sheet: Sheet, submitted: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What was typed, by question; an empty box is no answer."""
    typed = {name: text for name, text in submitted.items() if isinstance(text, str) and text.strip()}
    return {q.id: {name: typed[name] for name in q.plan.names if name in typed} for q in sheet.questions}
