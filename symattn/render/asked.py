"""What a part asks beside values: shapes with their reasons, a proof with its checks, an answer in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from symattn.boxes import Box, Ink, row
from symattn.errors import SymattnError
from symattn.notation import Notation
from symattn.proofs import Checked
from symattn.render.engine import Engine
from symattn.shapes.reasons import shape_latex
from symattn.shapes.table import ShapeLine

_COLUMNS = Markup(r"ll>{\raggedright\arraybackslash}p{86mm}")


@dataclass(frozen=True)
class Step:
    """One step of a proof as the template prints it; ``check`` is empty where nothing is checked."""

    number: int
    claim: str
    because: str
    check: str
    sizes: str
    code: str


def asked(engine: Engine, notation: Notation, answer: Any, index: int) -> Markup:
    """The shapes, the proof and the words that answer a part; raises SymattnError for a claim that does not hold."""
    question = answer.question
    part = question.parts[index]
    out = []
    if part.shapes:
        trees = {line.name: line.tree for line in question.shapes.plan.lines}
        own = notation.of(trees, question.shapes.givens)
        rows = [_shape(engine, own, answer.shapes[name], trees) for name in part.shapes]
        table = SimpleNamespace(align=_COLUMNS, tall=False, head=("Line", "Shape", "Why"), rows=rows)
        out.append(engine.render("steps/shapes.j2", fmt=engine.macros(), table=table))
    if part.proof:
        steps = list(_steps(question.id, answer.proofs[index]))
        out.append(engine.render("steps/proof.j2", fmt=engine.macros(), steps=steps))
    if part.answer.strip():
        out.append(engine.render("steps/words.j2", fmt=engine.macros(), answer=part.answer))
    return Markup("\n").join(out)


def _shape(engine: Engine, notation: Notation, line: ShapeLine, trees: Any) -> tuple[Box, Markup, Markup]:
    equals = row(Ink("=", "relation"), notation.formula(trees[line.name])) if line.name in trees else None
    shown = shape_latex(line.shape)
    if line.numbers and line.numbers != line.shape:
        shown += " = " + shape_latex(line.numbers)
    return row(notation.symbol(line.name), equals), engine.prose(f"${shown}$"), engine.prose(line.why)


def _steps(question: str, proof: tuple[Checked, ...]) -> Iterator[Step]:
    for number, checked in enumerate(proof, 1):
        claim = checked.claim
        if claim.check and not checked.holds:
            raise SymattnError(f"{question}, claim {number}: {claim.check} is not proved: {checked.says}; mend the claim")
        yield Step(number, claim.claim, claim.because, claim.check, checked.says if claim.check else "", _code(checked))


def _code(checked: Checked) -> str:
    return "; ".join((*checked.claim.steps, checked.claim.check))
