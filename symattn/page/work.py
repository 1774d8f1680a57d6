"""One question as the page needs it: its notation, its values, its names, and every matrix as it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from symattn.boxes import Box, Grid, number
from symattn.boxes.measure import width
from symattn.exact.letters import symbolic
from symattn.exact.matrix import Matrix
from symattn.notation import Notation
from symattn.notation.lines import Formula
from symattn.notation.values import Values
from symattn.ops import has
from symattn.page import layout, matrices, results
from symattn.page.layout import Link
from symattn.page.look import letters_of, sizes
from symattn.page.naming import Naming, name_weights
from symattn.plan import Line
from symattn.plan.derivation import Step

SHOWN = 70.0  # an exact matrix wider than this is put in as decimals
Shown = TypeVar("Shown")
ROOM = 128.0  # what a result may take on a line of its own, at a smaller size if need be


@dataclass(frozen=True)
class Work:
    """A solved question with everything the page asks of it."""

    question: Any
    answer: Any
    notation: Notation
    places: int
    detail: str
    tokens: tuple[str, ...] = ()
    _known: dict[tuple[str, str], Any] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def of(answer: Any, notation: Notation, places: int, detail: str, tokens: tuple[str, ...] = ()) -> Work:
        """The work of a solved question; *notation* is the sheet's, the question's own goes over it."""
        q = answer.question
        lines = q.shapes.plan.lines if q.shapes else q.plan.lines
        bound = notation.of({line.name: line.tree for line in lines}, q.given)
        return Work(q, answer, bound, places, detail, tokens)

    @cached_property
    def values(self) -> Values:
        """How exact values are written: decimals where the sheet gives decimals."""
        style = self.notation.table["numbers"]
        decimals = style == "decimals" or (style == "auto" and any("." in t for t in _texts(self.question.given_text)))
        return Values(decimals, dict(self.naming.letters))

    @cached_property
    def naming(self) -> Naming:
        """The names for weights; none where the sheet states the weights or the results are all that is shown."""
        q = self.question
        if self.detail == "brief" or self.symbols:
            return Naming()
        taken = frozenset("".join(map(letters_of, (self.notation.symbol(n) for n in (*q.plan.names, *q.given)))))
        return name_weights(q.plan, q.given, self.answer.exact.steps, taken)

    @cached_property
    def symbols(self) -> bool:
        """Whether letters without a value stand in the givens: then nothing has decimals."""
        given = (x for x in self.question.given.values() if isinstance(x, Matrix) and not x.is_rational)
        return any(symbolic(x) for m in given for r in m.values for x in r)

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """The step that gives each line its value."""
        return {step.name: step for step in self.answer.follow.steps if step.name}

    @cached_property
    def tainted(self) -> Mapping[str, int]:
        """The lines that follow from stated values, each with the decimals of those."""
        found: dict[str, int] = {}
        for line in self.question.plan.lines:
            stated = [_decimals(self.question.stated_text[n]) for n in line.reads if n in self.question.stated]
            places = stated + [found[n] for n in line.reads if n in found]
            if places:
                found[line.name] = max(places)
        return found

    def value(self, name: str) -> Matrix:
        """The value of a line or a given, stated values carried on."""
        found = self.steps[name].value if name in self.steps else self.question.given[name]
        assert isinstance(found, Matrix)
        return found

    def rules(self, name: str) -> tuple[int, ...]:
        """Where joined heads meet."""
        step = self.steps.get(name)
        if step is None or not has(step.op, "side by side"):
            return ()
        edges, at = [], 0
        for m in step.inputs[:-1]:
            at += m.cols
            edges.append(at)
        return tuple(edges)

    def grid(self, name: str) -> Grid:
        """A matrix as it is put in: as the sheet writes it, stated, in names, exact, or rounded where that is too wide."""
        return self._once("grid", name, lambda: self._grid(name))

    def _once(self, what: str, name: str, make: Callable[[], Shown]) -> Shown:
        """Worked out once for each line."""
        if (what, name) not in self._known:
            self._known[what, name] = make()
        found: Shown = self._known[what, name]
        return found

    def _exact(self, name: str) -> Grid | None:
        """The exact matrix, in names where there are some; None where it is far too long to be printed."""
        named = self.naming.values.get(name) or self.value(name)
        if results.endless(named, ROOM):
            return None
        return self._once("exact", name, lambda: matrices.exact(named, self.values, self.notation.brackets, self.rules(name)))

    def _grid(self, name: str) -> Grid:
        q, sides = self.question, self.notation.brackets
        texts = q.stated_text.get(name) or q.given_text.get(name)
        if isinstance(texts, tuple):
            found = matrices.written(texts, sides)
            if found is not None:
                return found
        if name in q.stated:  # stated in texts that are no plain decimals: 1/2, sqrt(2)
            return matrices.exact(q.stated[name], self.values, sides, self.rules(name))
        value = self.value(name)
        if name in self.tainted:
            return self._carried(value, self.tainted[name])
        exact = self._exact(name)
        if exact is not None and (width(exact) <= SHOWN or (value.is_rational and results.short(exact))):
            return exact
        return self.rounded(name)

    def _carried(self, value: Matrix, places: int) -> Grid:
        if all(matrices.ends(x, places) for r in value.cells() for x in r):
            return matrices.fixed(value, places, self.notation.brackets)
        return matrices.approximate(value, self.places, self.notation.brackets)

    @cached_property
    def numeric(self) -> Formula:
        """Lines with the numbers put in."""
        formula = Formula(self._atom, self._scalar, self._size)
        return self.notation.numeric(formula)

    def _atom(self, name: str, turned: bool) -> Box:
        grid = self.grid(name)
        return matrices.turned(grid) if turned else grid

    def _scalar(self, name: str) -> Box:
        text = self.question.given_text.get(name)
        given = self.question.given.get(name)
        return number(text) if isinstance(text, str) and _plain(text) else self.values.exact(given, built=True)

    def _size(self, axis: str, name: str) -> Box:
        value = self.value(name)
        return number(value.rows if axis == "rows" else value.cols)

    def is_rounded(self, name: str) -> bool:
        """Whether a matrix is put in with rounded entries."""
        value = self.value(name)
        if self.symbols or name in self.question.stated or name in self.tainted or name in self.question.given:
            return False
        exact = self._exact(name)
        if exact is None:
            return True
        return not results.short(exact) if value.is_rational else width(exact) > SHOWN

    def is_approximate(self, line: Line) -> bool:
        """Whether the numbers put into a line are rounded or stated ones."""
        return line.name in self.tainted or any(self.is_rounded(n) for n in line.reads if n in self.steps)

    def too_long(self, name: str) -> bool:
        """Whether the exact entries of a line are too long to print."""
        if self.value(name).is_rational or self._evident(name) or name in self.tainted or name in self.question.stated:
            return False
        if self.symbols:
            return False
        named = self.naming.values.get(name)
        if named is not None and self.all_tiny(named):
            return False
        return all(sign != "=" for sign, _ in self.result(name))

    def divided_by(self, line: Line) -> tuple[list[Box], int] | None:
        """The keys whose width stands under the root in a line, and that width."""
        found = [size for size in sizes(line.tree) if size.axis == "cols"]
        if not found:
            return None
        return [self.notation.symbol(found[0].of.name)], self.value(found[0].of.name).cols

    def tiny_error(self, names: list[str]) -> tuple[Box, int] | None:
        """How far the decimals of lines may be from their exact values, where tiny weights alone part them."""
        shown = [n for n in names if n in self.naming.values and n not in self.naming.weights]
        return results.tiny_error(self.naming, ((self.value(n), self.naming.values[n]) for n in shown))

    def all_tiny(self, named: Matrix) -> bool:
        """Whether every name in a matrix is a tiny weight."""
        return results.all_tiny(self.naming, named)

    def put_in(self, line: Line) -> Box | None:
        """The line with its numbers, or None where that shows nothing new or does not fit."""
        step = self.steps[line.name]
        if has(step.op, "no numbers"):
            return None
        box = self.numeric.write(line.tree)
        return box if layout.fits(box, layout.LIMIT - 14, 2) else None

    def result(self, name: str, frame: bool = False) -> list[Link]:
        """The exact value and its decimals, each with its sign; in one frame where it is asked for."""
        links = self._once("links", name, lambda: self._links(name))
        return list(layout.boxed(links)) if frame else list(links)

    def _links(self, name: str) -> list[Link]:
        value = self.value(name)
        if name in self.question.stated:
            return [("≈", self.grid(name))]
        if name in self.tainted:
            sign = "=" if value.is_rational else "≈"
            return self._fitted(sign, self._carried(value, self.tainted[name]))
        named = self.naming.values.get(name, value)
        if self.symbols:
            return self._fitted("=", self.grid(name))
        links: list[Link] = []
        outer = self._outer(named) if not has(self.steps[name].op, "side by side") else None
        exact = self._exact(name)
        if outer is not None:
            links.append(("=", outer))
        elif exact is not None and self._exactly(name, exact):
            links += self._fitted("=", exact)
        if not value.is_rational or not links:
            links += self._fitted("≈", self.rounded(name))
        return links

    def _exactly(self, name: str, exact: Grid) -> bool:
        """Whether the exact matrix is printed: rationals in blocks if need be, other entries where they fit."""
        if self.value(name).is_rational:
            return results.short(exact)
        return layout.fits(exact, self.room(name), 1) and not self._evident(name)

    def _outer(self, named: Matrix) -> Box | None:
        decimals = replace(self.values, decimals=True)
        return None if self.detail == "brief" else results.outer(self.naming, named, decimals, self.notation.brackets)

    def room(self, name: str) -> float:
        """What is left of a line behind the name."""
        return min(ROOM, layout.LIMIT - min(layout.NAME, width(self.notation.symbol(name))) - 6)

    def _evident(self, name: str) -> bool:
        """In decimals, c/√3 in every entry says no more than 1/√3 before the matrix."""
        step = self.steps[name]
        inner = step.inputs[0] if has(step.op, "scales") else None
        return self.values.decimals and self.detail != "brief" and inner is not None and inner.is_rational

    def _fitted(self, sign: str, grid: Grid) -> list[Link]:
        blocks = layout.chunks(grid, layout.LIMIT - 8)
        return [(sign if k == 0 else "", block) for k, block in enumerate(blocks)]

    def full(self, name: str) -> list[Link]:
        """The value with no names in it, and its decimals."""
        value = self.value(name)
        if results.endless(value, ROOM):
            return []
        exact = matrices.exact(value, self.values, self.notation.brackets, self.rules(name))
        if not layout.fits(exact, self.room(name), 1):
            return []
        return [("=", exact), *self._fitted("≈", self.rounded(name))]

    def rounded(self, name: str) -> Grid:
        """The decimals of a line; what differs from a short decimal by a tiny weight alone is shown as that decimal."""
        value, rules = self.value(name), self.rules(name)
        if self.symbols:
            return matrices.exact(value, self.values, self.notation.brackets, rules)
        named = self.naming.values.get(name)
        if named is not None and name not in self.naming.weights and self.all_tiny(named):
            return matrices.exact(named.map(self.naming.restored), replace(self.values, decimals=True), "[]", rules)
        if named is not None:
            value = results.settled(value, named)
        weights = name in self.steps and has(self.steps[name].op, "weights")
        return matrices.approximate(value, self.places, self.notation.brackets, rules, weights)


def _texts(given: Mapping[str, Any]) -> list[str]:
    return [t for texts in given.values() for t in ([texts] if isinstance(texts, str) else (c for r in texts for c in r))]


def _decimals(texts: Any) -> int:
    return max((len(t.partition(".")[2]) for r in texts for t in r), default=0)


def _plain(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
