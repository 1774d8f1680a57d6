"""What in a readable worksheet does not hold: stated values, claims, words for tokens, unused givens, symbols used twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from symattn.boxes import latex as mathematics
from symattn.errors import Problem, how_many
from symattn.exact.decide import sign
from symattn.exact.in_letters import letters_in
from symattn.exact.matrix import Blocked, Entry, Matrix
from symattn.exact.number import Number
from symattn.formats.prose import unread
from symattn.formats.tex import unsettable
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.plan import Line
from symattn.said import Strings
from symattn.sheet.cells import Written
from symattn.sheet.planned import place_of_line
from symattn.sheet.sheet import Answer, Question, Sheet, SolvedSheet, held, solve
from symattn.sheet.source import Enough, Place
from symattn.sheet.stops import stops
from symattn.tables import paired


def findings(sheet: Sheet, solution: SolvedSheet | None = None) -> list[Problem]:
    """Everything that does not hold, in the order of the file; a sheet without its *solution* is solved here."""
    found = _for_all(sheet) + [
        problem
        for answer in (solution or solve(sheet)).answers
        for problem in _question(sheet, answer)
    ]
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _for_all(sheet: Sheet) -> list[Problem]:
    """What one of several questions says of the digits or places of all, where the sheet and the others say nothing."""
    problems: list[Problem] = []
    for name in ("decimals", "places"):
        places = [question.place for question in sheet.questions]
        own = [at.unheard / name for at in places if at.positions.has((*at.path, name))]
        if own and len(own) < len(places) and not own[0].positions.has((name,)):
            what = f"{name} of one question are those of the whole sheet"
            own[0].misnamed(
                what, f"write {name} at the head of the sheet, above [[question]]"
            )
            problems += own[0].problems
    return problems


def said(sheet: Sheet, solution: SolvedSheet | None = None) -> Strings:
    """The same with their file and their line, as every command says them of the sheet that it works on.

    >>> from symattn.sheet import loads
    >>> print(*said(loads("[[question]]\\nsteps = ['B = A']\\ngiven = { A = [[2]], C = [[3]] }")))
    worksheet.toml:3:22: question.given.C: no line uses it
      leave it out, or use it in a line
      given = { A = [[2]], C = [[3]] }
                           ^
    """
    return tuple(
        f"{sheet.path}:{problem.pointed()}" for problem in findings(sheet, solution)
    )


def unset(sheet: Sheet) -> list[Problem]:
    r"""What LaTeX stops at in the texts of a sheet.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\nprompt = 'Let $x_1_2$.'\nsteps = ['B = A']\ngiven.A = [[1]]")
    >>> [str(problem) for problem in unset(sheet)]
    ['2:19: question.prompt: two subscripts on one sign\n  write both in one pair of braces: H_{1, 2}']
    """
    found: list[Problem] = []
    for question in sheet.questions:
        at = question.place.unheard
        with suppress(Enough):
            for where, text in _texts(sheet, question, at):
                _stops(where, text)
        found += at.problems
    return found


def _question(sheet: Sheet, answer: Answer) -> list[Problem]:
    at = answer.question.place.unheard
    with suppress(Enough):
        _looked(sheet, answer, at)
    return at.problems


def _looked(sheet: Sheet, answer: Answer, at: Place) -> None:
    question = answer.question
    found = answer.shapes.lines.values() if answer.shapes else ()
    letters = {
        name
        for line in found
        if line.value is not None
        for name in letters_in(line.value)
    }
    lines = question.shapes.plan.lines if question.shapes else ()
    letters.update(name for line in lines for name in line.scalars)
    known = {*question.letters, *question.plan.givens, *letters}
    for name in question.given.keys() - known:
        (at / "given" / name).misnamed(
            "no line uses it", "leave it out, or use it in a line"
        )
    for name, stated in sheet[question.id].stated.items():
        written = question.stated_text[name]
        for i, j in _disagreeing(answer[name], stated, written):
            value = answer[name].select([i], [j]).decimals(sheet.decimals + 2)[0][0]
            (at / "stated" / name / i / j).wrong(
                f"{written[i][j]} is stated, but the exact value is {value}",
                "state the value correctly rounded",
            )
    _tokens(sheet, question, at)
    _called(question, at)
    _asked(question, at)
    _unasked(sheet, question, at)
    _claims(answer, at)
    _examples(answer, at)
    _words(sheet, question, at)
    _told(sheet, question, at)


def _tokens(sheet: Sheet, question: Question, at: Place) -> None:
    rows = question.given.get("X")
    above = sheet.path.parent
    columns = (
        Notation.load(sheet.notation, above).over(question.notation, above).columns
    )
    if (
        sheet.tokens
        and isinstance(rows, Matrix)
        and len(sheet.tokens) != rows.shape[1 if columns else 0]
    ):
        what = f"X is {rows.rows}×{rows.cols}, but the sheet names {how_many(len(sheet.tokens), 'token')}"
        (at / "given" / "X").wrong(
            what, f"name one token for each {'column' if columns else 'row'} of X"
        )


def _asked(question: Question, at: Place) -> None:
    before, labels = dict[str, int](), set[str]()
    for index, part in enumerate(question.parts):
        if part.label and part.label in labels:
            (at / "part" / index / "label").wrong(
                f"part {part.label} stands above too",
                "give each part a label of its own",
            )
        labels.add(part.label)
        for place, name in enumerate(part.asks):
            if name in before:
                (at / "part" / index / "asks" / place).wrong(
                    f"{name} is asked twice", "ask each line once"
                )
            before.setdefault(name, index)


def _called(question: Question, at: Place) -> None:
    """Lines and givens with the name of a function that is not reserved: mean = mean(X)."""
    for line in question.plan.lines:
        if line.name in OPS and (place := place_of_line(line, question.plan, at)):
            place.wrong(
                f"{line.name} names a function too", "give the line another name"
            )
    for name in filter(OPS.__contains__, question.given):
        (at / "given" / name).misnamed(
            f"{name} names a function too", "give the matrix another name"
        )


def _unasked(sheet: Sheet, question: Question, at: Place) -> None:
    """A line of the author's own that neither a part nor another line, a figure, a condition or a variant has a use for."""
    plan = question.reading
    used = {*question.asked, *question.stated, *_varied(sheet, question)}
    used.update(
        name
        for part in question.parts
        for condition in part.accept
        for name in condition.names
    )
    used.update(name for line in plan.lines for name in line.uses)
    derived = any(line.back for line in plan.lines)
    for line in plan.lines:
        place = (
            None
            if derived or used & {line.name, line.stem}
            else place_of_line(line, plan, at)
        )
        if place and not _pictured(question, line):
            hint = (
                f'ask for it in a part: asks = ["{line.name}"], or leave the line out'
            )
            place.wrong(
                f"no part asks for {line.name}, and no line is made of it", hint
            )


def _varied(sheet: Sheet, question: Question) -> Iterator[str]:
    """The lines that variants of a template are held to."""
    if sheet.vary:
        yield from (
            name
            for where, names, _ in sheet.vary.wishes
            if where == question.id
            for name in names
        )
        yield from (name for where, name in sheet.vary.distinct if where == question.id)


def _told(sheet: Sheet, question: Question, at: Place) -> None:
    """A number that is drawn and stands in the words too, where it would stay; one of a single digit may be anything there."""
    sizes = question.shapes.sizes if question.shapes else {}
    drawn = (
        [
            name
            for where, names, _ in sheet.vary.draws
            for name in names
            if where == question.id
        ]
        if sheet.vary
        else []
    )
    for name in drawn:
        written = question.given_text.get(name, str(sizes.get(name)))
        if not isinstance(written, str) or len(written) < 2:
            continue
        for where, text in _texts(sheet, question, at):
            if found := re.search(rf"(?<![\d.]){re.escape(written)}(?!\.?\d)", text):
                where.wrong_in(
                    text,
                    found.start(),
                    f"{name} is drawn, but its {written} stays in these words",
                    f"write ${name}$",
                )


def _pictured(question: Question, line: Line) -> bool:
    """Whether a figure of the question shows a line; one that names none shows the weights A."""
    figures = (
        *question.figures,
        *(figure for part in question.parts for figure in part.figures),
    )
    named = {
        "A" if isinstance(figure, str) else figure.get("line", "A")
        for figure in figures
    }
    return not named.isdisjoint((line.name, line.stem))


def _examples(answer: Answer, at: Place) -> None:
    """The key's own choices have to meet the conditions for others."""
    for k, part in enumerate(answer.question.parts):
        for place, condition in enumerate(part.accept):
            if held(condition, answer.follow).decision != "equal":
                where = at / "part" / k / "accept" / place
                where.misnamed(
                    "the example does not meet this",
                    "mend the example or the condition",
                )


def _claims(answer: Answer, at: Place) -> None:
    for index, part in enumerate(answer.proofs):
        for place, checked in enumerate(part):
            if checked.claim.check and not checked.holds:
                found = (
                    "does not hold"
                    if checked.decision == "different"
                    else "is not proved"
                )
                where = at / "part" / index / "proof" / place / "check"
                where.wrong(
                    f"{checked.claim.check}: {found}: {checked.says}",
                    "mend the claim or its sizes",
                )


def _texts(sheet: Sheet, question: Question, at: Place) -> list[tuple[Place, str]]:
    """The texts of an author in a question, those of the sheet with its first, each with its place."""
    texts = [(at / "prompt", question.prompt)]
    if question is sheet.questions[0]:
        texts += [(at.top / "intro", sheet.intro), (at.top / "note", sheet.note)]
    for index, part in enumerate(question.parts):
        here = at / "part" / index
        texts += [
            (here / "prompt", part.prompt),
            (here / "answer", part.answer),
            (here / "remark", part.remark),
        ]
        for place, claim in enumerate(part.proof):
            texts += [
                (here / "proof" / place / key, getattr(claim, key))
                for key in ("claim", "because")
            ]
    return texts


def _words(sheet: Sheet, question: Question, at: Place) -> None:
    """LaTeX in prompts that stops TeX, or that the formats other than LaTeX can only print as it is written."""
    if question is sheet.questions[0]:
        _letters(sheet, at.top)
    for where, text in _texts(sheet, question, at):
        for command in filter(mathematics.unread, unread(text)):
            what = f"{command} is not known here, so HTML, Markdown and text print it as it is written"
            hint = "write it with commands of amsmath and amssymb, or print the sheet with --format tex alone"
            where.wrong_in(text, max(text.find(command), 0), what, hint)
        for found in re.finditer(r"(?<!\\)%", text):
            where.wrong_in(
                text,
                found.start(),
                "LaTeX leaves out what follows a % on its line",
                r"write \% for the sign",
            )
        _stops(where, text)


def _stops(where: Place, text: str) -> None:
    """What LaTeX stops at in a text: signs out of place, and commands that are known in formulas alone."""
    for command in unread(text):
        if not mathematics.unread(command):
            hint = f"write it between dollars: ${command} …$"
            where.wrong_in(
                text, max(text.find(command), 0), f"{command} outside a formula", hint
            )
    for stop in stops(text):
        where.wrong_in(text, stop.at, stop.what, stop.instead)


def _disagreeing(
    exact: Matrix, stated: Matrix, written: Written
) -> Iterator[tuple[int, int]]:
    """The entries whose stated value is not what the exact one may be rounded to."""
    for (i, j), ours, theirs in paired(exact.cells(), stated.cells()):
        if not _rounds_to(ours, theirs, written[i][j]):
            yield i, j


def _rounds_to(ours: Entry, theirs: Entry, written: str) -> bool:
    if isinstance(ours, Blocked) or isinstance(theirs, Blocked):
        return ours is theirs
    gap, most = ours - theirs, Number.of(_half_unit(written))
    return sign(gap - most) <= 0 and sign(gap + most) >= 0


def _half_unit(written: str) -> Fraction:
    """Half a unit in the last place of a written decimal; nothing for a text that claims to be exact.

    >>> _half_unit("0.50"), _half_unit("1/3")
    (Fraction(1, 200), Fraction(0, 1))
    """
    digits = written.strip().lstrip("+-−")
    if not digits.replace(".", "", 1).isdecimal() or "." not in digits:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** len(digits.split(".")[1]))


def _letters(sheet: Sheet, top: Place) -> None:
    """Names in scripts that LaTeX has no letters for with the fonts of the page: each would be printed as its number."""
    texts = [
        (top / key, getattr(sheet, key))
        for key in ("title", "course", "head", "foot", "student")
    ]
    texts += [
        (top / key / k, text)
        for key in ("header", "tokens")
        for k, text in enumerate(getattr(sheet, key))
    ]
    for where, text in texts:
        if letters := unsettable(text):
            where.wrong(
                f"LaTeX has no letters here for {letters}, so a PDF shows their numbers",
                "write it in Latin letters, or hand out --format html, which shows every script",
            )
