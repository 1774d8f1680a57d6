"""Answers in Jupyter notebooks: printed arrays, assigned literals and Markdown. Nothing in them is ever run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from symattn.errors import LimitError, SymattnError
from symattn.language.letters import any_known
from symattn.later import pattern
from symattn.limits import MOST_CELLS, MOST_TEXT
from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.grids import cells_of
from symattn.marking.answers.prints import Print, prints, said_above
from symattn.marking.answers.splitting import batch
from symattn.marking.answers.written import AnswerPlace, Contents, Unused, WrittenAnswer
from symattn.marking.said import reading
from symattn.records import replace
from symattn.tables import only

ORDER = 50
SUFFIXES = {".ipynb": "Jupyter notebook"}
_COMMENT = pattern(r"#[^\n]*")
_ALONE = pattern(
    r"\s*(?:(?:np\.\w+|tensor|array)\()?(?P<two>\[\[)?(?P<one>\[)?\s*(?P<number>[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*"
    r"(?(one)\])(?(two)\]\])(?:,[^()\n]*)?\)?\s*"
)
_VALUE = pattern(r"\s*(?:[\[(⎡]|array\(|tensor\(|Matrix\()")
_LETTERED = pattern(r"[\w.*+/^() \-]{1,200}")  # a number in letters, as SymPy prints it
_BESIDE = pattern(r"(?<=\))[ ](?=(?:tensor|array)\()")  # several values of one print
_LISTED = pattern(r"\A\s*[(\[]((?:array|tensor)\(.*\))[)\]]\s*\Z", re.DOTALL)


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The answers of a notebook, cell by cell; raises SymattnError when it is none.

    >>> cell = {"cell_type": "code", "source": "", "outputs": [{"text": "Q_1:\\n [[1. 2.]]"}]}
    >>> [answer.label for answer in read(json.dumps({"cells": [cell]}).encode(), frozenset())[0].answers]
    ['Q_1']
    """
    try:
        tree = json.loads(decoded(data, strict=True))
        cells = tree["cells"][:MOST_CELLS]
        if not only(cells, dict):
            raise TypeError("a cell is no table")
        if not only((cell.get("outputs") or [] for cell in cells), list):
            raise TypeError("the outputs of a cell are no list")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SymattnError(
            reading("no_such", what="notebook", error=str(error))
        ) from None
    found, place, size = Contents(), AnswerPlace(), 0
    made: dict[str, str] = {}
    idle: list[int] = []
    for number, cell in enumerate(cells, 1):
        source = _joined(cell.get("source"))
        shown = [
            _shown(out) for out in cell.get("outputs") or () if isinstance(out, dict)
        ]
        size += len(source) + sum(map(len, shown))
        if size > MOST_TEXT:
            raise LimitError(reading("long_cells", most=f"{MOST_TEXT:,}"))
        parts = []
        if cell.get("cell_type") == "markdown":
            parts.append(prose.read(source, ids, start=place))
        elif cell.get("cell_type") == "code":
            parts.append(_program(source, ids, place))
            if _not_run(cell, source, parts[0]):
                idle.append(number)
            parts.append(_outputs(shown, source, ids, place, made))
        for part in parts:
            found.answers += [
                replace(answer, place=replace(answer.place, line=number))
                for answer in part.answers
            ]
            found.unused += [replace(unused, line=number) for unused in part.unused]
            found.sources += [replace(source, cell=number) for source in part.sources]
            found.headed += [replace(heading, line=number) for heading in part.headed]
            place = part.end
    if idle:
        found.notes.append(reading("not_run", cells=tuple(idle)))
    return [found]


def _not_run(cell: dict[str, object], source: str, written: Contents) -> bool:
    """Whether a cell computes or shows something, beside the arrays that are *written* in it, and was never run."""
    made: dict[str, str] = {}
    shown = any(one.name.isidentifier() for one in prints(source, made))
    does = shown or bool(made.keys() - {answer.label for answer in written.answers})
    return does and not cell.get("outputs") and cell.get("execution_count") is None


def _shown(output: dict[str, object]) -> str:
    """The text of an output of a cell; a formula or a text that is displayed, where its plain text is an object's name.

    >>> _shown({"data": {"text/plain": "<IPython.core.display.Math object>", "text/latex": "$1$"}})
    '$1$'
    """
    data = output.get("data")
    shown = [
        _joined(data.get(f"text/{kind}"))
        for kind in ("plain", "latex", "markdown")
        if isinstance(data, dict)
    ]
    return next(
        (one for one in shown if one and one[0] != "<"), _joined(output.get("text"))
    )


def _joined(text: object) -> str:
    return "".join(
        one
        for one in (text if isinstance(text, list) else [text])
        if isinstance(one, str)
    )


def _program(source: str, ids: frozenset[str], place: AnswerPlace) -> Contents:
    """Names that a program gives a literal array; what it computes is not known here."""
    found = prose.read(_COMMENT.sub("", source), ids)
    answers = [
        replace(a, loose=True, place=replace(place, line=0))
        for a in found.answers
        if a.cells and not a.scalar and a.label.isidentifier()
    ]
    return Contents(
        answers, end=place, sources=[replace(one, code=True) for one in found.sources]
    )


def _outputs(
    shown: Sequence[str],
    source: str,
    ids: frozenset[str],
    place: AnswerPlace,
    made: dict[str, str],
) -> Contents:
    """What stands in all outputs of a cell, in order; what is printed without a label has the names that the program prints."""
    known = prints(source, made)
    apart = (_BESIDE.sub("\n", _LISTED.sub(r"\1", one)) for one in shown)
    text = _labelled("\n\n".join(apart), known)
    text, rest = _with_numbers(text, [one for one in known if not one.words], made)
    found = prose.read(text, ids, printed=True, start=place)
    _name_prints(found, _unnamed(rest or known, found, said_above(source)), place)
    found.answers = [replace(answer, loose=True, made=made) for answer in found.answers]
    return found


def _labelled(text: str, known: Sequence[Print]) -> str:
    """An output in which a name's words have = behind them, as print("E", E) writes them without, and what is printed turned is
    said to be.

    >>> _labelled("loss 0.5\\n", [Print("loss", "loss")]), _labelled("Q [[1 2]]\\n", [Print("Q", "Q.T")])
    ('loss = 0.5\\n', 'Q^T [[1 2]]\\n')
    """
    for words in dict.fromkeys(
        one.words for one in known if re.fullmatch(r"[^\W\d_][\w^ ]*", one.words)
    ):
        text = re.sub(
            rf"^({re.escape(words)})[ \t]+(?=[-−+]?[\d.])",
            r"\1 = ",
            text,
            flags=re.MULTILINE,
        )
    for one in known:
        if (name := one.words.strip(" :=")) and re.fullmatch(
            rf"{re.escape(name)}\.T", one.name
        ):
            text = re.sub(
                rf"^{re.escape(name)}(?=[ \t]*[:=]?[ \t\n]*[\[(])",
                f"{name}^T",
                text,
                flags=re.MULTILINE,
            )
    return text


def _with_numbers(
    text: str, known: Sequence[Print], made: dict[str, str]
) -> tuple[str, Sequence[Print]]:
    """An output in which a number alone on its line has the name that is printed there, or one that is *made* as what is printed
    there, and the prints that are left; as it is where not every value in it is one that is printed without a label.

    >>> _with_numbers("0.5\\n[[1 2]\\n [3 4]]", [Print("", "loss"), Print("", "Q")], {})
    ('loss = 0.5\\n[[1 2]\\n [3 4]]', [Print(words='', name='Q')])
    >>> _with_numbers("0.5", [Print("", "S[0]")], made := {}), made
    (('printed_0 = 0.5', []), {'printed_0': 'S[0]'})
    """
    if (
        len(known) == 1
        and known[0].name.isidentifier()
        and any_known()
        and _LETTERED.fullmatch(text.strip())
    ):
        return f"{known[0].name} = {text.strip()}", ()
    lines, depth, starts = text.split("\n"), 0, []
    for k, line in enumerate(lines):
        if not depth and (
            _VALUE.match(line) or (line[:1] != " " and _ALONE.fullmatch(line))
        ):  # further in it heads a column
            starts.append(k)
        depth = max(
            0, depth + sum(map(line.count, "[({")) - sum(map(line.count, "])}"))
        )
    if len(starts) != len(known):
        return text, known
    left = []
    for k, one in zip(starts, known, strict=True):
        if (alone := _ALONE.fullmatch(lines[k])) and one.name:
            name = one.name
            if not name.isidentifier():
                name = f"printed_{len(made)}"
                made[name] = one.name
            lines[k] = f"{name} = {alone['number']}"
        else:
            left.append(one)
    return "\n".join(lines), left


def _unnamed(
    known: Sequence[Print], found: Contents, above: Mapping[str, str]
) -> Sequence[Print]:
    """The prints whose words, or those printed right *above* them, name no answer: print("output", out), where
    ``out = Z @ W_O`` says which line that is."""
    named = {answer.label.strip(" :=") for answer in found.answers}
    said = [one.words or above.get(one.name, "") for one in known]
    return [
        one
        for one, words in zip(known, said, strict=True)
        if words.strip(" :=") not in named
    ]


def _name_prints(found: Contents, known: Sequence[Print], place: AnswerPlace) -> None:
    """Arrays printed without a label: those of print(Q), print(K), and of Q, K at the end, in this order."""
    bare = [unused for unused in found.unused if unused.grid is not None]
    if len(bare) != len(known):
        known = [one for one in known if one.name.isidentifier()]
    if len(bare) != len(known):
        return
    for one, unused in zip(known, bare, strict=True):
        if one.name and (answers := _printed(one, unused, place)):
            found.answers += answers
            found.unused.remove(unused)


def _printed(
    one: Print, unused: Unused, place: AnswerPlace
) -> tuple[WrittenAnswer, ...]:
    """What a printed matrix, or each of a batch, is in the program; nothing where it cannot be read."""
    assert unused.grid is not None
    try:
        tables = batch(unused.grid) or (unused.grid,)
        cells = [cells_of(grid) for grid in tables]
    except SymattnError:
        return ()
    answer = WrittenAnswer(
        one.name, place=replace(place, line=unused.line), whole=unused.whole
    )
    return tuple(
        replace(
            answer,
            label=f"{one.name}[{k}]" if len(tables) > 1 else one.name,
            cells=entries,
            text=grid.text,
            grid=grid,
        )
        for k, (grid, entries) in enumerate(zip(tables, cells, strict=True))
    )
