"""Numbas: an .exam file, a matrix part for every line asked, with hints as steps and known mistakes as alternatives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import count

from symattn.course.platforms import markup
from symattn.course.platforms.blanks import INFINITE, Asked, Blank, far, stored
from symattn.course.platforms.mistakes import Mistake
from symattn.course.platforms.variants import MANY
from symattn.course.platforms.view import View, ViewPart, drawn_views, left_out
from symattn.exact.matrix import Matrix
from symattn.files import Files, dumped, folder
from symattn.page.engine import Engine
from symattn.sheet import Sheet
from symattn.tables import every, in_turn

VERSION = "exam_results_page_options"
"""The version of the format that is written: the last that Numbas reads without changing it (docs of Numbas, "exam file")."""
Part = dict[str, object]


class Writer(markup.Writer):
    """HTML in which dollars are no marks of a formula, as they are for Numbas: each stands in an element of its own.

    >>> Writer().prose(r"from \\$3 to \\$5")
    'from <span>$</span>3 to <span>$</span>5'
    """

    def escape(self, text: str) -> str:
        """Plain text with everything that HTML or Numbas reads as markup made harmless."""
        return super().escape(text).replace("&#36;", "<span>$</span>")


def files(sheet: Sheet, source: str, many: int = MANY, secret: str = "") -> Files:
    """``sheet.exam``, for the Numbas editor or its compiler; of a template's questions one of *many* variants is picked."""
    made = markup.engine(sheet.language, writer=Writer(), point=sheet.point)
    views = drawn_views(sheet, source, many, secret, made, hints=True)
    drawn = [[_question(sheet, view, made) for view in of_one] for of_one in views]
    if len(views[0]) > 1:
        groups = [
            (questions[0]["name"], "random-subset", questions) for questions in drawn
        ]
    else:
        groups = [("", "all-ordered", [alone for (alone,) in drawn])]
    exam = _parts_of()["exam"] | {
        "name": markup.titled(sheet),
        "question_groups": [
            {
                "name": name,
                "pickingStrategy": picked,
                "pickQuestions": 1,
                "questions": questions,
            }
            for name, picked, questions in groups
        ],
    }
    text = f"// Numbas version: {VERSION}\n{dumped(exam)}\n"
    return {"sheet.exam": text.encode(), **markup.readme("numbas", left_out(sheet))}


@cache
def _parts_of() -> dict[str, Part]:
    """What an exam is made of, by kind, with every key that Numbas writes."""
    found: dict[str, Part] = json.loads(
        (folder("templates") / "numbas" / "parts.json").read_bytes()
    )
    return found


def _question(sheet: Sheet, view: View, made: Engine) -> Part:
    given = "".join(f"<p>{row}</p>" for row in view.given)
    return _parts_of()["question"] | {
        "name": view.id,
        "statement": _as_is(f"<p>{view.prompt}</p>{given}{view.pictures}"),
        "advice": _as_is(
            "".join(f"{_label(section)}{section.solution}" for section in view.sections)
        ),
        "parts": [
            part for section in view.sections for part in _parts(sheet, section, made)
        ],
    }


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
        yield {
            "type": "information",
            "marks": 0,
            "prompt": prompt,
            "useCustomName": True,
            "customName": "",
        }  # else it is "e)"
    for line in section.asked:
        asked = _as_is(
            f"<p>{line.symbol} =</p>{made.render('platforms/beside.j2', sheet=sheet.heading)}"
        )
        named = {
            "useCustomName": True,
            "customName": f"({section.label}) {line.name}"
            if section.label
            else line.name,
        }
        yield {
            **(_gaps if line.value.blocked else _matrix)(line, asked),
            **_steps(line),
            **named,
        }


def _steps(line: Asked) -> Part:
    """The formula, for whoever asks for it; it costs nothing."""
    if not line.hint:
        return {}
    return {
        "steps": [{"type": "information", "marks": 0, "prompt": _as_is(line.hint)}],
        "stepsPenalty": 0,
    }


def _matrix(line: Asked, asked: str) -> Part:
    """One matrix, marked cell by cell; a known mistake is an alternative with its own marks and message."""
    near = [
        mistake
        for mistake in line.mistakes
        if not (mistake.value.blocked or far(mistake.value))
    ]
    part = _matrix_part(line.value, line.places) | {
        "marks": float(line.marks),
        "prompt": asked,
    }
    return part | {"alternatives": [_alternative(line, mistake) for mistake in near]}


def _alternative(line: Asked, mistake: Mistake) -> Part:
    marks = max(line.marks * mistake.share, _by_cells(line, mistake))
    return _matrix_part(mistake.value, line.places) | {
        "marks": float(marks),
        "markPerCell": False,
        "useAlternativeFeedback": True,
        "alternativeFeedbackMessage": str(mistake.says),
    }


def _by_cells(line: Asked, mistake: Mistake) -> Fraction:
    """A little more than the cells that are right in spite of a mistake earn: Numbas takes the alternative that earns the most,
    and its message with it."""
    right = sum(not blank.tells(mistake) for blank in in_turn(line.blanks))
    return (
        Fraction(int(line.marks * right * 1000 / line.entries) + 1, 1000)
        if right
        else Fraction(0)
    )


def _matrix_part(value: Matrix, places: int) -> Part:
    """What is typed may be a fraction; Numbas would then show the right answer as a fraction near it, 249/754 for a weight, so
    the worked solution shows it instead."""
    rows = ",".join(
        f"[{','.join(row)}]"
        for row in every(partial(stored, places=places), value.cells())
    )
    return _parts_of()["matrix"] | {
        "correctAnswer": f"matrix({rows})",
        "numRows": value.rows,
        "numColumns": value.cols,
        "tolerance": f"{5 / 10 ** (places + 1):.{places + 1}f}" if places else "0.5",
    }


def _gaps(line: Asked, asked: str) -> Part:
    """A matrix in which something is masked: a gap for every cell, a word where it is minus infinity."""
    table, number = line.blanks, count()
    rows = "".join(
        f"<tr>{''.join(f'<td>[[{next(number)}]]</td>' for _ in row)}</tr>"
        for row in table
    )
    gaps = [_gap(blank) | _slips(blank) for blank in in_turn(table)]
    return _parts_of()["gaps"] | {
        "prompt": f"{asked}<table><tbody>{rows}</tbody></table>",
        "gaps": gaps,
    }


def _slips(blank: Blank) -> Part:
    """What a gap says and gives to known mistakes: a gap has no alternatives, so its marking script looks for them.

    The script takes the place of the note ``numberInRange`` of Numbas' own (its documentation, "Marking algorithms").
    """
    found = [
        mistake
        for mistake in blank.line.mistakes
        if not far(mistake.value) and blank.tells(mistake)
    ]
    cases = "".join(
        f"if(abs(studentNumber-({blank.under(mistake)}))<=0.{'0' * blank.line.places}5, "
        f"set_credit({float(mistake.entry)},{json.dumps(mistake.says, ensure_ascii=False)});end(), "
        for mistake in found
    )
    if not cases:
        return {}
    right = "studentNumber>=minvalue and studentNumber<=maxvalue"
    note = f"numberInRange:\n  if({right}, correct(), {cases}incorrect();end(){')' * len(found)})"
    return {"customMarkingAlgorithm": note, "extendBaseMarkingAlgorithm": True}


def _gap(blank: Blank) -> Part:
    marks = float(blank.line.marks) / blank.line.entries
    number = blank.right
    half = f"0.{'0' * blank.line.places}5"
    if not number:
        return _parts_of()["word"] | {
            "marks": marks,
            "answer": f"({'|'.join(INFINITE)})",
        }
    return _parts_of()["number"] | {
        "marks": marks,
        "minValue": f"{number} - {half}",
        "maxValue": f"{number} + {half}",
    }
