"""Numbas: an .exam file, a matrix part for every line asked, with hints as steps and known mistakes as alternatives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from symattn.course.platforms import markup
from symattn.course.platforms.cloze import INFINITE
from symattn.course.platforms.mistakes import Mistake
from symattn.course.platforms.qti import told_apart
from symattn.course.platforms.stack import far
from symattn.course.platforms.variants import MANY, variants
from symattn.course.platforms.view import Asked, View, ViewPart, views
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry, Matrix
from symattn.page.engine import Engine
from symattn.sheet import Sheet
from symattn.tables import in_turn

VERSION = "exam_results_page_options"
"""The version of the format that is written: the last that Numbas reads without changing it (docs of Numbas, "exam file")."""
GUARD = 8
Part = dict[str, object]


class Writer(markup.Writer):
    """HTML in which dollars are no marks of a formula, as they are for Numbas: each stands in an element of its own.

    >>> Writer().prose(r"from \\$3 to \\$5")
    'from <span>$</span>3 to <span>$</span>5'
    """

    def escape(self, text: str) -> str:
        """Plain text with everything that HTML or Numbas reads as markup made harmless."""
        return super().escape(text).replace("&#36;", "<span>$</span>")


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> dict[str, bytes]:
    """``sheet.exam``, for the Numbas editor or its compiler; of a template's questions one of *many* variants is picked."""
    made = markup.engine(sheet.language, writer=Writer(), point=sheet.point)
    shown = [views(one.solve(), made, hints=True) for one in variants(sheet, source, many, secret)]
    drawn = [[_question(sheet, view, made) for view in one] for one in zip(*shown, strict=True)]
    groups: list[Part] = [
        {"name": questions[0]["name"], "pickingStrategy": "random-subset", "pickQuestions": 1, "questions": questions}
        for questions in drawn
    ]
    if len(shown) == 1:
        alone = [one for (one,) in drawn]
        groups = [{"name": "", "pickingStrategy": "all-ordered", "pickQuestions": 1, "questions": alone}]
    exam = {
        "name": sheet.title or sheet.path.stem,
        "metadata": {"description": "", "licence": None},
        "percentPass": 0,
        "showQuestionGroupNames": False,
        "question_groups": groups,
        "navigation": {"allowregen": True, "reverse": True, "browse": True, "showfrontpage": True},
        "feedback": {
            "showactualmarkwhen": "always", "showtotalmarkwhen": "always", "showanswerstatewhen": "always",
            "showpartfeedbackmessageswhen": "always", "allowrevealanswer": True, "intro": "", "feedbackmessages": [],
        },
        "contributors": [],
        "extensions": [],
        "custom_part_types": [],
        "resources": [],
    }  # fmt: skip
    text = f"// Numbas version: {VERSION}\n{json.dumps(exam, ensure_ascii=False, indent=1)}\n"
    return {"sheet.exam": text.encode(), "README.md": str(Engine("text").render("numbas/README.md.j2")).encode()}


def _question(sheet: Sheet, view: View, made: Engine) -> Part:
    parts = [part for section in view.sections for part in _parts(sheet, section, made)]
    given = "".join(f"<p>{row}</p>" for row in view.given)
    return {
        "name": view.id,
        "statement": _as_is(f"<p>{view.prompt}</p>{given}{view.pictures}"),
        "advice": _as_is("".join(f"{_label(section)}{section.solution}" for section in view.sections)),
        "parts": parts,
        "tags": [], "metadata": {"description": "", "licence": None}, "rulesets": {}, "variables": {}, "functions": {},
        "variable_groups": [], "ungrouped_variables": [], "preamble": {"js": "", "css": ""},
        "variablesTest": {"condition": "", "maxRuns": 100},
    }  # fmt: skip


def _as_is(text: str) -> str:
    """HTML in which Numbas looks for no expressions to put a value in their place: the braces in it are the author's.

    >>> _as_is("<p>{1, 2}</p>")
    '<div nosubvars="nosubvars"><p>{1, 2}</p></div>'
    """
    return f'<div nosubvars="nosubvars">{text}</div>'


def _label(section: ViewPart) -> str:
    return f"<p>({section.label})</p>" if section.label else ""


def _parts(sheet: Sheet, section: ViewPart, made: Engine) -> Iterator[Part]:
    """The prompt, and a part for every line."""
    if section.asked:
        prompt = _as_is(f"{_label(section)}<p>{section.prompt}</p>{section.pictures}")
        yield {"type": "information", "marks": 0, "prompt": prompt, "useCustomName": True, "customName": ""}  # else it is "e)"
    for line in section.asked:
        asked = _as_is(f"<p>{line.symbol} =</p>{made.render('platforms/beside.j2', sheet=sheet.heading)}")
        named = {"useCustomName": True, "customName": f"({section.label}) {line.name}" if section.label else line.name}
        yield {**(_gaps if line.value.blocked else _matrix)(sheet, line, asked), **_steps(line), **named}


def _steps(line: Asked) -> Part:
    """The formula, for whoever asks for it; it costs nothing."""
    if not line.hint:
        return {}
    return {"steps": [{"type": "information", "marks": 0, "prompt": _as_is(line.hint)}], "stepsPenalty": 0}


def _matrix(sheet: Sheet, line: Asked, asked: str) -> Part:
    """One matrix, marked cell by cell; a known mistake is an alternative with its own marks and message."""
    part = _matrix_part(line.value, sheet.decimals) | {
        "marks": float(line.marks), "prompt": asked, "markPerCell": True,
    }  # fmt: skip
    part["alternatives"] = [
        _alternative(sheet, line, mistake) for mistake in line.mistakes if not (mistake.value.blocked or far(mistake.value))
    ]
    return part


def _alternative(sheet: Sheet, line: Asked, mistake: Mistake) -> Part:
    return _matrix_part(mistake.value, sheet.decimals) | {
        "marks": float(max(line.marks * mistake.share, _by_cells(line, mistake, sheet.decimals))), "prompt": "",
        "markPerCell": False, "useAlternativeFeedback": True,
        "alternativeFeedbackMessage": str(mistake.says),
    }  # fmt: skip


def _by_cells(line: Asked, mistake: Mistake, places: int) -> Fraction:
    """A little more than the cells that are right in spite of a mistake earn: Numbas takes the alternative that earns the most,
    and its message with it."""
    cells = [(i, j) for i in range(line.value.rows) for j in range(line.value.cols)]
    right = sum(told_apart(line, mistake, i, j, places) is None for i, j in cells)
    return Fraction(int(line.marks * right * 1000 / len(cells)) + 1, 1000) if right else Fraction(0)


def _matrix_part(value: Matrix, places: int) -> Part:
    """What is typed may be a fraction; Numbas would then show the right answer as a fraction near it, 249/754 for a weight, so
    the worked solution shows it instead."""
    rows = ",".join(f"[{','.join(_number(x, places) for x in row)}]" for row in value.cells())
    return {
        "type": "matrix", "showCorrectAnswer": False, "showFeedbackIcon": True,
        "correctAnswer": f"matrix({rows})", "correctAnswerFractions": False, "numRows": value.rows, "numColumns": value.cols,
        "allowResize": False, "tolerance": f"{5 / 10 ** (places + 1):.{places + 1}f}" if places else "0.5",
        "allowFractions": True, "precisionType": "none", "precision": 0, "precisionPartialCredit": 0,
        "precisionMessage": "", "strictPrecision": False,
    }  # fmt: skip


def _gaps(sheet: Sheet, line: Asked, asked: str) -> Part:
    """A matrix in which something is masked: a gap for every cell, a word where it is minus infinity."""
    cells = list(in_turn(line.value.cells()))
    share = float(line.marks) / len(cells)
    rows, cols = line.value.shape
    table = "".join(
        "<tr>" + "".join(f"<td>[[{i * cols + j}]]</td>" for j in range(cols)) + "</tr>" for i in range(rows)
    )
    return {
        "type": "gapfill", "marks": 0, "prompt": f"{asked}<table><tbody>{table}</tbody></table>",
        "gaps": [_gap(x, sheet.decimals, share) | _slips(line, k, sheet.decimals) for k, x in enumerate(cells)],
        "sortAnswers": False,
    }  # fmt: skip


def _slips(line: Asked, k: int, places: int) -> Part:
    """What a gap says and gives to known mistakes: a gap has no alternatives, so its marking script looks for them.

    The script takes the place of the note ``numberInRange`` of Numbas' own (its documentation, "Marking algorithms").
    """
    i, j = divmod(k, line.value.cols)
    found = [(told_apart(line, mistake, i, j, places), mistake) for mistake in line.mistakes if not far(mistake.value)]
    cases = "".join(
        f"if(abs(studentNumber-({value}))<=0.{'0' * places}5, "
        f"set_credit({float(mistake.entry)},{json.dumps(mistake.says, ensure_ascii=False)});end(), "
        for value, mistake in found
        if value
    )
    if not cases:
        return {}
    right = "studentNumber>=minvalue and studentNumber<=maxvalue"
    note = f"numberInRange:\n  if({right}, correct(), {cases}incorrect();end(){')' * cases.count('if(abs')})"
    return {"customMarkingAlgorithm": note, "extendBaseMarkingAlgorithm": True}


def _gap(x: Entry, places: int, marks: float) -> Part:
    if isinstance(x, Blocked):
        return {
            "type": "patternmatch", "marks": marks, "answer": f"({'|'.join(INFINITE)})", "displayAnswer": "-inf",
            "matchMode": "regex", "caseSensitive": False, "partialCredit": 0,
        }  # fmt: skip
    number, half = _number(x, places), f"0.{'0' * places}5"
    return {
        "type": "numberentry", "marks": marks, "showCorrectAnswer": False,
        "minValue": f"{number} - {half}", "maxValue": f"{number} + {half}",
        "correctAnswerFraction": False, "allowFractions": True, "mustBeReduced": False, "mustBeReducedPC": 0,
        "precisionType": "none", "showPrecisionHint": False, "showFractionHint": False,
        "notationStyles": ["plain", "en", "si-en"],
    }  # fmt: skip


def _number(x: Entry, places: int) -> str:
    return "" if isinstance(x, Blocked) else decimal(x, places + GUARD)
