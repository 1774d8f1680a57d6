"""From a flat text to its equations: a name, and the chain of values that belongs to it up to the next name."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import accumulate

from symattn.errors import LimitError, SymattnError
from symattn.later import pattern
from symattn.limits import MOST_EQUATIONS
from symattn.marking.answers import numerals
from symattn.marking.answers.about import has_heads, is_name
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.chains import is_same
from symattn.marking.answers.corrections import is_corrected
from symattn.marking.answers.flat import BEGUN, SHUT, Flat, FlatGrid
from symattn.marking.answers.grids import cells_of, percent, shortened
from symattn.marking.answers.headings import NamedByHeading, heading, prefix
from symattn.marking.answers.outline import (
    Outline,
)
from symattn.marking.answers.signs import (
    ASSIGNS,
    GOES_ON,
    JOINING,
    LONGEST_LABEL,
    SHORT,
    SYMBOL,
    Behind,
    begins,
    begins_beside,
    goes_to_next,
    joined,
    relates,
    stops,
    undressed,
)
from symattn.marking.answers.splitting import batch
from symattn.marking.answers.tokens import BLANK, GAP, LINE_ENDS, AnswerToken, Pieces
from symattn.marking.answers.values import (
    in_other_units,
    shown,
    side,
    within_braces,
    without_factor,
)
from symattn.marking.answers.worded import FORMULA_ALONE
from symattn.marking.answers.written import (
    FORMULA,
    START,
    AnswerPlace,
    Contents,
    Side,
    Unused,
    WrittenAnswer,
)
from symattn.marking.said import reading
from symattn.records import replace
from symattn.said import Strings
from symattn.tables import every
from symattn.tex.signs import words

MOST_DEFINED = 64  # letters that a hand-in says the value of: each is looked for in every number behind it
_LETTER = r"\\?[^\W\d_]\d?(?:[_^](?:\{[^{}]*\}|\([^()]*\)|[^\W_]+))*"  # one way to read it, or failing takes ages
_NUMBER_BEHIND = spoken(
    r"(?<=[^\W\d_])[_^{]{0,2}(\d{1,3})\}?\Z|«head»[ \t]*(\d{1,3})\Z", re.IGNORECASE
)
_PAIR = spoken(
    rf"(?:.*\b«shape»s?\s+«of»\s+(?:«the»\s+)?)?({_LETTER})\s+(?:«and»|&)\s+({_LETTER})"
)
_LIST_SIGN = spoken(r",\s*«and»\b|,|\b«and»\b|&")
_LISTED = spoken(  # names before a name, at the beginning of a line or behind what ends another statement; the rest: S, A
    r"(?:\A|[)\]}.;|*•$(-]\s*,?|(?<=[^\W\d_]{3}[:,])|\b«shape»s?\s+«of»\b(?:\s+«the»\b)?)"
    r"\s*(?P<names>(?:\\?[^\W\d_][^\W_]{0,12}(?:[_^](?:\{[^{}]*\}|\([^()]*\)|[^\W_]+))*\s*(?:,\s*«and»\b|,|\b«and»\b|&)\s*)+)\Z"
)
_FACTOR = r"(?:[^\W\d_]{1,4}\d?|√\d)(?:[_^]\{?\w{1,4}\}?){0,2}[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]*(?:\.T)?"
_ENTRY = pattern(r"(\\?[^\W\d_]+)(?:\[\d+,[ ]?\d+\]|_\{?\d,?[ ]?\d\}?)")
_CAPTION = spoken(
    r"(?:[^\W\d_]{2,}[ \t]+(?:[+&/,][ \t]+)?){0,4}"
    r"(?:\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?){0,2}[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]*(?:\([^\W\d_]\))?"
    rf"|[^\W\d_]+(?:[ \t]+\(?«head»[ \t]*\d\)?)?)[ \t]*:?|{_FACTOR}(?:[ \t]*[×·⋅*@∘⊙/]?[ \t]*{_FACTOR}){{1,2}}[ \t]*:?"  # Q × Kᵀ
)
_PHRASE = spoken(  # right before a matrix: this gives the scores [1 2], the second head has the output [3 4]
    r"(?:[^\W\d_]+[ \t]+«head»[ \t]+(?:[^\W\d_]+[ \t]+){0,2})?"
    r"\b(?:«the»|«whose»)[ \t]+"
    r"(?:[^\W\d_]+[ \t]+){0,3}[^\W\d_]{2,}\Z",
    re.IGNORECASE,
)
_SENTENCE = spoken(  # L is S/√2 without what is ahead:
    r"(?:(?:[^\W\d_]{2,}[ \t]+){1,3}(?=[^\W\d_]\w?[ \t]*\())?"  # the scores S (Q Kᵀ), a row for each word:
    rf"({SYMBOL.pattern})(?:[ \t]*\([^()=:\n]{{0,60}}\))?(?:[ \t]+(?:«is»|«gives»|«have»)\b"
    r"|,[ \t]+(?:[^\W\d_]{3}|«preposition»\b))[^=:\n]*"
)
_ALL_WORDS = pattern(r"(?:[^\W\d_][\w₀-₉'’-]{0,20}[,:]?[ \t]*){2,9}")
_NO_CAPTION = spoken(
    r"(?:\w+ )?«nothing_named»",
    re.IGNORECASE,
)
_NUMBERED = spoken(
    r"(?:(?:Q|«question»|«part»)\.?\s*)?(?:\d{1,2}\s?[a-h]?|[a-h])",
    re.IGNORECASE,
)
_SIZES = pattern(r"(?:\(?\d{1,3}\s*(?:×|x|\\times)\s*\d{1,3}\)?\s*)+")
_ASKED = spoken(
    r"(?:Q|«question»)\.?\s?(\d{1,2})[.:)]?\s+(?=\S)",
    re.IGNORECASE,
)
_ASKED_OF = pattern(
    rf"(?:[^\W\d_]{{2,}}[ \t]+)?{SYMBOL.pattern}(?:\[[^\[\]]*\])?"
)  # Q2 B, Q2 E[c]
_IN_PERCENT = spoken(r"(.+?)[\s,]*[(\[]?\s*(?:(?:in\s*)?%|«percent»)\s*[)\]]?")
_FIGURE = pattern(r"[-−]?\d+(?:\.\d+)?")
_MORE = spoken(  # behind a number: b1 = 0, 1
    rf"(?:(?:[ \t]*[,;]|[ \t]+«and»)[ \t]+\(?{_FIGURE.pattern}\)?)+"
    r"(?=[ \t]*(?:[,;)\]]|\.?(?:\s|\Z)))(?![ \t]*[=≈+*/·^×-])(?![,.]\d)"
)
_DIVIDED = spoken(r"[\s,)}\]]*(?:[^\W\d_]+[ \t]+){0,2}«divided»\b")
_OF_EACH = spoken(
    r"\b(?:«for»|«in»|«of»)[ \t]+(?:«the»[ \t]+)?«each»(?:[ \t]+«head»|[ \t]*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
_EACH_HEAD = spoken(  # both heads: A = …; A for both heads = …; weights, both heads: …
    r"\A(?:«for»[ \t]+)?(?:«the»[ \t]+)?«each»[ \t]+«heads»[ \t]*[:,][ \t]*(?=\S)"
    r"|[\s,]*\(?(?:(?:«for»|«in»|«of»)[ \t]+)?(?:«the»[ \t]+)?«each»[ \t]+«heads»\)?[ \t]*\Z",
    re.IGNORECASE,
)
_BEFORE_CAPTION = words("nl wall row head grid rel arrow")
_LINE_BEGINS = _BEFORE_CAPTION - {"grid", "rel"}


@dataclass
class _Equation:
    """A chain while it is gathered: where its name stands, and the relations in it."""

    label: tuple[AnswerToken, AnswerToken]
    relations: list[AnswerToken]
    end: AnswerToken


def read(
    flat: Flat, ids: frozenset[str] = frozenset(), start: AnswerPlace = START
) -> Contents:
    """Every equation of a flat text, and the matrices that stand for no name; raises LimitError for too much.

    >>> from symattn.marking.answers.latex import flatten
    >>> found = read(flatten("Q_1 = X W = [1 2; 3 4], K_1 ≈ [[0.5, 1]]. Also [7 8]"))
    >>> [(answer.label, answer.text) for answer in found.answers], [unused.text for unused in found.unused]
    ([('Q_1', '[1 2; 3 4]'), ('K_1', '[[0.5, 1]]')], ['[7 8]'])
    """
    with ExitStack() as defined:
        return _StatementReading(Pieces.of(flat), ids, defined).contents(start)


class _StatementReading:
    def __init__(self, pieces: Pieces, ids: frozenset[str], defined: ExitStack) -> None:
        self.p, self.ids, self.defined = pieces, ids, defined
        self.tokens = pieces.tokens
        self.outline = Outline(pieces, ids)
        self.out = Contents()
        self.name = ""  # of the equation that was read last
        self.numbers: dict[int, int] = {}  # at the end of the name that a line has last
        self.used: set[AnswerToken] = set()  # tokens of matrices that are accounted for

    def contents(self, place: AnswerPlace) -> Contents:
        start = place
        equations = list(self._equations())
        count = sum(
            len(equation.relations) for equation in equations
        )  # A = B = C are two
        if count > MOST_EQUATIONS:
            raise LimitError(
                reading(
                    "most_equations", count=f"{count:,}", most=f"{MOST_EQUATIONS:,}"
                )
            )
        told: list[tuple[int, NamedByHeading | _Equation]] = [*self.outline.headings]
        told += [(equation.label[0].at, equation) for equation in equations]
        for at, found in sorted(told, key=lambda one: one[0]):
            place = (
                self._read(found, place)
                if isinstance(found, _Equation)
                else self._headed(place, at, found)
            )
        self.out.end = place.moved(start.line - place.line)
        self._nameless(start)
        self.out.unused.sort(key=lambda unused: unused.line)
        return self.out

    def _headed(
        self, place: AnswerPlace, at: int, found: NamedByHeading
    ) -> AnswerPlace:
        """The place after a heading, which is kept with its line."""
        place = replace(_entered(place, found), line=self.tokens[at].line)
        self.out.headed.append(place)
        return place

    def _nameless(self, start: AnswerPlace) -> None:
        """The matrices that no equation has: those below a line that is a name alone are its, the others nobody's."""
        begins = [at for at, _ in self.outline.headings]
        places = [
            *accumulate(
                (found for _, found in self.outline.headings), _entered, initial=start
            )
        ]
        for token in self.tokens:
            if token.kind != "grid" or token in self.used:
                continue
            grid, place = token.grid, places[bisect_right(begins, token.at)]
            caption, said = self._caption(token)
            unused = _unused(grid, grid.error or reading("nameless"), place)
            value = side(token, token) if caption else None
            if value is None or not value.cells:
                self.out.unused.append(unused)
                continue
            head = self.numbers.get(grid.line, place.head)
            self.out.answers.append(
                WrittenAnswer(
                    caption,
                    value.cells,
                    place=replace(place, line=grid.line, head=head),
                    text=value.text,
                    above=unused,
                    scalar=grid.entries is not None
                    and sum(map(len, grid.entries)) <= 1,
                    grid=value.grid,
                    guessed=said,
                )
            )

    def _caption(self, grid: AnswerToken) -> tuple[str, bool]:
        """The line above a matrix where it is a name and nothing else, or the symbol right before it, and whether that is said
        among other words; "" for any other."""
        last = grid.prev
        while last.at >= 0 and (last.kind in BLANK or last.text in "`*|-:"):
            last = last.prev
        if last.at < 0:
            return "", False
        lines = any(token.kind in ("nl", "wall") for token in last.until(grid))
        last = self._before_remark(last)
        first = last.begin(LONGEST_LABEL, _BEFORE_CAPTION)
        behind = first.prev.kind in ("grid", "rel")
        text = last.text[1:-1] if last.kind == "head" else first.to(last)
        goes_on = text.lstrip()[:1] in (",", ";")  # S1 = [[1, 2]], scaled [[3, 4]]
        behind = behind and not goes_on
        text = prefix(undressed(text.replace(BEGUN, "").replace(SHUT, "")).strip(" :"))[
            1
        ]
        shape = _CAPTION if lines else SYMBOL  # Q [[1 2] …], as print("Q", Q) has it
        looks = shape.fullmatch(text) or (lines and FORMULA_ALONE.fullmatch(text))
        if looks and not behind and not _NO_CAPTION.fullmatch(text):
            named = is_name(text) or re.fullmatch(r"Q\d|head_?\d", text)
            return (text if named or heading(text, self.ids) is None else ""), False
        if lines:  # so for Q i get
            names = [
                word for word in text.split() if is_name(word) and word not in "aAI"
            ]
            alone = len(names) == 1 and not behind and _ALL_WORDS.fullmatch(text)
            return names[0] if alone else "", True
        said = _PHRASE.search(text) if len(text) < LONGEST_LABEL else None
        return said[0].strip() if said else "", True

    def _before_remark(self, last: AnswerToken) -> AnswerToken:
        """The last sign before a remark in brackets at the end of a line: "scaled scores (d_k = 2, so by 1.41)"."""
        start = last.partner or last
        told = start.at < last.at and start.before.at >= 0 and start.prev.kind in GAP
        return start.before if told and start.ends.at >= last.at else last

    def _equations(self) -> Iterator[_Equation]:
        current: _Equation | None = None
        for token in self.tokens:
            if not relates(token):
                continue
            start = current.relations[-1].next if current else self.tokens[0]
            cut = self._cut(start, token, current)
            if current is not None and cut is None:
                current.relations.append(token)
                continue
            cut = start if cut is None else cut
            if current is not None:
                current.end = cut.prev
                yield current
            current = _Equation((cut, token.prev), [token], self.tokens[-1])
        if current is not None:
            yield current

    def _cut(
        self, start: AnswerToken, relation: AnswerToken, current: _Equation | None
    ) -> AnswerToken | None:
        """Where the name before a relation begins; None when the relation goes on with the chain before it."""
        significant = relation
        for token in reversed([*start.until(relation)]):
            ends = stops(token, start)
            if token.kind in BLANK or token.kind == "head":
                ends = ends or (token.kind in LINE_ENDS and not joined(token, start))
                ends = ends or (token.kind == "amp" and begins_beside(token, start))
            elif current is not None and goes_to_next(token, start):
                return self._name_start(token, relation)
            elif not ends:
                significant = token
            if token.kind == "grid" and not ends:
                if current is None:
                    return self._name_start(start, relation)
                found = begins(Behind(token, relation, start, current.label[0]))
                return None if found is None else self._name_start(found, relation)
            if ends and significant.at < relation.at:
                words = sum(
                    word.kind in ("word", "cmd")
                    and word.prev.text not in ("_", "^", "{")
                    for word in significant.until(relation)
                )
                if current is not None and start.solid.at >= token.at and words > 1:
                    return None  # the value of the name before goes on here: A =, and X W = [1 2] below it
                return self._name_start(token.next, relation)
            if token.kind == "head":
                return token.next
        return None if current is not None else self._name_start(start, relation)

    def _name_start(self, first: AnswerToken, relation: AnswerToken) -> AnswerToken:
        """The beginning of a name, without signs that begin no name."""
        while first.at < relation.at and (first.kind in BLANK or first.text in ",;.:$"):
            first = first.next
        return first

    def _named(
        self, equation: _Equation, place: AnswerPlace
    ) -> tuple[str, str, AnswerPlace]:
        """The label of an equation, the name in it, and the place that the label leads to."""
        first, last = equation.label
        label = "" if last.next.grids > first.grids else self._label(first, last)
        place = replace(place, line=first.line)
        found, name = prefix(undressed(label))
        place = _entered(place, found, weak=True)
        sign = equation.relations[0]
        if sign.text == ":":  # L is S/√2, blocked above: commas and all
            line = prefix(undressed(sign.said(SHORT, _BEFORE_CAPTION)))[1]
            name = said[1] if (said := _SENTENCE.fullmatch(line)) else name
        return label, self.name if GOES_ON.fullmatch(name) else name, place

    def _spoken(self, name: str, place: AnswerPlace) -> AnswerPlace:
        """The place with the head that the words of its line named before: the queries of head 1 are …, its keys are …"""
        if number := _NUMBER_BEHIND.search(name):
            self.numbers[place.line] = int(number[1] or number[2])
        elif " " in name and place.line in self.numbers:
            return replace(place, head=self.numbers[place.line])
        return place

    def _read(self, equation: _Equation, place: AnswerPlace) -> AnswerPlace:
        """Put the answer of an equation into the contents; the place that its label leads to."""
        label, name, place = self._named(equation, place)
        name, sides = self._turned(equation, name, list(self._sides(equation)))
        self.name = name
        spoken = self._spoken(name, place)
        self._define(name, sides)
        values = [s for s in sides if not s.formula]
        if not any(s.matrices for s in values):
            values = values if values and values[-1] is sides[-1] else []
        values, number = _parted(values)
        for s in sides:
            if s.formula:
                self._left(s, place, reading("inside"))
        if len(name) > LONGEST_LABEL or not name:
            long = reading("long_name", label=repr(shortened(name, 40)))
            for s in values:
                kept = not name and s is values[-1]  # = [1 2]
                self._left(s, place, long if name else reading("nameless"), kept)
            return place
        answer = self._answer(equation, label, name, spoken, sides, values)
        if values:
            known = len(self.out.answers)
            self._valued(answer, equation, values, number)
            if _is_beside(equation.label[0]) and known and values[-1].scalar:
                pair = self.out.answers[known - 1 :]
                self.out.answers[known - 1 :] = _one_or_two(pair)
        elif sides and sides[-1].text:
            self.out.answers.append(replace(answer, error=FORMULA, text=sides[-1].text))
        return place

    def _turned(
        self, equation: _Equation, name: str, sides: list[Side]
    ) -> tuple[str, list[Side]]:
        """The name of a chain and its sides; one from a value to a name is read from its end: 2 + 8 = 10 = s."""
        last = sides[-1] if sides else None
        turned = last is not None and last.formula and _is_line(last.text)
        if (
            last is None
            or not turned
            or is_name(name)
            or any(s.formula for s in sides[:-1])
        ):
            return name, sides
        first, end = equation.label
        begun = (token for token in first.through(end) if token.to(end) == name)
        value = self._side(next(begun, first), end)
        if value is None or value.formula or not re.search(r"\d", value.text):
            return name, sides  # a = s may be of part a
        return last.text, [value, *sides[:-1]]

    def _answer(
        self,
        equation: _Equation,
        label: str,
        name: str,
        place: AnswerPlace,
        sides: list[Side],
        values: list[Side],
    ) -> WrittenAnswer:
        """The answer of an equation as its name and its line say it, without the values."""
        sign, end = equation.relations[0], self._value_end(equation)
        also = tuple(
            s.text
            for s in (sides if values else sides[:-1])
            if s.formula and not s.matrices and len(s.text) < 60
        )
        beside = self._beside(equation.label[0])
        if pair := _PAIR.fullmatch(name):
            also, name = (*also, pair[1]), pair[2]
        if any(s.matrices for s in sides):
            whole = " ".join([label, *(s.text for s in sides)])
        else:  # as it stands in the file, with the signs between its thousands
            whole = f"{label} {shown(sign.next.through(end))}"
        in_words = sign.kind != "rel" and " " in name.strip()  # mean loss: 0.5
        divided = _DIVIDED.match(end.flat.text, end.end)  # {1; e}, all over 1 + e
        return WrittenAnswer(
            name,
            place=place,
            also=also,
            beside=beside,
            whole=whole,
            assigned=sign.text in ASSIGNS,
            guessed=divided is not None or (in_words and any(s.scalar for s in values)),
            headed=self._heads_line(equation.label[0]),
            said=sign.said(SHORT, _BEFORE_CAPTION).strip(),
        )

    def _valued(
        self,
        answer: WrittenAnswer,
        equation: _Equation,
        values: list[Side],
        number: Side | None,
    ) -> None:
        """Put the answer of an equation with values into the contents: the last of them is its own."""
        final = values[-1]
        if (share := _IN_PERCENT.fullmatch(answer.label)) and final.cells:
            answer = replace(answer, label=share[1])
            final = replace(final, cells=every(percent, final.cells), grid=None)
        said = prefix(undressed(answer.said))[1] if has_heads() else ""
        if alike := _EACH_HEAD.search(said):
            label = said[alike.end() :] or said[: alike.start()]
            answer = replace(answer, label=label, place=replace(answer.place, head=1))
        if self._batch(final, answer):
            return
        earlier = tuple(s for s in values[:-1] if s.cells)
        also = _of_other_units(final, earlier)
        sign = equation.relations[-1]
        last = sign.ends.prev if sign.ends.at <= equation.end.at else equation.end
        answer = replace(
            answer,
            cells=final.cells,
            error=final.error,
            text=final.text,
            earlier=also.earlier,
            others=also.others,
            doubtful=also.doubtful,
            scalar=final.scalar,
            grid=final.grid,
            number=number,
            each=bool(alike) or _OF_EACH.search(sign.to(last)) is not None,
            inside=tuple(
                s.matrices[0]
                for s in values[:-1]
                if not s.grid and len(s.matrices) == 1
            ),
        )
        self.out.answers.append(self._with_more(answer, equation))

    def _with_more(self, answer: WrittenAnswer, equation: _Equation) -> WrittenAnswer:
        """A number with those that are listed behind it: b1 = 0, 1."""
        end = self._value_end(equation)
        more = _MORE.match(end.flat.text, end.end)
        if more is None or not (answer.scalar and answer.cells):
            return answer
        row = (answer.text.strip("()"), *_FIGURE.findall(more[0]))
        return replace(
            answer,
            listed=True,
            grid=FlatGrid(", ".join(row), 0, (row,)),
            whole=answer.whole + more[0],
        )

    def _heads_line(self, first: AnswerToken) -> str:
        """The words before the first colon on the line of a name, which stands behind it."""
        said = first.said(LONGEST_LABEL, _LINE_BEGINS)
        before = said.partition(":")[0] if ":" in said and "=" not in said else ""
        return prefix(undressed(before))[1].strip()

    def _label(self, first: AnswerToken, last: AnswerToken) -> str:
        """What stands before a relation; the number of a question or part before its mathematics has a bracket: 1b $F$, Q2 B."""
        first, last = within_braces(first, last)
        label = shown(first.through(last))
        begun = (token for token in first.until(last) if token.kind == "begun")
        formula = next(begun, first)
        before = first.to(formula).strip()
        if formula is not first and _NUMBERED.fullmatch(before):
            return f"{before}) {shown(formula.through(last))}"
        found = _ASKED.match(label) if len(self.ids) > 1 else None
        if (
            found
            and int(found[1]) <= len(self.ids)
            and not is_corrected(label, found[0])
            and _ASKED_OF.fullmatch(label[found.end() :].strip(" :"))
        ):
            return f"{found[1]}) {label[found.end() :]}"
        return label

    def _beside(self, first: AnswerToken) -> Strings:
        """The names in a list before a name: Q and K in "Q, K, V ∈ ℝ^{n×d}"."""
        said = first.said(SHORT, _BEFORE_CAPTION - {"rel", "arrow"})
        found = _LISTED.search(said[-LONGEST_LABEL:])
        names = map(str.strip, _LIST_SIGN.split(found["names"])) if found else ()
        return tuple(filter(None, names))

    def _batch(self, final: Side, answer: WrittenAnswer) -> bool:
        """Several matrices printed as one array, Q of every head: each is an answer, Q[0], Q[1] …"""
        if len(final.matrices) != 1 or final.cells:
            return False
        try:
            tables = batch(final.matrices[0])
            made = [(grid.text, cells_of(grid)) for grid in tables]
        except SymattnError:
            return False
        for k, (text, cells) in enumerate(made):
            label = f"{answer.label}[{k}]" if len(made) > 1 else answer.label
            self.out.answers.append(
                replace(answer, label=label, cells=cells, text=text)
            )
        return bool(made)

    def _define(self, name: str, sides: list[Side]) -> None:
        """A letter that a key names: ε₁ = 1/(1 + e^3)."""
        short = re.fullmatch(
            r"(?:\\(?:var)?epsilon|ε|\\delta|δ)(?:_\{?\d[\d,]{0,5}\}?|[₀-₉]{1,3})?",
            name,
        )
        value = next((s for s in sides if s.scalar and s.cells), None)
        few = len(numerals.state().letters) < MOST_DEFINED
        if short and value is not None and few:
            self.defined.enter_context(numerals.defined(name, value.text))

    def _left(
        self, side: Side, place: AnswerPlace, why: str, kept: bool = False
    ) -> None:
        self.out.unused += [
            replace(found, grid=found.grid if kept else None)
            for found in (_unused(grid, why, place) for grid in side.matrices)
        ]

    def _sides(self, equation: _Equation) -> Iterator[Side]:
        stop = self._value_end(equation)
        ends = [*(sign.prev for sign in equation.relations[1:]), stop]
        found = None
        for sign, last in zip(equation.relations, ends, strict=True):
            found = self._side(sign.next, last)
            if found is not None:
                yield found
        if found is None or found.formula:
            after = stop.after
            if after.at < equation.end.at and after.text in ",;:":
                after = after.after
            if (
                after.at <= equation.end.at and after.kind == "grid"
            ):  # S = Q Kᵀ, and the matrix on the next line
                more = self._side(after, self._end_of(after, equation.end))
                if more is not None:
                    yield more

    def _side(self, first: AnswerToken, last: AnswerToken) -> Side | None:
        self.used.update(first.through(last))
        return side(first, last)

    def _value_end(self, equation: _Equation) -> AnswerToken:
        """The last token of the last value of an equation."""
        return self._end_of(equation.relations[-1].next, equation.end)

    def _end_of(self, first: AnswerToken, end: AnswerToken) -> AnswerToken:
        """The last token of the value that begins at one: up to the end of its line, where nothing joins the next to it."""
        for token in first.solid.through(end):
            stopped = stops(token, first)
            if stopped or (token.kind in LINE_ENDS and not token.inside):
                after = token.after
                sign = after.at <= end.at and after.text in JOINING
                goes_on = sign and not self._list_item(first, after)
                if not (goes_on or joined(token, first)):
                    return token.prev
        return end

    def _list_item(self, first: AnswerToken, sign: AnswerToken) -> bool:
        """Whether a dash or star begins an item of a list, as the line of a value does, not a term."""
        if first.said(LONGEST_LABEL).lstrip()[:2] == f"{sign.text} ":
            return True
        after = sign.after
        if after is sign.next or not after.text:
            return False
        head = after.to(after.ends.prev)  # * (b), * 5b
        return after.kind in ("word", "cmd") or heading(head) is not None


def _unused(grid: FlatGrid, why: str, place: AnswerPlace) -> Unused:
    return Unused(
        shortened(grid.text, 120),
        grid.line,
        why,
        place.question,
        grid,
        grid.text,
        place.part,
    )


def _is_line(text: str) -> bool:
    """Whether a text is the name of a line, or of an entry of one: D[0, 0], D_11."""
    entry = _ENTRY.fullmatch(text)
    return is_name(text) or (entry is not None and is_name(entry[1]))


def _of_other_units(final: Side, earlier: tuple[Side, ...]) -> WrittenAnswer:
    """The values before the last one of a chain; where this has another unit, 0.408 nats = 0.588 bits, each of them is what it
    may be too, for a person where that is not the same."""
    units = {side.unit for side in earlier if side.unit}
    converted = in_other_units(final)
    units |= {""} if earlier and converted else set()
    if not (final.scalar and final.unit and units - {final.unit}):
        return WrittenAnswer(
            "",
            earlier=earlier,
            others=final.others,
            doubtful=(*final.doubtful, *converted),
        )
    same = converted and all(is_same(side.cells, converted[0]) for side in earlier)
    cells = tuple(side.cells for side in earlier)
    return (
        WrittenAnswer("", others=cells) if same else WrittenAnswer("", doubtful=cells)
    )


def _is_beside(name: AnswerToken) -> bool:
    """Whether a name stands a blank behind a number of another equation: w=2 v=2.5, which may be w = 2v = 2.5."""
    return name.prev.text == " " and name.before.kind == "num"


def _one_or_two(answers: list[WrittenAnswer]) -> list[WrittenAnswer]:
    """Two numbers beside each other, each with what it is if the first is a factor of the second's name."""
    if len(answers) != 2 or not all(one.scalar and one.cells for one in answers):
        return answers
    first, second = answers
    if first.place.line != second.place.line:
        return answers
    without = without_factor(second.cells, first.cells)
    return [
        replace(first, doubtful=(*first.doubtful, second.cells)),
        replace(second, doubtful=(*second.doubtful, *without)),
    ]


def _parted(values: list[Side]) -> tuple[list[Side], Side | None]:
    """The values of a chain: the matrices where there are any, and the last number behind these, which is no size: 1 × 2."""
    last = max((k for k, s in enumerate(values) if s.matrices), default=-1)
    if last < 0:
        return values, None
    behind = [s for s in values[last + 1 :] if s.cells and not _SIZES.fullmatch(s.text)]
    number = behind[-1] if behind else None
    return [s for s in values if not s.scalar], number


def _entered(
    place: AnswerPlace, found: NamedByHeading, weak: bool = False
) -> AnswerPlace:
    """The place after a heading."""
    if found.question is not None:
        return AnswerPlace(
            place.line, found.question, found.part, found.head, sure=not weak
        )
    head = place.head if found.head is None and not found.ends else found.head
    return replace(place, part=found.part or place.part, head=head)
